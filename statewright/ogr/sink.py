"""The local file of GuardEvents, ``ogr.jsonl`` in the run's folder: raw content, for its owner's eyes alone. Off unless ``ogr.sink`` is set.

Written when a turn or the session ends, from the transcript, both halves of each model call where the transcript holds
both. ``ogr-sink.json`` beside it says how far: a process killed in between leaves an end that the next one cuts off.
``KEY.ogr`` beside the runs says it for the session's next run: a model call is kept once, in the run whose turn it ended.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from statewright import fast
from statewright.harness import claude_code_messages as messages
from statewright.ogr.event import envelope, faults

if TYPE_CHECKING:
    from statewright.model import Event

Json = dict[str, Any]
FILE, PLACES = "ogr.jsonl", "ogr-sink.json"
LARGEST = 128 << 20  # bytes of the sink; a request repeats the whole conversation, so from here on only replies are kept


def gather(run_dir: str, settings: Json, event: Event, pinned: str = "") -> None:
    """Append what is new in the session's transcripts. What keeps it from doing so is written down for ``status``, never raised.

    pinned: the session's known sender; an event of anyone else's could name a transcript of its own making.
    """
    path = event.extra.get("transcript")
    if event.extra.get("inside") or (event.sender is not None and event.sender(pinned, event)[1]):
        return
    try:
        held = fast.lock(run_dir + "/ogr.lock")
    except (fast.Busy, OSError):
        return  # another end of this session is at it; the next one catches up
    try:
        places = read_places(run_dir)
        try:
            if not isinstance(path, str) or not path.endswith("/%s.jsonl" % event.session):
                raise ValueError("the harness named no transcript of this session")
            _append(Path(run_dir), settings, places, event, Path(path))
            places["problem"] = ""
            _put(run_dir + "/" + PLACES, places)  # first, so that a kill in between tells twice and never not at all
            _put(passed_on(run_dir), {"files": places["files"]})
            return
        except Exception as error:
            known = isinstance(error, OSError | ValueError) and str(error)
            places["problem"] = " ".join(str(error).split())[:200] if known else "an error of our own (%s)" % type(error).__name__
        _put(run_dir + "/" + PLACES, places)
    finally:
        fast.unlock(held)


def read_places(run_dir: str) -> Json:
    """How far the sink is: length in bytes, events, the files read, and what went wrong last."""
    start = {"length": 0, "events": 0, "left_out": 0, "files": {}, "problem": "", "transcript": ""}
    found = {**start, **_mapping(run_dir + "/" + PLACES)}
    found = {key: found[key] if type(found[key]) is type(first) else first for key, first in start.items()}
    files: Json = {}
    for told in (found["files"], _mapping(passed_on(run_dir)).get("files")):
        for file, place in told.items() if isinstance(told, dict) else ():
            if isinstance(place, dict) and all(isinstance(place.get(key), int) for key in ("size", "written", "final")):
                files[file] = max(place, files.get(file, place), key=lambda one: one["written"])
    return {**found, "files": files}


def passed_on(run_dir: str) -> str:
    """The file by which a session's runs tell the next how far they came: the run's name without its number."""
    return run_dir.rpartition("-")[0] + ".ogr"


def _put(path: str, value: Json) -> None:
    try:
        fast.replace(path, json.dumps(value).encode())
    except OSError:
        return  # a full disk: what is known stays as it was


def _mapping(path: str) -> Json:
    data = fast.read_file(path)
    try:
        found = fast.loads(data) if data else {}
    except ValueError:
        found = {}
    return found if isinstance(found, dict) else {}


def _append(folder: Path, settings: Json, places: Json, event: Event, transcript: Path) -> None:
    places["transcript"] = str(transcript)
    with open_private(folder / FILE) as out:
        out.truncate(min(places["length"], out.seek(0, os.SEEK_END)))
        out.seek(0, os.SEEK_END)
        for file in messages.files(transcript):
            size = file.stat().st_size if file.is_file() else 0
            final = event.kind == "session_end"
            before = places["files"].get(str(file), {"size": 0, "written": 0, "final": False})
            if size == before["size"] and final == before["final"]:
                continue
            found = messages.exchanges(file)
            # The last message may still be growing: it waits for the next, or for the session's end.
            upto = len(found) if final else len(found) - 1
            for one in found.between(before["written"], upto):
                requests = out.tell() < LARGEST
                places["left_out"] += not requests and one["request"] is not None
                for made in pair(settings, one, event.harness, event.session, requests):
                    out.write(json.dumps(made, separators=(",", ":")).encode() + b"\n")
                    places["events"] += 1
            places["files"][str(file)] = {"size": size, "written": max(upto, before["written"]), "final": final}
        out.flush()
        places["length"] = out.tell()


def open_private(path: Path) -> Any:
    """A file to write to that only its owner can read, whatever it was before."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0), 0o600)
    os.fchmod(fd, 0o600)
    return os.fdopen(fd, "r+b")


def pair(settings: Json, exchange: Json, harness: str, session: str, requests: bool = True) -> Iterator[Json]:
    """The events of one model call, one step id for both: the request where it is held, then the response."""
    step = fast.token(16)
    for half in ("request", "response"):
        payload = exchange[half]
        if payload is None or (half == "request" and not requests):
            continue
        made = envelope(settings, "step/" + half, step, harness, session, payload)
        wrong = faults(made, settings.get("wire", "0.8"))
        if wrong:
            raise ValueError("an event would not be valid: %s" % wrong[0])
        yield made


def rebuilt(settings: Json, transcript: Path, harness: str, session: str) -> Iterator[Json]:
    """All events of a session that is over, anew and with fresh step ids."""
    for file in messages.files(transcript):
        for one in messages.exchanges(file):
            yield from pair(settings, one, harness, session)
