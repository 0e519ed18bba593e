"""What a file holds: read, written, replaced, made, removed."""

from statewright.fast.system import CLOEXEC, NOWAIT, OS, PLAIN, WINDOWS


def read_file(path: str, limit: int = -1) -> "bytes | None":
    """A file's bytes (at most ``limit``), None when there is no such file; OSError otherwise."""
    try:
        fd = OS.open(path, OS.O_RDONLY | NOWAIT)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        size = OS.fstat(fd).st_size + 1 if limit < 0 else limit
        data = OS.read(fd, size)
        while 0 < len(data) < size:
            more = OS.read(fd, size - len(data))
            if not more:
                break
            data += more
        return data
    finally:
        OS.close(fd)


def read_slice(path: str, offset: int, length: int) -> bytes:
    """``length`` bytes of a file from ``offset``; OSError when there is no such file."""
    fd = OS.open(path, OS.O_RDONLY | NOWAIT)
    try:
        if WINDOWS:
            OS.lseek(fd, offset, 0)
            return OS.read(fd, length)
        return OS.pread(fd, length, offset)
    finally:
        OS.close(fd)


def replace(path: str, data: bytes, sync: bool = False) -> None:
    """Put a whole file in place of another in one step; owner only."""
    fresh = "%s.%d.new" % (path, OS.getpid())
    fd = OS.open(fresh, OS.O_WRONLY | OS.O_CREAT | OS.O_TRUNC | PLAIN, 0o600)
    try:
        while data:
            data = data[OS.write(fd, data) :]
        if sync:
            OS.fsync(fd)
    finally:
        OS.close(fd)
    OS.replace(fresh, path)


def overwrite(fd: int, data: bytes) -> None:
    """Write a few bytes over an open file's first ones: one system call, so that a killed process leaves either."""
    if WINDOWS:
        OS.lseek(fd, 0, 0)
        OS.write(fd, data)
    else:
        OS.pwrite(fd, data, 0)


def open_change(path: str, make: bool = False, grow: bool = False) -> int:
    """A file to read and to change; its descriptor. make: where it is absent. grow: each write goes to its end. OSError for a link."""
    return OS.open(path, OS.O_RDWR | PLAIN | (OS.O_CREAT if make else 0) | (OS.O_APPEND if grow else 0), 0o600)


def open_append(path: str, follow: bool = False) -> int:
    """A file to append to, made when absent; its descriptor. OSError for a link unless it is to be followed."""
    return OS.open(path, OS.O_RDWR | OS.O_CREAT | OS.O_APPEND | (CLOEXEC if follow else PLAIN), 0o600)


def open_read(path: str) -> int:
    """A file to read; its descriptor. OSError for a link."""
    return OS.open(path, OS.O_RDONLY | PLAIN)


def open_own(path: str) -> int:
    """Open a regular file of this user's for reading. OSError for a link, ValueError (a word) for what is no such file."""
    fd = OS.open(path, OS.O_RDONLY | PLAIN)
    found = OS.fstat(fd)
    wrong = "kind" if found.st_mode & 0o170000 != 0o100000 else "" if WINDOWS or found.st_uid == OS.geteuid() else "owner"
    if wrong:
        OS.close(fd)
        raise ValueError(wrong)
    return fd


close = OS.close


def length(fd: int) -> int:
    """An open file's size in bytes."""
    return OS.fstat(fd).st_size


def mark(path: "str | int") -> "tuple[int, int, int]":
    """Device, inode and bytes of a file or an open one; OSError when there is none, it is no plain file, or has a second name."""
    found = OS.fstat(path) if isinstance(path, int) else OS.lstat(path)
    if found.st_mode & 0o170000 != 0o100000 or found.st_nlink > 1:  # none: another was put in its place meanwhile
        raise OSError("it has a second name" if found.st_mode & 0o170000 == 0o100000 else "it is a link, a folder or a pipe")
    return found.st_dev, found.st_ino, found.st_size


def read_at(fd: int, offset: int, count: int) -> bytes:
    """At most ``count`` bytes of an open file from ``offset``; fewer only at its end."""
    data = b""
    while len(data) < count:
        if WINDOWS:
            OS.lseek(fd, offset + len(data), 0)
            more = OS.read(fd, count - len(data))
        else:
            more = OS.pread(fd, count - len(data), offset + len(data))
        if not more:
            break
        data = data + more if data else more
    return data


def add(fd: int, data: bytes, cut: int = -1, sync: bool = False) -> None:
    """Append to an open file, first cut to ``cut`` bytes unless that is negative."""
    if cut >= 0:
        OS.ftruncate(fd, cut)
    while data:
        data = data[OS.write(fd, data) :]
    if sync:
        OS.fsync(fd)


def make_dirs(path: str) -> None:
    """Make a folder and its parents, owner only; one that is there already is fine."""
    try:
        OS.mkdir(path, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        parent = path.rpartition("/")[0]
        if not parent:
            raise
        make_dirs(parent)
        try:
            OS.mkdir(path, 0o700)
        except FileExistsError:
            return


def remove(path: str) -> bool:
    """Remove a file; False when it was not there."""
    try:
        OS.unlink(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
