"""What every command stands on: where it is, how it speaks, whom it asks."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from statewright import agent, fast, person, roads
from statewright.model import Event
from statewright.store import layout
from statewright.store import run as store
from statewright.trace import reading

Json = dict[str, Any]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
RunName = Annotated[str, typer.Option("--run", metavar="NAME", help="The run meant; needed only when several go on at once.")]


class No(Exception):
    """The answer is no (exit status 1); the message says why."""


@dataclass(frozen=True)
class Place:
    """A project as a command finds it. data: the user's data folder; session: the harness session this process belongs to, or ""."""

    project: str
    data: str
    session: str

    @property
    def folder(self) -> str:
        """The project's .statewright folder."""
        return "%s/%s" % (self.project, layout.FOLDER)


def here() -> Place:
    """The project this process stands in; WrongUse when there is none."""
    return Place(*agent.here())


def say(text: str = "") -> None:
    """A line for the reader."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def count(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return "%d %s%s" % (number, noun, "" if number == 1 else "s")


def say_json(value: Any) -> None:
    """One JSON value, indented."""
    say(json.dumps(value, indent=2, ensure_ascii=False))


def colour() -> bool:
    """Colour only on a terminal, and not where NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def runs(place: Place) -> list[tuple[str, store.Run, Json]]:
    """Every readable run with its snapshot, the one last moved first."""
    found = []
    for name in store.names(place.project):
        run = store.Run(place.project, name)
        try:
            found.append((name, run, run.read()))
        except store.Damaged:
            continue
    return sorted(found, key=lambda row: -float(row[2]["entered"]))


def alive(place: Place) -> list[tuple[str, store.Run, Json]]:
    """The runs that have not ended."""
    return [row for row in runs(place) if row[2]["ended"] is None]


def named(place: Place, name: str) -> store.Run:
    """The run of that name; No when there is none."""
    if name not in store.names(place.project):
        known = ", ".join(store.names(place.project)[-5:])
        raise No("there is no run %s%s" % (name, "; there is: %s" % known if known else ""))
    return store.Run(place.project, name)


def pick(place: Place, name: str = "") -> store.Run | None:
    """The run named, else this session's, else the only or the last one; None when there is none."""
    return named(place, name) if name else agent.current(place.project, place.session)


def the_run(place: Place, name: str = "") -> store.Run:
    """The same, where there must be one."""
    run = pick(place, name)
    if run is None:
        raise No("there is no run yet; it starts with the session's first tool call")
    return run


def only_person(verb: str, place: Place | None = None, run: store.Run | None = None, terminal: bool | None = None, asks: bool = False) -> str:
    """The road by which a person stands behind this process (``terminal``, ``terminal+passphrase``).

    Raises No where none does; the attempt is recorded where a run is. terminal: True where no terminal is needed (a scheduler may do
    it), only that no agent program stands above. asks: the passphrase is asked for where the person has set one.
    """
    why = person.at_terminal(terminal=terminal)
    if not why:
        return demand(place) if asks else "terminal"
    if place is not None:
        _record(run or agent.current(place.project, place.session), verb, why)
    raise No("%s is for people: %s. A person runs it in a terminal of their own: statewright %s" % (verb, why, verb))


def demand(place: Place | None) -> str:
    """The road that a person's terminal is, the passphrase asked for where one is set; No when it is not given.

    Where it is set is not for this process's environment to say: a run keeps the data folder it was begun with.
    """
    if place is not None:
        same_data(place)
    road = roads.demand(place.data if place else layout.data_home())
    if not road:
        raise No("that is not the passphrase")
    return road


def same_data(place: Place) -> None:
    """No where a run was begun with another data folder: under that one's seal it cannot be believed here, only told of."""
    for name in store.names(place.project):
        snap = reading.snapshot(Path(layout.runs_dir(place.project), name))
        if snap is not None and not snap.get("final") and fast.real(str(snap.get("data") or place.data)) != fast.real(place.data):
            raise No("run %s was begun with the data folder %s, not with %s; set XDG_DATA_HOME or HOME as there" % (name, snap["data"], place.data))


def _record(run: store.Run | None, verb: str, why: str) -> None:
    if run is None:
        return
    try:
        run.decide(Event("tried", time=fast.now(), extra={"verb": verb, "why": why}))
    except (store.Damaged, OSError, fast.Busy):
        return  # the refusal stands with or without its record
