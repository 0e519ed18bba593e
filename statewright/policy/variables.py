"""The variables nobody may set for what runs afterwards, and what a command sets."""

from statewright.policy.calls import program
from statewright.policy.patterns import plain
from statewright.policy.tools import matches
from statewright.shell.model import HOLE
from statewright.shell.variables import (
    CACHES,
    GIT_FINE,
    INSTALLED,
    LAUNCHERS,
    LOADERS,
    LOADING_VALUES,
    OPTIONS,
    PLACES,
    PROGRAMS,
    QUIET,
    QUIET_NAMES,
    SYSTEM,
    TEMPORARY,
    WRITTEN,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.places import Place
    from statewright.shell.model import Command, Word

TIED = ("path", "fpath", "cdpath", "module_path")
TABLES = ("commands", "aliases", "galiases", "saliases", "functions", "dis_aliases", "dis_functions", "builtins")
DECLARING = ("export", "declare", "typeset", "local", "readonly")


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
    if name in LOADING_VALUES:
        if value is None:
            return True
        for word in value.replace("=", " ").split():
            if any(
                word == option
                or (len(option) > 2 and word.startswith(option))
                or (len(option) == 2 and word[:2] == option)
                or (option == "linker" and option in word)
                or (option == "@" and word[:1] == "@")
                or (option[:1] == "*" and option[1:-1] in word)
                for option in LOADING_VALUES[name]
            ):
                return True
        return False
    if name in PROGRAMS:
        return not _plain_program(value)
    return named(LOADERS, name) or (named(LOADERS, name.upper()) and name.lower().startswith("npm_config_"))


def _plain_program(value: "str | None") -> bool:
    """Whether a value names a program plainly: ``clang``, ``/usr/bin/python3``, ``ccache gcc``."""
    words = (value or "").split() if value is not None else ["$"]
    if len(words) == 2 and words[0] in LAUNCHERS:
        words = words[1:]
    return not words or (len(words) == 1 and all(c.isalnum() or c in "._+-" for c in program(words[0])))


def writes(name: str, word: "Word | None", place: "Place") -> bool:
    """Whether a variable has a program write to a place that is none for temporary things."""
    if not named(WRITTEN, name):
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
        if value not in ("", "0", "off", "target") and not value.startswith((*TEMPORARY, *CACHES)):
            return True
    return False


def elsewhere(name: str, word: "Word | None", place: "Place") -> bool:
    """Whether a variable that is searched for code, or holds options, leads out of the project."""
    if name in OPTIONS or name[:12] == "TF_CLI_ARGS_":
        from statewright.policy.beyond import further

        return word is None or further(OPTIONS.get(name, "terraform"), word, place)
    if name not in PLACES and name not in INSTALLED:
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


def set_variables(command: "Command", name: str) -> "list[tuple[str, str | None, Word | None]]":
    """``(name, value or None, the word that holds it)`` of everything a command sets."""
    out: "list[tuple[str, str | None, Word | None]]" = []
    for assign in command.assigns:
        if (assign.name in TIED and assign.value.raw[:1] == "(") or (assign.name in TABLES and assign.index is not None):
            out.append(("PATH", None, None))  # zsh: the list that goes with PATH, and its tables of what a name runs
        out.append((assign.name, assign.value.text if assign.value.static and not assign.append else None, assign.value))
    for redirect in command.redirects:
        if redirect.fd[:1] == "{":
            out.append((redirect.fd[1:-1], None, None))
    words = command.words
    texts = [word.text for word in words]
    if name in ("declare", "typeset", "local") and any(text[:1] == "-" and "n" in text for text in texts[1:3]):
        for text in texts[1:]:
            if "=" in text:
                out.append((text.partition("=")[2] if HOLE not in text else "PATH", None, None))  # a name reference: what is set later
    if name == "wait" and "-p" in texts[:-1]:
        out.append((texts[texts.index("-p") + 1].partition("[")[0], None, None))
    if name == "unset" and "PATH" in texts:
        out.append(("PATH", None, None))  # programs are looked for in the working folder then
    if name in DECLARING or name == "env":
        for word in words[1:]:
            key, sign, value = word.text.partition("=")
            key = key.rstrip("+")
            if sign and "[" in key and _identifier(key.partition("[")[0]):
                key = key.partition("[")[0]
                out.append(("PATH" if key in TABLES else key, None, None))
            elif sign and _identifier(key):
                out.append((key, value if word.static else None, word))
            elif HOLE in key and key[:1] != "-" and name != "env":
                out.append(("PATH", None, None))  # a name that is not plain to see may be any
            elif name == "env" and key[:1] != "-" and not sign:
                break
    elif name in ("read", "mapfile", "readarray", "getopts"):
        skip = False
        for word in words[1:]:
            if skip:
                skip = False
            elif word.text[:1] == "-":
                skip = word.text[-1] in "adinNptu" and name == "read" and word.text[-1] != "a"
            elif HOLE in word.text:
                out.append(("PATH", None, None))
            else:
                out.append((word.text.partition("[")[0], None, None))
    elif name == "printf" and len(texts) > 2 and texts[1][:2] == "-v":
        out.append(((texts[1][2:] or texts[2]).partition("[")[0], None, None))
    elif name == "let":
        for text in texts[1:]:
            out.append((text.partition("=")[0].strip(" +-*/%"), None, None))
    return out


def _identifier(text: str) -> bool:
    return text.isascii() and text.isidentifier()
