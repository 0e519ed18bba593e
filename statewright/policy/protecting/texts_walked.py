"""Programs of any language that go through the project, hidden names among them, by a walk whose own conditions leave protected files in.

``[p.unlink() for p in Path(".").rglob("*") if p.suffix == ".json"]``, ``Find.find(".") { |f| File.delete(f) if f.end_with?(".json") }``.
What a walk gives is followed through loops, assignments, joins and blocks to a call that changes it. A condition on the name is asked of every
protected file; one on what a file holds chooses nothing; one that cannot be told leaves the program to be run.
"""

from statewright.policy.outputs.find import PROJECT
from statewright.policy.protecting.texts_chosen import left, spots, whole
from statewright.policy.protecting.texts_filled import CHANGING, FIRST, METHODS, OPENING, TURNING, _called, _identifier, _written
from statewright.policy.words.patterns import LONGEST, _glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.paths import Guard

# The folder that a program is in, as languages spell it, and calls that take away or move a folder as a whole.
HERE = ("os.getcwd()", "process.cwd()", "__dirname", "Dir.pwd", "Path.cwd()", "getcwd()", "Path('.')", 'Path(".")')
WHOLE = ("rmtree(", "rmSync(", "rm_rf(", "rm_r(", "rmdirSync(", "emptyDirSync(", "os.rename(", "renameSync(", "shutil.move(", "removeSync(")
ROOT = "\1"  # stands for the project's folder
MOST = 64  # names that a program gives the project's folder; with more of them what it walks is not plain to see
GIVEN = 400  # names that loops and blocks of a program give what they go through
STEPS = 40_000_000  # characters looked at again, around the places where such a name stands
DECODING = ("ecode", "hex", "chr", "atob", "Buffer.from(", "fromC", "pack", "bytes", "bytearray", "rot13")
_ROOTS = """
    Path(".").resolve() Path.cwd() Path().resolve() Path(".") Path("./") Path() Pathname.new(".") Pathname.pwd Pathname(".") os.getcwd() process.cwd()
    Deno.cwd() Dir.pwd __dirname getcwd() os.curdir os.path.abspath(".") path.resolve(".") path.resolve() "." "./" ".." "../"
"""
ROOTS = tuple(_ROOTS.split())
# Walks of a folder: the word in front of it; whether they go deeper is told by DEEP.
_WALKS = """
    os.walk( os.listdir( os.scandir( walk( listdir( scandir( readdirSync( readdir( opendirSync( opendir( Deno.readDirSync( Deno.readDir( walkSync(
    Dir.children( Dir.entries( Dir.each_child( Dir.foreach( Dir.new( Find.find( find( opendir(D, opendir(DIR, opendir(DH, opendir(my$d, opendir(my$dh,
    opendirD, opendirDIR, opendirDH, opendirmy$d, opendirmy$dh, DirectoryIterator( FilesystemIterator( lfs.dir( walkdir( fwalk( globSync(
"""
WALKS = tuple(_WALKS.split())
BEHIND = (".iterdir()", ".walk(", ".children", ".each_child", ".find", ".entries")  # of a path that is the folder
EMPTY = ("os.listdir()", "os.scandir()", "readdir()", "walkdir()", "list.files(all.files=T")
# Commands that list hidden files too, as a program starts them: one text, or a list of words; blanks are taken out.
LISTING = (
    '"find.', '"find-', '"find","-', '"find",' + ROOT, "`find.", "`find-", "(find.",
    '"ls-A', '"ls-a', '"ls","-A', '"ls","-a', "`ls-A", "`ls-a", "(ls-A", "(ls-a",
)  # fmt: skip
# Patterns that meet hidden names: with the option of a language that makes them do so.
SHAPED = ("include_hidden=True", "FNM_DOTMATCH", "dot:true")
GLOBS = ("glob.glob(", "glob.iglob(", "Dir.glob(", "globSync(", "glob.sync(", "glob(", "fg.sync(")
IMPLIED = ("unlink$_", "unlink}", "unlink;", "unlinkif", "unlink($_)", "rename$_", "rename($_", "unlink$File", "rmtree$_")  # perl's own name
READING = ("read", "load", "parse", "open(", "count", "len(")
COMMANDS = ("rm -", "rm ", "mv ", "sed -i", "chmod ", "truncate ", "unlink ", "shred ", "perl -pi")
RUN = frozenset((
    "system", "popen", "run", "call", "check_call", "check_output", "Popen", "execSync", "exec", "spawn", "spawnSync", "execFileSync", "shell_exec",
    "passthru",
))
CHANGED = CHANGING - RUN
COPIES = frozenset(("copy", "copy2", "copyfile", "copytree", "cp", "cp_r", "copyFileSync", "copyFile", "cpSync"))  # they only read the first
WRITES = frozenset((*FIRST, "writeTextFileSync", "writeTextFile"))


def walked(text: str, guard: "Guard") -> str:
    """What of the project a program goes through and changes, protected files among it; "" for nothing."""
    if any(one in text for one in DECODING):
        from statewright.policy.protecting.texts_encoded import decoded

        if decoded(text):
            return "A path or program that is decoded"
    here = guard.event.cwd or guard.event.project
    if not guard.hit(here, here, "all"):
        return ""
    bare = text.replace(" ", "")
    if any(call + one + end in bare for call in WHOLE for one in HERE for end in "),"):
        return "."
    text = _plain(_linked(text, guard, here), guard.event.project)
    if not text:
        return "the whole project"
    bare = text.replace(" ", "")
    shape = _walk(bare)
    if not shape or not left(text.replace(ROOT, '"."'), shape):
        return ""
    return (shape if shape != "*" else "the whole project") if _changed(text) else ""


def _linked(text: str, guard: "Guard", here: str) -> str:
    """A text with the links in quotes that lead to the project's folder, or above it, named as that."""
    from statewright.policy.texts.recipes import in_quotes

    for one in dict.fromkeys(in_quotes(text)):
        if not 0 < len(one) < LONGEST or "\n" in one or "\0" in one or not one.strip("./"):
            continue
        path = guard.absolute(one, here).rstrip("/")
        real = guard.real(path)
        if real != path and any((root + "/").startswith(real.lower().rstrip("/") + "/") for root in guard.roots):
            text = text.replace("'%s'" % one, '"."').replace('"%s"' % one, '"."')
    return text


def _plain(text: str, project: str) -> str:
    """A text with one sort of quotes, and the spellings of the project's folder made one, its names among them; "" where those are too many."""
    text = text.replace("'", '"').replace("pathlib.", "").replace("path.Path", "Path").replace('"%s"' % project, '"."').replace("node:fs", "fs")
    for one in ROOTS:
        text = text.replace(one, ROOT)
    text = text.replace("Path(%s)" % ROOT, ROOT).replace("str(%s)" % ROOT, ROOT).replace(ROOT + ".resolve()", ROOT)
    named: "dict[str, bool]" = {}
    for line in text.replace(";", "\n").split("\n"):
        name, sign, value = line.partition("=")
        name = name.strip().rpartition(" ")[2].lstrip("$")
        if sign and value.strip() == ROOT and name.isidentifier():
            named[name] = True
    if len(named) > MOST:
        return ""
    for name in named:
        for end in (".", ")", ","):
            for front in ("(", " ", "(Path(", ",", "($", " $"):
                text = text.replace(front + name + end, front + ROOT + end)
        text = text.replace("\n" + name + ".", "\n" + ROOT + ".")
    return text.replace("Path(%s)" % ROOT, ROOT)


def _walk(bare: str) -> str:
    """The pattern of names that a program's walk through the project gives, "" without one."""
    for one in WALKS:
        if one + ROOT in bare or one + '"' + ROOT in bare:
            return "*"
    if any(one in bare for one in (*EMPTY, *LISTING)) or any(ROOT + one in bare for one in BEHIND):
        return "*"
    if "find(sub{" in bare or "find({" in bare or "find(\\&" in bare or "finddepth(" in bare:
        return "*" if "," + ROOT in bare else ""
    for walk in (ROOT + ".rglob(", ROOT + ".glob("):
        shape = bare.partition(walk + '"')[2].partition('"')[0] or ("*" if walk in bare and walk + '"' not in bare else "")
        if shape and _meets(shape, ".rglob(" in walk or "**" in shape):
            return shape
    if any(one in bare for one in SHAPED):
        for walk in GLOBS:
            shape = bare.partition(walk + '"')[2].partition('"')[0]
            if shape and _meets(shape, "**" in shape):
                return shape
    return ""


def _meets(shape: str, deep: bool) -> bool:
    last = shape.rpartition("/")[2]
    if last == "**":
        return True
    return any(_glob(last, 0, path.rpartition("/")[2] if deep else path, 0, [2000]) for path, kind in PROJECT if deep or kind == "d")


def _changed(text: str) -> bool:
    """Whether what a walk gives comes to a call that changes it."""
    bare = text.replace(" ", "")
    implied = "find(sub" in bare or ("$_" in text and ("readdir" in text or "glob" in text))
    if implied and any(one in bare for one in IMPLIED):
        return True
    given = _given(text)
    left = [STEPS]
    return len(given) > GIVEN or any(_used(text, name, left) for name in given)


def _given(text: str) -> "list[str]":
    """The names that hold what a walk gives: of loops and blocks, and what is made of them."""
    out: "list[str]" = []
    for word in (" in ", " of "):
        pieces = text.split(word)
        for head in pieces[:-1]:
            _, sign, names = head.rpartition("for ")
            if not sign:
                names = head.rpartition("for(")[2] if "for(" in head else ""
            for sign in "(),":
                names = names.replace(sign, " ")
            out += [one for one in names.split() if one.isidentifier() and one not in ("const", "let", "var", "_", "await", "local", "pairs")][:4]
    for head in text.split("=>")[:-1]:
        names = head.rstrip()
        inner = names.rpartition("(")[2].rstrip(")") if names.endswith(")") else _identifier(names)
        out += [one.strip() for one in inner.split(",") if one.strip().isidentifier()]
    out += [one.strip() for one in text.split("|")[1::2] if one.strip().isidentifier()]
    for head in text.split(" as ")[1:]:
        out += [_word(head.rpartition("=>")[2].lstrip(" $") if "=>" in head.partition(")")[0] else head.lstrip(" $"))]
    if "$_" in text:
        out.append("_")
    out = [one for one in dict.fromkeys(out) if one]
    if len(out) > GIVEN:
        return out
    for line in text.replace(";", "\n").replace("{", "\n").replace("(my", "\nmy").replace("while(", "\n").replace("while (", "\n").split("\n"):
        name, sign, value = line.partition("=")
        name = name.strip().rpartition(" ")[2].lstrip("$@")
        made = sign and value[:1] != "=" and name.isidentifier() and not any(one in value for one in READING)
        listed = value.strip() != ROOT and (ROOT in value or "listdir()" in value)
        if (made and (listed or any(_in(value, one) for one in out))) or (sign and name.isidentifier() and "readdir" in value):
            out += [name] if name not in out else []
    return out


def _word(text: str) -> str:
    end = next((i for i, c in enumerate(text) if not (c.isalnum() or c == "_")), len(text))
    return text[:end]


def _in(text: str, name: str) -> bool:
    return any(whole(text, at, name) for at in spots(text, name))


def _used(text: str, name: str, left: "list[int]") -> bool:
    """Whether a call that changes files is given a name, joined to others or not, or is a method of it. left: what may still be looked at."""
    for at in spots(text, name):
        if not whole(text, at, name):
            continue
        front, rest = text[:at].rstrip("$@{#&*\\ "), text[at + len(name) :].lstrip(")")
        method = any(rest.startswith(("." + one + "(", ".%s " % one)) for one in METHODS)
        if method and (not rest.startswith(".open(") or "w" in rest[6:9]):
            return True
        piece = text[:at].replace("`", '"').rpartition('"')[2]
        if piece.startswith(COMMANDS) or any(one in text[:at].rpartition("[")[2] for one in ('"rm"', '"mv"', '"sed","-i', '"unlink"')):
            return True
        if _identifier(front) in CHANGED:
            return True
        for _ in range(4):
            if front[-1:] not in ("(", ",", "+", "/"):
                break
            left[0] -= len(front)
            if left[0] < 0:
                return True
            called, first = _called(front)
            opened = called in OPENING and first and (_written(text[at:]) or '">"' in front)
            written = first and (called in WRITES or front.endswith(("File.write(", "IO.write(")))
            if opened or written or (called in CHANGED and not (first and called in COPIES)):
                return True
            if called not in TURNING:
                break
            front = front[: front.rfind(called)].rstrip()
            while front[-1:] == ".":
                front = front[:-1]
                front = front[: len(front) - len(_identifier(front))]
    return False
