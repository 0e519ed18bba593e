"""Protection for MCP and unknown tools: any argument that is a protected path; a patch, a program or a command that would change one."""

from statewright.model import DENY, Finding
from statewright.policy import secrets
from statewright.policy.given import CODE_KEYS, FOLDER_KEYS, PROSE, carries_by_name, reads_by_name, removes_by_name, strings
from statewright.policy.patches import patch_files
from statewright.policy.paths import Guard
from statewright.policy.protected import names_one
from statewright.policy.protection import MADE, RULE, made, no
from statewright.policy.spellings import VARIABLES
from statewright.policy.terminals import CODE, is_shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State

QUERIES = frozenset(("sql", "query", "statement", "queries", "stmt"))
# How a database writes a file: PostgreSQL's and DuckDB's COPY, MySQL's OUTFILE, SQLite's ATTACH, VACUUM INTO, writefile and dot commands.
INTO = (
    "copy ", "\\copy", "outfile", "dumpfile", "attach", "vacuum", "writefile", ".output", ".once", ".save", ".backup", ".clone", "\\o ", "lo_export",
    "pg_write", "export database",
)
WRITING_KEYS = ("out", "dest", "save", "target", "to_", "write", "download", "export")
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
    fault = _run(event)
    if fault:
        return fault
    shell = is_shell(tool)
    removes = removes_by_name(tool)
    bases = ["", *(text for key, text in given if key.lower() in FOLDER_KEYS and "\n" not in text)]
    left = LOOKED_UP
    alone = all(not key or key.lower().startswith("target") or key.lower() in (*PROSE, "explanation") for key, _ in given)
    for key, text in given:
        name = key.lower()
        if name in QUERIES and names_one(text) and any(form in text.lower() for form in INTO):
            return no(text)
        if reads and (not name.startswith(WRITING_KEYS) or (alone and name.startswith("target"))):
            continue  # a reader's only target is what it reads
        if name in PROSE and not (removes and name in ("pattern", "query") and (names_one(text) or name == "pattern")):
            continue
        left -= 1
        if shell and (name in CODE or name == "script") and " " in text.strip():
            continue  # judged as the shell text it is
        fault = _path(name, text, guard, bases, removes, left > 0)
        if fault:
            return fault
    if left < 0 and any(key in state for key in BINDING):
        return Finding(DENY, RULE, MANY % (LOOKED_UP - left), "Split it.")
    return None


def _path(name: str, text: str, guard: Guard, bases: "list[str]", removes: bool, look: bool) -> "Finding | None":
    if "*** Begin Patch" in text or name in ("patch", "diff"):
        for _, path in patch_files(text):
            if guard.protected(path):
                return no(path)
        return None
    if name in CODE_KEYS and any(c in text for c in " \n("):
        from statewright.policy.protection_texts import names_any

        return no(text.strip().split("\n")[0]) if names_any(text) else None
    if "\n" in text.strip() or not text.strip() or (removes and name in ("pattern", "query", "glob") and names_one(text)):
        return no(text) if removes and name in ("pattern", "query", "glob") and names_one(text) else None
    if look and any(c in text for c in "*?[{") and len(text) < 1024 and _patterned(name, text, guard, bases, removes):
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
    if "%" in text:
        out.append(decoded(text))
    if text[:5].lower() == "file:" or text[:9].lower() == "vscode://":
        for one in out[1:]:
            bare = one.partition("#")[0].partition("?")[0]
            out.append(bare.partition("://file")[2] if bare[:9].lower() == "vscode://" else bare)
    return list(dict.fromkeys(out))


def _patterned(name: str, text: str, guard: Guard, bases: "list[str]", removes: bool) -> bool:
    """Whether an argument that names files by a pattern reaches a protected one; what removes may match names with a dot by ``*``."""
    if not any(piece in name for piece in ("path", "dir", "folder", "file", "target", "source", "dest", "glob", "includ", "pattern")):
        return False
    from statewright.policy.patterns import listed
    from statewright.policy.protection_git_sweeps import everything

    for pattern in listed(text):
        if any(guard.hit(pattern, guard.absolute(base) if base else "", "all" if removes else "") for base in bases):
            return True
        if removes and everything(pattern):
            return True
    return False


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
    from statewright.policy import protection_shell
    from statewright.policy.terminals import events

    typed = carries_by_name(event.raw_tool or event.tool)
    for inner in events(event, True):
        if inner.script.opaque and not typed:
            if names_one(inner.script.text):
                return no((inner.command or "").strip().split("\n")[0])
            continue
        fault = protection_shell.check(inner)
        if fault:
            return fault
    return None
