"""Text that a builtin evaluates later: literals that would run something are named, or read.

bash and zsh evaluate a number or a variable's name as arithmetic, and in arithmetic ``a[$(…)]`` runs a command even
out of single quotes (bash manual, Shell Arithmetic and Arrays; zsh manual, Arithmetic Evaluation).
"""

from statewright.shell.model import HOLE
from statewright.shell.words import dangerous

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Command, Word

DECLARING = frozenset(("declare", "typeset", "local", "export", "readonly"))
STORING = frozenset(("read", "mapfile", "readarray"))
# Builtins with an operand that is a name or a number; the second line only in zsh.
EVALUATING = DECLARING | STORING | frozenset(
    ("let", "test", "[", "printf", "unset", "getopts", "wait", "exit", "return", "break", "continue", "shift",
     "integer", "float", "print", "ulimit", "kill", "cd", "pushd", "popd", "dirs", "set", "vared", "zparseopts", "history", "fc"))
COMPLETING = frozenset(("compgen", "complete", "compopt", "compctl", "compadd"))
LISTS = ("-G", "-A", "-a", "-b", "-c", "-d", "-f", "-g", "-k", "-u")
PROMPTS = frozenset(("PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT_COMMAND", "PROMPT", "RPROMPT", "prompt", "precmd_functions"))
# Whose value is evaluated when it is set: integers of the shell itself (bash manual, Bash Variables; zsh manual, Parameters Used By The Shell).
NUMBERS = frozenset(
    ("RANDOM", "SRANDOM", "SECONDS", "LINENO", "OPTIND", "HISTCMD", "HISTSIZE", "SAVEHIST", "COLUMNS", "LINES", "UID", "GID", "EUID", "EGID",
     "TTYIDLE", "KEYTIMEOUT", "FUNCNEST", "LISTMAX", "LOGCHECK", "MAILCHECK", "SHLVL", "ERRNO", "PERIOD", "DIRSTACKSIZE", "BAUD", "TRY_BLOCK_ERROR",
     "TMOUT", "ZLE_RPROMPT_INDENT", "REPORTTIME", "REPORTMEMORY", "TRY_BLOCK_INTERRUPT", "CURSOR", "MARK", "NUMERIC", "HISTNO", "REGION_ACTIVE",
     "UNDO_LIMIT_NO", "CURRENT", "HISTFILESIZE", "ARGC", "PPID", "MBEGIN", "MEND", "EPOCHSECONDS", "EPOCHREALTIME"))
COUNTED = frozenset(("exit", "return", "shift", "break", "continue", "ulimit"))  # zsh evaluates their number
BINARY = frozenset(("=", "==", "!=", "<", ">", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"))
NUMERIC = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))


def check(found: "Found", command: "Command") -> None:
    """Note what a simple command evaluates beyond its words."""
    for assign in command.assigns:
        if assign.name in PROMPTS:
            prompt(found, assign.value)
            if not assign.value.static:
                found.roots.append(("name", assign.name))
        if assign.index is not None and ("$(" in assign.index.raw or "`" in assign.index.raw) and "'" in assign.index.raw:
            doubt(found, "a subscript evaluates a literal")
        if assign.name in NUMBERS:
            evaluated(found, assign.value)
    for redirect in command.redirects:
        if "[" in redirect.fd:
            found.evaluates = True
            found.roots.append(("text", redirect.fd.partition("[")[2]))
    if not command.words:
        return
    name = command.words[0].text
    if name in EVALUATING:
        builtin(found, command, name)
    elif name in COMPLETING and len(command.words) > 1 and not (name == "compgen" and _lists(command)):
        doubt(found, "%s evaluates its options" % name)
    elif name == "alias" and len(command.words) > 1:
        doubt(found, "an alias changes what later words run")


def _lists(command: "Command") -> bool:
    """Whether compgen only lists names: of its options -C, -F and -W are evaluated, and -V sets a variable. bash(1)"""
    words = command.words[1:]
    actions = [words[i + 1].text for i, word in enumerate(words[:-1]) if word.text == "-A"]
    known = all(action in ("function", "file", "directory", "command", "alias", "builtin", "keyword") for action in actions)
    return known and all(word.static for word in words) and all(word.text in LISTS for word in words if word.text[:1] == "-")


def doubt(found: "Found", reason: str) -> None:
    if reason not in found.opaque:
        found.opaque.append(reason)


def builtin(found: "Found", command: "Command", name: str) -> None:
    words = command.words
    for word in words:
        if word.quoted and dangerous(word.text):
            doubt(found, "%s evaluates a literal that runs something" % name)
    if name in ("let", "integer", "float") or name in DECLARING:
        declared(found, words, name)
    elif name == "printf" or (name == "print" and any(word.text[:2] == "-v" for word in words[1:])):
        if len(words) > 2 and words[1].text[:2] == "-v":
            number = words[2].text if words[1].text == "-v" else words[1].text[2:]
            found.evaluates = found.evaluates or (number in NUMBERS and not all(literal(word) for word in words[3:]))
            unseen = not words[1].static or (words[1].text == "-v" and not words[2].static)
            found.evaluates = found.evaluates or unseen
            subscripted(found, words[1:3])
        else:
            formatted(found, words[1:])
            for word in words[2:]:
                if "\\" in word.text or "%b" in word.text or (word.quoted and ("$" in word.text or "`" in word.text)):
                    found.loaded = True
    elif name in STORING:
        for redirect in command.redirects:
            text = redirect.heredoc or (redirect.target if redirect.op == "<<<" else None)
            if text is not None and ("$" in text.text or "`" in text.text):
                found.loaded = True
        for word in words[1:]:
            if word.text in NUMBERS or word.text in PROMPTS:
                found.roots.append(("name", word.text))
                found.evaluates = found.evaluates or word.text in NUMBERS
        subscripted(found, words[1:])
    elif name == "unset":
        subscripted(found, words[1:])
    elif name == "getopts":
        subscripted(found, words[2:3])
    elif name == "wait":
        waited(found, words)
    elif name == "test" or name == "[":
        for k, word in enumerate(words):
            sides = words[k - 1 : k + 2 : 2]
            if word.text in ("-v", "-R") or (word.text in NUMERIC and not (len(sides) > 1 and literal(sides[0]) and literal(sides[1]))):
                found.evaluates = True
                for other in sides if word.text in NUMERIC else ():
                    if other.static and not literal(other):
                        evaluated(found, other)
            if word.text in ("-v", "-R") and k + 1 < len(words):
                evaluated(found, words[k + 1])
            if not word.static and k:
                tested(found, words, k)
    elif name in COUNTED:
        for word in words[1:]:
            if not word.static or not (literal(word) or word.text[:1] == "-"):
                evaluated(found, word)


def tested(found: "Found", words: "list[Word]", k: int) -> None:
    """A word of ``[`` that may itself become ``-v`` and a name: one that splits, or one where an operator may stand."""
    before, behind = words[k - 1].text, words[k + 1].text if k + 1 < len(words) else "]"
    opens = k == 1 or before in ("!", "(", "-a", "-o")
    if words[k].splits or (opens and behind not in BINARY and behind not in ("]", "-a", "-o", ")")):
        evaluated(found, words[k])


def formatted(found: "Found", words: "list[Word]") -> None:
    """zsh evaluates what printf prints as a number."""
    if not words or not words[0].static:
        return
    kinds = [piece.lstrip("#0- +'123456789.hlLjzt")[:1] for piece in words[0].text.replace("%%", "").split("%")[1:]]
    for k, word in enumerate(words[1:] if kinds else ()):
        if not literal(word) and (kinds[k % len(kinds)] in "diouxXeEfFgGaA*" or "*" in words[0].text):
            evaluated(found, word)


def subscripted(found: "Found", words: "list[Word]") -> None:
    """Names of variables: evaluated where they are not there to read, or have a subscript."""
    for word in words:
        if not word.static:
            evaluated(found, word)
        elif "[" in word.text:
            found.evaluates = True
            found.roots.append(("text", word.text.partition("[")[2]))


def evaluated(found: "Found", word: "Word") -> None:
    """Note that a word is evaluated as arithmetic or as a name."""
    if word.parts or not literal(word):
        found.evaluates = True
        found.roots += [(kind, source) for kind, source, _ in word.parts] or [("text", word.text)]


def literal(word: "Word") -> bool:
    return word.text.lstrip("+-").isdigit()


def waited(found: "Found", words: "list[Word]") -> None:
    """``wait -p NAME``, the option in a cluster or not."""
    for k, word in enumerate(words[1:], 1):
        if word.text[:1] == "-" and "p" in word.text:
            subscripted(found, [word] if word.text[-1] != "p" else words[k + 1 : k + 2])


def declared(found: "Found", words: "list[Word]", name: str) -> None:
    integer = name in ("let", "integer", "float")
    reference = listing = False
    for word in words[1:]:
        text = word.text
        if text[:1] in ("-", "+") and name != "let":
            integer = integer or "i" in text or "E" in text or "F" in text  # zsh: floats as well
            reference = reference or ("n" in text and name not in ("export", "readonly"))
            listing = listing or "a" in text.lower()
            continue
        variable, equals, value = text.partition("=")
        if variable.rstrip("+") in PROMPTS and word.quoted:
            prompt(found, word)
        if equals and (HOLE in variable or (variable.rstrip("+") in NUMBERS and not literal_text(value))):
            found.evaluates = True  # a number of the shell's own, or a name that may be one
        if word.quoted and ("$" in value or "`" in value):
            found.loaded = True
            if value[:1] == "(" or integer:
                doubt(found, "%s evaluates a literal that runs something" % name)
        if value[:1] == "(" and word.quoted and "[" in value:  # a list in quotes: its subscripts are evaluated
            found.evaluates = True
            found.roots.append(("index", value))
        elif value[:1] == "\0" and listing and word.parts[:1] and word.parts[0][0] != "array":
            evaluated(found, word)
        if reference:  # what it refers to, now or later, may be an element
            found.evaluates = True
            found.roots += [("index", value)] if equals else []
        if integer and not (equals and literal_text(value)):
            found.evaluates = True
            evaluated(found, word)
        if integer or reference:
            found.roots.append(("name", variable.rstrip("+")))
        elif ("\0" in variable or "[" in variable) and name not in ("export", "readonly"):
            evaluated(found, word)


def literal_text(text: str) -> bool:
    return text.lstrip("+-").isdigit()


def prompt(found: "Found", word: "Word") -> None:
    """A prompt is expanded every time it is shown, PS4 even in scripts."""
    if word.quoted and ("$" in word.text or "`" in word.text):
        doubt(found, "a prompt variable holds text that is expanded later")
