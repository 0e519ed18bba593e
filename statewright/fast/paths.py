"""What stands where a path leads, without opening it; and the path itself, folded or followed."""

from statewright.fast.system import OS, WINDOWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def kind(path: str) -> str:
    """``file``, ``dir``, ``other``, or "" when there is nothing (a link is followed)."""
    try:
        mode = OS.stat(path).st_mode & 0o170000
    except (OSError, ValueError):
        return ""
    return "dir" if mode == 0o040000 else "file" if mode == 0o100000 else "other"


def size(path: str) -> int:
    """A file's size in bytes, -1 when there is none; a link is not followed."""
    try:
        return OS.lstat(path).st_size
    except (OSError, ValueError):
        return -1


def looked(path: str, follow: bool = True) -> "Any":
    """What the system keeps of a file (``os.stat_result``), None when there is none; follow: of what a link leads to."""
    try:
        return OS.stat(path, follow_symlinks=follow)
    except (OSError, ValueError):
        return None


def linked(path: str) -> bool:
    """Whether a path is a link, wherever it leads."""
    try:
        return OS.lstat(path).st_mode & 0o170000 == 0o120000
    except (OSError, ValueError):
        return False


def inode(path: str) -> str:
    """Device and inode of a file, "" when there is none: equal for hard links."""
    try:
        found = OS.stat(path)
    except (OSError, ValueError):
        return ""
    return "%d:%d" % (found.st_dev, found.st_ino)


def links(path: str) -> int:
    """How many names a file has, 0 when there is none."""
    try:
        return OS.stat(path).st_nlink
    except (OSError, ValueError):
        return 0


def names(path: str) -> "list[str]":
    """The names in a folder, [] when it is none."""
    try:
        return sorted(OS.listdir(path))
    except (OSError, ValueError):
        return []


def entries(path: str) -> "tuple[list[str], list[str]]":
    """The links in a folder, and the folders; ([], []) when it is none."""
    found: "tuple[list[str], list[str]]" = ([], [])
    try:
        for one in OS.scandir(path):
            if one.is_symlink():
                found[0].append(one.name)
            elif one.is_dir():
                found[1].append(one.name)
    except (OSError, ValueError):
        pass
    return found


def normal(path: str) -> str:
    """An absolute path with ``.``, ``..`` and doubled slashes folded, links not looked at."""
    parts: "list[str]" = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def _above(known: "dict[str, str]") -> "dict[str, str]":
    """Note the folders that we stand in as no links: the system names them as they are, in one call however deep they lie."""
    try:
        here = OS.getcwd()
    except OSError:
        here = ""  # it was deleted
    while here:
        known[here] = ""
        here = here.rpartition("/")[0]
    return known


def real(path: str, known: "dict[str, str] | None" = None) -> str:
    """An absolute path with every link resolved, as far as it exists; dangling links are followed too.

    known: where each path leads that was looked at in this same moment ("" for no link), filled as it goes.
    """
    if WINDOWS:
        from os.path import realpath

        return realpath(path).replace("\\", "/")
    known = known or _above({} if known is None else known)
    done = ""
    rest = [part for part in reversed(path.split("/")) if part and part != "."]
    for _ in range(4096):  # links that go round end here, unresolved
        if not rest:
            break
        part = rest.pop()
        if part == "..":
            done = done.rpartition("/")[0]
            continue
        here = done + "/" + part
        target = known.get(here)
        if target is None:
            try:
                target = OS.readlink(here)
            except (OSError, ValueError):
                target = ""
            known[here] = target
        if not target:
            done = here
            continue
        if target[:1] == "/":
            done = ""
        rest.extend(piece for piece in reversed(target.split("/")) if piece and piece != ".")
    return done or "/"
