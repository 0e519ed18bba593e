"""Everyday lines: those that no rule about shell text can have anything against are known without a reading.

Most lines an agent gives are a few well-known programs with well-known options, plain names and quoted patterns. ``clears``
knows those from one small table; any other line is read and judged in full. It never refuses, and what it lets through the
rules let through as well: the tests hold it to that over every line they have.
"""

from statewright.shell.everyday import CHECKS, FILTERS, HARMLESS, NAMED, NAMELESS, OPERANDS, READS, REPORTS, RUNS, WRITERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

    Words = list[str]

LONGEST = 2000
QUOTED = "\1"  # in front of a word some of which was quoted
PATTERN = "\2"  # in front of a quoted piece with signs of a pattern in it: a reader's word, none that a runner may hand on
# Outside quotes these stand for themselves in bash and in zsh, or are the few operators that are looked for.
SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:@%,+=~ &|;>" + QUOTED)
LIVE = frozenset("$`\\![\1\n\t\r")  # inside quotes: expanded, evaluated later, or no text of one line
SIGNS = {"'": frozenset("$\\!["), '"': frozenset("\\[")}  # those of them that a pattern may hold in such quotes
ENDS = ("&&", "||", ";", "|")
HARMLESS_REDIRECTS = ("2>&1", "2>/dev/null", ">/dev/null")
# A line that holds one of these is looked at closely: our own command, nested agents, other processes, settings, secrets.
CLOSER = ("wright", "claude", "codex", "gemini", "copilot", "kill", "exec", "spawn", "system", "hook", "settings", "secret", "approv",
          "/dev", "-tool", "environ")  # fmt: skip
BEGINNINGS = ("/", "~", "-", "+", "@", ".", "=", ":")
LINES = QUOTED + "0123456789,p"  # which lines sed prints


def clears(state: "State", snap: "Snapshot", event: "Event") -> "bool | None":
    """None for a line that has to be read; else whether it may have changed files that checks were run on."""
    text = event.command or ""
    if event.kind != "pre" or event.tool != "Bash" or len(text) > LONGEST or not text.isascii():
        return None
    if snap["status"] == "waiting" or state.get("programs") or (state.get("config", {}).get("ogr") or {}).get("endpoint"):
        return None
    commands = split(text)
    if commands is None:
        return None
    low = text.lower().replace('"', "").replace("'", "")
    for part in CLOSER:
        if part in low:
            return None
    base = _base(commands, event)
    if not base or (not _own_repository(base, event) and any(words[0] == "git" for words, _ in commands)):
        return None
    writes = False
    operands: "list[str]" = []
    for words, piped in commands:
        before = len(operands)
        kind = _known(state, words, piped, operands)
        if kind is None or (kind and _linked(operands[before:], base, event)):
            return None
        writes = writes or kind
        if words[:2] == ["git", "add"] or words[:2] == ["git", "commit"]:
            from statewright.policy.unchanged import hooked  # only here: few lines hand on to git's hooks

            writes = writes or hooked(words[1], event)
    if event.facts.kind(event.data + "/secrets") == "dir" and _hidden(operands, base, event):
        return None
    return writes


def split(text: str) -> "list[tuple[Words, bool]] | None":
    """The simple commands of a line and whether each reads a pipe; None where there is more to it than words and plain operators."""
    kept: "list[str]" = []
    if QUOTED in text:
        return None
    if "'" in text or '"' in text:
        bare = _set_aside(text, kept)
        if bare is None:
            return None
        text = bare
    if not SAFE.issuperset(text):
        return None
    out: "list[tuple[Words, bool]]" = []
    words: "Words" = []
    piped = False
    at = 0
    for token in text.split(" "):
        if not token:
            continue
        end = token if token in ENDS else ";" if token[-1] == ";" and len(token) > 1 else ""
        if end != token:
            word = token[:-1] if end else token
            if word in HARMLESS_REDIRECTS and words:
                word = ""
            elif not ENDINGS.isdisjoint(word):
                return None
            if QUOTED in word:
                pieces = word.split(QUOTED)
                word = QUOTED + pieces[0]
                for piece in pieces[1:]:
                    word += kept[at] + piece
                    at += 1
            if word:
                words.append(word)
        if end:
            if not words:
                return None
            out.append((words, piped))
            words, piped = [], end == "|"
    if not words:
        return None
    out.append((words, piped))
    return out


ENDINGS = frozenset("&|;>")


def _set_aside(text: str, kept: "list[str]") -> "str | None":
    """The line with a mark in place of each quoted piece; the pieces, in order, go to ``kept``."""
    out = ""
    i = 0
    while True:
        one, two = text.find("'", i), text.find('"', i)
        at = one if two < 0 or 0 <= one < two else two
        if at < 0:
            return out + text[i:]
        end = text.find(text[at], at + 1)
        inside = text[at + 1 : end]
        if end < 0 or not inside.isprintable():
            return None
        if not LIVE.isdisjoint(inside):
            if not LIVE.intersection(inside) <= SIGNS[text[at]] or _expands(inside, text[at]):
                return None
            inside = PATTERN + inside
        kept.append(inside)
        out += text[i:at] + QUOTED
        i = end + 1


def _expands(inside: str, quote: str) -> bool:
    """Whether a dollar or a backslash in quotes may be more than a sign of a pattern: ``$`` before a name, in double quotes what ``\\`` escapes."""
    sign, after = ("\\", '$`"\\') if quote == '"' else ("$", "_{([$`'@*#?!-")
    at = inside.find(sign)
    while at >= 0:
        c = inside[at + 1 : at + 2]
        if (quote == '"' and not c) or (c and (c in after or (sign == "$" and c.isalnum()))):
            return True
        at = inside.find(sign, at + 1)
    return False


def _base(commands: "list[tuple[Words, bool]]", event: "Event") -> str:
    """The folder the line runs in, "" where it is not plainly one of the project; a leading ``cd`` is taken off."""
    base = event.cwd or event.project
    words = commands[0][0]
    if words[0] == "cd":
        if len(words) != 2 or len(commands) < 2 or commands[1][1] or words[1][:1] in BEGINNINGS[1:]:
            return ""
        base = words[1] if words[1][:1] == "/" else base + "/" + words[1]
        del commands[0]
    if base == event.project:
        return base
    if ".." in base or not base.startswith(event.project + "/") or "/." in base[len(event.project) :]:
        return ""
    real: str = event.facts.real(base)
    return real if real.startswith(event.project + "/") and "/." not in real[len(event.project) :] and event.facts.kind(real) == "dir" else ""


def _own_repository(base: str, event: "Event") -> bool:
    """Whether git takes the project's own repository there; elsewhere a closer look is due."""
    return base == event.project and not event.facts.kind(base + "/HEAD")


def _known(state: "State", words: "Words", piped: bool, operands: "list[str]") -> "bool | None":
    """Whether a command may change files; None when it is not one of the table's, not permitted here, or has more to it."""
    name = words[0]
    key, start = name, 1
    while key not in READS and key not in RUNS and key not in HARMLESS:
        if start > 3 or start == len(words):
            return None
        key += " " + words[start]
        start += 1
    if key in HARMLESS:
        return False if key == "echo" or all(_name(word, False, operands) for word in words[start:]) else None
    row = READS.get(key)
    runs = row is None
    most = 0 if key in NAMELESS else 99
    if "allowed_commands" in state:
        if not any(words[: len(entry)] == entry for entry in state["command_words"]):
            if not piped or key not in FILTERS:
                return None
            row, most = FILTERS[key], OPERANDS.get(key, 0)
    elif runs and state.get("read_only") and key not in CHECKS and not (key[-4:] == " run" and words[start : start + 1] and words[start] in REPORTS):
        return None
    if "env" in words or QUOTED + "env" in words:  # npm run env prints what the state may block
        return None
    if key == "sed -n" and (len(words) < 3 or words[2].strip(LINES) or words[2][-1] != "p"):
        return None
    if _rest(words, start, row or RUNS[key], operands, most, runs) < (1 if key in NAMED else 0):
        return None
    return key in WRITERS


def _rest(words: "Words", start: int, row: str, operands: "list[str]", most: int, runs: bool) -> int:
    """How many names stand behind a program's own words; -1 where something else than options of its row and at most so many names does."""
    letters, valued, longs = row.split(" ", 2)
    longs = " " + longs + " "
    count = 0
    value = False
    for i in range(start, len(words)):
        word = words[i]
        bare = word[1:] if word[0] == QUOTED else word
        if value:
            value = False
            if not _name(word, runs, operands):
                return -1
        elif bare[:2] == "--":
            name, sign, given = bare.partition("=")
            if " " + name + " " not in longs or (sign and not _name(QUOTED + given, runs, operands)):
                return -1
            value = not sign and " " + name + " = " in longs
        elif bare[:1] == "-" and len(bare) > 1:
            if " " + bare + " " in longs:
                value = " " + bare + " = " in longs
            elif bare[1:].isdigit():
                if "#" not in letters:
                    return -1
            elif bare[1] not in letters or bare[1:].strip(letters + "0123456789"):
                return -1
            else:  # the first letter that takes a value takes what follows it in the word, the next word where nothing does
                for n in range(1, len(bare)):
                    if bare[n] in valued:
                        value = n + 1 == len(bare)
                        break
        else:
            count += 1
            if count > most or not _name(word, runs, operands):
                return -1
    return -1 if value else count


def _name(word: str, runs: bool, operands: "list[str]") -> bool:
    """Whether a word is a plain name, a relative path in sight, or a quoted text that leads nowhere."""
    text = word[1:] if word[:1] == QUOTED else word
    if PATTERN in text:
        if runs:
            return False
        text = text.replace(PATTERN, "")
    inner = text[2:] if text[:2] == "./" else text
    if text == "." or inner == "...":  # go's word for all packages below
        return True
    if inner[-4:] == "/...":
        inner = inner[:-4]
    if not inner or inner[0] in BEGINNINGS or "/." in inner or (runs and "=" in inner):
        return False
    if (".." in inner and ".." in inner.split("/")) or ("~" in inner and word[:1] != QUOTED and not _revision(inner)):
        return False
    operands.append(inner)
    return True


def _revision(text: str) -> bool:
    """Whether a tilde in a word is git's (``HEAD~2``) and expands to nothing."""
    return all(text[i - 1 : i].isalnum() for i, c in enumerate(text) if c == "~")


def _linked(operands: "list[str]", base: str, event: "Event") -> bool:
    """Whether a name that a command may write to leads elsewhere, by a link."""
    here = event.facts.real(base) + "/"
    return any(event.facts.real(here + name) != here + name.rstrip("/") for name in operands)


def _hidden(operands: "list[str]", base: str, event: "Event") -> bool:
    """Whether a name may lead into the folder of secrets or to one above it, by a link for one."""
    folder = event.facts.real(event.data) + "/secrets"
    if folder.startswith(base + "/"):
        return True
    inode = event.facts.inode
    found = {inode(base + "/" + piece) for name in operands for piece in (name, name.partition("=")[2], name.partition(":")[2]) if piece}
    found.discard("")
    if not found:
        return False
    parts = folder.split("/")
    known = {inode("/".join(parts[:n]) or "/") for n in range(1, len(parts) + 1)}
    known.update(inode(folder + "/" + name) for name in ("approval.key", "passphrase"))
    return not known.isdisjoint(found)
