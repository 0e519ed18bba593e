"""Protection in shell texts: no command of the line may change a protected path.

By redirect, as an operand of anything that does not read only, through a parent folder, a pattern, a variable of the same line,
a link, or a program text that names it. Loaded only for calls that run a shell text.
"""

from statewright.model import DENY, Finding
from statewright.policy import protection_copies, protection_find, protection_git, protection_texts, secrets
from statewright.policy.calls import TOO_MANY, calls
from statewright.policy.harmless import harmless
from statewright.policy.output import fed
from statewright.policy.patches import patch_files
from statewright.policy.patterns import HIDDEN
from statewright.policy.places import UNKNOWN, folders
from statewright.policy.protected import names_one
from statewright.policy.protection import RULE, no
from statewright.policy.protection_names import CONTAINERS, COPIES, FOLDERS, MESSAGE_OPTIONS, MESSAGES, MODES, WHOLE
from statewright.policy.protection_scene import Scene, pieces
from statewright.policy.readonly import Context, refusal
from statewright.policy.redirects import writes_file
from statewright.policy.values import bare
from statewright.shell.model import HOLE
from statewright.shell.programs import row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.calls import Call
    from statewright.shell.model import Word


UNSEEN = "!What %s would change is not plain to see: it comes from a file that is not there, or from a program that hides it.|Write the paths out."


def check(event: "Event") -> "Finding | None":
    """Refuse a line that could change a protected path."""
    found = calls(event)
    if TOO_MANY in event.script.opaque:
        return Finding(DENY, RULE, "The command cannot be judged: %s." % TOO_MANY, "Split it.")
    scene = Scene(event, found)
    if event.script.opaque and (names_one(event.script.text) or "statewright" in scene.shown or scene.names.dots) and not _only_reads(found, event):
        return Finding(DENY, RULE, "The command names a protected file and cannot be judged: %s." % event.script.opaque[0])
    places = folders(event, found, scene.names)
    hidden = secrets.shell(event, found, scene.names, places)
    if hidden is not None:
        return hidden
    for call, here in zip(found, places, strict=True):
        bases = [path for path in here if path != UNKNOWN] or [event.cwd or event.project]
        fault = _redirected(call, scene, bases) or _assigned(call) or _changed(call, scene, bases)
        if fault:
            return _finding(fault)
    return None


def _finding(fault: str) -> Finding:
    if fault[:1] != "!":
        return no(fault)
    reason, _, hint = fault[1:].replace(HOLE, "…").partition("|")
    return Finding(DENY, RULE, reason, hint)


def _only_reads(found: "list[Call]", event: "Event") -> bool:
    context = Context(web=True)
    return (
        bool(found)
        and all(harmless(call, event) or not call.words or refusal(call, context) is None for call in found)
        and not any(writes_file(redirect) for call in found for redirect in call.command.redirects)
    )


def _redirected(call: "Call", scene: Scene, bases: "list[str]") -> str:
    for redirect in call.command.redirects:
        if redirect.target is None or not writes_file(redirect):
            continue
        patterns = scene.names.patterns(redirect.target)
        for pattern in patterns:
            if scene.hit(pattern, bases):
                return pattern
            if pattern[:6] == "/proc/" and pattern.endswith("/mem"):
                return "!Another process's memory is not the agent's to write."
    return ""


def _assigned(call: "Call") -> str:
    """CLAUDE_ENV_FILE names the file by which the environment of every later command is set."""
    names = [assign.name for assign in call.command.assigns]
    if call.name in ("export", "declare", "typeset", "readonly", "local", "env", "unset"):
        names += [text.partition("=")[0] for text in call.texts[1:] if "=" in text]
    return "!CLAUDE_ENV_FILE is set by the harness alone." if "CLAUDE_ENV_FILE" in names else ""


def _changed(call: "Call", scene: Scene, bases: "list[str]") -> str:
    """The fault of a command that could change a protected path, "" when it has none."""
    if not call.words:
        return ""
    if call.command.program and call.command.program in ("pipe", "stdin"):
        fault = _piped(call, scene)
        if fault:
            return fault
    if not call.name:
        return next((call.words[-1].text for word in call.words[1:] if scene.hit_word(word, bases, "all")), "")
    if call.name == "find":
        return protection_find.found(call, scene, bases)
    if call.name in ("fd", "fdfind"):
        return protection_find.runs(call, scene, bases)
    if call.command.wrapper or (harmless(call, scene.event) and call.name != "source"):
        return ""
    if refusal(call, Context(web=True)) is None:
        return ""
    fault = _fed(call, scene, bases)
    return fault or _operands(call, scene, bases)


def _piped(call: "Call", scene: Scene) -> str:
    """A shell that takes its commands from a pipe: refused unless what comes is there to read."""
    if call.command.stdin != "pipe":
        return ""
    lines = fed(call, scene.found, scene.names)
    text = "\n".join(lines)
    if HOLE in text:
        return "!What is piped into %s cannot be read, and so may change a protected file." % call.name
    from statewright.shell.reader import read

    return "!What is piped into %s names a protected file, or cannot be read." % call.name if read(text).opaque or names_one(text) else ""


def _operands(call: "Call", scene: Scene, bases: "list[str]") -> str:
    name = call.name
    kind = (row(name) or ("unknown", {}, ""))[0]
    words = call.words[1:]
    if name == "git":
        return protection_git.git(call, scene, bases)
    if name in protection_copies.ARCHIVERS:
        return protection_copies.archived(call, scene, bases)
    if name in COPIES:
        return protection_copies.copied(call, scene, bases)
    if name in MODES:
        return protection_copies.moded(call, scene, bases)
    fault = protection_texts.program(call, scene, kind)
    if not fault and name in ("sed", "gsed"):
        fault = protection_texts.sed(call, scene, bases)
    elif not fault and name in protection_texts.AWKS:
        fault = protection_texts.awk(call, scene, bases)
    elif not fault and name in ("patch", "apply_patch", "applypatch"):
        fault = _patched(call, scene, bases)
    elif not fault and name in CONTAINERS:
        fault = _mounted(call, scene, bases)
    if fault:
        return fault
    if name in MESSAGES:
        words = protection_texts.without_messages(words, MESSAGE_OPTIONS)
    return _words(call, words, scene, bases)


def _words(call: "Call", words: "list[Word]", scene: Scene, bases: "list[str]") -> str:
    if call.name in ("kill", "pkill", "killall"):
        return ""
    parents = "all" if call.name in WHOLE else "dots" if call.name in FOLDERS else ""
    removes = call.name in WHOLE
    for word in words:
        patterns = scene.names.patterns(word)
        for pattern in patterns:
            if HIDDEN in pattern and not (removes or call.name in FOLDERS or call.name in ("tee", "sponge", "touch")):
                continue
            for piece in pieces(pattern, word):
                if scene.hit(piece, bases, parents):
                    return UNSEEN % call.name if HIDDEN in piece else piece
        fault = scene.unseen(call, patterns, removes) if removes or call.name in FOLDERS or call.name in ("tee", "sponge") else ""
        if fault:
            return fault
    return ""


def _patched(call: "Call", scene: Scene, bases: "list[str]") -> str:
    for text in [*call.texts[1:], *protection_texts.texts_of(call, scene)]:
        for _, path in patch_files(text):
            if any(scene.guard.protected(path, base) for base in bases):
                return path
    return ""


def _mounted(call: "Call", scene: Scene, bases: "list[str]") -> str:
    """A container that is given one of our folders, or the project together with a command that names them."""
    for i, word in enumerate(call.words):
        text = word.text
        if text in ("-v", "--volume", "--mount") or text.startswith(("-v", "--volume=", "--mount=", "type=bind")):
            holder = call.words[i + 1] if text in ("-v", "--volume", "--mount") and i + 1 < len(call.words) else word
            for pattern in scene.names.patterns(holder):
                source = pattern.partition("=")[2] if pattern[:2] == "--" else pattern[2:] if pattern[:2] == "-v" else pattern
                parts = [part for part in source.replace("src=", "source=").split(",") if part.startswith("source=")]
                source = parts[0][7:] if parts else source.partition(":")[0]
                if scene.hit(source, bases, "dots") and ":ro" not in pattern and "readonly" not in pattern:
                    return source
                if scene.hit(source, bases, "all") and any(names_one(one) for one in call.texts[i + 1 :]):
                    return source
    return ""


def _fed(call: "Call", scene: Scene, bases: "list[str]") -> str:
    """What xargs or parallel hands to a command that changes files."""
    if not call.command.open and not (call.parent is not None and call.parent.name in ("xargs", "parallel")):
        return ""
    parents = "all" if call.name in WHOLE else "dots"
    lines = _arguments(call, scene)
    holed = [word for word in call.words[1:] if HOLE in word.text or "{}" in word.text]
    if call.name in ("git", "make", "npm") and not call.command.open:
        return ""
    for line in lines:
        for piece in (line, *line.split()):
            for one in [word.text.replace(HOLE, piece).replace("{}", piece) for word in holed] or [piece]:
                if scene.hit(one, bases, parents):
                    return UNSEEN % call.name if HIDDEN in one else one
        if bare(line):
            fault = scene.unseen(call, [line], call.name in WHOLE)
            if fault:
                return fault
    return ""


def _arguments(call: "Call", scene: Scene) -> "list[str]":
    """The words that the program in front of a command hands to it, as far as they can be told."""
    from statewright.policy.output import lines_of

    front = call.parent
    if front is None or front.name not in ("xargs", "parallel"):
        front = next((other for other in scene.found if other.name == "parallel" and call.command.behind == "parallel"), front)
    if front is None:
        return fed(call, scene.found, scene.names)
    out = []
    texts = front.texts
    for i, text in enumerate(texts):
        if text in ("-a", "--arg-file", "::::") and i + 1 < len(texts):
            out += lines_of(texts[i + 1], scene.names)
        elif text.startswith("--arg-file="):
            out += lines_of(text.partition("=")[2], scene.names)
        elif text[:2] == "-a" and front.name == "xargs" and len(text) > 2:
            out += lines_of(text[2:], scene.names)
        elif text in (":::", ":::+"):
            out += [pattern for word in front.words[i + 1 :] for pattern in scene.names.patterns(word)]
    return out or fed(front, scene.found, scene.names)
