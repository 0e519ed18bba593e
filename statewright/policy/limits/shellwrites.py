"""What a shell line writes to files, as far as it can be counted: echo, printf and heredocs to a target plain to see."""

from statewright.policy.limits.targets import targets
from statewright.policy.permitted.allowed import READERS, matched
from statewright.policy.permitted.harmless import harmless
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.permitted.refreshing import refreshed
from statewright.policy.permitted.rewriters import GIT_FINE, GIT_WRITES, rewrites
from statewright.policy.words.calls import calls
from statewright.policy.words.places import Place, folders
from statewright.policy.words.redirects import writes_file
from statewright.policy.words.resolve import Names, names_for
from statewright.shell.programs import row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Redirect

# Writers without subcommands that make no lines: nothing to count.
EMPTY = ("mkdir", "touch", "chmod", "chown", "chgrp", "mktemp", "mkfifo", "kill", "pkill", "killall", "renice", "rmdir")
FILE_SAYS = (
    "creates or changes files",
    "copies files",
    "makes links",
    "overwrites what it is pointed at",
    "moves files",
    "removes files",
    "packs or unpacks an archive",
    "rewrites files",
    "writes its operands",
    "replaces files",
    "unpacks an archive",
    "writes files",
    "writes a text file",
)


def lines(state: "State", event: "Event") -> "tuple[str, int]":
    """``(what cannot be counted or "", lines)`` of a line in a state with a limit."""
    if event.script.opaque:
        return "a line that cannot be read", 0
    found = calls(event)
    entries = state.get("command_words", [])
    names = names_for(event, found)
    places = folders(event, found, names)
    total = 0
    repeats = None
    if event.script.functions:
        from statewright.policy.limits.repeated import Times

        repeats = Times(found)
    for call, here in zip(found, places, strict=True):
        if call.command.behind and not _counts(call, entries):
            continue
        entry = matched(call, entries)
        listed = entry is not None
        if (entry is None or _to_read(call, entry) or _beyond(call, entry, Place(event, names, here))) and _uncountable(call, event):
            return call.show(), 0
        counted = state.get("max_files_per_state") is not None and not listed
        if counted and call.name == "touch" and call.command.open and not _told(call, found, names):
            return call.show(), 0
        for redirect in call.command.redirects:
            if not writes_file(redirect):
                continue
            count = _written(call, redirect, event, names, here)
            if count is None and listed:
                continue  # listing a command is the permission to run it, not to write a heredoc of any length
            times = repeats.of(call.command.place) if repeats is not None else 1
            if count is None or times is None or any(one.name == "foreach" for one in found):  # zsh's loop
                return call.show() or "the redirect to %s" % (redirect.target.raw if redirect.target else "a file"), 0
            total += count * times
        if call.name in ("apply_patch", "applypatch") and not listed:
            from statewright.policy.limits.edit_lines import patch_lines

            texts = [
                redirect.heredoc.text for redirect in call.command.redirects if redirect.heredoc is not None and redirect.heredoc.static
            ] or call.texts[1:]
            total += sum(patch_lines(event, text) for text in texts)
    if any(call.name == "xargs" for call in found):
        from statewright.policy.words.composed import events

        for call, made in events(event, found, names, places):
            fault, count = lines(state, made) if call.name == "xargs" else ("", 0)
            if fault:
                return fault, 0
            total += count
    return "", total


def _told(call: "Call", found: "list[Call]", names: Names) -> bool:
    """Whether the line tells what xargs hands to a command."""
    from statewright.policy.words.composed import texts

    return call.parent is not None and bool(texts(call.parent, found, names))


def _counts(call: "Call", entries: "list[list[str]]") -> bool:
    """Whether what a program such as sudo runs counts: where it is plain to see, and the program itself is not listed."""
    if any(part[-1:] == "?" for part in call.command.place):
        return False
    top = call.parent
    while top is not None and top.command.behind:
        top = top.parent
    return top is not None and matched(top, entries) is None


def _beyond(call: "Call", entry: "list[str]", place: Place) -> bool:
    """Whether git writes a file by an option that its entry of several words does not list; a linter's ``--fix`` goes with its entry."""
    if len(entry) < 2 or call.name != "git" or not any(text[:1] == "-" for text in call.texts[len(entry) :]):
        return False
    from statewright.policy.permitted.allowed import fitting
    from statewright.policy.permitted.beyond import fault

    one = fault(call, max([covers for _, covers in fitting(call, [entry])] or [len(entry)]), place, False, len(entry))
    return one is not None and one.write


def _to_read(call: "Call", entry: "list[str]") -> bool:
    """Whether the entry lists a reader by purpose in some form (``find .``, ``sed -n``) that is not the one in which it writes."""
    if len(entry) == 1 or call.name not in READERS.split():
        return False
    no = refusal(call, Context(web=True))
    return no is not None and no[0] in ("writer", "remover") and no[1].split(" ")[0] not in entry


def _uncountable(call: "Call", event: "Event") -> bool:
    """Whether the command itself changes files in a way that cannot be counted."""
    if not call.words or call.command.wrapper or harmless(call, event) or call.name in event.script.functions:
        return False
    if not call.name or call.command.program:
        return True
    if call.name in ("apply_patch", "applypatch"):
        return not (call.command.stdin == "heredoc" or len(call.texts) == 2)
    if refreshed(call, event):
        return True
    no = refusal(call, Context(web=True, builds=True))
    if no is None or call.name in EMPTY:
        return False
    if rewrites(call):
        return True
    kind, details, _ = row(call.name) or ("unknown", {}, "")
    if call.name == "git":
        from statewright.policy.texts.follow import subcommand

        at, _ = subcommand(call.words)
        sub = call.texts[at] if at < len(call.texts) else ""
        if any(text[:5] == "--out" and text[:10] != "--output-i" for text in call.texts[at + 1 :]):
            return True
        tree = sub == "restore" and any(text == "-W" or (len(text) > 3 and "--worktree".startswith(text)) for text in call.texts[at + 1 :])
        return sub in GIT_WRITES and (tree or not any(text in GIT_FINE.get(sub, ()) for text in call.texts[at + 1 :]))
    if call.name in ("curl", "wget", "http", "aria2c"):
        return call.name != "curl" or any(
            (text[:2] in ("-o", "-O", "--") and text.startswith(("-o", "-O", "--output", "--remote-name")))
            or (text[:1] == "-" and text[1:2] != "-" and ("o" in text or "O" in text))
            for text in call.texts[1:]
        )
    if kind in ("remover", "mover", "interpreter"):
        return True
    if kind in ("reader", "harmless"):
        return True  # a reader in its writing form
    say = str(details.get("say", "")) + " " + no[1]
    return any(piece in say for piece in FILE_SAYS) or "rewrites" in say


def _written(call: "Call", redirect: "Redirect", event: "Event", names: Names, here: "list[str]") -> "int | None":
    """The lines a redirect of a countable command changes."""
    from statewright.policy.limits.edit_lines import difference, split
    from statewright.policy.words.paths import absolute

    path = next((path for one, path in targets(call, names, here) if one is redirect), None)
    if path is None or any(step[:3] in ("for", "whi", "unt", "sel") for step in call.command.place):
        return None
    from statewright.policy.limits.counted import output

    text = output(call, event.script.text, names)
    if text is None:
        return None
    if redirect.op in (">>", "&>>"):
        return len(split(text)) if text else 0
    try:
        old = event.facts.text(absolute(event, path)) or "" if event.facts is not None else ""
    except (ValueError, OSError):
        return None
    return difference(old, text)
