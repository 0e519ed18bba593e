"""One-time codes: what a person reads from the status line and types, and what a request is sealed with.

A code is derived from a secret of the user's, in a folder that agents may not even read, and from everything the request
says. The run keeps only a keyed hash of it: neither the state file nor the trace is any use for guessing.
"""

from statewright import fast
from statewright.store.seal import keyed, secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another
LENGTH = 8
TRIES = 3  # wrong codes; then a request's code is void and only a terminal is left
OPEN = ("tries", "salt", "seal")  # of a request: not part of what is sealed


def code_of(key: bytes, what: str, salt: str) -> str:
    """The code for what it is bound to, as it is shown: ``K7QP-3MXD``."""
    number = int(keyed(key, ("code\0%s\0%s" % (salt, what)).encode()), 16)
    letters = []
    for _ in range(LENGTH):
        number, at = divmod(number, len(LETTERS))
        letters.append(LETTERS[at])
    return "%s-%s" % ("".join(letters[:4]), "".join(letters[4:]))


def plain(typed: str) -> str:
    """A code as typed, without what a person may add or take for something else."""
    return "".join(c for c in typed.upper().replace("O", "0") if c.isalnum())


def same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell where they differ."""
    unlike = len(one) ^ len(other)
    for a, b in zip(one.encode(), other.encode(), strict=False):
        unlike |= a ^ b
    return unlike == 0


def seal(data: str, run: str) -> "Any":
    """What closes a request of this run: called with it, gives the salt and the hash to keep."""

    def close(ask: "Json") -> "Json":
        key, salt = secret(data), fast.token(8)
        return {"salt": salt, "seal": _hash(key, run, ask, salt)}

    return close


def proof(data: str, run: str, typed: "str | None") -> "Any":
    """What tests a pending request: called with it, gives ``""``, ``code`` (the typed one is wrong) or why it is void.

    typed: None where a person answers in a terminal and no code is asked for.
    """

    def test(ask: "Json") -> str:
        key, salt, kept = secret(data, False), str(ask.get("salt", "")), str(ask.get("seal", ""))
        if not key or not same(kept, _hash(key, run, ask, salt)):
            return "it is not what the agent asked for"
        if typed is not None and (ask["tries"] >= TRIES or not same(plain(typed), plain(code_of(key, _bound(run, ask), salt)))):
            return "code"
        return ""

    return test


def shown(data: str, run: str, ask: "Json") -> str:
    """The code of a pending request, "" where it has none any more. Only for a person's eyes."""
    key = secret(data, False)
    if not key or proof(data, run, None)(ask) or ask["tries"] >= TRIES:
        return ""
    return code_of(key, _bound(run, ask), str(ask["salt"]))


def _bound(run: str, ask: "Json") -> str:
    """A digest of all the person answers: run, place, transition, offered data, time."""
    return fast.sha256(fast.dumps([run, [[name, ask[name]] for name in sorted(ask) if name not in OPEN]]))


def _hash(key: bytes, run: str, ask: "Json", salt: str) -> str:
    what = _bound(run, ask)
    return keyed(key, ("seal\0%s\0%s\0%s" % (salt, what, code_of(key, what, salt))).encode())
