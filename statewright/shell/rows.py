"""Tables and sets of which a line asks for a row or a word: what the linker makes of large ones (``setup/tables.py``, ``setup/constants.py``).

Its rows lie packed in one piece, and a row is unpacked when it is asked for: building all of them cost more than reading the line.
"""

import marshal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Table: "Any" = type(marshal)  # a module is a namespace that is there already


def table(names: str, packed: bytes) -> "Any":
    """A table with a dictionary's ``get`` and nothing else. names: a line for each row, its name, where it begins and where it ends, tabs between."""
    known: "dict[str, Any]" = {}

    def get(name: str, other: "Any" = None) -> "Any":
        if name in known:
            return known[name]
        at = names.find("\n%s\t" % name)
        if at < 0 or "\n" in name or "\t" in name:
            return other
        _, start, end = names[at + 1 : names.index("\n", at + 1)].split("\t")
        found = known[name] = marshal.loads(packed[int(start) : int(end)])  # noqa: S302 - the installer's
        return found

    made = Table("rows")
    made.get = get
    return made


class Words:
    """A set of words that is asked whether it holds one, and nothing else. words: a line for each, a line's end in front of the first."""

    __slots__ = ("words",)

    def __init__(self, words: str) -> None:
        self.words = words

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and "\n%s\n" % word in self.words and "\n" not in word
