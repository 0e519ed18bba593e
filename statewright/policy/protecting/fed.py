"""Protection against what commands are handed: texts piped into a shell, words that xargs and parallel append, lists of files in a pipe or a file."""

from statewright.policy.outputs.output import fed, lines_of, printed_by
from statewright.policy.outputs.spared import spared
from statewright.policy.protecting.names import CHANGES, HANDS, WHOLE
from statewright.policy.protecting.scene import UNREAD
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN
from statewright.policy.words.protected import names_one
from statewright.policy.words.values import bare
from statewright.shell.model import HOLE
from statewright.shell.programs import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

RUNNERS = ("entr", "rush", "rargs", "gargs", "xe", "ifne", "xapply", "map")  # they run a command for what stands in their input
# Options that name a file with a list of files, and the program's options without which it only reads those.
LISTS = {
    "tar": (("-T", "--files-from"), ("--remove-files",)), "bsdtar": (("-T",), ()),
    "gtar": (("-T", "--files-from"), ("--remove-files",)),
    "rsync": (("--files-from",), ("--remove-source-files", "--remove-sent-files", "--delete", "--del")),
    "zip": (("-@",), ("-m", "--move")), "rclone": (("--files-from", "--files-from-raw", "--include-from"), ("move", "delete", "sync")),
    "7z": (("@",), ("-sdel",)), "7za": (("@",), ("-sdel",)), "7zr": (("@",), ("-sdel",)), "rar": (("@",), ("-df", "-dr", "m")),
}  # fmt: skip
# Options whose value is the file that a program writes.
OUTPUTS = {
    "curl": ("-o", "--output"), "wget": ("-O", "--output-document"), "wget2": ("-O", "--output-document"), "sort": ("-o", "--output"),
    **dict.fromkeys(("gcc", "cc", "clang", "g++", "clang++", "ld", "go", "rustc", "tree", "shuf", "xmllint", "gpg"), ("-o", "--output")),
    "openssl": ("-out",), "pandoc": ("-o", "--output"), "aria2c": ("-o", "--out"), "tsc": ("--outFile",), "esbuild": ("--outfile",),
}  # fmt: skip
# Of a program text: it removes or runs; it writes, where its file is not spelled out.
REMOVING = (
    "unlink", "os.remove", "rmtree", "rmdir", "os.rename", "os.replace", ".rename(", "shutil.", "rmSync", "fs.rm", "File.delete", "FileUtils",
    "truncate", "system", "popen", "subprocess", "child_process", "execSync", "execFile", "spawn", "qx", "cpSync", "copyFile", "symlink", "os.chmod",
    "os.exec", "Deno.remove", "rm -", "exec(", "Pathname", "rm_rf",
)  # fmt: skip
WRITING = ("open(", "writeFile(", "writeFileSync(", "write_text(", "write_bytes(", "File.write(", "IO.write(", "appendFileSync(", "Path(")


def piped(call: "Call", scene: "Scene") -> str:
    """A shell that takes its commands from a pipe or a descriptor: refused unless what comes is there to read."""
    if call.command.stdin != "pipe" and not any(redirect.op == "<&" for redirect in call.command.redirects):
        return ""
    lines = fed(call, scene.found, scene.names)
    text = "\n".join(lines)
    if HOLE in text:
        return "!What is piped into %s cannot be read, and so may change a protected file." % call.name
    from statewright.shell.reader import read

    return "!What is piped into %s names a protected file, or cannot be read." % call.name if read(text).opaque or names_one(text) else ""


def changes(call: "Call") -> bool:
    """Whether a command may change files that nobody can read here: those that are known to; runners, formatters and the like are left to run."""
    if call.name in CHANGES or (call.name in LISTS and removes(call)):
        return True
    from statewright.policy.outputs.untold import rewrites

    return rewrites(call)


def written(call: "Call", word: "Word") -> bool:
    """Whether a word is the file that an option has a program write its output to."""
    at = next((i for i, one in enumerate(call.words) if one is word), 0)
    before, text = call.texts[at - 1], word.text
    if call.name not in OUTPUTS:
        return False
    return before in OUTPUTS[call.name] or any(text.startswith(one + "=" if one[:2] == "--" else one) for one in OUTPUTS[call.name])


def removes(call: "Call") -> bool:
    """Whether a packer is told to remove what it has packed, or to make the other side alike."""
    removing = LISTS[call.name][1]
    short = "".join(text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    long = [text.partition("=")[0] for text in call.texts if text[:2] == "--" and len(text) > 4]
    return any(one in call.texts or any(abbreviates(text, one) for text in long) for one in removing) or (call.name == "zip" and "m" in short)


def given(call: "Call") -> bool:
    """Whether a program in front puts words in the place of some of a command's."""
    front = call.parent
    while front is not None and front.command.wrapper and front.name not in HANDS:
        front = front.parent
    handed = front.name if front is not None else call.command.behind
    return handed == "xe" or (handed in HANDS and any(HOLE in word.text or word.text in ("{}", "/_") for word in call.words[1:]))


def looks(call: "Call") -> bool:
    """A shell with ``-n``, node with ``--check``: the files are looked through for faults of syntax."""
    return call.name in SHELLS if call.texts[1] == "-n" else call.name in ("node", "nodejs")


def _packs(call: "Call") -> bool:
    """Whether tar only packs what it is handed: into an archive that is named, leaving the files."""
    first = "".join(call.texts[1:2])
    letters = first.lstrip("-")
    return first[:2] != "--" and "c" in letters and "x" not in letters and len(call.words) > 2 and call.words[2].static and not removes(call)


def handed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """What xargs or parallel hands to a command that changes files."""
    parents = "all" if call.name in WHOLE else "dots"
    if call.name in ("make", "npm") and not call.command.open:
        return ""
    if call.name == "git":
        from statewright.policy.protecting.git import taking

        parents = taking(call)
        if not parents:
            return ""
    if call.name == "cp":
        from statewright.policy.protecting.reads import copies_from

        if copies_from(call):
            return ""
        if "--parents" in call.texts:
            from statewright.policy.protecting.paths import apart

            if apart(call, scene, bases):
                return ""
    lines = arguments(call, scene)
    if call.name in ("tar", "gtar", "bsdtar") and _packs(call):
        return ""  # it reads them
    if call.texts[1:2] in (["-n"], ["--check"]) and looks(call) and not any(HIDDEN in line for line in lines):
        return ""
    holed = [word for word in call.words[1:] if HOLE in word.text or "{}" in word.text or word.text == "/_"]
    for line in lines:
        if spared(call.words, line, scene.names):
            continue
        for piece in (line, *line.split(), *(line.replace(",", " ").replace(":", " ").split() if "," in line or ":" in line else ())):
            for one in [word.text.replace(HOLE, piece).replace("{}", piece).replace("/_", piece) for word in holed] or [piece]:
                if HIDDEN in one and call.name != "git" and not changes(call):
                    continue
                if scene.hit(one, bases, parents) or ("=" in one and scene.hit(one.partition("=")[2], bases, parents)):
                    return UNREAD % call.name if HIDDEN in one else one
        if bare(line):
            fault = scene.unseen(call, [line], call.name in WHOLE)
            if fault:
                return fault
    return ""


def packed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """A packer, or what makes two folders alike, that takes the names of its files from a list and removes them then."""
    if call.name not in LISTS or not removes(call):
        return ""
    for line in listed(call, LISTS[call.name][0], scene):
        if scene.hit(line, bases, "all"):
            return UNREAD % call.name if HIDDEN in line else line
    return ""


def named(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path among the names that a command without an operand for a file takes from its input, a line each."""
    if sum([text[:1] != "-" for text in call.texts[1:]]) > 1:
        return ""
    for line in fed(call, scene.found, scene.names):
        if scene.hit(line, bases, "dots"):
            return UNREAD % call.name if HIDDEN in line else line
    return ""


def listed(call: "Call", wanted: "tuple[str, ...]", scene: "Scene") -> "list[str]":
    """The lines of the lists that some options name: a file, ``-`` for the standard input, ``<( … )``."""
    out: "list[str]" = []
    for i, word in enumerate(call.words[1:], 1):
        text = word.text
        name, sign, _ = text.partition("=")
        for one in wanted:
            holder, front = word, -1
            if one[:2] == "--" and len(name) > 4 and abbreviates(name, one):
                holder, front = (word, len(name) + 1) if sign else (call.words[i + 1] if i + 1 < len(call.words) else word, 0)
            elif one == "@" and text[:1] == "@":
                front = 1
            elif one[:2] != "--" and one != "@" and text[:1] == "-" and text[:2] != "--" and one[1] in text:
                at = text.index(one[1])
                holder, front = (word, at + 1) if at + 1 < len(text) else (call.words[i + 1] if i + 1 < len(call.words) else word, 0)
                if one == "-@":
                    out += fed(call, scene.found, scene.names)
                    continue
            if front < 0:
                continue
            path, raw = holder.text[front:], holder.raw[holder.raw.find("<(") :] if "<(" in holder.raw else ""
            if raw:
                out += printed_by(raw[2:-1], scene.names)
            elif path in ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
                out += fed(call, scene.found, scene.names)
            else:
                out += [line for pattern in scene.names.patterns(holder) for line in lines_of(pattern[front:], scene.names)]
    return out


def told(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """An interpreter or awk that is piped or handed names, with a program that removes, runs or writes what it is given."""
    words = [word for word in call.words[1:] if not word.static and (word.vars or word.subst)]
    handed_on = call.command.open or any(HOLE in word.text and not word.vars and not word.subst for word in call.words[1:])
    if not (call.command.stdin or words or handed_on):
        return ""
    texts = [text for word in call.words[1:] for text in scene.names.patterns(word)]
    for path in (scene.event.project, scene.event.cwd, scene.event.home):  # what folders are called is no program
        texts = [text.replace(path, ".") for text in texts] if len(path) > 1 else texts
    if not any(_changing(text, call.name) for text in texts):
        return ""
    lines = fed(call, scene.found, scene.names) if call.command.stdin else []
    lines += arguments(call, scene) if handed_on else []
    lines += [pattern for word in words for pattern in scene.names.patterns(word) if not any(c in pattern for c in "(;\n")]
    for line in lines:
        if any(scene.hit(piece, bases, "all") for piece in (line, *line.split())):
            return UNREAD % call.name if HIDDEN in line else line
    return ""


def _changing(text: str, name: str) -> bool:
    if any(word in text for word in REMOVING):
        return True
    if name[-3:] == "awk":
        from statewright.policy.texts.awk_programs import awk_writes

        return bool(awk_writes(text))
    modes = any(mode in text for mode in ("'w", '"w', "'a'", '"a"', "'r+'", '"r+"', "write")) or name == "perl"
    for word in WRITING if modes else ():
        at = text.find(word)
        while at >= 0:
            if text[at + len(word) : at + len(word) + 1] not in ("'", '"', ""):
                return word != "Path(" or ".write" in text
            at = text.find(word, at + 1)
    return False


def arguments(call: "Call", scene: "Scene") -> "list[str]":
    """The words that the program in front of a command hands to it, as far as they can be told."""
    from statewright.policy.words import composed

    front = call.parent
    while front is not None and front.name not in composed.HANDING:
        front = front.parent
    if front is None:
        front = next((other for other in scene.found if other.name == call.command.behind and other.name in (*composed.HANDING, *RUNNERS)), None)
    if front is None or front.name in RUNNERS:
        return fed(front or call, scene.found, scene.names)
    return composed.arguments(front, scene.found, scene.names)
