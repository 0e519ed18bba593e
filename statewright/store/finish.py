"""A run's document is written by a process of its own: building it grows with the run, and no event waits for that.

The journal is the truth: where that process is killed or never started, ``statewright trace export`` builds the same bytes.
"""

from statewright import fast

KEPT = ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "LANG")
SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); from statewright.trace.finish import main; main(sys.argv[2])"
STEP = 0.005
SESSION_END = 0.8  # seconds; the harness ends its session's last hooks after 1.5 s


def begin(run_dir: str, wait: float = 0.0) -> None:
    """Start writing the document; wait for it so many seconds at most, then leave it to itself."""
    source = begin.__code__.co_filename  # linked code has no __file__
    root = source.replace("\\", "/").rpartition("/statewright/")[0]
    pid = fast.spawn(("-I", "-S", "-c", SCRIPT, root, run_dir), KEPT)
    until = fast.now() + wait
    while pid > 0 and fast.now() < until and not fast.ended(pid):
        fast.sleep(STEP)
