"""The files a shell line changes, as far as they are plain to see."""

from statewright.policy.words.calls import calls
from statewright.policy.words.options import in_place
from statewright.policy.words.patterns import plain
from statewright.policy.words.places import UNKNOWN, folders
from statewright.policy.words.redirects import supposed, writes_file
from statewright.policy.words.resolve import Names, names_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Redirect

OPERANDS = ("touch", "tee", "truncate", "cp", "mv", "rm", "install", "ln", "sed", "gsed")
OUTPUTS = ("--outfile", "--out-file", "--output-file")


def targets(call: "Call", names: Names, here: "list[str]") -> "list[tuple[Redirect, str | None]]":
    """Each writing redirect with the absolute path it opens, None where that is not plain to see."""
    out: "list[tuple[Redirect, str | None]]" = []
    for redirect in call.command.redirects:
        if redirect.target is None or not writes_file(redirect):
            continue
        patterns = names.patterns(redirect.target)
        text = plain(patterns[0]) if len(patterns) == 1 else None
        if text is None or UNKNOWN in here:
            out.append((redirect, None))
        elif text[:1] in "/~":
            out.append((redirect, text))
        else:
            out.append((redirect, here[0] + "/" + text))
    return out


def files(event: "Event") -> "list[str]":
    """The paths a shell line changes, as far as they are plain to see: redirect targets and operands of writers."""
    found = calls(event)
    names = names_for(event, found)
    out = []
    for call, here in zip(found, folders(event, found, names), strict=True):
        if supposed(call.command):
            continue
        out += [path for _, path in targets(call, names, here) if path]
        if call.name in ("apply_patch", "applypatch"):
            from statewright.policy.words.patches import touched

            for redirect in call.command.redirects:
                if redirect.heredoc is not None:
                    out += touched(redirect.heredoc.text)
        for i, word in enumerate(call.words if call.name not in ("echo", "printf") else ()):
            if word.text[:5] == "--out" and not call.command.behind and "\0" not in here:
                name, sign, _ = word.text.partition("=")
                holder = word if sign else call.words[i + 1] if i + 1 < len(call.words) else None
                found_in = names.patterns(holder) if holder is not None and ("--output".startswith(name) or name in OUTPUTS) else []
                text = plain(found_in[0][len(name) + 1 if sign else 0 :]) if len(found_in) == 1 else None
                if text:
                    out.append(text if text[:1] in "/~" else here[0] + "/" + text)
        if call.name in OPERANDS and call.command.behind in ("", "parallel", "sudo", "doas") and "\0" not in here:
            words = [word for word in call.words[1:] if word.text[:1] != "-"]
            if call.name in ("sed", "gsed"):
                words = words[1:] if in_place(call.texts[1:]) else []
            elif call.name in ("cp", "install", "ln"):
                words = words[-1:]
            for word in words:
                patterns = names.patterns(word)
                text = plain(patterns[0]) if len(patterns) == 1 else None
                if text:
                    out.append(text if text[:1] in "/~" else here[0] + "/" + text)
    if any(call.name in ("xargs", "parallel", "env_parallel") for call in found):
        from statewright.policy.words.composed import events

        for call, made in events(event, found, names, folders(event, found, names)):
            if call.name in ("xargs", "parallel", "env_parallel") and not supposed(call.command):
                out += files(made)
    return out
