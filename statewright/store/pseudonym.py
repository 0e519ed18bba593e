"""A name that stands for another: the same within one project of one user, unlike and unguessable elsewhere."""

from statewright import fast
from statewright.store import layout

BLOCK = 64


def of(data: str, project: str, text: str) -> str:
    """``hmac-sha256:`` and 64 hex digits, under a secret that is made on first use and lies outside the project. OSError as it comes."""
    path = layout.accepted(data, project).removesuffix(".json") + ".key"
    secret = fast.read_file(path, 256)
    if not secret:
        fast.make_dirs(data + "/projects")
        fast.replace(path, fast.token(32).encode())
        secret = fast.read_file(path, 256) or b""  # another process may have been last
    key = bytes.fromhex(fast.sha256(secret))
    inner = fast.sha256(_mixed(key, 0x36) + text.encode("utf-8", "surrogatepass"))
    return "hmac-sha256:" + fast.sha256(_mixed(key, 0x5C) + bytes.fromhex(inner))


def _mixed(key: bytes, value: int) -> bytes:
    return bytes(byte ^ value for byte in key + b"\0" * (BLOCK - len(key)))
