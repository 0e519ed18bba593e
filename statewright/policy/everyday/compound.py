"""Everyday lines with more than plain commands: variables, loops, conditions and the output of known commands, as the commands they come to.

``flat`` follows a line from front to back. A loop over words that are there to see is gone through word by word, a variable of the
line's own is put in its place, and what only the running shell knows is marked as a text to print. Whatever else there is in a line
leaves it to the rules. The commands are judged one by one as those of a plain line are.
"""

from statewright.policy.everyday.own import LARGE, assigned, own, valued
from statewright.policy.everyday.redirected import printed, silent
from statewright.policy.everyday.rows import name
from statewright.policy.everyday.tested import one_number, tested
from statewright.policy.everyday.told import identifier, skip, word
from statewright.policy.everyday.words import NUMBER, QUOTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Words = list[str]
    from statewright.policy.everyday.told import Line, Value

MESSAGES = ("-m", "-am", "-qm", "--message")
SCRIPTED = ("sed", "awk", "jq", "printf")  # their first word is a program, or almost
READERS = ("wc", "cat", "grep", "head", "tail", "sort", "tr", "cut", "uniq", "jq")  # of a file that they are given as their input
FED = ("diff", "comm", "join", "paste", "cat", "grep", "sort", "wc", "head", "tail")  # what only reads the outputs it is given as files
NUMBERED = ("echo", "printf", "exit", "return", "sleep", "seq", "test", "[", "[[")  # what a number is told to, whatever it is
COUNTING = ("head", "tail")  # and these, where it is a word of its own
CLOSING = ("done", "fi", "then", "else", "elif", "do", "}")
MOST = 40  # commands that a line may come to


def flat(text: str, blocked: "Sequence[str]") -> "tuple[list[tuple[Words, bool]], list[str], bool, list[str], int] | None":
    """The commands of a line with whether each reads a pipe, the files that are read for them, whether it sets variables, the files that it
    prints into, and whether a loop of it reads (2: a file); None for others. blocked: variables that may not be told; then only the line's own are.
    """
    if text[:1] == "(" and text[-1:] == ")" and "(" not in text[1:]:
        text = text[1:-1]
    if "<<" in text:
        from statewright.policy.everyday.loops import lifted

        without = lifted(text, blocked)
        if without is None:
            return None
        text = without
    line: "Line" = (text, [0, 0, 0, bool(blocked), 0, 0], {}, [], [], [])
    if _list(line, "") is None or line[1][0] != len(text) or not line[3]:
        return None
    if blocked and not _untold(blocked, line):
        return None
    return line[3], line[4], bool(line[1][2]), line[5], line[1][5]


def _untold(blocked: "Sequence[str]", line: "Line") -> bool:
    """Whether none of the line's own variables goes by a name that may not be told."""
    from statewright.policy.words.listed import matches  # only here: few states block variables

    return not any(matches(name, key) for name in blocked for key in line[2])


def _ahead(line: "Line") -> str:
    """The letters that come next, as far as they make a word."""
    text, start = line[0], line[1][0]
    end = start
    while text[end : end + 1] and (text[end].isalpha() or text[end] in "{}![("):
        end += 1
    return text[start:end]


def _list(line: "Line", closing: str) -> "bool | None":
    """Commands up to a closing sign or word, or the line's end. Whether what they tell is one number, None where one is not known."""
    text, at, commands = line[0], line[1], line[3]
    piped = False
    first = True
    number = False
    sign = ";"
    while True:
        c = skip(line, " \n")
        if not c or (closing == ")" and c == ")") or (_ahead(line) in CLOSING and closing != ")"):
            return None if sign in ("|", "&&", "||") or (first and closing) else number
        before = len(commands)
        if not _item(line, piped, sign == ";"):
            return None
        if len(commands) > MOST:
            return None
        if not (piped and commands[before:] and commands[-1][0] == ["tr", "-d", QUOTED + " "]):
            number = len(commands) > before and one_number(commands[-1][0]) and (first or piped)
        first = False
        c = skip(line, " ")
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


def _item(line: "Line", piped: bool, alone: bool) -> bool:
    """One command, or one made of others. alone: it runs whatever the one before it did."""
    text, at = line[0], line[1]
    ahead = _ahead(line)
    if ahead in ("if", "for", "while", "{", "!") and text[at[0] + len(ahead) : at[0] + len(ahead) + 1] in (" ", "\n"):
        if piped and ahead != "while":
            return False
        at[0] += len(ahead)
        if ahead == "!":
            skip(line, " ")
            return _ahead(line) not in ("!", "{", "if", "for", "while") and _item(line, False, False)
        at[1] += 1
        if ahead == "while":
            from statewright.policy.everyday.loops import reading  # only here: few lines have such a loop

            fine = reading(line, piped)
        else:
            fine = _if(line) if ahead == "if" else _for(line) if ahead == "for" else _list(line, "}") is not None and _word_is(line, "}")
        at[1] -= 1
        while fine and (silent(line) or printed(line)):
            pass
        return fine
    return _simple(line, piped, alone)


def _word_is(line: "Line", word: str) -> bool:
    """Go past a word of the shell's own, if it comes next."""
    skip(line, " \n")
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
    skip(line, " ")
    key = identifier(line)
    if not own(key, values) or not _word_is(line, "in"):
        return False
    given: "list[Value]" = []
    while skip(line, " ") not in ("", ";", "\n"):
        value = valued(line)
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


def _simple(line: "Line", piped: bool, alone: bool) -> bool:
    """A command with its words; a test, an assignment."""
    text, at, commands, names = line[0], line[1], line[3], line[4]
    start = at[0]
    key = identifier(line)
    if key and text[at[0] : at[0] + 1] == "=" and text[at[0] + 1 : at[0] + 2] not in (" ", "", "="):
        at[0] += 1
        if key.islower() or key in LARGE:
            return not piped and assigned(line, key, alone)
    at[0] = start
    words: "Words" = []
    given, before = False, len(line[5])
    while True:
        c = skip(line, " ")
        if c in ("", ";", "\n", ")", "|") or text.startswith("&&", at[0]):
            break
        if silent(line) or (words and printed(line)):
            continue
        if c == "\5":
            at[0] += 1
            given = True
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
            if text[at[0] : at[0] + 1] == ">" and one.isdigit():
                return False  # which of its outputs goes there
        if made and (not words or words[0] in SCRIPTED or (piped and "(" in text)):
            return False  # a program by a variable, or a part of one; what reads the pipe within
        if made and words[:1] == ["git"] and (words[-1] not in MESSAGES or one[0] != QUOTED):
            at[2] = 1  # as a variable of the line's own does, it makes of a git command whatever it is
        words.append(one)
    if any(NUMBER in one for one in words) and not _numbered(words):
        return False
    words = [one.replace(NUMBER, "") for one in words]
    if given and words[:1] not in (["cat"], ["tee"]):
        return False  # it may be a program
    if not words or (words[0] == "cd" and (at[1] or text[:start].strip(" \n") or len(line[5]) > before)):
        return False
    if words[0] in ("[", "[[", "test"):
        return not piped and tested(words, names)
    if words[0] in ("break", "continue") and len(words) == 1:
        return True
    commands.append((words, piped or at[4] > 0))
    return True


def _numbered(words: "Words") -> bool:
    """Whether a number that only the running shell knows makes no name and no option of what a command is given."""
    if words[0] in COUNTING:
        return all(NUMBER not in one or one.replace(QUOTED, "") in ("7" + NUMBER, "-7" + NUMBER, "-n7" + NUMBER) for one in words)
    if words[0] == "git":
        return all(NUMBER not in one or (one[0] == QUOTED and words[i - 1] in MESSAGES) for i, one in enumerate(words))
    return words[0] in NUMBERED


def _read(line: "Line", words: "Words", piped: bool) -> bool:
    """A file or the output of commands that a command reads."""
    text, at = line[0], line[1]
    at[0] += 1
    if text[at[0] : at[0] + 1] == "(":
        if piped or words[0] not in FED or told(line) is None:
            return False
        words.append("f")
        return True
    if skip(line, " ") in ("<", "(", "&", ">", "|", ";", "\n", ""):
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
