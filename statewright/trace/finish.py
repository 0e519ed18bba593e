"""Write a run's AETP document beside its journal. Run by ``store.finish`` in a process of its own, and silent."""

from __future__ import annotations

import sys

from statewright import fast
from statewright.store import heard
from statewright.store import run as store
from statewright.trace import aetp

PATIENCE = 30.0  # seconds


def main(run_dir: str) -> None:
    """Catch up with the transcript, then write the document, one writer after the other: the last one knows most."""
    project, _, name = run_dir.rpartition("/.statewright/runs/")
    held = fast.lock(run_dir + "/document.lock", PATIENCE)
    try:
        try:
            heard.refresh(store.Run(project, name), fast.now())
        except (OSError, fast.Busy, store.Damaged):
            pass  # the document is built from what is known
        aetp.write(run_dir)
    except aetp.NothingToExport:
        pass
    finally:
        fast.unlock(held)


if __name__ == "__main__":
    main(sys.argv[1])
