"""One HTTP/1.1 exchange over the socket module's C part: no HTTP library, one time limit for all of it.

The exchange runs in a thread of its own and the caller waits for it no longer than its limit: a name
server, a handshake or a trickling answer can each hang past any socket time limit. Redirects are not
followed, proxies not used, connections not kept.
"""

import _thread
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.ogr.endpoint import Endpoint

HEAD = 64 << 10  # bytes of an answer's head at most
BODY = 1 << 20  # bytes of an answer's body at most


class Unreachable(Exception):
    """No answer; the message says why in a few words."""


def exchange(where: "Endpoint", method: str, path: str, key: str, body: bytes, seconds: float) -> "tuple[int, bytes]":
    """Send one request; its status and body. Unreachable for everything that is no answer, within ``seconds``."""
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise Unreachable("the key in OGR_API_KEY holds letters that no header can")
    request = _request(where, method, path, key, body)
    result: "list[Any]" = []
    done = _thread.allocate_lock()
    done.acquire()
    until = monotonic() + seconds

    def work() -> None:
        try:
            result.append(_send(where, request, until))
        except BaseException as error:
            result.append(error)
        finally:
            done.release()

    _thread.start_new_thread(work, ())
    if not done.acquire(timeout=seconds) or not result:
        raise Unreachable("no answer within %d ms" % (seconds * 1000))
    if not isinstance(result[0], BaseException):
        return result[0]  # type: ignore[no-any-return]
    error = result[0]
    if isinstance(error, Unreachable):
        raise error
    if isinstance(error, TimeoutError):
        raise Unreachable("no answer within %d ms" % (seconds * 1000))
    if isinstance(error, OSError):  # of TLS too: the certificate's fault is in its words
        raise Unreachable(_line(getattr(error, "verify_message", "") or error.strerror or type(error).__name__))
    raise Unreachable("an error of our own (%s)" % type(error).__name__)


def _request(where: "Endpoint", method: str, path: str, key: str, body: bytes) -> bytes:
    lines = ["%s %s%s HTTP/1.1" % (method, where.prefix, path), "Host: " + where.name, "Accept: application/json", "Accept-Encoding: identity",
             "Connection: close", "User-Agent: statewright"]
    if key:
        lines.append("Authorization: Bearer " + key)
    if method == "POST":
        lines += ["Content-Type: application/json", "Content-Length: %d" % len(body)]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _line(text: str) -> str:
    return " ".join(str(text).split())[:200]


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _send(where: "Endpoint", request: bytes, until: float) -> "tuple[int, bytes]":
    sock = _connected(where, until)
    try:
        view = memoryview(request)
        early: "OSError | None" = None
        while view:
            sock.settimeout(_left(until))
            try:
                view = view[sock.send(view) :]
            except (BrokenPipeError, ConnectionResetError) as error:
                early = error  # it may have answered before it closed: 413 for a large body
                break
        try:
            return _answer(_Reader(sock, until))
        except (OSError, Unreachable):
            if early is not None:
                raise early from None
            raise
    finally:
        sock.close()


def _connected(where: "Endpoint", until: float) -> "Any":
    import _socket

    made: "Any" = _socket
    if where.tls:
        import socket

        made = socket
    host = where.host.encode("ascii")
    if where.host == "localhost":  # never what a hosts file makes of it
        places: "list[Any]" = [(_socket.AF_INET, ("127.0.0.1", where.port)), (_socket.AF_INET6, ("::1", where.port))]
    else:
        try:
            found = _socket.getaddrinfo(host, where.port, 0, _socket.SOCK_STREAM)
        except OSError:
            raise Unreachable("the host %s has no address" % where.host) from None
        places = [(one[0], one[4]) for one in found]
    fault: "OSError | None" = None
    for family, place in places:
        sock = made.socket(family, _socket.SOCK_STREAM)
        try:
            sock.settimeout(_left(until))
            sock.connect(place)
            return _wrapped(where, sock) if where.tls else sock
        except OSError as error:
            sock.close()
            if fault is None or isinstance(fault, ConnectionRefusedError):
                fault = error  # of several addresses the one that says most
    raise fault or Unreachable("the host %s has no address" % where.host)


def _wrapped(where: "Endpoint", sock: "Any") -> "Any":
    import ssl

    return ssl.create_default_context().wrap_socket(sock, server_hostname=where.host)


class _Reader:
    """Bytes as they come, until the time is over."""

    def __init__(self, sock: "Any", until: float) -> None:
        self.sock, self.until = sock, until
        self.data = b""
        self.ended = False

    def more(self) -> bool:
        """Read on; False at the end."""
        self.sock.settimeout(_left(self.until))
        data = self.sock.recv(65536)
        self.data += data
        self.ended = not data
        return not self.ended

    def to(self, mark: bytes, most: int) -> bytes:
        """Everything up to a mark, which is taken too."""
        while mark not in self.data:
            if len(self.data) > most:
                raise Unreachable("its answer is no HTTP, or its head is too long")
            if not self.more():
                raise Unreachable("the connection was closed without a whole answer")
        found, _, self.data = self.data.partition(mark)
        return found

    def take(self, size: int) -> bytes:
        """So many bytes."""
        parts = [self.data]
        got = len(self.data)
        while got < size:
            self.data = b""
            if not self.more():
                raise Unreachable("the connection was closed in the middle of the answer")
            parts.append(self.data)
            got += len(self.data)
        whole = b"".join(parts)
        self.data = whole[size:]
        return whole[:size]


def _answer(reader: _Reader) -> "tuple[int, bytes]":
    for _ in range(8):  # interim answers, 100 and the like, come before the real one
        first, *lines = reader.to(b"\r\n\r\n", HEAD).split(b"\r\n")
        words = first.split(b" ", 2)
        if words[0] not in (b"HTTP/1.1", b"HTTP/1.0") or len(words) < 2 or len(words[1]) != 3 or not words[1].isdigit():
            raise Unreachable("its answer is no HTTP")
        status = int(words[1])
        if status >= 200:
            break
    else:
        raise Unreachable("its answer is no HTTP")
    heads = {}
    for line in lines:
        name, _, value = line.partition(b":")
        heads[name.strip().lower()] = value.strip()
    return status, b"" if status in (204, 304) else _body(reader, heads)


def _body(reader: _Reader, heads: "dict[bytes, bytes]") -> bytes:
    if heads.get(b"transfer-encoding", b"").lower() == b"chunked":
        return _chunks(reader)
    length = heads.get(b"content-length")
    if length is None:
        while len(reader.data) <= BODY and reader.more():
            pass
        if len(reader.data) > BODY:
            raise Unreachable("its answer is larger than %d bytes" % BODY)
        return reader.data
    if not length.isdigit():
        raise Unreachable("its answer is no HTTP")
    if len(length) > 9 or int(length) > BODY:
        raise Unreachable("its answer is larger than %d bytes" % BODY)
    return reader.take(int(length))


def _chunks(reader: _Reader) -> bytes:
    parts: "list[bytes]" = []
    total = 0
    while True:
        head = reader.to(b"\r\n", 1024).partition(b";")[0].strip()
        try:
            size = int(head, 16)
        except ValueError:
            size = -1
        if size < 0 or not head.isalnum():
            raise Unreachable("its answer is no HTTP")
        total += size
        if total > BODY:
            raise Unreachable("its answer is larger than %d bytes" % BODY)
        if not size:
            return b"".join(parts)
        parts.append(reader.take(size))
        reader.take(2)
