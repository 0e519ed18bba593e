"""The tests of a find call, a list for each side of ``-o``, parentheses multiplied out: what one side holds for is selected. find(1)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Test = tuple[str, str, bool]  # name, value, whether it is negated

EXECS = ("-exec", "-execdir", "-ok", "-okdir")
VALUED = frozenset((
    "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex", "-type", "-maxdepth", "-mindepth", "-mtime", "-mmin",
    "-size", "-newer", "-perm", "-user", "-group", "-ctime", "-atime", "-printf", "-amin", "-cmin",
    "-regextype", "-inum", "-links", "-xtype", "-lname", "-samefile",
    "-uid", "-gid", "-fstype", "-newermt", "-anewer", "-cnewer",
))
ACTS = frozenset(("-print", "-print0", "-ls", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"))  # besides EXECS and -printf
OR = ("-o", "-or", ",")
SIDES = 64  # at most; more are taken for a call that selects everything


def groups(texts: "list[str]") -> "list[list[Test]]":
    """The sides of the tests. A side without tests holds for every path."""
    sides, i = _sides(texts, 0, 0)
    return sides if i >= len(texts) and len(sides) <= SIDES else [[]]


def _sides(texts: "list[str]", i: int, depth: int) -> "tuple[list[list[Test]], int]":
    out: "list[list[Test]]" = []
    while True:
        side, i = _all(texts, i, depth)
        out += side
        if i >= len(texts) or texts[i] not in OR or len(out) > SIDES:
            return out, i
        i += 1


def _all(texts: "list[str]", i: int, depth: int) -> "tuple[list[list[Test]], int]":
    """What must hold together, multiplied out, and where it ends."""
    sides: "list[list[Test]]" = [[]]
    negated = False
    while i < len(texts) and texts[i] not in OR and len(sides) <= SIDES:
        text = texts[i]
        if text == ")" and depth:
            break
        i += 1
        if text in ("!", "-not"):
            negated = not negated
            continue
        if text == "(" and depth < 16:
            inner, i = _sides(texts, i, depth + 1)
            i += texts[i : i + 1] == [")"]
            if negated:
                inner = [[("-unknown", "", False), *[test for one in inner for test in one if test[0] == "-exec"]]]
            sides = [[*side, *more] for side in sides for more in inner]
        elif text in EXECS:
            while i < len(texts) and texts[i] not in (";", "+"):
                i += 1
            _add(sides, ("-exec", "", False))
        elif text in VALUED:
            _add(sides, (text, texts[i] if i < len(texts) else "", negated))
            i += 1
        elif text in ("-empty", "-prune") or text in ACTS:
            _add(sides, (text, "", negated))
        negated = False
    return sides, i


def _add(sides: "list[list[Test]]", test: "Test") -> None:
    for side in sides:
        side.append(test)
