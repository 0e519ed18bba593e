"""What find and its kin would print of protected paths: by their roots and tests. find(1)."""

from statewright.policy.outputs.find_tests import ACTS, groups
from statewright.policy.words.calls import Call
from statewright.policy.words.expressions import loosely
from statewright.policy.words.patterns import HIDDEN, LITERAL, _glob, literal, plain
from statewright.policy.words.protected import GIT, HOMES, TAILS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.paths import Guard
    from statewright.policy.words.resolve import Names
    Test = tuple[str, str, bool]

# What lies below a project or a home folder: path, kind.
PROJECT = (
    (".statewright", "d"), (".statewright/workflow.json", "f"), (".statewright/config.json", "f"), (".statewright/workflows", "d"),
    (".statewright/runs", "d"), (".statewright/runs/r", "d"), (".statewright/runs/r/state.json", "f"), (".statewright/runs/r/trace.jsonl", "f"),
    (".statewright/runs/r/lock", "f"), (".claude", "d"), (".claude/settings.json", "f"), (".claude/settings.local.json", "f"), (".claude/hooks", "d"),
    (".claude/hooks/guard.sh", "f"), (".codex/hooks.json", "f"), (".codex/config.toml", "f"), (".cursor/hooks.json", "f"),
)
HOME = (
    (".local/share/statewright", "d"), (".local/share/statewright/hooks", "d"), (".local/share/statewright/hooks/pre-tool", "f"),
    (".local/share/statewright/bin/statewright", "f"), (".local/share/statewright/accepted.json", "f"), (".claude/session-env", "d"),
    (".claude/session-env/s/sessionstart-hook-0.sh", "f"), (".claude/plugins", "d"),
)
DEEP = (".statewright", ".claude/hooks", ".git/hooks")  # what lies in them on the disk is looked for by its own name
MOST = 400  # names; what lies further in a run, or is a further run, is called like one of PROJECT or like these
# Tests whose outcome for a folder is plain to see.
TOLD = ("-prune", "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-type", "-xtype", "-maxdepth", "-mindepth")


def matching(call: Call, guard: "Guard", names: "Names", bases: "list[str]") -> str:
    """The protected path that a find call's roots and tests select."""
    return next(iter(every(call, guard, names, bases)), "")


def every(call: Call, guard: "Guard", names: "Names", bases: "list[str]") -> "list[str]":
    """All the protected paths that a find call's roots and tests select."""
    out: "list[str]" = []
    roots = []
    i = 1
    while i < len(call.words) and (call.texts[i][:1] not in "-(!" or call.texts[i] in ("-H", "-L", "-P")):
        roots += names.patterns(call.words[i]) if call.texts[i][:1] != "-" else []
        i += 1
    if call.command.open or any(HOLE in root for root in roots):
        from statewright.policy.outputs.output import handed

        given = handed(call, names.calls, names)
        roots = [root for root in roots if HOLE not in root or not given] + given
        roots = ["." if HIDDEN in root else root for root in roots]  # anything may lie there
    if "-L" in call.texts or "-follow" in call.texts:
        from statewright.policy.words import linked

        roots = [*(roots or ["."]), *(literal(path) for root in roots or ["."] for base in bases for path in linked.below(guard, plain(root), base))]
    sides = groups(call.texts[i:])
    for root in roots or ["."]:
        for base in bases:
            if not guard.hit(root, base, "all"):
                continue
            for path, rel, kind in candidates(root, base, guard):
                if _selected(sides, root.rstrip("/") + ("/" + rel if rel else ""), rel, kind, not {"-delete", "-depth", "-d"}.isdisjoint(call.texts)):
                    out.append(path)
    return out


def candidates(root: str, base: str, guard: "Guard") -> "list[tuple[str, str, str]]":
    """Protected paths below a root: how they are called, their path from the root, their kind."""
    text = plain(root)
    out = []
    if text is None or guard.hit(root, base):
        inside = [(path.rpartition("/")[2], kind) for path, kind in (*PROJECT, *HOME)]
        return [(".statewright", path, kind) for path, kind in (*inside, *(PROJECT if text is None else ()), ("", "d"))]
    for form in guard.forms(text, base):
        for place, known in [(one, (*PROJECT, *_present(guard, one))) for one in guard.roots] + [(home, HOME) for home in dict.fromkeys(guard.homes)]:
            for path, kind in known:
                full = place + "/" + path
                if full == form or full.startswith(form.rstrip("/") + "/"):
                    out.append((full if path.startswith((".local", ".config")) else path, full[len(form.rstrip("/")) + 1 :], kind))
    return out


def _present(guard: "Guard", root: str) -> "list[tuple[str, str]]":
    """What lies on the disk of the protected places below a root: in our folders all, MOST at most, for a run has a name of its own; of the
    others those that are there, git's own, the user's settings, our launcher."""
    facts, event = guard.event.facts, guard.event
    if facts is None:
        return []
    project = root in (event.project.lower(), guard.real(event.project).lower())
    if not project and root not in guard.homes:
        return []
    known = guard.present.get(root)
    if known is None:
        folder = event.project if project else event.home
        known, waiting = [], list(DEEP) if project else []
        while waiting and len(known) < MOST:
            inside = waiting.pop(0)
            for name in facts.names(folder + "/" + inside)[:MOST]:
                path = inside + "/" + name
                deeper = facts.kind(folder + "/" + path) == "dir"
                known.append((path.lower(), "d" if deeper else "f"))
                waiting += [path] if deeper else []
        for tail, deep in (*TAILS, *GIT) if project else (*HOMES, *TAILS):
            kind = facts.kind(folder + "/" + tail)
            if kind:
                known.append((tail, "d" if deep or kind == "dir" else "l" if tail[:11] == ".local/bin/" else "f"))
        guard.present[root] = known
    return known


def _selected(sides: "list[list[Test]]", shown: str, rel: str, kind: str, deletes: bool) -> bool:
    """Whether one side of the tests lets a path through; what is pruned by one side is not seen by the others.

    A side that prunes shows what it prunes where it does something with it, or where no side does anything: then find prints what holds.
    """
    limits = [test for group in sides for test in group if test[0] in ("-maxdepth", "-mindepth")]
    if not all(_holds(test, shown, rel, kind) for test in limits):
        return False
    silent = not any(_acts(test) for group in sides for test in group)
    for group in sides:
        if any(test[0] == "-prune" for test in group) and not any(_acts(test) for test in group):
            if silent and all(_holds(test, shown, rel, kind) for test in group):
                return True
            parents = rel.split("/")
            front = shown[: len(shown) - len(rel)]
            folders = ["/".join(parents[:n]) for n in range(1, len(parents) + 1)]
            if not deletes and any(all(_prunes(test, front + folder, folder) for test in group) for folder in folders):
                return False
        elif all(_holds(test, shown, rel, kind) for test in group):
            return True
    return False


def _acts(test: "Test") -> bool:
    return test[0] in ("-exec", "-printf") or test[0] in ACTS


def _prunes(test: "Test", shown: str, rel: str) -> bool:
    """Whether a test surely holds for a folder. Written in capitals, a name may be another one here."""
    name, value, _ = test
    return name in TOLD and HOLE not in value and (value == value.lower() or name[:2] == "-i") and _holds(test, shown, rel, "d")


def _unescaped(pattern: str) -> str:
    """A pattern of find's own: what stands behind a backslash is that sign."""
    head, *rest = pattern.split("\\")
    return head + "".join([LITERAL + piece for piece in rest])


def _holds(test: "Test", shown: str, rel: str, kind: str) -> bool:
    name, value, negated = test
    base = rel.rpartition("/")[2] or shown.rpartition("/")[2]
    depth = rel.count("/") + 1 if rel else 0
    low = _unescaped(value.lower()) if "\\" in value and name[-5:] != "regex" else value.lower()
    if negated and value.lower() != value and name in ("-name", "-path", "-wholename", "-regex"):
        return True
    if name in ("-name", "-iname"):
        result = HOLE in value or _glob(low, 0, base, 0, [2000])
    elif name in ("-path", "-ipath", "-wholename", "-iwholename"):
        result = HOLE in value or _glob(low, 0, shown.lower(), 0, [4000])
    elif name in ("-regex", "-iregex"):
        result = loosely(low, shown.lower())
    elif name in ("-type", "-xtype"):
        result = kind in value or (kind == "l" and "f" in value)  # our launcher, a link or a file
    elif name == "-maxdepth" and value.isdigit():
        return depth <= int(value)
    elif name == "-mindepth" and value.isdigit():
        return depth >= int(value)
    elif name == "-empty":
        result = False
    else:
        return True  # times, sizes, owners: not to be told here
    return result != negated
