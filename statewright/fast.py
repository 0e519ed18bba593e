"""The one room with private accelerators: JSON, hashing, clock, files, locks, the way out.

``import json`` alone doubles the start of an empty interpreter, so the hot path takes the C parts
that the public modules are made of, each with the public module as its fallback (other Pythons,
Windows). Everything that touches the operating system on the hot path goes through here.
"""

import sys
import time as _time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

try:
    import posix as _os
except ImportError:  # Windows, by design, untested
    import os as _os  # type: ignore[no-redef]

WINDOWS = sys.platform == "win32"
_CLOEXEC = getattr(_os, "O_CLOEXEC", 0) | getattr(_os, "O_NOINHERIT", 0) | getattr(_os, "O_BINARY", 0)

now = _time.time


class Busy(Exception):
    """A lock was not had in time."""


# JSON -------------------------------------------------------------------------------------------


def _constant(name: str) -> "NoReturn":
    raise ValueError("%s is not JSON" % name)


class _Scanning:
    """What the C scanner asks its context for (json.decoder.JSONDecoder has the same attributes)."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(_constant)
    memo: "dict[str, str]" = {}


def _refuse(value: object) -> "NoReturn":
    raise TypeError("%s is not JSON" % type(value).__name__)


_JSON: "list[Any]" = []  # the two below, made at the first use: where no project is, nothing is read or written


def _json() -> "list[Any]":
    """(text -> value, value -> text), out of the C parts of the json module."""
    try:
        from _json import encode_basestring_ascii, make_encoder, make_scanner
    except ImportError:
        import json

        def parse(text: str) -> "Any":
            return json.loads(text, parse_constant=_constant)

        def write(value: "Any") -> str:
            return json.dumps(value, separators=(",", ":"), allow_nan=False)
    else:
        scan = make_scanner(_Scanning)
        encode = make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, False)

        def parse(text: str) -> "Any":
            text = text.strip(" \t\n\r")
            value, end = scan(text, 0)
            if end != len(text):
                raise ValueError("more than one JSON value")
            return value

        def write(value: "Any") -> str:
            return "".join(encode(value, 0))

    _JSON.extend((parse, write))
    return _JSON


def dumps(value: "Any") -> bytes:
    """Compact ASCII JSON; NaN and foreign types raise ValueError or TypeError."""
    return bytes((_JSON or _json())[1](value), "ascii")


def loads(data: bytes) -> "Any":
    """The JSON value in UTF-8 bytes; ValueError for anything else, whatever was wrong with it."""
    try:
        text = data.decode("utf-8")
        return (_JSON or _json())[0](text[1:] if text[:1] == "\ufeff" else text)
    except ValueError as error:
        raise ValueError("not JSON: %s" % error) from None
    except Exception:  # malformed text is SystemError or StopIteration up to 3.11, RecursionError when nested
        raise ValueError("not JSON") from None


# Hashing, random, time ---------------------------------------------------------------------------

_HASH: "list[Any]" = []  # filled at the first use: most calls hash nothing, and some Pythons have it in a file of its own


def sha256(data: bytes) -> str:
    """SHA-256 in lower-case hex."""
    if not _HASH:
        try:
            if sys.version_info >= (3, 12):
                from _sha2 import sha256 as made
            else:
                from _sha256 import sha256 as made
        except ImportError:
            from hashlib import sha256 as made
        _HASH.append(made)
    return str(_HASH[0](data).hexdigest())


def token(size: int = 16) -> str:
    """Random hex, two letters for each of ``size`` bytes."""
    return _os.urandom(size).hex()


def iso(seconds: float) -> str:
    """UTC time with milliseconds, as AETP shows it: 2026-01-31T12:00:00.000Z."""
    whole = int(seconds * 1000 + 0.5)
    t = _time.gmtime(whole // 1000)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (t[0], t[1], t[2], t[3], t[4], t[5], whole % 1000)


# Environment and process -------------------------------------------------------------------------


def getenv(name: str) -> str:
    """The variable's value, "" when it is not set."""
    environ = _os.environ
    if _os.__name__ == "os":  # the public module has words where the private one has bytes
        return str(environ.get(name) or "")  # type: ignore[call-overload]
    value = environ.get(name.encode())  # type: ignore[call-overload]
    return value.decode(sys.getfilesystemencoding(), "surrogateescape") if value else ""


getcwd = _os.getcwd
getpid = _os.getpid
getppid = _os.getppid


def user() -> int:
    """The user this process acts for, -1 where that has no number."""
    return _os.geteuid() if hasattr(_os, "geteuid") else -1


def ticks() -> int:
    """In how many parts of a second the system tells when a process began."""
    return int(_os.sysconf("SC_CLK_TCK"))


def peer(fd: int) -> int:
    """The process that made the Unix socket pair whose end ``fd`` is; -1 when it is none, or the system does not tell; 0 when the maker
    is not seen from this process namespace. A connection to a place that the process listens at has its number too, but no pair has a name."""
    if _os.fstat(fd).st_mode & 0o170000 != 0o140000 or not sys.platform.startswith("linux"):
        return -1
    import _socket  # here only: a shared library of its own in many Pythons

    try:
        one = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, fd)
        try:
            if one.getpeername():
                return -1
            return int.from_bytes(one.getsockopt(_socket.SOL_SOCKET, 17, 4), sys.byteorder)  # SO_PEERCRED begins with the pid
        finally:
            one.detach()
    except OSError:
        return -1


def alive(pid: int) -> bool:
    """Whether the kernel knows a process of this number here; unlike /proc, no mount hides it."""
    try:
        _os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # another user's
    return True


def leave(code: int) -> "NoReturn":
    """End the process at once: the interpreter's own shutdown costs a sixth of its life."""
    _os._exit(code)


sleep = _time.sleep


def spawn(argv: "tuple[str, ...]", kept: "tuple[str, ...]") -> int:
    """Start this interpreter with these arguments, in a session of its own, mute, with only these variables; its process id, or -1."""
    if not hasattr(_os, "posix_spawn") or not sys.executable:
        return -1
    env = {name: value for name, value in ((name, getenv(name)) for name in kept) if value}
    mute = [(_os.POSIX_SPAWN_OPEN, fd, "/dev/null", _os.O_RDWR, 0) for fd in (0, 1, 2)]
    try:
        return _os.posix_spawn(sys.executable, (sys.executable, *argv), env, file_actions=mute, setsid=True)
    except NotImplementedError:
        return _os.posix_spawn(sys.executable, (sys.executable, *argv), env, file_actions=mute, setpgroup=0)
    except OSError:
        return -1


def ended(pid: int) -> bool:
    """Whether a process started here is over."""
    try:
        return _os.waitpid(pid, _os.WNOHANG)[0] == pid
    except OSError:
        return True


def write(fd: int, data: bytes) -> None:
    """Write all of it; a reader that went away is not our fault."""
    try:
        while data:
            data = data[_os.write(fd, data) :]
    except OSError:
        pass


def encoded(text: str) -> bytes:
    """UTF-8 of any text whatever; lone surrogates, which JSON can smuggle in, show as escapes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace")


def read_all(fd: int) -> bytes:
    """Everything until the end of a stream."""
    data = _os.read(fd, 65536)
    if not data:
        return data
    parts = [data]
    size = 65536  # at first: a larger piece is mapped and given back, which costs more than most inputs are long
    while True:
        data = _os.read(fd, size)
        if not data:
            return parts[0] if len(parts) == 1 else b"".join(parts)
        parts.append(data)
        size = 1 << 20


# Files -------------------------------------------------------------------------------------------


def read_file(path: str, limit: int = -1) -> "bytes | None":
    """A file's bytes (at most ``limit``), None when there is no such file; OSError otherwise."""
    try:
        fd = _os.open(path, _os.O_RDONLY | _CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        size = _os.fstat(fd).st_size + 1 if limit < 0 else limit
        data = _os.read(fd, size)
        while 0 < len(data) < size:
            more = _os.read(fd, size - len(data))
            if not more:
                break
            data += more
        return data
    finally:
        _os.close(fd)


def read_slice(path: str, offset: int, length: int) -> bytes:
    """``length`` bytes of a file from ``offset``; OSError when there is no such file."""
    fd = _os.open(path, _os.O_RDONLY | _CLOEXEC)
    try:
        _os.lseek(fd, offset, 0)
        return _os.read(fd, length)
    finally:
        _os.close(fd)


def replace(path: str, data: bytes, sync: bool = False) -> None:
    """Put a whole file in place of another in one step; owner only."""
    fresh = "%s.%d.new" % (path, _os.getpid())
    fd = _os.open(fresh, _os.O_WRONLY | _os.O_CREAT | _os.O_TRUNC | _CLOEXEC, 0o600)
    try:
        while data:
            data = data[_os.write(fd, data) :]
        if sync:
            _os.fsync(fd)
    finally:
        _os.close(fd)
    _os.replace(fresh, path)


def open_append(path: str) -> int:
    """A file to append to, made when absent; its descriptor."""
    return _os.open(path, _os.O_RDWR | _os.O_CREAT | _os.O_APPEND | _CLOEXEC, 0o600)


def open_read(path: str) -> int:
    """A file to read; its descriptor."""
    return _os.open(path, _os.O_RDONLY | _CLOEXEC)


def mark(path: "str | int") -> "tuple[int, int, int]":
    """Device, inode and bytes of a file or an open one; OSError when there is none."""
    found = _os.stat(path)
    return found.st_dev, found.st_ino, found.st_size


def add(fd: int, data: bytes, cut: int = -1, sync: bool = False) -> None:
    """Append to an open file, first cut to ``cut`` bytes unless that is negative."""
    if cut >= 0:
        _os.ftruncate(fd, cut)
    while data:
        data = data[_os.write(fd, data) :]
    if sync:
        _os.fsync(fd)


close = _os.close


def size(path: str) -> int:
    """A file's size in bytes, -1 when there is none; a link is not followed."""
    try:
        return _os.lstat(path).st_size
    except (OSError, ValueError):
        return -1


def open_own(path: str) -> int:
    """Open a regular file of this user's for reading. OSError for a link, ValueError (a word) for what is no such file."""
    fd = _os.open(path, _os.O_RDONLY | _CLOEXEC | getattr(_os, "O_NOFOLLOW", 0) | getattr(_os, "O_NONBLOCK", 0))
    found = _os.fstat(fd)
    wrong = "kind" if found.st_mode & 0o170000 != 0o100000 else "" if WINDOWS or found.st_uid == _os.geteuid() else "owner"
    if wrong:
        _os.close(fd)
        raise ValueError(wrong)
    return fd


def length(fd: int) -> int:
    """An open file's size in bytes."""
    return _os.fstat(fd).st_size


def read_at(fd: int, offset: int, count: int) -> bytes:
    """At most ``count`` bytes of an open file from ``offset``; fewer only at its end."""
    _os.lseek(fd, offset, 0)
    data = _os.read(fd, count)
    while data and len(data) < count:
        more = _os.read(fd, count - len(data))
        if not more:
            break
        data += more
    return data


def make_dirs(path: str) -> None:
    """Make a folder and its parents, owner only; one that is there already is fine."""
    try:
        _os.mkdir(path, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        parent = path.rpartition("/")[0]
        if not parent:
            raise
        make_dirs(parent)
        try:
            _os.mkdir(path, 0o700)
        except FileExistsError:
            return


def remove(path: str) -> bool:
    """Remove a file; False when it was not there."""
    try:
        _os.unlink(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def kind(path: str) -> str:
    """``file``, ``dir``, ``other``, or "" when there is nothing (a link is followed)."""
    try:
        mode = _os.stat(path).st_mode & 0o170000
    except (OSError, ValueError):
        return ""
    return "dir" if mode == 0o040000 else "file" if mode == 0o100000 else "other"


def looked(path: str, follow: bool = True) -> "Any":
    """What the system keeps of a file (``os.stat_result``), None when there is none; follow: of what a link leads to."""
    try:
        return _os.stat(path, follow_symlinks=follow)
    except (OSError, ValueError):
        return None


def inode(path: str) -> str:
    """Device and inode of a file, "" when there is none: equal for hard links."""
    try:
        found = _os.stat(path)
    except (OSError, ValueError):
        return ""
    return "%d:%d" % (found.st_dev, found.st_ino)


def links(path: str) -> int:
    """How many names a file has, 0 when there is none."""
    try:
        return _os.stat(path).st_nlink
    except (OSError, ValueError):
        return 0


def names(path: str) -> "list[str]":
    """The names in a folder, [] when it is none."""
    try:
        return sorted(_os.listdir(path))
    except (OSError, ValueError):
        return []


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


def real(path: str, known: "dict[str, str] | None" = None) -> str:
    """An absolute path with every link resolved, as far as it exists; dangling links are followed too.

    known: where each path leads that was looked at in this same moment ("" for no link), filled as it goes.
    """
    known = {} if known is None else known
    if WINDOWS:
        from os.path import realpath

        return realpath(path).replace("\\", "/")
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
                target = _os.readlink(here)
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


# Locks -------------------------------------------------------------------------------------------


def lock(path: str, seconds: float = 2.0) -> int:
    """Hold the lock file exclusively; gives what ``unlock`` takes. Raises Busy after ``seconds``.

    flock queues its waiters in the kernel, so 32 hooks at once wait their turn and nobody starves; a
    polling lock would. filelock uses flock on the same file, so both exclude each other.
    """
    fd = _os.open(path, _os.O_RDWR | _os.O_CREAT | _CLOEXEC, 0o600)
    try:
        try:
            import fcntl
        except ImportError:
            _lock_windows(fd, seconds)
            return fd
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            import _signal

            def rang(number: int, frame: object) -> "NoReturn":
                raise Busy

            before = _signal.signal(_signal.SIGALRM, rang)
            _signal.setitimer(_signal.ITIMER_REAL, seconds)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX)
            finally:
                _signal.setitimer(_signal.ITIMER_REAL, 0)
                _signal.signal(_signal.SIGALRM, before)
        return fd
    except BaseException:
        _os.close(fd)
        raise


def _lock_windows(fd: int, seconds: float) -> None:
    import msvcrt

    until = now() + seconds
    while True:
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            return
        except OSError:
            if now() > until:
                raise Busy from None
            _time.sleep(0.005)


def unlock(fd: int) -> None:
    """Let a lock go."""
    _os.close(fd)
