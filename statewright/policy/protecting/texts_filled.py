"""Names that a shell puts into an interpreter's program: ``python3 -c "shutil.rmtree('$(ls -d .s*)')"``.

What a substitution lists or a variable holds is looked at where the program takes it for a path that it changes: as the argument of a call that
removes, moves, writes or opens to write, or in a variable that such a call is given. A value that is mere data passes.
Loaded for the programs alone that a shell fills in.
"""

from statewright.policy.words.patterns import HIDDEN, LITERAL
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

# Calls that change what their arguments name; of the second line the first argument alone is a path.
_CHANGING = """
    rmtree unlink remove rmdir removedirs rename renames move copy copy2 copyfile copytree symlink symlink_to link truncate chmod chown rmSync rm
    rmdirSync unlinkSync renameSync cpSync cp copyFileSync copyFile symlinkSync linkSync truncateSync chmodSync rm_rf rm_r rm_f mv cp_r ln_s delete
    remove_tree rmpath system popen run call check_call check_output Popen execSync exec spawn spawnSync execFileSync shell_exec passthru
    remove_dir_all hardlink_to link_to
    remove_entry_secure remove_entry rimraf del trash emptyDirSync removeSync moveSync outputFileSync mkpath
"""
CHANGING = frozenset(_CHANGING.split())
FIRST = frozenset((
    "writeFileSync", "writeFile", "appendFileSync", "appendFile", "createWriteStream", "file_put_contents", "binwrite", "touch",
))
METHODS = (
    "unlink", "rmdir", "write_text", "write_bytes", "rename", "touch", "symlink_to", "chmod", "rmtree", "delete", "open", "hardlink_to",
)
OPENING = frozenset(("open", "fopen", "openSync", "fdopen", "File", "sysopen"))
# What only turns a path into another.
TURNING = frozenset((
    "Path", "join", "resolve", "expanduser", "abspath", "realpath", "glob", "listdir", "PosixPath", "Pathname", "str", "split", "normpath", "sorted",
))
QUOTES = "'\"`"


def changed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a program may be given by the shell and changes, "" when none."""
    words = [word for word in call.words[1:] if not word.static]
    for redirect in call.command.redirects:
        words += [word for word in (redirect.heredoc, redirect.target if redirect.op == "<<<" else None) if word is not None and word.parts]
    for word in words:
        fault = _word(word, scene, bases)
        if fault:
            return fault
    return ""


def _word(word: "Word", scene: "Scene", bases: "list[str]") -> str:
    shown = [text if kind == "text" else HOLE for kind, text, _ in word.parts]
    for i, (kind, text, quoted) in enumerate(word.parts):
        if kind not in ("cmd", "var"):
            continue
        front, behind = "".join(shown[:i]), "".join(shown[i + 1 :])
        start = max(front.rfind(sign) for sign in QUOTES + "(<")
        if start < 0 or not _path(front[: start + (front[start] not in QUOTES)], behind, front[start + 1 :]):
            continue
        values = scene.names.substitution(text) if kind == "cmd" else scene.names.variable(text, quoted)
        ends = [at for at in (behind.find(sign) for sign in QUOTES + ")>") if at >= 0]
        tail = behind[: min(ends)] if ends else behind
        for value in values:
            whole = front[start + 1 :] + value + tail
            for piece in (whole, *whole.split()):
                named = HIDDEN in piece or any(c in piece.replace(LITERAL, "") for c in "*?[/.")
                if named and piece.replace(HOLE, "") and _hit(piece, scene, bases):
                    return piece.replace(HIDDEN, "").replace(HOLE, "…").replace(LITERAL, "") or "A path"
    return ""


def _hit(piece: str, scene: "Scene", bases: "list[str]") -> bool:
    return scene.hit(piece, bases, "all")


def _path(front: str, behind: str, before: str) -> bool:
    """Whether a text in quotes is a path that a program changes. front: the program in front of the quotes, behind: from the value on."""
    text = front + before + HOLE + behind
    front = front.rstrip().rstrip("rbf" if front.rstrip()[-2:-1] in "(, =[" else "").rstrip()
    last = front[-1:]
    if last in ("(", ","):
        name, first = _called(front)
        if name in CHANGING or (name in FIRST and first):
            return True
        if name in OPENING and first:
            return _written(behind)
        return name in TURNING and _changes(text)
    if last == "=":
        variable = _identifier(front[:-1].rstrip())
        return bool(variable) and (_uses(text, variable) or (variable in text[len(front) :] and "for" in text and _changes(text)))
    if last == "[" or _identifier(front) == "in":
        return _changes(text)
    return _identifier(front) in CHANGING or _identifier(front.removesuffix("q").removesuffix("qw").rstrip()) in CHANGING


def _identifier(text: str) -> str:
    end = len(text)
    while end and (text[end - 1].isalnum() or text[end - 1] in "_$"):
        end -= 1
    return text[end:].lstrip("$")


def _called(front: str) -> "tuple[str, bool]":
    """The call whose argument begins behind a text, and whether it is the first one."""
    depth, i, first = 0, len(front) - 1, True
    while i >= 0:
        c = front[i]
        if c in ")]}":
            depth += 1
        elif c in "([{":
            if not depth and c == "(":
                name = _identifier(front[:i].rstrip())
                if name in ("q", "qw", "qq"):
                    return _identifier(front[:i].rstrip()[: -len(name)].rstrip()), first
                return name, first
            depth -= depth > 0
        elif c == "," and not depth:
            first = False
        i -= 1
    return "", first


def _written(behind: str) -> bool:
    """Whether what is opened is opened to be written: a mode of ``w``, ``a``, ``x`` or ``+`` behind the path."""
    inside = behind.partition(",")[2].partition(")")[0]
    mode = inside.strip().removeprefix("mode").strip(" =")
    return mode[:1] in QUOTES and any(c in mode.split(mode[:1])[1] for c in "wax+>") if mode else False


def _changes(text: str) -> bool:
    """Whether a program calls anything that changes files, in any place."""
    pieces = text.split("(")[:-1]
    named = [_identifier(piece.rstrip()) for piece in pieces]
    if any(name in CHANGING and name not in ("replace", "run", "call", "exec", "copy", "delete", "remove") for name in named):
        return True
    for one in ("os.remove", "os.replace", "shutil.copy", "subprocess.", "write_text", "write_bytes", "fs.rm", "File.delete", ".unlink", ".rmdir"):
        if one in text:
            return True
    return any(one in text for one in ("'w'", '"w"', "'a'", '"a"', "'wb'", '"wb"', "'r+'", '"r+"')) and "open" in text


def _uses(text: str, variable: str) -> bool:
    """Whether a call that changes files is given a variable, or is a method of it."""
    for i, piece in enumerate(text.split(variable)[:-1]):
        bare = piece.rstrip()
        rest = variable.join(text.split(variable)[i + 1 :])
        if rest[:1].isalnum() or rest[:1] == "_" or bare[-1:].isalnum() or bare[-1:] in ("_", "'", '"'):
            name = _identifier(bare)
            if not (piece[-1:] == " " and name in CHANGING):
                continue
        if bare[-1:] in ("(", ","):
            name, first = _called(bare)
            opened = name in OPENING and first and _written(rest)
            if opened or name in CHANGING or (name in FIRST and first) or (name in TURNING and _changes(text)):
                return True
        if rest[:1] == "." and any(rest[1:].startswith(one + "(") for one in METHODS):
            return True
    return False
