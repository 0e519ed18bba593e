"""Commands whose output is a number, or nothing that a shell would run when it evaluates it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from statewright.shell.model import Command, Place, Word

    Judge = Callable[[Word], bool]

SILENT = frozenset(("cd", "true", "false", ":", "test", "[", "set", "export", "shopt", "exit", "return", "sleep", "local", "wait"))
PASSING = frozenset(("head", "tail", "sort", "uniq", "cut", "tr", "xargs", "cat", "sed", "awk"))  # they let through, unchanged
DATE = frozenset("sYmdHMSjNuUeyVWGgklIFTDqC%-_0123456789 :/.+")
STAT = frozenset("%sYXZWahbzm")
GREP_LONG = frozenset(("--count", "--", "--quiet", "--ignore-case", "--invert-match"))
JQ = frozenset(("-r", "-c", "-s", "-e", "-n", "-M", "--raw-output", "--slurp"))
FIRST = (["-d:", "-f1"], ["-d", ":", "-f", "1"], ["-d:", "-f", "1"], ["-d", ":", "-f1"], ["-f1", "-d:"])
NUMBERING = frozenset("nEFGPiwx")  # grep: with these and one file, a line is its number, a colon and its text
NAMES = frozenset("[]$`(){}*?")  # a file of such a name: grep prints the names of binary files
EXPR = frozenset((":", "match", "substr"))


def gives_numbers(inside: "tuple[list[Command], int, int, Place]", seen: "Judge", functions: "list[str]") -> bool:
    """Whether all that a substitution prints comes from number givers. seen: whether a word's value is harmless to evaluate."""
    commands, first, last, place = inside
    if any(command.words and command.words[0].text in functions for command in commands[first:last]):
        return False
    depth = sum(label[:5] != "pipe:" for label in place)
    tails = [(command, _tail(command.place, depth)) for command in commands[first:last]]
    for command, tail in tails:
        if any(label in ("subst", "process") for label in tail) or not all(_last(label) for label in tail if label[:5] == "pipe:"):
            continue
        if not _gives(command, tail, tails, seen):
            return False
    return bool(tails)


def _tail(place: "Place", depth: int) -> "Place":
    """What of a place lies inside the substitution: behind as many labels as that has, pipes not counted."""
    k = 0
    while depth and k < len(place):
        depth -= place[k][:5] != "pipe:"
        k += 1
    return place[k:]


def _last(label: str) -> bool:
    at, _, total = label[5:].partition("/")
    return at == total


def _gives(command: "Command", tail: "Place", tails: "list[tuple[Command, Place]]", seen: "Judge") -> bool:
    if not command.words:
        compound = any(len(where) > len(tail) for _, where in tails)
        return compound or not any(redirect.op == "<" for redirect in command.redirects)
    name = command.words[0].text.rpartition("/")[2]
    words = command.words[1:]
    if name in SILENT:
        return True
    if name in PASSING and command.stdin == "pipe" and tail and tail[-1][:5] == "pipe:" and _passes(name, words):
        at, _, total = tail[-1][5:].partition("/")
        before = (*tail[:-1], "pipe:%d/%s" % (int(at) - 1, total))
        senders = [one for one, where in tails if where == before]
        sign = _first(name, words)
        if sign and len(senders) == 1 and _lines_first(senders[0], before, tails, sign):
            return True
        if name != "awk":
            return len(senders) == 1 and _gives(senders[0], before, tails, seen)
    giver = GIVERS.get(name)
    return giver is not None and giver(words, seen)


def _first(name: str, words: "list[Word]") -> str:
    """The sign up to which a filter prints of each line, "" when it is none that does so."""
    if not all(word.plain or word.text[:1] == "{" for word in words):
        return ""
    texts = [word.text for word in words]
    if name == "cut":
        return ":" if texts in FIRST else "\t" if texts == ["-f1"] else " " if texts in (["-d ", "-f1"], ["-d", " ", "-f1"], ["-f1", "-d "]) else ""
    if name == "awk" and texts and texts[-1].replace(" ", "") == "{print$1}":
        return " " if len(texts) == 1 else ":" if texts[:-1] in (["-F:"], ["-F", ":"]) else ""
    return ""


def _lines_first(command: "Command", tail: "Place", tails: "list[tuple[Command, Place]]", sign: str) -> bool:
    """Whether each line that comes is a number up to a sign: of ``grep -n PATTERN FILE``, ``wc FILE``, ``du``, behind head or tail or not."""
    name = command.words[0].text.rpartition("/")[2] if command.words else ""
    words = command.words[1:]
    if name in ("head", "tail", "sed") and command.stdin == "pipe" and _passes(name, words):
        at, _, total = tail[-1][5:].partition("/")
        before = (*tail[:-1], "pipe:%d/%s" % (int(at) - 1, total))
        senders = [one for one, where in tails if where == before]
        return len(senders) == 1 and _lines_first(senders[0], before, tails, sign)
    if name in ("wc", "du"):
        return sign in (" ", "\t") and not command.redirects and all(word.plain and word.text[:2] != "--" and word.text[:2] != "-X" for word in words)
    if sign != ":":
        return False
    if name not in ("grep", "egrep", "fgrep") or command.redirects or not all(word.plain for word in words):
        return False
    options = [word.text for word in words if word.text[:1] == "-"]
    operands = [word.text for word in words if word.text[:1] != "-"]
    fine = all(text[:2] != "--" and NUMBERING.issuperset(text[1:]) for text in options) and any("n" in text for text in options)
    return fine and len(operands) == 2 and NAMES.isdisjoint(operands[1])


def _passes(name: str, words: "list[Word]") -> bool:
    if not all(word.plain for word in words):
        return False
    if name == "awk":
        return True  # only where it prints the first of what it is given
    if name == "sed":
        texts = [word.text for word in words]
        return len(texts) == 2 and texts[0] == "-n" and texts[1][-1:] == "p" and (texts[1][:-1].isdigit() or texts[1] == "$p")
    if name == "tr":
        return len(words) == 2 and words[0].text in ("-d", "-s")
    return all(word.text[:1] == "-" or word.text.isdigit() for word in words) and not any(word.text.startswith("--o") for word in words)


def _wc(words: "list[Word]", seen: "Judge") -> bool:
    return all(word.static and word.text[:1] == "-" and "--files" not in word.text for word in words)


def _grep(words: "list[Word]", seen: "Judge") -> bool:
    options = [word.text for word in words if word.text[:1] == "-"]
    short = "".join([text[1:] for text in options if text[:2] != "--"])
    counts = "c" in short or "--count" in options
    plain = not any(c in short for c in "rRHob") and all(text in GREP_LONG for text in options if text[:2] == "--")
    operands = [word for word in words if word.text[:1] != "-"]
    return counts and plain and len(operands) <= 2 and not any(word.splits or word.glob or word.brace for word in operands)


def _date(words: "list[Word]", seen: "Judge") -> bool:
    shapes = [word for word in words if word.text[:1] == "+"]
    return len(shapes) == 1 and shapes[0].static and DATE.issuperset(shapes[0].text[1:])


def _expr(words: "list[Word]", seen: "Judge") -> bool:
    return not any(word.text in EXPR for word in words) and all(seen(word) for word in words if word.text != "*")


def _stat(words: "list[Word]", seen: "Judge") -> bool:
    for k, word in enumerate(words):
        if word.static and word.text in ("-c", "-f") and k + 1 < len(words):
            shape = words[k + 1].text
            return words[k + 1].static and len(shape) == 2 and shape[0] == "%" and STAT.issuperset(shape)
        if word.static and word.text[:3] in ("-c%", "-f%"):
            return len(word.text) == 4 and STAT.issuperset(word.text[2:])
    return False


def _id(words: "list[Word]", seen: "Judge") -> bool:
    return any(word.text in ("-u", "-g") for word in words) and not any("n" in word.text for word in words if word.text[:1] == "-")


def _seq(words: "list[Word]", seen: "Judge") -> bool:
    return all(seen(word) and (word.text[:1] != "-" or word.text in ("-w",) or word.text[1:].isdigit()) for word in words)


def _git(words: "list[Word]", seen: "Judge") -> bool:
    texts = [word.text for word in words]
    if texts[:1] == ["log"]:  # the time of a commit
        rest = [text for text in texts[1:] if text not in ("-1", "-n1", "HEAD") and text[:1] == "-"]
        return all(word.static for word in words) and len(rest) == 1 and rest[0].rpartition("=")[2].replace("format:", "") in ("%ct", "%at")
    return texts[:1] == ["rev-list"] and "--count" in texts and not any("format" in text or "pretty" in text or "header" in text for text in texts)


def _jq(words: "list[Word]", seen: "Judge") -> bool:
    programs = [word for word in words if word.text[:1] != "-"]
    if any(word.text not in JQ for word in words if word.text[:1] == "-"):
        return False
    return bool(programs) and programs[0].static and (programs[0].text == "length" or programs[0].text.replace(" ", "").endswith("|length"))


def _echo(words: "list[Word]", seen: "Judge") -> bool:
    return all(seen(word) and "\\" not in word.text and "%b" not in word.text for word in words)


def _always(words: "list[Word]", seen: "Judge") -> bool:
    return True


def _sed(words: "list[Word]", seen: "Judge") -> bool:
    """``sed -n '/x/='`` prints the numbers of lines, ``$=`` how many there are."""
    if len(words) < 2 or not all(word.static for word in words[:2]) or words[0].text != "-n":
        return False
    test = words[1].text[:-1]
    plain = test in ("", "$") or (len(test) > 2 and test[0] == test[-1] == "/" and not any(c in test[1:-1] for c in "/\n\\["))
    return words[1].text[-1:] == "=" and plain and not any(word.text[:1] == "-" for word in words[2:])


def _tput(words: "list[Word]", seen: "Judge") -> bool:
    return len(words) == 1 and words[0].text in ("cols", "lines", "colors")


def _awk(words: "list[Word]", seen: "Judge") -> bool:
    """A count of lines, or a sum: nothing else is printed."""
    if not words or not words[0].static:
        return False
    text = words[0].text.replace(" ", "").replace(";", "")
    test, brace, body = text.partition("{")
    chosen = test == "" or (len(test) > 2 and test[0] == test[-1] == "/" and "/" not in test[1:-1])
    if brace and chosen and body in ("printNR}", "printNRexit}", "printFNR}", "printFNRexit}"):
        return True
    return text in ("END{printNR}", "{s+=$1}END{prints}", "{sum+=$1}END{printsum}", "{n++}END{printn}", "{print(NR)}")


GIVERS = {
    "wc": _wc, "grep": _grep, "egrep": _grep, "fgrep": _grep, "date": _date, "expr": _expr, "stat": _stat, "nproc": _always, "id": _id, "seq": _seq,
    "git": _git, "jq": _jq, "echo": _echo, "printf": _echo, "tput": _tput, "awk": _awk, "sed": _sed,
}  # fmt: skip
