"""Commands about OpenGuardrails: prove the endpoint, hand out events, look at a file of events."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from statewright import fast
from statewright.agent import WrongUse
from statewright.cli.ground import AsJson, Json, No, here, named, only_person, pick, say, say_json, the_run
from statewright.ogr import client, endpoint, verdict
from statewright.ogr import event as wire
from statewright.ogr.gate import KEY, UNACCEPTED
from statewright.store import acceptance
from statewright.workflow.config import Config, read_config

Wire = Annotated[str, typer.Option("--wire", metavar="WIRE", help="0.8 or 1.0; the project's setting when left out.")]


def build() -> typer.Typer:
    """The group of commands."""
    app = typer.Typer(help="OpenGuardrails: events and verdicts.", no_args_is_help=True, rich_markup_mode=None)
    for command in (test, export, validate):
        app.command()(command)
    return app


def settings(folder: str) -> Json:
    """``ogr`` of the project's config.json as it stands, defaults filled in; No when it cannot be read."""
    path = folder + "/config.json"
    config, problems = read_config(fast.read_file(path), path)
    if problems:
        raise No(str(problems[0]))
    return config.ogr.model_dump()


def test(as_json: AsJson = False) -> int:
    """Ask the endpoint about one harmless call (a person's); exit status 0 when a verdict comes back. A runtime keeps what it is asked."""
    place = here()
    only_person("ogr test", place, pick(place), terminal=True)
    given = settings(place.folder)
    if not given["endpoint"]:
        raise No("config.json sets no ogr.endpoint")
    where = endpoint.parse(given["endpoint"], given["plain_http"])
    digest = acceptance.current_digest(place.project, place.data)[0]
    if not acceptance.trusted(place.project, place.data, digest, given["endpoint"]):
        raise No(UNACCEPTED)
    key = fast.getenv(KEY)
    rows = [_health(where, given)]
    if key:
        rows.append(_evaluate(where, given, key))
    else:
        rows.append({"step": "evaluate", "ok": False, "said": "%s is not set: nothing is sent, held calls pass without a verdict" % KEY})
    good = bool(rows[-1]["ok"])
    if as_json:
        say_json({"endpoint": where.name, "wire": given["wire"], "fail_mode": given["fail_mode"], "ok": good, "steps": rows})
        return 0 if good else 1
    say("%s, wire %s, fail mode %s, at most %d ms a call" % (where.name, given["wire"], given["fail_mode"], given["timeout_ms"]))
    for row in rows:
        say("%-4s  %-8s  %s" % ("ok" if row["ok"] else "fail", row["step"], row["said"]))
    return 0 if good else 1


def _health(where: endpoint.Endpoint, given: Json) -> Json:
    try:
        status, _ = client.exchange(where, "GET", "/v1/health", "", b"", given["timeout_ms"] / 1000)
        return {"step": "health", "ok": status == 200, "said": "HTTP %d" % status}
    except client.Unreachable as error:
        return {"step": "health", "ok": False, "said": str(error)}


def _evaluate(where: endpoint.Endpoint, given: Json, key: str) -> Json:
    step = fast.token(16)
    arguments: Json = {"command": "true"}
    payload = {"tool_calls": [{"id": "test_" + step, "name": "Bash", "arguments": arguments}]}
    said = wire.envelope(given, "step/response", step, "statewright", "", payload)
    began = time.monotonic()
    try:
        status, body = client.exchange(where, "POST", "/v1/evaluate", key, wire.encoded(said), given["timeout_ms"] / 1000)
        found = verdict.read(status, body, arguments)
    except (client.Unreachable, verdict.NoVerdict) as error:
        return {"step": "evaluate", "ok": False, "said": str(error)}
    took = (time.monotonic() - began) * 1000
    about = ", ".join(found.categories)
    return {"step": "evaluate", "ok": True, "said": "verdict %s%s in %.0f ms" % (found.outcome, " (%s)" % about if about else "", took)}


def export(
    run: Annotated[str, typer.Argument(metavar="[RUN]", help="A run's name; the current run when left out.")] = "",
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; a file only its owner can read.")] = "",
    transcript: Annotated[str, typer.Option("--transcript", metavar="FILE", help="The session's transcript, where the run does not know it.")] = "",
) -> None:
    """A session's model calls as GuardEvents (a person's: raw content), rebuilt from its transcript."""
    from statewright.ogr import sink

    place = here()
    one = named(place, run) if run else the_run(place)
    only_person("ogr export", place, one, terminal=True)
    if not out:
        raise No("--out FILE is needed: the events hold raw content, which is not for a screen")
    snap = one.read()
    path = transcript or sink.read_places(one.dir)["transcript"]
    if not path or not Path(path).is_file():
        raise No("the session's transcript is not known; name it with --transcript FILE")
    given = settings(place.folder)
    count = 0
    with sink.open_private(Path(out)) as file:
        file.truncate(0)
        for event in sink.rebuilt(given, Path(path), snap["harness"], snap["session"]):
            file.write(json.dumps(event, separators=(",", ":")).encode() + b"\n")
            count += 1
    say("Wrote %d events of wire %s to %s." % (count, given["wire"], out))


def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="JSON lines, an event each.")],
    wire_name: Wire = "",
    as_json: AsJson = False,
) -> int:
    """Are these GuardEvents of the wire? Exit status 1 when one is not."""
    chosen = wire_name or _project_wire()
    if chosen not in wire.WIRES:
        raise No("there is no wire %s; there is: %s" % (chosen, ", ".join(wire.WIRES)))
    found: dict[str, Any] = {}
    lost = [name for name in files if not Path(name).is_file()]
    if lost:
        raise WrongUse("there is no file %s" % lost[0])
    for name in files:
        found[name] = rows = []
        with open(name, "rb") as file:
            for number, raw in enumerate(file, 1):
                try:
                    wrong = wire.faults(fast.loads(raw), chosen)
                except ValueError as error:
                    wrong = [str(error)]
                rows += [{"line": number, "fault": fault} for fault in wrong]
    if as_json:
        say_json(found)
    for name, rows in found.items() if not as_json else ():
        for row in rows:
            say("%s:%d: %s" % (name, row["line"], row["fault"]))
        say("%s: %s" % (name, "not valid" if rows else "valid as wire %s" % chosen))
    return 1 if any(found.values()) else 0


def _project_wire() -> str:
    try:
        return str(settings(here().folder)["wire"])
    except WrongUse:  # no project: the default
        return Config().ogr.wire
