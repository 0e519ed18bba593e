"""Patches: where their text stands in a call, and which files it changes.

Two formats: the one whose headers are ``*** Update File:`` and the like, where every line behind ``+``, ``-`` or a blank is a file's
text, and the unified diff of diff(1) and git (gitformat-diff(5)).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEYS = ("input", "patch", "diff", "content", "patch_text")
HEADS = (("update", "*** Update File:"), ("add", "*** Add File:"), ("delete", "*** Delete File:"), ("move", "*** Move to:"))
# What else in a unified diff of git's names a file that is changed.
GIT = (("move", "rename from "), ("move", "rename to "), ("add", "copy to "))
NOWHERE = "/dev/null"


def patch_text(given: "dict[str, Any]") -> "str | None":
    """The text of a patch, whatever its field is called, several one after the other; None when there is none."""
    found = [given[key] for key in KEYS if isinstance(given.get(key), str)]
    for value in given.values():
        if isinstance(value, list) and len(value) > 1 and all(isinstance(item, str) for item in value):
            found.append("\n".join(value[1:]) if value[0][:1] != "*" else "\n".join(value))
    return "\n".join(dict.fromkeys(found)) if found else None


def rows(text: str) -> "list[str]":
    """The lines of a patch, whatever ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def own(text: str) -> bool:
    """Whether a patch has headers of the first format."""
    return "*** Begin Patch" in text or any(head in text for _, head in HEADS)


def head(line: str) -> "tuple[str, str]":
    """``(kind, path)`` of a header of the first format, ``("", "")`` for other lines; set in or not."""
    if "***" not in line or line[:1] in ("+", "-"):
        return "", ""
    bare = line.strip()
    for kind, start in HEADS:
        if bare.startswith(start):
            return kind, bare[len(start) :].strip()
    return "", ""


def pair(lines: "list[str]", i: int) -> bool:
    """Whether a line is one of the two in front of a hunk that name the files; a removed ``-- x`` looks like one."""
    at = i if lines[i][:4] == "--- " else i - 1
    return at >= 0 and [line[:4] for line in lines[at : at + 2]] == ["--- ", "+++ "] and lines[at + 2 : at + 3] != [] and lines[at + 2][:2] == "@@"


def _named(line: str) -> str:
    """The path in a line of a unified diff, behind its first four characters."""
    return line[4:].split("\t")[0].strip().strip('"')


def patch_files(text: str) -> "list[tuple[str, str]]":
    """``(kind, path)`` of all that a patch may change: kind is update, add, delete or move. What only looks like a header is among them."""
    out = []
    lines = rows(text)
    first = own(text)
    for i, line in enumerate(lines):
        kind, path = head(line)
        if kind:
            out.append((kind, path))
        elif line[:4] in ("+++ ", "--- ") and (not first or pair(lines, i)):
            path = _named(line)
            other = lines[i + 1 : i + 2] if line[0] == "-" else lines[i - 1 : i] if i else []
            kind = "update" if not other or _named(other[0]) != NOWHERE else "delete" if line[0] == "-" else "add"
            if path != NOWHERE:
                out.append((kind, path))
                if path[1:2] == "/" and path[:1].isalpha():  # git's a/ and b/, or the letters of diff.mnemonicPrefix
                    out.append((kind, path[2:]))
        elif not first:
            out += [(kind, line[len(start) :].strip().strip('"')) for kind, start in GIT if line.startswith(start)]
            if line[:11] == "diff --git ":
                out += [("update", path) for path in _git(line)]
    return out


def _git(line: str) -> "list[str]":
    """The two paths of git's own header."""
    rest = line[11:].replace('"', "")
    at = rest.find(" b/")
    return [rest[:at].removeprefix("a/"), rest[at + 3 :]] if at > 0 else rest.split()


def touched(text: str) -> "list[str]":
    """The paths that a patch changes, each once and by one name: what is counted."""
    lines = rows(text)
    if own(text):
        return list(dict.fromkeys(path for kind, path in map(head, lines) if kind))
    out = []
    for i, line in enumerate(lines):
        if line[:4] in ("+++ ", "--- ") and pair(lines, i) and _named(line) != NOWHERE:
            path = _named(line)
            out.append(path[2:] if path[:2] in ("a/", "b/") else path)
        out += [line[len(start) :].strip().strip('"') for _, start in GIT if line.startswith(start)]
        if line[:11] == "diff --git ":
            out += _git(line)
    return list(dict.fromkeys(out))
