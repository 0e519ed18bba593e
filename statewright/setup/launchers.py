"""What is put into the user's data folder: hook executables for one very interpreter, bytecode, the command."""

import compileall
import os
import subprocess
import sys
from pathlib import Path

import platformdirs

from statewright.setup.link import NAME, put

HOOKS = ("pre-tool", "post-tool", "stop", "session-start", "session-end", "user-prompt", "config-change", "skill-shell")
SHIMS = ("/shims/", "/.asdf/", "/mise/shims/", "/.rye/shims/")
LONGEST = 120  # bytes of a first line that every kernel still takes


class SetupError(Exception):
    """Something a person has to mend; one line."""


def data_dir() -> Path:
    """The user's data folder for us. Slashes as the hot path writes them."""
    return Path(platformdirs.user_data_dir("statewright", appauthor=False))


def package_dir() -> Path:
    """The folder of the package that runs now."""
    return Path(__file__).resolve().parent.parent


def hooks_source() -> Path:
    """The hook executables that come with the package: in a checkout beside it, in a wheel inside it."""
    for folder in (package_dir().parent / "hooks", package_dir() / "_data" / "hooks"):
        if (folder / "start.py").is_file():
            return folder
    raise SetupError("the hook executables are missing from this installation; install statewright again")


def interpreter() -> str:
    """This Python's own path (a private environment's link is kept); SetupError for a version manager's shim.

    A shim costs several times the hook at every call, and may start another Python in another folder.
    """
    found = sys.executable
    if not found or any(part in found for part in SHIMS):
        raise SetupError("%s is a version manager's shim; run this with a real Python (install.sh finds one)" % (found or "this Python"))
    head = Path(found).read_bytes()[:2]
    if head == b"#!":
        raise SetupError("%s is a script that starts Python; run this with a real Python (install.sh finds one)" % found)
    return found


def first_lines(python: str, flags: str = "-IS") -> str:
    """How an executable names its interpreter: a first line, or a shell that starts it where a path has blanks or is long."""
    line = "#!%s %s\n" % (python, flags)
    if " " not in python and len(os.fsencode(line)) <= LONGEST:
        return line
    quoted = "'%s'" % python.replace("'", "'\\''")
    return "#!/bin/sh\n'''exec' %s %s \"$0\" \"$@\"\n' '''\n" % (quoted, flags)


def write_executable(path: Path, text: str) -> None:
    """Put an executable in place in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name("%s.%d.new" % (path.name, os.getpid()))
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(0o755)
    os.replace(fresh, path)


def write(data: Path | None = None) -> Path:
    """Write the launchers and bytecode for the running interpreter; gives the folder of the hooks."""
    data = data or data_dir()
    python = interpreter()
    folder = data / "hooks"
    folder.mkdir(parents=True, exist_ok=True)
    source = hooks_source()
    root = str(package_dir().parent)
    start = (source / "start.py").read_text(encoding="utf-8").replace('ROOT = ""', "ROOT = %r" % root)
    fresh = folder / "start.py.new"
    fresh.write_text(start, encoding="utf-8")
    os.replace(fresh, folder / "start.py")
    compile_all(python, folder)
    _, head = put(package_dir(), folder)
    code = str(folder).replace("%", "%%") + "/" + NAME
    for name in HOOKS:
        filled = {"code": code, "head": head, "folder": str(folder), "refused": 2 if name in GATES else 0, "name": name}
        write_executable(folder / name, first_lines(python) + BODY % {**filled, "plain": PLAIN % filled})
    command = COMMAND % {"code": code, "head": head, "root": root}
    write_executable(data / "bin" / "statewright", first_lines(python) + command)
    return folder


GATES = ("pre-tool", "config-change", "skill-shell")  # exit status 2 is a refusal here, even with the rest gone
# Every token is parsed at every call, so there are few. What runs the plain modules is a text, which is parsed when it is needed.
BODY = """import sys
try:
    from marshal import loads
    file = open(%(code)r %% sys.hexversion, "rb", 0)
    exec(loads(file.read(%(head)d)))
    hook(%(name)r, file)
finally:
    exec(%(plain)r)
"""
PLAIN = """try:
    sys.path.insert(0, %(folder)r)
    from start import run
    run(%(name)r)
finally:
    raise SystemExit(%(refused)d)"""
COMMAND = """import sys
try:
    from marshal import loads
    file = open(%(code)r %% sys.hexversion, "rb", 0)
    exec(loads(file.read(%(head)d)))
except (OSError, EOFError, ValueError, TypeError):
    pass
else:
    verb(sys.argv[1:], file)
import site
site.main()
sys.path.insert(0, %(root)r)
from statewright.__main__ import main
main()
"""


def compile_all(python: str, folder: Path) -> None:
    """Bytecode for the interpreter that the launchers name. A folder that cannot be written is slower, not broken."""
    if os.path.realpath(python) == os.path.realpath(sys.executable):
        compileall.compile_dir(str(package_dir()), quiet=2, workers=1)
        compileall.compile_dir(str(folder), quiet=2, workers=1)
        return
    subprocess.run([python, "-m", "compileall", "-q", str(package_dir()), str(folder)], check=False)
