"""awk programs: do they only print?

Whether a slash divides or begins a regular expression, and where brackets let that end, depends on the awk that reads it.
Every way to read a program counts: one that writes in any of them writes. What is in none of them is no awk at all.
Sources: POSIX awk, gawk(1) and its manual, mawk(1), BWK awk's grammar, BusyBox.
"""

from statewright.policy.texts.sed_scripts import SAFE_OUTPUT, shut
from statewright.policy.words.printing import unescaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    Token = tuple[str, str]

MOST = 64  # ways to read one program
LONG = 1 << 16  # characters; a longer one must be plain
TRIES = 32  # slashes that may end one regular expression
PAIRS = ("||", "&&", ">>", ">=", "<=", "==", "!=", "|&", "++", "--", "!~")
BEFORE_REGEX = ("print", "printf", "return", "in", "else", "do")  # behind these words a slash begins one, in every awk
UNSURE = ("getline", "case", "and", "or", "exit", "default", "length", "delete", "next", "nextfile", "break", "continue", "func", "function", "not")
OPERAND_ENDS = (")", "]", "++", "--")


class Unread(Exception):
    """There are more ways to read a program than are looked at."""


def readings(program: str) -> "list[list[Token]]":
    """``(kind, text)`` for every way to read a program: word, string, regex, or one operator. None at all for what is not read."""
    out: "list[list[Token]]" = []
    todo: "list[tuple[int, list[Token]]]" = [(0, [])]
    try:
        while todo:
            i, tokens = todo.pop()
            if _read(program, i, tokens, todo):
                out.append(tokens)
            if len(out) + len(todo) > MOST:
                return []
    except Unread:
        return []
    return out


def _read(program: str, i: int, tokens: "list[Token]", todo: "list[tuple[int, list[Token]]]") -> bool:
    """Read on from i; other ways to go on are put to do. False where this one is no program."""
    n = len(program)
    while i < n:
        c = program[i]
        if c in " \t\r" or program[i : i + 2] == "\\\n":
            i += 2 if c == "\\" else 1
        elif c == "#":
            i = _line(program, i)
        elif c == '"':
            end = _closed(program, i + 1, c)
            if end < 0:
                return False
            tokens.append(("string", program[i + 1 : end]))
            i = end + 1
        elif c.isalnum() or c in "_$":
            j = i + 1
            number = program[j : j + 1].isdigit() if c == "$" else c.isdigit()
            while j < n and (program[j] in "0123456789." if number else program[j].isalnum() or program[j] == "_"):
                j += 1  # a number ends where its digits do: 1system("x") is a number and a call
            further = _exponent(program, i + (c == "$"), j) if number else j
            if further > j:  # 1e5system(…): a number and a call for some, a number and a name for others
                if len(todo) > MOST or len(program) > LONG:
                    raise Unread
                todo.append((further, [*tokens, ("word", program[i:j])]))
            tokens.append(("word", program[i:j]))
            i = j
        else:
            if c == "/":
                divides, begins = _slash(tokens, program[i + 1 : i + 2])
                ends = _regex_ends(program, i) if begins else []
                if not divides and not ends:
                    return False
                if len(todo) > MOST or (len(program) > LONG and len(ends) + divides > 1):
                    raise Unread
                for end in ends[1:] if not divides else ends:
                    todo.append((end + 1, [*tokens, ("regex", program[i + 1 : end])]))
                if not divides:
                    tokens.append(("regex", program[i + 1 : ends[0]]))
                    i = ends[0] + 1
                    continue
            pair = program[i : i + 2]
            op = pair if pair in PAIRS else c
            tokens.append(("op", op))
            i += len(op)
    return True


def _exponent(program: str, start: int, i: int) -> int:
    """Where a number that began at start and has its digits up to i ends for an awk that knows exponents and hexadecimal digits."""
    if program[start:i] == "0" and program[i : i + 1] in ("x", "X"):
        i += 1
        while program[i : i + 1] != "" and program[i] in "0123456789abcdefABCDEF":
            i += 1
        return i
    if program[i : i + 1] not in ("e", "E"):
        return i
    end = i + 1 + (program[i + 1 : i + 2] in ("+", "-"))
    if not program[end : end + 1].isdigit():
        return i
    while program[end : end + 1].isdigit():
        end += 1
    return end


def _slash(tokens: "list[Token]", following: str) -> "tuple[bool, bool]":
    """Whether a slash behind these tokens may divide, and whether it may begin a regular expression."""
    kind, text = tokens[-1] if tokens else ("op", "{")
    if kind == "word":
        return text not in BEFORE_REGEX, text in BEFORE_REGEX or text in UNSURE
    if kind != "op":
        return True, False
    return text in OPERAND_ENDS or following == "=", text not in OPERAND_ENDS or text == ")"


def _closed(program: str, i: int, close: str) -> int:
    """Where a string or a regular expression that begins at i is closed, on its line; -1 when it is not."""
    n = len(program)
    while i < n and program[i] != close and program[i] != "\n":
        i += 2 if program[i] == "\\" else 1
    return i if i < n and program[i] == close else -1


def _regex_ends(program: str, i: int) -> "list[int]":
    """The slashes that may end the one at i: the first, and the first with all brackets closed before it."""
    first = end = _closed(program, i + 1, "/")
    tries = 0
    while end >= 0 and not shut(program[i + 1 : end]):
        tries += 1
        if tries > TRIES:
            raise Unread
        end = _closed(program, end + 1, "/")
    return [one for one in dict.fromkeys((first, end)) if one >= 0]


def _line(program: str, i: int) -> int:
    end = program.find("\n", i)
    return len(program) if end < 0 else end


def awk_writes(program: str, running: bool = True) -> str:
    """ "" when an awk program only reads its input and prints; else what it does. running: running a command counts."""
    ways = readings(program)
    if not ways:
        return "holds a quote that is not closed, or more slashes than are read"
    for tokens in ways:
        fault = _writes(tokens, running)
        if fault:
            return fault
    return ""


def _writes(tokens: "list[Token]", running: bool) -> str:
    depth, printing, at = 0, False, 0
    for i, (kind, text) in enumerate(tokens):
        if kind == "word":
            if text in ("print", "printf"):
                printing, at = True, depth
            elif text == "system" and running:
                return "runs a command (system)"
            elif text == "extension":
                return "loads code (extension)"
        elif kind == "op":
            if text in "([{":
                depth += 1
                printing = printing and text != "{"
            elif text in ")]}":
                depth -= 1
                printing = printing and text != "}"
            elif text == ";":
                printing = False
            elif text == "\n":
                printing = printing and (depth > at or not _complete(tokens, i))
            elif text in ("|", "|&") and running:
                return "runs a command through a pipe"
            elif text == "@":
                return "loads code or calls a function by name (@)"
            elif text in (">", ">>") and printing and depth == at and not _safe(tokens, i + 1):
                return "writes a file (%s)" % text
    return ""


def _complete(tokens: "list[Token]", i: int) -> bool:
    """Whether the newline at i ends a statement: behind an operand it does; behind a comma or an operator some awks go on."""
    before = i - 1
    while before >= 0 and tokens[before] == ("op", "\n"):
        before -= 1
    kind, text = tokens[before] if before >= 0 else ("op", "\n")
    return kind != "op" or text in OPERAND_ENDS or text == "$"


def _safe(tokens: "list[Token]", i: int) -> bool:
    """Whether what is printed to is one of the standard outputs and nothing is joined to its name."""
    return (
        tokens[i : i + 1] != [] and tokens[i][0] == "string" and tokens[i][1] in SAFE_OUTPUT
        and (i + 1 == len(tokens) or tokens[i + 1] in (("op", ";"), ("op", "\n"), ("op", "}")))
    )  # fmt: skip


def strings(program: str) -> "list[str]":
    """What stands in quotes, in any way to read a program."""
    return [text for tokens in readings(program) for kind, text in tokens if kind == "string"]


def awk_runs(program: str) -> "list[str]":
    """The command texts an awk program runs: literals for system() and pipes; ``$unknown`` where there is no literal."""
    return list(dict.fromkeys([text for tokens in readings(program) for text in _runs(tokens)]))


def _runs(tokens: "list[Token]") -> "list[str]":
    out = []
    for i, (kind, text) in enumerate(tokens):
        if kind == "word" and text == "system":
            literal = tokens[i + 1 : i + 2] == [("op", "(")] and tokens[i + 3 : i + 4] == [("op", ")")] and tokens[i + 2][0] == "string"
            out.append(unescaped(tokens[i + 2][1]) if literal else "$unknown")
        elif kind == "op" and text in ("|", "|&"):
            before = tokens[i - 1] if i else ("", "")
            after = tokens[i + 1] if i + 1 < len(tokens) else ("", "")
            if after[0] == "string" and tokens[i + 2 : i + 3] in ([], [("op", ";")], [("op", "\n")], [("op", "}")]):
                out.append(unescaped(after[1]))
            elif after == ("word", "getline") and before[0] == "string" and _alone(tokens, i - 1):
                out.append(unescaped(before[1]))
            else:
                out.append("$unknown")
    return out


def _alone(tokens: "list[Token]", i: int) -> bool:
    """Whether nothing stands before the text at i that awk would put together with it."""
    return i == 0 or (tokens[i - 1][0] == "op" and tokens[i - 1][1] not in OPERAND_ENDS and tokens[i - 1][1] != "$")
