"""A run on disk: find it, decide under its lock, put the result back. How it begins: store/start.py."""

from statewright import fast, kernel
from statewright.store import layout, seal
from statewright.store.compiled import Damaged, Plan, _mapping
from statewright.store.facts import Disk
from statewright.trace import journal, state_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding, Json, Outcome, Snapshot

__all__ = ["Damaged", "Plan", "Run", "find", "names"]

ENDS = ("stop", "subagent_stop", "session_end")  # when a turn's messages are in the transcript
ASTRAY = "what names this session's run names another one (%s)" + seal.REPAIR


class Run:
    """One execution of a workflow, in its own folder. data: the user's data folder, where that is not this process's."""

    __slots__ = ("_plan", "_seen", "data", "dir", "head", "key", "name", "project")

    def __init__(self, project: str, name: str, data: str = "") -> None:
        self.project = project
        self.name = name
        self.dir = "%s/%s" % (layout.runs_dir(project), name)
        self._plan: Plan | None = None
        self._seen = state_file.NEW  # as ``_look`` found the state, to be put to
        self.data = data or layout.data_home()
        self.key = b""  # these two are the seal's
        self.head = -1

    def read(self) -> "Snapshot":
        """The snapshot; Damaged when it is missing, cannot be read, was written by somebody else, or is not the last."""
        return self._look(False)

    def _look(self, keep: bool) -> "Snapshot":
        """keep: leave open what is to be written, until ``_leave``."""
        written, _ = seal.head(self, keep)  # before the state, which may be written meanwhile
        if fast.linked(self.dir):
            raise seal.damaged("odd", seal.ODD % (self.name, "its folder", "it is a link"))
        state_file.leave(self._seen)
        self._seen = state_file.NEW
        try:
            line, self._seen = state_file.look(self.dir + "/state.json", keep)
        except (FileNotFoundError, NotADirectoryError):
            raise Damaged("the state of run %s is missing" % self.name) from None
        except OSError as error:
            raise self._odd("state.json", error) from None
        snap = _mapping(seal.opened(self, line), "the state of run %s" % self.name)
        if snap["written"] < written:
            raise seal.damaged("older", seal.OLDER % self.name)
        return snap

    def _leave(self) -> None:
        state_file.leave(self._seen)
        self._seen = state_file.NEW
        seal.leave(self)

    def _odd(self, what: str, error: OSError) -> Damaged:
        return seal.damaged("odd", seal.ODD % (self.name, what, error.strerror or error))

    def _lock(self) -> int:
        try:
            return fast.lock(self.dir + "/lock")
        except OSError as error:
            raise self._odd("lock", error) from None

    def plan(self, snap: "Snapshot") -> Plan:
        """The compiled workflow the run is pinned to."""
        if self._plan is None or self._plan.digest != snap["plan"]:
            self._plan = Plan(self.project, snap["plan"], self.data, True)
            self._plan.known(snap)
        return self._plan

    def decide(self, event: "Event") -> "Outcome":
        """The kernel's outcome for an event, its effects on disk before this returns.

        What needs no counter is judged before the lock is taken; when another process has moved
        the run to another state meanwhile, it is judged again.
        """
        before, findings = None, None
        if event.kind in ("transition", "approve"):
            from statewright.store import codes  # only here: the hook's calls need no secret

            event.extra["seal"] = codes.seal(self.data, self.name)
            event.extra["proof"] = codes.proof(self.data, self.name, event.extra.get("code"))
        try:
            if event.kind in ("pre", "snippet"):
                before = self._look(True)
                findings = self._judged(before, event)
            elif event.kind in ("transition", "claim"):
                _equip(event, self.project)
            held = self._lock()
            try:
                plan, snap, out = self._decided(event, before, findings)
            finally:
                fast.unlock(held)
        finally:
            self._leave()
        if event.kind in ENDS and snap["status"] != "off" and not out.data.get("forged"):
            settings = plan.state(snap["machine"], snap["state"]).get("config", {}).get("ogr")
            if settings and settings["sink"]:
                from statewright.ogr import sink

                sink.gather(self.dir, settings, event, snap.get("senders", {}).get(event.session, ""))
        if out.snapshot is not None and out.snapshot["final"] and not snap["final"]:
            from statewright.store import finish

            finish.begin(self.dir)
        return out

    def _judged(self, before: "Snapshot", event: "Event") -> "list[Finding] | None":
        """What the rules find that need no counter; None while the run is switched off."""
        event.facts = event.facts or Disk(event.cwd or self.project)
        if before["status"] == "off":
            return None
        if before["final"]:
            from statewright.store import marks

            if marks.went_on(self.project, self.data, before["session"], self.name):
                raise seal.damaged("astray", ASTRAY % self.name)
        state = self.plan(before).state(before["machine"], before["state"])
        settings = state.get("config", {}).get("ogr")
        asks = settings and settings["endpoint"] and not event.extra.get("inside")
        given = dict(event.extra) if asks else None  # before the rules keep in it what they worked out
        findings = kernel.judge(state, before, event)
        if given is not None:  # the project asks a remote judge: cold, and outside the lock
            from statewright.ogr import gate
            from statewright.store import acceptance

            accepted = acceptance.trusted(self.project, event.data, before["plan"], settings["endpoint"])
            findings = gate.judged(state, before, event, findings, given, accepted)
        return findings

    def _decided(self, event: "Event", before: "Snapshot | None", findings: "list[Finding] | None") -> "tuple[Plan, Snapshot, Outcome]":
        """The decision under the lock, written down. A snapshot read before it that is still the last one is not read again."""
        snap = before if before is not None and state_file.same(self.dir + "/state.json", self._seen) else self._look(True)
        if before is not None and (before["entry"], before["plan"], before["status"]) != (snap["entry"], snap["plan"], snap["status"]):
            findings = None
            self._plan = None
        plan = self.plan(snap)
        if (snap["machine"], snap["state"]) not in plan._known:
            plan.known(snap)
        out = kernel.decide(plan, snap, event, findings)
        if out.snapshot is not None:
            self._put(plan, snap, out.snapshot, out.entries, event.time)
        return plan, snap, out

    def record(self, entries: "list[Json]", now: float) -> None:
        """Append what is known and was decided by nobody: what a transcript tells."""
        held = self._lock()
        try:
            snap = self._look(True)
            self._put(self.plan(snap), snap, dict(snap), entries, now)
        finally:
            self._leave()
            fast.unlock(held)

    def check(self) -> None:
        """Damaged where a call would be refused because of the run's files."""
        held = self._lock()
        try:
            snap = self._look(False)
            self._follows(snap, fast.size(self._part(snap)))
        finally:
            fast.unlock(held)

    def _part(self, snap: "Snapshot") -> str:
        return "%s/%s" % (self.dir, journal.part_name(snap.get("part", 1)))

    def _follows(self, snap: "Snapshot", size: int) -> None:
        """Damaged where the journal goes on behind what the state knows: only a state put back, or a power cut, leaves that. Under the lock."""
        if size > snap["length"] and journal.goes_on(fast.read_slice(self._part(snap), snap["length"], journal.LINE), snap["head"]):
            raise seal.damaged("later", seal.LATER % self.name)

    def _put(self, plan: Plan, old: "Snapshot", snap: "Snapshot", entries: "list[Json]", now: float) -> None:
        """Mend the journal, then the snapshot, then the line: the order trace/journal.py argues for. Last what says which write was the last."""
        if snap["slice"] is None:
            snap["slice"] = plan.place(snap["machine"], snap["state"])
        snap["written"] = old["written"] + 1
        if entries:
            self._tell(plan, old, snap, entries, now)
        else:
            self._follows(old, fast.size(self._part(old)))
            self._keep(snap, False)
        seal.keep(self, snap)

    def _keep(self, snap: "Snapshot", sync: bool) -> None:
        state_file.put(self.dir + "/state.json", seal.close(seal.key(self), fast.dumps(snap)), self._seen, snap["ended"] is not None, sync)

    def _tell(self, plan: Plan, old: "Snapshot", snap: "Snapshot", entries: "list[Json]", now: float) -> None:
        config = plan.state(snap["machine"], snap["state"]).get("config", {})
        sync = bool(config.get("fsync"))
        part = old.get("part", 1)
        fd, size = self._journal(part)
        try:
            if size != old["length"]:
                self._follows(old, size)
                cut, missing = journal.repair(size, old)
                fast.add(fd, missing, cut)
                entries = [{"kind": "note", "what": "mended", "count": abs(size - old["length"])}, *entries]
            elif fast.read_at(fd, size - len(old["tail"]), len(old["tail"])) != old["tail"].encode("ascii"):
                entries = [{"kind": "note", "what": "changed"}, *entries]  # the lines before this one are not what was written
            cut = -1
            if old["length"] >= config.get("trace", {}).get("part_mb", journal.PART >> 20) << 20:
                fast.close(fd)
                snap["part"], snap["length"], cut = part + 1, 0, 0  # a power cut may have left a file of that name
                fd, _ = self._journal(part + 1)
            lines = journal.extend(snap, entries, now)
            self._keep(snap, sync)
            fast.add(fd, lines, cut, sync)
        finally:
            fast.close(fd)

    def _journal(self, part: int) -> "tuple[int, int]":
        """A file of the journal, open, and its size; Damaged where it is none of ours."""
        name = journal.part_name(part)
        try:
            fd = fast.open_append(self.dir + "/" + name)
            try:
                return fd, fast.mark(fd)[2]
            except OSError:
                fast.close(fd)
                raise
        except OSError as error:
            raise self._odd(name, error) from None


def _equip(event: "Event", project: str) -> None:
    """What our own command may have to ask: whether background work lives, what another state permits, who redeems a ticket."""

    def over(entries: "Json") -> "list[str]":
        from statewright import senders

        return senders.over(entries)

    def outsider(pinned: str, since: float) -> str:
        from statewright import senders

        return senders.outsider(pinned, since)

    event.extra["outsider"] = outsider
    event.project, event.home, event.data = project, fast.getenv("HOME"), layout.data_home()
    event.facts, event.extra["over"] = Disk(project), over


def find(project: str, session: str) -> "Run | None":
    """The current run of a session, or the project's own when all sessions share one."""
    for key in (layout.key_of(session), "project"):
        try:
            data = fast.read_slice(layout.pointer(project, key), 0, 256)
        except (FileNotFoundError, NotADirectoryError):
            continue
        if data:
            name = data.decode("utf-8", "replace").strip()
            if name.rpartition("-")[0] != key:
                raise seal.damaged("astray", ASTRAY % name)
            return Run(project, name)
    return None


def names(project: str) -> "list[str]":
    """All runs of a project, by name."""
    base = layout.runs_dir(project)
    return [name for name in fast.names(base) if fast.kind("%s/%s/state.json" % (base, name)) == "file"]
