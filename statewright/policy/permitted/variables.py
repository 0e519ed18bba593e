"""The variables nobody may set for what runs afterwards. What a command sets is told by ``words/setting.py``."""

from statewright.policy.words.calls import program
from statewright.policy.words.listed import matches
from statewright.policy.words.patterns import plain
from statewright.shell.model import HOLE
from statewright.shell.variables import (
    CACHES,
    GIT_FINE,
    INSTALLED,
    LAUNCHERS,
    LOADER_BEGINNINGS,
    LOADER_PATTERNS,
    LOADING_NAMES,
    LOADING_VALUES,
    OPTIONS,
    PLACE_NAMES,
    PROGRAM_BEGINNINGS,
    PROGRAM_NAMES,
    QUIET,
    QUIET_NAMES,
    SYSTEM,
    TEMPORARY,
    WRITTEN_BEGINNING,
    WRITTEN_NAMES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.places import Place
    from statewright.shell.model import Word


def named(patterns: "tuple[str, ...] | list[str]", name: str) -> bool:
    """Whether a list of names and patterns covers a name."""
    return any(matches(pattern, name) for pattern in patterns)


def bad_variable(name: str, value: "str | None", reading: bool = False) -> bool:
    """Whether setting the variable loads code or changes what runs. value: None when it is not plain to see."""
    if name == "IFS" and reading:
        return False
    if name in QUIET_NAMES:
        return value not in QUIET and not (value == "none" and name in ("BROWSER", "GH_BROWSER"))  # create-react-app's word for no browser
    if name[:4] == "GIT_":
        if name.startswith("GIT_TRACE"):
            return value not in ("", "0", "1", "2", "true", "false")
        return not named(GIT_FINE, name)
    if name == "GOENV":
        return value not in ("off", "")  # a file of further variables, GOFLAGS among them
    listed = LOADING_VALUES.get("TF_CLI_ARGS" if name[:12] == "TF_CLI_ARGS_" else name)
    if listed is not None:
        if value is None:
            return True
        if name == "NODE_OPTIONS":  # node(1): double quotes are taken off, an underscore is a dash
            value = value.replace('"', "").replace("\\", "").replace("_", "-")
        for word in value.replace("=", " ").split():
            if any(
                word == option
                or (len(option) > 2 and word.startswith(option))
                or (len(option) == 2 and word[:2] == option)
                or (option == "linker" and option in word)
                or (option == "@" and word[:1] == "@")
                or (option[:1] == "*" and option[1:-1] in word)
                for option in listed
            ):
                return True
        return False
    if name in PROGRAM_NAMES or name.startswith(PROGRAM_BEGINNINGS):
        return not _plain_program(value)
    return _loads(name) or (name.lower().startswith("npm_config_") and _loads(name.upper()))


def _loads(name: str) -> bool:
    """Whether code is loaded, or other code is found, by the variable whatever its value is."""
    return name in LOADING_NAMES or name.startswith(LOADER_BEGINNINGS) or named(LOADER_PATTERNS, name)


def _plain_program(value: "str | None") -> bool:
    """Whether a value names a program plainly: ``clang``, ``/usr/bin/python3``, ``ccache gcc``."""
    words = (value or "").split() if value is not None else ["$"]
    if len(words) == 2 and words[0] in LAUNCHERS:
        words = words[1:]
    return not words or (len(words) == 1 and all(c.isalnum() or c in "._+-" for c in program(words[0])))


def writes(name: str, word: "Word | None", place: "Place") -> bool:
    """Whether a variable has a program write to a place that is none for temporary things."""
    if name not in WRITTEN_NAMES and not name.startswith(WRITTEN_BEGINNING):
        return False
    if word is None:
        return True
    for pattern in place.names.patterns(word):
        value = plain(pattern.partition("=")[2] if word.text.startswith(name + "=") else pattern)
        if value is None or ".." in value:
            return True
        value = "~" + value[len(place.event.home) :] if place.event.home and value.startswith(place.event.home + "/") else value
        if value.startswith(place.event.project + "/"):
            value = value[len(place.event.project) + 1 :]
        value = value[2:] if value[:2] == "./" else value
        if value not in ("", "0", "off", "no", "false", "target") and not value.startswith((*TEMPORARY, *CACHES)):
            return True
    return False


def elsewhere(name: str, word: "Word | None", place: "Place") -> bool:
    """Whether a variable that is searched for code, or holds options, leads out of the project."""
    if name in OPTIONS or name[:12] == "TF_CLI_ARGS_":
        from statewright.policy.permitted.beyond import further

        return word is None or further(OPTIONS.get(name, "terraform"), word, place, name + "=")
    if name not in PLACE_NAMES and name not in INSTALLED:
        return False
    if word is None:
        return True
    own = not word.subst and all(one == name for one, _ in word.vars)
    for pattern in _without(name, word, place):
        value = pattern.partition("=")[2] if word.text.startswith(name + "=") else pattern
        for piece in (value.replace(HOLE, "") if own else value).split(":"):
            text = plain(piece)
            if name in INSTALLED and text is not None and text.startswith(SYSTEM) and ".." not in text:
                continue
            if text is None or place.leaves(text):
                return True
    return False


def _without(name: str, word: "Word", place: "Place") -> "list[str]":
    """What the word may hold where the variable itself was empty before."""
    values = place.names.values
    before = values.get(name)
    values[name] = [""]
    found = place.names.patterns(word)
    if before is None:
        del values[name]
    else:
        values[name] = before
    return found
