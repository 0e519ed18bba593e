"""The workflows we bring along: in a checkout beside the package, in an installed wheel inside it."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (_PACKAGE / "_data" / "templates", _PACKAGE.parent / "templates")


def folder() -> Path:
    """Where the templates lie; FileNotFoundError when the installation is broken."""
    for place in _PLACES:
        if place.is_dir():
            return place
    raise FileNotFoundError("the templates are missing; install statewright again")


def names() -> list[str]:
    """The templates' names, sorted."""
    return sorted(item.name for item in folder().iterdir() if (item / "workflow.json").is_file())


def read(name: str) -> str:
    """A template's workflow.json as text; KeyError when there is no such template."""
    if name not in names():
        raise KeyError(name)
    return (folder() / name / "workflow.json").read_text("utf-8")
