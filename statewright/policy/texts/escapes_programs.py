"""The shell texts in programs of languages that people program in: what ``system``, ``subprocess``, backticks and their like may be given.

Nobody runs such a program here, so all of it is a guess: texts in quotes, lists of them as the words of a command, texts joined by a sign, and in
awk by standing side by side. What the program knows alone is a substitution of a program that may print anything.
"""

from statewright.policy.outputs.output import fed
from statewright.policy.texts.speaking import AWKS, STARTS
from statewright.policy.words.agents import PROMPTING
from statewright.policy.words.own import PROGRAMS, TELLING, VERBS
from statewright.policy.words.patterns import MORE
from statewright.shell.parallel import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.texts.escapes_read import Found
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
_OPERANDS = "grep egrep fgrep rg ag git ls cat head tail wc echo printf find sed awk diff stat pip rm cp mv mkdir touch"
OPERANDS = frozenset(_OPERANDS.split())  # what stands behind these starts nothing but by their own options, which are read
BETWEEN = frozenset(",[](){}: \t\n=*")
OPENING = {"(": ")", "[": "]", "{": "}", "<": ">", "|": "|", "/": "/", "!": "!"}
UNTOLD = "$(_untold)"
HOLE = "\0"
MOST = 8000  # texts in quotes that are looked at, words of a command put together, calls that start one; MORE stands for others
STRING = 1 << 16  # characters of a text in quotes that may be a command; MORE stands for a longer one
QUOTES = "'\"`$"


def code(text: str) -> "Found":
    """The shell texts of a program that starts another."""
    low = text.lower()
    if not any(start in low for start in STARTS):
        return []
    return listed(text, True) + [(one, False) for one in _joined(text)]


def handed(programs: "list[str]", call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """What a program that starts another may be given by its words, its input and its variables: any of it may be what it runs."""
    from statewright.policy.texts.escapes import shown, written

    text = "\n".join(programs).lower()
    if not any(start in text for start in STARTS) and not (" %s " % call.name in AWKS and "|" in text.replace("||", "")):
        return []
    out = []
    for word in call.words[1:]:
        out += [one.partition("=")[2] if "=" in one.partition(" ")[0] else one for one in shown(word, names)]
    if call.command.stdin or call.command.redirects:
        out += [written(line) for line in fed(call, found, names)]
    if "env" in text or "getenv" in text:
        out += [written(value) for values in names.values.values() for value in values]
        out += [one for assign in call.command.assigns for one in shown(assign.value, names)]
    given = [one if len(one) < STRING else MORE for one in dict.fromkeys(out) if " " in one.strip() and not _told(one)]
    return [one for one in given if one not in programs or not any(start in one.lower() for start in STARTS)]


def listed(text: str, alone: bool) -> "Found":
    """The texts in quotes of a program, and those that only signs of a list stand between, as the words of a command."""
    found = strings(text)
    out: "Found" = [] if len(found) <= MOST else [(MORE, True)]
    found = found[:MOST]
    for i, (start, _, value) in enumerate(found):
        if alone and " " in value.strip():
            out.append((_led(value.strip(" |")) if len(value) < STRING else MORE, False))
        if i and _beside(text, found[i - 1][1], start):
            continue
        row = [value]
        for k in range(i, len(found) - 1):
            if not _beside(text, found[k][1], found[k + 1][0]):
                break
            row.append(found[k + 1][2])
        if len(row) > 1:
            out += [(" ".join([quoted(one) for one in row[k:]]), False) for k in range(min(1 if row[0] in OPERANDS else 3, len(row) - 1))
                    if row[k] and " " not in row[k]]
    return [(one, sure) for one, sure in out if one and not _told(one)]


def _told(text: str) -> bool:
    """Whether a text is but a verb of ours that an agent may give."""
    pieces = text.replace("'", "").split()
    return bool(pieces) and pieces[0].rpartition("/")[2] in PROGRAMS and "".join(pieces[1:2]) in VERBS and "".join(pieces[1:2]) != "transition"


def _beside(text: str, end: int, start: int) -> bool:
    """Whether only signs of a list, and the name of a field, stand between two texts."""
    between = text[end:start].replace("args", "").replace("nil", "").replace("qw", "")
    if "\n" in between:  # comments on lines of their own
        between = "\n".join([line.partition("#")[0].partition("//")[0] for line in between.split("\n")])
    return bool(between) and BETWEEN.issuperset(between) and len("".join(between.split())) < 24


def strings(text: str) -> "list[tuple[int, int, str]]":
    """``(start, end, value)`` of the texts in quotes, of the languages' further kinds too: three quotes, ``%w[…]``, ``qw(…)``, ``q{…}``."""
    out = []
    i, open_ended = 0, ""
    while i < len(text):
        c = text[i]
        if c in "'\"`" and c not in open_ended:
            sign = text[i : i + 3] if text[i : i + 3] in ("'''", '"""') else c
            end = i + len(sign)
            while end < len(text) and not text.startswith(sign, end):
                end += 2 if text[end] == "\\" else 1
            if end >= len(text):
                open_ended += c if len(sign) == 1 else ""
                i += 1
                continue
            out.append((i, end + len(sign), _unescaped(text[i + len(sign) : end])))
            i = end + len(sign)
            continue
        lead = next((one for one in ("%w", "%W", "%x", "%q", "%Q", "%i", "qw", "qx", "qq", "q") if text.startswith(one, i)), "")
        sign = text[i + len(lead) : i + len(lead) + 1] if lead and not text[i - 1 : i].isalnum() else ""
        if sign in OPENING and sign:
            end = text.find(OPENING[sign], i + len(lead) + 1, i + STRING)
            if end > 0:
                out.append((i, end + 1, text[i + len(lead) + 1 : end]))
                i = end + 1
                continue
        i += 1
    return out


def _unescaped(text: str) -> str:
    """What a text in quotes says: of letters behind a backslash those that stand for a line's end or a blank; of any sign that sign alone."""
    head, *rest = text.split("\\")
    out, kept = [head], False
    for piece in rest:
        if kept or not piece:  # the second of two backslashes, or the first of them
            out.append(piece if kept else "\\")
            kept = not kept and not piece
            continue
        out.append({"n": "\n", "r": "\n", "t": " "}.get(piece[0], piece[0] if piece[0] in QUOTES else "\\" + piece[0]) + piece[1:])
    return "".join(out)


def _led(value: str) -> str:
    """A text whose first word the program puts in: ``"$_ approve"``, ``"#{x} approve"``, ``f"{x} -p hi"``."""
    text = value.lstrip()
    for lead, close in (("#{", "}"), ("${", "}"), ("{", "}"), ("\\(", ")"), ("%s", ""), ("$", " "), ("@", " ")):
        if text.startswith(lead):
            end = text.find(close, len(lead)) if close else len(lead) - 1
            rest = text[end + 1 if close != " " else end :] if end >= 0 else ""
            return UNTOLD + rest if _prompts(rest) else value
    return value


def _prompts(rest: str) -> bool:
    """Whether words are those of a person's verb or of an agent, whatever stands before them."""
    first = "".join(rest.split()[:1])
    return first in TELLING or first in PROMPTING


def _joined(text: str) -> "list[str]":
    """What calls that start a program are given, joined by a sign: ``os.system(x + " -p hi")``, ``system glob("…"), "-p"``."""
    out = []
    shown = {start: (end, value) for start, end, value in strings(text)}
    for lead in ("system", "popen", "exec", "spawn", "run", "call", "check_output", "shell_exec", "passthru"):
        at, left = text.find(lead), MOST
        while at >= 0 and left:
            left -= 1
            end = at + len(lead)
            while text[end : end + 1].isalnum() or text[end : end + 1] == "_":
                end += 1
            while text[end : end + 1] == " ":
                end += 1
            row = expression(text, end + 1 if text[end : end + 1] == "(" else end, "", shown)
            line = " ".join([one for one in row if one])
            if line[:1] == HOLE and _prompts(line[1:]):
                out.append(UNTOLD + line[1:].replace(HOLE, '"$_1unknown"'))
            elif row and " " in row[0] and HOLE in row[0][1:]:
                out.append(row[0].replace(HOLE, '"$_1unknown"'))
            at = text.find(lead, end)
        out += [MORE] if at >= 0 else []
    return [one for one in out if not _told(one)]


def expression(text: str, at: int, ends: str, shown: "dict[int, tuple[int, str]]") -> "list[str]":
    """The arguments from a place on: texts as they are, HOLE for all else; up to the bracket that closes, a line's end or one of ``ends``."""
    row, depth, end = [""], 0, len(text)
    while at < end:
        c = text[at]
        held = shown.get(at)
        if held is not None:
            row[-1] += held[1]
            at = held[0]
            continue
        if c == "," and depth <= 1:
            row.append("")
        elif c in "([{":
            called = text[at - 1 : at].isalnum() or text[at - 1 : at] in ("_", ")", "]", "}")
            if called:  # what a function is given is not what it gives
                at = _closing(text, at, shown)
                row[-1] = row[-1] if row[-1][-1:] == HOLE else row[-1] + HOLE
            else:
                depth += 1
        elif c in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif c in "\n;" or c in ends:
            break
        elif (c.isalnum() or c in "_$@") and row[-1][-1:] != HOLE:
            row[-1] += HOLE
        at += 1
    return row


def _closing(text: str, at: int, shown: "dict[int, tuple[int, str]]") -> int:
    depth, stop = 0, len(text)
    while at < stop:
        held = shown.get(at)
        if held is not None:
            at = held[0]
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if not depth:
            return at
        at += 1
    return at


def awk(text: str) -> "Found":
    """What ``system()`` is given, what is printed into a shell, and any text where a value of the program's is run."""
    out: "list[str]" = []
    shown = {start: (end, value) for start, end, value in strings(text)}
    for lead in ("system(", "print ", "printf ", "print(", "printf("):
        at = text.find(lead)
        while at >= 0:
            start, at = at, text.find(lead, at + 1)
            row = expression(text, start + len(lead), "|" if lead[0] == "p" else "", shown)
            out += ["".join(row), " ".join(row)] + ([row[0].replace("%s", row[1])] if len(row) > 1 and "%s" in row[0] else [])
    piped = "|" in text.replace("||", "")
    out = [one for one in out if one.strip()] if "system(" in text or piped else []
    out += [value for _, _, value in strings(text)] if piped else []
    made = []
    for one in out:
        bare = one.strip()
        if bare[:1] == HOLE:
            made += [UNTOLD + bare[1:].replace(HOLE, '"$_1unknown"')] if _prompts(bare[1:]) else []
        else:
            made.append(bare.replace(HOLE, '"$_1unknown"'))
            made += [UNTOLD + " " + bare] if _prompts(bare) else []
    return [(one, False) for one in made if " " in one.strip() and not _told(one)]
