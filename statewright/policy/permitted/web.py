"""curl as a reader: GET and HEAD, to this machine unless the state has WebFetch, output to the terminal."""

from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.permitted.readonly import No

# curl(1). Short options without and with a value, and the long ones that neither send, save nor redirect anything.
FLAGS = "sSfLIivkgGNn46012#a"
VALUES = "HAmwbeyYrzu"
LONG_FLAGS = (
    "--silent",
    "--show-error",
    "--fail",
    "--location",
    "--head",
    "--include",
    "--verbose",
    "--insecure",
    "--compressed",
    "--globoff",
    "--no-buffer",
    "--ipv4",
    "--ipv6",
    "--http1.1",
    "--http2",
    "--no-progress-meter",
    "--progress-bar",
    "--fail-with-body",
    "--fail-early",
    "--get",
    "--raw",
    "--path-as-is",
    "--version",
    "--help",
)
LONG_VALUES = (
    "--header",
    "--user-agent",
    "--max-time",
    "--connect-timeout",
    "--write-out",
    "--cookie",
    "--referer",
    "--retry",
    "--retry-delay",
    "--retry-max-time",
    "--range",
    "--url",
    "--user",
    "--max-redirs",
    "--retry-all-errors",
    "--retry-connrefused",
)
NO_VALUE = ("--retry-all-errors", "--retry-connrefused")
LOCAL = ("localhost", "127.0.0.1", "[::1]")


def curl(texts: "list[str]", web: bool) -> "No":
    """None when the call only reads."""
    urls = []
    i = 0
    while i < len(texts):
        text = texts[i]
        i += 1
        if text == "--":
            urls += texts[i:]
            break
        if text[:2] == "--":
            name, _, value = text.partition("=")
            if name in LONG_FLAGS or name in NO_VALUE:
                continue
            value = value or (texts[i] if i < len(texts) else "")
            i += 0 if "=" in text else 1
            if name == "--url":
                urls.append(value)
            elif (name == "--request" and value in ("GET", "HEAD")) or (name == "--output" and value in ("/dev/null", "-")):
                continue
            elif name not in LONG_VALUES or value[:1] == "@" or (name == "--write-out" and "%output" in value):
                return "network", "%s sends, saves or redirects something" % name
        elif text[:1] == "-" and len(text) > 1:
            for j in range(1, len(text)):
                c = text[j]
                if c in FLAGS:
                    if c == "n":
                        return "network", "-n sends stored passwords"
                    continue
                value = text[j + 1 :]
                if not value:
                    value = texts[i] if i < len(texts) else ""
                    i += 1
                if (c == "o" and value in ("/dev/null", "-")) or (c == "X" and value in ("GET", "HEAD")):
                    break
                if c in VALUES and value[:1] != "@" and not (c == "w" and "%output" in value):
                    break
                return "network", "-%s sends, saves or redirects something" % c
        else:
            urls.append(text)
    if not urls:
        return None if "--version" in texts or "--help" in texts else ("network", "no address is plain to see")
    for url in urls:
        fault = address(url, web)
        if fault:
            return "network", fault
    return None


def address(url: str, web: bool) -> str:
    """ "" for an address that may be read."""
    scheme, sign, rest = url.partition("://")
    if not sign:
        scheme, rest = "http", url
    if scheme.lower() not in ("http", "https"):
        return "only http and https are read"
    if "\\" in url or not url.replace(HOLE, "").isprintable():
        return "programs read an address with a backslash differently"
    host = rest
    for stop in "/?#":
        host = host.partition(stop)[0]
    if "@" in host:
        return "the host stands behind the @" if not web else "an address with a user name is not read"
    if host[:1] == "[":
        bare, _, port = host.partition("]")
        bare += "]"
        port = port.lstrip(":")
    else:
        bare, _, port = host.partition(":")
    if HOLE in bare or any(c in bare for c in "{}*"):
        return "the host is not plain to see" if not web else ""
    if bare.lower() in LOCAL and (port.isdigit() or not port or HOLE in port):
        return ""
    return "" if web else "%s is not this machine, and WebFetch is not in this state" % bare
