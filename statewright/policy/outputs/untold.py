"""Names that no line tells: what an unknown program prints, what a filter puts together. Could one of them be a protected path?

UNTOLD stands for any text, slashes too. A name with more to read in it may be one of ours only where that fits: ``UNTOLD.jpg`` is none.
"""

from statewright.policy.words.patterns import HIDDEN, LITERAL, _glob
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.paths import Guard

REMOVES = ("perl", "ruby", "gawk", "awk", "mawk", "nawk")  # they rewrite a file in its place where an option says so
# Programs whose printed text is no name of ours, whatever they are given: numbers, dates, ids, versions, names of packages and hosts.
_PLAIN = """
    nproc hostname uname arch id groups whoami logname tty cal uptime free df pgrep pidof uuidgen cksum true false test
    ulimit getconf nvidia-smi lscpu lsblk sw_vers locale umask times sleep kill wait hostid dnsdomainname ip ifconfig ss netstat
    users who w last tput stty : cd mkdir mktemp mkfifo touch rm mv cp chmod chown ln rmdir sync exit return set export unset
    declare local shift trap getopts let hash xdg-user-dir sysctl vm_stat pmset ioreg cpuid  factor
"""
PLAIN = frozenset(_PLAIN.split())
SPEAKING = frozenset(("mv", "cp", "rm", "ln", "mkdir", "touch", "chmod", "chown", "rmdir", "pgrep"))
# The same of some verbs.
_VERBS = """
    pip freeze|pip list|pip --version|pip3 freeze|pip3 list|npm outdated|yarn bin|pnpm bin|brew --prefix|brew list|go version|cargo --version
    rustc --print|rustc --version|rustup toolchain|rustup show|xcode-select -p|conda list|poetry version|pyenv prefix|pyenv versions
    pyenv version|pyenv root|rbenv prefix|nvm current|fnm current|gem list|bundle info|bundle list|docker ps|docker images|docker image ls
    docker container ls|docker volume ls|docker network ls|docker compose ps|docker-compose ps|docker version|podman ps|podman images
    podman volume ls|kubectl get|kubectl version|kubectl config current-context|helm list|terraform workspace|terraform version|gh auth status
    apt list|dpkg -l|dpkg -L|dpkg-query -L|brew outdated|snap list|flatpak list|apt-mark showmanual|make --version|git --version|openssl rand
    openssl version|tmux ls|tmux list-sessions|screen -ls|aws sts|lsof -t|lsof -ti|node -v|node --version|python -V|python3 -V|python --version
    python3 --version|ruby -v|java -version|mvn -v
"""
VERBS = tuple(one.strip() for line in _VERBS.strip().split("\n") for one in line.split("|"))


def plain_text(call: "Call") -> bool:
    """Whether what a program prints is no path of ours by its nature."""
    name, texts = call.name, call.texts
    if name in SPEAKING and any(text[:1] == "-" and ("v" in text or "printf" in text) for text in texts[1:]):
        return False  # it tells the names it was given
    if name == "expr":
        return all(text.isdigit() or text in ("+", "-", "*", "/", "%", "\0", "<", ">", "=", "(", ")") or HOLE in text for text in texts[1:])
    if name in PLAIN or texts[1:] in (["--version"], ["-V"], ["-v"], ["version"]):
        return True
    free = any(text.startswith(("--format", "-o", "--template", "--cache", "-f", "--output", "--go-template", "--jq")) for text in texts[1:])
    if not free and any(one.startswith(name + " ") for one in VERBS):
        shown = " ".join(texts) + " "
        return any(shown.startswith(one + " ") or (one[-2:-1] == "t" and shown.startswith(one + ":")) for one in VERBS)
    return name in ("node", "nodejs") and len(texts) == 3 and _version(texts[2])


def _version(text: str) -> bool:
    """``require('./package.json').version``"""
    front, _, last = text.strip().rpartition(".")
    return last in ("version", "name") and front.replace('"', "'") in ("require('./package.json')", "require('./package')")


def hits(guard: "Guard", pattern: str, base: str, parents: str = "") -> bool:
    """Whether a name with UNTOLD in it may be a protected path. parents: as in ``patterns.hit``."""
    at = pattern.index(HIDDEN)
    head = pattern[:at].rstrip(HOLE)
    if HOLE in head:
        return False  # below a folder that only the environment names
    rest = "*" + pattern[at + 1 :].replace(HIDDEN, "*").replace(HOLE, "*")
    if not (head + rest).strip("./*" + LITERAL):
        return True
    known = _known(guard)
    shape = rest.lower()
    if not head.strip("./") or (parents == "all" and head[-1:] == "/"):  # it may begin anywhere, or lead up again
        return not rest.strip("./*") or any(_glob(shape, 0, path, 0, [4000]) for path in known)
    front = guard.absolute(head, base).lower().replace("/./", "/").replace("//", "/")
    return any(_glob(front + shape, 0, path, 0, [4000]) for path in known)


def _known(guard: "Guard") -> "list[str]":
    from statewright.policy.outputs.find import HOME, PROJECT

    out = [place for place, _ in (*guard.places(), *guard.quiet())]
    out += [root + "/" + path for root in guard.roots for path, _ in PROJECT if path.count("/")]
    return out + [home + "/" + path for home in guard.homes for path, _ in HOME]


def shaped(pattern: str) -> bool:
    """Whether a regular expression may match a piece of a protected path that is a name of its own."""
    from statewright.policy.outputs.find import PROJECT
    from statewright.policy.words.expressions import loosely

    return any(loosely(pattern.lower(), path) for path, _ in PROJECT)


def rewrites(call: "Call") -> bool:
    """Whether an interpreter is told to change the files it is given: ``perl -pi``, ``ruby -i``, ``gawk -i inplace``."""
    if call.name not in REMOVES:
        return False
    if call.name in ("perl", "ruby"):
        return any(text[:1] == "-" and text[:2] != "--" and _inplace(text) for text in call.texts[1:])
    return "inplace" in call.texts[1:]


def _inplace(text: str) -> bool:
    """``-i``, ``-pi``, ``-ni.bak``; not the ``i`` of a program text or of a module behind ``-e``, ``-M``."""
    front = text[1:]
    for i, c in enumerate(front):
        if c == "i":
            return True
        if c in "eEMmIFCDxVr" or not (c.isalnum()):
            return False
        if i > 6:
            return False
    return False
