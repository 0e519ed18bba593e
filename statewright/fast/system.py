"""The operating system itself, and what it tells this process or does with it: time, chance, environment, processes, streams."""

import sys
import time as _time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

try:
    import posix as OS
except ImportError:  # Windows, by design, untested
    import os as OS  # type: ignore[no-redef]

WINDOWS = sys.platform == "win32"
CLOEXEC = getattr(OS, "O_CLOEXEC", 0) | getattr(OS, "O_NOINHERIT", 0) | getattr(OS, "O_BINARY", 0)
NOWAIT = CLOEXEC | getattr(OS, "O_NONBLOCK", 0)  # a pipe put in a file's place must not hold up a hook
PLAIN = NOWAIT | getattr(OS, "O_NOFOLLOW", 0)  # for files of ours that nobody may lead elsewhere

now = _time.time
sleep = _time.sleep


def iso(seconds: float) -> str:
    """UTC time with milliseconds, as AETP shows it: 2026-01-31T12:00:00.000Z."""
    whole = int(seconds * 1000 + 0.5)
    t = _time.gmtime(whole // 1000)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (t[0], t[1], t[2], t[3], t[4], t[5], whole % 1000)


def token(size: int = 16) -> str:
    """Random hex, two letters for each of ``size`` bytes."""
    return OS.urandom(size).hex()


def getenv(name: str) -> str:
    """The variable's value, "" when it is not set."""
    environ = OS.environ
    if OS.__name__ == "os":  # the public module has words where the private one has bytes
        return str(environ.get(name) or "")  # type: ignore[call-overload]
    value = environ.get(name.encode())  # type: ignore[call-overload]
    return value.decode(sys.getfilesystemencoding(), "surrogateescape") if value else ""


getcwd = OS.getcwd
getpid = OS.getpid
getppid = OS.getppid


def user() -> int:
    """The user this process acts for, -1 where that has no number."""
    return OS.geteuid() if hasattr(OS, "geteuid") else -1


def ticks() -> int:
    """In how many parts of a second the system tells when a process began."""
    return int(OS.sysconf("SC_CLK_TCK"))


def peer(fd: int) -> int:
    """The process that made the Unix socket pair whose end ``fd`` is; -1 when it is none, or the system does not tell; 0 when the maker
    is not seen from this process namespace. A connection to a place that the process listens at has its number too, but no pair has a name."""
    if OS.fstat(fd).st_mode & 0o170000 != 0o140000 or not sys.platform.startswith("linux"):
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
        OS.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # another user's
    return True


def leave(code: int) -> "NoReturn":
    """End the process at once: the interpreter's own shutdown costs a sixth of its life."""
    OS._exit(code)


def spawn(argv: "tuple[str, ...]", kept: "tuple[str, ...]") -> int:
    """Start this interpreter with these arguments, in a session of its own, mute, with only these variables; its process id, or -1."""
    if not hasattr(OS, "posix_spawn") or not sys.executable:
        return -1
    env = {name: value for name, value in ((name, getenv(name)) for name in kept) if value}
    mute = [(OS.POSIX_SPAWN_OPEN, fd, "/dev/null", OS.O_RDWR, 0) for fd in (0, 1, 2)]
    try:
        return OS.posix_spawn(sys.executable, (sys.executable, *argv), env, file_actions=mute, setsid=True)
    except NotImplementedError:
        return OS.posix_spawn(sys.executable, (sys.executable, *argv), env, file_actions=mute, setpgroup=0)
    except OSError:
        return -1


def ended(pid: int) -> bool:
    """Whether a process started here is over."""
    try:
        return OS.waitpid(pid, OS.WNOHANG)[0] == pid
    except OSError:
        return True


def write(fd: int, data: bytes) -> None:
    """Write all of it; a reader that went away is not our fault."""
    try:
        while data:
            data = data[OS.write(fd, data) :]
    except OSError:
        pass


def read_all(fd: int) -> bytes:
    """Everything until the end of a stream."""
    data = OS.read(fd, 65536)
    if not data:
        return data
    parts = [data]
    size = 65536  # at first: a larger piece is mapped and given back, which costs more than most inputs are long
    while True:
        data = OS.read(fd, size)
        if not data:
            return parts[0] if len(parts) == 1 else b"".join(parts)
        parts.append(data)
        size = 1 << 20
