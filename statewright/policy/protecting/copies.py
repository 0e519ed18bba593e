"""Protection against copies, moves and synchronising: only what is written counts, and a folder's contents go where it is copied to."""

from statewright.policy.protecting.scene import UNREAD
from statewright.policy.protecting.sources import made_before
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, plain
from statewright.policy.words.protected import DOTS, GIT, TAILS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

VALUES = {"cp": "tS", "mv": "tS", "install": "tmogS", "rsync": "efBTM", "scp": "FiJloPSX", "tar": "fCbTXHVgKNLI", "unzip": "dxP", "zip": "bnitx"}
LONG_VALUES = ("--target-directory", "--directory", "--file", "--exclude", "--include", "--suffix", "--chdir")
# Options whose value is written.
WRITTEN = ("--backup-dir", "--log-file", "--partial-dir", "--temp-dir", "-T", "--write-batch", "--only-write-batch", "--dump-header", "--cache-dir")
RCLONE = ("sync", "move", "purge", "delete", "moveto", "bisync", "rmdirs", "cleanup")
MIXED = ".github"  # a folder that hardly ever holds hooks of a client's
OVER = "!%s would replace or remove what lies in %s, the workflow's files among it.|Use a folder of its own."
FRESH = (
    "!%s would copy whatever %s holds into %s, where the workflow's files are, and that shows only once the line has run."
    "|Copy it in a call of its own, or name the files."
)


def operands_of(call: "Call") -> "tuple[list[Word], dict[str, Word]]":
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


def sources_of(call: "Call") -> "list[Word]":
    """The operands of mv or cp less the target, which ``-t`` may name."""
    operands, values = operands_of(call)
    return operands if "t" in values or "--target-directory" in values else operands[:-1]


def copied(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """cp, install, scp, rsync: the target, and in it each source under its own name."""
    operands, values = operands_of(call)
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
    deep = "dots" if call.name in ("rsync", "ditto", "rclone", "mv") else ""
    whole = call.name not in ("cp", "install") or any(_has(text, "raRdT") or text[:3] in ("--r", "--a", "--n") for text in texts[1:])
    for word in targets:
        for pattern in scene.names.patterns(word):
            pattern = pattern.partition("=")[2] if pattern[:2] == "--" else pattern
            if scene.hit(pattern, bases, "dots" if word is folder else deep):
                return pattern
            for source in sources:
                for one in scene.names.patterns(source):
                    last = one.rstrip("/").rpartition("/")[2]
                    path = pattern.rstrip("/") + "/" + last
                    if last and (scene.hit(path, bases) or (whole and scene.hit(path, bases, "dots") and _holds_ours(call, one, last, scene, bases))):
                        return pattern
    return _contents(call, sources, targets, scene, bases)


def listed_by_find(call: "Call", scene: "Scene") -> "list[str]":
    """The folders that find begins in, for a command that it runs."""
    if call.command.place[-1:] != ("find -exec",) or call.parent is None or call.parent.name != "find":
        return []
    out: "list[str]" = []
    for word in call.parent.words[1:]:
        if word.text[:1] in ("-", "(", "!"):
            break
        out += scene.names.patterns(word)
    return out


def _holds_ours(call: "Call", source: str, last: str, scene: "Scene", bases: "list[str]") -> bool:
    """Whether a folder that is named like one of ours holds what is protected in it, or nobody can tell."""
    facts, folder = scene.event.facts, plain(source.rstrip("/"))
    below = [tail.partition("/")[2] for tail, _ in (*TAILS, *GIT) if plain(last) in (None, tail.partition("/")[0])]
    if facts is None or folder is None or ":" in folder or made_before(call, scene):
        return True
    places = [scene.guard.absolute(folder, base) for base in bases]
    if plain(last) != MIXED and not any(facts.kind(place) for place in places):
        return True  # not there yet: what it will hold is anybody's guess
    return any(facts.kind(place + "/" + name) for place in places for name in below)


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
                listed = listed_by_find(call, scene) if source.text[:1] == HOLE else []
                if not (source.text.endswith(("/.", "/..", "/")) or source.text in (".", "..") or source.glob or straight or listed):
                    continue
                for pattern in listed or scene.names.patterns(source):
                    folder = plain(pattern.rstrip("*") or ".")
                    names = [name for base in bases for name in (facts.names(scene.guard.absolute(folder, base)) if facts and folder else ())]
                    fresh = made_before(call, scene) and not source.glob
                    known = DOTS if fresh else names or (DOTS if scene.names_protected() else ())
                    if source.glob and pattern.endswith("*"):
                        known = [name for name in known if name[:1] != "." or scene.names.dots]
                    own = not fresh and any(scene.hit(folder or ".", [base], "all") for base in bases)
                    if not names and not own and facts and scene.hit(where, bases, "dots"):
                        return where  # nobody can tell what it holds
                    over = not own and scene.hit(where, bases, "all")  # else nothing of ours lies below it, however many names there are
                    if over and any(scene.hit(where.rstrip("/") + "/" + name, bases) for name in names if name not in DOTS):
                        return where
                    if any(scene.hit(where.rstrip("/") + "/" + name, bases, "dots") for name in known if name in DOTS) and not own:
                        if fresh and not names:
                            return FRESH % (call.show(), folder, where)
                        return where + "/" + next(iter(name for name in known if name in DOTS))
    return ""


def _by_list(call: "Call", operands: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """``rsync --files-from``: each path of the list lies in the target as it is written there, from its ``/./`` on where it has one. rsync(1)"""
    from statewright.policy.protecting.fed import listed

    facts = scene.event.facts
    lines = [line.rpartition("/./")[2] for line in listed(call, ("--files-from",), scene)]
    if facts is not None and any(not line.strip("./") for line in lines):  # all of it, if only with -r
        sources = [plain(pattern) or "." for word in operands[-2:-1] for pattern in scene.names.patterns(word)]
        lines += [name for one in sources for base in bases for name in facts.names(scene.guard.absolute(one, base)) if name in DOTS]
    for where in (pattern for word in operands[-1:] for pattern in scene.names.patterns(word)):
        for line in lines:
            if ":" not in where and line.strip("./") and scene.hit(where.rstrip("/") + "/" + line.lstrip("/"), bases, "dots"):
                return UNREAD % call.name if HIDDEN in line else line
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
        for i, word in enumerate(call.words[1:], 1):  # a second name for what it finds the same
            name, sign, _ = word.text.partition("=")
            if len(name) > 5 and abbreviates(name, "--link-dest") and (sign or i + 1 < len(call.words)):
                for pattern in scene.names.patterns(word if sign else call.words[i + 1]):
                    if pattern.partition("=")[2 if sign else 0][:1] == "/" and scene.hit(pattern.partition("=")[2 if sign else 0], bases, "all"):
                        return OVER % ("rsync --link-dest", pattern)
        if deletes and not {".statewright", ".claude"} <= set(left):
            for pattern in scene.names.patterns(operands[-1]) if operands else ():
                if ":" not in pattern and scene.hit(pattern, bases, "all"):
                    return OVER % ("rsync --delete", pattern)
        if moves:
            for word in operands[:-1]:
                if scene.hit_word(word, bases, "all"):
                    return OVER % ("rsync --remove-source-files", word.text)
        return _by_list(call, operands, scene, bases) if any("--files-f" in text for text in texts) else ""
    whole = call.name != "rclone" or any(text in RCLONE for text in call.texts[1:3])
    for word in operands if whole else ():
        if scene.hit_word(word, bases, "all"):
            return OVER % (call.name, word.text)
    return ""
