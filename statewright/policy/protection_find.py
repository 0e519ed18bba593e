"""Protection against ``find``: what its roots, names and paths may select, when it deletes or runs something that changes files."""

from statewright.policy.calls import Call
from statewright.policy.patterns import glob
from statewright.policy.readonly import Context, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.paths import Guard
    from statewright.policy.resolve import Names


DELETES = ("-delete", "-fprint", "-fprint0", "-fprintf", "-fls")
KNOWN = (
    "state.json", "workflow.json", "config.json", "trace.jsonl", "settings.json", "settings.local.json", "hooks", "hooks.json", "config.toml",
    ".statewright", ".claude", ".codex", ".cursor", "runs", "workflows", "lock", "guard.sh",
)


def found(call: Call, guard: "Guard", names: "Names", bases: "list[str]") -> str:
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


def _runs_writer(call: Call) -> bool:
    context = Context(web=True)
    for i, word in enumerate(call.words):
        if word.text in ("-exec", "-execdir", "-ok", "-okdir") and i + 1 < len(call.words):
            made = Call(call.command, call.texts[i + 1], call.number)
            made.words = call.words[i + 1 :]
            made.texts = [text for text in call.texts[i + 1 :] if text not in (";", "+", "{}")]
            if (
                made.name.rpartition("/")[2] not in ("grep", "wc", "ls", "cat", "echo", "head", "tail", "stat", "file")
                and refusal(made, context) is not None
            ):
                return True
    return False


def matching(call: Call, guard: "Guard", names: "Names", bases: "list[str]") -> str:
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
    for root in roots or ["."]:
        for base in bases:
            if not (guard.hit(root, base, "all")):
                continue
            inside = guard.hit(root, base)
            if tests["-path"] and not any(
                any(dot in path for dot in (".statewright", ".claude", ".codex", ".cursor")) or path.strip("./*") == "" for path in tests["-path"]
            ):
                continue
            if tests["-name"] and not inside and not any(_globs(pattern, name) for pattern in tests["-name"] for name in KNOWN):
                continue
            if tests["-name"] and inside and not any(_globs(pattern, name) for pattern in tests["-name"] for name in KNOWN):
                continue
            return ".statewright"
    return ""


def _globs(pattern: str, name: str) -> bool:
    """find's -name matches a leading dot with a star."""
    return bool(glob(pattern, name) or (name[:1] == "." and pattern[:1] in "*?" and glob(pattern, "x" + name[1:])))
