"""A run on disk: find it, start it, decide under its lock, put the result back."""

from statewright import __version__, fast, kernel
from statewright.harness.claude_code import version
from statewright.model import new_snapshot
from statewright.store import layout
from statewright.store.compiled import Damaged, Plan, _mapping
from statewright.store.facts import Disk
from statewright.trace import journal, state_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding, Json, Outcome, Snapshot

__all__ = ["Damaged", "Dormant", "Plan", "Run", "begin", "find", "names", "settings"]

ENDS = ("stop", "subagent_stop", "session_end")  # when a turn's messages are in the transcript
GONE = "the workflow changed and the accepted one is no longer there; a person runs: statewright accept"
NO_RECORD = "the record of what was accepted is damaged; a person runs: statewright accept"


class Dormant(Exception):
    """No run is to be started here now (manual activation, mode off)."""


class Run:
    """One execution of a workflow, in its own folder."""

    __slots__ = ("_plan", "dir", "name", "project")

    def __init__(self, project: str, name: str) -> None:
        self.project = project
        self.name = name
        self.dir = "%s/%s" % (layout.runs_dir(project), name)
        self._plan: Plan | None = None

    def read(self) -> "Snapshot":
        """The snapshot; Damaged when it is missing or cannot be read."""
        return self._look(False)[0]

    def _look(self, keep: bool) -> "tuple[Snapshot, state_file.Seen]":
        try:
            line, seen = state_file.look(self.dir + "/state.json", keep)
        except (FileNotFoundError, NotADirectoryError):
            raise Damaged("the state of run %s is missing" % self.name) from None
        try:
            snap = _mapping(line, "the state of run %s" % self.name)
            if snap.get("v") != 1 or not isinstance(snap.get("pending"), dict):
                raise Damaged("the state of run %s is damaged" % self.name)
        except Damaged:
            if keep:
                state_file.leave(seen)
            raise
        return snap, seen

    def plan(self, snap: "Snapshot") -> Plan:
        """The compiled workflow the run is pinned to."""
        if self._plan is None or self._plan.digest != snap["plan"]:
            self._plan = Plan(self.project, snap["plan"])
            self._plan.known(snap)
        return self._plan

    def decide(self, event: "Event") -> "Outcome":
        """The kernel's outcome for an event, its effects on disk before this returns.

        What needs no counter is judged before the lock is taken; when another process has moved
        the run to another state meanwhile, it is judged again.
        """
        before, seen, findings = None, state_file.NEW, None
        if event.kind in ("transition", "approve"):
            from statewright.store import codes  # only here: the hook's calls need no secret

            data = layout.data_home()
            event.extra["seal"] = codes.seal(data, self.name)
            event.extra["proof"] = codes.proof(data, self.name, event.extra.get("code"))
        try:
            if event.kind in ("pre", "snippet"):
                before, seen = self._look(True)
                findings = self._judged(before, event)
            elif event.kind in ("transition", "claim"):
                _equip(event, self.project)
            held = fast.lock(self.dir + "/lock")
            try:
                plan, snap, out = self._decided(event, before, seen, findings)
            finally:
                fast.unlock(held)
        finally:
            state_file.leave(seen)
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
        state = self.plan(before).state(before["machine"], before["state"])
        settings = state.get("config", {}).get("ogr")
        asks = settings and settings["endpoint"] and not event.extra.get("inside")
        given = dict(event.extra) if asks else None  # before the rules keep in it what they worked out
        findings = kernel.judge(state, before, event)
        if given is not None:  # the project asks a remote judge: cold, and outside the lock
            from statewright.ogr import gate

            accepted = trusted(self.project, event.data, before["plan"], settings["endpoint"])
            findings = gate.judged(state, before, event, findings, given, accepted)
        return findings

    def _decided(
        self, event: "Event", before: "Snapshot | None", seen: "state_file.Seen", findings: "list[Finding] | None"
    ) -> "tuple[Plan, Snapshot, Outcome]":
        """The decision under the lock, written down. A snapshot read before it that is still the last one is not read again."""
        if before is not None and state_file.same(self.dir + "/state.json", seen):
            snap = before
        else:
            snap, seen = self._look(False)
        if before is not None and (before["entry"], before["plan"], before["status"]) != (snap["entry"], snap["plan"], snap["status"]):
            findings = None
            self._plan = None
        plan = self.plan(snap)
        if (snap["machine"], snap["state"]) not in plan._known:
            plan.known(snap)
        out = kernel.decide(plan, snap, event, findings)
        if out.snapshot is not None:
            self._put(plan, snap, out.snapshot, out.entries, event.time, seen)
        return plan, snap, out

    def record(self, entries: "list[Json]", now: float) -> None:
        """Append what is known and was decided by nobody: what a transcript tells."""
        held = fast.lock(self.dir + "/lock")
        try:
            snap, seen = self._look(False)
            self._put(self.plan(snap), snap, dict(snap), entries, now, seen)
        finally:
            fast.unlock(held)

    def _put(self, plan: Plan, old: "Snapshot", snap: "Snapshot", entries: "list[Json]", now: float, seen: "state_file.Seen") -> None:
        """Mend the journal, then the snapshot, then the line: the order trace/journal.py argues for."""
        if snap["slice"] is None:
            snap["slice"] = plan.place(snap["machine"], snap["state"])
        file, last = self.dir + "/state.json", snap["ended"] is not None
        if not entries:
            state_file.put(file, fast.dumps(snap), seen, last, False)
            return
        config = plan.state(snap["machine"], snap["state"]).get("config", {})
        sync = bool(config.get("fsync"))
        part = old.get("part", 1)
        fd = fast.open_append("%s/%s" % (self.dir, journal.part_name(part)))
        try:
            size = fast.length(fd)
            if size != old["length"]:
                cut, missing = journal.repair(size, old)
                fast.add(fd, missing, cut)
                entries = [{"kind": "note", "what": "mended", "count": abs(size - old["length"])}, *entries]
            cut = -1
            if old["length"] >= config.get("trace", {}).get("part_mb", journal.PART >> 20) << 20:
                fast.close(fd)
                snap["part"], snap["length"], cut = part + 1, 0, 0  # a power cut may have left a file of that name
                fd = fast.open_append("%s/%s" % (self.dir, journal.part_name(part + 1)))
            lines = journal.extend(snap, entries, now)
            state_file.put(file, fast.dumps(snap), seen, last, sync)
            fast.add(fd, lines, cut, sync)
        finally:
            fast.close(fd)


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
        data = fast.read_file(layout.pointer(project, key), 256)
        if data:
            return Run(project, data.decode("utf-8", "replace").strip())
    return None


def names(project: str) -> "list[str]":
    """All runs of a project, by name."""
    base = layout.runs_dir(project)
    return [name for name in fast.names(base) if fast.kind("%s/%s/state.json" % (base, name)) == "file"]


def settings(project: str) -> "Json":
    """The project's config.json as it stands, {} when there is none; Damaged when it is no object."""
    data = fast.read_file("%s/%s/config.json" % (project, layout.FOLDER))
    return _mapping(data, "config.json") if data else {}


def in_force(project: str, data: str) -> "Json":
    """The settings that bind here: those of the accepted files, whatever has been done to config.json since.

    A pull or a script must not switch the mode off, or make a project dormant, before a person accepts it.
    """
    if fast.kind(layout.accepted(data, project)) != "file":
        return settings(project)  # met for the first time: accepted as found, once there is a run
    digest, _ = current_digest(project, data)
    if digest == layout.source_digest(project):
        return settings(project)
    return dict(ensure_plan(project, digest).head().get("config", {}))


def current_digest(project: str, data: str) -> "tuple[str, bool]":
    """The digest of the rules that bind here, and whether this machine met them for the first time.

    A person's last word is kept outside the project; files that changed since are not used before
    they are accepted. ``STATEWRIGHT_ACCEPT`` in the harness's environment names a digest for unattended fleets.
    """
    found = layout.source_digest(project)
    record = fast.read_file(layout.accepted(data, project))
    wanted = fast.getenv("STATEWRIGHT_ACCEPT")
    if wanted and wanted == found:
        return found, False
    if record is None:
        accept(project, data, found, "first met")
        return found, True
    digest = _accepted(record).get("digest")
    if not isinstance(digest, str):
        raise Damaged(NO_RECORD)
    return digest, False


def _accepted(record: bytes) -> "Json":
    try:
        return _mapping(record, "the record")
    except Damaged:
        raise Damaged(NO_RECORD) from None


def accept(project: str, data: str, digest: str, road: str, endpoint: "str | None" = None) -> None:
    """Write down that a person accepts the rules with this digest.

    endpoint: where the person agrees that held calls are sent, "" for nowhere; None leaves that as it was.
    """
    fast.make_dirs(data + "/projects")
    path = layout.accepted(data, project)
    if endpoint is None:
        before = fast.read_file(path)
        endpoint = str(_accepted(before).get("ogr") or "") if before else ""
    record = {"project": project, "digest": digest, "road": road, "at": fast.now()}
    fast.replace(path, fast.dumps(dict(record, ogr=endpoint) if endpoint else record))


def trusted(project: str, data: str, digest: str, endpoint: str) -> bool:
    """Whether a person agreed that this project's held calls are sent to this address: a project as it was cloned may not decide that."""
    if fast.getenv("STATEWRIGHT_ACCEPT") == digest:
        return True
    record = fast.read_file(layout.accepted(data, project))
    return record is not None and _accepted(record).get("ogr") == endpoint


def ensure_plan(project: str, digest: str) -> Plan:
    """The compiled workflow for a digest, compiled on the spot where it is missing."""
    if fast.kind(layout.plan_base(project, digest) + ".json") != "file":
        if layout.source_digest(project) != digest:
            raise Damaged(GONE)
        compile_now(project)
    return Plan(project, digest)


def compile_now(project: str) -> None:
    """The one upward edge: the slow path calls the compiler inside this function. Damaged tells what is wrong with the files."""
    import site

    site.main()  # the hook runs without site-packages; the compiler needs them
    try:
        from statewright.workflow.compiler import compile_for_hook
    except ImportError as error:
        raise Damaged("the workflow cannot be compiled by this Python (%s); a person runs: statewright validate" % error.name) from None
    problem = compile_for_hook(project)
    if problem:
        raise Damaged(problem)


def begin(project: str, data: str, session: str, harness: str, now: float, by_person: bool = False) -> Run:
    """Start a run in its initial state; Dormant when none is to be started here now."""
    config = in_force(project, data)
    if config.get("mode", "enforce") == "off":
        raise Dormant
    key = "project" if config.get("scope") == "project" else layout.key_of(session)
    armed = "%s/armed" % layout.runs_dir(project)
    if config.get("activation") == "manual" and not by_person and fast.kind(armed) != "file":
        raise Dormant
    digest, _ = current_digest(project, data)
    plan = ensure_plan(project, digest)
    base = layout.runs_dir(project)
    fast.make_dirs(base)
    held = fast.lock(base + "/lock")
    try:
        now_there = find(project, session)
        if now_there is not None and not now_there.read()["final"]:
            return now_there  # another hook of this session was first
        number = 1
        while fast.kind("%s/%s-%d" % (base, key, number)):
            number += 1
        run = Run(project, "%s-%d" % (key, number))
        fast.make_dirs(run.dir)
        snap = new_snapshot(run.name, session, harness, digest, now)
        head = plan.head()
        first = head["machines"][head["id"]]
        snap["context"] = first.get("context", {})
        snap["own"] = layout.own_name(data)
        snap["data"] = data
        _learn(project, data, plan)
        if session:
            from statewright.store import marks

            met = marks.word(data, session)
            if met.get("client") and met.get("project") == project:
                snap["senders"] = {session: met["client"]}
        from statewright.machine.runs import enter

        enter(plan, snap, head["id"], first["initial"], now)
        entry = {"kind": "start", "run": run.name, "plan": digest, "workflow": head["id"], "harness": harness, "session": session}
        entry.update(version=__version__, harness_version=version(), compiled=plan.sum())
        run._put(plan, dict(snap), snap, [entry], now, state_file.NEW)
        if session:  # before the pointer: a process killed in between must not leave a run that nobody would miss
            mark(project, data, session, run.name, begun=False)
        fast.replace(layout.pointer(project, key), run.name.encode())
        if by_person or fast.kind(armed) == "file":
            fast.remove(armed)
    finally:
        fast.unlock(held)
    if session:
        mark(project, data, session, run.name)
        write_env(data, session, plan.state(snap["machine"], snap["state"]))
    return run


def _learn(project: str, data: str, plan: Plan) -> None:
    """Keep which programs the checks run, before an agent can have put one of its own in front."""
    head = plan.head()
    states = [plan.state(name, one["initial"]) for name, one in head["machines"].items()]
    checks = [check for state in states for check in state.get("checks", {}).values()]
    if checks:
        from statewright.store import programs

        programs.learn(project, data, checks)


def mark(project: str, data: str, session: str, run: str, begun: bool = True) -> None:
    """Leave word outside the project that this session has a run: deleting the folder is no way out.

    begun: False while the run has no pointer yet; what is lost then was never in force.
    """
    fast.make_dirs(data + "/sessions")
    word = {"project": project, "run": run}
    fast.replace(layout.marker(data, session), fast.dumps(word if begun else dict(word, begun=False)))


def write_env(data: str, session: str, state: "Json") -> None:
    """Rewrite the file that the harness's shell sources before each command of this session."""
    from statewright.store.environment import script

    fast.make_dirs(data + "/env")
    fast.replace(layout.env_file(data, session), script(state, layout.key_of(session)).encode("utf-8", "surrogateescape"))
