"""Further programs that are given a text which reads the environment, run a command, or are told a variable's name. Their manual pages."""

from statewright.policy.environ import programs as env_programs
from statewright.policy.environ import texts as env_texts
from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Finding
    from statewright.policy.words.calls import Call

# The words or options behind which each of them takes a program's text.
TEXTS = {
    "emacsclient": ("--eval", "-e"), "rails": ("runner", "r"), "rake": ("-e", "-E", "-p"), "mix": ("-e", "--eval"), "elixir": ("-e", "--eval"),
    "ocaml": ("-e",), "scala": ("-e",), "clj": ("-e",), "clojure": ("-e",), "raku": ("-e",), "nix": ("--expr",), "nix-instantiate": ("-E", "--expr"),
    "rpm": ("-E", "--eval"), "mongosh": ("--eval",), "dc": ("-e",), "gnuplot": ("-e",), "mysql": ("-e", "--execute"), "mariadb": ("-e", "--execute"),
    "dotnet": ("eval",), "scala-cli": ("-e",), "ansible": ("-a", "--args"), "wp": ("eval",), "drush": ("eval", "ev", "php:eval", "php-eval"),
    "hy": ("-c",), "janet": ("-e",), "fennel": ("-e",), "utop": ("-e",), "nvim": ("-c", "--cmd"), "csh": ("-c",), "tcsh": ("-c",),
    "coffee": ("-e",), "xidel": ("-e",), "mvn": (), "make": ("--eval",), "act": (),
}  # fmt: skip
# jsonnet(1): a variable by its name alone, whose value the program is given.
EXTERNAL = ("--ext-str", "--ext-code", "--tla-str", "--tla-code")
RUBY = ("rails", "rake")
DATABASES = ("sqlite3", "duckdb", "psql", "mysql", "mariadb")
RUNNING = (
    "capsh", "tox", "nvm", "i386", "linux32", "linux64", "x86_64", "setarch", "uname26", "cmake", "honcho", "rtx", "volta", "fnm", "micromamba",
    "composer", "opam", "stack", "cabal", "flox", "guix", "overmind", "teller", "envchain", "sops", "meson", "heroku",
)  # fmt: skip  - what stands behind is a command
# Of those, the ones that have other verbs: the verbs of theirs that run a command.
BEHIND = frozenset(("composer", "opam", "stack", "cabal", "flox", "guix", "meson", "heroku", "micromamba", "fnm", "volta", "honcho", "sops", "rtx"))
VERBS = frozenset(("run", "exec", "x", "exec-env", "devenv", "shell", "activate", "local:run"))
LEADS = ("|", "program'", "system", "!", "shell", "source|")
DUMPERS = ("env", "printenv")


def refused(call: "Call", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse what names a blocked variable in such a text, or shows all of them."""
    name, texts = call.name.rpartition("/")[2], call.texts[1:]
    if name == "git":
        return _git(texts, blocked)
    if name in RUNNING:
        return _running(call, name, texts, blocked)
    if name == "tmux":  # tmux(1), FORMATS: a name that is no format's is a variable's
        shown = [word for text in texts if "#{" in text or "#(" in text for word in env_programs.identifiers(text)]
        return next((blocked_name(word) for word in shown if named(blocked, word)), None)
    if name in DATABASES:
        for text in texts:
            bare = text.replace(" ", "").replace('"', "'").lower()
            if "/environ" in bare or any(lead + one + end in bare + "'" for lead in LEADS for one in DUMPERS for end in ("'", ";", "\n")):
                return dump(call.show())
    for i, text in enumerate(texts):
        front, sign, value = text.partition("=")
        before = texts[i - 1] if i else ""
        if name == "jsonnet" and (front in EXTERNAL or (text[:1] == "-" and text[1:2] in ("V", "A"))):
            asked = value if sign else text[2:] if text[:2] in ("-V", "-A") and len(text) > 2 else "".join(texts[i + 1 : i + 2])
            if "=" not in text[2:] + asked.rpartition("--")[0] and named(blocked, asked):
                return blocked_name(asked)
        if name == "mvn" and text.partition(":")[0].endswith("help") and text.endswith(":system"):
            return dump(call.show())
        if name == "mvn" and front == "-Dexpression" and named(blocked, value.removeprefix("env.")):
            return blocked_name(value.removeprefix("env."))
        if name == "act" and before in ("-s", "--secret", "--env", "--var") and named(blocked, text):
            return blocked_name(text)
        wanted = TEXTS.get(name, ())
        program = text if before in wanted else value if sign and front in wanted else ""
        fault = _text(program, name, blocked) if program else None
        if fault:
            return fault
    return None


def _running(call: "Call", name: str, texts: "list[str]", blocked: "tuple[str, ...]") -> "Finding | None":
    """``env`` or ``printenv NAME`` as the command behind such a program's verb."""
    texts = texts[texts.index("--") :] if name == "tox" and "--" in texts else [] if name == "tox" else texts
    at = next((i for i, text in enumerate(texts) if text in DUMPERS), -1)
    if at < 0 or (name in BEHIND and _command(texts, name) != at):
        return None
    if at == len(texts) - 1 or name == "capsh":
        return dump(call.show()) if at > 0 or name not in ("tox", "nvm", "cmake", "capsh") else None
    return next((blocked_name(text) for text in texts[at + 1 :] if named(blocked, text)), None) if texts[at] == "printenv" else None


def _command(texts: "list[str]", name: str) -> int:
    """Where the command begins behind a verb, options and their values passed over; -1 for none."""
    verb = next((i for i, text in enumerate(texts) if text in VERBS and (text == "local:run" or name != "heroku")), -1)
    if verb >= 0 and texts[verb] in ("shell", "activate"):
        verb = texts.index("--") if "--" in texts else -1
    i = verb + (2 if verb >= 0 and texts[verb] == "exec-env" else 1)
    while 0 <= verb < i < len(texts):
        if texts[i][:1] != "-" and (texts[i - 1][:1] != "-" or texts[i - 1] == "--"):
            return i
        i += 1
    return -1


def _git(texts: "list[str]", blocked: "tuple[str, ...]") -> "Finding | None":
    """git(1): ``--config-env=NAME=VARIABLE``."""
    for i, text in enumerate(texts):
        if text[:12] == "--config-env":
            value = text[13:] or "".join(texts[i + 1 : i + 2])
            if named(blocked, value.rpartition("=")[2]):
                return blocked_name(value.rpartition("=")[2])
    return None


def _text(text: str, name: str, blocked: "tuple[str, ...]") -> "Finding | None":
    if "env" in text.lower() or "$" in text:
        one = next((word for word in env_programs.identifiers(text) if named(blocked, word)), "")
        if one:
            return blocked_name(one)
    bare = text.replace("(", " ").replace(")", " ").split()
    shells = any(one in DUMPERS and bare[i - 1] in ("shell", "system", "!") for i, one in enumerate(bare) if i)
    if shells or text.strip() in ("sys.env", "setenv"):
        return dump("The program")
    return env_programs.program(text, blocked) or (env_texts.refused(text, "ruby", blocked) if name in RUBY else None)
