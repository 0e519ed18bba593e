"""A passphrase of the person's: what a process that imitates a terminal does not know.

Kept as a scrypt hash (RFC 7914) in the user's data folder, typed at a terminal, never an argument or a variable.
"""

from __future__ import annotations

import getpass
import hashlib
import hmac
import secrets
from typing import Any

from statewright import fast
from statewright.store import layout

COST, BLOCKS, LANES = 1 << 15, 8, 1
MEMORY = 256 * COST * BLOCKS  # bytes; twice what these numbers need
SHORTEST = 8
TRIES = 3


def path(data: str) -> str:
    """Where the hash lies."""
    return layout.secrets(data) + "/passphrase"


def is_set(data: str) -> bool:
    """Whether there is one. What cannot be read counts as set: then nobody passes."""
    try:
        return fast.read_file(path(data), 1) is not None
    except OSError:
        return True


def _hash(text: str, salt: bytes, cost: int, blocks: int, lanes: int) -> bytes:
    return hashlib.scrypt(text.encode("utf-8", "surrogatepass"), salt=salt, n=cost, r=blocks, p=lanes, maxmem=MEMORY)


def write(data: str, text: str) -> None:
    """Set or replace it. ValueError when it is too short."""
    if len(text) < SHORTEST:
        raise ValueError("a passphrase has at least %d characters" % SHORTEST)
    salt = secrets.token_bytes(16)
    record = {"v": 1, "n": COST, "r": BLOCKS, "p": LANES, "salt": salt.hex(), "hash": _hash(text, salt, COST, BLOCKS, LANES).hex()}
    fast.make_dirs(layout.secrets(data))
    fast.replace(path(data), fast.dumps(record))


def remove(data: str) -> None:
    """Go without one again."""
    fast.remove(path(data))


def fits(data: str, text: str) -> bool:
    """Whether this is the passphrase; False too when the record is damaged."""
    try:
        record: dict[str, Any] = fast.loads(fast.read_file(path(data)) or b"")
        found = _hash(text, bytes.fromhex(record["salt"]), record["n"], record["r"], record["p"])
        return hmac.compare_digest(found, bytes.fromhex(record["hash"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def ask(data: str, prompt: str = "Passphrase: ") -> bool:
    """Have it typed at the terminal, three times at most."""
    for _ in range(TRIES):
        try:
            text = getpass.getpass(prompt)
        except EOFError:
            return False
        if fits(data, text):
            return True
    return False
