"""Values as bash makes them from others: ``${x%…}``, the words that ``read`` gives its names.

All of them work on path patterns (see patterns.py); what they cannot follow is a HOLE.
"""

from statewright.policy.words.patterns import HIDDEN, LITERAL, LONGEST, MORE, UNTOLD, glob, literal, most, plain
from statewright.policy.words.printing import unescaped
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call


def operated(rest: str, known: "list[str]", array: bool = False) -> "list[str]":
    """What ``${name<rest>}`` makes of the values of name; array: they are words of a list."""
    array = array or rest[:3] in ("[@]", "[*]")
    if rest[:1] == "[" and "]" in rest:
        rest = rest[rest.index("]") + 1 :]
    if rest[:1] == ":" and array:
        return known  # some of the words
    if rest[:1] and rest[0] in ",^~@":
        return [*(recased(rest, value) for value in known), *known]
    if not rest:
        return known
    out: "list[str]" = []
    for value in known:
        text = plain(value)
        made = None if text is None else _one(rest, text)
        if made is None:
            out.append(MORE if MORE in value else UNTOLD if HIDDEN in value else HOLE)
        else:
            out.append(literal(made))
    return out or [HOLE]


def recased(rest: str, value: str) -> str:
    """A value in the case, or with the escapes put in, that ``${x,,}``, ``${x^}``, ``${x@L}``, ``${x@E}`` ask for."""
    if rest[:1] == "@":
        return {"U": value.upper(), "u": value[:1].upper() + value[1:], "L": value.lower()}.get(rest[1:2]) or (
            unescaped(value) if rest[1:2] in ("E", "P") else value
        )
    changed = value.lower() if rest[0] == "," else value.upper() if rest[0] == "^" else value.swapcase()
    return changed if rest[1:2] == rest[0] else changed[:1] + value[1:]


def several(text: str) -> str:
    """What ``${x:-several words}`` becomes: words of its own, for the shell splits it. An expansion within is a hole."""
    words = [HOLE if "$" in one.replace("\\$", "") or "`" in one else one for one in text.split(" ")]
    return " ".join([one.replace("\\", "").replace('"', "").replace("'", "") for one in words])


def _one(rest: str, text: str) -> "str | None":
    c = rest[0]
    if "$" in rest or "`" in rest:
        return None
    bare = rest.replace("'", "").replace('"', "").replace("\\", "")
    if c in "#%":
        longest = bare[:2] == c * 2
        return _cut(text, bare[2 if longest else 1 :], c == "#", longest)
    if c == "/":
        every = bare[:2] == "//"
        old, _, new = bare[2 if every else 1 :].partition("/")
        if old[:1] in ("#", "%"):
            return _anchored(text, old[1:], new, old[0] == "%")
        if any(one in old for one in "*?["):
            return None
        if not old:
            return text
        new = new.replace("&", old)  # bash 5.2: what matched
        if every and text.count(old) * len(new) > LONGEST + len(text):
            return MORE
        return text.replace(old, new) if every else text.replace(old, new, 1)
    if c == ":" and rest[1:2] not in ("-", "=", "+", "?"):
        return _slice(text, rest[1:])
    return None


def _anchored(text: str, old: str, new: str, end: bool) -> str:
    """``${x/#old/new}``, ``${x/%old/new}``: the longest match at an end; an empty one matches there."""
    rest = _cut(text, old, not end, True)
    matched = text[len(rest) :] if end else text[: len(text) - len(rest)]
    if not matched and old.strip("*"):
        return text
    new = new.replace("&", matched)
    return rest + new if end else new + rest


def _cut(text: str, pattern: str, front: bool, longest: bool) -> str:
    ends = list(range(len(text) + 1))
    if longest == front:
        ends.reverse()
    for at in ends:
        if glob(pattern, text[:at] if front else text[at:]) or pattern == (text[:at] if front else text[at:]):
            return text[at:] if front else text[:at]
    return text


def _slice(text: str, spec: str) -> "str | None":
    start, colon, length = spec.partition(":")
    try:
        first = int(start.strip() or "0")
        count = int(length.strip()) if colon else len(text)
    except ValueError:
        return None
    first = first if first >= 0 else max(0, len(text) + first)
    return text[first : first + count] if count >= 0 else text[first:count]


def shared(lines: "list[str]", names: "list[str]", stops: str) -> "dict[str, list[str]]":
    """The values that ``read`` gives its names: a word each, the rest to the last."""
    out: "dict[str, list[str]]" = {name: [] for name in names}
    for line in lines:
        text = line
        for stop in stops:
            text = text.replace(stop, " ")
        if len(names) == 1:
            out[names[0]].append(line.strip(" \t\n") if not stops else text.strip())
            continue
        if HIDDEN in text and not any(c in text for c in " \t"):
            for i, name in enumerate(names):
                out[name].append(UNTOLD if i else text)
            continue
        rest = text
        for name in names[:-1]:
            rest = rest.strip()
            word, _, rest = rest.partition(" ")
            out[name].append(word)
        out[names[-1]].append(rest.strip())
    return out


def parted(values: "list[str]", stops: "list[str]") -> "list[str]":
    """The values, and the words that a shell makes of them where IFS is one of some texts."""
    out = list(values)
    for stop in stops:
        for value in values if stop else ():
            text = value
            for c in stop:
                text = text.replace(c, " ")
            out += [HOLE] if HOLE in stop else [*text.split(), text] if text != value else []
    return out


def joined(choices: "list[list[str]]", glue: str = " ") -> "list[str]":
    """Every text that one choice from each makes, bounded as ``most`` does."""
    made = [""]
    for i, some in enumerate(choices):
        made = most([left + (glue if i else "") + right for left in made for right in some])
    return made


def bare(pattern: str) -> bool:
    """Whether nothing of a pattern can be read."""
    return HOLE in pattern and not pattern.replace(HOLE, "").replace(HIDDEN, "").replace(LITERAL, "").strip("./*\"' ")


def beside(text: str) -> str:
    """A program text with the texts in it that stand side by side made one, whatever joins them: ``'cla'+'ude'``, ``"a" . "b"``."""
    for one in "'\"":
        for sign in ("+", ".", " + ", " . ", "..", " .. "):
            text = text.replace(one + sign + one, "")
    return text


def squeezed(text: str) -> str:
    """A program text with texts side by side made one: ``'a' + "b"``, ``"a"."b"``, ``'a''b'``; the quotes left, brackets and commas blank."""
    text = unescaped(text)
    for one in "'\"":
        for other in "'\"":
            for sign in ("+", ".", "..", " + ", " . ", " .. ", "", " ", "<>", " <> ", "&", "~"):
                text = text.replace(one + sign + other, "")
    text = text.replace("${", "").replace("`", "")
    for c in "'\"()[]{},;":
        text = text.replace(c, "" if c in "'\"(" else " ")
    return text


def sets(call: "Call") -> bool:
    """Whether a shell's options are set that the line does not show, or zsh's ``-4``, by which ``*`` matches a leading dot."""
    if call.name not in ("setopt", "shopt", "set", "zsh", "rzsh", "emulate"):
        return False
    if call.name in ("setopt", "shopt") and not all(word.static for word in call.words[1:]):
        return True
    if call.name == "set" and any(text in ("-o", "+o") and not word.static for text, word in zip(call.texts, call.words[1:], strict=False)):
        return True
    return call.name != "shopt" and any(text[:1] in ("-", "+") and text[1:].isalnum() and "4" in text for text in call.texts[1:4])


def given(event: "Event") -> "dict[str, list[str]]":
    """Variables whose values the harness or the user's system sets."""
    home, project = event.home, event.project
    user = home.rstrip("/").rpartition("/")[2]
    data = event.data.rpartition("/")[0] if event.data else home + "/.local/share"
    cwd = event.cwd or project
    return {
        "PWD": [cwd],
        "HOME": [home],
        "OLDPWD": [project, cwd],
        "CLAUDE_PROJECT_DIR": [project],
        "CLAUDE_CONFIG_DIR": [home + "/.claude"],
        "CLAUDE_ENV_FILE": [home + "/.claude/session-env/" + HOLE],
        "CODEX_HOME": [home + "/.codex"],
        "XDG_DATA_HOME": [data, home + "/.local/share"],
        "XDG_CONFIG_HOME": [home + "/.config"],
        "BASH": ["/bin/bash"],
        "SHELL": ["/bin/bash"],
        "0": ["/bin/bash"],
        "BASH_ARGV0": ["/bin/bash"],
        "ZSH_ARGZERO": ["/bin/bash"],
        "ZSH_NAME": ["zsh"],
        "USER": [user],
        "LOGNAME": [user],
        "XDG_CACHE_HOME": [home + "/.cache"],
        **({"toplevel": [project]} if event.script and "foreach" in event.script.text else {}),  # of git submodule foreach
    }
