"""Which program a sender is, and where it was started. Asked only when a session gets a client it did not have.

The kernel tells who made a socket pair, not that it is a harness. What a script can be told by: the mark in the
environment it was started with (a fork keeps it, whatever its parents did), and the file it runs. Neither holds
against one that puts its own code into the harness's program; the limits in the README say so.
"""

from statewright import fast
from statewright.policy.words.agents import PACKAGES, PROGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MARK = b"STATEWRIGHT_SHELL="  # our own, in the agent's shell: see store/environment.py
LARGEST = 1 << 20  # bytes of an environment or a command line that are looked at
DEEPEST = 64  # ancestors looked at
INTERPRETERS = ("node", "nodejs", "bun", "deno", "python", "pypy", "ruby", "perl", "MainThread")
LOADERS = (b"LD_PRELOAD", b"LD_AUDIT", b"BUN_BE_BUN", b"BUN_OPTIONS", b"BUN_INSPECT_PRELOAD")  # make a program run what is not in it
NODE = (b"NODE_OPTIONS", b"NODE_PATH", b"PYTHONPATH", b"PYTHONSTARTUP", b"PYTHONHOME")  # the same, of an interpreter
ENDED = "the program it comes from has ended"
INSIDE = "it was started from the shell of a session of this project"
OTHER = "the program it comes from is not the one this session ran in before (if it is your agent program, a person runs: statewright resume)"


def why_not(pid: int, kept: "list[str]", since: float, ours: "Callable[[str], bool]") -> str:
    """Why a process is not to be a session's client; "" when it may be.

    kept: the kinds of the clients before it, or beside it in the run of all sessions; it must be of one of these, or a known agent
    program that was there before the run (``since``, seconds since the epoch). ours: whether a mark is that of a session of this project.
    """
    mine = kind(pid)
    if not mine and not _read(pid, "cmdline"):
        return ENDED
    if inside(pid, ours):
        return INSIDE
    known = [one for one in kept if one]
    return "" if not known or mine in known or _harness(pid, since) else OTHER


def kind(pid: int) -> str:
    """What program a process runs, as 16 hex digits: the same after an update in place; "" when it cannot be told."""
    exe, script = _files(pid)
    if not exe:
        return ""
    return fast.sha256("\0".join((_undated(exe), _undated(script), *_loaders(pid, script))).encode("utf-8", "surrogateescape"))[:16]


def inside(pid: int, ours: "Callable[[str], bool]") -> bool:
    """Whether a process, or one it descends from, was started from an agent's shell in this project."""
    for _ in range(DEEPEST):
        for one in _read(pid, "environ").split(b"\0"):
            if one.startswith(MARK) and ours(one[len(MARK) :].decode("utf-8", "surrogateescape")):
                return True
        stat = _read(pid, "stat")
        pid = int(stat[stat.rindex(b")") + 2 :].split()[1]) if b")" in stat else 0
        if pid < 1:
            break
    return False


def _harness(pid: int, since: float) -> bool:
    """Whether it is an agent program by its own file, there since before the run, and nothing else is loaded into it."""
    exe, script = _files(pid)
    file = script or exe
    if not exe or file[:1] != "/" or _loaders(pid, script):
        return False
    for one in {exe, file}:
        found = fast.looked(one)
        if found is None or found.st_ctime >= since:
            return False
    above = file.split("/")
    named = above[-1].removesuffix(".exe") in PROGRAMS or (above[-2] == "versions" and above[-3] in PROGRAMS)
    return named or any("/%s/" % name in file for name in PACKAGES)


def _files(pid: int) -> "tuple[str, str]":
    """The program's file and, of an interpreter, the script as its command line names it."""
    link = "/proc/%d/exe" % pid
    exe = fast.real(link).removesuffix(" (deleted)")  # replaced by an update meanwhile
    if exe == link:
        return "", ""
    if exe.rpartition("/")[2].rstrip("0123456789.") not in INTERPRETERS:
        return exe, ""
    words = [word.decode("utf-8", "surrogateescape") for word in _read(pid, "cmdline").rstrip(b"\0").split(b"\0")]
    script = next((word for word in words[1:] if word[:1] != "-"), words[0])
    return exe, fast.real(script) if script[:1] == "/" else script


def _undated(path: str) -> str:
    """A path without its version numbers."""
    out = ""
    for c in path:
        if c not in "0123456789.":
            out += c
        elif out[-1:] != "#":
            out += "#"
    return out


def _loaders(pid: int, script: str) -> "list[str]":
    names = LOADERS + NODE if script else LOADERS
    found = [one for one in _read(pid, "environ").split(b"\0") if one.partition(b"=")[0] in names]
    return [one.decode("utf-8", "surrogateescape") for one in sorted(found)]


def _read(pid: int, name: str) -> bytes:
    try:
        return fast.read_file("/proc/%d/%s" % (pid, name), LARGEST) or b""
    except OSError:
        return b""  # another user's, or gone
