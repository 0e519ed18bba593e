"""Put a run's lost state together again from its journal, on the side of refusing where the journal does not say.

The journal itself is under no seal: who could write the state could write it too. So no more of it is taken than up to the last line
whose hash stands in something that is: the head that is kept outside the project, or a sealed line of the state file. Where neither is
left the run begins anew. What is not taken is kept beside it.
"""

import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

from statewright import fast
from statewright.store import acceptance, layout, seal
from statewright.store import run as store
from statewright.trace import journal as journals
from statewright.trace import state_file
from statewright.trace.reading import parsed, parts
from statewright.trace.replay import replay

ANEW = "; a person starts a new run: statewright start, or a new session of the client"


class _Line(NamedTuple):
    raw: bytes
    value: dict[str, Any]
    digest: str
    part: int  # number of its file, from 1
    end: int  # where it ends there, bytes


def mend(project: str, names: list[str]) -> list[str]:
    """Rebuild the runs that a call would be refused for, and let what names a session's run name one again. Gives what was done."""
    done = []
    for path in sorted(Path(layout.runs_dir(project)).glob("*.current")):
        own = [name for name in names if name.rpartition("-")[0] == path.stem]
        named = (fast.read_file(str(path), 256) or b"").decode("utf-8", "replace").strip()
        if own and named not in own:
            last = max(own, key=lambda name: int(name.rpartition("-")[2]))
            fast.replace(str(path), last.encode())
            done.append("session %s: its run is %s again, not %s" % (path.stem, last, named or "none"))
    for name in names:
        run = store.Run(project, name)
        try:
            run.check()
        except store.Damaged as error:
            done.append("%s: %s" % (str(error).partition(seal.REPAIR)[0], rebuild(run, error.word)))
    return done


def rebuild(run: "store.Run", why: str = "") -> str:
    """Write a new snapshot from the journal; gives what came of it, in words. why: the fault in one word, for the journal.

    Typed data is not in the journal, so each machine's context is its initial one.
    """
    for name in ("lock", "state.json"):
        _aside(Path(run.dir, name))
    seal.prepare(run.data, run.project)
    held = fast.lock(run.dir + "/lock")
    try:
        files = parts(Path(run.dir), None)
        if not _plain(files[0]):
            return "cannot be rebuilt, its journal is missing" + ANEW
        lines = _chained([path for path in files if _plain(path)])
        if not lines or lines[0].value.get("kind") != "start":
            return "cannot be rebuilt, its journal has no beginning" + ANEW
        vouched = _vouched(run)
        last = max((number for number, line in enumerate(lines, 1) if line.digest in vouched), default=0)
        if not last and (vouched or lines[0].value.get("plan") != _rules(run)):
            return "cannot be rebuilt, its journal is not the one that was written" + ANEW
        return _write(run, lines[: last or 1], max(vouched.values(), default=0), why, bool(vouched))
    except store.Damaged as error:
        return "cannot be rebuilt yet: %s, and then once more: statewright doctor --repair" % error
    finally:
        fast.unlock(held)


def _rules(run: "store.Run") -> str:
    """The digest of the rules that a person accepted here, else of those that are found."""
    found = layout.source_digest(run.project)
    return str(acceptance.record(run.project, run.data).get("digest", found))


def _write(run: "store.Run", lines: list[_Line], written: int, why: str, vouched: bool) -> str:
    plan = acceptance.ensure_plan(run.project, lines[0].value["plan"], run.data)
    snap = replay(plan, plan.head()["id"], [(line.raw, line.value) for line in lines])
    if snap is None:
        return "cannot be rebuilt, its journal does not fit its workflow" + ANEW
    cut = _cut(run, lines[-1])
    now = fast.now()
    snap.update(slice=plan.place(snap["machine"], snap["state"]), length=lines[-1].end, part=lines[-1].part, entered=now, started=now)
    snap.update(written=written + 1, own=layout.own_name(run.data), data=run.data)
    note = journals.extend(snap, [{"kind": "note", "what": "rebuilt", **({"reason": why} if why else {})}], now)
    if fast.kind(run.dir + "/state.json"):
        fast.replace(run.dir + "/damaged.json", fast.read_file(run.dir + "/state.json") or b"")
    state_file.put(run.dir + "/state.json", seal.close(seal.key(run), fast.dumps(snap)), state_file.NEW, True, False)
    fd = fast.open_append("%s/%s" % (run.dir, journals.part_name(snap["part"])))
    try:
        fast.add(fd, note)
    finally:
        fast.close(fd)
    seal.keep(run, snap)
    told = "rebuilt from %d journal lines in state %s; data given to transitions is lost" % (len(lines), snap["state"])
    if not vouched:
        told = "begun anew in state %s, since nothing vouches for what its journal tells" % snap["state"]
    return told + ("; lines that nothing vouches for lie in %s" % cut if cut else "")


def _vouched(run: "store.Run") -> dict[str, int]:
    """Hashes of journal lines that something under a seal names, and the number of the write that did."""
    found = {}
    try:
        written, head = seal.head(run)
        found[head] = written
    except store.Damaged:
        pass
    for line in (fast.read_file(run.dir + "/state.json") or b"").split(b"\n"):
        try:
            snap = fast.loads(seal.opened(run, line))
            found[snap["head"]] = max(snap["written"], found.get(snap["head"], 0))
        except (store.Damaged, ValueError, KeyError, TypeError):
            continue
    return found


def _chained(files: list[Path]) -> list[_Line]:
    """The lines of a journal as far as each holds the hash of the one before."""
    found: list[_Line] = []
    for part, path in enumerate(files, 1):
        end = 0
        for raw in path.read_bytes().split(b"\n")[:-1]:
            end += len(raw) + 1
            value = parsed(raw)
            if value is None or value.get("prev") != (found[-1].digest if found else "") or value.get("seq") != len(found) + 1:
                return found
            found.append(_Line(raw, value, fast.sha256(raw), part, end))
    return found


def _cut(run: "store.Run", last: _Line) -> str:
    """Take from the journal what lies behind its last line that counts; the name of the file that keeps it, "" where there was nothing."""
    files = [path for path in parts(Path(run.dir), None)[last.part - 1 :] if _plain(path)]
    rest = b"".join(path.read_bytes()[last.end if number == 0 else 0 :] for number, path in enumerate(files))
    whole = files[0].read_bytes()[: last.end]
    fast.replace(str(files[0]), whole)  # also where it had a second name
    for path in files[1:]:
        path.unlink()
    if b"\n" not in rest:
        return ""  # nothing, or a torn line
    number = 1
    while Path(run.dir, "cut.%d.jsonl" % number).exists():
        number += 1
    Path(run.dir, "cut.%d.jsonl" % number).write_bytes(rest)
    return "cut.%d.jsonl" % number


def _plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _aside(path: Path) -> None:
    """Whatever else than a plain file was put in a file's place makes way for one."""
    if os.path.lexists(path) and not _plain(path):
        number = 1
        while os.path.lexists("%s.odd.%d" % (path, number)):
            number += 1
        path.rename("%s.odd.%d" % (path, number))
