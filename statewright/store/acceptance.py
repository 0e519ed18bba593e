"""What a person accepted for a project: the rules with one digest, kept outside the project, and the compiled workflow that belongs to them."""

from statewright import fast
from statewright.store import layout, seal
from statewright.store.compiled import Damaged, Plan, _mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json

GONE = "the workflow changed and the accepted one is no longer there; a person runs: statewright accept"
PATIENCE = 10.0  # seconds for another process to compile: it takes one of them on a busy machine, and no call is worth a refusal for that
NO_RECORD = "the record of what was accepted is damaged; a person runs: statewright accept"
FOREIGN = "the record of what was accepted was not written by statewright, a program or a hand has changed it; a person runs: statewright accept"
OLDER = "the record of what was accepted is not the last one: a program or a hand put an earlier one back; a person runs: statewright accept"
LOST = "the record of what was accepted is gone, though runs were begun here; a person runs: statewright accept"


def settings(project: str) -> "Json":
    """The project's config.json as it stands, {} when there is none; Damaged when it is no object."""
    data = fast.read_file("%s/%s/config.json" % (project, layout.FOLDER))
    return _mapping(data, "config.json") if data else {}


def in_force(project: str, data: str) -> "Json":
    """The settings that bind here: those of the accepted files, whatever has been done to config.json since.

    A pull or a script must not switch the mode off, or make a project dormant, before a person accepts it.
    """
    found = layout.source_digest(project)
    digest = found if _named(found) else record(project, data).get("digest", found)  # met for the first time: accepted as found, once there is a run
    return settings(project) if digest == found else dict(ensure_plan(project, digest, data).head().get("config", {}))


def current_digest(project: str, data: str) -> "tuple[str, bool]":
    """The digest of the rules that bind here, and whether this machine met them for the first time.

    A person's last word is kept outside the project; files that changed since are not used before
    they are accepted. ``STATEWRIGHT_ACCEPT`` in the harness's environment names a digest for unattended fleets.
    """
    found = layout.source_digest(project)
    if _named(found):
        return found, False
    kept = record(project, data)
    if kept:
        return str(kept["digest"]), False
    accept(project, data, found, "first met")
    return found, True


def record(project: str, data: str) -> "Json":
    """What a person accepted here last: its ``digest``, by which ``road``, ``at`` which time, where held calls are sent (``ogr``).

    {} where this machine meets the project for the first time. A script must not accept what it likes, nor have a project met
    anew: Damaged where the record is not ours, or gone from a project that has had runs.
    """
    line = fast.read_file(layout.accepted(data, project))
    if line is None:
        if seal.begun(data, project):
            raise Damaged(LOST)
        return {}
    try:
        kept = _mapping(line, "the record")
    except Damaged:
        raise Damaged(NO_RECORD) from None
    if not seal.last(data, project, "accepted", line):
        raise Damaged(OLDER if seal.believed(data, project, "accepted", line) else FOREIGN)
    return kept


def _named(digest: str) -> bool:
    """Whether the environment of an unattended fleet accepts these rules."""
    return fast.getenv("STATEWRIGHT_ACCEPT") == digest


def accept(project: str, data: str, digest: str, road: str, endpoint: "str | None" = None) -> None:
    """Write down that a person accepts the rules with this digest.

    endpoint: where the person agrees that held calls are sent, "" for nowhere; None leaves that as it was.
    """
    fast.make_dirs(data + "/projects")
    if endpoint is None:
        try:
            endpoint = str(record(project, data).get("ogr") or "")
        except Damaged:
            endpoint = ""
    kept = {"project": project, "digest": digest, "road": road, "at": fast.now()}
    body = fast.dumps(dict(kept, ogr=endpoint) if endpoint else kept)
    seal.put(data, project, "accepted", layout.accepted(data, project), body)


def trusted(project: str, data: str, digest: str, endpoint: str) -> bool:
    """Whether a person agreed that this project's held calls are sent to this address: a project as it was cloned may not decide that."""
    return _named(digest) or record(project, data).get("ogr") == endpoint


def ensure_plan(project: str, digest: str, data: str) -> Plan:
    """The compiled workflow for a digest, compiled on the spot where it is missing or was written by somebody else.

    One process compiles, and others that need it meanwhile wait for it; Busy for who waits too long.
    """
    plan = Plan(project, digest, data)
    if plan.whole():
        return plan
    fast.make_dirs(layout.runs_dir(project))
    held = fast.lock(layout.runs_dir(project) + "/compiling", PATIENCE)
    try:
        if not plan.whole():
            if layout.source_digest(project) != digest:
                raise Damaged(GONE)
            compile_now(project, data)
    finally:
        fast.unlock(held)
    return plan


def compile_now(project: str, data: str) -> None:
    """The one upward edge: the slow path calls the compiler inside this function. Damaged tells what is wrong with the files."""
    import site

    site.main()  # the hook runs without site-packages; the compiler needs them
    try:
        from statewright.workflow.compiler import compile_for_hook
    except ImportError as error:
        raise Damaged("the workflow cannot be compiled by this Python (%s); a person runs: statewright validate" % error.name) from None
    problem = compile_for_hook(project, data)
    if problem:
        raise Damaged(problem)
