"""Protection against copies, synchronising and archives: only what is written counts, and a folder's contents go where it is copied to."""

from statewright.policy.options import abbreviates
from statewright.policy.patterns import plain
from statewright.policy.protected import DOTS, names_one
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.protection_scene import Scene
    from statewright.shell.model import Word

VALUES = {"cp": "tS", "install": "tmogS", "rsync": "efBTM", "scp": "FiJloPSX", "tar": "fCbTXHVgKNLI", "unzip": "dxP", "zip": "bnitx"}
LONG_VALUES = ("--target-directory", "--directory", "--file", "--exclude", "--include", "--suffix", "--chdir")
# Options whose value is written.
WRITTEN = ("--backup-dir", "--log-file", "--partial-dir", "--temp-dir", "-T", "--write-batch", "--only-write-batch", "--dump-header", "--cache-dir")
RCLONE = ("sync", "move", "purge", "delete", "moveto", "bisync", "rmdirs", "cleanup")
REPLACING = ("--overwrite", "--overwrite-dir", "--recursive-unlink", "--unlink-first", "--absolute-names", "--keep-directory-symlink")
OVER = "!%s would replace or remove what lies in %s, the workflow's files among it.|Use a folder of its own."


def _operands(call: "Call") -> "tuple[list[Word], dict[str, Word]]":
    """Operands and the options' values, by the option's letter or long name."""
    letters = VALUES.get(call.name, "")
    out: "list[Word]" = []
    values: "dict[str, Word]" = {}
    skip = ""
    for word in call.words[1:]:
        text = word.text
        if skip:
            values[skip] = word
            skip = ""
        elif text[:1] != "-" or text == "-":
            out.append(word)
        elif text[:2] != "--" and text[-1] in letters:
            skip = text[-1]
        else:
            name, sign, _ = text.partition("=")
            name = next((one for one in LONG_VALUES if abbreviates(name, one)), "")
            if name and sign:
                values.setdefault(name, word)
            skip = "" if sign else name
    return out, values


def copied(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """cp, install, scp, rsync: the target, and in it each source under its own name."""
    operands, values = _operands(call)
    targets, sources = operands[-1:], operands[:-1]
    folder = values.get("t") or values.get("--target-directory")
    texts = call.texts
    if folder is not None and call.name in ("cp", "install", "ln", "mv"):
        targets, sources = [folder], operands
    if call.name in ("rsync", "rclone", "unison", "robocopy"):
        fault = _synchronised(call, operands, scene, bases)
        if fault:
            return fault
    if call.name == "cp" and any((text[:2] == "--" and text in ("--link", "--symbolic-link")) or _has(text, "ls") for text in texts[1:]):
        for word in sources:
            if scene.hit_word(word, bases, "all"):
                return word.text  # a second name for the same file
    for i, word in enumerate(call.words[1:], 1):
        name, sign, _ = word.text.partition("=")
        if name in WRITTEN and (sign or i + 1 < len(call.words)):
            for pattern in scene.names.patterns(word if sign else call.words[i + 1]):
                if scene.hit(pattern[len(name) + 1 if sign else 0 :], bases, "dots"):
                    return word.text
    deep = "dots" if call.name in ("rsync", "ditto", "rclone") else ""
    for word in targets:
        for pattern in scene.names.patterns(word):
            pattern = pattern.partition("=")[2] if pattern[:2] == "--" else pattern
            if scene.hit(pattern, bases, "dots" if word is folder else deep):
                return pattern
            for source in sources:
                for one in scene.names.patterns(source):
                    last = one.rstrip("/").rpartition("/")[2]
                    if last and scene.hit(pattern.rstrip("/") + "/" + last, bases):
                        return pattern
    return _contents(call, sources, targets, scene, bases)


def _has(text: str, letters: str) -> bool:
    return text[:1] == "-" and text[:2] != "--" and any(c in text for c in letters)


def _contents(call: "Call", sources: "list[Word]", targets: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """``cp -r x/. .`` puts what lies in x straight into the target: refused when that is a protected name."""
    facts = scene.event.facts
    straight = call.name in ("ditto", "rclone") or any(
        _has(text, "T") or (len(text) > 4 and abbreviates(text, "--no-target-directory")) for text in call.texts[1:] if call.name in ("cp", "install")
    )
    for target in targets:
        for where in scene.names.patterns(target):
            where = where.partition("=")[2] if where[:2] == "--" else where
            for source in sources:
                if not (source.text.endswith(("/.", "/..", "/")) or source.text in (".", "..") or source.glob or straight):
                    continue
                for pattern in scene.names.patterns(source):
                    folder = plain(pattern.rstrip("*") or ".")
                    names = [name for base in bases for name in (facts.names(scene.guard.absolute(folder, base)) if facts and folder else ())]
                    known = names or (DOTS if scene.names_protected() else ())
                    if source.glob and pattern.endswith("*"):
                        known = [name for name in known if name[:1] != "." or scene.names.dots]
                    own = any(scene.hit(folder or ".", [base], "all") for base in bases)
                    if any(scene.hit(where.rstrip("/") + "/" + name, bases, "dots") for name in known if name in DOTS) and not own:
                        return where + "/" + next(iter(name for name in known if name in DOTS))
    return ""


def _synchronised(call: "Call", operands: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """What makes two folders alike deletes what the first has not; what moves removes the source."""
    texts = [text for text in call.texts[1:] if text[:1] == "-"]
    left = [text.partition("=")[2].strip("/") for text in texts if text.startswith("--exclude=")]
    left += [call.texts[i + 1].strip("/") for i, text in enumerate(call.texts[:-1]) if text == "--exclude"]
    if "-n" in texts or "--dry-run" in texts:
        return ""
    if call.name == "rsync":
        deletes = any(text.startswith(("--del", "--force")) for text in texts)
        moves = any(text.startswith("--remove-s") for text in texts)
        if deletes and not {".statewright", ".claude"} <= set(left):
            for pattern in scene.names.patterns(operands[-1]) if operands else ():
                if ":" not in pattern and scene.hit(pattern, bases, "all"):
                    return OVER % ("rsync --delete", pattern)
        if moves:
            for word in operands[:-1]:
                if scene.hit_word(word, bases, "all"):
                    return OVER % ("rsync --remove-source-files", word.text)
        return ""
    whole = call.name != "rclone" or any(text in RCLONE for text in call.texts[1:3])
    for word in operands if whole else ():
        if scene.hit_word(word, bases, "all"):
            return OVER % (call.name, word.text)
    return ""


def archived(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """Archives: packing reads, except where it removes what it packed; unpacking writes below a folder."""
    name, texts = call.name, call.texts
    operands, values = _operands(call)
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
        from statewright.policy.output import fed

        lines = fed(call, scene.found, scene.names)
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
    options = "".join(text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
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
