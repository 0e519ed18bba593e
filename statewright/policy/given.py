"""What a tool of unknown kind was given: its texts with their keys, and whether its name says that it reads."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

READING_VERBS = frozenset((
    "read", "list", "get", "search", "find", "view", "stat", "info", "tree", "grep", "glob", "cat", "show", "describe", "fetch", "query",
    "exists", "head", "diff", "watch", "open", "count", "check",
))


def reads_by_name(tool: str) -> bool:
    """Whether a tool's own name says that it reads."""
    words = tool.rpartition("__")[2].replace("-", "_").lower().split("_")
    return words[0] in READING_VERBS or (
        len(words) > 1 and words[-1] in ("read", "list", "search") and words[0] not in ("write", "delete", "edit", "move")
    )


def strings(value: "Any", key: str = "", depth: int = 0) -> "list[tuple[str, str]]":
    """Every text in a tool's input with the key it stands under."""
    if isinstance(value, str):
        return [(key, value)]
    if depth > 6:
        return []
    if isinstance(value, dict):
        return [found for name, item in value.items() for found in strings(item, str(name), depth + 1)]
    if isinstance(value, list):
        return [found for item in value[:500] for found in strings(item, key, depth + 1)]
    return []
