"""A tool's result as the model gets it: its weight in bytes, and how to cut it."""

from statewright import fast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json

PREVIEW = 30000  # longer shell output goes to a file and the model gets a preview
PREVIEW_BYTES = 2500
TEXTS = {"Bash": ("stdout",), "Read": ("file", "content"), "Grep": ("content",), "WebFetch": ("result",)}  # where a result's text lies


def weight(value: "Any") -> int:
    """UTF-8 bytes of what the model is given: a text, or content blocks."""
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, list):
        return sum(
            weight(one.get("text")) if isinstance(one, dict) and "text" in one else weight(one) if isinstance(one, (str, list)) else 0
            for one in value
        )
    return 0 if value is None else len(fast.dumps(value))


def text_at(tool: str, result: "Any") -> "tuple[str, ...] | None":
    """The keys that lead to a result's text, None when there is none to cut."""
    where: tuple[str, ...] | None = TEXTS.get(tool)
    for key in where or ():
        result = result.get(key) if isinstance(result, dict) else None
    return where if where and isinstance(result, str) else None


def estimate(tool: str, result: "Any") -> int:
    """Bytes the model will get, as far as the result tells; a batch event corrects it."""
    where = text_at(tool, result)
    if where is None:
        return weight(result)
    for key in where:
        result = result[key]
    size = weight(result)
    return PREVIEW_BYTES if tool == "Bash" and len(result) > PREVIEW else size


def cutter(tool: str, result: "Json") -> "Any":
    def cut(left: int) -> "tuple[Json, int]":
        where = TEXTS[tool]
        copy = place = dict(result)
        for key in where[:-1]:
            place[key] = dict(place[key])
            place = place[key]
        data = place[where[-1]].encode("utf-8", "surrogatepass")
        kept = data[:left].decode("utf-8", "ignore")
        note = "\n[statewright: cut here, %d of %d bytes left out: the context budget of this state is used up]" % (len(data) - left, len(data))
        place[where[-1]] = kept + note
        return copy, left

    return cut
