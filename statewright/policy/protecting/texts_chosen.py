"""Conditions by which a program chooses among the names that a walk gives it: which of the protected files they leave in.

``if f.endswith(".json")``, ``.filter(f => /^\\.s/.test(f))``, ``if not p.suffix == ".py": continue``, ``if "old" in text``.
"""

from statewright.policy.outputs.find import PROJECT
from statewright.policy.words.patterns import _glob

SUFFIX = ("endswith(", "endsWith(", "end_with?(", "suffix==", "suffixin", "extname(", "splitext(", "fnmatch", ".extension", "substr(", "suffixesin")
PREFIX = ("startswith(", "startsWith(", "start_with?(", '[0]=="', '[0]==="', "[0,1]==", "[:1]==", "charAt(0)==", "starts_with(")
KINDS = ("is_file", "is_dir", "isfile", "isdir", "isFile", "isDirectory", "file?", "directory?", "exists", "-f$", "-d$", "isSymlink", "is_symlink")
LEAVING = ("continue", "next", "return", "false")


def left(text: str, shape: str) -> bool:
    """Whether the conditions of a program leave a protected file among what its walk gives."""
    last = shape.rpartition("/")[2]
    names = [path for path, _ in PROJECT if last in ("*", "**") or _glob(last, 0, path.rpartition("/")[2], 0, [2000])]
    low = text
    for word in ("if(", ".filter(", "select{", "select {", "reject{", "reject {", "grep{", "grep {", "elif ", "unless ", "if not "):
        low = low.replace(word, "if !" if word in ("reject{", "reject {", "unless ", "if not ") else "if ")
    for piece in low.replace(" and ", " if ").replace("&&", " if ").split("if ")[1:]:
        kept = _tested(piece, names, low)
        if kept is None:
            return False
        names = kept
    return bool(names)


def _tested(piece: str, names: "list[str]", text: str) -> "list[str] | None":
    """The names that a condition leaves; None where it cannot be told. piece: the text behind its ``if``."""
    line = piece.partition("\n")[0]
    shown = line.replace(" ", "")
    cut = min([at for at in (line.find(sign) for sign in (":", "]", "{", ";", "}")) if at >= 0] or [len(line)])
    if line[cut : cut + 1] == "]" and line[:cut].rstrip()[-2:].lstrip("[").isdigit():
        cut = len(line)
    asked = shown if any(one in shown for one in PREFIX) else line[:cut].replace(" ", "") or shown
    behind = piece[cut + 1 :].lstrip() if line[cut : cut + 1] in (":", "{", "") else piece[cut:].lstrip(") ")
    turned = line[:1] == "!" or "=>!" in asked[:40] or "notin" in asked or "!=" in asked or "not" in line[:cut].split()
    leaves = turned != (behind.startswith(LEAVING) or line.rpartition(")")[2].strip(" ;").startswith(LEAVING))
    values = [one for i, one in enumerate(asked.split('"')) if i % 2] + _regexes(asked)
    if any(one in asked for one in PREFIX) or any(one[:1] == "^" for one in values):
        heads = tuple([one.lstrip("^").replace("\\", "") for one in values if one])
        if leaves:
            return [] if any(one in (".", "/.") for one in heads) else names
        return [name for name in names if any(one and (name.startswith(one) or name.rpartition("/")[2].startswith(one)) for one in heads)]
    if any(one in asked for one in SUFFIX) or any(one[-1:] == "$" for one in values):
        tails = tuple([end.lstrip("*") for one in values for end in _ends(one)])
        if leaves or not tails:
            return names if leaves else None
        return [name for name in names if name.endswith(tails)]
    if any(one in asked for one in KINDS):
        return names
    if leaves:
        return [] if any(one in ("/.", ".") for one in values) and "parts" in asked else names
    word = asked.rpartition("in")[2].strip("()") if "in" in asked else asked.partition(".")[0]
    lines = [text[at + len(word) :].partition("\n")[0] for at in spots(text, word) if whole(text, at, word)] if word.isidentifier() else []
    read = any(one.lstrip()[:1] == "=" and "read" in one for one in lines)
    if read or not values or "read" in asked:
        return names if read or "read" in asked or "=" in asked or asked.isidentifier() else None
    if any(sign in asked for sign in ("includes(", "include?(", "strpos(", "contains(", "match(", "test(", "=~", "search(")) or asked[:1] == '"':
        return [name for name in names if any(one and one.strip("/") in name for one in values)]
    return None


def _regexes(asked: str) -> "list[str]":
    pieces = asked.split("/")
    return [pieces[1].replace("\\.", ".")] if len(pieces) > 2 and '"' not in pieces[1] else []


def _ends(one: str) -> "list[str]":
    """The ends that a pattern of a suffix has: ``\\.(js|json)$``."""
    one = one.rstrip("$").replace("\\.", ".").replace("\\", "")
    if "(" in one and "|" in one:
        head, _, inner = one.partition("(")
        return [head + end for end in inner.replace("?:", "").rstrip(")").split("|")]
    return [one] if one else []


def spots(text: str, name: str) -> "list[int]":
    """Where a name stands in a text, within longer ones too."""
    out, at = [], text.find(name)
    while at >= 0:
        out.append(at)
        at = text.find(name, at + 1)
    return out


def whole(text: str, at: int, name: str) -> bool:
    """Whether the name at a place is no part of a longer one."""
    before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
    return not (before.isalnum() or before == "_" or before == "." or after.isalnum() or after == "_")
