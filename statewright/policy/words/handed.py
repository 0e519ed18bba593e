"""What xargs, parallel or find put in a command's place: its program then comes from a list."""

from statewright.policy.words.patterns import HIDDEN
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

NAME_TESTS = ("-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename")


def handed(call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """What xargs, parallel or find put in a command's place."""
    front = call.parent
    while front is not None and front.name not in ("xargs", "parallel", "env_parallel", "find", "fd", "fdfind"):
        front = front.parent
    if front is None:
        return []
    if front.name not in ("find", "fd", "fdfind"):
        from statewright.policy.words.composed import arguments

        return arguments(front, found, names)
    tests = [front.texts[i + 1].rpartition("/")[2] for i, text in enumerate(front.texts[:-1]) if text in NAME_TESTS]
    roots = []
    for word in front.words[1:]:
        if word.text[:1] in ("-", "(", "!"):
            break
        roots += names.patterns(word)
    return [root.rstrip("/") + "/" + test for root in roots or ["."] for test in tests or ["*"]] + [HIDDEN + HOLE + test for test in tests or [""]]
