"""Programs that go through the folder they are in, hidden names among them, and change each: ``for d in os.listdir("."): shutil.rmtree(d)``.

Only what is plain to see: a list of the folder itself, chosen from by nothing, whose items a call changes; the folder as a whole in a call that
takes it away. A pattern of names, a suffix or any other condition leaves it to be run.
"""

from statewright.policy.patterns import _glob
from statewright.policy.protection_find import PROJECT
from statewright.policy.texts_filled import _uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protection_scene import Scene

# The folder that a program is in, as languages spell it.
HERE = ("os.getcwd()", "process.cwd()", "__dirname", "Dir.pwd", "Path.cwd()", "getcwd()", "Path('.')", 'Path(".")')
WHOLE = ("rmtree(", "rmSync(", "rm_rf(", "rm_r(", "rmdirSync(", "emptyDirSync(", "os.rename(", "renameSync(", "shutil.move(", "removeSync(")
_LISTS = """
    os.listdir(%s) os.scandir(%s) readdirSync(%s) Dir.children(%s) Dir.entries(%s) Dir.each_child(%s) os.walk(%s) Path(%s).iterdir()
"""
LISTS = tuple(_LISTS.split())
FOLDERS = ("", '"."', "'.'", '"./"', "'./'", "os.getcwd()", "process.cwd()", "Dir.pwd", "__dirname")
WALKS = ("rglob(", ").glob(")
CHOOSING = ("endswith", "startswith", "endsWith", "startsWith", ".filter(", "fnmatch", "suffix", "continue", "match(", "include?")
KINDS = (".is_file()", ".is_dir()", "os.path.isfile", "os.path.isdir", ".isfile(", ".isdir(", ".exists()")


def walked(text: str, scene: "Scene") -> str:
    """The folder, or the pattern, that a program goes through and changes; "" when none, or where nothing of ours lies."""
    here = scene.event.cwd or scene.event.project
    if not scene.hit(here, [here], "all"):
        return ""
    bare = text.replace(" ", "") if len(text) < 4000 else ""
    for call in WHOLE:
        for one in HERE:
            if call + one + ")" in bare or call + one + "," in bare:
                return "."
    for at, length, name in _lists(text):
        if not _chosen(text) and any(_uses(text.replace("str(%s) for" % one, ""), one) for one in _items(text, at, length)):
            return name
    return ""


def _lists(text: str) -> "list[tuple[int, int, str]]":
    """Where a program lists its folder: place, length, what it lists."""
    out = []
    for form in LISTS:
        for folder in FOLDERS:
            one = form % folder if form[:4] != "Path" or folder else "Path.cwd().iterdir()"
            at = text.find(one) if folder or form[:2] in ("os", "Di", "Pa") else -1
            if at >= 0:
                out.append((at, len(one), "."))
    for walk in WALKS:
        at = text.find(walk)
        while at >= 0:
            rest = text[at + len(walk) :]
            shape = rest[1:].partition(rest[:1])[0] if rest[:1] in ("'", '"') else ""
            front = text[:at].rstrip(".")
            if shape and front.endswith(("Path('.')", 'Path(".")', "Path()", "Path.cwd()", "Path('.'", 'Path("."', "Path.cwd(", "Path(")):
                last = shape.rpartition("/")[2]
                deep = walk == "rglob(" or "**" in shape
                if any(_glob(last, 0, path.rpartition("/")[2] if deep else path, 0, [2000]) for path, kind in PROJECT if deep or kind == "d"):
                    out.append((at, len(walk) + len(shape) + 3, shape))
            at = text.find(walk, at + 1)
    return out


def _chosen(text: str) -> bool:
    """Whether a condition chooses among the names: any but those that ask for the kind of a file."""
    if any(word in text for word in CHOOSING):
        return True
    pieces = text.replace("if(", "if (").split("if ")[1:]
    return any(not any(kind in piece.partition(":")[0].partition("]")[0] for kind in KINDS) for piece in pieces)


def _items(text: str, at: int, length: int) -> "list[str]":
    """The names that a list's items have: ``for x in``, ``for (const x of``, ``.forEach(x =>``, ``.each{|x|``."""
    out: "list[str]" = []
    front, behind = text[:at], text[at + length :]
    for word in (" in ", " of "):
        head = front.rpartition(word)[0] if front.rpartition(word)[1] and not set(front.rpartition(word)[2]) & set(";\n:") else ""
        if head:
            named = head.rpartition("for ")[2].replace("(", " ").replace(")", " ").replace(",", " ").split()
            out += [one for one in named if one.isidentifier() and one not in ("const", "let", "var", "_")][:4]
    tail = behind.lstrip()
    for sign in (".forEach(", ".map(", ".each{|", ".each {|", "{|", " {|", ".each do |"):
        if tail.startswith(sign):
            words = tail[len(sign) :].lstrip("( ").replace(")", " ").replace("|", " ").replace("=", " ").split()
            out += [name for name in words[:1] if name.isidentifier()]
    for one in list(out):  # the files that os.walk gives for each folder
        for end in (":", "]"):
            before, sign, _ = text.partition(" in " + one + end)
            name = before.rpartition("for ")[2].strip()
            out += [name] if sign and name.isidentifier() else []
    return out
