"""The shell texts that stand in a program text, by its language: databases' shells, line editors, debuggers, plotters, transfer programs.

``read`` gives ``(shell text, sure)``. Sure: by the program's manual this very text is run. A guess is what may be run, see ``escapes.py`` for the
manuals. Languages that people program in are read in ``escapes_programs.py``.
"""

from statewright.policy.texts.escapes_databases import mysql, psql, sqlite
from statewright.policy.texts.escapes_started import bound, quoted, started
from statewright.policy.texts.recipes import in_quotes
from statewright.policy.words.patterns import MORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Found = list[tuple[str, bool]]

LONGEST = 1 << 18  # characters of a text that is looked into; MORE stands for a longer one
ADDRESS = frozenset("0123456789.,;$%+-'\t <>ax")  # of ed and ex; 'a and 'x are marks
VIM_STRINGS = (
    "system", "jobstart", "termopen", "job_start", "term_start", "execute", "exe", "feedkeys", "luaeval", "os.", "io.popen", "py", "perl", "ruby",
)  # fmt: skip
# Its options that name a program.
VIM_PROGRAMS = ("makeprg", "grepprg", "shell=", "equalprg", "formatprg", "keywordprg", "mp=", "gp=", "ep=", "fp=", "kp=", "sh=")
LISP_SHELL = (
    "shell-command", "compile", "eshell", "call-process", "start-process", "process-file", "process-lines", "make-process", "start-file", "-shell-",
)  # fmt: skip


def read(language: str, text: str) -> "Found":
    """The shell texts of a program text."""
    if not text:
        return []
    if len(text) > LONGEST:
        return [(MORE, True)]
    if language in ("code", "awk"):
        from statewright.policy.texts import escapes_programs

        return escapes_programs.code(text) if language == "code" else escapes_programs.awk(text)
    return LANGUAGES[language](text)


def shell(text: str) -> "Found":
    """The text as it is."""
    return [(text, True)]


def words(text: str) -> "Found":
    """A value that may be a command: a make variable's."""
    return [(text, False)] if " " in text.strip() else []


def option(text: str) -> "Found":
    """``NAME=command``: an option of ssh's, a setting of git's."""
    return words(text.partition("=")[2])


def inserts(text: str) -> "Found":
    """Commands in brackets behind what runs them: kakoune's ``%sh{…}``, fzf's ``reload(…)``, m4's ``syscmd(`…')``."""
    out: "Found" = []
    for lead in ("%sh", "execute", "execute-silent", "reload", "become", "preview", "transform", "syscmd"):
        for piece in text.split(lead)[1:]:
            sign = piece[:1]
            if sign in ("{", "(", "[", "<", ":"):
                close = {"{": "}", "(": ")", "[": "]", "<": ">"}.get(sign, "")
                out.append(((piece[1:].rpartition(close)[0] if close else piece[1:]).strip("`'"), False))
    return out


def ed(text: str) -> "Found":
    """``!X``, ``r !X``, ``w !X``, ``e !X``, an address before them or not."""
    out: "Found" = []
    for line in text.split("\n"):
        front, sign, rest = line.partition("!")
        if sign and rest.strip() and not rest.startswith("!") and ADDRESS.issuperset(_unsearched(front).strip().rstrip("rweEWf!")):
            out.append((rest, True))
    return out


def _unsearched(front: str) -> str:
    """An address less the patterns in it."""
    for sign in "/?":
        while front.count(sign) > 1:
            start = front.index(sign)
            front = front[:start] + front[front.index(sign, start + 1) + 1 :]
    return front


def vim(text: str) -> "Found":
    """``:!X`` with a range before it, ``:r !X``, ``:w !X``, ``:term X``; texts that ``system()``, ``:execute`` and other languages are given."""
    out: "Found" = []
    for line in text.split("\n"):
        at = line.find("!")
        while at >= 0:
            front, rest = line[:at], line[at + 1 :].lstrip("!")
            last = front.rstrip().rpartition("|")[2].rpartition(":")[2].strip()
            alone = not front or front[-1] in " :|\t%" or not (last.strip("0123456789.,$%+-'<>") or front[-1].isalpha())
            if alone and rest.strip() and rest[:1] != "=":
                out.append((rest, True))
            elif last.rpartition(" ")[2] in ("r", "re", "rea", "read", "w", "wr", "write", "sil", "silent") and rest.strip():
                out.append((rest, last[:1] != "s"))
            at = line.find("!", at + 1)
        for piece in line.split("|"):
            word, _, rest = piece.strip(" :\t").partition(" ")
            if word in ("te", "ter", "term", "terminal") and rest:
                out.append((rest.strip(" +"), True))
            elif word in ("se", "set", "let", "setl", "setlocal") and any(one in rest for one in VIM_PROGRAMS):
                out.append((rest.partition("=")[2].replace("\\ ", " "), False))
    if any(one in text for one in VIM_STRINGS):
        from statewright.policy.texts import escapes_programs

        for one in in_quotes(text):
            bare = one.lstrip(": ")
            out.append((bare.lstrip("r! ") if bare[:1] in "!r" and "!" in bare[:4] else one, False))
        out += escapes_programs.code(text)
    return out


def lisp(text: str) -> "Found":
    """The strings of a form that starts a process: each as a text, all of them as the words of a command."""
    if not any(one in text for one in LISP_SHELL):
        return []
    from statewright.policy.texts import escapes_programs

    return escapes_programs.listed(text, True)


def gdb(text: str) -> "Found":
    """``shell X``, ``!X``, ``pipe … | X``; LLDB's ``platform shell X``; texts of Python's beside them."""
    out: "Found" = []
    for line in text.split("\n"):
        line = line.strip()
        word, _, rest = line.partition(" ")
        if line[:1] == "!":
            out.append((line[1:], True))
        elif len(word) > 1 and (word == "shell"[: len(word)] or word == "make"):
            out.append((rest if word != "make" else line, True))
        elif len(word) > 1 and word == "platform"[: len(word)] and rest.split()[:1] in (["shell"], ["she"], ["sh"], ["shel"]):
            given = rest.partition(" ")[2]
            out.append((given, True))
            out += [(given.partition(" -- ")[2] or given.partition("-- ")[2], True)] if "-- " in given else []
        elif (word in ("pipe", "|") or line[:1] == "|") and "|" in rest + line[1:]:
            out.append((line[1:].rpartition("|")[2], True))
            out.append((line[1:].partition("|")[2], False))
    if "python" in text or "script" in text or "py " in text:
        from statewright.policy.texts import escapes_programs

        out += escapes_programs.code(text)
    return out


def bang(text: str) -> "Found":
    """``!X`` at the beginning of a command; in dc anywhere but before a comparison."""
    out: "Found" = []
    for line in text.replace(";", "\n").split("\n"):
        front, sign, rest = line.partition("!")
        if sign and rest.strip() and rest[:1] not in "<>=" and not front.strip().rstrip("0123456789 +-*/pfn_.[]:"):
            out.append((rest, True))
        word, _, given = line.strip().partition(" ")
        if word in ("local", "shell") and given:
            out.append((given, True))
    for line in text.split("\n"):
        if "!" in line and ";" in line:
            out.append((line.partition("!")[2], False))
    return out


def gnuplot(text: str) -> "Found":
    """``!X``, texts in backticks, ``'< X'`` and ``'| X'``, what ``system`` is given."""
    out: "Found" = [(line.strip()[1:], True) for line in text.replace(";", "\n").split("\n") if line.strip()[:1] == "!"]
    out += [(piece, True) for piece in text.split("`")[1::2]]
    quoted = in_quotes(text)
    out += [(one[1:], True) for one in quoted if one[:1] in "<|" and one[1:].strip()]
    return out + ([(one, True) for one in quoted if one.strip()] if "system" in text else [])


def octave(text: str) -> "Found":
    """What ``system``, ``shell_cmd``, ``unix``, ``dos`` and ``popen`` are given, and ``!X``."""
    out: "Found" = [(line.strip()[1:], True) for line in text.split("\n") if line.strip()[:1] == "!" and line.strip()[1:2] != "="]
    if any(one in text for one in ("system", "shell_cmd", "unix", "dos", "popen", "spawn", "exec")):
        from statewright.policy.texts import escapes_programs

        out += escapes_programs.listed(text, True)
    return out


def tcl(text: str) -> "Found":
    """``exec X``, ``spawn X``, ``open "|X"``; what ``send`` types and ``system`` runs."""
    out: "Found" = []
    if not any(one in text for one in ("exec", "spawn", "open", "system", "send", "eval")):
        return out
    for lead in ("exec ", "spawn ", "exec\t", "spawn\t", "execlp ", "system "):
        for piece in text.split(lead)[1:]:
            given = piece.partition("\n")[0]
            while given[:1] == "-":
                given = given.partition(" ")[2].lstrip()
            out += [(made, False) for one in (given, given.partition("]")[0], given.partition(";")[0]) for made in (one, _unbraced(one))]
    for one in in_quotes(text):
        bare = one.lstrip("| ").replace("\\r", "\n").replace("\\n", "\n")
        out += [(bare, False)] if bare.strip() else []
    return out + [(piece.partition("}")[0].lstrip("| "), False) for piece in text.split("{")[1:] if piece.lstrip()[:1] == "|"]


def _unbraced(text: str) -> str:
    """Tcl's braces as quotes."""
    return text.replace("{", "'").replace("}", "'")


def socat(text: str) -> "Found":
    """The addresses ``EXEC:``, ``SYSTEM:`` and ``SHELL:``, options behind a comma."""
    kind, _, given = text.partition(":")
    if kind.upper() not in ("EXEC", "SYSTEM", "SHELL") or not given:
        out: "Found" = []
        for one in text.split("!!")[1:]:
            out += socat(one)
        return out
    return [(one, True) for one in dict.fromkeys((given, given.partition(",")[0], given.partition("!!")[0].partition(",")[0]))]


def cargo(text: str) -> "Found":
    """``cargo watch -x SUBCOMMAND``."""
    return [("cargo " + text, False)]


def scripts(text: str) -> "Found":
    """``npm pkg set scripts.NAME=X``: kept for later, and then run."""
    key, sign, value = text.partition("=")
    return [(value, False)] if sign and key.startswith("scripts") else []


LANGUAGES: "dict[str, Callable[[str], Found]]" = {
    "shell": shell, "started": started, "quoted": quoted, "bound": bound, "option": option, "inserts": inserts,
    "words": words, "sqlite": sqlite, "psql": psql, "mysql": mysql, "ed": ed, "vim": vim, "lisp": lisp, "gdb": gdb, "bang": bang,
    "gnuplot": gnuplot, "octave": octave, "tcl": tcl, "socat": socat, "scripts": scripts, "cargo": cargo,
}  # fmt: skip
