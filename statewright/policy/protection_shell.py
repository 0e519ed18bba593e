"""Protection in shell texts: no command of the line may change a protected path.

By redirect, as an operand of anything that does not read only, through a parent folder, a pattern, a variable of the same line,
a link, or a program text that names it. Loaded only for calls that run a shell text.
"""

from statewright.model import DENY, Finding
from statewright.policy import protection_find, protection_git
from statewright.policy.calls import TOO_MANY, calls
from statewright.policy.harmless import harmless
from statewright.policy.patches import patch_files
from statewright.policy.paths import Guard
from statewright.policy.places import UNKNOWN, folders
from statewright.policy.protected import names_one
from statewright.policy.protection import RULE, no
from statewright.policy.protection_names import COPIES, FOLDERS, MESSAGE_OPTIONS, MESSAGES, WHOLE
from statewright.policy.readonly import Context, refusal
from statewright.policy.redirects import writes_file
from statewright.policy.resolve import Names
from statewright.shell.programs import row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.calls import Call
    from statewright.shell.model import Word


def check(event: "Event") -> "Finding | None":
    """Refuse a line that could change a protected path."""
    found = calls(event)
    if TOO_MANY in event.script.opaque:
        return Finding(DENY, RULE, "The command cannot be judged: %s." % TOO_MANY, "Split it.")
    if event.script.opaque and names_one(event.script.text) and not _only_reads(found, event):
        return Finding(DENY, RULE, "The command names a protected file and cannot be judged: %s." % event.script.opaque[0])
    guard = Guard(event)
    names = Names(event, found)
    places = folders(event, found, names)
    for call, here in zip(found, places, strict=True):
        bases = [path for path in here if path != UNKNOWN] or [event.cwd or event.project]
        path = _redirected(call, guard, names, bases) or _changed(call, event, guard, names, bases, found)
        if path:
            return no(path)
    return None


def _only_reads(found: "list[Call]", event: "Event") -> bool:
    context = Context(web=True)
    return (
        bool(found)
        and all(harmless(call, event) or not call.words or refusal(call, context) is None for call in found)
        and not any(writes_file(redirect) for call in found for redirect in call.command.redirects)
    )


def _redirected(call: "Call", guard: Guard, names: Names, bases: "list[str]") -> str:
    for redirect in call.command.redirects:
        if redirect.target is None or not writes_file(redirect):
            continue
        if any(name == "CLAUDE_ENV_FILE" for name, _ in redirect.target.vars):
            return "$CLAUDE_ENV_FILE"
        for pattern in names.patterns(redirect.target):
            if any(guard.hit(pattern, base) for base in bases):
                return pattern
    return ""


def _changed(call: "Call", event: "Event", guard: Guard, names: Names, bases: "list[str]", found: "list[Call]") -> str:
    """The protected path that a command could change, "" when none."""
    if not call.words:
        return ""
    if call.command.program and call.command.program in ("pipe", "stdin"):
        fed = _feeding(call, found)
        if fed is None and call.command.stdin == "pipe":
            return "What is piped into %s cannot be read, and so may change a protected file: a path" % call.name
    if not call.name:
        if any(guard.hit(pattern, base, "all") for word in call.words[1:] for pattern in names.patterns(word) for base in bases):
            return call.words[-1].text
        return ""
    if call.command.wrapper or (harmless(call, event) and call.name != "source"):
        return ""
    if call.name == "find":
        return protection_find.found(call, guard, names, bases)
    if refusal(call, Context(web=True)) is None:
        return ""
    if call.command.open:
        path = _fed_paths(call, guard, names, bases, found)
        if path:
            return path
    return _operands(call, guard, names, bases, found)


def _feeding(call: "Call", found: "list[Call]") -> "str | None":
    """The literal text that a pipe brings, when echo or printf alone write it; None when that cannot be told."""
    at = found.index(call)
    if at == 0 or found[at - 1].name not in ("echo", "printf") or not all(word.plain for word in found[at - 1].words):
        return None
    from statewright.shell.reader import read

    script = read(" ".join(found[at - 1].texts[1:]))
    if script.opaque or names_one(script.text):
        return None
    return script.text


def _operands(call: "Call", guard: Guard, names: Names, bases: "list[str]", found: "list[Call]") -> str:
    name = call.name
    kind = (row(name) or ("unknown", {}, ""))[0]
    parents = "all" if name in WHOLE else "dots" if name in FOLDERS else ""
    words = call.words[1:]
    if name == "git":
        return protection_git.git(call, guard, names, bases)
    if name in COPIES or (name in ("tar", "bsdtar", "zip", "7z") and _packs(call)):
        return _copied(call, guard, names, bases)
    if kind == "interpreter" or name in ("make", "sqlite3", "ex", "ed", "vim", "vi", "osascript", "psql"):
        for text in _program_texts(call, found):
            if names_one(text):
                return text.strip().split("\n")[0][:80]
    if name in ("patch", "apply_patch", "applypatch"):
        for text in [*call.texts[1:], *_program_texts(call, found)]:
            for _, path in patch_files(text):
                if any(guard.protected(path, base) for base in bases):
                    return path
    if name in MESSAGES:
        words = _without_messages(words)
    for word in words:
        for pattern in names.patterns(word):
            for piece in _pieces(pattern, word):
                if any(guard.hit(piece, base, parents) for base in bases):
                    return piece
    return ""


def _pieces(pattern: str, word: "Word") -> "list[str]":
    """The word itself, and what stands behind ``=`` or behind a short option in it."""
    out = [pattern]
    if "=" in pattern:
        out.append(pattern.partition("=")[2])
    if pattern[:1] == "-" and pattern[:2] != "--" and len(pattern) > 3:
        out.append(pattern[2:])
    if ":" in pattern and pattern[:1] not in ":/":
        out += pattern.split(":")
    if word.tilde and "=" in pattern:
        out.append(pattern.partition("=")[2])
    return out


def _without_messages(words: "list[Word]") -> "list[Word]":
    out = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.text in MESSAGE_OPTIONS:
            skip = True
        elif not word.text.startswith(("--message=", "--title=", "--body=")):
            out.append(word)
    return out


def _program_texts(call: "Call", found: "list[Call]") -> "list[str]":
    """What an interpreter may run: its words, its heredoc, and text piped into it."""
    out = list(call.texts[1:])
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            out.append(redirect.heredoc.text)
        elif redirect.op == "<<<" and redirect.target is not None:
            out.append(redirect.target.text)
    if call.command.stdin == "pipe":
        for other in found:
            if other.name in ("echo", "printf", "cat"):
                out += other.texts[1:]
                out += [redirect.heredoc.text for redirect in other.command.redirects if redirect.heredoc is not None]
    return out


def _packs(call: "Call") -> bool:
    first = call.texts[1] if len(call.texts) > 1 else ""
    return ("c" in first[:4] and "x" not in first[:4] and "-C" not in call.texts) or call.name == "zip"


def _copied(call: "Call", guard: Guard, names: Names, bases: "list[str]") -> str:
    """Copies: only the target counts; into a folder under the source's own name."""
    operands = [word for word in call.words[1:] if word.text[:1] != "-"]
    targets = operands[-1:] if call.name not in ("tar", "bsdtar", "zip", "7z") else operands[:1]
    sources = operands[:-1]
    texts = call.texts
    for i, text in enumerate(texts):
        if text in ("-t", "--target-directory") and i + 1 < len(texts) and call.name in ("cp", "install"):
            targets, sources = [call.words[i + 1]], [word for word in operands if word is not call.words[i + 1]]
        elif text.startswith("--target-directory="):
            return text.partition("=")[2] if any(guard.hit(text.partition("=")[2], base, "dots") for base in bases) else ""
    for word in targets:
        for pattern in names.patterns(word):
            for base in bases:
                if guard.hit(pattern, base, "dots" if call.name in ("rsync", "ditto") else ""):
                    return pattern
                for source in sources:
                    last = source.text.rstrip("/").rpartition("/")[2]
                    if last and guard.hit(pattern.rstrip("/") + "/" + last, base, ""):
                        return pattern
    return ""


def _fed_paths(call: "Call", guard: Guard, names: Names, bases: "list[str]", found: "list[Call]") -> str:
    """What xargs hands to a command that changes files."""
    parents = "all" if call.name in WHOLE else "dots"
    for other in found:
        if other is call:
            break
        if other.name in ("echo", "printf") or (other.name == "cat" and len(other.texts) == 1):
            for word in [*other.words[1:], *[redirect.heredoc or redirect.target for redirect in other.command.redirects if redirect.op[:2] == "<<"]]:
                for pattern in names.patterns(word) if word is not None else ():
                    for piece in pattern.replace("\\n", " ").replace("\\0", " ").split():
                        if any(guard.hit(piece, base, parents) for base in bases):
                            return piece
        elif other.name == "find":
            path = protection_find.matching(other, guard, names, bases)
            if path:
                return path
        elif other.name == "ls" and any(text[:1] == "-" and ("a" in text or "A" in text) for text in other.texts[1:]):
            roots = [word for word in other.words[1:] if word.text[:1] != "-"]
            for pattern in [pattern for word in roots for pattern in names.patterns(word)] or ["."]:
                if any(guard.hit(pattern, base, "all") for base in bases):
                    return pattern
    for redirect in call.command.redirects:
        if redirect.op == "<<<" and redirect.target is not None:
            for pattern in names.patterns(redirect.target):
                if any(guard.hit(piece, base, parents) for piece in pattern.split() for base in bases):
                    return pattern
    return ""
