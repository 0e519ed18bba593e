"""Problem: one thing wrong with a project's files, where it stands and how to mend it."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """severity: ``error``, ``warning`` or ``note`` (what a choice costs). stage: ``load`` (nothing can be enforced: the hook denies) or ``lint``
    (an error keeps ``start`` from starting, the others do not). path: a JSON path, ``$`` is the whole file. line: from 1."""

    severity: str
    code: str
    message: str
    mend: str = ""
    file: str = ""
    line: int = 0
    path: str = "$"
    stage: str = "lint"

    def __str__(self) -> str:
        place = "%s:%d: " % (self.file, self.line) if self.line else "%s: " % self.file if self.file else ""
        mend = " (%s)" % self.mend if self.mend else ""
        return "%s%s: %s: %s%s [%s]" % (place, self.severity, self.path, self.message, mend, self.code)

    def as_json(self) -> dict[str, str | int]:
        """For ``--json``."""
        return {"severity": self.severity, "stage": self.stage, "code": self.code, "message": self.message, "mend": self.mend,
                "file": self.file, "line": self.line, "path": self.path}


class LoadError(Exception):
    """The files cannot be turned into rules; ``problems`` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(str(problems[0]) if problems else "nothing could be loaded")
        self.problems = problems


def json_path(path: Path) -> str:
    """``("states", "a b", "on")`` as ``$.states["a b"].on``."""
    text = "$"
    for part in path:
        if isinstance(part, int):
            text += "[%d]" % part
        elif part.replace("_", "a").replace("-", "a").isalnum():
            text += "." + part
        else:
            text += '["%s"]' % part.replace("\\", "\\\\").replace('"', '\\"')
    return text


def close(word: str, known: Iterable[str]) -> str:
    """The known word nearest to a misspelt one, "" when none is near."""
    names = list(known)
    folded = {name.casefold().replace("_", "").replace("-", ""): name for name in names}
    found = folded.get(word.casefold().strip().replace("_", "").replace("-", ""))
    if found is not None:
        return found if found != word else ""
    near = get_close_matches(word, names, 1, 0.75) or get_close_matches(word.casefold(), list(folded), 1, 0.75)
    return folded.get(near[0], near[0]) if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean "x"?`` or the list of what there is."""
    names = sorted(known)
    near = close(word, names)
    if near:
        return 'did you mean "%s"?' % near
    return "there is: %s" % ", ".join(names) if names else ""
