"""Variables of an everyday line's own: their names, and the values that they may have."""

from statewright.policy.everyday.told import skip, word
from statewright.policy.everyday.words import NUMBER, QUOTED, STATUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.everyday.told import Line, Value

PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./")
# Names that a line may use for its own: short, and none that a shell or a program goes by.
_LARGE = "A B C D F N S T V X BASE BRANCH COUNT DIR FILE FILES RESULT SHA START END TAG TOTAL VERSION RC"
LARGE = frozenset(_LARGE.split())
_TAKEN = """
    argv aliases builtins cdpath commands dirstack errnos fignore fpath functions galiases histchars history jobdirs jobstates jobtexts keymap
    keymaps killring langinfo mailpath manpath mapfile nameddirs options parameters patchars path pipestatus prompt psvar reswords saliases signals
    status sysparams termcap terminfo userdirs usergroups watch widgets epochtime funcstack functrace modules zsh
"""
TAKEN = frozenset(_TAKEN.split())


def own(key: str, values: "dict[str, Value]") -> bool:
    """Whether a name is fit for a variable of the line's own that has none yet."""
    fit = key in LARGE or (key.islower() and key not in TAKEN and "proxy" not in key and "config" not in key and key[:3] not in ("zsh", "dis", "zle"))
    return bool(key) and fit and key not in values


def valued(line: "Line") -> "Value | None":
    """A value: a plain word, a pattern, a number or what commands tell."""
    text, at = line[0], line[1]
    if text[at[0] : at[0] + 1] == "{":
        end = text.find("}", at[0])
        low, sign, high = text[at[0] + 1 : end].partition("..")
        if end < 0 or not (sign and low.isdigit() and high.isdigit()):
            return None
        at[0] = end + 1
        return ("n", "7") if text[end + 1 : end + 2] in ("", " ", ";", "\n") else None
    found = word(line)
    if found is None:
        return None
    one = found[0]
    bare = one.replace(QUOTED, "")
    if NUMBER in one:
        return ("n", "7") if bare == "7" + NUMBER else None
    if STATUS in one:
        return "d", ""
    if bare.isdigit():
        return "s", bare
    if not bare[:1].isalnum() and bare[:1] != "*":
        return None
    if "*" in bare and QUOTED not in one and PLAIN.issuperset(bare.replace("*", "")):
        return "g", bare
    return ("s", bare) if PLAIN.issuperset(bare) and ".." not in bare else None


def assigned(line: "Line", key: str, alone: bool) -> bool:
    """A variable of the line's own and its value."""
    text, at, values = line[0], line[1], line[2]
    found = word(line)
    if found is None or skip(line, " ") not in ("", ";", "\n", ")", "&", "|"):
        return False
    given = found[0].replace(QUOTED, "")
    counted = given == "7" + NUMBER or found[0] == "$?"
    given = "7" if counted else given
    number = given.isdigit()
    sure = not at[1] and alone and text[at[0] : at[0] + 1] not in ("&", "|")
    plain = sure and PLAIN.issuperset(given) and given[:1].isalnum() and ".." not in given
    at[2] = 1
    if key in values:
        if values[key][0] != "n" or not number:
            return False
        values[key] = ("n", "7")
        return True
    if not own(key, values):
        return False
    if number:
        values[key] = ("n", "7" if counted or not sure else given)
    elif STATUS in given or (PLAIN.issuperset(given) and not plain):
        values[key] = ("d", "")
    elif plain:
        values[key] = ("s", given)
    else:
        return False
    return True
