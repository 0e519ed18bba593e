"""Protection against archives: packing reads, except where it removes what it packed; unpacking writes below a folder.

What they hold: archives.py.
"""

from statewright.policy.protecting.copies import OVER, VALUES, operands_of
from statewright.policy.protecting.scene import UNREAD
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, plain
from statewright.policy.words.protected import DOTS, names_one
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

REPLACING = ("--overwrite", "--overwrite-dir", "--recursive-unlink", "--unlink-first", "--absolute-names", "--keep-directory-symlink")


def archived(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """Archives: packing reads, except where it removes what it packed; unpacking writes below a folder."""
    name, texts = call.name, call.texts
    operands, values = operands_of(call)
    if name in ("tar", "bsdtar", "gtar"):
        return _tar(call, operands, values, scene, bases)
    if name in ("unzip", "bsdunzip"):
        return _unzip(call, operands, values, scene, bases)
    options = "".join(text for text in texts[1:] if text[:1] == "-" and text[:2] != "--")
    if name == "zip":
        if "m" in options or any(abbreviates(text, "--move") for text in texts):
            return _first(operands, scene, bases, "all")
        return _first(operands[:1], scene, bases, "")
    if name in ("7z", "7za", "7zr", "rar"):
        removes = any(text in ("-sdel", "-df", "-dr", "m", "mf") for text in texts[1:])
        if operands and operands[0].text in ("a", "u") and not removes:
            return _first(operands[1:2], scene, bases, "")
        if "-aoa" in texts and not any(text[:2] == "-o" for text in texts) and any(scene.hit(base, [base], "all") for base in bases):
            return OVER % ("7z -aoa", ".")
        return _first(call.words[1:], scene, bases, "all" if removes else "dots")
    if (name == "cpio" and ("p" in options or any(abbreviates(text, "--pass-through") for text in texts))) or (
        name == "pax" and "r" in options and "w" in options
    ):
        return _passed(call, operands, scene, bases)
    if name == "cpio" and "i" in options and not any(c in options for c in "t"):
        replacing = "u" in options
        return OVER % ("cpio -u", ".") if replacing and any(scene.hit(base, [base], "all") for base in bases) else ""
    if name == "pax" and scene.names_protected() and "r" in options:
        return ".statewright"
    return _first(call.words[1:], scene, bases, "dots")


def _passed(call: "Call", operands: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """cpio -p, pax -rw: what they are given by name comes to lie below the last operand, folders and all."""
    fault = _first(call.words[1:], scene, bases, "dots")
    if fault:
        return fault
    facts = scene.event.facts
    if call.name == "pax" and len(operands) > 1:
        lines = [pattern for word in operands[:-1] for pattern in scene.names.patterns(word)]
    else:
        from statewright.policy.outputs.output import fed

        lines = fed(call, scene.found, scene.names)
    short = "".join(text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    if "l" in short or any(len(text) > 4 and abbreviates(text, "--link") for text in call.texts):
        for line in lines:  # a second name for the same file
            if scene.hit(line, bases, "all"):
                return UNREAD % call.name if HIDDEN in line else line
    tops = {(plain(line) or ".").lstrip("./").partition("/")[0] for line in lines}
    for where in (pattern for word in operands[-1:] for pattern in scene.names.patterns(word)):
        for base in bases:
            if facts is None or scene.guard.real(scene.guard.absolute(where, base)) == scene.guard.real(base):
                continue
            known = [name for name in (facts.names(base) or (DOTS if scene.names_protected() else ())) if name in DOTS]
            for name in known:
                if ("" in tops or name.lstrip(".") in tops) and scene.hit(where.rstrip("/") + "/" + name, [base], "dots"):
                    return where + "/" + name
    return ""


def _first(words: "list[Word]", scene: "Scene", bases: "list[str]", parents: str) -> str:
    for word in words:
        found = scene.hit_word(word, bases, parents)
        if found:
            return found
    return ""


def _tar(call: "Call", operands: "list[Word]", values: "dict[str, Word]", scene: "Scene", bases: "list[str]") -> str:
    texts = call.texts
    first = texts[1] if len(texts) > 1 else ""
    cluster = first.lstrip("-") if first[:2] != "--" else ""
    short = cluster + "".join(text[1:] for text in texts[2:] if text[:1] == "-" and text[:2] != "--")
    if first[:1] != "-":  # tar cCf DIR FILE: the values stand in the order of their letters
        given = [c for c in first if c in VALUES["tar"]]
        values = {**values, **dict(zip(given, operands[1:], strict=False))}
        operands = operands[1 + len(given) :]
    packs = any(c in cluster[:4] for c in "cruA") or any(text[:2] in ("-c", "-r", "-u", "-A") for text in texts)
    packs = packs or any(abbreviates(text, one) for text in texts for one in ("--create", "--append", "--update", "--catenate", "--concatenate"))
    if packs and "x" not in cluster[:4]:
        if any(len(text) > 4 and abbreviates(text, "--remove-files") for text in texts):
            return _first([*operands, *(values[key] for key in ("C", "--directory") if key in values)], scene, bases, "all")
        return _first([values[key] for key in ("f", "--file") if key in values], scene, bases, "")
    extracts = "x" in short or any(abbreviates(text, one) for text in texts for one in ("--extract", "--get"))
    fault = _first([word for i, word in enumerate(call.words) if i and "--exclude" not in (word.text[:9], texts[i - 1])], scene, bases, "dots")
    if fault or not extracts:
        return fault
    if any(names_one(word.text) for word in operands) and "--exclude" not in " ".join(texts):
        return ".statewright"
    renames = any(text[:3] in ("--t", "--x", "-s/") for text in texts)
    telling = [text.lower() for text in texts[1:] if "*" in text or renames]
    if any("statewright" in text or ".claude" in text for text in telling) and "--exclude" not in " ".join(texts):
        return ".statewright"
    where = values.get("C") or values.get("--directory")
    named = scene.names.patterns(where) if where is not None else ["."]
    folders = [one.partition("=")[2] if one[:2] == "--" else one for one in named]
    replaces = "U" in short or "P" in short or any(len(text) > 4 and abbreviates(text, one) for text in texts for one in REPLACING)
    if replaces and any(scene.hit(folder, bases, "all") for folder in folders):
        return OVER % ("tar with these options", folders[0].replace(HOLE, "…"))
    return ""


def _unzip(call: "Call", operands: "list[Word]", values: "dict[str, Word]", scene: "Scene", bases: "list[str]") -> str:
    given = [text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--"]
    options = "".join(text.partition("d")[0] + "d" * ("d" in text) for text in given)  # what stands right behind -d is a folder
    if any(c in options for c in "ltzZpv") and not any("-" in text[1:] for text in call.texts[1:] if text[:1] == "-"):
        return ""
    fault = _first(call.words[1:], scene, bases, "dots")
    if fault:
        return fault
    if any("statewright" in word.text.lower() or ".claude" in word.text.lower() for word in operands[1:]):
        return operands[1].text
    where = values.get("d")
    folders = scene.names.patterns(where) if where is not None else ["."]
    if "o" in options and len(operands) < 2 and any(scene.hit(folder, bases, "all") for folder in folders):
        return OVER % ("unzip -o", folders[0].replace(HOLE, "…"))
    return ""
