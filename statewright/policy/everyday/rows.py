"""A command against the table of everyday lines: is it there, permitted in the state, and are its options and names all of its row?"""

from statewright.policy.everyday.words import PATTERN, QUOTED, STATUS, TEXT
from statewright.shell.everyday import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import State

    Words = list[str]

BEGINNINGS = ("/", "~", "-", "+", "@", ".", "=", ":", "$")
WILD = frozenset("*?[")
STARRED = frozenset(("cat", "ls", "wc", "head", "tail", "grep", "file", "stat", "du"))  # no option of theirs harms, should a file be named like one
TOLD = (STATUS, QUOTED + STATUS)  # a name that only the running shell knows
KINDS = ("=", "~", "S", "N", "V")  # of values, see the table
PARTS = ("unit", "e2e", "integration", "ci", "js", "ts", "api", "web", "all", "coverage", "types")
REPORTS = ("lint", "test", "typecheck")  # scripts that have rows of their own, and may have more behind a colon


def known(state: "State", words: "Words", piped: bool, operands: "list[str]") -> "str | None":
    """The signs of a command's row; None when it is none of the table's, not permitted here, or has more to it."""
    key, start = words[0], 1
    row = _row(key)
    while row and ">" in row[0] and start < len(words):
        longer = _row(key + " " + words[start])
        if longer is None and key[-4:] == " run":
            longer = _script(key, words[start])
        if longer is None:
            break
        row = longer
        key += " " + words[start]
        start += 1
    if row is None or row[0] == ">":
        return None
    signs = row[0]
    most = 0 if "n" in signs else 1 if "1" in signs else 2 if "2" in signs else 99
    if piped and "r" not in signs and "h" not in signs and "f" not in signs:
        return None  # it might take its orders from there
    if "h" in signs:
        pass
    elif "allowed_commands" in state:
        if not any(words[: len(entry)] == entry for entry in state["command_words"]):
            if not piped:
                return None
            row = _row("| " + key)
            if row is None:
                return None
            most = int(row[0][-1])
    elif "r" not in signs and "c" not in signs:
        if "x" not in signs or state.get("read_only"):
            return None
        if "l" in signs and (state.get("max_edit_lines") is not None or state.get("max_files_per_state") is not None):
            return None
    if "b" in signs and state.get("blocked_env"):
        return None
    if "j" in signs and start < len(words):
        from statewright.policy.everyday.forms import named  # only here: few runners are given names

        script = key[-4:] == " run"
        if named(words[start + script :], operands) or (script and words[start][0] == "-"):
            return None
    if "e" in signs:
        from statewright.policy.words.redirects import may_write  # only here: few rows need it

        if not may_write(state):
            return None
    if ("env" in words or QUOTED + "env" in words) and words[0] != "go":  # npm run env prints what the state may block
        return None
    if words[0] == "gh" and state.get("blocked_env") and any("env" in word.lower() for word in words):
        return None  # its --jq is given the environment
    if words[0] in STARRED and not state.get("blocked_env") and "allowed_commands" not in state and any(word in TOLD for word in words):
        words = [word if word not in TOLD else "f" for word in words]
        operands.append(STATUS)
    if _rest(words, start, row, operands, most) < (1 if "m" in signs else 0):
        return None
    return signs


def _script(key: str, script: str) -> "list[str] | None":
    """The row of a script such as ``test:unit``."""
    kind, _, more = script.partition(":")
    return _row(key + " " + kind) if kind in REPORTS and more in PARTS else None


def _row(key: str) -> "list[str] | None":
    """signs, letters, letters with a name as their value, letters with any text, long options."""
    at = ROWS.find("\n" + key + "|")
    if at < 0:
        return None
    at += len(key) + 2
    row = ROWS[at : ROWS.find("\n", at)]
    return _row(row[1:]) if row[0] == "=" else (row + " ").split("|")


def _rest(words: "Words", start: int, row: "list[str]", operands: "list[str]", most: int) -> int:
    """How many names stand behind a program's own words; -1 where something else than options of its row and at most so many names does."""
    signs, letters, valued, texts, longs = row
    if "a" in signs:
        return 0 if all(word == "$?" or text(word.replace(STATUS, ""), operands) for word in words[start:]) else -1
    runs = ("r" not in signs and "f" not in signs) or "o" in signs
    strict = runs and words[0] != "git" and words[0] != "gh"  # others may hand a text to a shell
    far = runs or (start > 1 and words[0] != "git")
    count = 0
    value = ""
    script = signs[0] if signs[0].isupper() else ""
    for i in range(start, len(words)):
        word = words[i]
        bare = word[1:] if word[0] == QUOTED else word
        if value:
            if (bare[:1] == "-" and not bare[1:2].isdigit()) or not _value(value, word, runs, strict, operands):
                return -1
            if value == "S":
                script, count = "", count + 1
            value = ""
        elif bare[:1] == "-" and len(bare) > 1:
            option, sign, given = bare.partition("=")
            at = longs.find(" " + option + " ")
            if at >= 0:
                value = longs[at + len(option) + 2 : at + len(option) + 3]
                if value not in KINDS:
                    value = ""
                if sign:
                    if value == "S" or (bare[1] != "-" and (not value or words[0] != "go")):
                        return -1
                    if "/" in given and (not value or ("*" in given and word[0] != QUOTED)):
                        return -1
                    if not _value(value or "=", QUOTED + given, runs, strict, operands):
                        return -1
                    value = ""
                continue
            if bare[1] == "-":
                return -1
            for n in range(1, len(bare)):
                c = bare[n]
                if c in valued or c in texts:
                    value = "=" if c in valued else "~"
                    if n + 1 < len(bare):
                        if far and not bare[n + 1 :].isdigit():
                            return -1  # a letter more may be an option of its own there
                        if not _value(value, QUOTED + bare[n + 1 :], runs, strict, operands):
                            return -1
                        value = ""
                    break
                if c not in letters and not (c.isdigit() and (n > 1 or "#" in letters)):
                    return -1
        elif script:
            from statewright.policy.everyday.forms import fits  # only here: few lines hand over a program

            left = fits(script, word, operands)
            if left is None:
                return -1
            script = left
            count += 1
        else:
            count += 1
            if runs and words[0] == "git" and words[1] != "add" and not WILD.isdisjoint(word):
                return -1  # git matches names itself, hidden ones too
            star = "*" in word and most == 99 and "r" in signs and (word[0] != "*" or words[0] in STARRED)
            if count > most or not (name(word, runs, operands) or (star and _pattern(word, operands))):
                return -1
    return -1 if value or script == "M" else count


def _value(kind: str, word: str, runs: bool, strict: bool, operands: "list[str]") -> bool:
    """Whether an option's value is of its kind."""
    if kind == "=":
        return name(word, runs, operands)
    if kind == "~":
        return not (strict and _leads(word)) and text(word, operands)
    from statewright.policy.everyday.forms import fits

    return fits(kind, word, operands) is not None


def _leads(word: str) -> bool:
    """Whether a text may be a path to somewhere else, or one that only looks like a text."""
    bare = word[1:] if word[0] == QUOTED else word
    return TEXT in word or PATTERN in word or "/" in bare or bare[:1] in (".", "@") or ".." in bare


def name(word: str, runs: bool, operands: "list[str]") -> bool:
    """Whether a word is a plain name, a relative path in sight, or a quoted text that leads nowhere."""
    text = word[1:] if word[:1] == QUOTED else word
    if PATTERN in text or TEXT in text or STATUS in text:
        if runs or PATTERN not in text or TEXT in text or STATUS in text:
            return False
        text = text.replace(PATTERN, "")
    inner = text[2:] if text[:2] == "./" else text
    if text == "." or inner == "...":  # go's word for all packages below
        return True
    if inner[-4:] == "/...":
        inner = inner[:-4]
    if not inner:
        return not runs and word == QUOTED  # grep -c ''
    if inner[0] in BEGINNINGS or "/." in inner or (runs and ("=" in inner or "://" in inner)):
        return not runs and _shown(inner, operands)
    if (".." in inner and ".." in inner.split("/")) or ("~" in inner and word[:1] != QUOTED and not _revision(inner)):
        return False
    if "*" in inner and word[:1] != QUOTED:
        return False
    operands.append(inner)
    return True


def text(word: str, operands: "list[str]") -> bool:
    """Whether a word is a text that nothing expands: of a message, a number, a sign."""
    if STATUS in word or "$" in word[:1] or word[1:2] == "~" or (word[:1] != QUOTED and ("~" in word or "*" in word or word[:1] == "=")):
        return False
    operands.append(word.replace(QUOTED, "").replace(TEXT, "").replace(PATTERN, ""))
    return True


def _pattern(word: str, operands: "list[str]") -> bool:
    from statewright.policy.everyday.forms import globbed  # only here: most lines name what they mean

    return globbed(word, operands)


def _shown(text: str, operands: "list[str]") -> bool:
    from statewright.policy.everyday.forms import shown  # only here: most names are plain ones

    return shown(text, operands)


def _revision(text: str) -> bool:
    """Whether a tilde in a word is git's (``HEAD~2``) and expands to nothing."""
    return all(text[i - 1 : i].isalnum() for i, c in enumerate(text) if c == "~")
