"""Text that a builtin evaluates later: literals that would run something are named, or read.

bash and zsh evaluate a number or a variable's name as arithmetic, and in arithmetic ``a[$(…)]`` runs a command even
out of single quotes (bash manual, Shell Arithmetic and Arrays; zsh manual, Arithmetic Evaluation).
"""

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
PROMPTS = frozenset(("PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT_COMMAND", "PROMPT", "RPROMPT", "prompt", "precmd_functions"))
NUMERIC = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))


def check(found: "Found", command: "Command") -> None:
    """Note what a simple command evaluates beyond its words."""
    for assign in command.assigns:
        if assign.name in PROMPTS:
            prompt(found, assign.value)
        if assign.index is not None and ("$(" in assign.index.raw or "`" in assign.index.raw) and "'" in assign.index.raw:
            doubt(found, "a subscript evaluates a literal")
    if not command.words:
        return
    name = command.words[0].text
    if name in EVALUATING:
        builtin(found, command, name)
    elif name in COMPLETING and len(command.words) > 1:
        doubt(found, "%s evaluates its options" % name)
    elif name == "alias" and len(command.words) > 1:
        doubt(found, "an alias changes what later words run")


def doubt(found: "Found", reason: str) -> None:
    if reason not in found.opaque:
        found.opaque.append(reason)


def builtin(found: "Found", command: "Command", name: str) -> None:
    words = command.words
    for word in words:
        if word.quoted and dangerous(word.text):
            doubt(found, "%s evaluates a literal that runs something" % name)
    if name == "let" or name in DECLARING:
        declared(found, words, name)
    elif name == "printf":
        if len(words) > 2 and words[1].text[:2] == "-v":
            unseen = not words[1].static or (words[1].text == "-v" and not words[2].static)
            found.evaluates = found.evaluates or unseen
            for word in words[2:]:
                if "\\" in word.text or "%b" in word.text or (word.quoted and ("$" in word.text or "`" in word.text)):
                    found.loaded = True
    elif name in STORING:
        for redirect in command.redirects:
            text = redirect.heredoc or (redirect.target if redirect.op == "<<<" else None)
            if text is not None and ("$" in text.text or "`" in text.text):
                found.loaded = True
        found.evaluates = found.evaluates or not all(word.static for word in words)
    elif (name == "test" or name == "[") and not found.evaluates:
        for k, word in enumerate(words):
            if word.text == "-v" or (word.text in NUMERIC and not (literal(words[k - 1]) and literal(words[k + 1] if k + 1 < len(words) else word))):
                found.evaluates = True


def literal(word: "Word") -> bool:
    return word.text.lstrip("+-").isdigit()


def declared(found: "Found", words: "list[Word]", name: str) -> None:
    integer = name == "let"
    for word in words[1:]:
        text = word.text
        if text[:1] in ("-", "+") and name != "let":
            integer = integer or "i" in text
            continue
        variable, equals, value = text.partition("=")
        if variable.rstrip("+") in PROMPTS and word.quoted:
            prompt(found, word)
        if word.quoted and ("$" in value or "`" in value):
            found.loaded = True
            if value[:1] == "(" or integer:
                doubt(found, "%s evaluates a literal that runs something" % name)
        if integer and not (equals and literal_text(value)):
            found.evaluates = True


def literal_text(text: str) -> bool:
    return text.lstrip("+-").isdigit()


def prompt(found: "Found", word: "Word") -> None:
    """A prompt is expanded every time it is shown, PS4 even in scripts."""
    if word.quoted and ("$" in word.text or "`" in word.text):
        doubt(found, "a prompt variable holds text that is expanded later")
