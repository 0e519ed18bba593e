"""What tells that a run's state was written by us, for this run, and is the last we wrote.

Each line of ``state.json`` begins with a keyed hash of the rest (HMAC-SHA-256, RFC 2104), bound to project and run, under a secret of
the user's in a folder that agents may not even read. An earlier line, or a copy of the whole folder, would fit as well: so the number of
the last write, and the journal's hash after it, stand in that folder too (the *head*). They are written last, under the run's lock:
whoever reads the head first finds a state that is as new or newer, unless somebody put an older one back or a power cut took it.
"""

from statewright import fast
from statewright.store import layout
from statewright.store.compiled import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Snapshot

BLOCK = 64  # bytes SHA-256 works on at a time
INNER = int.from_bytes(b"\x36" * BLOCK, "big")
OUTER = int.from_bytes(b"\x5c" * BLOCK, "big")
SECRET = 32  # bytes
FIRST = b'{"seal":"'
REST = len(FIRST) + 64  # where the hash ends
SIZE = 82  # bytes of a head: 16 digits, a space, 64 hex digits, the end of the line

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


def prepare(data: str) -> None:
    """Make what the first run of a user needs."""
    secret(data)
    fast.make_dirs(layout.secrets(data) + "/heads")


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


class Seal:
    """What seals the state of one run. data: the user's data folder."""

    __slots__ = ("_bound", "_head", "_key", "data", "run")

    def __init__(self, project: str, run: str, data: str) -> None:
        self.run = run
        self.data = data
        self._bound = ("state\0%s\0%s\0" % (project, run)).encode("utf-8", "surrogateescape")
        self._head = ""
        self._key = b""

    def key(self) -> bytes:
        """The secret, read once; Damaged where there is none."""
        if not self._key:
            self._key = secret(self.data, False)
            if not self._key:
                raise damaged("keyless", KEYLESS % (self.run, layout.secrets(self.data)))
        return self._key

    def close(self, body: bytes) -> bytes:
        """A snapshot's JSON as a line of the state file, still one object."""
        return FIRST + keyed(self.key(), self._bound + body).encode() + b'",' + body[1:]

    def open(self, line: bytes) -> bytes:
        """The snapshot's JSON of a line; Damaged where its seal does not fit."""
        if line[: len(FIRST)] != FIRST or line[REST : REST + 2] != b'",':
            raise damaged("foreign", FOREIGN % (self.run, "missing"))
        body = b"{" + line[REST + 2 :]
        fits = keyed(self.key(), self._bound + body).encode()
        if int.from_bytes(fits, "big") ^ int.from_bytes(line[len(FIRST) : REST], "big"):  # as numbers: the time tells nothing of where they differ
            raise damaged("foreign", FOREIGN % (self.run, "wrong"))
        return body

    def head(self) -> "tuple[int, str]":
        """The number of the last write and the journal's hash after it; Damaged where that is not known."""
        raw = fast.read_file(self.place(), SIZE) or b""
        if len(raw) != SIZE or not raw[:16].isdigit():
            self.key()  # who lacks both is told of the key
            raise damaged("headless", HEADLESS % (self.run, layout.secrets(self.data)))
        return int(raw[:16]), raw[17:81].decode("ascii", "replace").strip()

    def keep(self, snap: "Snapshot") -> None:
        """Note a write as the last one."""
        fast.overwrite(self.place(), b"%016d %-64s\n" % (snap["written"], snap["head"].encode()))

    def place(self) -> str:
        """Where the head is kept."""
        if not self._head:
            self._head = "%s/heads/%s" % (layout.secrets(self.data), fast.sha256(self._bound)[:40])
        return self._head
