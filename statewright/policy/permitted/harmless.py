"""Builtins that change nothing but the shell itself, and filters at the end of a pipe."""

from statewright.policy.words.setting import DECLARING
from statewright.shell.model import HOLE
from statewright.shell.programs import FILTERS, HARMLESS, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

EVALUATING = (
    "let",
    "((",
    "test",
    "[",
    "[[",
    "read",
    "unset",
    "mapfile",
    "readarray",
    "getopts",
    "wait",
    "declare",
    "typeset",
    "local",
    "readonly",
    "export",
)
ACTIVATE = tuple(folder + "bin/activate" for folder in (".venv/", "venv/", "env/", ".env/"))


def harmless(call: "Call", event: "Event") -> bool:
    """Whether the command passes without being listed."""
    name, texts = call.name, call.texts
    if not call.words:
        return True  # assignments, redirects and a loop's variable have their own rules
    if call.command.wrapper:
        return name != "env" or "-S" not in texts
    if name in ("source", "."):
        return len(texts) == 2 and not call.command.open and call.words[1].static and _activate(texts[1], event)
    if name == "cat" and len(texts) == 1 and call.command.stdin == "heredoc":
        return True
    if name not in HARMLESS:
        return False
    if call.command.open and name not in ("echo", "printf", "true", "false", ":", "test", "[", "pwd", "which", "type"):
        return False
    return not _fault(name, call)


def _activate(path: str, event: "Event") -> bool:
    if path.startswith(event.project + "/"):
        path = path[len(event.project) + 1 :]
    return (path[2:] if path[:2] == "./" else path) in ACTIVATE


def _fault(name: str, call: "Call") -> bool:
    """The forms of harmless builtins that run code, load code, change what runs, or write."""
    texts = call.texts
    options = "".join(text for text in texts[1:] if text[:1] in ("-", "+") and text[:2] != "--")
    if name in EVALUATING or (name == "printf" and texts[1:2] and texts[1][:2] == "-v"):
        for word in call.words[1:]:
            if name in DECLARING and not ("i" in options or "n" in options or "a" in options.lower()):
                break
            if name in DECLARING and word.quoted and "=(" in word.text and "=(" not in word.raw.partition("'")[0].partition('"')[0]:
                return True  # a list in quotes is evaluated again, its subscripts too
            if "$(" in word.text.replace("\\", "") or "`" in word.text:
                return True
    if name == "set":
        return keyword(call)
    if name == "hash":
        return "p" in options or any("=" in text or HOLE in text for text in texts[1:])  # zsh: hash NAME=PATH
    if name == "shopt":
        return "expand_aliases" in texts or any(HOLE in text for text in texts)
    if name == "jobs":
        return "x" in options
    if name in ("mapfile", "readarray"):
        return "C" in options
    if name == "builtin":
        return len(texts) > 1  # a builtin it runs has an entry of its own; then this one is a wrapper
    if name == "command":
        return not (len(texts) > 1 and texts[1] in ("-v", "-V", "-pv", "-pV"))
    if name == "exec":
        return len(texts) > 1
    return False


def keyword(call: "Call") -> bool:
    """``set -k``: words behind a command become variables of it."""
    texts = call.texts[1:]
    for i, text in enumerate(texts):
        if text in ("-o", "-so") and texts[i + 1 : i + 2] and (texts[i + 1] == "keyword" or HOLE in texts[i + 1]):
            return True
        if text == "--" or text[:1] not in ("-", "+"):
            return False
        if text[:2] != "--" and ("k" in text or HOLE in text):
            return True
    return False


def is_filter(call: "Call") -> bool:
    """A stdin filter at the end of a pipe that reads nothing else, writes nothing and runs nothing."""
    from statewright.policy.permitted.readonly import Context, refusal
    from statewright.policy.words.options import has, parse

    name = call.name
    if name not in FILTERS or call.command.stdin != "pipe" or call.command.open:
        return False
    if any(redirect.op in ("<", "<>", "<<<") or redirect.op[:2] == "<<" for redirect in call.command.redirects):
        return False
    if refusal(call, Context()) is not None:
        return False
    texts = call.texts[1:]
    if any(word.subst and word.raw[:2] in ("<(", ">(") for word in call.words):
        return False
    if name in ("awk", "gawk", "mawk"):
        return _awk_filter(call)
    found = row(name)
    details = found[1] if found else {}
    values = str({"sed": "el", "jq": "L", "tr": "", "column": "csoNRTEHOWlnrip"}.get(name, details.get("v", "")))
    long_values = details.get("lv", ()) if name != "sed" else ("--expression",)
    options, operands = parse(texts, values, long_values)
    if name == "jq":
        return _jq_filter(texts)
    if has(
        options,
        texts,
        {
            "grep": ("-f", "--file", "-r", "-R", "--recursive", "--dereference-recursive"),
            "egrep": ("-f", "-r", "-R"),
            "fgrep": ("-f", "-r", "-R"),
            "wc": ("--files0-from",),
            "sort": ("--files0-from", "--random-source"),
            "uniq": (),
            "tail": ("-F", "--retry"),
        }.get(name, ()),
    ):
        return False
    if name[-4:] == "grep" and any(value[:1] == "r" for option, value in options if option in ("-d", "--directories")):
        return False
    operands = [text for text in operands if text != "-"]
    if name in ("grep", "egrep", "fgrep"):
        return len(operands) <= (0 if has(options, texts, ("-e", "--regexp")) else 1)
    if name == "sed":
        from statewright.policy.texts.sed_scripts import sed_reads

        for text in texts:
            text = text.partition("=")[2] if text[:2] == "--" else text.partition("e")[2] if text[:1] == "-" else text
            if "r" in text.lower() and sed_reads(text):
                return False
        return len(operands) <= (0 if has(options, texts, ("-e", "--expression")) else 1)
    if name == "tr":
        return True
    return not operands or (name in ("tail", "head") and len(operands) == 1 and operands[0][:1] == "+")


def _awk_filter(call: "Call") -> bool:
    from statewright.policy.texts.awk_calls import programs

    texts = programs(call.words)
    if not texts or any("getline" in text or "ARGV" in text for _, text in texts):
        return False
    last = call.words[-1]
    rest = call.texts[call.words.index(texts[0][0]) + 1 :]
    return last is texts[-1][0] or all("=" in text and text[:1].isalpha() for text in rest)


def _jq_filter(texts: "list[str]") -> bool:
    operands, i = 0, 0
    while i < len(texts):
        text = texts[i]
        i += 1
        if text in ("--arg", "--argjson"):
            i += 2
        elif text in ("--indent",):
            i += 1
        elif text in ("--args", "--jsonargs"):
            return operands <= 1
        elif text[:2] == "--":
            if text in ("--slurpfile", "--rawfile", "--from-file", "--argfile", "--run-tests") or text.startswith(("--from", "--slurpf", "--rawf")):
                return False
        elif text[:1] == "-" and len(text) > 1:
            if "f" in text or "L" in text:
                return False
        else:
            operands += 1
            if "input_filename" not in text and ("include " in text or "import " in text):
                return False
    return operands <= 1
