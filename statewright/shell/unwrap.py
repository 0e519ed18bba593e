"""Commands that only run another command: what they run becomes a further entry."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Command


def unwrap(found: "Found") -> "list[Command]":
    """The commands with those they run behind them."""
    return found.commands
