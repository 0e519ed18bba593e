"""The project's folders whose programs count as what their names say, and the scripts that ``source`` may read without being listed.

Installers write there. What an edit tool or the line itself put there is another program under a known name.
"""

from statewright.model import DENY, Finding
from statewright.policy.words.calls import where
from statewright.shell.programs import TRUSTED_PROJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

FOLDERS = (*TRUSTED_PROJECT, "env/bin/", ".env/bin/", "vendor/bin/")


def place(path: str, project: str) -> bool:
    """Whether an absolute path is one of those programs or scripts, in the project or in a package of it."""
    if not path.startswith(project + "/"):
        return False
    folder = path.rpartition("/")[0] + "/"
    return any(folder.endswith("/" + one) for one in FOLDERS)


def beside(call: "Call", event: "Event", here: "list[str]") -> "Finding | None":
    """Refuse ``python -m json.tool`` beside a folder json."""
    name = shadowed(call, event, here) if "-m" in call.texts[1:] else ""
    if not name:
        return None
    reason = "%s%s would run %s of this folder in place of python's own." % (call.show(), where(call, event), name)
    return Finding(DENY, "commands", reason, "Add -I: python then looks for its own modules alone.")


def shadowed(call: "Call", event: "Event", here: "list[str]") -> str:
    """The file by whose name ``python -m MODULE`` would take another module: python looks into the folder it stands in first. "" for none.

    For the modules that come with python, and pip: what runs the project's own tests, or is the project's own, may well lie there.
    """
    texts = call.texts
    at = texts.index("-m") + 1
    top = texts[at].partition(".")[0] if at < len(texts) else ""
    if top in RUNNING or any(text[:1] == "-" and text[:2] != "--" and ("I" in text or "P" in text) for text in texts[1 : at - 1]):
        return ""
    if top not in RUN and top not in IMPORTED:
        return ""
    facts = event.facts
    for folder in here if facts is not None else ():
        for name in facts.names(folder):
            bare, dot, ending = name.partition(".")
            if bare != top and bare not in IMPORTED:
                continue
            if ending.rpartition(".")[2] in ("py", "pyc", "so", "pyd") if dot else facts.kind(folder + "/" + name + "/__init__.py"):
                return str(name)
    return ""


# They run what the project holds, whatever it is called.
_RUN = """
    pip json http venv ensurepip compileall py_compile zipfile tarfile gzip base64 calendar site sysconfig platform webbrowser tabnanny tokenize
    inspect pickle pickletools random uuid sqlite3 asyncio code idlelib turtledemo this ast dis mimetypes quopri uu binhex symtable textwrap
    filecmp difflib fileinput ftplib telnetlib nntplib smtpd poplib imaplib aifc cgi encodings lib2to3 pyclbr pydoc pstats modulefinder
    curses distutils tkinter turtle xml wsgiref socketserver xmlrpc ctypes decimal statistics netrc rlcompleter sched selectors shlex
    getopt optparse secrets logging multiprocessing concurrent dbm html email unittest
"""
RUN = frozenset(_RUN.split())  # the modules of python's own that are run by their name
RUNNING = frozenset(("unittest", "doctest", "pdb", "cProfile", "profile", "trace", "timeit", "runpy", "test", "zipapp"))
_IMPORTED = """
    argparse ast bisect codecs collections contextlib copyreg enum errno fnmatch functools gettext glob heapq importlib inspect io itertools json
    keyword linecache locale ntpath opcode operator os pathlib pkgutil platform posixpath re reprlib runpy shutil signal stat string struct
    subprocess tempfile textwrap threading tokenize traceback types typing urllib warnings weakref zipfile zlib encodings
"""
IMPORTED = frozenset(_IMPORTED.split())  # what such a module brings along
