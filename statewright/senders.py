"""Who sends a hook its event: the process behind standard input, not the one that started it.

A harness talks to its hooks over a socket pair, and the kernel keeps who made that pair, which nobody can give
a pair of their own. Where standard input is a pipe, the parent process stands in for it (weaker: what the
agent's own shell turns itself into has the same parent). Linux only: elsewhere ``identity`` is "", and what
holds is the mark in the agent's shell and two ends of one call that disagree. Loaded only when an event would
give, free or prove something.
"""

from statewright import fast
from statewright.harness.claude_code import SESSION_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Json

SHELLS = (b"sh", b"bash", b"dash", b"zsh", b"ash", b"busybox")
WRAPPERS = 3  # shells between a harness and its hook
DEEPEST = 64  # ancestors looked at
ELSEWHERE = (
    "it comes from another process namespace than the program this session runs in"
    " (sandboxed, or the session moved: then a person runs statewright resume)"
)
APART = (
    "this shell is apart from the program the session runs in, in a sandbox, say. The tools of the MCP server lead on from there"
    ' (a person: statewright install claude-code --mcp), or a person adds "statewright *" to sandbox.excludedCommands in the client\'s user settings'
)
OUTSIDE = "socket:0:"  # a sender that this process namespace does not show
UNSEEN = "the program this session runs in cannot be seen from where it comes from"
LIVES = (
    "it does not come from the program this session runs in, process %d, which goes on"
    " (to work in another one end it, or a person runs: statewright resume)"
)
SLACK = 0.1  # seconds between the clock and the one that tells when a process began


def identity() -> str:
    """``socket:PID:BORN`` or ``parent:PID:BORN`` of the sender, OUTSIDE, or "" where it cannot be told."""
    pid = fast.peer(0)
    if pid > 0:
        return "socket:%d:%s" % (pid, _born(pid))
    if not pid and _space("pid"):
        return OUTSIDE
    pid = fast.getppid()
    stat = _stat(pid)
    for _ in range(WRAPPERS):  # the harness may start a hook through a shell of its own
        if stat is None or stat[0] not in SHELLS or not _starts_a_hook(pid):
            break
        pid = stat[1]
        stat = _stat(pid)
    return "parent:%d:%s" % (pid, stat[2]) if stat else ""


def stranger(pinned: str, event: "Event") -> "tuple[str, str]":
    """(the sender to remember, why it is not to be believed or ""). pinned: the sender this session has, "" when none is known;
    what ``identity`` gives, then the process namespace and the view (see ``_view``) it was seen from, and its kind (see
    clients.py), as far as the system tells.

    A session has one client at a time: another sender is its new one only when the old one is gone, which shows only from
    where it was seen. Whether it may be is asked of it then, and of the first one. ``event.extra``: company, the senders of the
    other sessions of the run; since, when the run began; ours, which tells whether a mark in an environment is one of this project.
    """
    found = identity()
    known, space, view, kind = _parts(pinned)
    here = _space("pid")
    if space and here != space:
        return pinned, ELSEWHERE
    if found == OUTSIDE or (known and here and not found):
        return pinned, UNSEEN
    if not found:
        return pinned, ""
    if found == known and (space or not here):
        return pinned, ""
    pid = int(found.split(":")[1])
    kept = [kind] if known else [_parts(one)[3] for one in event.extra.get("company", ())]
    if known and found != known:
        old, born = known.split(":")[1:]
        if found.rpartition(":")[0] == known.rpartition(":")[0] and not found.rpartition(":")[2]:
            return (pinned, UNSEEN) if fast.alive(int(old)) else (pinned, "")  # the client ended while its last hook ran
        if not _gone(int(old), born, view):
            return pinned, LIVES % int(old)
    if not here:
        return found, ""  # another system: what it does not tell cannot be asked for
    from statewright import clients  # only here: few events bring a session's client

    why = clients.why_not(pid, kept, event.extra.get("since", 0.0), lambda mark: event.extra["ours"](mark, event))
    return (pinned, why) if why else ("%s:%s:%s:%s" % (found, here, _view(), clients.kind(pid)), "")


def _parts(pinned: str) -> "tuple[str, str, str, str]":
    """Identity, process namespace, view and kind of a pinned sender; those of before they were kept have the first alone."""
    words = pinned.split(":")
    space, view, kind = [*words[3:6], "", "", ""][:3]
    return ":".join(words[:3]), space, view, kind


def _space(name: str) -> str:
    """The namespace this process is in, by device and inode, which a made-up link has not; "" where the system does not tell."""
    return fast.inode("/proc/self/ns/" + name).replace(":", ".")


def _view() -> str:
    """What decides how /proc shows another process: its mounts, and the clock that tells when the process began."""
    return _space("mnt") + "," + _space("time")


def _gone(pid: int, born: str, view: str) -> bool:
    """Whether the pinned process ended. The kernel's word first; /proc's only from where it showed the process before."""
    if not fast.alive(pid):
        return True
    now = _stat(pid)
    return (now is None or now[2] != born) and (not view or _view() == view)


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


def outsider(pinned: str, since: float) -> str:
    """Why this process is not what the session's harness started after ``since`` (seconds since the epoch); "" when it is, or nobody can tell."""
    known, space, view, _ = _parts(pinned)
    if space and _space("pid") != space:
        return APART
    _, word, born = known.split(":")
    client = int(word)
    stat = _stat(client)
    clock = _clock()
    if stat is None or stat[2] != born:
        return "" if not space or _gone(client, born, view) else UNSEEN
    if clock is None:
        return UNSEEN if space else ""  # another system
    pid = fast.getpid()
    for _ in range(DEEPEST):
        if pid == client:
            return ""
        stat = _stat(pid)
        if stat is None or pid <= 1:
            break
        if clock[0] + int(stat[2]) / clock[1] < since - SLACK:
            return "it was started by something older than the ticket"
        pid = stat[1]
    return "it was not started by the program the session runs in"


def _clock() -> "tuple[float, float] | None":
    """When the system began, in seconds since the epoch, and its ticks in a second; None where it does not tell."""
    try:
        return fast.now() - float((fast.read_file("/proc/uptime", 64) or b"").split()[0]), float(fast.ticks())
    except (OSError, ValueError, IndexError):
        return None


def over(entries: "Json") -> "list[str]":
    """Those of the background entries (see background.py) of which no process is alive.

    Where the system does not tell, those that the harness tells nothing of either: nobody could ever know their end.

    What the harness's shell starts has the session's id in its environment; the root of background work began between
    the call's two events. The ancestors of this process are the command that asks.
    """
    clock = _clock()
    if clock is None:
        return [key for key, one in entries.items() if not one["task"]]
    began, second = clock
    mine = _line()
    left = dict(entries)
    for name in fast.names("/proc"):
        if not left or not name.isdigit() or int(name) in mine:
            continue
        stat = _stat(int(name))
        if stat is None:
            continue
        at = began + int(stat[2]) / second
        fits = [key for key, one in left.items() if one["since"] - SLACK <= at <= one["until"] + SLACK]
        for key in fits:
            if _of_session(int(name), left[key]["session"]):
                del left[key]
    return list(left)


def _line() -> "set[int]":
    found = {fast.getpid()}
    pid = fast.getppid()
    while pid > 1 and len(found) < DEEPEST:
        found.add(pid)
        stat = _stat(pid)
        pid = stat[1] if stat else 0
    return found


def _of_session(pid: int, session: str) -> bool:
    try:
        data = fast.read_file("/proc/%d/environ" % pid, 1 << 20) or b""
    except OSError:
        return False  # another user's
    return ("%s=%s" % (SESSION_VARIABLE, session)).encode("utf-8", "surrogateescape") in data.split(b"\0")
