"""Where a runtime lies: the base address of ``ogr.endpoint``, taken apart and held to https or loopback. Pure."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")
_PATH = _NAME | frozenset("/~%!$&'()*+,;=:@")
_HEX = frozenset("0123456789abcdefABCDEF:.")


class Endpoint:
    """tls: https or not. host, port: where to connect. prefix: the path before ``/v1/…``, without a slash at its end."""

    __slots__ = ("host", "port", "prefix", "tls")

    def __init__(self, tls: bool, host: str, port: int, prefix: str) -> None:
        self.tls, self.host, self.port, self.prefix = tls, host, port, prefix

    @property
    def name(self) -> str:
        """Host and port for people; the path is left out, it may hold what is nobody's business."""
        return "%s:%d" % ("[%s]" % self.host if ":" in self.host else self.host, self.port)

    @property
    def loopback(self) -> bool:
        """Whether the address is this machine's own."""
        return self.host in LOOPBACK or _numbers(self.host)[:1] == [127]


def parse(text: str, plain: bool = False) -> Endpoint:
    """The endpoint in an address; ValueError says what is wrong with it. plain: http to another machine is meant so."""
    scheme, found, rest = text.partition("://")
    if not found or scheme not in ("http", "https"):
        raise ValueError("an endpoint begins with https:// or http://")
    place, slash, path = rest.partition("/")
    if "@" in place:
        raise ValueError("an endpoint holds no user and no key; the key comes from the environment variable OGR_API_KEY")
    if not _PATH.issuperset(path):
        raise ValueError("an endpoint is a plain base address, without ? and #")
    host, port = _host(place, 443 if scheme == "https" else 80)
    found_at = Endpoint(scheme == "https", host, port, ("/" + path).rstrip("/") if slash else "")
    if not found_at.tls and not found_at.loopback and not plain:
        raise ValueError("http:// would send every held call readable over the network: use https://, a loopback address, or set ogr.plain_http")
    return found_at


def _host(place: str, default: int) -> "tuple[str, int]":
    if place[:1] == "[":
        host, found, rest = place[1:].partition("]")
        if not found or not host or not _HEX.issuperset(host) or rest[:1] not in ("", ":"):
            raise ValueError("the endpoint's host is no address")
        given = rest[1:]
    else:
        host, _, given = place.partition(":")
        if not host or not _NAME.issuperset(host) or len(host) > 253:
            raise ValueError("the endpoint's host is no host name")
    if not given:
        return host.lower(), default
    if not (given.isascii() and given.isdigit() and 0 < int(given[:6]) < 65536):
        raise ValueError("the endpoint's port is none")
    return host.lower(), int(given)


def _numbers(host: str) -> "list[int]":
    """The four numbers of a numeric address, [] for a name."""
    parts = host.split(".")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() and len(part) < 4 and int(part) < 256 for part in parts):
        return []
    return [int(part) for part in parts]
