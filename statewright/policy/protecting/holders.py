"""Protection of a client's own folder, ``.claude`` say: what a program is told to make, fill or empty there may be its settings and hooks.

The folder is not protected as such, and what only looks through it passes: readers, checkers, searches, what copies it away. Every other program
is refused it, as a word of its own or as the value of an option; ``.claude/agents`` and the like stay free. A script of the project's is left to
run. A formatter's own pattern (``prettier --write '**/*.json'``) and ``eslint --fix .`` pass although they may reach settings: they put a text into
another shape and leave what it says, and a run is pinned to what was accepted; ``prettier --write .claude`` names the folder and has no such work.
"""

from statewright.policy.outputs.spared import FORMATTERS
from statewright.policy.permitted.rewriters import begins, rewrites
from statewright.policy.protecting.arrivals_forms import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

# They look through what they are given, and write nothing there, unless an option names it as the place for that.
_LOOKING = """
    code codium cursor zed subl idea open xdg-open gitleaks trufflehog detect-secrets cloc tokei scc sloccount repomix gitingest files-to-prompt
    code2prompt yek meld kdiff3 difft delta ncdu dua dust watchman nodemon watchexec chokidar lychee ag ack ugrep sift glow mdcat bat batcat
    lsd mkdir touch broot ranger lf nnn yazi trivy grype syft snyk bandit ajv check-jsonschema jsonschema ctags scip aider codex gemini claude
    make gmake just task ninja docker podman nerdctl kubectl oc helm terraform tofu gradle gradlew mvn gh glab curl wget http ansible
    ansible-playbook act npm pnpm yarn bun deno cargo go mix rake python python3 node ruby perl php java tsx ts-node restic borg borg2 stow tmux
    zoxide direnv mise asdf aws gsutil gcloud az rclone s3cmd s4cmd s5cmd mc mcli azcopy b2 scp sftp rsync svn
"""
LOOKING = frozenset(_LOOKING.split())
# A name or verb with one of these says as much of any program: ``skill-validator``, ``x check``.
_TELLING = "lint check valid scan verif audit view list diff count search find test show grep stat cat"
LOOKING_WORDS = tuple(_TELLING.split())
# Verbs that make or fill the folder they are given.
_MAKING = "clone new init create venv virtualenv startproject startapp vendor deploy unpack clean checkout export scaffold"
MAKING = frozenset(_MAKING.split())
SCRIPTING = frozenset((
    "python", "pypy", "node", "nodejs", "ruby", "perl", "php", "lua", "tsx", "ts-node", "java", "deno", "bun", "bash", "sh", "zsh",
))
# An option whose value is a place to write to, by what its name holds; the short ones by their letter.
_PLACES = """
    output outdir out-dir outfile out_dir _out dest target prefix basetemp tmp temp cache report dist save extract coverage location download workdir
    modules-folder fork-name build-path log-file log_file junit html trace prof bundle
"""
PLACES = tuple(_PLACES.split())
WHOLE_NAMES = ("out", "root", "dir", "d", "o", "outputdir")
LETTERS = ("-o", "-d", "-D", "-O")
# Behind these a program reads.
_READ = """
    watch source src include exclude ignore add-dir allow input volume mount config filter from path file rootdir search message glob scan skip
"""
READ = tuple(_READ.split())


def fills(call: "Call", word: "Word") -> bool:
    """Whether a command that is given a client's folder by this word may write in it, or take it away."""
    module = run(call)
    if module is not call and "." in module.name:
        return False  # a module of the project's own: ``python -m scripts.sync``
    call = module
    name, texts = begins(call.name, call.texts[1:])
    if "-run" in texts and call.name == "ruby":
        return True  # un.rb: ruby as cp, mv and rm
    at = next((i for i, one in enumerate(call.words) if one is word), 0)
    option = _option(call, at)
    if option[:1] == "-" and option[1:2] != "-" and option in LETTERS:
        return not _scripted(call, name, texts)
    bare = option.lstrip("-").lower()
    if bare and (bare in WHOLE_NAMES or any(one in bare for one in PLACES)):
        return not _scripted(call, name, texts)
    if bare and any(one in bare for one in READ):
        return False
    if _looks(call, name, texts):
        verbs = [text for text in texts[:3] if text[:1] != "-" and text != word.text]
        return any(verb in MAKING for verb in verbs) and "-x" not in texts[:1]
    return True


def reported(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected place that an option names for what a command leaves behind, "" when none."""
    for i, word in enumerate(call.words[1:], 1):
        bare = _option(call, i).lstrip("-").lower()
        if bare in WHOLE_NAMES[:2] or any(one in bare for one in PLACES):
            found = scene.hit_word(word, bases, "client")
            if found:
                return found
    return ""


def _option(call: "Call", at: int) -> str:
    """The option, or the name in front of ``=``, whose value a word is; "" for an operand."""
    text, before = call.texts[at], call.texts[at - 1] if at > 1 else ""
    if "=" in text:
        return text.rpartition("=")[0].rpartition(",")[2]
    if text[:1] == "-" and len(text) > 2:
        return text[:2]
    return before if before[:1] == "-" and "=" not in before else ""


def _scripted(call: "Call", name: str, texts: "list[str]") -> bool:
    """Whether it is a script of the project's, which writes where it wants anyway."""
    placed = "/" in call.texts[0] and not call.texts[0].startswith(("/usr/", "/bin/", "/opt/", ".venv/", "node_modules/", "venv/"))
    if placed or "/" in name or name.endswith((".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".pl", ".php")):
        return True
    if name.rstrip("0123456789.") in SCRIPTING and "-m" not in texts:
        return True
    return name in ("npm", "pnpm", "yarn", "bun") and texts[:1] in (["run"], ["run-script"])


def _looks(call: "Call", name: str, texts: "list[str]") -> bool:
    if name in FORMATTERS:
        return not rewrites(call)
    verb = next((text for text in texts if text[:1] != "-"), "")
    if name in LOOKING or _scripted(call, name, texts):
        return True
    return any(one in name or one in verb for one in LOOKING_WORDS) and not rewrites(call)
