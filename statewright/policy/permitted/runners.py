"""Test runners, linters and checkers: do they report only? They run the project's own code and leave caches."""

from statewright.policy.permitted.variables import bad_variable
from statewright.shell.model import HOLE
from statewright.shell.variables import BROWSERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.permitted.readonly import Context, No
    from statewright.policy.words.calls import Call

# Options that rewrite, or that take code from elsewhere, in any runner (pytest, jest, eslint, ruff ... documentation).
_REWRITES = """
    --fix --write -w --update --update-snapshot --updateSnapshot --update-snapshots --snapshot-update --inline-snapshot --autofix --apply
    --force-regen --regen-all --gen-files --outputFile --output-file --install-types --in-place --overwrite
"""
REWRITES = frozenset(_REWRITES.split())
PYTEST = ("--basetemp", "--junitxml", "--junit-xml", "--report-log", "--html", "--pastebin", "--debug", "--cov-report", "--result-log", "--resultlog")
_GO = """
    -exec -toolexec -o -c -cpuprofile -memprofile -blockprofile -mutexprofile -trace -coverprofile -outputdir -modfile -overlay -vettool
    -test.testlogfile -fix -mod=mod -fuzz -gocoverdir -pkgdir -u
"""
GO = frozenset(_GO.split())
FLAGS = ("-gcflags", "-ldflags", "-asmflags", "-gccgoflags")
FINE = frozenset(("m", "N", "l", "e", "S", "s", "w", "X", "race", "d", "live", "wb", "lang", "std", "p", "complete", "shared"))  # go tool compile
MAKE = frozenset((  # options that change no file
    "-n", "--dry-run", "--just-print", "--recon", "-k", "-s", "--silent", "--keep-going", "--no-print-directory", "-v", "--version", "-B", "-i", "-w",
    "-r", "-q", "-p",
))  # fmt: skip
SHOWING = ("-n", "--dry-run", "--just-print", "--recon")  # the recipes are printed; what the Makefile itself asks a shell is run as for any target
LIVE = frozenset(";|&`$<>\n")  # in the value of a make variable: the recipe's shell reads them
TARGETS = ("test", "tests", "lint", "check", "typecheck", "type-check", "types", "unit", "vet", "format-check", "fmt-check", "check-format")
SCRIPTS = ("test", "lint", "typecheck", "type-check", "check", "tsc")
_REPORTERS = """
    eslint tsc vue-tsc jest vitest prettier mocha ava stylelint pyright playwright cypress tslint markdownlint markdownlint-cli2 svelte-check
    depcheck knip madge publint attw cspell biome
"""
_CHANGING = "staged data testdata record generate gen seed migrate reset clean deploy publish release install"
CHANGING = frozenset(_CHANGING.split())
REPORTERS = frozenset(_REPORTERS.split())


def writes(name: str, texts: "list[str]") -> str:
    """ "" for a reporting form."""
    for text in workspaces(texts) if name == "npm" else texts:
        option = text.partition("=")[0]
        if option in REWRITES and not text.endswith(("=false", "=disable", "=report")):
            return "%s rewrites files" % option
        if option == "-u" and not text.endswith("=false") and name not in ("python", "python3"):
            return "-u rewrites snapshots"
        if name in ("pytest", "py.test", "python") and option in PYTEST and text != "--cov-report=term" and not text.startswith("--cov-report=term"):
            if option == "--cov-report" and (text == option or "term" in text):
                continue
            return "%s writes a file" % option
    return ""


def workspaces(texts: "list[str]") -> "list[str]":
    """npm's words less ``-w NAME`` in front of ``--``, which names a workspace. npm-run(1)"""
    end = texts.index("--") if "--" in texts else len(texts)
    out, i = [], 0
    while i < end:
        named = texts[i] in ("-w", "--workspace") and i + 1 < end and texts[i + 1][:1] != "-"
        out += [] if named or texts[i] == "-ws" else [texts[i]]
        i += 2 if named else 1
    return [*out, *texts[end:]]


def npm_run(call: "Call", texts: "list[str]") -> str:
    """``npm run``: test*, lint*, typecheck* only."""
    script = next((text for text in (workspaces(texts) if call.name == "npm" else texts) if text[:1] != "-"), "")
    if not script:
        return "" if not call.command.open else "its script comes from elsewhere"
    if not script.startswith(SCRIPTS) or changes(script) or "watch" in script or script.endswith((":u", "-u")):
        return "npm run %s is no test, lint or type check" % (script if HOLE not in script else "…")
    return writes("npm", texts)


def npx(call: "Call", texts: "list[str]") -> str:
    """``npx`` with a program known to report, in its reporting form."""
    i = 0
    while i < len(texts) and texts[i] in ("--no-install", "--no", "-q", "--quiet", "--offline"):
        i += 1
    name = texts[i] if i < len(texts) else ""
    if call.texts[0] in ("yarn", "pnpm") and len(call.texts) > 1 and call.texts[1] != "exec":
        name, i = call.texts[1], -1
    rest = texts[i + 1 :]
    if name in ("--version", "-v", "--help") and len(texts) == 1:
        return ""
    if name not in REPORTERS:
        return "what npx runs is not known to report only"
    if name in ("tsc", "vue-tsc"):
        bad = any(text in ("--init", "--watch", "-w", "--generateTrace", "-b", "--build") for text in rest)
        return (
            ""
            if not bad and any(text in ("--noEmit", "--version", "-v", "--showConfig", "--listFilesOnly") for text in rest)
            else "without --noEmit tsc writes its output"
        )
    if name == "prettier":
        bad = any(text in ("--write", "-w") or text.startswith("--plugin") for text in rest)
        return (
            ""
            if not bad and any(text in ("--check", "-c", "--list-different", "-l", "--version") for text in rest)
            else "without --check prettier prints or rewrites"
        )
    if name == "playwright" and rest[:1] != ["test"]:
        return "playwright %s is no test" % " ".join(rest[:1])
    if name == "biome" and rest[:1] not in (["check"], ["lint"], ["ci"]):
        return "biome %s is no check" % " ".join(rest[:1])
    if name == "cypress" and rest[:1] != ["run"]:
        return "cypress %s is no test" % " ".join(rest[:1])
    if any(text.partition("=")[0] in ("--init", "-o", "--rulesdir", "--output") for text in rest if name in ("eslint", "jest", "stylelint")):
        return "an option writes a file"
    return writes(name, rest)


def changes(target: str) -> bool:
    """Whether the name of a test's or a linter's target says that it changes files, too: ``lint-fix``, ``test:seed``, ``lint-staged``."""
    words = target.replace(":", " ").replace("-", " ").replace("_", " ").replace("/", " ").replace(".", " ").split()
    return any(word in target for word in ("fix", "update", "write")) or not CHANGING.isdisjoint(words)


def make(call: "Call", texts: "list[str]") -> str:
    """``make test``, ``lint``, ``check``: reporting targets and plain options."""
    targets = []
    i = 0
    while i < len(texts):
        text = texts[i]
        i += 1
        if text in ("-j", "-C", "--directory", "-l") and i < len(texts) and (text in ("-C", "--directory") or texts[i].isdigit()):
            if text in ("-C", "--directory") and (texts[i][:1] in "/~" or ".." in texts[i] or HOLE in texts[i]):
                return "-C leads to another project"
            i += 1
        elif text in MAKE or text[:2] == "-j":
            continue
        elif text[:1] == "-":
            return "the option %s is not known to be harmless" % text
        elif "=" in text:
            key, _, value = text.partition("=")
            if key.rstrip(":+?!") in ("SHELL", ".SHELLFLAGS", "MAKE", "MAKEFLAGS", "PATH", "MAKEFILES") or key[-1:] == "!":
                return "%s changes what runs" % key
            if key == "BROWSER" and value in BROWSERS:
                continue
            from statewright.policy.permitted.make_values import runs

            fault = runs(key.rstrip(":+? "), value)
            if fault:
                return fault
            if bad_variable(key.rstrip(":+? "), None if HOLE in value else value) or not LIVE.isdisjoint(value):
                return "%s may be a command of its own for what make runs" % key
        else:
            targets.append(text)
    if call.command.open:
        return "its targets come from elsewhere"
    if not targets and "--version" in texts:
        return ""
    if any(text in SHOWING for text in texts):
        return ""
    for target in targets:
        if target not in TARGETS and not target.startswith(("test-", "test_", "test/", "lint-", "check-", "test:", "lint:", "check:")):
            return "make %s is no test, lint or check" % (target if HOLE not in target else "…")
        if changes(target):
            return "make %s changes files" % target
    return "" if targets else "make without a target builds"


def go_test(call: "Call", texts: "list[str]") -> str:
    """``go test``, ``go vet`` and ``go list`` without options that write, run or load something."""
    for i, text in enumerate(texts):
        name = text.partition("=")[0]
        name = name[1:] if name[:2] == "--" else name
        if name in FLAGS:
            value = text.partition("=")[2] if "=" in text else "".join(texts[i + 1 : i + 2])
            bad = next((one for one in value.replace("=", " ").split() if one[:1] == "-" and one.lstrip("-") not in FINE), "")
            if bad:
                return "%s hands %s on to the tool" % (name, bad.replace(HOLE, "…"))
        if (name in GO or text in GO) and not (name == "-coverprofile" and (text.endswith("=/dev/null") or texts[i + 1 : i + 2] == ["/dev/null"])):
            return "%s writes, runs or loads something" % name
    return ""


def python(call: "Call", texts: "list[str]", context: "Context") -> "No":
    """An interpreter: versions, and ``-m`` with a module that tests, lints or shows."""
    from statewright.policy.permitted.readonly import refusal
    from statewright.policy.words.calls import Call

    i = 0
    while (i < len(texts) and texts[i] in ("-B", "-u", "-I", "-s", "-E", "-O", "-OO", "-b", "-q")) or (
        i < len(texts) and texts[i][:2] == "-W" and len(texts[i]) > 2
    ):
        i += 1
    if i + 1 < len(texts) and texts[i] == "-m":
        module, rest = texts[i + 1], texts[i + 2 :]
        if module in ("ruff", "black", "isort", "pip", "mypy", "pyright", "flake8", "pylint", "pytest"):
            command = call.command
            inner = Call(command, module, call.number)
            inner.words = call.words[i + 2 :]
            inner.texts = [module, *rest]
            return refusal(inner, context)
        if module == "unittest":
            fault = writes("python", rest)
            return ("runner", fault) if fault else None
        if module == "json.tool":
            files = [text for i, text in enumerate(rest) if text[:1] != "-" and rest[i - 1 : i] != ["--indent"]]
            return None if len(files) < 2 and not call.command.open else ("writer", "a second operand is written")
        if module in ("platform", "site", "sysconfig", "tabnanny"):
            bad = next((text for text in rest if text[:3] == "--g"), "") if module == "sysconfig" else ""
            return ("writer", "%s writes a file" % bad) if bad else None
        return "interpreter", "the module %s is not known to report only" % module
    return "interpreter", "it runs a program; list it in allowed_commands if this state needs it"
