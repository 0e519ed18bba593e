"""A quick look whether a run's state and its journal agree: the journal's end against what the state says of it.

What ``statewright trace verify`` finds in the whole journal, this finds in its last write; the cost does not grow.
"""

from statewright import fast
from statewright.trace.journal import part_name
from statewright.trace.step import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Snapshot
    from statewright.store.run import Run


def of(run: "Run") -> str:
    """``apart`` for a run that may go on meanwhile."""
    why, seen = "x", ""
    while why:
        snap = run.read()
        if snap["head"] == seen:
            break
        seen = snap["head"]
        why = apart(run.dir, snap)
    return why


def apart(folder: str, snap: "Snapshot") -> str:
    """What the journal's end shows that ``state.json`` does not say, "" when nothing. What a killed process left unwritten is no fault."""
    path = "%s/%s" % (folder, part_name(snap.get("part", 1)))
    tail = snap["tail"].encode("ascii")
    size, length = fast.size(path), snap["length"]
    if size < 0:
        return "the journal is gone"
    if not length - len(tail) <= size <= length:
        return "the journal has %d bytes, state.json knows %d" % (size, length)
    if size == length and tail:
        fd = fast.open_own(path)
        try:
            if fast.read_at(fd, length - len(tail), len(tail)) != tail:
                return "the journal does not end as state.json says"
        finally:
            fast.close(fd)
    lines = tail.splitlines()
    if not lines:
        return "" if not length else "state.json does not know how the journal ends"
    if fast.sha256(lines[-1]) != snap["head"]:
        return "state.json does not know how the journal ends"
    line = fast.loads(lines[-1])
    here = place(snap["machine"], snap["state"])
    if line.get("kind") == "step" and line.get("state") != here:
        return "the journal ends in %s, state.json says %s" % (line.get("state"), here)
    if line.get("what") == "approval_request" and not snap["approval"]:
        return "the journal ends with a request for an approval, state.json knows of none"
    return ""
