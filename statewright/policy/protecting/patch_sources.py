"""Where the text of a patch comes from: files, those that the line itself makes, and the programs of a pipe.

A text is what can be read of it; None stands for one that is made on its way, by a program whose output nobody sees here.
"""

from statewright.policy.outputs.output import _before, printed, printed_by
from statewright.policy.protecting.git_sweeps import _index, everything, pathspec
from statewright.policy.texts.follow import subcommand
from statewright.policy.words.options import in_place
from statewright.policy.words.pathspecs import excluded, leaves
from statewright.policy.words.patterns import HIDDEN, glob, plain
from statewright.shell.model import HOLE, Word
from statewright.shell.substitutions import substituted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

    Texts = list[str | None]

HANDING_ON = frozenset(("cat", "tac", "tee", "pv", "head", "tail", "sort", "uniq", "dd", "grep", "egrep", "fgrep", "sponge", "ls", "find"))
WRITES = (">", ">>", ">|", "&>", "&>>")
COMMITTED = (".statewright/", ".claude/settings", ".claude/hooks", ".git/hooks")
DEPTH = 8


def files(pattern: str, bases: "list[str]", scene: "Scene") -> "list[str]":
    """The paths a pattern names: itself, or what there is of its kind in its folder."""
    text = plain(pattern)
    facts = scene.event.facts
    if text is not None:
        return [text] if text else []
    folder, slash, name = pattern.rpartition("/")
    where = plain(folder or ".")
    if where is None or HOLE in pattern or facts is None:
        return []
    return [folder + slash + one for base in bases for one in facts.names(scene.guard.absolute(where, base)) if glob(name, one)]


def file(path: str, bases: "list[str]", scene: "Scene", depth: int = 0) -> "Texts":
    """The texts a file holds: on the disk, and as the line makes it."""
    out: "Texts" = []
    facts = scene.event.facts
    for base in bases:
        where = scene.guard.absolute(path, base)
        try:
            text = facts.text(where) if facts is not None and facts.kind(where) == "file" else None
        except ValueError:
            text = None
        out += [text] if text else []
    if depth < 0:
        return out  # as it lies there
    return out + (_made(path, bases, scene, depth + 1) if depth < DEPTH else [None])


def _same(word: "Word", path: str) -> bool:
    return word.text.removeprefix("./") == path.removeprefix("./")


def _made(path: str, bases: "list[str]", scene: "Scene", depth: int) -> "Texts":
    """What commands of the line put into a file."""
    out: "Texts" = []
    for call in scene.found:
        if any(redirect.op in WRITES and redirect.target is not None and _same(redirect.target, path) for redirect in call.command.redirects):
            out += source(call, bases, scene, depth)
        operands = [word for word in call.words[1:] if word.text[:1] != "-"]
        named = [word for word in operands if _same(word, path)]
        if call.name in ("cp", "mv", "install", "ln") and named and len(operands) > 1 and operands[-1] is named[-1]:
            out += [text for word in operands[:-1] for one in files(word.text, bases, scene) for text in file(one, bases, scene, depth)]
        elif named and call.name == "tee":
            out += fed(call, bases, scene, depth)
        elif named and call.name in ("sed", "gsed") and in_place(call.texts[1:]):
            out += _edited(call, bases, scene, depth)
        elif call.name in ("curl", "wget") and any(path in text for text in call.texts[1:]):
            out.append(None)
    return out


def fed(call: "Call", bases: "list[str]", scene: "Scene", depth: int = 0) -> "Texts":
    """What reaches a command's input."""
    out: "Texts" = []
    if depth > DEPTH:
        return [None]
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            out.append(redirect.heredoc.text)
        elif redirect.target is not None and redirect.op == "<<<":
            out += [plain(text) for text in scene.names.patterns(redirect.target)]
        elif redirect.target is not None and redirect.op == "<":
            if redirect.target.raw[:2] == "<(":
                out.append(substitution(redirect.target, scene))
            else:
                named = [one for pattern in scene.names.patterns(redirect.target) for one in files(pattern, bases, scene)]
                out += [text for one in named for text in file(one, bases, scene, depth)]
    if out or any(redirect.op == "<" for redirect in call.command.redirects):
        return out
    if call.parent is not None and call.parent.name not in ("xargs", "parallel", "find"):
        return fed(call.parent, bases, scene, depth + 1)
    if call.command.stdin == "pipe":
        for stage in _before(call, scene.found):
            out += source(stage, bases, scene, depth + 1)
    return out


def substitution(word: "Word", scene: "Scene") -> "str | None":
    """What ``<(…)`` prints."""
    lines = printed_by(word.raw[2:-1], scene.names)
    return None if any(HOLE in line or HIDDEN in line for line in lines) else "\n".join([plain(line) or "" for line in lines])


def source(call: "Call", bases: "list[str]", scene: "Scene", depth: int = 0) -> "Texts":
    """What a command of the line prints."""
    name = call.name
    if name in ("echo", "printf", ":", "true"):
        if all(word.static for word in call.words[1:]):
            return ["\n".join(call.texts[1:]).replace("\\n", "\n").replace("\\t", "\t")]
        lines = printed(call, scene.found, scene.names)
        return [None if any(HOLE in line for line in lines) else "\n".join([plain(line) or "" for line in lines])]
    if name in HANDING_ON:
        words = [word for word in call.words[1:] if word.text[:1] != "-"]
        named = [one for word in words for pattern in scene.names.patterns(word) for one in files(pattern, bases, scene)]
        out = [text for one in named for text in file(one, bases, scene, depth)]
        return out or (fed(call, bases, scene, depth) if call.command.stdin or call.command.redirects else [])
    if name in ("sed", "gsed"):
        return _edited(call, bases, scene, depth)
    if name in ("tr", "rev"):
        given = [one for word in call.words[1:] for one in files(word.text, bases, scene)] if name == "rev" else []
        read = [text for one in given for text in file(one, bases, scene, depth)]
        return [_turned(call, text) for text in read or fed(call, bases, scene, depth)]
    if name == "git":
        return _compared(call, bases, scene)
    if name in ("diff", "gdiff"):
        return _differences(call, bases, scene)
    return [None]


_SHOWN = "--unified --context --label --recursive --new-file --text --minimal --strip-trailing-cr --ignore --exclude --color=never"
RENAMING = ("--dst-p", "--src-p", "--no-prefix", "--line-p", "--relative", "--output-indicator", "--ws-error")  # of git diff: before names
SHOWN = tuple(_SHOWN.split())  # options of diff that leave the form of its output


def _differences(call: "Call", bases: "list[str]", scene: "Scene") -> "Texts":
    """diff: the names it puts in front of what differs are those of its operands, or labels. diff(1)."""
    operands: "list[Word]" = []
    named: "list[Word]" = []
    words, i = call.words, 1
    deep = False
    while i < len(words):
        text = words[i].text
        if text[:2] == "--" and len(text) > 2:
            if not text.startswith(SHOWN):
                return [None]  # a form of output that may be anything
            deep = deep or text == "--recursive"
            if text.startswith("--label"):
                if "=" in text:
                    value = text.partition("=")[2]
                    named.append(Word(value, value))
                else:
                    i += 1
                    named += words[i : i + 1]
        elif text[:1] == "-" and len(text) > 1:
            letters = text[1:].rstrip("0123456789")
            if any(c not in "uUcCrNabBwiEZtTpLxI" for c in letters):
                return [None]
            deep = deep or "r" in letters
            if letters[-1:] and letters[-1] in "UCLxI" and letters == text[1:]:
                i += 1
                named += words[i : i + 1] if letters[-1] == "L" else []
        else:
            operands.append(words[i])
        i += 1
    names = [pattern for word in (*operands, *named) for pattern in scene.names.patterns(word)]
    facts = scene.event.facts
    whole = deep or facts is None or any(facts.kind(scene.guard.absolute(word.text, base)) == "dir" for word in operands for base in bases)
    if any(HOLE in name or HIDDEN in name or "\n" in name or (whole and scene.hit(name, bases, "all")) for name in names):
        return [None]
    return ["\n".join(["--- %s\n+++ %s" % (plain(name) or name, plain(name) or name) for name in names])]


def _edited(call: "Call", bases: "list[str]", scene: "Scene", depth: int) -> "Texts":
    """What sed makes of its files or of its input."""
    words = [word for word in call.words[1:] if word.text[:1] != "-"]
    if not words or any(word.text[:2] in ("-f", "-e") or word.text[:3] == "--e" for word in call.words[1:]) or not words[0].static:
        return [None]
    if len(words) > 1:
        named = [one for word in words[1:] for pattern in scene.names.patterns(word) for one in files(pattern, bases, scene)]
        before = [text for one in named for text in file(one, bases, scene, -1)]
    else:
        before = fed(call, bases, scene, depth)
    return [None if text is None else substituted(text, words[0].text) for text in before]


def _turned(call: "Call", text: "str | None") -> "str | None":
    given = call.texts[1:]
    if text is None:
        return None
    if call.name == "rev":
        return "\n".join([line[::-1] for line in text.split("\n")])
    if given[:1] == ["-d"] and len(given) == 2:
        return text if given[1] in ("\\r", "\r", "\\015") else None
    if len(given) == 2 and len(given[0]) == len(given[1]) == 1:
        return text.replace(given[0], given[1])
    return None


def _compared(call: "Call", bases: "list[str]", scene: "Scene") -> "Texts":
    """git diff, show and the like: nothing of ours where paths limit it, or where none of our files is committed and HEAD alone is named."""
    at, _ = subcommand(call.words)
    sub, rest = call.texts[at] if at < len(call.texts) else "", call.words[at + 1 :]
    if sub not in ("diff", "show", "format-patch", "log", "stash"):
        return [None]
    texts = [word.text for word in rest]
    if any(text.startswith(RENAMING) for text in texts):
        return [None]
    end = texts.index("--") if "--" in texts else len(texts)
    facts = scene.event.facts
    operands = [word for word in rest[:end] if word.text[:1] != "-" and word.text not in ("show", "push")]
    there = [word for word in operands if facts is not None and any(facts.kind(scene.guard.absolute(word.text, base)) for base in bases)]
    limits = [*there, *rest[end + 1 :]]
    if limits:
        named = [pathspec(word.text, scene) for word in limits if not excluded(word.text)]
        left = [excluded(word.text) for word in limits]
        ours = not named or any(scene.hit(spec, bases, "all") or everything(spec, scene.event.project) for spec in named)
        return [None] if ours and not all(any(leaves(one, dot) for one in left) for dot in (".statewright", ".claude")) else []
    heads = all(word.text[:4] in ("HEAD", "stas") or word.text[:1] == "@" for word in operands) and not any(".." in word.text for word in operands)
    if not heads or any(":" in word.text for word in operands) or (sub == "diff" and len(operands) > 1):
        return [None]
    index = _index(scene.guard)
    return [None] if any(one in index for one in COMMITTED) else []
