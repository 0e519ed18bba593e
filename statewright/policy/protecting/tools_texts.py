"""Texts that tools are given and that name files in a way of their own: a statement that puts a path together, a regular expression, the
cells of a notebook, fields that say that a reader writes. PostgreSQL, MySQL, SQLite and DuckDB, string functions. For tools without a shell text."""

from statewright.policy.words.given import CHANGING_VERBS, coded, words_in
from statewright.policy.words.protected import names_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MODES = ("w", "a", "x", "wb", "ab", "xb", "r+", "w+", "a+", "rb+", "wb+", "wt", "at", "rw", "readwrite", "str_replace")
SAYING = ("op", "operation", "action", "mode", "command", "method", "verb", "kind", "type", "do")
HIDING = (
    "char(", "chr(", "unhex(", "decode(", "replace(", "reverse(", "substr(", "translate(", "from_hex(", "x'", "\\x", "\\u", "u&'", "from_base64",
)  # fmt: skip
WRITTEN = ("markdown", "raw")
CELLS = ("cells", "cell", "cellsource", "sources")


def writes(given: "Any") -> bool:
    """Whether fields of a call say that a tool with a reader's name changes something: ``{"op": "write"}``, ``{"mode": "w"}``; or that it fetches."""
    if not isinstance(given, dict):
        return False
    for key, value in given.items():
        low = key.lower()
        said = value.lower() if low in SAYING and isinstance(value, str) else ""
        if said in MODES or (said and len(said) < 40 and not CHANGING_VERBS.isdisjoint(words_in(said))):
            return True
        if low in ("url", "uri", "src_url") and isinstance(value, str) and "://" in value and len(given) > 1:
            return True
    return False


def statement(text: str) -> bool:
    """Whether a statement that writes a file may name a protected one by a path that it puts together."""
    low = text.lower()
    bare = low
    for sign in ("concat_ws(", "concat(", "printf(", "format(", "%s", "{}", "'", '"', "||", ",", "(", ")", " ", "\n", "+"):
        bare = bare.replace(sign, "")
    if names_one(bare):
        return True
    return any(one in low for one in HIDING) and ("wright" in low or "claude" in low or _hex(low))


def _hex(low: str) -> bool:
    """Whether digits spell a piece of a protected name: ``x'2e7374…'``."""
    for piece in low.split("'")[1::2]:
        if len(piece) > 7 and len(piece) % 2 == 0 and all(c in "0123456789abcdef" for c in piece):
            text = bytes.fromhex(piece).decode("latin-1").lower()
            if "wright" in text or names_one(text):
                return True
    return False


def expression(text: str) -> str:
    """A regular expression as a path pattern, roughly: what it begins with, and ``*`` for the rest."""
    return text.lstrip("^").rstrip("$").replace("\\", "").replace(".*", "*").replace(".+", "*").replace("[.]", ".")


def cells(given: "Any") -> str:
    """The texts of a notebook's cells one behind the other, as one program."""
    out: "list[str]" = []
    stack: "list[tuple[str, Any]]" = [("", given)]
    while stack:
        key, one = stack.pop()
        if isinstance(one, dict):
            if any(one.get(name) in WRITTEN for name in ("cell_type", "cellType", "type")):
                continue  # a cell of text: nothing runs it
            stack += [(str(name).lower().replace("_", ""), item) for name, item in reversed(list(one.items()))]
        elif isinstance(one, list):
            stack += [(key, item) for item in reversed(one)]
        elif isinstance(one, str) and (coded(key) or key in CELLS):
            out.append(one)
    return "\n".join(out) if len(out) > 1 else ""
