"""Names that a program only asks after: ``if ".git" in p.parts: continue``, ``skip = {".git", "build"}`` and then ``x not in skip``."""

from statewright.policy.protecting.texts_filled import QUOTES, _called, _identifier
from statewright.policy.protecting.texts_joined import changes

_COMPARING = """
    startswith endswith includes has indexof match contains equals count index exists isdir isfile existssync exist? directory? file? is_dir is_file
    file_exists lexists
"""
COMPARING = frozenset(_COMPARING.split())
LINES = ('\\n".join(', "\\n'.join(", '" ".join(', "' '.join(", '", ".join(', "', '.join(", "writelines(")
ASKED = (".exists(", ".is_dir(", ".is_file(", ".exist?", ".directory?")
SETS = ("set", "frozenset", "Set", "tuple", "list")


def compared(text: str, literal: str) -> bool:
    """Whether a program only compares names with a text, or has it in a list that it only looks in: ``if ".git" in p.parts: continue``."""
    seen = False
    for sign in QUOTES:
        quoted = sign + literal + sign
        at = text.find(quoted)
        while at >= 0:
            seen = True
            if not _asks(text, text[:at].rstrip(), text[at + len(quoted) :].lstrip()):
                return False
            at = text.find(quoted, at + 1)
    return seen


def _asks(text: str, front: str, behind: str) -> bool:
    if behind.startswith(("in ", "not in ", "==", "!=")) or front.endswith(("==", "!=")) or behind.lstrip(" )").startswith(ASKED):
        return True
    if front[-1:] not in ("(", ",", "[", "{"):
        return False
    name = _called(front)[0]
    if name in ("", "join", "Path", "resolve"):
        name = _called(front.rpartition("(")[0].rstrip())[0]
    if name.lower() in COMPARING:
        return True
    while front[-1:] == ",":  # to the beginning of the list
        front = front[:-1].rstrip()
        if front[-1:] not in QUOTES:
            return False
        front = front[: front.rfind(front[-1], 0, len(front) - 1)].rstrip()
    front = front[:-1].rstrip() if front[-1:] in ("(", "[", "{") else ""
    if front.endswith(LINES):
        return True  # the lines of a text
    if front.endswith((" in", ")in")):
        before = front[:-2].rstrip().removesuffix(" not").rstrip()
        return not _identifier(before[: len(before) - len(_identifier(before))].rstrip()).endswith("for")
    word = _identifier(front[:-1].rstrip()) if front[-1:] == "(" else ""
    if word in SETS:
        front = front[:-1].rstrip()[: -len(word)].rstrip().removesuffix("new").rstrip()
    variable = _identifier(front[:-1].rstrip()) if front[-1:] == "=" and front[-2:-1] not in ("=", "!", "+", "<", ">") else ""
    return bool(variable) and _looked_in(text, variable)


def _looked_in(text: str, variable: str) -> bool:
    """Whether a list is used for nothing but to ask whether something is in it."""
    pieces = text.split(variable)
    for i in range(1, len(pieces)):
        front, behind = variable.join(pieces[:i]), variable.join(pieces[i:])
        if front[-1:].isalnum() or front[-1:] in ("_", ".") or behind[:1].isalnum() or behind[:1] == "_":
            continue
        before = front.rstrip()
        if behind.lstrip()[:1] == "=" and behind.lstrip()[:2] != "==":
            continue
        if behind.startswith((".has(", ".includes(", ".indexOf(", ".include?(", ".contains(")):
            continue
        if _identifier(before) != "in":
            return False
        item = before[:-2].rstrip()
        ahead = item[: len(item) - len(_identifier(item))].rstrip()
        if ahead.endswith("for"):
            inside = ahead[:-3].rstrip()
            if _called(inside)[0] not in ("any", "all") or changes(inside[inside.rfind("any(") :] if "any(" in inside else inside):
                return False
    return True
