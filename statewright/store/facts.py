"""What pure code may ask about the disk."""

from statewright import fast

LARGEST = 64 << 20  # bytes of a file whose lines are still counted


class Disk:
    """The Facts of model.py, answered by the disk; relative paths stand from the call's working folder."""

    __slots__ = ("cwd",)

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd

    def _at(self, path: str) -> str:
        return path if path[:1] == "/" or (fast.WINDOWS and path[1:2] == ":") else self.cwd + "/" + path

    def real(self, path: str) -> str:
        """The absolute path with every link resolved."""
        return fast.real(self._at(path))

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

    def kind(self, path: str) -> str:
        """``file``, ``dir``, ``other`` or ""."""
        return fast.kind(self._at(path))

    def inode(self, path: str) -> str:
        """An identity equal for hard links, "" when absent."""
        return fast.inode(self._at(path))

    def names(self, path: str) -> "list[str]":
        """The names in a folder."""
        return fast.names(self._at(path))
