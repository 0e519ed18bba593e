"""Protection in shell texts: what a command's own words name, each program by the module that knows it."""

from statewright.policy.protecting import names as known
from statewright.policy.protecting.scene import UNREAD, pieces
from statewright.policy.words.options import abbreviates, without
from statewright.policy.words.patterns import HIDDEN, LITERAL, UNTOLD, listed
from statewright.shell.programs import SHELLS, row

# What cmake's own commands do to a folder that is named: taken away or moved as a whole, put in its place, worked in.
CMAKE = {
    **dict.fromkeys(("rm", "remove_directory", "rename"), "all"),
    **dict.fromkeys(("copy_directory", "copy_directory_if_different", "copy_directory_if_newer", "create_symlink", "chdir"), "dots"),
}
MOUNTING = ("-v", "--volume", "--mount", "--device")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word


def operands(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The fault of what a command's words name, "" when it has none."""
    alone = scene.placed(call, bases) or _beside(call, scene, bases) or _by_itself(call, scene, bases)
    if alone is not None:
        return alone
    name = call.name
    kind = _kind(call)
    words = call.words[1:]
    if name == "jar" or (kind == "interpreter" and ("zipfile" in call.texts or "tarfile" in call.texts)):
        fault = _unpacked(call, scene, bases)
        if fault:
            return fault
    if kind == "interpreter" or name in known.EDITORS or name in known.AWKS or name in known.PROGRAMMED:
        from statewright.policy.protecting.texts_written import written

        if kind == "interpreter" and _reads_given(call):
            return ""
        fault = written(call, scene, bases, kind)
        if not fault and (kind == "interpreter" or name in known.AWKS):
            from statewright.policy.protecting import fed as protection_fed

            fault = protection_fed.told(call, scene, bases)
        if fault:
            return fault
    if name in known.BUILDING and (scene.names.written or (name == "cmake" and (call.command.stdin or call.command.redirects))):
        from statewright.policy.protecting import texts_folders

        fault = texts_folders.taken(call, scene, bases)
        if fault:
            return fault
    if ("/" in name or name in SHELLS) and (call.command.stdin or any(redirect.op[:1] == "<" for redirect in call.command.redirects)):
        from statewright.policy.protecting import scripts

        fault = scripts.handed(call, scene, bases)
        if fault:
            return fault
    if name in known.CONTAINERS or name in known.DOWNLOADS:
        from statewright.policy.protecting.modes import mounted

        fault = mounted(call, scene, bases)
        if fault:
            return fault
    if name in ("hg", "svn") and any(text in ("purge", "clean", "--remove-unversioned", "--remove-ignored") for text in call.texts[1:]):
        return "!%s would take the workflow's files along." % call.show()
    if name == "mv":
        from statewright.policy.protecting.copies import copied, sources_of

        fault = copied(call, scene, bases)
        if fault:
            return fault
        words = sources_of(call)
    if name in known.RENAMERS and call.command.stdin:
        from statewright.policy.protecting import fed as protection_fed

        fault = protection_fed.named(call, scene, bases)
        if fault:
            return fault
    if name in known.MESSAGES:
        words = without(words, known.MESSAGE_OPTIONS, known.MESSAGE_TEXTS)
    if name in known.CONTAINERS and call.texts[1:2] in (["run"], ["create"], ["build"]) and not any(text.startswith(MOUNTING) for text in call.texts):
        words = without(words, known.VARIABLE_OPTIONS, known.VARIABLE_TEXTS)  # they stay in a container that has no folder of ours
    if name in ("dd", "sort", "gh") or name in known.SENDING:
        from statewright.policy.protecting import reads as protection_reads

        words = protection_reads.changed(call, words)
    return _words(call, words, scene, bases)


def _reads_given(call: "Call") -> bool:
    """Whether the program that stands in the line only reads the files that the words behind it name: ``json.load(open(sys.argv[1]))``."""
    from statewright.policy.protecting.texts import LANGUAGES, reads
    from statewright.policy.protecting.texts_read import spelled_out

    text = spelled_out(call) if call.name in LANGUAGES else ""
    return bool(text) and "*" not in text and reads(call, text)


def _beside(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    if call.name not in known.BESIDE:
        return ""
    from statewright.policy.protecting import suffixes

    return suffixes.beside(call, scene, bases)


def _kind(call: "Call") -> str:
    """What sort of program it is; one that is given a text in a language of its own is an interpreter."""
    kind = (row(call.name) or ("unknown", {}, ""))[0]
    if kind == "interpreter" or call.name in known.EDITORS:
        return kind
    if call.command.stdin or call.command.redirects or any(" " in text or "(" in text for text in call.texts[1:]):
        from statewright.policy.texts.hosts import speaks

        return "interpreter" if speaks(call) else kind
    return kind


def _by_itself(call: "Call", scene: "Scene", bases: "list[str]") -> "str | None":
    """What is said of a program whose operands have a module of their own, None for any other."""
    name = call.name
    if name == "git":
        from statewright.policy.protecting import git as protection_git

        return protection_git.git(call, scene, bases)
    if name in ("gh", "jj"):
        from statewright.policy.protecting import settings as protection_settings

        fault = protection_settings.named(call, scene, bases)
        if fault:
            return fault
    if name.partition("@")[0] in known.ARRIVING or "create" in name or "-m" in call.texts:
        from statewright.policy.protecting import arrivals as protection_arrivals

        fault = protection_arrivals.arrived(call, scene, bases)
        if fault:
            return fault
    if name in known.MODES:
        from statewright.policy.protecting import modes as protection_modes

        return protection_modes.moded(call, scene, bases)
    if name not in known.ARCHIVERS and name not in known.COPIES:
        return None
    from statewright.policy.protecting import copies as protection_copies
    from statewright.policy.protecting import packing as protection_packing

    if call.command.stdin or any("-from" in text or text[:1] == "@" or (text[:1] == "-" and "T" in text) for text in call.texts):
        from statewright.policy.protecting import fed as protection_fed

        fault = protection_fed.packed(call, scene, bases)
        if fault:
            return fault
    if name in known.ARCHIVERS:
        return protection_packing.archived(call, scene, bases) or _unpacked(call, scene, bases)
    return protection_copies.copied(call, scene, bases)


def _unpacked(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    from statewright.policy.protecting import archives as protection_archives

    return protection_archives.unpacked(call, scene, bases)


def _words(call: "Call", words: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    given = [text for text in call.texts[1:] if text[:1] == "-"] if call.name in known.PACKERS else []
    deep = any((text[:2] != "--" and "r" in text) or abbreviates(text, "--recursive") for text in given)
    parents = "all" if call.name in known.WHOLE or deep else "dots" if call.name in known.FOLDERS else _taken(call)
    removes = call.name in known.WHOLE
    behind = _behind_texts(call) if call.name in known.REPLACERS else ()
    below = "all" if call.name in known.REPLACERS and "--hidden" in call.texts else "dots"  # what is hidden in a folder too
    if below == "all" and all(word.text[:1] == "-" for word in behind) and scene.hit(".", bases, below):
        return "."
    for word in words if call.name not in ("kill", "pkill", "killall") else ():
        if behind:
            parents = below if any(word is one for one in behind) else ""
        patterns = scene.names.patterns(word)
        if call.name in known.GLOBBERS and any(LITERAL in pattern for pattern in patterns) and not _checks(call):
            patterns = [one for pattern in patterns for one in listed(pattern.replace(LITERAL, ""))]
        for pattern in patterns:
            if HIDDEN in pattern or (not word.static and pattern[:1] == "."):
                from statewright.policy.outputs.spared import spared
                from statewright.policy.protecting import fed as protection_fed

                if not (protection_fed.changes(call) or protection_fed.written(call, word)) if HIDDEN in pattern else spared(
                    call.words, pattern, scene.names
                ):
                    continue
            adrift = scene.adrift and pattern[:1] not in ("/", "~", "-") and call.name in known.CHANGES
            if adrift and scene.hit(UNTOLD + "/" + pattern, bases, parents):
                return UNREAD % call.name
            for piece in pieces(pattern, word):
                if scene.hit(piece, bases, parents) if parents or behind or HIDDEN in piece else _filled(call, word, piece, scene, bases):
                    return UNREAD % call.name if HIDDEN in piece else piece
        fault = scene.unseen(call, patterns, removes) if removes or call.name in known.FOLDERS or call.name in ("tee", "sponge", "sd") else ""
        if fault:
            return fault
    return ""


def _filled(call: "Call", word: "Word", piece: str, scene: "Scene", bases: "list[str]") -> bool:
    """Whether a word is a protected path, or a client's own folder that the command may write in."""
    if not scene.hit(piece, bases, "client"):
        return False
    if scene.hit(piece, bases):
        return True
    from statewright.policy.protecting import holders

    return holders.fills(call, word)


def _checks(call: "Call") -> bool:
    """Whether a program that reads patterns itself is a formatter or checker which is not told to change what it finds."""
    from statewright.policy.outputs.spared import FORMATTERS
    from statewright.policy.permitted.rewriters import begins, rewrites

    return begins(call.name, call.texts[1:])[0] in FORMATTERS and not rewrites(call)


def _taken(call: "Call") -> str:
    """How far folders count of cmake's own commands. cmake(1), -E"""
    return CMAKE.get(call.texts[2], "") if call.name == "cmake" and call.texts[1:2] == ["-E"] and len(call.texts) > 2 else ""


def _behind_texts(call: "Call") -> "list[Word]":
    """The words of a search and replace that may be files: all but the first two operands; what a folder's option takes is one."""
    out, texts = [], 2
    for i, word in enumerate(call.words[1:], 1):
        if word.text[:1] != "-" and texts and call.texts[i - 1] not in ("-d", "--dir", "-C", "--directory", "--files", "--path"):
            texts -= 1
        else:
            out.append(word)
    return out
