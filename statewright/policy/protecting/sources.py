"""Where an archive, or a folder that is copied, comes from: its files on the disk, the commands in front of it in a pipe, or the line itself."""

from statewright.policy.outputs.output import _before
from statewright.policy.permitted.harmless import harmless
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, LITERAL, plain
from statewright.policy.words.protected import DOTS
from statewright.policy.words.redirects import writes_file
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.archives import Unpacking
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

TARS = ("tar", "gtar", "bsdtar", "jar")
ZIPS = ("unzip", "bsdunzip")
STDINS = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
TELLING = ("cat", "gzip", "gunzip", "zcat", "xz", "unxz", "xzcat", "bzip2", "bzcat", "zstd", "zstdcat", "lz4", "pv", "dd")
# What changes nothing but what its words say, and so may stand in front of an archive that is looked into.
PLAIN = ("mkdir", "rm", "rmdir", "touch", "chmod", "chown", "chgrp", "mktemp")
HIDING = ("base64", "base32", "xxd", "openssl", "uudecode", "basenc", "gpg", "age", "python", "python3", "perl", "ruby", "node", "php")


def there(pattern: str, base: str, name: str, scene: "Scene") -> "list[str]":
    """The files a pattern stands for, as far as they are there; with a HOLE in it where nobody can tell."""
    facts, text = scene.event.facts, plain(pattern)
    if name in ZIPS and text is not None and any(c in text for c in "*?["):
        pattern, text = text, None  # unzip reads patterns itself
    if HOLE in pattern or HIDDEN in pattern:
        return [HOLE]
    if text is None:
        from statewright.policy.words.moved import matching

        found = [path for path in matching(base, pattern, scene.event) if facts.kind(path)]
        return found or [scene.guard.absolute(pattern.replace(LITERAL, ""), base)]
    where = scene.guard.absolute(text, base)
    return [where + ".zip"] if name in ZIPS and not facts.kind(where) and not text.endswith(".zip") else [where]


def elsewhere(ssh: "Call") -> bool:
    """Whether ssh(1) goes to another machine: its host is there to read and is no name of this one."""
    words, at = ssh.words, 1
    while at < len(words) and words[at].text[:1] == "-":
        at += 2 if words[at].text[-1:] in "BbcDEeFIiJLlmOoPpQRSWw" else 1
    operand = words[at] if at < len(words) else None
    if operand is None or not operand.plain:
        return False
    host = operand.text.removeprefix("ssh://").rpartition("@")[2].lower()
    return bool(host) and not host.startswith(("localhost", "127.", "::", "[::", "0", "ip6-"))


def made_before(call: "Call", scene: "Scene") -> bool:
    """Whether something in front of a command may make or change what it takes: all but what reads and what says by its words what it does."""
    if scene.event.extra.get("contained"):
        return True
    above = []
    parent = call.parent
    while parent is not None:
        above.append(parent)
        parent = parent.parent
    place = call.command.place
    again = any(part[:5] in ("for", "while", "until", "funct", "selec") for part in place) or any(one.command.background for one in scene.found)
    for other in scene.found:
        if other.command is call.command or other is call.twin:  # git's words may have been put together anew
            if not again:
                return False
            continue
        if other in above or not other.words or other.name in PLAIN or other.command.behind or _feeds(other, place):
            continue
        if any(writes_file(redirect) for redirect in other.command.redirects):
            return True
        if not (other.command.wrapper or harmless(other, scene.event) or refusal(other, Context(web=True)) is None):
            return True
    return False


def _feeds(other: "Call", place: "tuple[str, ...]") -> bool:
    """Whether a command stands in front of this one in the same pipe."""
    there = other.command.place
    n = next((i for i in range(len(place) - 1, -1, -1) if place[i][:5] == "pipe:"), -1)
    return n >= 0 and len(there) > n and there[:n] == place[:n] and there[n][:5] == "pipe:" and there[n] != place[n]


def files(call: "Call", found: "Unpacking", scene: "Scene") -> "list[str] | str":
    """The files an archive comes from, as patterns; folders for what tar packs at the other end of a pipe; a text where nobody can tell."""
    if found.archive is not None and found.archive.text not in STDINS:
        return scene.names.patterns(found.archive)
    if call.command.open:
        return []  # xargs hands it the name: see words/composed.py
    fed = [redirect.target for redirect in call.command.redirects if redirect.op == "<" and redirect.target is not None]
    if fed:
        return scene.names.patterns(fed[0])
    if any(redirect.heredoc is not None or redirect.op in ("<<<", "<&") for redirect in call.command.redirects):
        return "what is given to it is hidden"
    out: "list[str]" = []
    stages = _before(call, scene.found)
    for stage in stages:
        if stage.name in HIDING or not stage.name:
            return "what is piped into it is hidden"
        if stage.command.stdin == "pipe" and stage.name in TELLING:
            own = _packed(stage, scene)
            return own or files(stage, found, scene)
        if stage.name in TELLING or stage.name in TARS:
            inner = [redirect.target for redirect in stage.command.redirects if redirect.op == "<" and redirect.target is not None]
            out += _packed(stage, scene) or (scene.names.patterns(inner[0]) if inner else [])
        elif stage.name == "git" and "archive" in stage.texts:
            fault = _tree(stage, scene) or ("its folders are taken off" if found.strip else "")
            if fault:
                return fault
        elif stage.name not in ("cd", "pushd", "set", ":", "true", "mkdir", "find", "ls"):
            return "what %s pipes into it cannot be looked into" % stage.name
    return out


def packed_names(call: "Call", scene: "Scene") -> "list[tuple[str, str]]":
    """Members that tar, at the other end of a pipe, packs under names of ours: as they are written, wherever it works."""
    from statewright.policy.protecting.copies import VALUES, operands_of

    out: "list[tuple[str, str]]" = []
    far = call.parent is not None and call.parent.name == "ssh"
    for stage in () if far else _before(call, scene.found):
        if stage.name in TARS:
            operands = operands_of(stage)[0]
            first = stage.texts[1] if len(stage.texts) > 1 else ""
            if first[:1] != "-":  # tar cCf DIR FILE …
                operands = operands[1 + len([c for c in first if c in VALUES["tar"]]) :]
            names = [pattern for word in operands for pattern in scene.names.patterns(word)]
            out += [(name + "/", "") for name in names if any(part in DOTS for part in name.split("/"))]
        elif stage.name in TELLING and stage.command.stdin == "pipe":
            out += packed_names(stage, scene)
    return out


def _tree(stage: "Call", scene: "Scene") -> str:
    """``git archive REV``: the tree as it is committed, like a checkout of it; not a part of one, another repository's, or files besides."""
    for i, text in enumerate(stage.texts):
        name = text.partition("=")[0]
        if text[:2] == "--" and any(abbreviates(name, one) for one in ("--remote", "--add-file", "--add-virtual-file", "--prefix", "--exec")):
            return "git archive %s cannot be looked into" % name
        if i > 1 and text[:1] != "-" and ":" in text:
            return "%s puts a folder's content elsewhere" % text
    return ""


def _packed(stage: "Call", scene: "Scene") -> "list[str]":
    if stage.name not in TELLING and stage.name not in TARS:
        return []
    words, base = stage.words[1:], ""
    if stage.name in TARS:
        for i, word in enumerate(words[:-1]):
            if word.text in ("-C", "--directory"):
                base = words[i + 1].text + "/"
    texts = [pattern for word in words if word.text[:1] != "-" or word.text == "-" for pattern in scene.names.patterns(word)]
    return [base + text if base and text[:1] != "/" else text for text in texts if text and text != "-"]
