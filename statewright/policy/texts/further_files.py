"""Files that a line writes and a program of it may then run: tests, scripts of a package, hooks, sources. Loaded for lines that do both alone."""

from statewright.policy.texts.escapes import written
from statewright.policy.texts.escapes_programs import code, listed
from statewright.policy.texts.recipes import recipes
from statewright.policy.texts.speaking import RUNNERS
from statewright.policy.words.patterns import MORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

LONGEST = 1 << 18  # characters of a file that the line writes; MORE stands for a longer one
SHELL = (".sh", ".bash", ".zsh")
RECIPES = ("makefile", "justfile", ".mk", ".just")
CODE = (
    ".py", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".rb", ".pl", ".php", ".go", ".rs", ".c", ".cc", ".cpp", ".java", ".kt", ".scala", ".lua",
    ".jl", ".r", ".ex", ".exs", ".groovy", ".gradle", "rakefile",
)  # fmt: skip


def texts(found: "list[Call]", names: "Names") -> "list[tuple[Call, str]]":
    """``(the program that may run it, a shell text)``."""
    runner = next((call for call in found if "/" in call.name or " %s " % call.name in RUNNERS), None)
    out: "list[tuple[Call, str]]" = []
    for path, lines in names.written.items() if runner is not None else ():
        text, low = "\n".join([written(line) for line in lines]), path.lower()
        made: "list[str]" = []
        if len(text) > LONGEST:
            made = [MORE] if low.endswith((*SHELL, *RECIPES, *CODE, "package.json")) or "hooks/" in low or ".husky/" in low else []
        elif low.endswith(SHELL) or ".husky/" in low or "hooks/" in low:
            made = [text]
        elif low.endswith(RECIPES):
            made = recipes(text)
        elif low.endswith("package.json"):
            made = [one for one, _ in listed(text, True)]
        elif low.endswith(CODE) and runner is not None and runner.name != "git":
            made = [one for one, _ in code(text)]
        out += [(runner, one) for one in made if runner is not None]
    return out
