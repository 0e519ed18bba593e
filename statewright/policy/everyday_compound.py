"""Everyday lines with more than plain commands: variables, loops, conditions and the output of known commands, as the commands they come to.

``flat`` follows a line from front to back. A loop over words that are there to see is gone through word by word, a variable of the
line's own is put in its place, and what only the running shell knows is marked as a text to print. Whatever else there is in a line
leaves it to the rules. The commands are judged one by one as those of a plain line are.
"""

from statewright.policy.everyday_forms import TESTS
from statewright.policy.everyday_rows import name
from statewright.policy.everyday_told import identifier, word
from statewright.policy.everyday_words import PATTERN, QUOTED, STATUS, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    Words = list[str]
    from statewright.policy.everyday_told import Line, Value

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
COMPARED = ("=", "==", "!=")
COUNTED = ("-gt", "-lt", "-ge", "-le", "-eq", "-ne")
SILENT = ("2>&1", ">&2", "1>&2", "2>/dev/null", ">/dev/null", "1>/dev/null", "&>/dev/null", "2> /dev/null", "> /dev/null", "&> /dev/null",
          "</dev/null", "< /dev/null")  # fmt: skip
SCRIPTED = ("sed", "awk", "jq", "printf")  # their first word is a program, or almost
READERS = ("wc", "cat", "grep", "head", "tail", "sort", "tr", "cut", "uniq", "jq")  # of a file that they are given as their input
FED = ("diff", "comm", "join", "paste", "cat", "grep", "sort", "wc", "head", "tail")  # what only reads the outputs it is given as files
CLOSING = ("done", "fi", "then", "else", "elif", "do", "}")
MOST = 40  # commands that a line may come to


def flat(text: str) -> "tuple[list[tuple[Words, bool]], list[str], bool] | None":
    """The commands of a line with whether each reads a pipe, the files that are read for them, and whether it sets variables; None for others."""
    if text[:1] == "(" and text[-1:] == ")" and "(" not in text[1:]:
        text = text[1:-1]
    line: "Line" = (text, [0, 0, 0], {}, [], [])
    if _list(line, "") is None or line[1][0] != len(text) or not line[3]:
        return None
    return line[3], line[4], bool(line[1][2])


def _skip(line: "Line", signs: str) -> str:
    """Go past such signs; what comes then."""
    text, at = line[0], line[1]
    while text[at[0] : at[0] + 1] and text[at[0]] in signs:
        at[0] += 1
    return text[at[0] : at[0] + 1]


def _ahead(line: "Line") -> str:
    """The letters that come next, as far as they make a word."""
    text, start = line[0], line[1][0]
    end = start
    while text[end : end + 1] and (text[end].isalpha() or text[end] in "{}![("):
        end += 1
    return text[start:end]


def _list(line: "Line", closing: str) -> "bool | None":
    """Commands up to a closing sign or word, or the line's end. Whether what they tell is one number, None where one is not known."""
    text, at, _, commands, _ = line
    piped = False
    first = True
    number = False
    sign = ";"
    while True:
        c = _skip(line, " \n")
        if not c or (closing == ")" and c == ")") or (_ahead(line) in CLOSING and closing != ")"):
            return None if sign in ("|", "&&", "||") or (first and closing) else number
        before = len(commands)
        if not _item(line, piped, sign == ";"):
            return None
        if len(commands) > MOST:
            return None
        if not (piped and commands[before:] and commands[-1][0] == ["tr", "-d", QUOTED + " "]):
            number = len(commands) > before and _number(commands[-1][0]) and (first or piped)
        first = False
        c = _skip(line, " ")
        if text.startswith(("&&", "||"), at[0]):
            sign, piped = text[at[0] : at[0] + 2], False
            at[0] += 2
            number = False
        elif c == "|" and text[at[0] + 1 : at[0] + 2] != "&":
            sign, piped = "|", True
            at[0] += 1
        elif c == ";" or c == "\n":
            at[0] += 1
            if text[at[0] : at[0] + 1] in (";", "&"):
                return None
            sign, piped = ";", False
        elif c and not (closing == ")" and c == ")"):
            return None
        else:
            sign = ";"


def _number(words: "Words") -> bool:
    """Whether a command tells one number and nothing else."""
    if words[0] == "wc":
        return len(words) == 2 and words[1] in ("-l", "-w", "-c", "-m")
    if words[0] == "git":
        return words[1:3] == ["rev-list", "--count"]
    if words[:2] == ["grep", "-c"] or words[:3] == ["stat", "-c", "%s"]:
        return len(words) == 4 and "-" not in (words[2][:1], words[3][:1]) and "*" not in words[3]
    return words in (["nproc"], ["id", "-u"], ["date", "+%s"])


def _item(line: "Line", piped: bool, alone: bool) -> bool:
    """One command, or one made of others. alone: it runs whatever the one before it did."""
    text, at = line[0], line[1]
    ahead = _ahead(line)
    if ahead in ("if", "for", "{", "!") and text[at[0] + len(ahead) : at[0] + len(ahead) + 1] in (" ", "\n"):
        if piped:
            return False
        at[0] += len(ahead)
        if ahead == "!":
            _skip(line, " ")
            return _ahead(line) not in ("!", "{", "if", "for") and _item(line, False, False)
        at[1] += 1
        fine = _if(line) if ahead == "if" else _for(line) if ahead == "for" else _list(line, "}") is not None and _word_is(line, "}")
        at[1] -= 1
        while fine and _silent(line):
            pass
        return fine
    return _simple(line, piped, alone)


def _word_is(line: "Line", word: str) -> bool:
    """Go past a word of the shell's own, if it comes next."""
    _skip(line, " \n")
    text, at = line[0], line[1]
    if not text.startswith(word, at[0]) or text[at[0] + len(word) : at[0] + len(word) + 1] not in ("", " ", "\n", ";", ")", "|", "&"):
        return False
    at[0] += len(word)
    return True


def _if(line: "Line") -> bool:
    while True:
        if _list(line, "then") is None or not _word_is(line, "then") or _list(line, "fi") is None:
            return False
        if _word_is(line, "elif"):
            continue
        if _word_is(line, "else") and _list(line, "fi") is None:
            return False
        return _word_is(line, "fi")


def _for(line: "Line") -> bool:
    """A loop over words: its body once for each that is there to see, once for all that are alike."""
    at, values = line[1], line[2]
    _skip(line, " ")
    key = identifier(line)
    if not _own(key, values) or not _word_is(line, "in"):
        return False
    given: "list[Value]" = []
    while _skip(line, " ") not in ("", ";", "\n"):
        value = _given(line)
        if value is None:
            return False
        given.append(value)
    at[0] += 1
    if not given or not _word_is(line, "do"):
        return False
    start = at[0]
    for value in dict.fromkeys(given):
        at[0] = start
        values[key] = value
        if _list(line, "done") is None:
            return False
    values[key] = ("d", "")
    at[2] = 1
    return _word_is(line, "done")


def _own(key: str, values: "dict[str, Value]") -> bool:
    """Whether a name is fit for a variable of the line's own that has none yet."""
    fit = key in LARGE or (key.islower() and key not in TAKEN and "proxy" not in key and "config" not in key and key[:3] not in ("zsh", "dis", "zle"))
    return bool(key) and fit and key not in values


def _given(line: "Line") -> "Value | None":
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
    if STATUS in one:
        return "d", ""
    if bare.isdigit():
        return ("n", bare) if one == "7" else ("s", bare)
    if not bare[:1].isalnum() and bare[:1] != "*":
        return None
    if "*" in bare and QUOTED not in one and PLAIN.issuperset(bare.replace("*", "")):
        return "g", bare
    return ("s", bare) if PLAIN.issuperset(bare) and ".." not in bare else None


def _simple(line: "Line", piped: bool, alone: bool) -> bool:
    """A command with its words; a test, an assignment."""
    text, at, _, commands, names = line
    start = at[0]
    key = identifier(line)
    if key and text[at[0] : at[0] + 1] == "=" and text[at[0] + 1 : at[0] + 2] not in (" ", "", "="):
        at[0] += 1
        if key.islower() or key in LARGE:
            return not piped and _set(line, key, alone)
    at[0] = start
    words: "Words" = []
    while True:
        c = _skip(line, " ")
        if c in ("", ";", "\n", ")", "|") or text.startswith("&&", at[0]):
            break
        if _silent(line):
            continue
        if c == "<":
            if not words or not _read(line, words, piped):
                return False
            continue
        if c in ("[", "]"):
            one, made = text[at[0] : at[0] + 2].strip(" ;\n"), False
            if one not in ("[", "[[", "]", "]]") or bool(words) == (c == "["):
                return False
            at[0] += len(one)
        else:
            found = word(line)
            if found is None:
                return False
            one, made = found
        if made and (not words or words[0] in SCRIPTED or (piped and "(" in text)):
            return False  # a program by a variable, or a part of one; what reads the pipe within
        words.append(one)
    if not words or (words[0] == "cd" and (at[1] or text[:start].strip(" \n"))):
        return False
    if words[0] in ("[", "[[", "test"):
        return not piped and _tested(words, names)
    if words[0] in ("break", "continue") and len(words) == 1:
        return True
    commands.append((words, piped))
    return True


def _silent(line: "Line") -> bool:
    """Go past a redirect that leads nowhere."""
    text, at = line[0], line[1]
    _skip(line, " ")
    for one in SILENT:
        if text.startswith(one, at[0]) and text[at[0] + len(one) : at[0] + len(one) + 1] in ("", " ", ";", "\n", ")", "|"):
            at[0] += len(one)
            return True
    return False


def _read(line: "Line", words: "Words", piped: bool) -> bool:
    """A file or the output of commands that a command reads."""
    text, at = line[0], line[1]
    at[0] += 1
    if text[at[0] : at[0] + 1] == "(":
        if piped or words[0] not in FED or told(line) is None:
            return False
        words.append("f")
        return True
    if _skip(line, " ") in ("<", "(", "&", ">", "|", ";", "\n", ""):
        return False
    found = word(line)
    return found is not None and not piped and words[0] in READERS and name(found[0], True, line[4])


def told(line: "Line") -> "bool | None":
    """Go past commands in brackets. Whether they tell one number; None where they are not known."""
    at = line[1]
    at[0] += 1
    at[1] += 1
    number = _list(line, ")")
    at[1] -= 1
    if number is None or line[0][at[0] : at[0] + 1] != ")":
        return None
    at[0] += 1
    return number


def _set(line: "Line", key: str, alone: bool) -> bool:
    """A variable of the line's own and its value."""
    text, at, values = line[0], line[1], line[2]
    found = word(line)
    if found is None or _skip(line, " ") not in ("", ";", "\n", ")", "&", "|"):
        return False
    given = found[0].replace(QUOTED, "")
    if given == "$?":
        given = "7"
    number = given.isdigit()
    sure = not at[1] and alone and text[at[0] : at[0] + 1] not in ("&", "|")
    plain = sure and PLAIN.issuperset(given) and given[:1].isalnum() and ".." not in given
    at[2] = 1
    if key in values:
        if values[key][0] != "n" or not number:
            return False
        values[key] = ("n", "7")
        return True
    if not _own(key, values):
        return False
    if number:
        values[key] = ("n", "7" if at[1] or found[0] == "$?" else given)
    elif STATUS in given or (PLAIN.issuperset(given) and not plain):
        values[key] = ("d", "")
    elif plain:
        values[key] = ("s", given)
    else:
        return False
    return True


def _tested(words: "Words", names: "Words") -> bool:
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
