"""What an entry such as ``npm test`` hands on to the program behind a script. Which one that is stands in package.json; its words are judged as
those of each of the runners, or linters, that such a script has: an option that writes, or takes code from elsewhere, in one of them is refused.
Loaded for those calls alone."""

from statewright.policy.permitted.beyond import _segment
from statewright.shell.program_options import rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.permitted.beyond import Fault
    from statewright.policy.words.places import Place

SAYING = ("run", "run-script", "rum", "urn", "exec", "workspace", "workspaces")
TESTS = ("jest", "vitest", "mocha", "playwright")
LINTS = ("eslint", "stylelint", "prettier", "biome")


def handed(name: str, texts: "list[str]", place: "Place", writable: bool) -> "Fault | None":
    """The first option behind a script's name (npm: behind ``--``) that the program behind the script would write or load code by."""
    at = next((i for i, text in enumerate(texts) if i and text[:1] != "-" and text not in SAYING), 0)
    script = texts[at] if at else ""
    if name == "npm":
        at = texts.index("--") if "--" in texts else len(texts)
    if not at or at + 1 >= len(texts):
        return None
    behind = TESTS if "test" in script or script in ("t", "e2e", "spec") else LINTS if "lint" in script or "format" in script else ()
    for program in behind:
        found, facts = rows(program)
        one = _segment(program, [program, *texts[at + 1 :]], 1, found, facts, place, writable)
        if one:
            return one
    return None
