"""Read a text found inside another. The reader is loaded only then: most calls hold no shell text at all."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Script


def read(text: str) -> "Script":
    """The script of a text, see shell/reader.py."""
    from statewright.shell import reader

    return reader.read(text)
