"""Files that a line writes and a program of it then runs, compiles or reads for what to run: a text there that asks for a blocked variable.

A file counts where a later command names it, or where its name is one that such programs take by themselves: tests, recipes, compositions.
What such a file is otherwise is the project's own code. Loaded for lines that write a file and run such a program alone.
"""

from statewright.policy.environ import programs as env_programs
from statewright.policy.environ import texts as env_texts
from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named
from statewright.policy.texts.escapes import written
from statewright.policy.texts.speaking import RUNNERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Finding
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

LONGEST = 1 << 16  # characters of a file that is looked into
LANGUAGES = {
    ".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node", ".ts": "node", ".tsx": "node", ".jsx": "node", ".mts": "node", ".rb": "ruby",
    "rakefile": "ruby", "gemfile": "ruby", ".rake": "ruby", ".pl": "perl", ".php": "php", ".lua": "lua", ".jl": "julia", ".r": "Rscript",
    ".ex": "elixir", ".exs": "elixir", ".groovy": "groovy", ".gradle": "groovy", ".kts": "kotlin", ".ps1": "pwsh", ".vim": "vim", ".tcl": "tclsh",
    ".cmake": "cmake", "cmakelists.txt": "cmake", ".sql": "duckdb",
}  # fmt: skip
COMPILED = (".go", ".rs", ".c", ".cc", ".cpp", ".cxx", ".java", ".kt", ".swift", ".zig", ".cs", ".scala", ".hs", ".ml", ".nim", ".cr", ".d")
# How compiled languages ask for one variable, and for all of them.
READS = (
    "getenv", "Getenv", "LookupEnv", "ExpandEnv", "env::var", "env!(", "environ", "GetEnvironmentVariable", "getEnv", "lookupEnv", "processInfo",
    "sys.env", "ENV[", "ENV.",
)  # fmt: skip
WHOLE = ("os.Environ()", "env::vars", "getenv()", "char **environ", "char** environ", "GetEnvironmentVariables", "getEnvMap", "getEnvironment ",
         "envp[", "environ[", "sys.env)")  # fmt: skip
# Files made of commands for a shell, and those that say which variables a program is handed.
RECIPES = ("makefile", ".mk", "justfile", ".just", "package.json", "taskfile.yml", "taskfile.yaml", "procfile", "tox.ini", ".pre-commit-config.yaml")
PASSING = ("passenv", "pass_env")
DUMPERS = ("env", "printenv")
# Pieces of the names of files that runners take by themselves.
TAKEN = (
    "/test_", "/conftest", "_test.", ".test.", ".spec.", "_spec.", "/tests/", "/test/", "/spec/", "__tests__", ".config.", "/setup.py", "/noxfile",
    "/tasks.py", "/fabfile", "rakefile", "gemfile", "/build.", "__init__", "__main__", "sitecustomize", "cmakelists", "/manage.py",
)  # fmt: skip
# Further programs that run or read what lies in the project.
FURTHER = (
    " cmake ninja meson zig swift swiftc kotlinc kotlin pip pip3 honcho foreman overmind duckdb sqlite3 psql podman docker-compose bazel invoke fab"
    " nvim vim vi ex emacs pwsh ant terraform "
)
BUILDING = ("run", "test", "bench", "build", "install", "t", "r")


def refused(found: "list[Call]", names: "Names", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse a line that makes such a file and has it run."""
    if not any("/" in call.name or " %s " % call.name in RUNNERS + FURTHER for call in found):
        return None
    for path, lines in names.written.items():
        text = "\n".join([written(line) for line in lines])
        if len(text) > LONGEST:
            continue
        fault = _judged("/" + path.lower().removeprefix("./"), path, text, found, blocked)
        if fault:
            return fault
    return None


def _judged(low: str, path: str, text: str, found: "list[Call]", blocked: "tuple[str, ...]") -> "Finding | None":
    base = low.rpartition("/")[2]
    if base.endswith((".yml", ".yaml")) and "compose" in base:
        return _spelled(text, blocked) or _composed(text, blocked)
    if base.endswith(RECIPES):
        return _spelled(text, blocked)
    if any(one in ("--env-file", "--env-file=" + path) and (path in call.texts or "=" in one) for call in found for one in call.texts[1:]):
        return next((blocked_name(line.strip()) for line in text.split("\n") if named(blocked, line.strip())), None)
    compiled = base.endswith(COMPILED)
    building = compiled and any(one in BUILDING for call in found if " %s " % call.name in RUNNERS + FURTHER for one in call.texts[1:2])
    if not (building or any(piece in low for piece in TAKEN) or _named(path, found)):
        return None
    if compiled:
        return _compiled(text, blocked)
    language = next((value for end, value in LANGUAGES.items() if base.endswith(end)), "")
    if language == "cmake":
        return _filled(text.replace("ENV{", "${"), blocked)
    return env_programs.judged(text, language, blocked) if language else None


def _named(path: str, found: "list[Call]") -> bool:
    """Whether a command that does not write the file names it, or the module that it is."""
    bare = path.removeprefix("./")
    stem = bare.rpartition("/")[2].partition(".")[0]
    for call in found:
        if any(one.target is not None and one.target.text.removeprefix("./") == bare and one.op[0] == "<" for one in call.command.redirects):
            return True
        if call.name in ("tee", "cat", "touch", "git", "rm", "ls", "wc", "head", "chmod"):
            continue
        if any(bare in text or stem in env_programs.identifiers(text) for text in call.texts if text):
            return True
    return False


def _compiled(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    if any(one in text for one in WHOLE):
        return dump("The program")
    if not any(one in text for one in READS):
        return None
    return next((blocked_name(word) for word in env_programs.identifiers(text) if named(blocked, word)), None)


def _spelled(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """Commands of a shell's, make's or a package's among a file's lines."""
    fault = _filled(text, blocked)
    if fault:
        return fault
    for line in text.split("\n"):
        words = "".join([" " if c in "\"'@,;:&|[]{}=" else c for c in line]).split()
        one = next((word for word in words if named(blocked, word)), "")
        if one and ("printenv" in words or words[0] in PASSING):
            return blocked_name(one)
        told = line.rstrip(" ,}]")
        if line.strip(" \t@-") in DUMPERS or any(told.endswith((':"%s"' % one, ': "%s"' % one)) for one in DUMPERS):
            return dump("A file of this line")
    return env_texts.refused(text, "", blocked)


def _filled(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """A blocked variable that a text has filled in: ``$NAME``, ``${NAME}``, ``$(NAME)``, ``$$NAME``."""
    for part in text.split("$")[1:]:
        word = env_programs.identifiers(part[:200].lstrip("({$") + " ")[:1]
        if word and part.lstrip("({$").startswith(word[0]) and named(blocked, word[0]):
            return blocked_name(word[0])
    return None


def _composed(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """A variable that a composition hands on by its name alone. Compose file reference, environment and secrets."""
    for line in text.split("\n"):
        for piece in line.strip().removeprefix("environment:").split(","):
            word = piece.strip().lstrip("- [{").strip("'\"]} ").removesuffix(":").strip("'\"")
            if word and named(blocked, word):
                return blocked_name(word)
    return None
