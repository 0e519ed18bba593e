"""Patches: where their text stands in a call, and which files it changes."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def patch_text(given: "dict[str, Any]") -> "str | None":
    """The text of a patch, whatever its field is called; None when there is none."""
    for key in ("input", "patch", "diff", "content", "patch_text"):
        if isinstance(given.get(key), str):
            return str(given[key])
    for value in given.values():
        if isinstance(value, list) and len(value) > 1 and all(isinstance(item, str) for item in value):
            return str(value[-1])
    return None


def patch_files(text: str) -> "list[tuple[str, str]]":
    """``(kind, path)`` of a patch: kind is update, add, delete or move."""
    out = []
    for line in text.replace("\r", "\n").split("\n"):
        for kind, head in (("update", "*** Update File:"), ("add", "*** Add File:"), ("delete", "*** Delete File:"), ("move", "*** Move to:")):
            if line.lstrip().startswith(head):
                out.append((kind, line.strip()[len(head) :].strip()))
        if line[:4] in ("+++ ", "--- "):
            path = line[4:].split("\t")[0].strip()
            if path != "/dev/null":
                out.append(("update", path))
                if path[:2] in ("a/", "b/"):
                    out.append(("update", path[2:]))
    return out
