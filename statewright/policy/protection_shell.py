"""Protection in shell texts: no command of the line may change a protected path.

By redirect, as an operand of what does not read only, through a parent folder, a pattern, a variable, a link, or a program text that names it.
"""

from statewright.model import DENY, Finding
from statewright.policy import protection_names as known
from statewright.policy import secrets
from statewright.policy.calls import TOO_MANY, Call, calls
from statewright.policy.harmless import harmless
from statewright.policy.options import abbreviates, without
from statewright.policy.patterns import HIDDEN, LITERAL, UNTOLD, listed
from statewright.policy.places import UNKNOWN, folders
from statewright.policy.protected import names_one
from statewright.policy.protection import RULE, no
from statewright.policy.protection_scene import KEPT, UNREAD, Scene, assigned, pieces
from statewright.policy.readonly import Context, refusal
from statewright.policy.redirects import writes_file
from statewright.shell.model import HOLE
from statewright.shell.programs import row

UNREAD_MANY = "the line holds more that cannot be read than is looked at"  # as shell/recovered.py says it, which few lines load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.shell.model import Word


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
        from statewright.policy.globbing import named_by

        one = named_by(scene, places)
        if one and (unread(event.script.text) or not _only_reads(found, event)):
            return no(one)
    hidden = secrets.shell(event, found, scene.names, places)
    if hidden is not None:
        return hidden
    if any(name[:10] in ("GIT_CONFIG", "GIT_TEMPLA") for name in scene.names.values):
        from statewright.policy.protection_gitconfig import environment

        fault = environment(scene)
        if fault:
            return _finding(fault)
    for name, values in scene.names.values.items():
        if name[:9] == "GIT_TRACE" or name in known.WRITTEN:
            one = next((value for value in values if scene.hit(value, [event.cwd or event.project], "dots")), "")
            if one:
                return no(one)
    for call, here in zip(found, places, strict=True):
        bases = [path for path in here if path != UNKNOWN] or [event.cwd or event.project]
        fault = _redirected(call, scene, bases) or assigned(call) or changed(call, scene, bases)
        if not fault and "mapfile" in scene.shown:
            from statewright.policy import protection_mapfile

            fault = protection_mapfile.mapped(call, scene, bases)
        if fault:
            return _finding(fault)
    if any(
        call.command.program
        or (call.name in known.HANDED and (call.name == "xargs" or not call.command.wrapper))
        or (call.words and (not call.name or (call.name[:1] in "/.~" and call.name.endswith(("sh", "/exe")))))
        for call in found
    ):
        from statewright.policy import composed

        return composed.check(event, found, scene.names, places)
    return None


def _finding(fault: str) -> Finding:
    if fault[:1] != "!":
        if HIDDEN not in fault:
            return no(fault)
        fault = UNREAD % "this line"
    reason, _, hint = fault[1:].replace(HOLE, "…").partition("|")
    return Finding(DENY, RULE, reason, hint)


def unread(text: str) -> bool:
    """Whether the text behind the place where the reader gave up may change files."""
    from statewright.policy.globbing import changes

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
        from statewright.policy import protection_fed

        fault = protection_fed.piped(call, scene)
        if fault:
            return fault
    if not call.name:
        from statewright.policy import dynamic

        fault = dynamic.changed(call, scene, bases)
        return fault or next((call.words[-1].text for word in call.words[1:] if scene.hit_word(word, bases, "all")), "")
    if call.name in ("find", "fd", "fdfind"):
        from statewright.policy import protection_find

        return protection_find.found(call, scene, bases) if call.name == "find" else protection_find.runs(call, scene, bases)
    reads = call.name not in known.DOWNLOADS or (all(word.static for word in call.words) and "CURL_HOME" not in scene.names.values)
    if call.command.wrapper or (harmless(call, scene.event) and call.name != "source") or (reads and refusal(call, Context(web=True)) is None):
        return ""
    if call.command.open or call.parent is not None or call.command.behind:
        from statewright.policy import protection_fed

        fault = protection_fed.handed(call, scene, bases) if call.command.open or protection_fed.given(call) else ""
        if fault:
            return fault
    if call.name in ("cp", "rsync"):
        from statewright.policy import protection_paths

        fault = protection_paths.whole(call, scene, bases)
        if fault:
            return fault
    return _operands(call, scene, bases)


def _operands(call: "Call", scene: Scene, bases: "list[str]") -> str:
    alone = scene.placed(call, bases) or _by_itself(call, scene, bases)
    if alone is not None:
        return alone
    name = call.name
    kind = (row(name) or ("unknown", {}, ""))[0]
    words = call.words[1:]
    if name == "jar" or (kind == "interpreter" and ("zipfile" in call.texts or "tarfile" in call.texts)):
        fault = _unpacked(call, scene, bases)
        if fault:
            return fault
    if kind == "interpreter" or name in known.EDITORS or name in known.AWKS or name in known.PROGRAMMED:
        from statewright.policy import protection_texts

        fault = protection_texts.written(call, scene, bases, kind)
        if not fault and (kind == "interpreter" or name in known.AWKS):
            from statewright.policy import protection_fed

            fault = protection_fed.told(call, scene, bases)
        if fault:
            return fault
    if "/" in name and call.command.stdin:
        from statewright.policy import scripts

        fault = scripts.handed(call, scene, bases)
        if fault:
            return fault
    if name in known.CONTAINERS or name in known.DOWNLOADS:
        from statewright.policy.protection_modes import mounted

        fault = mounted(call, scene, bases)
        if fault:
            return fault
    if name in ("hg", "svn") and any(text in ("purge", "clean", "--remove-unversioned", "--remove-ignored") for text in call.texts[1:]):
        return "!%s would take the workflow's files along." % call.show()
    if name == "mv":
        from statewright.policy.protection_copies import copied, sources_of

        fault = copied(call, scene, bases)
        if fault:
            return fault
        words = sources_of(call)
    if name in known.MESSAGES:
        words = without(words, known.MESSAGE_OPTIONS, known.MESSAGE_TEXTS)
    if name in ("dd", "sort", "gh"):
        from statewright.policy import protection_reads

        words = protection_reads.changed(call, words)
    return _words(call, words, scene, bases)


def _by_itself(call: "Call", scene: Scene, bases: "list[str]") -> "str | None":
    """What is said of a program whose operands have a module of their own, None for any other."""
    name = call.name
    if name == "git":
        from statewright.policy import protection_git

        return protection_git.git(call, scene, bases)
    if name in ("gh", "jj"):
        from statewright.policy import protection_settings

        fault = protection_settings.named(call, scene, bases)
        if fault:
            return fault
    if name.partition("@")[0] in known.ARRIVING or "create" in name or "-m" in call.texts:
        from statewright.policy import protection_arrivals

        fault = protection_arrivals.arrived(call, scene, bases)
        if fault:
            return fault
    if name in known.MODES:
        from statewright.policy import protection_modes

        return protection_modes.moded(call, scene, bases)
    if name not in known.ARCHIVERS and name not in known.COPIES:
        return None
    from statewright.policy import protection_copies, protection_packing

    if call.command.stdin or any("-from" in text or text[:1] == "@" or (text[:1] == "-" and "T" in text) for text in call.texts):
        from statewright.policy import protection_fed

        fault = protection_fed.packed(call, scene, bases)
        if fault:
            return fault
    if name in known.ARCHIVERS:
        return protection_packing.archived(call, scene, bases) or _unpacked(call, scene, bases)
    return protection_copies.copied(call, scene, bases)


def _unpacked(call: "Call", scene: Scene, bases: "list[str]") -> str:
    from statewright.policy import protection_archives

    return protection_archives.unpacked(call, scene, bases)


def _words(call: "Call", words: "list[Word]", scene: Scene, bases: "list[str]") -> str:
    given = [text for text in call.texts[1:] if text[:1] == "-"] if call.name in known.PACKERS else []
    deep = any((text[:2] != "--" and "r" in text) or abbreviates(text, "--recursive") for text in given)
    parents = "all" if call.name in known.WHOLE or deep else "dots" if call.name in known.FOLDERS else ""
    removes = call.name in known.WHOLE
    for word in words if call.name not in ("kill", "pkill", "killall") else ():
        patterns = scene.names.patterns(word)
        if call.name in known.GLOBBERS and any(LITERAL in pattern for pattern in patterns):
            patterns = [one for pattern in patterns for one in listed(pattern.replace(LITERAL, ""))]
        for pattern in patterns:
            if HIDDEN in pattern or (not word.static and pattern[:1] == "."):
                from statewright.policy import protection_fed

                if not (protection_fed.changes(call) or protection_fed.written(call, word)) if HIDDEN in pattern else protection_fed.spared(
                    call.words, pattern, scene.names
                ):
                    continue
            below = scene.adrift and pattern[:1] not in ("/", "~", "-") and call.name in known.CHANGES
            if below and scene.hit(UNTOLD + "/" + pattern, bases, parents):
                return UNREAD % call.name
            for piece in pieces(pattern, word):
                if scene.hit(piece, bases, parents):
                    return UNREAD % call.name if HIDDEN in piece else piece
        fault = scene.unseen(call, patterns, removes) if removes or call.name in known.FOLDERS or call.name in ("tee", "sponge", "sd") else ""
        if fault:
            return fault
    return ""
