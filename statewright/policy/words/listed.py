"""Names against a list's patterns: tools, and variables."""

# These follow their parent tool: reading a background command's output, ending it.
COMPANIONS = {"BashOutput": "Bash", "KillShell": "Bash", "KillBash": "Bash", "TaskOutput": "Bash", "TaskStop": "Bash", "Monitor": "Bash"}


def matches(pattern: str, name: str) -> bool:
    """Whole-name match, case-sensitive; ``*`` stands for any run of characters."""
    if "*" not in pattern:
        return pattern == name
    first, *middle = pattern.split("*")
    last = middle.pop()
    if not name.startswith(first) or not name.endswith(last) or len(name) < len(first) + len(last):
        return False
    at = len(first)
    end = len(name) - len(last)
    for piece in middle:
        found = name.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def listed(patterns: "list[str]", tool: str) -> bool:
    """Whether a list names the tool or the one it goes with."""
    names = (tool, COMPANIONS[tool]) if tool in COMPANIONS else (tool,)
    return any(matches(pattern, name) for pattern in patterns for name in names)
