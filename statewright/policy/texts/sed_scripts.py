"""sed scripts: do they only edit the stream, and which files would they write? Read just far enough to tell.

Where seds differ, every way to read a script counts: one that writes in any of them writes. A way that no sed would take
(it ends in a syntax error, and sed reads a whole script before it does anything) says nothing.
"""

SAFE_OUTPUT = ("/dev/stdout", "/dev/stderr", "/dev/null")
MOST = 64  # ways to read one script
LONG = 1 << 16  # characters; a longer one must be plain
RUNS = 2500  # texts that a script may run
TRIES = 32  # characters that may close one pattern
FURTHER = "more patterns with brackets than are read"
UNREAD = "holds "  # what begins so is a script that is not read, not one that writes


def sed_writes(script: str) -> str:
    """ "" when a sed script only edits the stream; else what it does."""
    todo, seen, faults = [0], {0}, []
    read = False
    while todo:
        if len(seen) > MOST * 8:
            return UNREAD + FURTHER
        fault, ends = _command(script, todo.pop())
        if fault:
            faults.append(fault)
        elif not ends:
            read = True
        for end in ends:
            if end not in seen:
                seen.add(end)
                todo.append(end)
    writing = [fault for fault in faults if not fault.startswith(UNREAD)]
    return writing[0] if writing else "" if read or not faults else faults[0]


def sed_reads(script: str) -> bool:
    """Whether a sed script may read a further file: its commands ``r`` and ``R``, behind whatever address."""
    todo, seen = [0], {0}
    while todo and len(seen) <= MOST * 8:
        i = todo.pop()
        while i < len(script) and script[i] in " \t\n;{}":
            i += 1
        ends = [_line(script, i)] if script[i : i + 1] == "#" else []
        for start in [] if ends else _addresses(script, i):
            while script[start : start + 1] in (" ", "\t", "!"):
                start += 1
            if script[start : start + 1] in ("r", "R"):
                return True
            ends += _verb(script, start)[1] if start < len(script) else []
        todo += [end for end in ends if end not in seen]
        seen.update(ends)
    return bool(todo)


def _command(script: str, i: int) -> "tuple[str, list[int]]":
    """One command at i: what is wrong with it, and where the next may begin; no place at the end of the script."""
    n = len(script)
    while i < n and script[i] in " \t\n;{}":
        i += 1
    if i >= n:
        return "", []
    if script[i] == "#":
        return "", [_line(script, i)]
    starts = _addresses(script, i)
    if not starts:
        return UNREAD + "an address that is not read", []
    fault, ends = "", []
    for start in starts:
        wrong, found = _verb(script, start)
        fault = wrong if wrong and (not fault or fault.startswith(UNREAD)) else fault
        ends += found
    return (fault, []) if fault and not (fault.startswith(UNREAD) and ends) else ("", ends)


def _verb(script: str, i: int) -> "tuple[str, list[int]]":
    n = len(script)
    while i < n and script[i] in " \t!":
        i += 1
    if i >= n:
        return ("", [n]) if script[-1:] in " \t" else (UNREAD + "no command behind an address", [])
    c = script[i]
    if c == "s":
        return _substitute(script, i + 1)
    if c == "y":
        close = script[i + 1 : i + 2]
        end = sed_part(script, sed_part(script, i + 2, close), close)
        return ("", [end]) if end >= 0 else (UNREAD + "a y command that is not read", [])
    if c in "wW":
        end = _line(script, i)
        return ("", [end]) if script[i + 1 : end].strip() in SAFE_OUTPUT else ("writes a file (w)", [])
    if c == "e":
        return "runs a command (e)", []
    if c in "aicrR:btT":
        end = _text_end(script, i, c)
        further = end
        while c in ":btT" and further < n and script[further] not in " \t\n;\v\r":  # for BusyBox a brace is of the label
            further += 1
        return "", [end, further] if further > end else [end]
    if c in "=dDgGhHnNpPxzFqQlLv{}":
        i += 1
        while i < n and script[i] in "0123456789 \t" and c in "qQlLv":
            i += 1
        return "", [i]
    return UNREAD + "a command that is not read (%s)" % c, []


def sed_files(script: str) -> "list[str]":
    """The files that a sed script may write (``w``, ``s///w``), read loosely: what follows any w that could be one."""
    out: "list[str]" = []
    for line in script.split("\n"):
        at = line.find("w")
        while at >= 0:
            if len(out) > 200:
                return [*out, "\0"]  # more of them than are looked at: a path nobody has read
            before = line[:at].rstrip(" \t")
            if not before or before[-1] in "/;{}$!|#,@:%gpiImM0123456789" or _closes(before) or before in ("-n", "-e", "-ne", "-En", "-rn"):
                path = line[at + 1 :].strip()
                if path and len(path) < 4096:
                    out += [path, path.partition(";")[0].partition("}")[0].strip()]
            at = line.find("w", at + 1)
        at = line.find("W")
        if at >= 0 and (not line[:at].strip() or line[:at].rstrip()[-1] in "/;{}$!0123456789"):
            out.append(line[at + 1 :].strip())
    return [path for path in out if path]


def _closes(before: str) -> bool:
    """Whether the last character may close a pattern that a letter opened: ``sxaxbx``."""
    return "s" + before[-1] in before or "\\" + before[-1] in before


def sed_runs(script: str) -> "list[str]":
    """The commands that a sed script may run (``e``, ``s///e``), read loosely; ``$unknown`` for what its input holds."""
    if not any(fault.startswith("runs") or fault.endswith(FURTHER) for fault in (sed_writes(script), sed_writes(script.partition("=")[2]))):
        return []
    out: "list[str]" = []
    for line in script.split("\n"):
        at = line.find("e")
        while at >= 0 and len(out) < RUNS:  # as commands they are more than are looked at, and the line is refused for it
            before = line[:at].rstrip(" \t")
            if not before or before[-1] in "/;{}$!|#,@:%=gpiImM0123456789" or _closes(before):
                out.append(line[at + 1 :].strip() or "$unknown")
            at = line.find("e", at + 1)
        at = line.find("s")
        parts = line[at + 2 :].split(line[at + 1 : at + 2] or "/") if at >= 0 else []
        # what s///e puts in is a part of the command
        out += [*parts[1:2], *(one + "$(_untold)" for one in parts[1:2] if one[-1:] in (" ", "'", '"'))]
    return out or ["$unknown"]


def _line(script: str, i: int) -> int:
    end = script.find("\n", i)
    return len(script) if end < 0 else end


def _text_end(script: str, i: int, c: str) -> int:
    """The end of a, i, c (their text, continued by backslashes), of file names and of labels."""
    if c in ":btT":
        i += 1
        while i < len(script) and script[i] in " \t":
            i += 1
        while i < len(script) and script[i] not in " \t\n;}":  # GNU sed takes what follows a blank for the next command
            i += 1
        return i
    while True:
        end = _line(script, i)
        bare = script[i:end].rstrip("\\")
        if end >= len(script) or c in "rR" or (end - i - len(bare)) % 2 == 0:  # two backslashes are one of the text
            return end
        i = end + 1


def _addresses(script: str, i: int) -> "list[int]":
    """Where the command behind the addresses at i may stand; none when they are not read."""
    n = len(script)
    out: "list[int]" = []
    todo = [i]
    while todo:
        if len(out) >= MOST:
            return []
        i = todo.pop()
        while i < n and script[i] in "0123456789$,~+ \tIM":
            i += 1
        if i < n and (script[i] == "/" or (script[i] == "\\" and i + 1 < n)):
            close = "/" if script[i] == "/" else script[i + 1]
            todo += _patterns(script, i + (1 if script[i] == "/" else 2), close)
        else:
            out.append(i)
    return out


def _patterns(script: str, i: int, close: str) -> "list[int]":
    """Behind the closing character of a pattern that begins at i. In brackets it closes for some seds and not for others."""
    first = sed_part(script, i, close)
    out = [first] if first >= 0 else []
    last = first
    tries = 0
    while last >= 0 and not shut(script[i : last - 1]):
        last, tries = sed_part(script, last, close), tries + 1
        if tries > TRIES or len(script) > LONG:
            return []
    return [*out, last] if last not in (first, -1) else out


def shut(pattern: str) -> bool:
    """Whether every bracket expression of a pattern is closed in it, each taken as long as POSIX lets it be."""
    i, n = 0, len(pattern)
    while i < n:
        if pattern[i] == "\\":
            i += 2
            continue
        if pattern[i] != "[":
            i += 1
            continue
        i += 1
        i += pattern[i : i + 1] == "^"
        i += pattern[i : i + 1] == "]"
        while i < n and pattern[i] != "]":
            kind = pattern[i + 1 : i + 2]
            inner = pattern.find(kind + "]", i + 2) if pattern[i] == "[" and kind in (":", ".", "=") else -1
            i = inner + 2 if inner >= 0 else i + (2 if pattern[i] == "\\" else 1)
        if i >= n:
            return False
        i += 1
    return True


def sed_part(script: str, i: int, close: str) -> int:
    """Behind the closing character of a pattern or replacement that begins at i; -1 when there is none."""
    if i < 0 or not close or close in "\n\\":
        return -1
    while i < len(script):
        c = script[i]
        if c == "\\":
            i += 2
        elif c == close:
            return i + 1
        else:
            i += 1
    return -1


def _substitute(script: str, i: int) -> "tuple[str, list[int]]":
    close = script[i : i + 1]
    fault, ends = UNREAD + "an s command that is not read", []
    for start in _patterns(script, i + 1, close):
        end = sed_part(script, start, close)
        if end < 0:
            continue
        wrong, at = _flags(script, end)
        if wrong and not wrong.startswith(UNREAD):
            return wrong, []
        if wrong:
            fault = wrong
        else:
            ends.append(at)
    return ("", ends) if ends else (fault, [])


def _flags(script: str, i: int) -> "tuple[str, int]":
    while i < len(script):
        c = script[i]
        if c in "gpIiMm0123456789":
            i += 1
        elif c == "e":
            return "runs its result as a command (s///e)", i
        elif c == "w":
            end = _line(script, i)
            return ("", end) if script[i + 1 : end].strip() in SAFE_OUTPUT else ("writes a file (s///w)", end)
        elif c in " \t;\n}#":
            break
        else:
            return UNREAD + "flags of s that are not read", i
    return "", i
