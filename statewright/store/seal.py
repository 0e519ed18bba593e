"""What tells that a run's state was written by us, for this run, and is the last we wrote; and a compiled workflow, for its project.

Each line of ``state.json`` begins with a keyed hash of the rest (HMAC-SHA-256, RFC 2104). The key is the run's own: it is made of project,
run and a secret of the user's, in a folder that agents may not even read, and stands there, so that a call opens one file. An earlier line,
or a copy of the whole folder, would fit as well: so the number of the last write, and the journal's hash after it, stand beside the key
(the *head*). They are written last, under the run's lock: whoever reads the head first finds a state that is as new or newer, unless
somebody put an older one back or a power cut took it.
"""

from statewright import fast
from statewright.store import layout
from statewright.store.compiled import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from statewright.model import Snapshot
    from statewright.store.run import Run

BLOCK = 64  # bytes SHA-256 works on at a time
INNER = int.from_bytes(b"\x36" * BLOCK, "big")
OUTER = int.from_bytes(b"\x5c" * BLOCK, "big")
SECRET = 32  # bytes
FIRST = b'{"seal":"'
REST = len(FIRST) + 64  # where the hash ends
HEAD = 82  # bytes of a head before its key: 16 digits, a space, 64 hex digits, a space
SIZE = HEAD + 32 + 1  # the key, as the secret no text, and the end of the line

REPAIR = "; a person looks at what happened (statewright trace verify) and repairs it: statewright doctor --repair"
FOREIGN = "the state of run %s was not written by statewright: its seal is %s, so a program or a hand has changed it" + REPAIR
KEYLESS = "the state of run %s cannot be believed: the key that seals it is missing from %s, deleted or in another HOME" + REPAIR
HEADLESS = "the state of run %s cannot be believed: which write was its last is not known any more in %s" + REPAIR
OLDER = "the state of run %s is older than what statewright wrote last: an earlier one was put back, or a power cut took the last" + REPAIR
ODD = "the state of run %s cannot be used: %s is no plain file of its own (%s)" + REPAIR
LATER = "the journal of run %s tells more than its state: an earlier state was put back, or a power cut took the last" + REPAIR


def secret(data: str, make: bool = True) -> bytes:
    """The user's secret; made on first use unless told not to (then b"" where there is none). Binary, so that no text tool shows it."""
    path = layout.secrets(data) + "/approval.key"
    found = fast.read_file(path, SECRET)
    if found and len(found) >= SECRET:
        return found
    if not make:
        return b""
    fast.make_dirs(layout.secrets(data))
    held = fast.lock(layout.secrets(data) + "/lock")
    try:
        found = fast.read_file(path, SECRET)
        if not found or len(found) < SECRET:
            found = bytes.fromhex(fast.token(SECRET - 1)) + b"\0"
            fast.replace(path, found)
    finally:
        fast.unlock(held)
    return found


def prepare(data: str, project: str) -> None:
    """Make what the first run of a user, and of a project, needs."""
    secret(data)
    fast.make_dirs(heads(data, project))


def heads(data: str, project: str) -> str:
    """The folder of the heads of a project's runs: what tells of a run whose folder, pointer and mark are gone."""
    return "%s/heads/%s" % (layout.secrets(data), fast.sha256(project.encode("utf-8", "surrogateescape"))[:40])


def begun(data: str, project: str) -> bool:
    """Whether this project has had a run that nobody let go of: by the heads beside the secret, or where those are gone by the runs' own folders."""
    return bool(fast.names(heads(data, project))) or _left(data, project)


def _left(data: str, project: str) -> bool:
    """Whether the project still holds the state of a run that was begun with this data folder, or one of which nobody can tell.

    One of another HOME (a container's, another user's) or of the folder that this one was copied from says so itself; a version that had no
    seals left none. Asked only where a record is missing: whoever takes records and secrets away does not have the project met anew.
    """
    for name in fast.names(layout.runs_dir(project)):
        line = fast.read_file("%s/%s/state.json" % (layout.runs_dir(project), name))
        if line is None:
            continue
        body = bare(line.partition(b"\n")[0])
        try:
            found = fast.loads(body) if body else {"data": "/"}
        except ValueError:
            found = {}
        here = isinstance(found, dict) and fast.real(str(found.get("data", data))) == fast.real(data)
        if not isinstance(found, dict) or (here and found.get("where", where(project)) == where(project)):
            return True
    return False


def where(project: str) -> str:
    """By what a run's state tells the folder that it was begun in: a copy of the project elsewhere is met for itself."""
    return fast.sha256(project.encode("utf-8", "surrogateescape"))[:12]


def forget(data: str, project: str) -> None:
    """A person lets go of the project's runs that are not there any more."""
    for name in fast.names(heads(data, project)):
        if not fast.kind("%s/%s" % (layout.runs_dir(project), name)):
            fast.remove("%s/%s" % (heads(data, project), name))


def damaged(word: str, text: str) -> Damaged:
    """A fault of a run's files. word: for its journal, once it is repaired."""
    error = Damaged(text)
    error.word = word
    return error


def keyed(key: bytes, message: bytes) -> str:
    """HMAC-SHA-256 in hex, of keys no longer than a block."""
    number = int.from_bytes(key.ljust(BLOCK, b"\0"), "big")
    inner = fast.sha256((number ^ INNER).to_bytes(BLOCK, "big") + message)
    return fast.sha256((number ^ OUTER).to_bytes(BLOCK, "big") + bytes.fromhex(inner))


def key(run: "Run") -> bytes:
    """What seals a run: found with its head, else made anew of the user's secret; Damaged where there is none."""
    if not run.key:
        user = secret(run.data, False)
        if not user:
            raise damaged("keyless", KEYLESS % (run.name, layout.secrets(run.data)))
        run.key = bytes.fromhex(keyed(user, ("state\0%s\0%s\0" % (run.project, run.name)).encode("utf-8", "surrogateescape")))
    return run.key


def close(key: bytes, body: bytes) -> bytes:
    """A JSON object under its seal, still one object."""
    return FIRST + keyed(key, body).encode() + b'",' + body[1:]


def bare(line: bytes) -> bytes:
    """The object without its seal; b"" where there is none."""
    return b"{" + line[REST + 2 :] if line[: len(FIRST)] == FIRST and line[REST : REST + 2] == b'",' else b""


def fits(key: bytes, line: bytes, body: bytes) -> bool:
    """Whether a line's seal is that of its body. Compared as numbers: the time tells nothing of where they differ."""
    return not int.from_bytes(keyed(key, body).encode(), "big") ^ int.from_bytes(line[len(FIRST) : REST], "big")


def opened(run: "Run", line: bytes) -> bytes:
    """The snapshot's JSON of a line; Damaged where its seal does not fit."""
    body = bare(line)
    if not body or not fits(key(run), line, body):
        raise damaged("foreign", FOREIGN % (run.name, "wrong" if body else "missing"))
    return body


def signed(data: str, project: str, what: str, body: bytes) -> bytes:
    """A JSON object that is the project's under the user's seal. what: which of its objects ("accepted", "programs", "plan" and a digest)."""
    return close(_of(data, project, what, True), body)


def believed(data: str, project: str, what: str, line: bytes) -> bytes:
    """The object of such a line without its seal; b"" where it was not written by us, or not as this, or not for here."""
    body, key = bare(line), _of(data, project, what, False)
    return body if body and key and fits(key, line, body) else b""


def put(data: str, project: str, what: str, path: str, body: "bytes | Callable[[bytes | None], bytes]") -> None:
    """Write a record of which only the last counts: an earlier one fits its seal as well, so a keyed hash of the last stands beside the secret.

    body: the object, or what makes it of the line that it takes the place of (None: of none), with nobody else writing meanwhile.
    Between the two writes both count, so that neither a crash nor a reader in between finds a record that is none.
    """
    place = _last(data, project, what)
    secret(data)  # made under the lock that is taken here
    fast.make_dirs(layout.secrets(data) + "/records")
    held = fast.lock(layout.secrets(data) + "/lock")
    try:
        before = fast.read_file(path)
        line = signed(data, project, what, body if isinstance(body, bytes) else body(before))
        mark = _mark(data, project, what, line)
        kept = _mark(data, project, what, before) if before is not None and _marks(data, project, what, before) else b""
        fast.replace(place, mark + b"\n" + kept + b"\n")
        fast.replace(path, line)
        fast.replace(place, mark + b"\n")
    finally:
        fast.unlock(held)


def last(data: str, project: str, what: str, line: bytes) -> bytes:
    """The object of such a record without its seal; b"" where it was not written by us, or is not the last."""
    body = believed(data, project, what, line)
    return body if body and _marks(data, project, what, line) else b""


def _last(data: str, project: str, what: str) -> str:
    return "%s/records/%s.%s" % (layout.secrets(data), fast.sha256(fast.real(project).encode("utf-8", "surrogateescape"))[:40], what)


def _mark(data: str, project: str, what: str, line: bytes) -> bytes:
    return keyed(_of(data, project, "last " + what, True), line).encode()


def _marks(data: str, project: str, what: str, line: bytes) -> bool:
    return _mark(data, project, what, line) in (fast.read_file(_last(data, project, what)) or b"").split(b"\n")


def _of(data: str, project: str, what: str, make: bool) -> bytes:
    user = secret(data, make)
    return bytes.fromhex(keyed(user, ("%s\0%s" % (what, fast.real(project))).encode("utf-8", "surrogateescape"))) if user else b""


def head(run: "Run", keep: bool = False) -> "tuple[int, str]":
    """The number of the last write and the journal's hash after it; Damaged where that is not known. keep: leave it open to be written."""
    if keep and run.head < 0 and not fast.WINDOWS:
        try:
            run.head = fast.open_change(place(run))
        except (FileNotFoundError, NotADirectoryError):
            pass
    raw = (fast.read_file(place(run), SIZE) or b"") if run.head < 0 else fast.read_at(run.head, 0, SIZE)
    if len(raw) != SIZE or not raw[:16].isdigit():
        key(run)  # who lacks both is told of the key
        raise damaged("headless", HEADLESS % (run.name, layout.secrets(run.data)))
    run.key = raw[HEAD:-1]
    return int(raw[:16]), raw[17:81].decode("ascii", "replace").strip()


def keep(run: "Run", snap: "Snapshot") -> None:
    """Note a write as the last one."""
    raw = b"%016d %-64s %s\n" % (snap["written"], snap["head"].encode(), key(run))
    fd = fast.open_change(place(run), True) if run.head < 0 else run.head
    try:
        fast.overwrite(fd, raw)
    finally:
        if run.head < 0:
            fast.close(fd)


def leave(run: "Run") -> None:
    """Close what ``head`` left open."""
    if run.head >= 0:
        fast.close(run.head)
        run.head = -1


def place(run: "Run") -> str:
    """Where a run's head is kept."""
    return "%s/%s" % (heads(run.data, run.project), run.name)
