"""Our own command as MCP tools: the same words, so that the same ticket lets it through. Loaded only for a call of our server."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json

# What our server offers: the tool, the verb it stands for, its arguments with their types. Nothing that is a person's.
TOOLS: "dict[str, tuple[str, dict[str, type]]]" = {
    "get_state": ("status", {}),
    "approval_status": ("approval", {}),
    "list_workflows": ("graph", {}),
    "check": ("check", {"name": str, "all": bool}),
    "transition": ("transition", {"event": str, "data": dict, "reason": str}),
}
DEEPEST = 32  # levels of offered data
MARK = "\0mcp"  # no word of a command line holds a NUL: a ticket of one road is none for the other


def of_call(event: "Event") -> "list[str] | None":
    """The words of a tool call of our server, None when there is no such tool or the arguments are not of its shape."""
    return words(name_of(event.raw_tool or event.tool), event.input)


def name_of(tool: str) -> str:
    """The tool's own name, without server; ``statewright_`` in front of it does not count."""
    name = tool.partition("__")[2].partition("__")[2]
    return name[12:] if name[:12] == "statewright_" else name


def words(name: str, given: "Json") -> "list[str] | None":
    """The words that a ticket holds for a call, made alike by the hook and by the server."""
    if name not in TOOLS or not isinstance(given, dict):
        return None
    verb, kinds = TOOLS[name]
    if any(key not in kinds or type(value) is not kinds[key] for key, value in given.items()):
        return None
    if name == "transition":
        data = canonical(given.get("data", {}))
        return [verb, MARK, given["event"], data, given.get("reason", "")] if given.get("event") and data else None
    if name == "check":
        if bool(given.get("name")) == bool(given.get("all")):
            return None
        return [verb, MARK, given.get("name") or "--all"]
    return [verb, MARK]


def usage(name: str) -> str:
    """What a tool takes, in words."""
    if name not in TOOLS:
        return "statewright offers agents these tools alone: %s" % ", ".join(TOOLS)
    kinds = {str: "text", dict: "object", bool: "true or false"}
    takes = ", ".join("%s (%s)" % (key, kinds[kind]) for key, kind in TOOLS[name][1].items())
    return "%s takes %s" % (name, takes or "no arguments")


def canonical(value: "Any", depth: int = 0) -> str:
    """A JSON value as one text, the same for any order of keys; 1, 1.0 and true stay apart. "" when it is nested too deep."""
    if not isinstance(value, (dict, list)):
        return repr(value)
    if depth == DEEPEST:
        return ""
    keys = sorted(value) if isinstance(value, dict) else None
    parts = [canonical(one, depth + 1) for one in (value if keys is None else [value[key] for key in keys])]
    if not all(parts):
        return ""
    return "[%s]" % ",".join(parts) if keys is None else "{%s}" % ",".join("%r:%s" % pair for pair in zip(keys, parts, strict=True))
