"""Protection for MCP and unknown tools: any argument that is a protected path; a patch, a program or a command that would change one."""

from statewright.model import DENY, Finding
from statewright.policy.protecting import secrets
from statewright.policy.protecting.refused import MADE, RULE, made, no
from statewright.policy.texts.terminals import CODE, is_shell
from statewright.policy.words.given import FOLDER_KEYS, LINES, PROSE, carries_by_name, coded, prompts, reads_by_name, removes_by_name, strings
from statewright.policy.words.patches import patch_files
from statewright.policy.words.paths import Guard
from statewright.policy.words.protected import names_one
from statewright.policy.words.spellings import VARIABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State

QUERIES = frozenset(("sql", "query", "statement", "queries", "stmt"))
# How a database writes a file: PostgreSQL's and DuckDB's COPY, MySQL's OUTFILE, SQLite's ATTACH, VACUUM INTO, writefile and dot commands.
INTO = (
    "copy ", "\\copy", "outfile", "dumpfile", "attach", "vacuum", "writefile", ".output", ".once", ".save", ".backup", ".clone", "\\o ", "lo_export",
    "pg_write", "export database",
)
WRITING_KEYS = ("out", "dest", "save", "target", "to_", "write", "download", "export", "cache", "local")
NAMING = ("path", "dir", "folder", "file", "target", "source", "dest", "glob", "includ", "pattern", "match", "regex")  # in keys of names and patterns
MATCHING = ("pattern", "query", "glob", "match", "regex", "regexp", "matching")
LISTED = ("args", "arguments", "argv", "spec", "yaml", "options", "params", "toml")  # several words in one text
LOOKED_UP = 2000  # paths looked at on the disk; further ones are compared as they are written
BINDING = ("allowed_tools", "disallowed_tools", "allowed_commands", "read_only", "blocked_env", "max_edit_lines", "max_files_per_state")
MANY = "The call holds more paths than can be looked at (%d)."


def check(state: "State", event: "Event") -> "Finding | None":
    """Refuse a call of a tool that may write when one of its arguments is a protected path."""
    secret = secrets.tool(event)
    if secret is not None:
        return secret
    tool = event.raw_tool or event.tool
    reads = reads_by_name(tool) or ("str_replace" in tool and event.input.get("command") == "view")
    guard = Guard(event)
    given = strings(event.input)
    fault = _run(event) or _twins(event)
    if fault:
        return fault
    from statewright.policy.protecting import tools_texts
    from statewright.policy.protecting.tools_twins import repository

    shell = is_shell(tool)
    removes = removes_by_name(tool)
    reads = reads and not tools_texts.writes(event.input)
    bases = ["", *(text for key, text in given if key.lower() in FOLDER_KEYS and "\n" not in text)]
    left = LOOKED_UP
    alone = all(not key or key.lower().startswith("target") or key.lower() in (*PROSE, "explanation") for key, _ in given)
    typed = prompts(tool)
    written = any(event.input.get(one) in tools_texts.WRITTEN for one in ("cell_type", "cellType"))
    for key, text in given:
        name = "code" if typed and key.lower() in LINES else key.lower()
        if name in QUERIES and any(form in text.lower() for form in INTO) and (names_one(text) or tools_texts.statement(text)):
            return no(text)
        if reads and (not name.startswith(WRITING_KEYS) or (alone and name.startswith("target"))):
            continue  # a reader's only target is what it reads
        if name in PROSE and not (removes and name in MATCHING and (names_one(text) or name in ("pattern", "match", "regex", "regexp"))):
            continue
        if written and coded(key):
            continue  # a cell of text: nothing runs it
        left -= 1
        if removes and repository(event, name, text):
            continue
        if shell and (name in CODE or name == "script") and " " in text.strip():
            continue  # judged as the shell text it is
        fault = _path(name, text, guard, bases, removes, left > 0)
        if fault:
            return fault
    program = "" if reads or shell else tools_texts.cells(event.input)
    if program:
        from statewright.policy.protecting.texts import names_any

        if names_any(program):
            return no(program.strip().split("\n")[0])
    if left < 0 and any(key in state for key in BINDING):
        return Finding(DENY, RULE, MANY % (LOOKED_UP - left), "Split it.")
    return None


def _path(name: str, text: str, guard: Guard, bases: "list[str]", removes: bool, look: bool) -> "Finding | None":
    if "*** Begin Patch" in text or name in ("patch", "diff") or ("\n+++ " in text and "--- " in text):
        for _, path in patch_files(text):
            if guard.protected(path):
                return no(path)
        return None
    if coded(name) and any(c in text for c in " \n("):
        from statewright.policy.protecting.texts import WALKING, names_any

        if names_any(text) or _globbed(text, guard, bases):
            return no(text.strip().split("\n")[0])
        if any(one in text for one in WALKING):
            from statewright.policy.protecting.texts_walked import walked

            fault = walked(text, guard)
            return no(fault) if fault else None
        return None
    named = removes and name in MATCHING and names_one(text)
    told = guard.event.input
    if name in LISTED and any(c in text for c in " :=\n") and isinstance(told, dict) and isinstance(told.get(name), str):
        for piece in text.replace(":", " ").replace("=", " ").replace(",", " ").split():
            if guard.protected(piece.strip("'\"")):
                return no(piece)
    if "\n" in text.strip() or not text.strip() or named:
        return no(text) if named else None
    if removes and name in MATCHING:
        from statewright.policy.protecting.tools_texts import expression

        text = expression(text) if name in ("regex", "regexp") else text
    if look and any(c in text for c in "*?[{") and len(text) <= 4096 and _patterned(name, text, guard, bases, removes):
        return no(text)
    if look and ("bin" in text or ".git" in text.lower()) and "repo" not in name:
        fault = made(text, guard)
        if fault:
            return Finding(DENY, RULE, fault, MADE)
    if "$" in text and "path" in name and names_one(text) and "$" in text[1 if text.startswith(VARIABLES) else 0 :]:
        return no(text)
    for spelling in _spelled(text):
        if not look or len(spelling) > 4096:
            if guard.written(spelling):
                return no(spelling)
            continue
        for base in bases:
            where = guard.absolute(base) if base else ""
            if guard.protected(spelling, where):
                return no(spelling)
        paths = any(piece in name for piece in ("path", "dir", "folder", "file", "target", "source", "dest", "uri", "root", "location"))
        if guard.holds(spelling, "", removes) and (removes or paths):
            return no(spelling)
    return None


def _spelled(text: str) -> "list[str]":
    """A path as it is given, out of its quotes, and out of an address: decoded, without query and fragment."""
    out = [text, text.strip("'\"` ").removeprefix("@")]
    if "\0" in text:
        out.append(text.partition("\0")[0])  # where many a program ends it
    if "%" in text:
        out.append(decoded(text))
    if text[:5].lower() == "file:" or text[:9].lower() == "vscode://":
        for one in out[1:]:
            bare = one.partition("#")[0].partition("?")[0]
            out.append(bare.partition("://file")[2] if bare[:9].lower() == "vscode://" else bare)
    return list(dict.fromkeys(out))


def _patterned(name: str, text: str, guard: Guard, bases: "list[str]", removes: bool) -> bool:
    """Whether an argument that names files by a pattern reaches a protected one; what removes may match names with a dot by ``*``."""
    if not any(piece in name for piece in NAMING):
        return False
    from statewright.policy.protecting.git_sweeps import everything
    from statewright.policy.words.patterns import listed

    for pattern in listed(text):
        if any(guard.hit(pattern, guard.absolute(base) if base else "", "all" if removes else "") for base in bases):
            return True
        if removes and everything(pattern):
            return True
    return False


def _globbed(text: str, guard: Guard, bases: "list[str]") -> bool:
    """Whether a pattern in a program that lists files by one reaches a protected path."""
    if "glob" not in text.lower() and "Dir[" not in text:
        return False
    from statewright.policy.texts.recipes import in_quotes

    quoted = [one for one in in_quotes(text) if len(one) < 4096 and any(c in one for c in "*?[") and not one[:1].isspace()]
    return any(guard.hit(one, guard.absolute(base) if base else "", "dots") for one in quoted for base in bases)


def _twins(event: "Event") -> "Finding | None":
    """What a tool of a git or container server would do as a command."""
    from statewright.policy.protecting import tools_twins

    for line in tools_twins.lines(event):
        from statewright.policy.protecting import shell as protection_shell
        from statewright.policy.words.inner import inner

        made = inner(event, line)
        fault = protection_shell.check(made) if not made.script.opaque else None
        if fault:
            return fault
    return None


def decoded(text: str) -> str:
    """``%2e`` and the like, as an address has them."""
    out = []
    i = 0
    while i < len(text):
        if text[i] == "%" and all(c in "0123456789abcdefABCDEF" for c in text[i + 1 : i + 3]) and len(text) > i + 2:
            out.append(chr(int(text[i + 1 : i + 3], 16)))
            i += 3
        else:
            out.append(text[i])
            i += 1
    return "".join(out)


def _run(event: "Event") -> "Finding | None":
    """The commands that a terminal or shell tool would run."""
    from statewright.policy.protecting import shell as protection_shell
    from statewright.policy.texts.sentences import sentences, to_people
    from statewright.policy.texts.terminals import events

    tool = event.raw_tool or event.tool
    typed = carries_by_name(tool)
    people = bool(event.mcp_server) and to_people(tool, event.input)
    for inner in events(event, True):
        if people and sentences(inner.command or "", True):
            continue
        if inner.script.opaque and not typed:
            if names_one(inner.script.text):
                return no((inner.command or "").strip().split("\n")[0])
            continue
        fault = protection_shell.check(inner)
        if fault:
            return fault
    return None
