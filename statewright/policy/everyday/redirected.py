"""Redirects of an everyday line: into nothing, or into a file that is plainly named."""

from statewright.policy.everyday.told import skip, word
from statewright.policy.everyday.words import QUOTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.everyday.told import Line

SILENT = ("2>&1", ">&2", "1>&2", "2>/dev/null", ">/dev/null", "1>/dev/null", "&>/dev/null", "2> /dev/null", "> /dev/null", "&> /dev/null",
          "</dev/null", "< /dev/null")  # fmt: skip
PRINTING = (">>", ">", "1>", "2>", "2>>", "&>")  # in front of a file's name


def silent(line: "Line") -> bool:
    """Go past a redirect that leads nowhere."""
    text, at = line[0], line[1]
    skip(line, " ")
    for one in SILENT:
        if text.startswith(one, at[0]) and text[at[0] + len(one) : at[0] + len(one) + 1] in ("", " ", ";", "\n", ")", "|"):
            at[0] += len(one)
            return True
    return False


def printed(line: "Line") -> bool:
    """Go past a redirect into a file that is plainly named; its name is kept."""
    text, at = line[0], line[1]
    start = at[0]
    for one in PRINTING:
        if text.startswith(one, start):
            at[0] = start + len(one)
            skip(line, " ")
            found = word(line)
            if found is not None and text[at[0] : at[0] + 1] in ("", " ", ";", "\n", ")"):
                line[5].append(found[0].removeprefix(QUOTED))
                return True
    at[0] = start
    return False
