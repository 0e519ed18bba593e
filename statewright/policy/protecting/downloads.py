"""Protection against downloads: the names that wget and curl give to what they fetch, those a server may choose, and the folders of a mirrored site.

wget(1), curl(1).
"""

from statewright.policy.permitted.beyond import spread
from statewright.policy.protecting.arrivals import FLAT, into
from statewright.policy.protecting.tools import decoded
from statewright.policy.words.options import abbreviates, parse
from statewright.policy.words.patterns import HIDDEN, listed, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

LONG = (
    "--directory-prefix", "--output-dir", "--cut-dirs", "--output-document", "--input-file", "--output", "--header", "--user-agent", "--config",
    "--execute", "--base", "--data", "--form", "--request", "--url", "--accept", "--reject",
)  # fmt: skip
VALUES = {"wget": "aABDeiIloOPQRtTUwXY", "wget2": "aABDeiIloOPQRtTUwXY", "curl": "oHAmwbeyYrzudFTXKEcCQtUx"}
SITE = "!%s would bring whatever the site holds into %s, the workflow's files among it.|Use a folder of its own: -P DIR."
READ = ("robots", "use_proxy", "http_proxy", "https_proxy", "timeout", "tries", "user_agent", "header", "wait", "quiet", "check_certificate")
SETTINGS = ("WGETRC", "CURL_HOME", "SYSTEM_WGETRC")
CHOSEN = ("--content-disposition", "--trust-server-names")  # wget: the server chooses the name


class Download:
    """The options of one download."""

    __slots__ = ("call", "folder", "operands", "options", "short")

    def __init__(self, call: "Call", names: "Names") -> None:
        self.call = call
        texts = spread(call, names)[1:]
        self.options, self.operands = parse(texts, VALUES[call.name], LONG)
        self.short = [text for text in texts if text[:1] == "-" and text[:2] != "--"]
        folders = self.values("-P", *LONG[:2])
        self.folder = folders[-1] if folders else "."

    def has(self, letter: str, *long: str) -> bool:
        return any(name == letter or (len(name) > 5 and any(abbreviates(name, one) for one in long)) for name, _ in self.options)

    def values(self, letter: str, *long: str) -> "list[str]":
        return [value for name, value in self.options if name == letter or (len(name) > 4 and any(abbreviates(name, one) for one in long))]


def downloaded(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a download would be saved to, or why that cannot be told; "" when none."""
    one = Download(call, scene.names)
    if any(value not in ("", "/dev/null") for name in SETTINGS for value in scene.names.values.get(name, ())):
        return into(call, one.folder, FLAT, "leave the settings' variable out", scene, bases)
    return _curl(one, scene, bases) if call.name == "curl" else _wget(one, scene, bases)


def _curl(one: Download, scene: "Scene", bases: "list[str]") -> str:
    for path in one.values("-K", "--config"):
        for line in _lines(one.call, path, scene):
            if HOLE in line or HIDDEN in line:
                return into(one.call, ".", None, "write the options out", scene, bases)
            pieces = [piece.strip("\"'") for piece in line.replace("=", " ").split()]
            bad = next((piece for piece in pieces if scene.hit(piece, bases, "dots")), "")
            if bad:
                return bad
            if pieces and pieces[0].lstrip("-") in ("remote-header-name", "J", "OJ", "JO"):
                return into(one.call, one.folder, FLAT, "curl --output-dir DIR", scene, bases)
    for value in one.values("-o", "--output") if one.folder != "." else ():
        if value[:1] != "/" and scene.hit(one.folder.rstrip("/") + "/" + value, bases):
            return value
    for value in one.values("-o", "--output"):  # #1 stands for what a list in the address names
        for piece in [piece for url in one.operands for piece in listed(url)] if "#" in value else ():
            for name in {piece.rpartition("/")[2], *(part for url in one.operands for part in url.replace("{", ",").replace("}", ",").split(","))}:
                made = "".join(name if part[:1].isdigit() and i else part for i, part in enumerate(value.replace("#", "\0#").split("\0#")))
                if scene.hit(made, bases):
                    return made
    if not one.has("-O", "--remote-name", "--remote-name-all"):
        return ""
    if one.has("-J", "--remote-header-name"):
        return into(one.call, one.folder, FLAT, "curl --output-dir DIR", scene, bases)
    return _saved(one, one.operands, scene, bases)


def _wget(one: Download, scene: "Scene", bases: "list[str]") -> str:
    if one.has("-O", "--output-document"):
        return ""
    has, folder = one.has, one.folder
    deep = has("-r", "--recursive") or has("-m", "--mirror") or has("-p", "--page-requisites")
    settings = [value.partition("=")[0].strip().lower().replace("-", "_") for value in one.values("-e", "--execute")]
    flat = any("nd" in text for text in one.short) or has("", "--no-directories")
    tree = (deep or has("-x", "--force-directories")) and not flat
    bare = any("nH" in text for text in one.short) or has("", "--no-host-directories")
    open_ended = tree and bare and any(scene.hit(folder, [base], "all") for base in bases)
    urls, unread = list(one.operands), has("-F", "--force-html")
    for path in one.values("-i", "--input-file"):
        lines = _lines(one.call, path, scene)
        unread = unread or any(HOLE in line or HIDDEN in line for line in lines)
        urls += [plain(line) or "" for line in lines]
    if has("", *CHOSEN) or any(name not in READ for name in settings) or has("", "--config") or (deep and flat) or unread:
        fault = SITE % (one.call.show(), folder) if open_ended else into(one.call, folder, FLAT, "wget -P DIR", scene, bases)
        if fault:
            return fault
    if deep and open_ended and not any("np" in text for text in one.short) and not has("", "--no-parent"):
        return SITE % (one.call.show(), folder)
    return _saved(one, urls, scene, bases, tree, bare, deep)


def _saved(one: Download, urls: "list[str]", scene: "Scene", bases: "list[str]", tree: bool = False, bare: bool = True, deep: bool = False) -> str:
    """The first address whose last name, or whose folders where they are made, is a protected path below the folder."""
    cuts = [int(value) for value in one.values("--cut-dirs", "--cut-dirs") if value.isdigit()]
    for url in [spelled for given in urls for one_url in listed(given) for spelled in {one_url, decoded(one_url)}]:
        host, _, path = (url.partition("://")[2] or url).partition("?")[0].partition("#")[0].partition("/")
        parts = [part for part in path.split("/") if part]
        kept = ([] if bare else [host]) + parts[cuts[0] if cuts else 0 :] if tree else parts[-1:]
        if kept and scene.hit(one.folder.rstrip("/") + "/" + "/".join(kept), bases, "dots" if deep else ""):
            return url
        if deep and not kept and any(scene.hit(one.folder, [base], "all") for base in bases):
            return SITE % (one.call.show(), one.folder)
    return ""


def _lines(call: "Call", path: str, scene: "Scene") -> "list[str]":
    """The lines of a list that is given by name, or on the standard input."""
    from statewright.policy.outputs.output import fed, lines_of

    if path in ("-", "/dev/stdin"):
        return fed(call, scene.found, scene.names)
    return lines_of(path, scene.names) if path and "://" not in path else [HOLE]
