"""Which calls are operations on a memory, in the words AETP has for them. Pure; loaded only where one may be.

A harness's memory is files it reads at every start, and tools a person names in config.json. What is
kept of such a call is its kind and a keyed hash of what was touched, never a path or a value.
"""

from statewright.policy.words.listed import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

OPERATIONS = ("read", "write", "delete")
READS, WRITES = ("Read",), ("Edit", "Write", "NotebookEdit")


def operation(tool: str, server: str, path: "Any", settings: "Json", project: str, home: str, usual: bool) -> "Json | None":
    """{"operation", "memory_type", "scope", "touched"} of a call, None when it is none.

    settings: config.json's ``trace``. path: the file the call names. usual: its name is a harness's own memory file's.
    """
    if server:
        for pattern, kind in settings.get("memory_tools", {}).items():
            if kind in OPERATIONS and matches(pattern, tool):
                return _made(kind, "project", "server:" + server)
        return None
    if not isinstance(path, str) or tool not in READS + WRITES:
        return None
    scope, inner = "user", path
    for name, root in (("project", project), ("user", home)):
        if root and path.startswith(root + "/"):
            scope, inner = name, path[len(root) + 1 :]
            break
    if usual or any(matches(pattern, inner) or matches(pattern, path) for pattern in settings.get("memory_files", ())):
        return _made("read" if tool in READS else "write", scope, inner)
    return None


def compaction(session: str) -> "Json":
    """The context itself was rewritten."""
    return dict(_made("write", "session", session), memory_type="in-context")


def _made(kind: str, scope: str, touched: str) -> "Json":
    return {"operation": kind, "memory_type": "key-value", "scope": scope, "touched": "%s:%s" % (scope, touched)}
