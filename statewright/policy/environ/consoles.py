"""The environment in texts of shells and consoles with words of their own: fish's ``set``, IPython's ``%env`` and ``!``, Dhall's ``env:``.

fish ``set``; IPython built-in magic commands and system shell access; the Dhall standard, imports; Django's ``shell -c``; ``uv run -``.
Loaded for such programs alone, in states that block variables.
"""

from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Finding
    from statewright.policy.words.calls import Call

DUMPERS = ("env", "printenv", "set", "export")
DHALLS = ("dhall", "dhall-to-json", "dhall-to-yaml", "dhall-to-bash", "dhall-to-nix")


def refused(call: "Call", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse what shows a blocked variable there, or all of them."""
    name = call.name.rpartition("/")[2]
    if name == "ssh":  # ssh_config(5), in a file that the line makes
        sends = any("<(" in word.raw and "sendenv" in word.raw.lower() for word in call.words[1:])
        return dump(call.show()) if sends else None
    given = [*call.texts[1:]]
    for redirect in call.command.redirects:
        given += [one.text for one in (redirect.heredoc, redirect.target if redirect.op == "<<<" else None) if one is not None]
    for text in given:
        fault = _fish(text, blocked) if name == "fish" else _dhall(text, blocked) if name in DHALLS else _python(text, blocked)
        if fault:
            return fault
    return None


def _lines(text: str) -> "list[list[str]]":
    for sign in ";|&\n":
        text = text.replace(sign, "\n")
    return [line.split() for line in text.split("\n") if line.strip()]


def _fish(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    for words in _lines(text):
        if words[0] not in ("set", "builtin") or (words[0] == "builtin" and words[1:2] != ["set"]):
            continue
        rest = words[1 + (words[0] == "builtin") :]
        options = [word for word in rest if word[:1] == "-"]
        operands = [word for word in rest if word[:1] != "-"]
        shows = any(word == "--show" or (word[1:2] != "-" and "S" in word) for word in options)
        silent = any(word in ("--names", "--query", "--erase") or (word[1:2] != "-" and not {"n", "q", "e"}.isdisjoint(word)) for word in options)
        if not operands and not silent and text.strip() not in ("-c", "set"):
            return dump("fish's set")
        one = next((word for word in operands if named(blocked, word.partition("[")[0])), "") if shows else ""
        if one:
            return blocked_name(one)
    return None


def _dhall(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    for part in text.split("env:")[1:]:
        word = part.strip("\"'").replace('"', " ").split(" ")[0].strip("()[]{},")
        if named(blocked, word):
            return blocked_name(word)
    return None


def _python(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    from statewright.policy.environ import programs as env_programs
    from statewright.policy.environ import texts as env_texts

    if "${...}" in text:  # xonsh's name for all of them
        return dump("The program")
    for line in text.split("\n"):
        words = line.strip().split()
        first = words[0] if words else ""
        if first in ("%env", "%sx", "%system", "%%bash", "%%sh") or first[:1] == "!":
            rest = [first.lstrip("!"), *words[1:]] if first[:1] == "!" else words[1:]
            rest = [word for word in rest if word]
            if (first == "%env" and not rest) or (rest[:1] and rest[0] in DUMPERS and len(rest) == 1):
                return dump("The program")
            one = next((word for word in env_programs.identifiers(line) if named(blocked, word)), "")
            if one and (first == "%env" or "$" in line or "printenv" in line or "{" in line) and "=" not in "".join(rest[:1]):
                return blocked_name(one)
    return env_programs.program(text, blocked) or env_texts.refused(text, "python", blocked)
