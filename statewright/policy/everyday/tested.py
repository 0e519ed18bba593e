"""Tests of an everyday line that look at one file or text, or compare two; commands that tell one number."""

from statewright.policy.everyday.forms import TESTS
from statewright.policy.everyday.own import PLAIN
from statewright.policy.everyday.rows import name
from statewright.policy.everyday.words import PATTERN, QUOTED, STATUS, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    Words = list[str]

COMPARED = ("=", "==", "!=")
COUNTED = ("-gt", "-lt", "-ge", "-le", "-eq", "-ne")


def one_number(words: "Words") -> bool:
    """Whether a command tells one number and nothing else."""
    if words[0] == "wc":
        return len(words) == 2 and words[1] in ("-l", "-w", "-c", "-m")
    if words[0] == "git":
        return words[1:3] == ["rev-list", "--count"]
    if words[:2] == ["grep", "-c"] or words[:3] == ["stat", "-c", "%s"]:
        return len(words) == 4 and "-" not in (words[2][:1], words[3][:1]) and "*" not in words[3]
    return words in (["nproc"], ["id", "-u"], ["date", "+%s"])


def tested(words: "Words", names: "Words") -> bool:
    """Whether a test looks at one file or text, or compares two."""
    if words[0] != "test":
        if words[-1] != ("]" if words[0] == "[" else "]]"):
            return False
        words = words[:-1]
    words = words[1:]
    if words[:1] == ["!"]:
        words = words[1:]
    if len(words) == 1:
        return words[0][0] == QUOTED and "-" not in words[0]
    if len(words) == 2:
        if words[0] in ("-n", "-z"):
            return _compared(words[1], names)
        return words[0] in TESTS and name(words[1], True, names)
    if len(words) != 3:
        return False
    if words[1] in COUNTED:
        return words[0].replace(QUOTED, "").isdigit() and words[2].replace(QUOTED, "").isdigit()
    return words[1] in COMPARED and _compared(words[0], names) and _compared(words[2], names)


def _compared(word: str, names: "Words") -> bool:
    """Whether a word is a text that is only looked at."""
    if STATUS in word and word[0] != QUOTED:
        return False  # it may be several words, operators among them
    names.append(word.replace(QUOTED, ""))
    bare = word.replace(QUOTED, "").replace(STATUS, "")
    return PATTERN not in word and TEXT not in word and (not bare or (bare[0].isalnum() and PLAIN.issuperset(bare)))
