"""A client's own folder as a program's text has it: taken away, moved, or what a tree is copied or unpacked into.

``rmtree '.claude'``, ``cp_r('x/.', d)``, ``extract(to => ".claude")``, ``new File(".claude").deleteDir()``, ``(delete-directory ".claude" t)``,
``file delete -force .claude``, ``:cd .claude | w! settings.json``, ``local('rm -rf .claude')``. The folder itself alone is asked about: what a
program does in ``.claude/agents``, or makes of the folder by a join, is not meant here (texts_joined.py).
"""

from statewright.policy.protecting.names import BUILDING
from statewright.policy.protecting.texts import FOLDING, SCRIPTED, names_any, texts_of
from statewright.policy.protecting.texts_filled import QUOTES, _called, _identifier
from statewright.policy.protecting.texts_joined import _merged, changes
from statewright.policy.texts.recipes import in_quotes
from statewright.policy.words.protected import CLIENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

# Calls that take a folder away, or another place for it.
_TAKING = """
    rmtree rmdir removedirs rename renames move rmSync rm rmdirSync renameSync rm_rf rm_r rm_f mv remove_tree remove_dir remove_dir_all remove_all
    remove_entry remove_entry_secure rimraf del trash removeSync moveSync emptyDir emptyDirSync removetree send2trash RemoveAll Rename renameTo
    deleteDir deleteRecursively deleteDirectory removeItem trashItem unlink symlink symlinkSync symlink_to CopyFS deleteSync deleteAsync chmod chown
"""
TAKEN = frozenset(_TAKING.split())
# Trees that are copied: the first argument they only read. Unpacking, whatever the argument.
_LAID = "copytree copy_tree cpSync cp_r cp copySync dircopy rcopy copyDirectory copyRecursively ncp copydir merge_tree"
LAID = frozenset(_LAID.split())
_UNPACKING = """
    extractall extractTo extractAllTo extractEntryTo unpack_archive unpack unzip untar extract extract_archive extractArchive decompress inflate
"""
UNPACKED = frozenset(_UNPACKING.split())
SINGLE = frozenset(("copy", "copy2", "copyfile", "cp", "install", "copyFile", "copyFileSync", "ln_s", "ln_sf", "ln", "link"))  # by their own name
KEYS = frozenset(("path", "dir", "dest", "to", "exdir", "extract_dir", "cwd", "target", "destination", "outdir", "into", "folder", "output", "C"))
TELLING = ("extract", "unzip", "untar", "unpack", "tar", "zip", "copy", "move")
# What turns a text into a path.
_TURNED = "Path of File Pathname resolve str get URL expanduser abspath realpath PosixPath join path"
TURNED = frozenset(_TURNED.split())
METHODS = ("rename", "renameTo", "replace", "rmtree", "rmdir", "unlink", "deleteDir", "deleteRecursively", "move", "trash", "removeRecursively", "rm")
LISP = ("delete-directory", "rename-file", "copy-directory", "move-file-to-trash", "make-symbolic-link", "dired-delete-file")
COMMANDS = ("rm ", "mv ", "rmdir ", "shred ", "unlink ", "trash ", "cp -", "rsync ", "git clean", "find .")
SHOWN = frozenset(("print", "puts", "log", "echo", "printf", "write", "info", "debug", "warn", "error", "p", "format"))
TCL = ("tclsh", "tcl", "wish", "expect", "expectk", "jimsh")
MOVING = ("cd", "cd!", "lcd", "tcd", "chdir")
HERE = ("process.cwd()", "os.getcwd()", "Dir.pwd", "__dirname", "Deno.cwd()")
SOURCES = (".go", ".java", ".rs", ".c", ".cc", ".cpp", ".kt", ".kts", ".swift", ".cs", ".zig", ".ts", ".jsh", ".cmake", "CMakeLists.txt", ".ninja")
# Programs whose texts have paths without quotes, or all in one, and what of them changes files. cmake-commands(7), build.ninja, sqlite3(1), DuckDB.
SPELLED = {
    "cmake": ("file(", "execute_process", "configure_file"), "ninja": ("command",), "sqlite3": (".ar",), "duckdb": ("export database",),
}  # fmt: skip
HINTS = tuple(sorted({name[:3] for name in CLIENTS}))  # the rest of a name may be joined to it
LONGEST = 1 << 16


def taken(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The client's folder that a program's text takes away, moves or fills, "" when none."""
    if call.name in BUILDING:
        written = [lines for name, lines in scene.names.written.items() if name.endswith(SOURCES)]
        texts = ["\n".join(lines).replace("\1", "") for lines in written] + texts_of(call, scene)
    else:
        texts = texts_of(call, scene)
    if call.name in SCRIPTED or call.name in FOLDING:
        fault = _gone("\n".join(texts), scene, bases)
        if fault:
            return fault
    for text in dict.fromkeys(texts):
        if call.name in BUILDING and names_any(text) and changes(text):
            return text[:80]
        if call.name in SPELLED and any(word in text.lower() for word in SPELLED[call.name]):
            one = next((word for word in _words(text) if scene.hit(word, bases, "client")), "")
            if one:
                return one
        text = _merged(text.replace('" "', "") if "(concat" in text else text) if len(text) < LONGEST else ""
        if not any(hint in text.lower() for hint in HINTS):
            continue
        fault = _text(call, text, scene, bases)
        if fault:
            return fault
    return ""


def _text(call: "Call", text: str, scene: "Scene", bases: "list[str]") -> str:
    literals = [one for one in dict.fromkeys(in_quotes(text)) if one and len(one) < 300]
    folders = [one for one in literals if "\n" not in one and " " not in one and one.strip("./") and scene.hit(one.lstrip("/"), bases, "client")]
    for one in folders:
        if any(word in text for word in LISP) and "copy-directory %s" % ('"%s"' % one) not in text:
            return one
        if "default-directory" in text and any(scene.hit(one.rstrip("/") + "/" + other, bases) for other in literals if other != one):
            return one
        names = [sign + one + sign for sign in QUOTES]
        names += _variables(text, names)
        others = [other.rstrip("/").rpartition("/")[2] for other in literals if other != one]
        named = any(scene.hit(one.rstrip("/") + "/" + other, bases) for other in others if other)
        if any(_used(call, text, name, named) for name in names):
            return one
    for one in literals:
        words = one.split()[-1:] if one.startswith(("cp ", "rsync ")) else one.split()[1:]
        if one.startswith(COMMANDS) and any(scene.hit(word.strip("'\";"), bases, "client") for word in words):
            front = text[: text.find(one) - 1].rstrip()
            if _identifier(front) not in SHOWN and _called(front)[0] not in SHOWN:
                return one
    return _tcl(text, scene, bases) if call.name in TCL else ""


def _variables(text: str, literals: "list[str]") -> "list[str]":
    """The names that such a text is given: ``d = '.claude'``, ``my $d = ".claude"``, ``d = Path('.claude')``."""
    out = []
    for literal in literals:
        at = text.find(literal)
        while at >= 0:
            front = text[:at].rstrip().removesuffix("Path(").removesuffix("Pathname(").removesuffix("pathlib.").rstrip()
            if front[-1:] == "=" and front[-2:-1] not in ("=", "!", "<", ">"):
                out.append(_identifier(front[:-1].rstrip(": ")))
            at = text.find(literal, at + 1)
    return [name for name in dict.fromkeys(out) if name and name not in KEYS]


def _used(call: "Call", text: str, name: str, named: bool) -> bool:
    """Whether a folder, a text in quotes or a variable, is given whole to a call that takes it away or fills it. named: another text in quotes is a
    protected name below it."""
    at = text.find(name)
    while at >= 0:
        front, behind = _here(text[:at].rstrip("$ \n[*")), text[at + len(name) :].lstrip(" ])")
        word = name[:1] in QUOTES or not (text[at - 1 : at].isalnum() or text[at - 1 : at] == "_" or behind[:1].isalnum() or behind[:1] == "_")
        if word and _given(call, text, front, behind, named):
            return True
        at = text.find(name, at + 1)
    return False


def _here(front: str) -> str:
    """What stands in front of a text, less the folder that the program is in, joined to it."""
    bare = front[:-1].rstrip() if front[-1:] == "+" else ""
    return next((bare[: -len(one)] for one in HERE if bare.endswith(one)), front)


def _given(call: "Call", text: str, front: str, behind: str, named: bool) -> bool:
    if behind[:1] == "." and any(behind[1:].startswith((one + "(", one + " ", one + "!", one + ";")) or behind[1:] == one for one in METHODS):
        return True
    if front[-1:] in ("=", ":", ">"):
        bare = front.rstrip("=:> ")
        key = _identifier(bare)
        if front[-2:] == "==" or behind.startswith(("+", "/")) or not key:
            return False
        return (key in KEYS and any(one in text for one in TELLING)) or _outer(bare[: -len(key)].rstrip())[0] in TAKEN
    if text[len(front) :].lstrip()[:1] not in QUOTES and behind[:1] in ("/", "+"):
        return False  # a join
    called, first = _outer(front)
    if _identifier(front) in ("chdir", "cd") or called in ("chdir", "cd"):
        return named or any(one in text for one in UNPACKED)
    if called in TAKEN or (called == "delete" and (call.name in SCRIPTED or "POSIX" in text)):
        return True
    if called == "sync" and ("rimraf" in text or "'del'" in text or '"del"' in text):
        return True
    if called in UNPACKED or (called in LAID and not first):
        return True
    return called in SINGLE and not first and named


def _outer(front: str) -> "tuple[str, bool]":
    """The call that is given what begins behind a text, ``Path(…)`` and the like passed over; without parentheses too: ``rmtree 'x'``."""
    for _ in range(4):
        if front[-1:] not in ("(", ","):
            if _identifier(front) not in ("file", "new"):
                return _identifier(front.rstrip("!")), True
            front = front[: len(front) - len(_identifier(front))].removesuffix("POSIX ").rstrip()
            continue
        name, first = _called(front.replace("!(", "("))
        if not name and front[-1:] == ",":
            name, first = _bare(front), False
        if name not in TURNED or not name:
            return name, first
        front = front[: front.rfind(name)].rstrip().removesuffix("new").rstrip()
        while front[-1:] == ".":
            front = front[:-1]
            front = front[: len(front) - len(_identifier(front))]
    return "", False


def _bare(front: str) -> str:
    """The call without parentheses whose further argument begins behind a text: ``cp_r 'x/.', ``."""
    line = front.replace(";", "\n").replace("{", "\n").replace("}", "\n").rpartition("\n")[2]
    for sign in QUOTES:
        line = line.partition(sign)[0]
    return _identifier(line.rstrip(" $").rpartition(",")[0] or line.rstrip(" $"))


def _words(text: str) -> "list[str]":
    """The words of a text in a language that needs no quotes."""
    for sign in "()'\";=,|&":
        text = text.replace(sign, " ")
    return text.split()


def _tcl(text: str, scene: "Scene", bases: "list[str]") -> str:
    """``file delete``, ``file rename`` and ``file copy``. Tcl file(n)"""
    for sign in '{}[]"':
        text = text.replace(sign, " ")
    for name, value in [line.split()[1:] for line in text.replace(";", "\n").split("\n") if line.split()[:1] == ["set"] and len(line.split()) == 3]:
        text = text.replace("$" + name, value)
    for line in text.replace(";", "\n").split("\n"):
        words = line.split()
        if words[:1] == ["file"] and words[1:2] and words[1] in ("delete", "rename", "copy", "link"):
            for word in words[2:] if words[1] != "copy" else words[-1:]:
                if scene.hit(word, bases, "client"):
                    return word
    return ""


def _gone(text: str, scene: "Scene", bases: "list[str]") -> str:
    """An editor that works in a folder, and a name that is protected there. vim: cd"""
    for sign in "'\"(),|=\n":
        text = text.replace(sign, " ")
    words = [word.lstrip("+:\\") for word in text.split()]
    for i, word in enumerate(words[:-1]):
        folder = words[i + 1]
        there = word in MOVING and scene.hit(folder, bases, "dots")
        if there and any(scene.hit(folder.rstrip("/") + "/" + other, bases) for other in words[i + 2 :]):
            return folder
    return ""
