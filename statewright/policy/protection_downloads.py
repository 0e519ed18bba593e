"""Protection against downloads: the names that wget, curl -O and aria2c give to what they fetch, and the folders of a mirrored site."""

from statewright.policy.options import abbreviates, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.protection_scene import Scene

LONG = ("--directory-prefix", "--output-dir", "--dir", "--cut-dirs", "--output-document", "--input-file", "--output", "--header", "--user-agent")
VALUES = {"wget": "aABDeiIloOPQRtTUwXY", "wget2": "aABDeiIloOPQRtTUwXY", "curl": "oHAmwbeyYrzudFTXKEcCQtUx", "aria2c": "doijxskl"}
SITE = "!%s would bring whatever the site holds into %s, the workflow's files among it.|Use a folder of its own: -P DIR."


def downloaded(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a download would be saved to, "" when none."""
    options, operands = parse(call.texts[1:], VALUES[call.name], LONG)
    short = [text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--"]

    def has(letter: str, *long: str) -> bool:
        return any(name == letter or (len(name) > 5 and any(abbreviates(name, one) for one in long)) for name, _ in options)

    folders = [
        value for name, value in options
        if name in ("-P", "-d") or name == "--dir" or (len(name) > 4 and any(abbreviates(name, one) for one in LONG[:2]))
    ]  # fmt: skip
    folder = folders[-1] if folders else "."
    deep = tree = False
    bare, cut = True, 0
    if call.name[:4] == "wget":
        if has("-O", "--output-document"):
            return ""
        deep = has("-r", "--recursive") or has("-m", "--mirror") or has("-p", "--page-requisites")
        tree = (deep or has("-x", "--force-directories")) and not (any("nd" in text for text in short) or has("", "--no-directories"))
        bare = any("nH" in text for text in short) or has("", "--no-host-directories")
        cut = next((int(value) for name, value in options if len(name) > 4 and abbreviates(name, "--cut-dirs") and value.isdigit()), 0)
    elif call.name == "curl" and not has("-O", "--remote-name", "--remote-name-all"):
        return ""
    open_ended = tree and bare and scene.hit(folder, bases, "all")
    if open_ended and has("-i", "--input-file"):
        return SITE % (call.show(), folder)
    for url in operands:
        host, _, path = (url.partition("://")[2] or url).partition("?")[0].partition("#")[0].partition("/")
        parts = [part for part in path.split("/") if part]
        kept = ([] if bare else [host]) + parts[cut:] if tree else parts[-1:]
        if kept and scene.hit(folder.rstrip("/") + "/" + "/".join(kept), bases):
            return url
        if deep and open_ended and not kept:
            return SITE % (call.show(), folder)
    return ""
