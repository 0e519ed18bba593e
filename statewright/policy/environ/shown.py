"""Programs whose own options or words show the environment, or take a variable from it. Their manual pages, read for it."""

from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named
from statewright.policy.words.listed import matches
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from statewright.model import Finding
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

    Form = Callable[[Call, list[str], str], bool]

# A program's first operand that shows everything.
SHOWERS = {
    "systemctl": ("show-environment",), "launchctl": ("getenv", "export"), "direnv": ("dump", "export"), "npm": ("env",), "mise": ("env",),
}  # fmt: skip


def _make(call: "Call", operands: "list[str]", options: str) -> bool:
    for text in call.texts[1:]:
        letters = text[1:] if text[:1] == "-" and text[:2] != "--" else ""
        for valued in "fCIoWjlE":
            letters = letters.partition(valued)[0]
        if "p" in letters or ("$" in text and ".VARIABLES" in text):
            return True
    return any(len(text) > 8 and abbreviates(text, "--print-data-base") for text in call.texts[1:])


def _ps(call: "Call", operands: "list[str]", options: str) -> bool:
    """BSD's ``e``, and the column of that name."""
    texts = call.texts[1:]
    if any("environ" in text.split("=")[0].split(",") or text.startswith("-oenviron") for text in texts):
        return True
    if not texts:
        return False
    valued = ("-o", "-C", "-u", "-p", "-U", "--sort")
    letters = [text for i, text in enumerate(texts) if text[:1] != "-" and text.isalpha() and len(text) < 6 and texts[max(0, i - 1)] not in valued]
    late = any("e" in text for text in letters)
    return ("e" in texts[0] and texts[0][:1] != "-") or "E" in options or late


def _tmux(call: "Call", operands: "list[str]", options: str) -> bool:
    return any(text[:6] == "show-e" or text == "showenv" for text in operands)


def _strace(call: "Call", operands: "list[str]", options: str) -> bool:
    """Unabbreviated, the calls that start programs are shown with their environment."""
    for i, text in enumerate(call.texts[1:], 1):
        if text == "--" or (text[:1] != "-" and call.texts[i - 1][-1:] not in "eoOpPsSuUXIaEb"):
            return False
        if text in ("-v", "--no-abbrev") or (text[:1] == "-" and text[:2] != "--" and "v" in text.partition("e")[0].partition("o")[0]):
            return True
        if "abbrev=none" in text or "verbose=all" in text or text[:11] == "--abbrev=no":
            return True
    return False


def _debugger(call: "Call", operands: "list[str]", options: str) -> bool:
    asks = ("environ", "getenv", "env-vars", "show env")
    return any(any(one in text for one in asks) or text.split()[:1] == ["env"] for text in call.texts[1:]) or _bang(call, operands, options)


def _bang(call: "Call", operands: "list[str]", options: str) -> bool:
    """A shell command behind ``!`` in an editor's or a pager's command, or behind gdb's ``shell``."""
    for text in call.texts[1:]:
        for part in [*text.split("!")[1:], *text.split("shell ")[1:]]:
            if part.strip().partition(" ")[0] in ("env", "printenv", "set", "export"):
                return True
    return False


def _cmake(call: "Call", operands: "list[str]", options: str) -> bool:
    return call.texts[1:3] == ["-E", "environment"]


def _compose(call: "Call", operands: "list[str]", options: str) -> bool:
    """The file of a composition with the variables' values put in; the lists of its names alone show none."""
    texts = call.texts[1:]
    if call.name != "docker-compose" and operands[:1] != ["compose"]:
        return False
    return any(one in operands for one in ("config", "convert")) and not any(
        text in ("-q", "--quiet", "--no-interpolate", "--services", "--images", "--volumes", "--profiles", "--networks", "--hash") for text in texts
    )


def _just(call: "Call", operands: "list[str]", options: str) -> bool:
    return any(text in ("-c", "--command") and after in ("env", "printenv", "set") for text, after in zip(call.texts, call.texts[1:], strict=False))


def _php(call: "Call", operands: "list[str]", options: str) -> bool:
    return any(text in ("-i", "--info") for text in call.texts[1:2])


def _pargs(call: "Call", operands: "list[str]", options: str) -> bool:
    return "e" in options


def _shower(call: "Call", operands: "list[str]", options: str) -> bool:
    return next(iter(operands), "") in SHOWERS[call.name]


FORMS: "dict[str, Form | None]" = {
    "make": _make, "gmake": _make, "ps": _ps, "tmux": _tmux, "strace": _strace, "gdb": _debugger, "lldb": _debugger, "cgdb": _debugger,
    **dict.fromkeys(("vim", "vi", "nvim", "ex", "ed", "less", "more", "view"), _bang),
    "cmake": _cmake, "just": _just, "php": _php, "pargs": _pargs, **dict.fromkeys(SHOWERS, _shower),
    **dict.fromkeys(("docker", "podman", "nerdctl", "docker-compose"), _compose),
    "test": None, "[": None, "vared": None, "openssl": None, "curl": None,
    **dict.fromkeys(("go", "gh", "aws", "pip", "pip3", "cargo", "git"), None),
}  # fmt: skip
# Programs that show what they read for themselves: by their first operands, such variables and the beginnings of their names.
OWN = {
    "go": (("env", "GO CGO_ GCCGO AR CC CXX FC PKG_CONFIG GOFLAGS GOPROXY GOAUTH GOPRIVATE"),),
    "gh": (("auth token", "GH_ GITHUB_ GH_TOKEN GITHUB_TOKEN"), ("auth git-credential", "GH_ GITHUB_ GH_TOKEN GITHUB_TOKEN")),
    "aws": (("configure export-credentials", "AWS_ AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN"),),
    "npm": (("config list", "npm_config_ NPM_CONFIG_"), ("config ls", "npm_config_ NPM_CONFIG_"), ("config get", "npm_config_ NPM_CONFIG_"),
            ("get", "npm_config_ NPM_CONFIG_")),
    "pip": (("config list", "PIP_"), ("config debug", "PIP_"), ("config get", "PIP_"), ("debug", "PIP_")),
    "cargo": (("config get", "CARGO_ CARGO_REGISTRY_TOKEN"),),
    "git": (("var", "GIT_ EDITOR VISUAL PAGER EMAIL"),),
}  # fmt: skip

_FURTHER = """
    emacsclient rails rake mix elixir ocaml scala clj clojure raku nix nix-instantiate rpm mongosh dc gnuplot mysql mariadb nvim csh tcsh coffee xidel
    mvn make act sqlite3 duckdb psql capsh tox nvm i386 linux32 linux64 x86_64 setarch uname26 cmake dotnet scala-cli ansible wp drush hy janet
    fennel utop jsonnet bin/rails bin/rake ./bin/rails
    honcho rtx volta fnm micromamba composer opam stack cabal flox guix overmind teller envchain sops meson heroku tmux
"""
FURTHER = frozenset(_FURTHER.split())  # see texts/further.py
_CONSOLES = """
    fish ssh ipython ipython3 bpython ptpython ptipython xonsh django-admin uv dhall dhall-to-json dhall-to-yaml dhall-to-bash dhall-to-nix
"""
CONSOLES = frozenset(_CONSOLES.split())  # see consoles.py


def further(call: "Call", blocked: "tuple[str, ...]") -> "Finding | None":
    """The same of programs that are given a text, and git's ``--config-env``."""
    if call.name in CONSOLES:
        from statewright.policy.environ import consoles as env_consoles

        fault = env_consoles.refused(call, blocked)
        if fault:
            return fault
    if call.name not in FURTHER and not (call.name == "git" and any(text[:5] == "--con" for text in call.texts[1:])):
        return None
    from statewright.policy.environ import further as env_further

    return env_further.refused(call, blocked)


def _own(name: str, operands: "list[str]", blocked: "tuple[str, ...]") -> str:
    """The blocked variable that a program may show of those it reads for itself, "" for none. One that is asked for by name shows that alone."""
    for verb, begins in OWN[name]:
        words = verb.split()
        if operands[: len(words)] == words:
            asked = operands[len(words) :] if name == "go" else []
            for one in blocked:
                named_here = begins.split()
                if any(matches(one, name) for name in asked or named_here) or (not asked and one.startswith(tuple(named_here))):
                    return one
    return ""


def refused(call: "Call", operands: "list[str]", options: str, names: "Names", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse what shows everything, and the single names that a program is asked for."""
    form = FORMS[call.name]
    if call.name.rstrip("3") in OWN:
        own = _own(call.name.rstrip("3"), operands, blocked)
        if own or form is None:
            return blocked_name(own) if own else None
    if form is not None:
        return dump(call.show()) if form(call, operands, options) else None
    for i, word in enumerate(call.words[1:], 1):
        before = call.texts[i - 1]
        for pattern in names.patterns(word):
            text = plain(pattern)
            if call.name in ("test", "["):
                if before == "-v" and (text is None or named(blocked, text.partition("[")[0])):
                    return blocked_name((text or "behind a name").partition("[")[0])
            elif text is None:
                continue
            elif call.name == "openssl" and text[:4] == "env:" and named(blocked, text[4:]):
                return blocked_name(text[4:])
            elif call.name == "curl" and (before == "--variable" or text[:12] == "--variable=%") and "%" in text:
                name = text.partition("%")[2].partition("=")[0].partition("[")[0]
                if named(blocked, name):
                    return blocked_name(name)
            elif call.name == "vared" and named(blocked, text):
                return blocked_name(text)
    return None
