"""Protection against what arrives under names that the line does not tell: synchronised folders, downloads named by a server, unpacked packages.

Refused where it would come to lie straight in a folder that holds protected files; a folder of its own may hold anything. What a
source's last name tells (``scp -r host:x .``) is compared by that name.
"""

from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import LITERAL, _glob, listed, plain
from statewright.policy.words.protected import GIT, HOMES, TAILS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

    Row = tuple[list[list[str]], str, list[str], str, list[str]]

INTO = "!%s brings files that nobody can look at beforehand into %s, where the workflow's files are.|Bring them into a folder of their own: %s"
ROAD = {"last": "name another target", "second": "name one behind the source", "here": "cd DIR && …", "dest": "%s DIR", "given": "%s DIR"}
NAMES = tuple(dict.fromkeys(tail.rpartition("/")[2] for tail, _ in (*TAILS, *GIT, *HOMES)))
SKIPPED = ("--exc", "--inc", "--filter", "-x", "--backup-dir", "--suffix", "--compare-dest", "--copy-dest", "--link-dest", "--log-file", "-e")


def arrived(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The fault of a command that brings files into a folder of ours, "" when it has none."""
    from statewright.policy.protecting import arrivals_forms as forms
    from statewright.policy.protecting.arriving import LISTS

    call = forms.run(call)
    form = forms.FORMS.get(call.name) or (forms.laid if forms.creates(call.name) else None)
    if form is not None:
        return form(call, scene, bases)
    if call.name == "aria2c" and _joined(call, scene, bases):
        return call.show()
    for verbs, where, options, what, marks in _rows(call.name):
        words = _behind(call, verbs)
        listed = words is not None and call.name == "aria2c" and what == "contents" and any(word.text.endswith(LISTS) for word in words)
        if words is None or not (listed or _asked(words, marks)):
            continue
        deep = any(_given(words, mark[1:]) for mark in marks if mark[:1] == "*")
        targets, sources = _ends(call, words, where, options)
        road = ROAD[where] % options[-1] if "%" in ROAD[where] else ROAD[where]
        for target in targets:
            for folder in scene.names.patterns(target[0]) if target[0] is not None else ["."]:
                fault = into(call, folder[target[1] :] or ".", _names(call, what, sources, deep, scene), road, scene, bases)
                if fault:
                    return fault
    return ""


def _joined(call: "Call", scene: "Scene", bases: "list[str]") -> bool:
    """aria2c(1): ``-d DIR -o NAME``."""
    given = {"d": "", "o": ""}
    for i, text in enumerate(call.texts[1:], 1):
        name, _, value = text.partition("=")
        letter = text[1:2] if text[:1] == "-" and text[1:2] != "-" else {"--dir": "d", "--out": "o"}.get(name, "")
        if letter in given:
            attached = value if name[:2] == "--" else text[2:]
            given[letter] = attached or "".join(call.texts[i + 1 : i + 2])
    return bool(given["o"]) and scene.hit(given["d"].rstrip("/") + "/" + given["o"] if given["d"] else given["o"], bases)


def into(call: "Call", folder: str, names: "list[str] | None", road: str, scene: "Scene", bases: "list[str]") -> str:
    """The fault of files that come to lie in a folder. names: the names they have there, None for any whatsoever."""
    if folder[:1] == HOLE:
        folder = "."  # nobody knows: it may be the project
    if names is None:
        return INTO % (call.show(), folder, road) if any(open_to(folder, base, scene) for base in bases) else ""
    for name in names:
        path = folder.rstrip("/") + "/" + name
        if scene.hit(path, bases, "dots"):
            return path if names is not FLAT else INTO % (call.show(), folder, road)
    return ""


FLAT = list(NAMES)


def open_to(folder: str, base: str, scene: "Scene") -> bool:
    """Whether what lands in a folder may land on protected files: it holds some, or is a repository, whose hooks count."""
    if scene.hit(folder, [base], "all"):
        return True
    facts, where = scene.event.facts, plain(folder)
    if facts is None or where is None:
        return False
    where = scene.guard.absolute(where, base)
    return bool(facts.kind(where + "/.git") or facts.kind(where + "/.statewright"))


def _rows(name: str) -> "list[Row]":
    from statewright.policy.protecting.arriving import ROWS

    out = []
    for line in ROWS.strip().split("\n"):
        head, where, what, *marks = (part.strip() for part in line.split(";"))
        programs, *verbs = head.split(" ")
        if name in programs.split(","):
            place, *options = where.split(" ")
            out.append(([verb.split("|") for verb in verbs], place, options, what, "".join(marks).split()))
    return out


def _behind(call: "Call", verbs: "list[list[str]]") -> "list[Word] | None":
    """The words behind a program's verbs; None when it is called with others. Values of the options in front are passed over."""
    words = call.words[1:]
    if not verbs:
        return words
    if verbs[0][0][:1] == "-" or any(one[:1] == "-" for one in verbs[0]):
        at = next((i for i, word in enumerate(words) if word.text in verbs[0]), -1)
        return words[at + 1 :] if at >= 0 else None
    left = list(verbs)
    before = ""
    for i, word in enumerate(words):
        if word.text[:1] != "-":
            if word.text in left[0]:
                left.pop(0)
                if not left:
                    return words[i + 1 :]
            elif before[:1] != "-" or "=" in before:
                return None
        before = word.text
    return None


def _given(words: "list[Word]", option: str) -> bool:
    """Whether an option is there: long and abbreviated, short and in a cluster, or an operand as written."""
    for word in words:
        text = word.text
        if text == "--":
            return False
        if text == option or (option[:2] == "--" and len(text) > 4 and abbreviates(text.partition("=")[0], option)):
            return True
        if len(option) == 2 and option[0] == "-" and text[:1] == "-" and text[:2] != "--" and option[1] in text[1:]:
            return True
    return False


def _asked(words: "list[Word]", marks: "list[str]") -> bool:
    wanted = [mark[1:] for mark in marks if mark[:1] == "+"]
    if wanted and not any(_given(words, one) for one in wanted):
        return False
    return not any(_given(words, mark[1:]) for mark in marks if mark[:1] == "!")


def _ends(call: "Call", words: "list[Word]", where: str, options: "list[str]") -> "tuple[list[tuple[Word | None, int]], list[Word]]":
    """``([(the target's word, where in it the path begins)], sources)``; a word of None is the folder the command works in."""
    if where == "here":
        return [(None, 0)], []
    if where in ("dest", "given"):
        found = _values(words, options)
        return found or ([(None, 0)] if where == "dest" else []), []
    sources: "list[Word]" = []
    targets: "list[tuple[Word | None, int]]" = []
    skip = False
    for word in words:
        text = word.text
        if skip:
            skip = False
        elif text[:1] == "-" and text != "-":
            skip = "=" not in text and text.startswith(SKIPPED)
        elif not sources:
            if far(call.name, text) or text[:1] == HOLE:
                sources.append(word)
        elif far(call.name, text) and call.name in ("scp", "rsync", "gsutil", "gcloud", "mc", "mcli"):
            sources.append(word)
        else:
            targets.append((word, 0))
    if sources and not targets and where == "second":
        targets = [(None, 0)]
    return targets, sources


ELSEWHERE = ("scp", "rsync", "rclone", "aws", "gsutil", "gcloud", "s3cmd", "s4cmd", "s5cmd", "azcopy", "b2", "docker", "podman", "nerdctl")


def far(program: str, text: str) -> bool:
    """Whether a source is not on this machine, or, for programs that take a file or a name, not a path to look at."""
    if "://" in text:
        return True
    if program in ("kubectl", "oc", "k3s", "microk8s"):
        return ":" in text
    head, sign, _ = text.partition(":")
    if program in ELSEWHERE or program in ("vagrant", "finch", "docker-compose", "podman-compose"):
        return bool(sign) and "/" not in head
    if program in ("mc", "mcli"):
        return text[:1] not in "./~"
    return True


def _values(words: "list[Word]", options: "list[str]") -> "list[tuple[Word | None, int]]":
    """Where the values of some options stand: in the next word, behind ``=``, or right behind a letter."""
    out: "list[tuple[Word | None, int]]" = []
    for i, word in enumerate(words):
        text = word.text
        name, sign, _ = text.partition("=")
        for option in options:
            if text == option or (not sign and option[:2] == "--" and len(text) > 4 and abbreviates(text, option)):
                out += [(words[i + 1], 0)] if i + 1 < len(words) else []
            elif sign and (name == option or (option[:2] == "--" and len(name) > 4 and abbreviates(name, option))):
                out.append((word, len(name) + 1))
            elif len(option) == 2 and text[:2] == option and len(text) > 2:
                out.append((word, 2))
    return out


def _chosen(call: "Call", scene: "Scene") -> "list[str]":
    """Of the names that matter those which the patterns of ``gh release download -p`` match."""
    found = _values(call.words[1:], ["-p", "--pattern"])
    asked = [pattern[front:].replace(LITERAL, "") for word, front in found if word for pattern in scene.names.patterns(word)]
    return [name for name in NAMES if any(HOLE in one or _glob(one, 0, name, 0, [2000]) for one in asked)] if asked else FLAT


def _names(call: "Call", what: str, sources: "list[Word]", deep: bool, scene: "Scene") -> "list[str] | None":
    """The names that what arrives has in its folder; None when it may have any."""
    if what == "flat":
        if deep:
            return None
        return _chosen(call, scene) if call.name == "gh" else FLAT
    if what == "contents" or deep:
        return None
    out = []
    relative = call.name == "rsync" and any(
        text == "--relative" or (text[:1] == "-" and text[:2] != "--" and "R" in text.partition("e")[0]) for text in call.texts[1:]
    )
    for source in sources:
        for pattern in scene.names.patterns(source):
            pattern = pattern.replace(LITERAL, "") if call.name in ("scp", "rsync") else pattern
            if "{" in pattern and call.name in ("scp", "rsync"):  # the far end's shell lists it
                out += [one.rpartition("/")[2].rpartition(":")[2] for one in listed(pattern)]
                continue
            path = pattern.partition("://")[2].partition("/")[2] if "://" in pattern else pattern.partition(":")[2]
            if relative:
                path = path.rpartition("/./")[2].strip("/").partition("/")[0]
            last = plain(path.rpartition("/")[2])
            module = call.name == "rsync" and ("://" in pattern or path[:1] == ":") and "/" not in path
            if last in (None, "", ".", "..") or module or any(c in (last or "") for c in "*?["):
                return None  # the far end lists what a pattern stands for
            out.append(last or "")
    return out
