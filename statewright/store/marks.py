"""What a session's mark says where its run is not found. Loaded in that case alone."""

from statewright import fast
from statewright.store import layout
from statewright.store.compiled import Damaged, _mapping
from statewright.store.run import Run


def lost(project: str, data: str, session: str) -> str:
    """What a session's marker misses where no run is found: a path, "" when nothing is lost.

    A run that ended and was let go, and one whose start was cut short, are not missed; their marker goes.
    """
    path = layout.marker(data, session)
    raw = fast.read_file(path)
    if raw is None:
        return ""
    word = _mapping(raw, "the mark of this session's run")
    where, name = str(word.get("project", "")), str(word.get("run", ""))
    if project and word.get("begun") is False:
        return ""
    try:
        snap = Run(where, name).read()
    except Damaged:
        return where + "/" + layout.FOLDER
    if snap["final"] or where != project:
        if where == project:
            fast.remove(path)
        return ""
    return "the pointer to run %s" % name
