"""Who sends a hook its event: the process behind standard input, not the one that started it.

A harness talks to its hooks over a socket pair, and the kernel keeps who made that pair, which nobody can give
a pair of their own. Where standard input is a pipe, the parent process stands in for it (weaker: what the
agent's own shell turns itself into has the same parent). Linux only: elsewhere ``identity`` is "", and what
holds is the mark in the agent's shell and two ends of one call that disagree. Loaded only when an event would
give, free or prove something.
"""

from statewright import fast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event

SHELLS = (b"sh", b"bash", b"dash", b"zsh", b"ash", b"busybox")
WRAPPERS = 3  # shells between a harness and its hook
DEEPEST = 64  # ancestors looked at


def identity() -> str:
    """``socket:PID:BORN`` or ``parent:PID:BORN`` of the sender, "" where it cannot be told."""
    pid = fast.peer(0)
    if pid:
        return "socket:%d:%s" % (pid, _born(pid))
    pid = fast.getppid()
    stat = _stat(pid)
    for _ in range(WRAPPERS):  # the harness may start a hook through a shell of its own
        if stat is None or stat[0] not in SHELLS or not _starts_a_hook(pid):
            break
        pid = stat[1]
        stat = _stat(pid)
    return "parent:%d:%s" % (pid, stat[2]) if stat else ""


def stranger(pinned: str, event: "Event") -> "tuple[str, str]":
    """(the sender to remember, why it is not to be believed or ""). pinned: the sender this session has, "" when none is known.

    Another sender is the session's new client when the old one is gone, or at a session's start unless it was
    started from below the old one, which an agent's shell is.
    """
    found = identity()
    if not pinned or not found or found == pinned:
        return found or pinned, ""
    _, pid, born = pinned.split(":")
    if found.rpartition(":")[0] == pinned.rpartition(":")[0] and not found.rpartition(":")[2]:
        return pinned, ""  # the client ended while its last hook ran
    now = _stat(int(pid))
    if now is None or now[2] != born:
        return found, ""
    if event.kind == "session_start" and not _below(int(pid)):
        return found, ""
    return pinned, "it does not come from the program this session runs in"


def _below(above: int) -> bool:
    """Whether this process descends from another."""
    pid = fast.getppid()
    for _ in range(DEEPEST):
        if pid == above:
            return True
        stat = _stat(pid)
        if stat is None or pid <= 1:
            return False
        pid = stat[1]
    return True


def _stat(pid: int) -> "tuple[bytes, int, str] | None":
    """Name, parent and start of a process; None when there is none or the system does not tell."""
    try:
        data = fast.read_file("/proc/%d/stat" % pid, 1024)
    except OSError:
        return None
    if not data:
        return None
    end = data.rindex(b")")
    rest = data[end + 2 :].split()
    if rest[0] == b"Z":
        return None  # it ended, its parent has not looked yet
    return data[data.index(b"(") + 1 : end], int(rest[1]), rest[19].decode()


def _born(pid: int) -> str:
    stat = _stat(pid)
    return stat[2] if stat else ""


def _starts_a_hook(pid: int) -> bool:
    try:
        words = fast.read_file("/proc/%d/cmdline" % pid, 65536) or b""
    except OSError:
        return False
    return b"\0-c\0" in words and b"/hooks/" in words
