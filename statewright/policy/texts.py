"""Programs in the small languages of sed and awk: do they only print? Read just far enough to tell.

Whatever these readers do not know counts as writing.
"""

SAFE_OUTPUT = ("/dev/stdout", "/dev/stderr", "/dev/null")


def sed_writes(script: str) -> str:
    """ "" when a sed script only edits the stream; else what it does."""
    i, n = 0, len(script)
    while i < n:
        c = script[i]
        if c in " \t\n;{}":
            i += 1
            continue
        if c == "#":
            i = _line(script, i)
            continue
        i = _address(script, i)
        if i < 0:
            return "holds an address that is not read"
        while i < n and script[i] in " \t!":
            i += 1
        if i >= n:
            return "" if script[-1:] in " \t" else "ends without a command"
        c = script[i]
        if c in "s":
            i, fault = _substitute(script, i + 1)
            if fault:
                return fault
        elif c == "y":
            i = sed_part(script, sed_part(script, i + 2, script[i + 1 : i + 2]), script[i + 1 : i + 2]) if i + 1 < n else -1
            if i < 0:
                return "holds a y command that is not read"
        elif c in "wW":
            if script[i + 1 : _line(script, i)].strip() not in SAFE_OUTPUT:
                return "writes a file (w)"
            i = _line(script, i)
        elif c == "e":
            return "runs a command (e)"
        elif c in "aicrR:btT":
            i = _text_end(script, i, c)
        elif c in "=dDgGhHnNpPxzFqQlLv{}":
            i += 1
            while i < n and script[i] in "0123456789 \t" and c in "qQlLv":
                i += 1
        else:
            return "holds a command that is not read (%s)" % c
    return ""


def sed_files(script: str) -> "list[str]":
    """The files that a sed script may write (``w``, ``s///w``), read loosely: what follows any w that could be one."""
    out: "list[str]" = []
    for line in script.split("\n"):
        at = line.find("w")
        while at >= 0:
            if len(out) > 200:
                return [*out, "\0"]  # more of them than are looked at: a path nobody has read
            before = line[:at].rstrip(" \t")
            if not before or before[-1] in "/;{}$!|#,@:%gpiImM0123456789" or before in ("-n", "-e", "-ne", "-En", "-rn"):
                path = line[at + 1 :].strip()
                if path and len(path) < 4096:
                    out += [path, path.partition(";")[0].partition("}")[0].strip()]
            at = line.find("w", at + 1)
        at = line.find("W")
        if at >= 0 and (not line[:at].strip() or line[:at].rstrip()[-1] in "/;{}$!0123456789"):
            out.append(line[at + 1 :].strip())
    return [path for path in out if path]


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
        i = _line(script, i)
        if i >= len(script) or script[i - 1] != "\\" or c in "rR":
            return i
        i += 1


def _address(script: str, i: int) -> int:
    n = len(script)
    while i < n:
        c = script[i]
        if c in "0123456789$,~+ \t":
            i += 1
        elif c == "/" or (c == "\\" and i + 1 < n):
            close = "/" if c == "/" else script[i + 1]
            i = sed_part(script, i + (1 if c == "/" else 2), close)
            if i < 0:
                return -1
            while i < n and script[i] in "IM":
                i += 1
        else:
            break
    return i


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


def _substitute(script: str, i: int) -> "tuple[int, str]":
    close = script[i : i + 1]
    i = sed_part(script, sed_part(script, i + 1, close), close)
    if i < 0:
        return i, "holds an s command that is not read"
    while i < len(script):
        c = script[i]
        if c in "gpIiMm0123456789":
            i += 1
        elif c == "e":
            return i, "runs its result as a command (s///e)"
        elif c == "w":
            end = _line(script, i)
            return end, "" if script[i + 1 : end].strip() in SAFE_OUTPUT else "writes a file (s///w)"
        elif c in " \t;\n}#":
            break
        else:
            return i, "holds flags of s that are not read"
    return i, ""


# awk ------------------------------------------------------------------------------------------------


def awk_tokens(program: str) -> "list[tuple[str, str]]":
    """``(kind, text)``: word, string, regex, or one operator. An unclosed quote gives ("bad", "")."""
    out: "list[tuple[str, str]]" = []
    i, n = 0, len(program)
    while i < n:
        c = program[i]
        if c in " \t\r" or program[i : i + 2] == "\\\n":
            i += 2 if c == "\\" else 1
        elif c == "#":
            i = _line(program, i)
        elif c == '"' or (c == "/" and _regex_may_begin(out)):
            j = i + 1
            while j < n and program[j] != c and program[j] != "\n":
                if c == "/" and program[j] == "[":
                    close = program.find("]", j + 2)
                    if 0 < close < _line(program, j):
                        j = close
                j += 2 if program[j] == "\\" else 1
            if j >= n or program[j] != c:
                out.append(("bad", ""))
                return out
            out.append(("string" if c == '"' else "regex", program[i + 1 : j]))
            i = j + 1
        elif c.isalnum() or c == "_" or c == "$":
            j = i + 1
            number = program[j : j + 1].isdigit() if c == "$" else c.isdigit()
            while j < n and (program[j] in "0123456789." if number else program[j].isalnum() or program[j] == "_"):
                j += 1  # a number ends where its digits do: 1system("x") is a number and a call
            out.append(("word", program[i:j]))
            i = j
        else:
            pair = program[i : i + 2]
            op = pair if pair in ("||", "&&", ">>", ">=", "<=", "==", "!=", "|&", "++", "--", "!~") else c
            out.append(("op", op))
            i += len(op)
    return out


def _regex_may_begin(out: "list[tuple[str, str]]") -> bool:
    for kind, text in reversed(out):
        if kind == "word":
            return text in ("print", "printf", "return", "in", "getline", "case", "else", "do", "and", "or")
        return kind == "op" and text not in (")", "]", "++", "--")
    return True


def awk_writes(program: str, running: bool = True) -> str:
    """ "" when an awk program only reads its input and prints; else what it does. running: running a command counts."""
    tokens = awk_tokens(program)
    depth, printing, at = 0, False, 0
    for i, (kind, text) in enumerate(tokens):
        following = tokens[i + 1] if i + 1 < len(tokens) else ("", "")
        if kind == "bad":
            return "holds a quote that is not closed"
        if kind == "word":
            if text in ("print", "printf"):
                printing, at = True, depth
            elif text == "system" and running:
                return "runs a command (system)"
            elif text == "getline" and following == ("op", "<"):
                continue
        elif kind == "op":
            if text in "([{":
                depth += 1
                printing = printing and text != "{"
            elif text in ")]}":
                depth -= 1
                printing = printing and text != "}"
            elif text in (";", "\n"):
                printing = False
            elif text in ("|", "|&") and running:
                return "runs a command through a pipe"
            elif text == "@":
                return "loads code or calls a function by name (@)"
            elif text in (">", ">>") and printing and depth == at and not (following[0] == "string" and following[1] in SAFE_OUTPUT):
                return "writes a file (%s)" % text
    return ""


def awk_runs(program: str) -> "list[str]":
    """The command texts an awk program runs: literals for system() and pipes; ``$unknown`` where there is no literal."""
    tokens = awk_tokens(program)
    out = []
    for i, (kind, text) in enumerate(tokens):
        if kind == "word" and text == "system":
            literal = (
                tokens[i + 1 : i + 2] == [("op", "(")]
                and tokens[i + 2 : i + 3]
                and tokens[i + 2][0] == "string"
                and tokens[i + 3 : i + 4] == [("op", ")")]
            )
            out.append(tokens[i + 2][1] if literal else "$unknown")
        elif kind == "op" and text in ("|", "|&"):
            before = tokens[i - 1] if i else ("", "")
            after = tokens[i + 1] if i + 1 < len(tokens) else ("", "")
            if after[0] == "string":
                out.append(after[1])
            elif after == ("word", "getline") and before[0] == "string":
                out.append(before[1])
            else:
                out.append("$unknown")
    return out
