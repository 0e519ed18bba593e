"""Protection in shell texts: no command of the line may change a protected path.

By redirect, as an operand of what does not read only, through a parent folder, a pattern, a variable, a link, or a program text that names it.
"""

from statewright.model import DENY, Finding
from statewright.policy.permitted.harmless import harmless
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.protecting import names as known
from statewright.policy.protecting import secrets
from statewright.policy.protecting.refused import RULE, no
from statewright.policy.protecting.scene import KEPT, UNREAD, Scene, assigned
from statewright.policy.words.calls import TOO_MANY, Call, calls
from statewright.policy.words.patterns import HIDDEN, plain
from statewright.policy.words.places import UNKNOWN, folders
from statewright.policy.words.protected import names_one
from statewright.policy.words.redirects import writes_file
from statewright.shell.model import HOLE

LINKS_ALONE = ("rm", "mv", "unlink", "git", "trash", "rmdir")  # what they take away or move is the link that a pattern matches
REMOVING = ("rm", "unlink", "trash", "rmdir")
UNREAD_MANY = "the line holds more that cannot be read than is looked at"  # as shell/recovered.py says it, which few lines load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event


def check(event: "Event") -> "Finding | None":
    """Refuse a line that could change a protected path."""
    found = calls(event)
    many = next((reason for reason in event.script.opaque if reason in (TOO_MANY, UNREAD_MANY)), "")
    if many:
        return Finding(DENY, RULE, "The command cannot be judged: %s." % many, "Split it.")
    if any(reason[:22] == "parallel is given more" for reason in event.script.opaque):
        return Finding(DENY, RULE, "The command cannot be judged: %s." % event.script.opaque[0], "Give it fewer, or a pattern such as *.log.")
    scene = Scene(event, found)
    named = names_one(scene.shown) or "statewright" in scene.shown or (".claude" in scene.shown and "settings" in scene.shown) or scene.names.dots
    if event.script.opaque and named and (not _only_reads(found, event) or unread(event.script.text)):
        return Finding(DENY, RULE, "The command names a protected file and cannot be judged: %s." % event.script.opaque[0])
    places = folders(event, found, scene.names)
    if event.script.opaque and ("(" in event.script.text or "<" in event.script.text):
        from statewright.policy.protecting.globs import named_by

        one = named_by(scene, places)
        if one and (unread(event.script.text) or not _only_reads(found, event)):
            return no(one)
    hidden = secrets.shell(event, found, scene.names, places)
    if hidden is not None:
        return hidden
    if any(name[:10] in ("GIT_CONFIG", "GIT_TEMPLA") for name in scene.names.values):
        from statewright.policy.protecting.gitconfig import environment

        fault = environment(scene)
        if fault:
            return _finding(fault)
    for name, values in scene.names.values.items():
        one = _told(name, values, scene) if name[:9] == "GIT_TRACE" or name in known.WRITTEN or name in known.ADDED else ""
        if one:
            return no(one)
    for call, here in zip(found, places, strict=True):
        bases = [path for path in here if path != UNKNOWN] or [event.cwd or event.project]
        fault = _redirected(call, scene, bases) or assigned(call)
        if not fault:
            scene.guard.itself = call.name in LINKS_ALONE
            scene.guard.removes = call.name in REMOVING or call.texts[:2] == ["git", "rm"]
            fault = changed(call, scene, bases)
            scene.guard.itself = scene.guard.removes = False
        if not fault and "mapfile" in scene.shown:
            from statewright.policy.protecting import mapfile as protection_mapfile

            fault = protection_mapfile.mapped(call, scene, bases)
        if fault:
            return _finding(fault)
    if any(
        call.command.program
        or (call.name in known.HANDED and (call.name == "xargs" or not call.command.wrapper))
        or (call.words and (not call.name or (call.name[:1] in "/.~" and call.name.endswith(("sh", "/exe")))))
        for call in found
    ):
        from statewright.policy.protecting import composed

        return composed.check(event, found, scene.names, places)
    return None


def _reported(call: "Call", scene: Scene, bases: "list[str]") -> str:
    """Where a test runner or a checker, which only reports, is told to leave its report or cache."""
    if all(word.static and "/" not in word.text and "." not in word.text for word in call.words[1:]):
        return ""
    from statewright.policy.outputs.spared import FORMATTERS

    if call.name not in FORMATTERS and not ("-m" in call.texts and call.name[:6] == "python"):
        return ""
    from statewright.policy.protecting import holders

    return holders.reported(call, scene, bases)


def _told(name: str, values: "list[str]", scene: Scene) -> str:
    """The protected place that a variable tells a program to write to, by itself or among further words."""
    here = [scene.event.cwd or scene.event.project]
    if name not in known.ADDED:
        return next((value for value in values if scene.hit(value, here, "dots")), "")
    pieces = [piece for value in values for word in value.split() for piece in (word, word.rpartition("=")[2])]
    return next((piece for piece in pieces if scene.hit(piece, here, "client")), "")


def _finding(fault: str) -> Finding:
    if fault[:1] != "!":
        if HIDDEN not in fault:
            return no(fault)
        fault = UNREAD % "this line"
    reason, _, hint = fault[1:].replace(HOLE, "…").partition("|")
    return Finding(DENY, RULE, reason, hint)


def unread(text: str) -> bool:
    """Whether the text behind the place where the reader gave up may change files."""
    from statewright.policy.protecting.globs import changes

    return changes(text)


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
        for pattern in scene.names.patterns(redirect.target):
            if scene.hit(pattern, bases):
                return pattern
            if scene.repository(pattern):
                return KEPT % (redirect.op, pattern)
            if pattern[:6] == "/proc/" and pattern.endswith("/mem"):
                return "!Another process's memory is not the agent's to write."
    return ""


def changed(call: "Call", scene: Scene, bases: "list[str]") -> str:
    """The fault of a command that could change a protected path, "" when it has none."""
    if not call.words:
        return ""
    if call.command.program in ("pipe", "stdin", "file"):
        from statewright.policy.protecting import fed as protection_fed

        fault = protection_fed.piped(call, scene)
        if fault:
            return fault
    if not call.name:
        from statewright.policy.protecting import dynamic

        fault = dynamic.changed(call, scene, bases)
        if fault or all(plain(pattern) for pattern in scene.names.patterns(call.words[0])):
            return fault  # ``~/.local/bin/ruff``: judged as the programs that it may be
        return next((call.words[-1].text for word in call.words[1:] if scene.hit_word(word, bases, "all")), "")
    if call.name in ("find", "fd", "fdfind"):
        if call.name == "find":
            from statewright.policy.protecting.find import found as selected
        else:
            from statewright.policy.protecting.fd import runs as selected
        return selected(call, scene, bases)
    reads = call.name not in known.DOWNLOADS or (all(word.static for word in call.words) and "CURL_HOME" not in scene.names.values)
    if call.command.wrapper or (harmless(call, scene.event) and call.name != "source") or (reads and refusal(call, Context(web=True)) is None):
        return _reported(call, scene, bases)
    if call.command.open or call.parent is not None or call.command.behind:
        from statewright.policy.protecting import fed as protection_fed

        fault = protection_fed.handed(call, scene, bases) if call.command.open or protection_fed.given(call) else ""
        if fault:
            return fault
    if call.name in ("cp", "rsync"):
        from statewright.policy.protecting import paths as protection_paths

        fault = protection_paths.whole(call, scene, bases)
        if fault:
            return fault
    from statewright.policy.protecting import operands as protection_operands

    return protection_operands.operands(call, scene, bases)
