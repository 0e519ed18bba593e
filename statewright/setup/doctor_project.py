"""What doctor says of a project: whether its workflow loads, accepted rules are there, its runs can be read and what they tell."""

from pathlib import Path

from statewright.ogr import report
from statewright.setup import doctor_runs
from statewright.setup.doctor_check import Check
from statewright.store import acceptance, layout
from statewright.store import run as store
from statewright.workflow.compiler import compile_project
from statewright.workflow.problems import LoadError

MOST = 5  # runs or sessions named


def examine(project: str) -> list[Check]:
    """Every check of a project: its workflow, what was accepted of it, its runs."""
    found = []
    try:
        compiled = compile_project(project)
        errors = len(compiled.errors)
        detail = "loads, %d lint error%s" % (errors, "" if errors == 1 else "s")
        found.append(Check("workflow", "warn" if errors else "ok", detail, "statewright validate" if errors else ""))
    except LoadError as error:
        found.append(Check("workflow", "fail", "%s" % error, "statewright validate"))
    digest, data = layout.source_digest(project), layout.data_home()
    why = unruled(project)
    if why:
        found.append(Check("accepted", "fail", "every call is refused: %s" % why))
    elif acceptance.record(project, data).get("digest", digest) != digest:
        found.append(Check("accepted", "warn", "the workflow's files changed since they were accepted; the old ones rule", "statewright accept"))
    broken = []
    for name in run_names(project):
        try:
            store.Run(project, name).read()
        except store.Damaged as error:
            broken.append(str(error))
    found += _ogr(project, data)
    if broken:
        found.append(Check("runs", "fail", "; ".join(broken), "statewright doctor --repair"))
    return found + _told(project, not broken)


def _told(project: str, readable: bool) -> list[Check]:
    """Whether the runs' journals bear their states out, and whether the client's transcripts can be read."""
    found = []
    apart = doctor_runs.broken(project, run_names(project))
    if apart:
        found.append(Check("journal", "fail", "state and journal disagree: " + "; ".join(apart[:MOST]), "statewright trace verify RUN"))
    elif readable:
        found.append(Check("runs", "ok", "every run's state can be read, and its journal bears it out"))
    lost = doctor_runs.transcripts(project)
    if lost:
        more = " (and %d more)" % (len(lost) - MOST) if len(lost) > MOST else ""
        found.append(Check("transcripts", "warn", "%s%s; traces lack those model calls" % ("; ".join(lost[:MOST]), more)))
    return found


def unruled(project: str) -> str:
    """Why there are no accepted rules to hold a new session to, "" when there are: repair accepts nothing in a person's place."""
    try:
        found = layout.source_digest(project)
        digest = acceptance.record(project, layout.data_home()).get("digest", found)
        if digest != found:
            acceptance.ensure_plan(project, digest, layout.data_home())
    except store.Damaged as error:
        return str(error)
    return ""


def _ogr(project: str, data: str) -> list[Check]:
    """What the runs that go on tell of OpenGuardrails, where it is set up."""
    found = []
    for name in run_names(project):
        try:
            one = store.Run(project, name)
            snap = one.read()
            settings = one.plan(snap).state(snap["machine"], snap["state"]).get("config", {}).get("ogr")
        except (store.Damaged, KeyError):
            continue  # told of under runs
        if not settings or snap["ended"] is not None:
            continue
        seen = report.summary(one.dir, settings, snap, acceptance.trusted(project, data, snap["plan"], settings["endpoint"]))
        wrong = report.troubles(seen)
        verdict = "fail" if wrong and (seen["fail_mode"] == "closed" or seen.get("http")) else "warn" if wrong else "ok"
        found.append(Check("ogr", verdict, "run %s: %s" % (name, "; ".join(wrong or report.lines(seen))), "statewright ogr test" if wrong else ""))
    return found


def run_names(project: str) -> list[str]:
    """Every run that left something in the project."""
    folders = sorted(Path(layout.runs_dir(project)).glob("*"))
    return [path.name for path in folders if (path / "trace.jsonl").is_file() or (path / "state.json").is_file()]
