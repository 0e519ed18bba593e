"""Protected paths, and folders that hold one, among the texts in quotes of a program that removes, moves or writes."""

from statewright.policy.protecting.texts import texts_of
from statewright.policy.protecting.texts_compared import compared
from statewright.policy.texts.recipes import in_quotes
from statewright.policy.words.patterns import HIDDEN, LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

# How languages remove or move a file or a folder, and by what a text writes.
_REMOVING = (
    "rmtree( os.remove( unlink( rename( os.replace( .move( rmSync( fs.rm( rmdir( renameSync( rm_rf rm_r( remove_tree remove_entry RemoveAll"
    " Deno.remove promises.rm( FileUtils.mv( File.delete( unlinkSync( rmdirSync( emptyDirSync( removeSync( rimraf moveSync( os.Remove("
    " remove_file( remove_dir( File.unlink FileUtils.rm deleteDir( .delete("
    ' delete-directory delete-file rename-file rm("'  # Emacs Lisp, Julia
)
REMOVING = tuple(_REMOVING.split())
WHOLE = ("rmtree(", "rmSync(", "rm_rf(", "rm_r(", ".move(", "rename(", "renameSync(", "rmdir(")  # what takes a folder with all in it
GIVEN = ("argv", "ARGV", "$1", "$*", "arg[", "args[", "Deno.args", "os.Args")  # the words behind a program, by its language
MODES = ("'w", '"w', "'a'", '"a"', "'x'", '"x"', "'r+'", '"r+"', "write", "truncate")


def touched(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """A protected path, or a folder that holds one, among the texts in quotes of a program that removes, moves or writes."""
    for text in texts_of(call, scene):
        removes = any(word in text for word in REMOVING) or (call.name == "perl" and ("unlink" in text or "rename" in text))
        if not removes and not any(mode in text for mode in MODES):
            continue
        for one in in_quotes(text):
            if not one or len(one) > LONGEST or "\n" in one or HIDDEN in one:
                continue  # what a shell fills in may be data, see texts_filled.py
            bare = not one.strip("./") or (removes and _above(one, scene, bases))
            taken = any(word + sign + one + sign in text for word in WHOLE for sign in "'\"") if bare and removes else removes
            if scene.hit(one, bases, ("all" if bare else "dots") if taken else ""):
                if one.strip("./") and compared(text, one):
                    continue
                return one
        if any(sign in text for sign in GIVEN):
            fault = _given(call, scene, bases, text, removes)
            if fault:
                return fault
    return ""


def _above(one: str, scene: "Scene", bases: "list[str]") -> bool:
    """Whether a text is a link to the project's folder, or to one above it."""
    guard = scene.guard
    if "\0" in one or any(guard.absolute(one, base).rstrip("/") == guard.real(guard.absolute(one, base)) for base in bases):
        return False
    return any((root + "/").startswith(guard.real(guard.absolute(one, base)).lower().rstrip("/") + "/") for root in guard.roots for base in bases)


def _given(call: "Call", scene: "Scene", bases: "list[str]", text: str, removes: bool) -> str:
    """The protected path that a program may change by a word it is given: that word itself, or one that a text in quotes ends."""
    parents = "all" if any(word in text for word in WHOLE) else "dots" if removes else ""
    ends = ["", *(one for one in in_quotes(text) if one[:1] == "/" and len(one) < LONGEST)]
    for word in call.words[1:]:
        for path in scene.names.patterns(word):
            if path[:1] == "-" or path in (text, text.strip()) or len(path) > LONGEST or HIDDEN in path:
                continue
            if any(scene.hit(path.rstrip("/") + end if end else path, bases, parents) for end in ends):
                return path
    return ""
