"""GNU parallel: its command, put together with the arguments that stand elsewhere in the line, and read as the shell would read it.

parallel(1): the words of the command are joined by blanks and given to a shell; an argument is quoted before it is put in. Where a list is
too long, or its argument comes from a file or the standard input, a HOLE stands in its place.
"""

from statewright.shell.cursor import Unreadable
from statewright.shell.later import doubt
from statewright.shell.model import Command, Word
from statewright.shell.parallel_edits import Edits, headed, separated
from statewright.shell.parser import Reader
from statewright.shell.wrappers import filled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found

HOLDER = "\ue000"  # stands for an argument that is not there to read, until the text is read
MOST = 256  # commands put together; more of them is a reason to refuse
FLAGS = "0hkmpqrtuvVxXD"
VALUED = "aACdEIJjLMnNPsST"
OPTIONAL = "eil"  # their value, if any, is attached
_LONG = """
    arg-file basefile bf block block-size colsep col-sep compress-program decompress-program delay delimiter env filter group-by groupby
    halt halt-on-error header jobs joblog limit load max-args max-chars max-lines-per-job max-procs max-replace-args memfree memsuspend nice
    num-procs parens process-slot-var profile plain-profile procs rec-end rec-start recend recstart result results retries return rsync-opts
    seqreplace shellquote-count shuf-seed slotreplace sshdelay ssh sshlogin sshloginfile slf tagstring tag-string tempdir tmpdir termseq
    timeout transferfile tf trc trim unit wd workdir tmux-name total-jobs total limit-opt
    basenamereplace bnr dirnamereplace dnr extensionreplace er basenameextensionreplace bner arg-sep arg-file-sep
"""
LONG = tuple(_LONG.split())
RUNNING = ("rpl", "tmpl", "embed", "filter", "sql", "sqlmaster", "sqlandworker", "sqlworker", "compress-program", "decompress-program", "shebang",
           "shebang-wrap", "pipe-part", "fifo", "cat", "profile", "arg-sep", "arg-file-sep", "I", "J")
SOURCES = (":::", ":::+", "::::", "::::+")
EDITS = {".": 0, "/": 1, "//": 2, "/.": 3}


def composed(found: "Found", command: Command, name: str, out: "list[Command]", depth: int) -> bool:
    """Add what parallel runs to ``out``; False where its options leave unsure what that is."""
    words = separated(command.words)
    start, holder, files, quote, fault = _options(words)
    if fault:
        doubt(found, fault)
    if start < 0:
        return False
    end = next((i for i in range(start, len(words)) if words[i].text in SOURCES and name != "sem"), len(words))
    template, columns = words[start:end], _columns(words, end)
    if files:
        columns.insert(0, None)
    if not columns and name != "sem":
        columns = [None]  # the standard input
    if not template and None in columns:
        command.program = command.stdin or "stdin"
        return True
    shown = [_shown(word, holder, quote) for word in template]
    if "{=" in " ".join(shown):
        doubt(found, "parallel evaluates Perl between {= and =}")
    edits = Edits(words[:start])
    shown, columns = headed(words[:start], shown, columns)
    combinations = _combinations(columns)
    taken = _taken(words[:start])
    if not taken:
        combinations.append([])
    if len(columns) == 1 and columns[0] is not None:
        pieces = columns[0]
        if taken > 1:
            combinations += [list(pieces[i : i + taken]) for i in range(0, len(pieces), taken)]
        if "columns" in fault:
            combinations += [[Word(one, one) for one in parts] for word in pieces if word.static for parts in _pieces(word.text, words[:start])]
    if len(combinations) > MOST:
        doubt(found, "parallel is given more arguments than can be looked at (%d)" % MOST)
    for row in combinations[:MOST]:
        _read(found, command, _filled(shown, row, edits), name, out, depth, None in columns)
    return True


def _pieces(text: str, words: "list[Word]") -> "list[list[str]]":
    """An argument divided into columns: by what --colsep says, and whatever else may divide it."""
    out = ["".join([c if c.isalnum() or c in "-_./" else " " for c in text]).split()]
    for i, word in enumerate(words):
        name, sign, value = word.text.partition("=")
        if name in ("--colsep", "--col-sep", "-C"):
            value = value if sign else words[i + 1].text if i + 1 < len(words) else ""
            out += [text.split(value)] if value else []
    return out


def _taken(words: "list[Word]") -> int:
    """How many arguments one command is given (``-N2``, ``-n 2``, ``--max-args=2``; 0: none), 1 where nothing says it."""
    for i, word in enumerate(words):
        text = word.text
        after = words[i + 1].text if i + 1 < len(words) else ""
        text = "-N" + text.lstrip("-kmqrtuvX0")[1:] if text[:1] == "-" and text.lstrip("-kmqrtuvX0")[:1] in ("N", "n") and text[:2] != "--" else text
        value = text.partition("=")[2] or after if text.startswith("--max-") else text[2:] or after if text[:2] in ("-N", "-n", "-L") else ""
        if value.isdigit():
            return int(value)
    return 1


def _options(words: "list[Word]") -> "tuple[int, str, bool, bool, str]":
    """Where the command begins (-1: not to be told), the replacement string, whether arguments come from a file, -q, and a doubt."""
    i, holder, files, quote, fault = 1, "{}", False, False, ""
    while i < len(words):
        text = words[i].text
        if text in SOURCES or text[:1] != "-" or text == "-":
            break
        i += 1
        if not words[i - 1].static:
            return -1, holder, files, quote, "an option of parallel is not plain to see"
        if text == "--":
            break
        if text[:2] == "--":
            long, sign, _ = text[2:].partition("=")
            if long in RUNNING:
                fault = "the option %s changes what parallel runs" % text.partition("=")[0]
            files = files or long == "arg-file"
            if long == "replace":
                apart = "" if sign or i >= len(words) or any(c.isalnum() for c in words[i].text) else words[i].text
                holder = text[10:] or apart or "{}"
                i += bool(apart)
            if long in ("colsep", "col-sep"):
                fault = "parallel divides its arguments into columns"
            quote = quote or long in ("quote", "shellquote")
            i += not sign and any(one == long or (len(long) > 3 and one.startswith(long)) for one in (*LONG, *RUNNING[:7]))
            continue
        for k in range(1, len(text)):
            letter, rest = text[k], text[k + 1 :]
            if letter == "q":
                quote = True
            if letter in FLAGS:
                continue
            if letter in VALUED:
                value = rest or (words[i].text if i < len(words) else "")
                files = files or letter == "a"
                if letter == "I":
                    holder = value
                if letter in "JC":
                    fault = "a profile of parallel is not read" if letter == "J" else "parallel divides its arguments into columns"
                i += not rest
            elif letter not in OPTIONAL:
                return -1, holder, files, quote, "this option of parallel is not read: %s" % text
            break
    return i, holder, files, quote, fault


def _columns(words: "list[Word]", end: int) -> "list[list[Word] | None]":
    """The lists of arguments; None for one that a file holds."""
    out: "list[list[Word] | None]" = []
    i = end
    while i < len(words):
        sign = words[i].text
        i += 1
        start = i
        while i < len(words) and words[i].text not in SOURCES:
            i += 1
        if sign[:4] == "::::":
            out += [None] * max(i - start, 1)
        else:
            out.append(words[start:i])
    return out


def _combinations(columns: "list[list[Word] | None]") -> "list[list[Word | None]]":
    """A row of arguments for each command; lists that may be linked (``:::+``) are combined all the same."""
    made: "list[list[Word | None]]" = [[]]
    for column in columns:
        choices: "list[Word | None]" = [None] if column is None else list(column) or [Word("", "")]
        made = [[*row, one] for row in made for one in choices][: MOST + 1]
    return made


def _shown(word: Word, holder: str, quote: bool) -> str:
    """A word of the command as text for the inner shell."""
    text = (quoted(word.text) if quote else word.text) if word.static and not word.brace and not word.glob and not word.tilde else word.raw
    return text.replace(holder, "{}") if holder and holder != "{}" else text


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'" if not text or not text.replace("-", "a").replace("/", "a").replace(".", "a").isalnum() else text


def _argument(word: "Word | None", edit: str = "") -> str:
    """An argument as text for the inner shell."""
    if word is None:
        return HOLDER
    if not word.static or word.glob or word.brace or word.tilde:
        return word.raw
    text = word.text
    if edit in ("/", "/."):
        text = text.rpartition("/")[2]
    elif edit == "//":
        text = text.rpartition("/")[0] or "."
    if edit in (".", "/."):
        text = text.rpartition(".")[0] or text
    return quoted(text)


def _filled(template: "list[str]", row: "list[Word | None]", edits: Edits) -> str:
    """The text of one command."""
    if not template or template == ["{}"]:  # the argument is the command
        return " ".join([HOLDER if word is None else word.text if word.static else word.raw for word in row])
    plain = " ".join(template)
    text = edits.applied(plain, row)
    out, i, used = [], 0, not row or text != plain  # sem has no arguments
    while i < len(text):
        end = text.find("}", i) if text[i] == "{" else -1
        inside = text[i + 1 : end] if end > 0 else "?"
        number = inside.rstrip("./")
        edit = inside[len(number) :]
        if end > 0 and inside in ("#", "%"):
            out.append("1")
        elif end > 0 and edit in ("", *EDITS) and (not number or number.lstrip("-").isdigit()):
            at = int(number) if number else 0
            chosen = row if not at else row[at - 1 : at] if at > 0 else row[at:][:1]
            out.append(" ".join([_argument(word, edit) for word in chosen]))
            used = True
        else:
            out.append(text[i])
            i += 1
            continue
        i = end + 1
    if not used:
        out += [" " + _argument(word) for word in row]
    return "".join(out)


def _read(found: "Found", command: Command, text: str, name: str, out: "list[Command]", depth: int, appended: bool) -> None:
    """Read one command's text; the arguments that are not there to read become holes."""
    from statewright.shell.unwrap import follow

    outer = found.commands
    found.commands = []
    try:
        Reader(text, found, (*command.place, "wrapper parallel"), depth + 1, (command.start, command.end)).program_text()
    except Unreadable as error:
        doubt(found, "what parallel runs: %s" % error)
    made = found.commands
    found.commands = outer
    for one in made:
        one.words = [filled(word, HOLDER) for word in one.words]
        for redirect in one.redirects:
            if redirect.target is not None:
                redirect.target = filled(redirect.target, HOLDER)
        for assign in one.assigns:
            assign.value = filled(assign.value, HOLDER)
        one.behind = name
        one.open = command.open or (appended and HOLDER in text)
        one.background = one.background or command.background
        follow(found, one, out, depth + 1)
