"""What programs that list files or tell paths print, as far as protected paths may be among it. Lines as in output.py."""

from statewright.policy.words.options import abbreviates
from statewright.policy.words.paths import Guard
from statewright.policy.words.patterns import LITERAL, UNTOLD, literal, most, plain, telling
from statewright.policy.words.protected import DOTS
from statewright.shell.model import HOLE
from statewright.shell.wrappers import BEHIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

BARE = ("set", "declare", "export", "trap", "typeset", "readonly", "local", "hash")  # without words they print what is set
# Programs that tell of files what they hold, where they are, what they are: see searched.py.
_SEARCHERS = "rg ag ack ack-grep pt sift ugrep ug grep egrep fgrep zgrep bzgrep xzgrep ggrep rgrep"
SEARCHERS = frozenset(_SEARCHERS.split())
LOCATES = frozenset(("locate", "mlocate", "plocate", "slocate", "mdfind"))
_TELLING = "stat file wc md5sum sha1sum sha256sum sha512sum cksum sum b2sum shasum md5 cmp lsattr getfacl namei print"
TELLING = frozenset(_TELLING.split())


NAMING = frozenset(("ls", "dir", "vdir", "du", "exa", "eza", "lsd", "realpath", "readlink", "grep", "egrep", "rg"))
# What find may run without their printing more than names that find selects.
_TOLD = "rm mv cp touch chmod chown ls stat wc du basename dirname realpath readlink test [ true echo md5sum sha256sum"
TOLD = frozenset(_TOLD.split())


def listing(call: "Call", names: "Names") -> "list[str]":
    """The lines of a program that tells paths; [HOLE] for those that print none of ours, [UNTOLD] for all others."""
    lines = _told(call, names)
    holed = call.name in NAMING or call.name in TELLING
    if holed and any(HOLE in word.text and not word.vars and not word.subst for word in call.words[1:]):  # xargs -I{} ls {}
        from statewright.policy.outputs.output import handed

        lines = [*lines, *handed(call, names.calls, names)]
    if len(call.texts) > 1 or call.name in BARE:
        from statewright.policy.outputs import own_text

        lines += [text for text in own_text.printed(call) if text not in lines]
    return lines


def _told(call: "Call", names: "Names") -> "list[str]":
    name, texts = call.name, call.texts
    event = names.event
    if name in BEHIND:
        return [HOLE]  # what it runs is looked at by itself
    if name in ("pwd", "whoami", "id", "logname", "mktemp") and not (name == "mktemp" and len([text for text in texts[1:] if text[:1] != "-"])):
        if name == "pwd":
            return names.known("PWD") or [names.cwd]
        return ["/made-by-mktemp" if name == "mktemp" else event.home.rpartition("/")[2]]
    if name in ("realpath", "readlink", "dirname", "basename"):
        return _path(call, names)
    if name == "dirs":
        return most([*names.known("DIRSTACK"), *names.known("PWD")]) or [names.cwd]
    if name in ("date", "seq", "yes"):
        return _formatted(call, names)
    if name == "npm" and texts[1:2] in (["prefix"], ["root"]) and not any(text in ("-g", "--global", "--location=global") for text in texts):
        return [event.project + ("" if texts[1] == "prefix" else "/node_modules")]
    if name == "printenv" and len(texts) == 2:
        return names.known(texts[1]) or [HOLE]
    if name in ("which", "type") or (name == "command" and texts[1:2] == ["-v"]):
        return ["/usr/local/bin/" + texts[-1]]
    if name == "git":
        from statewright.policy.outputs import git_lists

        return git_lists.told(call, names)
    if name in ("ls", "dir", "vdir", "tree", "du", "exa", "eza", "lsd"):
        return _folder(call, names)
    if name in SEARCHERS or name in LOCATES or name in TELLING:
        from statewright.policy.outputs import searched

        return searched.told(call, names, _guard(names))
    if name in ("find", "fd", "fdfind"):
        from statewright.policy.outputs.find_tests import EXECS

        if name == "find":
            from statewright.policy.outputs.find import every as meets
        else:
            from statewright.policy.outputs.fd import selects as meets
        guard = _guard(names)
        hits = meets(call, guard, names, [names.cwd])
        for base in [path for path in names.known("PWD") if path != names.cwd]:  # told from another folder: as a whole
            hits += [guard.roots[0] + "/" + hit for hit in meets(call, guard, names, [base]) if hit]
        ran = [texts[i + 1] for i, text in enumerate(texts[:-1]) if text in EXECS]
        lists = any(text[:1] == "-" and text[1:2].isalpha() and "l" in text.lower() for text in texts)
        if any(one not in TOLD and not (one[-4:] == "grep" and lists) for one in ran):
            return [*(hit for hit in hits if hit), UNTOLD]
        says = [texts[i + 1] for i, text in enumerate(texts[:-1]) if text in ("-printf", "-fprintf", "--format")]
        return [*(hit for hit in hits if hit), UNTOLD if any(_literal(text) for text in says) else HOLE]
    if name == "compgen":
        asked = [call.words[i + 1] for i, text in enumerate(texts[:-1]) if text == "-G"]
        if asked and not any(text[:1] == "-" and text != "-G" for text in texts[1:]):
            shapes = [pattern.replace(LITERAL, "") for word in asked for pattern in names.patterns(word)]
            return shapes + ["." + shape for shape in shapes if names.dots]
        return [".statewright", HOLE] if any(text in ("-f", "-d", "-G", "-o", "-A") for text in texts) else [HOLE]
    if name in ("tar", "bsdtar", "gtar", "unzip", "zipinfo"):
        return _members(call, names)
    if name in ("go", "npm", "pip", "pip3", "python", "python3", "yarn", "pnpm", "brew", "ccache", "uv"):
        from statewright.policy.outputs import cache_folders

        folder = cache_folders.told(call, names)
        if folder is not None:
            return folder
    from statewright.policy.outputs.untold import plain_text

    return [HOLE if plain_text(call) else UNTOLD]


def _formatted(call: "Call", names: "Names") -> "list[str]":
    """``date +FORMAT``, ``seq -f FORMAT``, ``yes TEXT``: what the words say, HOLE for a number."""
    out = []
    for word in call.words[1:]:
        for pattern in names.patterns(word) if word.text[:1] == "+" or call.name != "date" else ():
            pattern = pattern.removeprefix("+").removeprefix("-f").removeprefix("--format=")
            if call.name == "date":
                from statewright.policy.outputs.own_text import timed

                out.append(timed(pattern))
                continue
            at = pattern.find("%")
            while at >= 0:
                end = at + 1
                while end < len(pattern) and not pattern[end].isalpha() and pattern[end] != "%":
                    end += 1
                pattern = pattern[:at] + HOLE + pattern[end + 1 :]
                at = pattern.find("%")
            out.append(pattern)
    return [*out, HOLE]


def _literal(form: str) -> bool:
    """Whether a format prints letters of its own: ``%p``, ``%T@`` and ``\\n`` are none."""
    out, i = "", 0
    while i < len(form):
        step = (3 if form[i + 1 : i + 2] in "TAC" else 2) if form[i] == "%" else 2 if form[i] == "\\" and form[i + 1 : i + 2] in "nt0" else 0
        out += "" if step else form[i]
        i += step or 1
    return any(c.isalnum() or c in ".\\" for c in out)


def _members(call: "Call", names: "Names") -> "list[str]":
    """The names in an archive that lies there."""
    facts = names.event.facts
    paths = [plain(pattern) for word in call.words[1:] for pattern in names.patterns(word)]
    for path in paths:
        where = (path if path[:1] == "/" else names.cwd + "/" + path) if path else ""
        if where and facts is not None and facts.kind(where) == "file":
            held = facts.members(where)
            return [UNTOLD] if held is None else most([*(literal(name.rstrip("/")) for name, _ in held), HOLE])
    return [UNTOLD]


def _guard(names: "Names") -> Guard:
    if names.guard is None:
        names.guard = Guard(names.event)
    return names.guard


def _path(call: "Call", names: "Names") -> "list[str]":
    operands = [word for word in call.words[1:] if word.text[:1] != "-"]
    from statewright.policy.outputs.output import handed
    from statewright.policy.words.pieces import trimmed

    out = []
    ends = _suffixes(call, operands, names) if call.name == "basename" else []
    operands = [word for word in operands if not any(word is end for end in ends)]
    suffixes = [suffix for end in ends for suffix in names.patterns(end)] or [
        value for text in call.texts[1:] for sign in ("-s", "--suffix=") if text.startswith(sign) for value in [text[len(sign) :]]
    ]
    given = handed(call, names.calls, names) if call.command.open else []
    for word in operands or call.words[:1]:
        for pattern in given or names.patterns(word):
            if word.tilde and pattern[:2] == "~/":
                pattern = names.event.home + pattern[1:]
            if call.name == "dirname":
                out.append(pattern.rstrip("/").rpartition("/")[0] or ("/" if pattern[:1] == "/" else "."))
            elif call.name == "basename":
                out += trimmed(pattern.rstrip("/").rpartition("/")[2], suffixes)
            else:
                out.append(pattern)
                been = names.known("PWD") if pattern[:1] not in ("/", "~", HOLE) else []  # more than one where the line goes elsewhere
                out += [base + "/" + pattern for base in been] if len(been) > 1 else []
    return out or [HOLE]


def _suffixes(call: "Call", operands: "list[Word]", names: "Names") -> "list[Word]":
    """The words of basename that are an end to take off: behind ``-s``, or the second operand where neither -a nor -s is given."""
    behind = [call.words[i + 1] for i, text in enumerate(call.texts[:-1]) if i and text in ("-s", "--suffix", "-as")]
    if behind or any(text[:2] in ("-a", "-s") or text[:3] in ("--m", "--s") for text in call.texts[1:]):
        return behind
    return operands[1:2]


def _folder(call: "Call", names: "Names") -> "list[str]":
    """``ls -A``, ``ls -d .*``, ``du`` and ``tree -a``: the dot folders that lie there."""
    options = "".join(text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    if call.command.open:
        from statewright.policy.outputs.output import handed

        return [*handed(call, names.calls, names), HOLE]
    roots = [pattern for word in call.words[1:] if word.text[:1] != "-" for pattern in names.patterns(word)]
    made = [part for root in roots if root[:1] == "-" for part in root.split()]  # an option that a value holds
    roots = [root for root in roots if root[:1] != "-"] + [part for part in made if part[:1] != "-"]
    if roots and not any(text[:1] != "-" and not _takes(call.name, call.texts[i]) for i, text in enumerate(call.texts[1:])):
        roots = [*roots, "."]  # all are values of options
    if _itself(call, options):
        return [*roots, HOLE]
    asked = options + "".join(part for part in made if part[:1] == "-" and part[:2] != "--")
    shows = call.name == "du" or "a" in asked.lower() or (call.name in ("ls", "dir", "vdir") and "f" in asked)
    shows = shows or any(len(text) > 3 and (abbreviates(text, "--all") or abbreviates(text, "--almost-all")) for text in (*call.texts, *made))
    from statewright.policy.outputs import listed_files

    guard = _guard(names)
    out = [*roots] if made and "d" in asked else []
    for root in roots or ["."]:
        if root[-2:] in ("/.", "..") or root[:1] == ".":
            shows = shows or root.strip("./") != ""
        if shows:
            out += [dot for dot in DOTS if guard.hit(root + "/" + dot, names.cwd, "all")]
        for base in names.known("PWD") or [names.cwd]:
            out += _ours(root, base, guard, names) + listed_files.named(root, base, guard)
    for base in (names.known("PWD") or [names.cwd]) if call.name in ("du", "tree") else ():
        out += listed_files.below(call, roots, base, guard)
    return most([*out, HOLE])


def _itself(call: "Call", options: str) -> bool:
    """Whether a folder among the operands is listed itself, not what is in it."""
    if call.name in ("tree", "du"):
        return False
    long = [text for text in call.texts if len(text) > 4]
    return "d" in options or any(text in ("--list-dirs", "--directory-only") or abbreviates(text, "--directory") for text in long)


def _takes(name: str, text: str) -> bool:
    """Whether an option has its value in the next word: ``tree -aL 1``, ``du -d 1``, ``ls -I '*.o'``."""
    if text[:2] == "--":
        return text in ("--max-depth", "--level", "--ignore", "--hide", "--exclude", "--threshold", "--sort", "--filelimit", "--timefmt")
    return text[:1] == "-" and text[-1] in {"tree": "LPIoHT", "du": "dtBX", "ls": "IwT", "dir": "IwT"}.get(name, "LI")


def _ours(root: str, base: str, guard: Guard, names: "Names") -> "list[str]":
    """The names in one of our own folders that are protected: ``cd .claude; rm $(ls)``."""
    folder, facts = plain(root), names.event.facts
    where = "" if folder is None else guard.absolute(folder, base)
    if facts is None or not telling(where):
        return []
    return [literal(name) for name in facts.names(where) if guard.hit(where + "/" + literal(name), base, "all")]
