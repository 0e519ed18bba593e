"""What pure code may ask about the disk."""

from statewright import fast

LARGEST = 64 << 20  # bytes of a file whose lines are still counted


class Disk:
    """The Facts of model.py, answered by the disk; relative paths stand from the call's working folder.

    For one event: a link is read once.
    """

    __slots__ = ("_links", "cwd")

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd
        self._links: dict[str, str] = {}

    def _at(self, path: str) -> str:
        return path if path[:1] == "/" or (fast.WINDOWS and path[1:2] == ":") else self.cwd + "/" + path

    def real(self, path: str) -> str:
        """The absolute path with every link resolved."""
        return fast.real(self._at(path), self._links)

    def text(self, path: str) -> "str | None":
        """The file's text, None where there is none; ValueError when it cannot be read as text."""
        try:
            data = fast.read_file(self._at(path), LARGEST + 1)
        except (OSError, ValueError) as error:
            raise ValueError("%s cannot be read: %s" % (path, error)) from None
        if data is None:
            return None
        if len(data) > LARGEST:
            raise ValueError("%s is too large to count its lines" % path)
        return data.decode("utf-8", "surrogateescape")

    def cell(self, path: str, name: str) -> "str | None":
        """The source of a notebook's cell, by its id or ``cell-N``; None when it cannot be told."""
        try:
            cells = fast.loads((self.text(path) or "null").encode("utf-8", "surrogateescape"))["cells"]
            number = int(name[5:]) if name[:5] == "cell-" and name[5:].isdigit() else -1
            found = [cell for cell in cells if cell.get("id") == name] or [cell for i, cell in enumerate(cells) if i == number]
            source = found[0]["source"]
            return source if isinstance(source, str) else "".join(source)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            return None

    def kind(self, path: str) -> str:
        """``file``, ``dir``, ``other`` or ""."""
        return fast.kind(self._at(path))

    def inode(self, path: str) -> str:
        """An identity equal for hard links, "" when absent."""
        return fast.inode(self._at(path))

    def members(self, path: str) -> "list[tuple[str, str]] | None":
        """``(name, where a link leads or "")`` of an archive's members; None when they cannot be told."""
        from statewright.store.members import members  # few lines unpack anything

        return members(self._at(path), fast.size(self.real(path)))

    def links(self, path: str) -> int:
        """How many names a file has."""
        return fast.links(self._at(path))

    def entries(self, path: str) -> "tuple[list[str], list[str]]":
        """The links in a folder, and the folders."""
        return fast.entries(self._at(path))

    def names(self, path: str) -> "list[str]":
        """The names in a folder."""
        return fast.names(self._at(path))
