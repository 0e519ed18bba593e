"""Programs that are given a program's text and are no interpreters by their rows: by which of their words that shows. Their manual pages.

What such a text names or says is judged as an interpreter's is (``policy/protecting/texts.py``, ``policy/persons/carried.py``).
"""

from statewright.shell.programs import SHELLS, family, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

# The words and options that tell it; none: whatever it is given. A single dash: its input.
HOSTS = {
    "deno": ("eval", "repl", "-"), "bun": ("-e", "--eval", "-p", "--print", "exec", "-"), "ghc": ("-e",), "ocaml": ("-e",), "utop": ("-e",),
    "rails": ("runner", "r", "console", "c"), "rake": ("-e", "-E", "-p"), "mix": ("-e", "--eval", "eval"), "dotnet": ("script", "fsi"),
    "wp": ("eval", "shell"), "drush": ("eval", "ev", "php:eval", "php-eval", "php"), "rpm": ("-E", "--eval"), "gnuplot": ("-e",), "dc": ("-e",),
    "ansible": (), "mysql": (), "mariadb": (), "duckdb": (), "clickhouse": (), "clickhouse-client": (), "sqlcmd": (), "cqlsh": (), "mongosh": (),
    "mongo": (), "sqlite3": (), "psql": (), "nix": ("--expr",), "nix-instantiate": ("-E", "--expr"), "blender": ("--python-expr",),
    "gimp": ("-b", "--batch"),
    "sage": ("-c",), "matlab": ("-r", "-batch"), "wolframscript": ("-c", "-code"), "act": (),
}  # fmt: skip
# Behind these a program that nobody knows is likely to take a text.
USUAL = ("-e", "--eval", "-c", "--command", "--execute", "--exec", "--expr", "--code", "-E", "-p", "--print", "eval", "-")


def speaks(call: "Call") -> bool:
    """Whether a command runs a program's text in a language of its own."""
    name = call.name.rpartition("/")[2]
    base = name if name in HOSTS else family(name)
    marks = HOSTS.get(base)
    if marks is None:
        known = row(name)
        if known is not None:
            return known[0] == "interpreter" and base not in SHELLS
        marks = USUAL
    return not marks or any(_marked(text, marks) for text in call.texts[1:])


def _marked(text: str, marks: "tuple[str, ...]") -> bool:
    """An option alone, with ``=`` and its value, or a short one with the text right behind it."""
    if text in marks or (text[:1] == "-" and text.partition("=")[0] in marks):
        return True
    return text[:1] == "-" and text[1:2] not in ("", "-") and text[:2] in marks and any(c in text for c in " (\"'")
