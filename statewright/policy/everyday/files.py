"""Everyday lines that make, copy, move or remove plainly named files of the project, or print into one.

A name is one that leads nowhere else: no pattern, nothing hidden, no link on the way or at its end, no second name of a file, none of the
names that a repository or a program's folder goes by. Not where edits are limited: there the rules count.
"""

from statewright.policy.everyday.own import PLAIN
from statewright.policy.everyday.words import QUOTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from statewright.model import Event, State

    Words = list[str]

# The letters that may stand behind one dash; what is named: files alone (f), folders too (d), one file and where it goes (t), modes in front (m),
# a script in front (s).
PROGRAMS = {
    "touch": ("", "f"), "rm": ("rRfv", "d"), "cp": ("pfv", "t"), "mv": ("fvn", "t"), "chmod": ("", "m"), "tee": ("a", "f"), "rmdir": ("pv", "d"),
    "sed": ("iEr", "s"),
}  # fmt: skip
MODES = ("+x", "u+x", "a+x", "644", "755", "600", "700", "0644", "0755")
# What a repository's own files are called, or a client's settings: no file that is written goes by such a name.
TAKEN = ("head", "config", "config.worktree", "commondir", "gitdir", "opencode.json")
# Programs in them count as what they are called.
FOLDERS = frozenset(("bin", "env", "venv", "vendor", "node_modules", "site-packages", "dist-packages"))
TEXTS = (".txt", ".log", ".md", ".out", ".csv", ".patch", ".diff", ".html", ".xml")  # endings of what no program of the table runs
TEMPORARY = "/tmp/"  # noqa: S108  (a file of its own there is no one's)


def free(state: "State", event: "Event") -> bool:
    """Whether files may be changed and need not be counted, and nothing of ours lies below the project but what is hidden."""
    from statewright.policy.words.redirects import may_write

    if state.get("max_edit_lines") is not None or state.get("max_files_per_state") is not None or state.get("read_only") or not may_write(state):
        return False
    roots = (event.project.lower(), event.facts.real(event.project).lower())
    own = (event.data, event.home, event.facts.real(event.data), event.facts.real(event.home), *event.own)
    return roots[0] == roots[1] and not any((one.lower() + "/").startswith(roots[0] + "/") for one in own)


def changed(words: "Words", state: "State", base: str, event: "Event", made: "dict[str, bool]") -> bool:
    """Whether a command is one of those and changes what it plainly names; the real paths go to ``made``, with whether anything is put there."""
    letters, kind = PROGRAMS[words[0]]
    if not free(state, event):
        return False
    if "allowed_commands" in state and not any(words[: len(entry)] == entry for entry in state["command_words"]):
        return False
    names = [word.removeprefix(QUOTED) for word in words[1:]]
    deep = False
    while names and names[0][:1] == "-":
        deep = deep or (words[0] == "rm" and ("r" in names[0] or "R" in names[0]))
        if len(names[0]) < 2 or not all(c in letters for c in names[0][1:]):
            return False
        names = names[1:]
    if kind == "m":
        return len(names) > 1 and names[0] in MODES and all(_file(name, base, event, {}) for name in names[1:])
    if kind == "s":
        from statewright.policy.everyday.forms import fits  # only here: one program has a script

        script = words[-len(names)] if len(names) > 1 else ""
        return bool(script) and fits("S", script, []) is not None and all(_file(name, base, event, made) for name in names[1:])
    if kind == "t":
        return len(names) == 2 and _moved(names, words[0], base, event, made)
    if not names:
        return False
    for name in names:
        path = place(name.rstrip("/") if kind == "d" else name, base, event, kind == "d")
        if not path or (kind != "d" and event.facts.kind(path) == "dir"):
            return False
        if words[0] == "rm" and not deep and event.facts.kind(path) == "dir":
            return False
        if words[0] != "rmdir":
            made[path] = made.get(path, False) or words[0] == "tee"
    return True


def _file(name: str, base: str, event: "Event", made: "dict[str, bool]") -> bool:
    path = place(name, base, event)
    if path:
        made[path] = True
    return bool(path) and event.facts.kind(path) != "dir"


def _moved(names: "Words", program: str, base: str, event: "Event", made: "dict[str, bool]") -> bool:
    """One file to another name, or into a folder under its own."""
    source, target = place(names[0], base, event), place(names[1].rstrip("/"), base, event)
    if not source or not target or not (event.facts.kind(source) == "file" or source in made):
        return False
    if event.facts.kind(target) == "dir" or names[1][-1:] == "/":
        inside = place(names[1].rstrip("/") + "/" + names[0].rpartition("/")[2], base, event)
        if not inside or event.facts.kind(inside) == "dir":
            return False
        made[inside] = True
    made[target] = True
    if program == "mv":
        made[source] = made.get(source, False)
    return True


def into(names: "Sequence[str]", state: "State", base: str, event: "Event", made: "dict[str, bool]") -> "bool | None":
    """Whether any of the files that a line prints into is one of the project; None where one is no plain one."""
    if not free(state, event):
        return None
    found = [_into(name, base, event, made) for name in names]
    return None if None in found else True in found


def runnable(made: "dict[str, bool]") -> bool:
    """Whether something is put where a program of the project's that the line starts may run it."""
    return any(put and not path.endswith(TEXTS) for path, put in made.items())


def _into(name: str, base: str, event: "Event", made: "dict[str, bool]") -> "bool | None":
    """Whether a file is one of the project; None for one that is not plainly named."""
    if name.startswith(TEMPORARY):
        rest = name[len(TEMPORARY) :]
        if not rest[:1].isalnum() or not PLAIN.issuperset(rest) or "/" in rest or event.facts.real(name) != name or event.facts.kind(name) == "dir":
            return None
        if event.facts.links(name) > 1 or (event.project + "/").startswith(name + "/"):
            return None
        made[name] = True
        return False
    return True if _file(name, base, event, made) else None


def place(name: str, base: str, event: "Event", removed: bool = False) -> str:
    """The real path of a plain name, "" for any other."""
    name = name[2:] if name[:2] == "./" else name
    if not name[:1].isalnum() or not PLAIN.issuperset(name) or "//" in name or "/." in name or ".." in name or name[-1:] == "/":
        return ""
    parts = name.lower().split("/")
    if parts[-1] in TAKEN or ".git" in name.lower() or (not removed and not FOLDERS.isdisjoint(parts)):
        return ""
    path = base + "/" + name
    if event.facts.real(path) != path or event.facts.kind(path) not in ("", "file", "dir"):
        return ""
    return "" if event.facts.kind(path) == "file" and event.facts.links(path) > 1 else path
