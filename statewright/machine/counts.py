"""How many tests passed, failed and were skipped, read from what a test runner prints. Pure.

Only the last ``TAIL`` characters count, since runners sum up at their end. The exit status alone decides whether a
check passed; counts are for guards that want more and for noticing that tests went away.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json

TAIL = 60000
KINDS = ("pytest", "unittest", "jest", "cargo", "go", "tap", "junit")
# Programs whose summary is known without being told: the word of a command, the kind.
KNOWN = (("pytest", "pytest"), ("py.test", "pytest"), ("jest", "jest"), ("vitest", "jest"), ("cargo", "cargo"), ("go", "go"),
         ("unittest", "unittest"))  # fmt: skip
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
