"""Protection against program texts: what editors and interpreters write by what their program says. Those of sed and awk: texts_written.py."""

from statewright.policy.protecting.names import EDITORS, ENCODED
from statewright.policy.words.calls import Call
from statewright.policy.words.patterns import LITERAL
from statewright.policy.words.protected import names_one
from statewright.policy.words.values import squeezed

LANGUAGES = ("python", "python2", "python3", "pypy", "pypy3", "node", "nodejs", "ruby")
WALKING = (
    "listdir(", "scandir(", "readdirSync(", "iterdir(", "walk(", "glob(", "Dir.", "cwd()", "__dirname", "Path(", "readdir", "opendir", "find(",
    "Find", "DirSync", "Iterator(", "lfs.dir", "popen", "list.files", "globSync", "emptyDir",
    "check_output", "getoutput", "run(", "execSync", "spawnSync", "shell_exec", "`find", "`ls", "%x(",
    "ecode", "hex", "chr", "atob", "Buffer.from(", "fromC", "pack", "bytes([", "bytearray", "rot13",
)  # fmt: skip
LONGEST = 1 << 20  # characters of a file that is looked into; what was written to it before is the person's to watch
PATH = 4096  # characters of a path that a system opens
SCRIPTED = ("ex", "vim", "vi", "nvim", "view", "emacs", "emacsclient")
FOLDING = ("osascript", "sqlite3", "duckdb", "psql")  # editors aside: whose texts go into folders, or unpack into them
TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene


def texts_of(call: "Call", scene: "Scene") -> "list[str]":
    """What an interpreter may run: its words, its heredoc, and text piped into it."""
    from statewright.policy.outputs.output import fed, printed_by

    out = [text.replace(LITERAL, "") for word in call.words[1:] for text in scene.names.patterns(word)]
    for word in call.words[1:]:
        at = word.raw.find("<(") if word.subst else -1
        if at >= 0:
            out.append("\n".join(printed_by(word.raw[at + 2 : -1], scene.names)))
    if call.name not in EDITORS:
        out += _given(call, scene)
    if (call.command.stdin or call.command.redirects) and not _told(call, scene):
        lines = fed(call, scene.found, scene.names)
        out += [*lines, "\n".join(lines)]
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            out.append(redirect.heredoc.text)
        elif redirect.op == "<<<" and redirect.target is not None:
            out.append(redirect.target.text)
    return out


def _given(call: "Call", scene: "Scene") -> "list[str]":
    """The program of an interpreter that the line itself has written to a file, or hands over by what stands around: ``exec <<< TEXT``."""
    names = scene.names
    first = next((word.text for word in call.words[1:] if word.text[:1] != "-" or word.text == "-"), "-")
    if first.startswith(("/dev/fd/", "/proc/self/fd/")):
        from statewright.policy.words.inputs import opened

        return ["\n".join(opened(first.rpartition("/")[2], names)).replace(LITERAL, "")]
    if first != "-":
        return ["\n".join(names.written.get(name, ())).replace(LITERAL, "") for name in (first, first.removeprefix("./"))] if names.written else []
    if call.command.stdin or call.command.redirects or not ("exec" in scene.shown or "coproc" in scene.shown or scene.event.script.functions):
        return []
    from statewright.policy.words import inputs

    lines = inputs.lines(call, scene.found, names) or []
    return [*lines, "\n".join(lines)]


def _told(call: "Call", scene: "Scene") -> bool:
    """Whether a script's own text tells that it changes nothing, whatever names it is given."""
    if call.command.program:
        return False
    from statewright.policy.protecting import scripts

    return scripts.only_reads(scripts.text_of(call, scene, [scene.event.cwd or scene.event.project]) or "")


def names_any(text: str) -> bool:
    """Whether a program text names a protected path, put together from pieces too."""
    if names_one(text):
        return True
    low = text.lower()
    bare = squeezed(low)
    if names_one(bare) or names_one(bare.replace(" ", "")):
        return True
    if any(sign in low for sign in ENCODED):
        from statewright.policy.texts.decoded import decoded

        if any(names_one(one) for one in decoded(text)):
            return True
    if any(sign in low for sign in ("{}", "%s", "{0}")):  # a format, and what it is given
        for sign in ("{}", "{0}", "%s", ".format", "%", "'", '"', "(", ")", " ", ","):
            bare = bare.replace(sign, "")
        if names_one(bare):
            return True
    return any(head in low for head in ("state'", 'state"')) and any(tail in low for tail in ("'wright", '"wright'))  # put together elsewhere


def program(call: "Call", scene: "Scene", kind: str) -> str:
    """The protected path that an interpreter's or an editor's program names."""
    if kind != "interpreter" and call.name not in EDITORS:
        return ""
    for text in texts_of(call, scene):
        if names_any(text) if kind == "interpreter" else names_one(text):
            if kind == "interpreter" and call.name in LANGUAGES and reads(call, text):
                continue
            return text.strip().split("\n")[0][:80] or "A path"
        fault = swept(call, text, scene) or (_globbed(call, text, scene) if kind == "interpreter" else "")
        if fault:
            return fault
        if kind == "interpreter" and any(one in text for one in WALKING):
            from statewright.policy.protecting.texts_walked import walked

            fault = walked(text, scene.guard)
            if fault:
                return fault
    fault = _joined(call, scene, kind)
    if fault:
        return fault
    filled = any(word.parts and not word.static for word in call.words[1:]) or any(one.heredoc or one.op == "<<<" for one in call.command.redirects)
    if kind == "interpreter" and filled:
        from statewright.policy.protecting import texts_filled

        return texts_filled.changed(call, scene, [scene.event.cwd or scene.event.project])
    return ""


# A folder that holds protected files, and our own name in pieces: only where one of these stands in a program is it looked through for joins.
HINTS = (".cl", ".git", ".codex", ".cursor", ".local", ".gemini", ".qwen", ".factory", "wright", "thgirw", "hooks", "plugin", ".kiro", ".pi")


def _joined(call: "Call", scene: "Scene", kind: str) -> str:
    shown = scene.event.script.text.lower()
    if not any(hint in shown for hint in HINTS):
        return ""
    from statewright.policy.protecting import texts_joined

    return texts_joined.put_together(call, scene, kind)


def _globbed(call: "Call", text: str, scene: "Scene") -> str:
    """A pattern within a program that reads patterns, where it may name a protected path."""
    if not any(sign in text for sign in "*?[") or not ("glob" in text.lower() or "Dir" in text or "<" in text):
        return ""
    from statewright.policy.texts.recipes import in_quotes

    bases = [scene.event.cwd or scene.event.project]
    for one in (*in_quotes(text), *[piece.partition(">")[0] for piece in text.split("<")[1:]]):
        if len(one) < PATH and any(sign in one for sign in "*?[") and not one[:1].isspace() and scene.hit(one, bases, "dots"):
            return "" if reads(call, text) else one
    return ""


def reads(call: "Call", text: str) -> bool:
    """Whether a program text that names a protected path only reads: it is all that the interpreter is given to run."""
    options = call.texts[1:]
    given = [one for one in options if one[:1] == "-" and one not in ("-c", "-e", "-p", "-pe", "-", "-S", "-I", "-E", "-u", "-B", "-rjson", "-ryaml")]
    if given or call.command.assigns or call.command.stdin not in ("", "heredoc"):
        return False
    from statewright.policy.protecting.texts_read import reads_only

    return reads_only(call.name, text)


def _patterned(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """An editor's commands that name a file by a pattern, or put its name together."""
    for text in texts_of(call, scene):
        if names_any(text):
            return text[:80]
        for sign in "'\"(),|=\n":
            text = text.replace(sign, " ")
        for piece in text.split():
            if any(c in piece for c in "*?[") and scene.hit(piece.lstrip("+"), bases):
                return piece
    return ""


def swept(call: "Call", text: str, scene: "Scene") -> str:
    """The fault of a git command that a program text spells out: ``os.system("git clean -fdx")``, ``["git", "stash", "-a"]``."""
    if "git" not in text or not any(one in text for one in ("clean", "stash", "config")):
        return ""
    from statewright.policy.protecting import git as protection_git
    from statewright.shell.model import Word

    for line in squeezed(text.replace("(", " ")).replace("|", "\n").replace("&", "\n").replace("!", " ").split("\n"):
        words = line.split()
        for i, word in enumerate(words):
            if word == "git" and i + 1 < len(words):
                made = Call(call.command, "git", call.number)
                made.words = [Word(one, one) for one in words[i : i + 16]]
                made.texts = [one.text for one in made.words]
                fault = protection_git.git(made, scene, [scene.event.cwd or scene.event.project])
                if fault:
                    return fault
    return ""
