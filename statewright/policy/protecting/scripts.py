"""Scripts of the project that are given names by their input: what they say is there to read, so what they do with names is told.

``bash clean.sh < names``, ``git ls-files | ./lint.sh``. Loaded for the lines alone that hand an input to a file that is run.
"""

from statewright.policy.words.patterns import HIDDEN, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

LONGEST = 1 << 16  # characters of a script that is looked into
# What a script that changes files says in some way, by shells and by the languages.
_CHANGING = """
    rm unlink rmdir mv cp install ln tee truncate dd shred sed perl patch touch chmod chown xargs parallel eval exec source sudo sh bash find git
    rsync tar unzip trash python python3 node ruby awk
"""
CHANGING = frozenset(_CHANGING.split())
SAYING = (
    ">", "remove", "unlink", "rmtree", "rename", "replace(", "shutil", "rmSync", "fs.", "delete", "truncate", "system", "popen", "subprocess",
    "child_process", "spawn", "write", "open(", "import_module", "__import__", "exec(", "eval(", "require(", "import ", "chmod", "symlink", "`",
)  # fmt: skip
GIVEN = ("-c", "-e", "-s", "-m", "-n", "-p")  # options by which an interpreter's program is no file, or its input is
QUIET = (
    "import sys", "import json", "import re", "import csv", "import collections", "require('readline')", ">&2", "2>&1", "> /dev/null", ">/dev/null",
)  # fmt: skip


def text_of(call: "Call", scene: "Scene", bases: "list[str]") -> "str | None":
    """The text of the script that a command runs by a file's name; None where it runs none, "" where it cannot be looked into."""
    facts = scene.event.facts
    word = call.words[0] if "/" in call.name else next((one for one in call.words[1:] if one.text[:1] != "-"), None)
    path = plain(scene.names.patterns(word)[0]) if word is not None else None
    told = word is not call.words[0] and any(text[:2] in GIVEN for text in call.texts[1:])
    if path is None or facts is None or told:
        return None
    for base in bases:
        where = scene.guard.absolute(path, base)
        if facts.kind(where) == "file":
            try:
                text = facts.text(where)
            except ValueError:
                return ""
            return text if text is not None and len(text) < LONGEST and "\0" not in text else ""
    return None


def only_reads(text: str) -> bool:
    """Whether a script says nothing of changing files, running programs or loading further code."""
    for one in QUIET:
        text = text.replace(one, " ")
    if not text.strip() or any(one in text for one in SAYING):
        return False
    for c in "\"'`;|&()\n{}[]=,:":
        text = text.replace(c, " ")
    return CHANGING.isdisjoint(word.rpartition("/")[2] for word in text.split())


def handed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path among the names that a script of the project is given, where it may change them."""
    from statewright.policy.outputs.git_lists import known
    from statewright.policy.outputs.output import fed

    text = text_of(call, scene, bases)
    if text is None or only_reads(text):
        return ""
    for line in fed(call, scene.found, scene.names):
        if HOLE in line or HIDDEN in line or (not text and known(line)):
            continue
        for piece in (line, *line.split()):
            if scene.hit(piece, bases, "all" if piece.strip("./") else ""):
                return piece
    return ""
