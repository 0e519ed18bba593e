"""Where things lie: the project, its runs, the user's data folder."""

import sys

from statewright import fast

FOLDER = ".statewright"
KEEP = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def find_project(start: str) -> str:
    """The nearest folder from ``start`` upwards that holds ``.statewright/``; "" when there is none."""
    here = start.replace("\\", "/").rstrip("/") if fast.WINDOWS else start.rstrip("/")
    while here:
        if fast.kind(here + "/" + FOLDER) == "dir":
            return here
        here = here.rpartition("/")[0]
    return ""


def data_home() -> str:
    """The user's data folder for us; the same place as platformdirs.user_data_dir("statewright", appauthor=False)."""
    if fast.WINDOWS:
        return (fast.getenv("LOCALAPPDATA") or fast.getenv("USERPROFILE") + "/AppData/Local").replace("\\", "/") + "/statewright"
    home = fast.getenv("HOME") or _home_of_record()
    if sys.platform == "darwin":
        return home + "/Library/Application Support/statewright"
    return (fast.getenv("XDG_DATA_HOME").strip() or home + "/.local/share") + "/statewright"


def _home_of_record() -> str:
    import os

    return os.path.expanduser("~")


def key_of(session: str) -> str:
    """A session id as a file name: foreign characters out, bounded, still unlike for unlike ids."""
    clean = "".join(c if c in KEEP else "_" for c in session)[:80]
    if clean == session and clean:
        return clean
    return "%s-%s" % (clean[:40], fast.sha256(session.encode("utf-8", "surrogatepass"))[:12])


def runs_dir(project: str) -> str:
    """The folder of the project's runs."""
    return project + "/" + FOLDER + "/runs"


def pointer(project: str, key: str) -> str:
    """The file that names a key's current run."""
    return "%s/%s.current" % (runs_dir(project), key)


def plan_base(project: str, digest: str) -> str:
    """A compiled workflow's files, without their endings."""
    return "%s/plans/%s" % (runs_dir(project), digest)


def marker(data: str, session: str) -> str:
    """The file that says a session has an active run; it lies outside the project."""
    return "%s/sessions/%s.json" % (data, key_of(session))


def env_file(data: str, session: str) -> str:
    """The shell text the harness sources before every command of a session."""
    return "%s/env/%s.sh" % (data, key_of(session))


def accepted(data: str, project: str) -> str:
    """The file that holds what a person last accepted for a project."""
    return "%s/projects/%s.json" % (data, fast.sha256(fast.real(project).encode("utf-8", "surrogateescape"))[:32])


def programs(data: str, project: str) -> str:
    """The file that holds which programs a project's checks run."""
    return "%s/programs/%s.json" % (data, fast.sha256(fast.real(project).encode("utf-8", "surrogateescape"))[:32])


def secrets(data: str) -> str:
    """The folder of what only the person and we may read: agents are refused even that."""
    return data + "/secrets"


def sources(project: str) -> "list[tuple[str, bytes]]":
    """The files that make up a project's rules, by name."""
    base = project + "/" + FOLDER
    names = ["config.json", "workflow.json"]
    names += ["workflows/" + name for name in fast.names(base + "/workflows") if name.endswith(".json")]
    found = ((name, fast.read_file(base + "/" + name)) for name in names)
    return [(name, data) for name, data in found if data is not None]


def source_digest(project: str) -> str:
    """SHA-256 over the rules' files; line endings do not count."""
    parts = []
    for name, data in sources(project):
        data = data.replace(b"\r\n", b"\n")
        parts.append(b"%s\0%d\0%s" % (name.encode(), len(data), data))
    return fast.sha256(b"".join(parts))


def own_name(data: str) -> str:
    """What the agent has to call us by: the plain name where it is on the PATH, else the installed path."""
    for part in fast.getenv("PATH").split(";" if fast.WINDOWS else ":"):
        if part and fast.kind(part + "/statewright") == "file":
            return "statewright"
    path = data + "/bin/statewright"
    return path if fast.kind(path) == "file" else "statewright"
