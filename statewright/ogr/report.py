"""What ``status`` and ``doctor`` say about OpenGuardrails: who is asked, what came of it, what is kept where."""

from __future__ import annotations

from typing import Any

from statewright import fast
from statewright.ogr.endpoint import parse
from statewright.ogr.gate import COUNTS, UNACCEPTED
from statewright.ogr.sink import FILE, read_places

Json = dict[str, Any]


def summary(run_dir: str, settings: Json, snap: Json, trusted: bool) -> Json:
    """The facts of one run, for programs. trusted: whether a person accepted the endpoint on this machine."""
    told = snap.get("ogr") or {}
    made: Json = {"wire": settings["wire"], "endpoint": settings["endpoint"], "fail_mode": settings["fail_mode"], "sink": None}
    if settings["endpoint"]:
        made["accepted"] = trusted
        made["counts"] = {name: told.get(name, 0) for name in COUNTS}
        made["http"] = dict(told.get("http") or {})
        made["down"] = bool(told.get("down"))
        made["last_failure"] = {"at": fast.iso(told["last"]["at"]), "why": told["last"]["why"]} if told.get("last") else None
    if settings["sink"]:
        places = read_places(run_dir)
        made["sink"] = {"file": "%s/%s" % (run_dir, FILE), **{key: places[key] for key in ("events", "length", "left_out", "problem")}}
    return made


def troubles(seen: Json) -> list[str]:
    """What a person should do something about, a line each."""
    found = []
    if seen["endpoint"]:
        counts = seen["counts"]
        if not seen["accepted"]:
            found.append(UNACCEPTED)
        bad = {code: n for code, n in seen["http"].items() if code.startswith("4")}
        if bad:
            total = sum(bad.values())
            told = ", ".join("%d with status %s" % (n, code) for code, n in sorted(bad.items()))
            found.append("the runtime refused %d question%s: %s; prove it with: statewright ogr test" % (total, "" if total == 1 else "s", told))
        if seen["down"]:
            found.append("no verdict at the last call: %s" % seen["last_failure"]["why"])
        if counts["keyless"]:
            found.append("%d calls were not asked about: OGR_API_KEY was not set where the agent program was started" % counts["keyless"])
    if seen["sink"] and seen["sink"]["problem"]:
        found.append("events are not being kept: %s" % seen["sink"]["problem"])
    if seen["sink"] and seen["sink"]["left_out"]:
        found.append("the file of events has grown large: %d request halves were left out" % seen["sink"]["left_out"])
    return found


def lines(seen: Json) -> list[str]:
    """The same for people, without the troubles."""
    said = []
    if seen["endpoint"]:
        where = (host(seen["endpoint"]), seen["wire"], seen["fail_mode"])
        said.append("each held call is sent, with its content, to %s (wire %s, fail mode %s)" % where)
        said.append(", ".join("%s %d" % (name, n) for name, n in seen["counts"].items() if n or name == "asked"))
    if seen["sink"]:
        sink = seen["sink"]
        said.append("%d events kept in %s: raw content, readable by its owner alone" % (sink["events"], sink["file"]))
    return said


def host(endpoint: str) -> str:
    """An endpoint's host and port."""
    try:
        return parse(endpoint, True).name
    except ValueError:
        return "an address that cannot be read"
