"""``read(text)``: every simple command a shell text could run.

Most lines are plain ones, for which the whole reader need not be loaded. Both give the same.
"""

from statewright.shell.plain import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Script


def read(text: str) -> "Script":
    """The script of a text; total, and linear in its length."""
    script = plain(text)
    if script is None:
        from statewright.shell.whole import read_whole

        script = read_whole(text)
    return script
