"""Protection: our files and the harnesses' hook settings stay as people left them, in every state, on every road.

Reading them is free. A shell command is refused when it could change one: by redirect, as an operand of anything that does not
read only, through a parent folder, a pattern, a variable of the same line, a link, or a program text that names it.
"""

from statewright.model import DENY, EDIT_TOOLS, READING_TOOLS, Finding
from statewright.policy.calls import TOO_MANY, calls
from statewright.policy.commands import writes_file
from statewright.policy.harmless import harmless
from statewright.policy.paths import Guard, names_one, patch_files
from statewright.policy.places import UNKNOWN, folders
from statewright.policy.readonly import Context, refusal
from statewright.policy.resolve import Names
from statewright.shell.model import HOLE
from statewright.shell.programs import row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Snapshot, State
    from statewright.policy.calls import Call
    from statewright.shell.model import Word

RULE = "protection"
PATH_KEYS = ("file_path", "notebook_path", "path")
READING_VERBS = (
    "read",
    "list",
    "get",
    "search",
    "find",
    "view",
    "stat",
    "info",
    "tree",
    "grep",
    "glob",
    "cat",
    "show",
    "describe",
    "fetch",
    "query",
    "exists",
    "head",
    "diff",
    "watch",
    "open",
    "count",
    "check",
)
# Programs whose operands include folders: a folder that holds a protected path counts as well.
WHOLE = ("rm", "rmdir", "unlink", "trash", "trash-put", "rimraf", "srm", "mv", "rename", "shred", "del", "gio")
FOLDERS = (
    "tar",
    "bsdtar",
    "unzip",
    "rsync",
    "chmod",
    "chown",
    "chgrp",
    "chattr",
    "mount",
    "umount",
    "setfacl",
    "cpio",
    "7z",
    "find",
    "git",
    "ln",
    "ditto",
    "truncate",
    "sed",
    "bwrap",
)
COPIES = ("cp", "install", "scp", "rsync", "rclone", "ditto", "sftp")
MESSAGES = ("git", "gh", "glab", "jj", "hg", "svn", "docker", "kubectl", "npm", "curl", "cargo", "pip", "uv", "go", "make", "claude")
REASON = "%s is protected: the workflow's files and the hook settings are changed by people, outside the agent."


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a call that could change a protected path."""
    if event.command is not None:
        return _shell(event)
    if not isinstance(event.input, dict):
        return Finding(DENY, RULE, "The call's input is not an object.") if event.tool in EDIT_TOOLS or event.tool == "Bash" else None
    if event.tool == "Bash":
        return Finding(DENY, RULE, "The command is no text.")
    if event.tool in EDIT_TOOLS:
        return _edit(event)
    if event.tool in READING_TOOLS or event.tool == "Agent":
        return None
    return _unknown_tool(event)


def no(path: str) -> Finding:
    """The refusal for a path."""
    return Finding(DENY, RULE, REASON % (path.replace(HOLE, "…")[:200] or "A path"), "Reading it is fine; ask the person for a change.")


def _edit(event: "Event") -> "Finding | None":
    guard = Guard(event)
    if event.tool == "apply_patch":
        text = patch_text(event.input)
        if text is None:
            return Finding(DENY, RULE, "The patch is no text.")
        for _, path in patch_files(text):
            if guard.protected(path):
                return no(path)
    seen = False
    for key in PATH_KEYS:
        if key in event.input:
            path = event.input[key]
            if not isinstance(path, str) or "\0" in path or not path:
                return Finding(DENY, RULE, "The path to change is no plain text.")
            seen = True
            if guard.protected(path):
                return no(path)
    if not seen and event.tool != "apply_patch":
        return Finding(DENY, RULE, "The call names no file to change.")
    return None


def patch_text(given: "dict[str, Any]") -> "str | None":
    """The text of a patch, whatever its field is called; None when there is none."""
    for key in ("input", "patch", "diff", "content", "patch_text"):
        if isinstance(given.get(key), str):
            return str(given[key])
    for value in given.values():
        if isinstance(value, list) and len(value) > 1 and all(isinstance(item, str) for item in value):
            return str(value[-1])
    return None


def reads_by_name(tool: str) -> bool:
    """Whether a tool's own name says that it reads."""
    words = tool.rpartition("__")[2].replace("-", "_").lower().split("_")
    return words[0] in READING_VERBS or (
        len(words) > 1 and words[-1] in ("read", "list", "search") and words[0] not in ("write", "delete", "edit", "move")
    )


def _unknown_tool(event: "Event") -> "Finding | None":
    """MCP and unknown tools: any argument that is such a path; a patch or a script that names one."""
    if reads_by_name(event.raw_tool or event.tool):
        return None
    guard = Guard(event)
    for key, text in strings(event.input):
        name = key.lower()
        if name in ("title", "body", "description", "message", "prompt", "subject", "comment", "text", "query", "pattern"):
            continue
        if "*** Begin Patch" in text or name in ("patch", "diff"):
            for _, path in patch_files(text):
                if guard.protected(path):
                    return no(path)
        elif name in ("code", "script", "cmd", "command", "program", "source", "python", "javascript", "js", "expression"):
            if names_one(text):
                return no(text.strip().split("\n")[0])
        elif (
            len(text) < 1024
            and "\n" not in text
            and (
                guard.protected(text)
                or (("path" in name or name in ("dir", "folder", "file", "target", "source", "destination")) and guard.holds(text, "", False))
            )
        ):
            return no(text)
    return None


def strings(value: "Any", key: str = "", depth: int = 0) -> "list[tuple[str, str]]":
    """Every text in a tool's input with the key it stands under."""
    if isinstance(value, str):
        return [(key, value)]
    if depth > 6:
        return []
    if isinstance(value, dict):
        return [found for name, item in value.items() for found in strings(item, str(name), depth + 1)]
    if isinstance(value, list):
        return [found for item in value[:500] for found in strings(item, key, depth + 1)]
    return []


# Shell ----------------------------------------------------------------------------------------------


def _shell(event: "Event") -> "Finding | None":
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
        return _found(call, guard, names, bases, call.name)
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
        return _git(call, guard, names, bases)
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
        elif word.text in (
            "-m",
            "--message",
            "--title",
            "--body",
            "-t",
            "-b",
            "--notes",
            "-d",
            "--data",
            "-H",
            "--jq",
            "-q",
            "-am",
            "--subject",
            "--grep",
            "-S",
            "-G",
        ):
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


GIT_PATHS = (
    "restore",
    "checkout",
    "rm",
    "mv",
    "clean",
    "apply",
    "am",
    "reset",
    "update-index",
    "checkout-index",
    "read-tree",
    "archive",
    "worktree",
    "init",
    "bundle",
    "sparse-checkout",
    "stash",
    "format-patch",
    "diff",
    "log",
    "show",
)


def _git(call: "Call", guard: Guard, names: Names, bases: "list[str]") -> str:
    from statewright.policy.follow import subcommand

    at, _ = subcommand(call.words)
    sub = call.texts[at] if at < len(call.texts) else ""
    rest = call.words[at + 1 :]
    for i, text in enumerate(call.texts[:at]):
        if text == "-C" and i + 1 < at:
            bases = [base for where in bases for base in [guard.absolute(call.texts[i + 1], where)]]
    if sub not in GIT_PATHS:
        return ""
    if sub == "clean":
        return _clean(rest, guard, names, bases)
    if sub in ("apply", "am"):
        for redirect in call.command.redirects:
            if redirect.heredoc is not None:
                for _, path in patch_files(redirect.heredoc.text):
                    if any(guard.protected(path, base) for base in bases):
                        return path
    for word in rest:
        for pattern in names.patterns(word):
            for piece in [pattern, pattern.partition("=")[2]] if "=" in pattern else [pattern]:
                if piece and any(guard.hit(piece, base, "all" if sub in ("rm", "mv") else "dots") for base in bases):
                    return piece
    return ""


def _clean(rest: "list[Word]", guard: Guard, names: Names, bases: "list[str]") -> str:
    """``git clean``: with -x or -X it deletes what is ignored, the run among it."""
    options = "".join(word.text for word in rest if word.text[:1] == "-" and word.text[:2] != "--")
    paths = [word for word in rest if word.text[:1] != "-"]
    if "n" in options or any(word.text == "--dry-run" for word in rest):
        return ""
    ignored = "x" in options or "X" in options
    for word in paths:
        for pattern in names.patterns(word):
            if any(guard.hit(pattern, base, "all" if ignored else "dots") for base in bases):
                return pattern
    if ignored and not paths and not any(word.text in ("-e", "--exclude") or word.text.startswith("--exclude=") for word in rest):
        return ".statewright"
    return ""


DELETES = ("-delete", "-fprint", "-fprint0", "-fprintf", "-fls")


def _found(call: "Call", guard: Guard, names: Names, bases: "list[str]", name: str) -> str:
    """``find``: what its roots and tests may match, when it deletes or runs something that changes files."""
    texts = call.texts
    runs = any(text in ("-exec", "-execdir", "-ok", "-okdir") for text in texts)
    if not (runs or any(text in DELETES for text in texts)):
        return ""
    for i, text in enumerate(texts):
        if (
            text in ("-fprint", "-fprint0", "-fprintf", "-fls")
            and i + 1 < len(texts)
            and any(guard.hit(pattern, base) for pattern in names.patterns(call.words[i + 1]) for base in bases)
        ):
            return texts[i + 1]
    if "-delete" not in texts and not _runs_writer(call):
        return ""
    return matching(call, guard, names, bases)


def _runs_writer(call: "Call") -> bool:
    from statewright.policy.calls import Call as Made

    context = Context(web=True)
    for i, word in enumerate(call.words):
        if word.text in ("-exec", "-execdir", "-ok", "-okdir") and i + 1 < len(call.words):
            made = Made(call.command, call.texts[i + 1], call.number)
            made.words = call.words[i + 1 :]
            made.texts = [text for text in call.texts[i + 1 :] if text not in (";", "+", "{}")]
            if (
                made.name.rpartition("/")[2] not in ("grep", "wc", "ls", "cat", "echo", "head", "tail", "stat", "file")
                and refusal(made, context) is not None
            ):
                return True
    return False


def matching(call: "Call", guard: Guard, names: Names, bases: "list[str]") -> str:
    """The protected path that a find call's roots, names and paths select."""
    roots = []
    i = 1
    while i < len(call.words) and call.texts[i][:1] not in "-(!":
        roots += names.patterns(call.words[i])
        i += 1
    tests: "dict[str, list[str]]" = {"-name": [], "-path": []}
    for at in range(i, len(call.texts) - 1):
        test = call.texts[at]
        if call.texts[at - 1] in ("-not", "!"):
            continue
        if test in ("-name", "-iname"):
            tests["-name"].append(call.texts[at + 1].lower())
        elif test in ("-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex"):
            tests["-path"].append(call.texts[at + 1].lower())
    from statewright.policy.paths import glob

    known = (
        "state.json",
        "workflow.json",
        "config.json",
        "trace.jsonl",
        "settings.json",
        "settings.local.json",
        "hooks",
        "hooks.json",
        "config.toml",
        ".statewright",
        ".claude",
        ".codex",
        ".cursor",
        "runs",
        "workflows",
        "lock",
        "guard.sh",
    )
    for root in roots or ["."]:
        for base in bases:
            if not (guard.hit(root, base, "all")):
                continue
            inside = guard.hit(root, base)
            if tests["-path"] and not any(
                any(dot in path for dot in (".statewright", ".claude", ".codex", ".cursor")) or path.strip("./*") == "" for path in tests["-path"]
            ):
                continue
            if tests["-name"] and not inside and not any(_globs(pattern, name, glob) for pattern in tests["-name"] for name in known):
                continue
            if tests["-name"] and inside and not any(_globs(pattern, name, glob) for pattern in tests["-name"] for name in known):
                continue
            return ".statewright"
    return ""


def _globs(pattern: str, name: str, glob: "Any") -> bool:
    """find's -name matches a leading dot with a star."""
    return bool(glob(pattern, name) or (name[:1] == "." and pattern[:1] in "*?" and glob(pattern, "x" + name[1:])))


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
            path = matching(other, guard, names, bases)
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
