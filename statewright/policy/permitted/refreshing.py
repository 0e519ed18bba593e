"""Test runners that are told to take what they find for what is expected: snapshots, golden files, recordings. They then rewrite files of the
project in numbers that nobody can tell. By an option or a variable; the words of its name tell, whatever the runner.

Jest, Vitest, AVA, tap, Playwright, Cypress, Node and Bun test; pytest's plugins for snapshots and recordings; Go's golden files; insta, expect-test
and trybuild; dune; PHPUnit and Pest; Dart and Flutter; RSpec.
"""

from statewright.policy.words.given import words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

_TESTERS = """
    pytest py.test jest vitest mocha ava tap playwright cypress phpunit pest rspec dune karma jasmine nextest insta ctest tox nox
"""
TESTERS = frozenset(_TESTERS.split())
FRESH = frozenset(("update", "regen", "regenerate", "overwrite", "accept", "promote", "bless", "rebaseline", "record"))
EXPECTED = frozenset((
    "snapshot", "snapshots", "snaps", "golden", "goldens", "gold", "expect", "expected", "expectations", "baseline", "baselines", "fixture",
    "fixtures", "all", "cassettes", "references", "reference", "test", "tests", "insta", "force", "auto", "trybuild", "approvals",
))  # fmt: skip
OFF = frozenset(("", "0", "false", "no", "none", "off", "never", "disable", "report", "once", "wip"))
NAMED = {"trybuild": ("overwrite",), "snapshots": ("overwrite",), "insta_force_update": ("1", "true")}  # variables whose value alone tells
GENERATING = ("--mpl-generate-path", "--mpl-generate-hash-library")


def refreshed(call: "Call", event: "Event") -> str:
    """The option or variable by which a test runner rewrites what it expects, "" for none."""
    if not _tests(call):
        return ""
    for text in call.texts[1:]:
        option, sign, value = text.partition("=")
        if (text[:1] == "-" or (sign and option.isalnum())) and not (sign and value.lower() in OFF) and _asked(option):
            return option
        if option in GENERATING or (option == "--record-mode" and value.lower() not in OFF):
            return option
        if text == "--snapshot" and "tap" in (call.name, *call.texts[1:2]):
            return text
    for assign in call.command.assigns:
        if _set(assign.name, assign.value.text):
            return assign.name
    for other in event.extra.get("calls", ()):
        if other.name in ("export", "declare", "typeset"):
            one = next((text for text in other.texts[1:] if "=" in text and _set(text.partition("=")[0], text.partition("=")[2])), "")
            if one:
                return one.partition("=")[0]
    return ""


def _tests(call: "Call") -> bool:
    if call.name == "git":
        return False
    for i, text in enumerate(call.texts[:6]):
        base = text.rpartition("/")[2]
        if base in TESTERS or (i and (base == "test" or base[:5] == "test:")):
            return True
    return False


def _asked(option: str) -> bool:
    """Whether an option's name says so: ``-update``, ``--updateSnapshot``, ``--force-regen``, ``-PupdateSnapshots``; not ``--update-timeout``."""
    bare = option[2:] if option[:2] in ("-P", "-D") else option.lstrip("-")
    words = words_in(bare)
    if len(words) == 1:
        return words[0] in FRESH and option[:1] == "-" and words[0] != "record"
    return not FRESH.isdisjoint(words) and not EXPECTED.isdisjoint(words) and len(words) < 5


def _set(name: str, value: str) -> bool:
    low = name.lower()
    if low in NAMED:
        return value.lower() in NAMED[low]
    words = [word for word in low.split("_") if word]
    return value.lower() not in OFF and not FRESH.isdisjoint(words) and (not EXPECTED.isdisjoint(words) or len(words) == 1)
