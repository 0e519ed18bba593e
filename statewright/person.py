"""Is it a person who typed this? A terminal stands behind the process, and no agent program does.

The weaker of the roads a person has: a process of the same user that makes itself a terminal and
leaves its parents can imitate it. docs say so; a passphrase closes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from statewright import fast
from statewright.harness import names
from statewright.store import layout
from statewright.store import run as store

DEEPEST = 128  # ancestors looked at
INITIAL = str(0xEFFFFFFC)  # the inode of the system's first process namespace (Linux, include/linux/proc_ns.h)


@dataclass(frozen=True)
class Process:
    """One ancestor. name: the kernel's; words: its command line; variables: names in the environment it was started with.

    terminal: what its standard input is, as far as the system tells ("" when it does not).
    """

    name: str
    words: tuple[str, ...] = ()
    variables: frozenset[str] = field(default_factory=frozenset)
    terminal: str = ""


def at_terminal(
    environ: Mapping[str, str] | None = None,
    ancestors: Iterable[Process] | None = None,
    terminal: bool | None = None,
) -> str:
    """``""`` when a person's terminal stands behind this process, else why not. The arguments stand in for the real ones."""
    if not (_stdin_is_terminal() if terminal is None else terminal):
        return "standard input is no terminal"
    given = os.environ if environ is None else environ
    marker = next((name for name in names.MARKERS if name in given), "")
    if marker:
        return "an agent program started this shell (%s is set)" % marker
    if ancestors is None and _apart():
        return "this shell is in another process namespace than the sessions of this project"
    try:
        for process in lineage() if ancestors is None else ancestors:
            found = agent(process)
            if found:
                return found
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return "the processes above this one cannot be read (%s)" % error
    return ""


def at_client(program: str, environ: Mapping[str, str] | None = None, ancestors: Iterable[Process] | None = None) -> str:
    """``""`` when a client that a person sits at has itself started this process as its ``program``, else why that cannot be said.

    A hook or a status line is a child of the client, at most through the shell that the client starts for it. A command of the
    agent's stands behind the agent's own shell, a script's behind that. An unattended client, and one that another agent program
    started, has nobody in front of it.
    """
    given = os.environ if environ is None else environ
    if given.get(names.ATTENDED, "1") != "1":
        return "nobody sits at this client (%s)" % names.ATTENDED
    try:
        above = list(lineage() if ancestors is None else ancestors)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return "the processes above this one cannot be read (%s)" % error
    at = 0
    while at < len(above) and not _is_agent(above[at]):
        if at > 1 or not _started_for(program, above[at]):
            return "the client did not start this itself"
        at += 1
    if at == len(above):
        return "no client stands above this process"
    return _alone(above[at], above[at + 1 :])


def _alone(client: Process, above: list[Process]) -> str:
    if any(word in names.UNATTENDED for word in client.words[1:]):
        return "nobody sits at this client (%s)" % next(word for word in client.words[1:] if word in names.UNATTENDED)
    if client.terminal and not client.terminal.startswith(("/dev/pts/", "/dev/tty")):
        return "nobody sits at this client: it has no terminal"
    if any(name in client.variables for name in names.MARKERS):
        return "this client was started by an agent program"
    found = next((found for found in map(agent, above) if found), "")
    return "this client is nested: %s" % found if found else ""


def _is_agent(process: Process) -> bool:
    return bool(agent(Process(process.name, process.words)))


def _started_for(program: str, process: Process) -> bool:
    """A shell whose whole text is a call of this very program of ours."""
    if process.name not in names.SHELLS or len(process.words) != 3 or process.words[1] != "-c":
        return False
    text = process.words[2].rstrip().rstrip("'\"").rstrip()
    return text.endswith(program) and len(text) < 600 and "eval" not in text


def agent(process: Process) -> str:
    """Why this process counts as an agent program or as one's child, "" when it does not."""
    words = [_base(word) for word in process.words[:1]]
    if process.name in names.INTERPRETERS or (words and words[0].rstrip("0123456789.") in names.INTERPRETERS):
        script = next((word for word in process.words[1:] if not word.startswith("-")), "")
        words.append(_base(script))
        package = next((name for name in names.PACKAGES if "/%s/" % name in script.replace("\\", "/")), "")
        if package:
            return "the agent program %s stands above this shell" % package
    for name in (process.name, *words):
        if name in names.PROCESSES:
            return "the agent program %s stands above this shell" % name
    marker = next((name for name in names.MARKERS if name in process.variables), "")
    return "a process above this shell was started by an agent program (%s is set there)" % marker if marker else ""


def lineage() -> list[Process]:
    """The processes above this one, nearest first; OSError where they cannot be told."""
    if sys.platform.startswith("linux"):
        return _from_proc()
    if os.name == "posix":
        return _from_ps()
    raise OSError("not known on this system")


def _from_proc() -> list[Process]:
    found: list[Process] = []
    pid = os.getppid()
    while pid > 1 and len(found) < DEEPEST:
        try:
            with open("/proc/%d/stat" % pid, "rb") as file:
                stat = file.read()
        except FileNotFoundError:
            if _ours(pid):
                raise OSError("process %d is hidden" % pid) from None
            break  # it ended meanwhile, or is another user's
        name = stat[stat.index(b"(") + 1 : stat.rindex(b")")].decode("utf-8", "replace")
        words = tuple(part.decode("utf-8", "replace") for part in _bytes(pid, "cmdline").split(b"\0")[:-1])
        variables = frozenset(part.partition(b"=")[0].decode("utf-8", "replace") for part in _bytes(pid, "environ").split(b"\0"))
        found.append(Process(name, words, variables, _stdin_of(pid)))
        pid = int(stat[stat.rindex(b")") + 2 :].split()[1])
    return found


def _ours(pid: int) -> bool:
    """Whether the kernel knows such a process of this user's, whatever /proc shows."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _apart() -> bool:
    """Whether a process namespace hides what stands above: one that is neither the system's own nor that of a session of this project.

    A person's shell may well be in a container; then the client is as well, and was pinned there (see senders.py).
    """
    if not sys.platform.startswith("linux"):
        return False
    here = fast.inode("/proc/self/ns/pid").replace(":", ".")
    if here.rpartition(".")[2] == INITIAL:
        return False
    project = layout.find_project(fast.real(fast.getcwd()))
    pinned = [one.split(":")[3] for name in store.names(project) for one in _senders(project, name) if one.count(":") > 2] if project else []
    return bool(pinned) and here not in pinned


def _senders(project: str, name: str) -> list[str]:
    try:
        return list(store.Run(project, name).read().get("senders", {}).values())
    except (store.Damaged, OSError):
        return []


def _stdin_of(pid: int) -> str:
    try:
        return os.readlink("/proc/%d/fd/0" % pid)
    except OSError:
        return ""


def _bytes(pid: int, name: str) -> bytes:
    """A file about a process; another user's environment (sshd, login) may not be read, which tells nothing against it."""
    try:
        with open("/proc/%d/%s" % (pid, name), "rb") as file:
            return file.read()
    except OSError:
        return b""


def _from_ps() -> list[Process]:
    listing = subprocess.run(["ps", "-axo", "pid=,ppid=,args="], capture_output=True, text=True, timeout=10, check=True).stdout
    table = {}
    for line in listing.splitlines():
        pid, parent, args = (*line.split(None, 2), "", "")[:3]
        table[int(pid)] = (int(parent), tuple(args.split()))
    found: list[Process] = []
    at = os.getppid()
    while at > 1 and at in table and len(found) < DEEPEST:
        at, words = table[at]
        found.append(Process(_base(words[0]) if words else "", words))
    return found


def _base(word: str) -> str:
    return word.replace("\\", "/").rpartition("/")[2].removesuffix(".exe").removesuffix(".js").lstrip("-")


def _stdin_is_terminal() -> bool:
    try:
        return os.isatty(0)
    except OSError:
        return False
