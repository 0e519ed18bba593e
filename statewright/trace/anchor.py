"""A receipt bound to a commit by a git note, and the question a pull request is asked: does the journal still say so, without a gap?

A note lies in ``refs/notes/statewright`` and holds one receipt a line, for each run whose work is in the commit.
It has to be pushed like any ref: ``git push origin refs/notes/statewright``.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from statewright.trace import reading
from statewright.trace.receipt import receipt
from statewright.trace.verify import verify

Json = dict[str, Any]
REF = "statewright"


class NoGit(Exception):
    """git did not do it; the message is its first line."""


def write_note(project: str, facts: Json, commit: str = "HEAD") -> str:
    """Put a receipt into the commit's note, in place of an earlier one of the same run; gives the commit's id. Raises NoGit."""
    name = _git(project, "rev-parse", "--verify", "%s^{commit}" % commit).strip()
    try:
        kept = [one for one in read_note(project, name) if one.get("run") != facts["run"]]
    except NoGit:
        kept = []
    text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in [*kept, facts])
    _git(project, "notes", "--ref", REF, "add", "-f", "-F", "-", name, given=text)
    return name


def read_note(project: str, commit: str = "HEAD") -> list[Json]:
    """The receipts in a commit's note. Raises NoGit when there is none, ValueError for a line that is no receipt."""
    found = []
    for line in _git(project, "notes", "--ref", REF, "show", commit).splitlines():
        value = json.loads(line) if line.strip() else None
        if value is None:
            continue
        if not isinstance(value, dict) or not isinstance(value.get("head"), str) or not isinstance(value.get("run"), str):
            raise ValueError("a line of the note is no receipt")
        found.append(value)
    return found


def gaps(project: str, commit: str, folder: Path | None, runs: Path, digest: str) -> list[str]:
    """Why a commit's work is not vouched for, a sentence each; [] when it is.

    folder: the one run's folder, None to look for each under ``runs``. digest: of the workflow in this checkout.
    """
    try:
        receipts = read_note(project, commit)
    except NoGit as error:
        return ["no receipt is anchored at this commit (statewright trace receipt --git-note): %s" % error]
    except ValueError as error:
        return ["the commit's note cannot be read: %s" % error]
    found = [] if receipts else ["the commit's note holds no receipt"]
    for one in receipts:
        where = folder or runs / one["run"]
        found += ["run %s: %s" % (one["run"][:80], why) for why in _run(where, one, digest)]
    return found


def _run(folder: Path, noted: Json, digest: str) -> list[str]:
    if "/" in noted["run"] or not any(path.exists() for path in reading.parts(folder, None)):
        return ["its journal is not here; give the run's folder"]
    result = verify(folder, noted["head"])
    if not result.ok:
        return result.faults()
    counted = receipt(folder, noted["head"])
    found = ["the note and the journal differ in %s" % key for key in counted if noted.get(key) != counted[key]]
    if not counted["final"]:
        found.append("it had not reached a final state")
    elif counted["outcome"] != "completed":
        found.append("it ended %s" % counted["outcome"])
    found += ["check %s had not passed" % name for name, row in counted["checks"].items() if row["status"] != "passed"]
    if counted["held_off"]:
        found.append("enforcement was off or paused from line %d" % counted["held_off"][0])
    if counted["workflow"] != digest:
        found.append("it ran under another workflow than this checkout has")
    return found


def _git(project: str, *words: str, given: str = "") -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_DIR") and name != "GIT_WORK_TREE"}
    try:
        done = subprocess.run(["git", "-C", project, *words], input=given, capture_output=True, text=True, check=False, timeout=60, env=env)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoGit("git cannot be run (%s)" % error) from None
    if done.returncode:
        raise NoGit((done.stderr.strip().splitlines() or ["git gave status %d" % done.returncode])[0][:300])
    return done.stdout
