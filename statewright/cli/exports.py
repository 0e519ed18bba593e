"""The forms of ``trace export`` beside the AETP document: OpenTelemetry spans and the journal's own lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from statewright import agent
from statewright.cli.ground import No, say
from statewright.trace import reading

FORMATS = ("aetp", "otlp-json", "jsonl")


def other(folder: Path, form: str, out: str, url: str) -> None:
    """Write the run in ``form``, or send its spans to ``url``."""
    from statewright.trace import otlp
    from statewright.trace.spans import spans

    if form not in FORMATS:
        raise agent.WrongUse("there is no format %s; there is: %s" % (form, ", ".join(FORMATS)))
    if not url:
        write(otlp.lines(spans(folder)) if form == "otlp-json" else journal(folder), out)
        return
    if out or form not in ("aetp", "otlp-json"):
        raise agent.WrongUse("--otlp sends spans; it goes with no file and no other format")
    try:
        address = otlp.endpoint(url)
        sent = otlp.send(spans(folder), url)
    except ValueError as error:
        raise agent.WrongUse(str(error)) from None
    except otlp.NotSent as error:
        raise No(str(error)) from None
    say("Sent %d spans to %s." % (sent, otlp.plain(address)))


def journal(folder: Path) -> Iterator[str]:
    """The journal's lines as the next call would mend them."""
    for raw, _ in reading.raw_lines(folder, reading.snapshot(folder)):
        yield raw.decode("utf-8", "replace") + "\n"


def write(pieces: Iterator[str], out: str) -> None:
    """To standard output, or to a file, owner only, in one replacement: nothing half written is ever found under its name."""
    first = next(pieces, "")  # what is wrong with the run shows before a file is made
    if not out:
        sys.stdout.write(first)
        for piece in pieces:
            sys.stdout.write(piece)
        return
    path = Path(out)
    fresh = path.with_name("%s.%d.new" % (path.name, os.getpid()))
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8", newline="\n") as file:
            file.write(first)
            for piece in pieces:
                file.write(piece)
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    say("Wrote %s" % path)
