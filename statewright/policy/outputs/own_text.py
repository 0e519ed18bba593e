"""Text of the line's own among what a program prints: formats, separators, prefixes, values to fall back on. One place for all programs.

``printed`` gives such texts as path patterns (see words/patterns.py): a number or a hash is a HOLE, what may be any text or none at all UNTOLD.
git-log(1) and git-for-each-ref(1), formats; stat(1); date(1); ls(1); du(1); pgrep(1); strftime(3).
"""

from statewright.policy.words.patterns import UNTOLD, literal
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

# Options of git's that put a text of the line's own before or between what is printed.
PREFIXES = ("--line-prefix", "--src-prefix", "--dst-prefix", "--output-indicator", "--show-linear-break", "--default", "--sq-quote", "--get-url")
BUILT_IN = ("oneline", "short", "medium", "full", "fuller", "reference", "email", "mboxrd", "raw")  # git's formats; all but one hold the message
COLORS = ("red", "green", "blue", "reset", "black", "yellow", "magenta", "cyan", "white", "auto")
SURE = "HhTt"  # git's placeholders that are a hash whatever the commit is
REFS = ("refname", "objectname", "objecttype", "objectsize")
TIMED = ("ls", "dir", "vdir", "du", "eza", "exa", "lsd", "tree")
NAMED = "ZaAbBhpPcxXrE+O"  # date's directives that are words, a zone's name among them, which TZ may set
ESCAPES = {"n": "\n", "t": "\t", "0": "\n"}
# Programs told as printing no path of ours that do so when an option asks.
SAID = {"df": ("--output", "--o", "-t"), "pgrep": ("-d", "--delimiter", "-a", "-l", "--list"), "sysctl": ("-a", "-n"), "ps": ("-",), "ss": ("-x",)}
PRINTING = ("declare", "local", "set", "export", "trap", "typeset", "readonly", "cd", "hash")
NAMES = ("--output", "--query", "--go-template", "--jq", "--template", "--format")


def printed(call: "Call") -> "list[str]":
    """The texts of its own line that a program prints; [] for none."""
    name, texts = call.name, call.texts
    if name == "git":
        return _git(call)
    if name in ("stat", "gstat"):
        return [text for form in _values(texts, ("-c", "-f", "-t"), ("--format", "--printf")) for text in _own(_stat(form))]
    if name in TIMED:
        forms = _values(texts, (), ("--time-style", "--timefmt"))
        forms += [assign.value.text for assign in call.command.assigns if assign.name == "TIME_STYLE"]
        out = [text for form in forms if "+" in form or name == "tree" for text in _own(timed(form.removeprefix("+")))]
        return out + ([UNTOLD] if name == "tree" and any(text[:2] in ("-H", "-T") or text[:3] == "--h" for text in texts[1:]) else [])
    if name in PRINTING:
        return [UNTOLD] if _tells(texts) else []
    signs = SAID.get(name, ())
    if any(text.startswith(signs) for text in texts[1:] if signs):
        return [UNTOLD]
    if name in ("aws", "kubectl", "oc", "docker", "podman", "gh", "helm", "go", "tmux", "gcloud", "az"):
        made = _values(texts, (), NAMES)
        return [UNTOLD] if any(c in form for form in made for c in "'\"`{(=") or any(HOLE in form for form in made) else []
    return []


def _tells(texts: "list[str]") -> bool:
    """``declare -p``, a bare ``set``: they print values."""
    return len(texts) == 1 or any(text[:1] == "-" and "p" in text and "o" not in text for text in texts[1:]) or texts[1:] == ["-"]


def _values(texts: "list[str]", short: "tuple[str, ...]", long: "tuple[str, ...]") -> "list[str]":
    """What is given to some options, in the next word or in the same; long ones cut short as well."""
    out = []
    for i, text in enumerate(texts):
        key, sign, value = text.partition("=")
        if text[:2] == "--":
            if len(key) > 4 and any(one.startswith(key) for one in long):
                out.append(value if sign else texts[i + 1] if i + 1 < len(texts) else "")
        elif text[:1] == "-":
            for c in short:
                at = text.find(c[1])
                if at > 0:
                    out.append(text[at + 1 :] or (texts[i + 1] if i + 1 < len(texts) else ""))
    return out


def _own(text: str) -> "list[str]":
    """A text that a format prints where it has letters of its own: as a whole, and word by word."""
    bare = text.replace(UNTOLD, "").replace(HOLE, "")
    return [text, *text.split()] if any(c.isalnum() or c in "./~" for c in bare) else []


def _git(call: "Call") -> "list[str]":
    from statewright.policy.texts.follow import subcommand

    at, settings = subcommand(call.words)
    rest = call.texts[at:]
    sub = rest[0] if rest else ""
    out = [UNTOLD] if any(text.startswith(PREFIXES) for text in rest[1:]) else []
    if sub == "config" and (settings or any(assign.name[:4] == "GIT_" for assign in call.command.assigns)):
        return [UNTOLD]
    if sub == "name-rev" and any("stdin" in text for text in rest):
        return [UNTOLD]
    if sub == "show" and any(":" in text for text in rest[1:] if text[:1] != "-"):
        return [UNTOLD]  # a file, whatever the format
    if sub == "rev-list" and any(text in ("--pretty", "--oneline", "--header") for text in rest):
        return [UNTOLD]
    refs = sub in ("branch", "tag", "for-each-ref", "ls-files", "ls-tree", "cat-file")
    forms = _values(rest[1:], (), ("--format", "--pretty", "--batch-check", "--batch"))
    for form in forms:
        if form in BUILT_IN or (HOLE in form and not refs):
            out.append(UNTOLD)
        elif form.partition(":")[0] in ("format", "tformat") or "%" in form or refs:
            out += _own(_referred(form) if refs else _logged(form.partition("format:")[2] if form.startswith(("format:", "tformat:")) else form))
        elif form:
            out.append(UNTOLD)  # a name of the configuration's
    return out


def _logged(form: str) -> str:
    """What a format of git log's prints."""
    out, i = "", 0
    while i < len(form):
        c = form[i + 1 : i + 2]
        if form[i] != "%":
            out += literal(form[i])
            i += 1
        elif c == "x":
            out, i = out + _byte(form[i + 2 : i + 4]), i + 4
        elif c in ("n", "%"):
            out, i = out + ("\n" if c == "n" else "%"), i + 2
        elif c == "C":
            name = next((one for one in COLORS if form.startswith(one, i + 2)), "")
            end = form.find(")", i) if form[i + 2 : i + 3] == "(" else i + 1 + len(name)
            i = (end if end > 0 else len(form)) + 1
        elif c in SURE and c:
            out, i = out + HOLE, i + 2
        else:
            end = form.find(")", i) if form[i + 2 : i + 3] == "(" or c == "(" else i + (2 if c in "acGg+- " and c else 1)
            out, i = out + UNTOLD, (end if end > 0 else len(form)) + 1
    return out


def _referred(form: str) -> str:
    """What a format of git for-each-ref's prints."""
    out, i = "", 0
    while i < len(form):
        if form[i] != "%":
            out += literal(form[i])
            i += 1
        elif form[i + 1 : i + 2] == "(":
            end = form.find(")", i)
            name = form[i + 2 : end if end > 0 else len(form)]
            out += "" if name.startswith("color") else HOLE if name.partition(":")[0] in REFS else UNTOLD
            i = (end if end > 0 else len(form)) + 1
        else:
            pair = form[i + 1 : i + 3]
            out, i = out + ("%" if pair[:1] == "%" else _byte(pair)), i + (2 if pair[:1] == "%" else 3)
    return out


def _byte(digits: str) -> str:
    return literal(chr(int(digits, 16))) if len(digits) == 2 and all(c in "0123456789abcdefABCDEF" for c in digits) else UNTOLD


def _stat(form: str) -> str:
    """What a format of stat's prints: ``%n`` and the like are told elsewhere; a byte by its number may be any."""
    out, i = "", 0
    while i < len(form):
        if form[i] == "%":
            end = i + 1
            while end < len(form) and form[end] in "0123456789-+ #'.HLS":
                end += 1
            word = form[end : end + 1] in ("n", "N", "m", "F", "U", "G", "C", "y", "w", "x", "z", "T")
            out, i = out + (UNTOLD if word else HOLE), end + 1
        elif form[i] == "\\":
            text, i = _escaped(form, i + 1)
            out += text
        else:
            out += literal(form[i])
            i += 1
    return out


def _escaped(form: str, at: int) -> "tuple[str, int]":
    """What stands behind a backslash, and where it ends: ``n``, ``x61``, ``141``."""
    c = form[at : at + 1]
    digits, start, most = ("0123456789abcdefABCDEF", at + 1, 2) if c == "x" else ("01234567", at, 3)
    end = start
    while end < len(form) and end < start + most and form[end] in digits:
        end += 1
    code = int(form[start:end], 16 if c == "x" else 8) & 255 if end > start else 0
    return (literal(chr(code)), end) if code else (ESCAPES.get(c) or literal(c), max(end, at + 1))


def timed(form: str) -> str:
    """What a format of date's prints."""
    out, i = "", 0
    while i < len(form):
        if form[i] != "%":
            out += literal(form[i])
            i += 1
            continue
        end = i + 1
        while end < len(form) and form[end] in "_-^#0123456789:":
            end += 1
        c = form[end : end + 1]
        out, i = out + ({"%": "%", "n": "\n", "t": "\t"}.get(c) or (UNTOLD if c in NAMED else HOLE)), end + 1
    return out
