"""How many tests passed, failed and were skipped, read from what a test runner prints. Pure.

Only the last ``TAIL`` characters count, since runners sum up at their end. The exit status decides whether a check
passed, with one exception: a run in which no test ran proves nothing (``nothing_ran``). Counts are for guards that want
more and for noticing that tests went away.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json

TAIL = 60000
KINDS = ("pytest", "unittest", "jest", "cargo", "go", "tap", "junit")
# Programs whose summary is known without being told: the word of a command, the kind.
KNOWN = (("pytest", "pytest"), ("py.test", "pytest"), ("jest", "jest"), ("vitest", "jest"), ("cargo", "cargo"), ("go", "go"),
         ("unittest", "unittest"))  # fmt: skip
# How runners begin or end the line that says that nothing ran. Sources: pytest, unittest, jest, vitest, go, mocha, phpunit,
# surefire, dotnet and TAP as they print.
NOTHING = (
    "no tests ran in ", "collected 0 items", "NO TESTS RAN", "No tests found", "No test files found", "testing: warning: no tests to run",
    "0 passing (", "No tests executed!", "No test is available in ", "0 examples, 0 failures", "1..0",
)  # fmt: skip
LAST = 40  # lines at the end in which a runner that is not known must say so
WORDS = {
    "passed": "passed", "xpassed": "passed", "failed": "failed", "error": "failed", "errors": "failed", "skipped": "skipped", "xfailed": "skipped",
    "ignored": "skipped", "todo": "skipped", "pending": "skipped",
}  # fmt: skip


def kind_of(check: "Json") -> str:
    """The parser of a check: the one it names, else the one its command's program is known to need, "" when there is none."""
    named = check.get("parse")
    if named is not None:
        return str(named).partition(":")[0]
    for word in check["command"].split():
        base = word.rpartition("/")[2]
        for program, kind in KNOWN:
            if base == program:
                return kind
    return ""


def counts(kind: str, text: str) -> "Json":
    """``passed``, ``failed``, ``skipped`` and ``total``; {} when the output holds no summary."""
    text = text[-TAIL:]
    lines = text.splitlines()
    found = {
        "pytest": _pytest, "unittest": _unittest, "jest": _jest, "cargo": _cargo, "go": _go, "tap": _tap, "junit": _junit,
    }.get(kind, _none)(lines)  # fmt: skip
    if not found:
        return {}
    made = {key: found.get(key, 0) for key in ("passed", "failed", "skipped")}
    made["total"] = made["passed"] + made["failed"] + made["skipped"]
    return made


def nothing_ran(kind: str, text: str) -> bool:
    """Whether the output says that not one test ran, and nothing in it says that one did. ``parse: "none"`` asks for no such reading."""
    if kind == "none":
        return False
    if kind == "junit":
        return counts(kind, text).get("total") == 0
    lines = [_uncoloured(line).strip(" =\t\r") for line in text.splitlines()]
    lines = [line for line in lines if line]
    if any(_ran(line) is True for line in lines):
        return False
    return any(_ran(line) is False for line in (lines if kind else lines[-LAST:]))


def _ran(line: str) -> "bool | None":
    """What one line of a runner's says: tests ran (or failed to start), none did, or nothing of either."""
    if line.startswith(NOTHING) or line.endswith(("[no test files]", "[no tests to run]")):
        return False
    words = line.split()
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first == "Ran" and second.isdigit() and words[2:3] and words[2].startswith("test"):
        return int(second) > 0
    if line.startswith("test result:"):
        return _sum(words)
    if line.startswith(("Tests:", "Tests ", "Test Suites:", "Test Files ")):
        some = _sum(line.replace("|", " ").split())
        return True if some else False if first == "Tests:" or line.endswith("no tests") else None
    if line.startswith("Tests run:"):
        return second != "" and words[2].strip(",") != "0" if len(words) > 2 else None
    if first in ("#", "\u2139") and second == "tests" and len(words) == 3 and words[2].isdigit():
        return words[2] != "0"
    if first in ("ok", "FAIL", "---") or words[:2] == ["not", "ok"] or (first.isdigit() and second in ("passing", "examples,", "example,")):
        return True
    if first.isdigit() and " in " in line:
        return True if _sum(words) else False if second == "deselected" else None
    return None


def _sum(words: "list[str]") -> bool:
    return sum(_add({}, words).values()) > 0


def _none(lines: "list[str]") -> "dict[str, int]":
    return {}


def _add(found: "dict[str, int]", pairs: "list[str]") -> "dict[str, int]":
    """Sum up words like ``3 failed``; anything else in between is passed over."""
    for index in range(len(pairs) - 1):
        number, word = pairs[index], pairs[index + 1]
        word = word.strip(",;.|").lower()
        if number.isdigit() and len(number) < 9 and word in WORDS:
            found[WORDS[word]] = found.get(WORDS[word], 0) + int(number)
    return found


def _pytest(lines: "list[str]") -> "dict[str, int]":
    """``=== 1 failed, 3 passed in 0.12s ===``, plain when quiet."""
    for line in reversed(lines):
        plain = _uncoloured(line).strip(" =")
        if plain.startswith("no tests ran"):
            return {"passed": 0}
        if " in " in plain and plain[:1].isdigit():
            found = _add({}, plain.split())
            if found:
                return found
    return {}


def _unittest(lines: "list[str]") -> "dict[str, int]":
    """``Ran 5 tests in 0.1s``, then ``OK (skipped=1)`` or ``FAILED (failures=1, errors=1)``."""
    ran, rest = -1, {"failures": 0, "errors": 0, "skipped": 0, "expected failures": 0}
    for line in lines:
        words = line.split()
        if words[:1] == ["Ran"] and len(words) > 2 and words[1].isdigit() and words[2].startswith("test"):
            ran = int(words[1])
        elif ran >= 0 and line.startswith(("OK (", "FAILED (")):
            for part in line.partition("(")[2].rstrip(")").split(","):
                name, _, number = part.strip().partition("=")
                if name in rest and number.isdigit():
                    rest[name] = int(number)
    failed, skipped = rest["failures"] + rest["errors"], rest["skipped"] + rest["expected failures"]
    return {"passed": max(0, ran - failed - skipped), "failed": failed, "skipped": skipped} if ran >= 0 else {}


def _jest(lines: "list[str]") -> "dict[str, int]":
    """jest: ``Tests:  1 failed, 2 passed, 3 total``; vitest: ``Tests  1 failed | 2 passed (3)``."""
    for line in reversed(lines):
        plain = _uncoloured(line).strip()
        if plain.startswith(("Tests:", "Tests ")):
            return _add({}, plain.replace("|", " ").split())
    return {}


def _cargo(lines: "list[str]") -> "dict[str, int]":
    """``test result: ok. 3 passed; 0 failed; 1 ignored; …`` once a test program."""
    found: dict[str, int] = {}
    for line in lines:
        plain = _uncoloured(line)
        if plain.startswith("test result:"):
            _add(found, plain.split())
    return found


def _go(lines: "list[str]") -> "dict[str, int]":
    """``--- PASS: TestName`` of a verbose run."""
    found: dict[str, int] = {}
    for line in lines:
        words = line.split()
        key = {"PASS:": "passed", "FAIL:": "failed", "SKIP:": "skipped"}.get(words[1]) if len(words) > 1 and words[0] == "---" else None
        if key:
            found[key] = found.get(key, 0) + 1
    return found


def _tap(lines: "list[str]") -> "dict[str, int]":
    """``ok 1 - name`` and ``not ok 2``; ``# SKIP`` and ``# TODO`` are skipped. Nested lines belong to their parent."""
    found: dict[str, int] = {}
    for line in lines:
        words = line.split(None, 2)
        if line[:1] in (" ", "\t") or not words or not (words[0] == "ok" or words[:2] == ["not", "ok"]):
            continue
        upper = line.upper()
        key = "skipped" if "# SKIP" in upper or "# TODO" in upper else "passed" if words[0] == "ok" else "failed"
        found[key] = found.get(key, 0) + 1
    return found


def _junit(lines: "list[str]") -> "dict[str, int]":
    """A JUnit XML report: the attributes of its testsuite elements, the outermost alone."""
    found: dict[str, int] = {}
    for part in "\n".join(lines).split("<testsuite ")[1:]:
        head = part.partition(">")[0]
        values = {}
        for name in ("tests", "failures", "errors", "skipped"):
            value = head.partition(" " + name + '="')[2].partition('"')[0] or (" " + head).partition(" " + name + '="')[2].partition('"')[0]
            values[name] = int(value) if value.isdigit() and len(value) < 9 else 0
        failed = values["failures"] + values["errors"]
        for key, number in (("failed", failed), ("skipped", values["skipped"]), ("passed", max(0, values["tests"] - failed - values["skipped"]))):
            found[key] = found.get(key, 0) + number
    return found


def _uncoloured(line: str) -> str:
    """The line without terminal colours."""
    if "\x1b" not in line:
        return line
    first, *rest = line.split("\x1b[")
    return first + "".join(part.partition("m")[2] for part in rest)
