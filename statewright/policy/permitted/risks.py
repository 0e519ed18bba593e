"""Entries of ``allowed_commands`` that permit anything: interpreters, build tools and wide prefixes. For linters; cold.

Listing wins: a listed program may do what it does. Whoever lists one of these should know that it is as wide as the shell.
"""

from statewright.policy.permitted.beyond import base, same
from statewright.policy.permitted.risk_names import (
    BUILDS,
    EDITORS,
    ENVELOPES,
    ESCAPES,
    FLAGS,
    INSTALLS,
    MODULES,
    PLACES,
    QUIET,
    RUNNERS,
    SPEAKS,
    STARTERS,
    VALUED,
    WIDE,
    WRITERS,
)
from statewright.policy.texts.follow import GIT_RUNS
from statewright.shell.program_options import rows
from statewright.shell.programs import SHELLS, family, row

ANY = "runs any program; name which"
PROGRAM = "is an interpreter: it runs any program, which can do whatever the user can"
SHELL = "is a shell: every script it is given runs"
ROUND = "gets round this state's limits on lines and files: listing it wins over them"
WRITES = "changes files, though this state lists neither Edit nor Write: listing it wins; name the form that reads, or leave it out"


def risks(entries: "list[str]", limited: bool = False, edits: bool = True) -> "list[tuple[str, str]]":
    """``(entry, reason)`` for each entry that permits more than it seems to.

    limited: the state has an edit or file limit. edits: it lists Edit or Write, or no tools at all.
    """
    out = []
    for entry in entries:
        words = entry.split()
        reason = _reason(words) or _changes(words, limited, edits) or _open(words) if words else "is blank and permits nothing"
        if reason:
            out.append((entry, reason))
    return out


def _reason(words: "list[str]") -> str:
    """Why the words, followed by whatever the agent likes, run anything."""
    name = words[0].rpartition("/")[2]
    words = [name, *words[1:]]
    if name in SHELLS or name in ("eval", "source", "."):
        return SHELL if all(word[:1] == "-" for word in words[1:]) else ""
    if name == "git" and " ".join(words[1:3]) in GIT_RUNS:
        return ""  # what it runs is judged as a command of its own
    if name in ENVELOPES or name in STARTERS:
        rest = _behind(words)
        if rest:
            return _reason(rest)
        return "needs no entry: what it runs is judged by itself" if name in ENVELOPES else "runs any command that follows it"
    for runner in RUNNERS:
        if tuple(words[: len(runner)]) == runner:
            rest = _bare(words[len(runner) :])
            return _reason(rest) if rest else WIDE.get(" ".join(words)) or ANY
    plain = _bare(words)
    for place, named in PLACES.items():
        head = place.split()
        if plain[: len(head)] == head and len(plain) <= len(head) + named:
            return "runs any command there; name which"
    if len(plain) == 1 and len(words) == 2 and words[1] in QUIET and name not in ("perl", "ruby"):
        return PROGRAM if words[1] == "-v" and family(name) in ("python", "pypy") else ""
    if " ".join(plain) in WIDE:
        return WIDE[" ".join(plain)]
    if " ".join(plain) in INSTALLS or " ".join(words) in INSTALLS:
        return "installs any package, and a package's own code runs with it; name the package"
    return _program(name, words)


def _program(name: str, words: "list[str]") -> str:
    kind, details, _ = row(name) or ("", {}, "")
    if kind == "interpreter" or name in SPEAKS or family(name) in ("java", "deno", "bun"):
        return _interprets(words)
    if name in BUILDS and all(word in FLAGS or word[:2] == "-j" or (word in ("-s", "-k", "-B") and name in ("make", "gmake")) for word in words[1:]):
        return "is a build tool: it runs whatever the project's build files say; name the target"
    if name in ESCAPES and all(word[:1] == "-" for word in words[1:]):
        return "is %s that runs shell commands from within; list what it is needed for" % ESCAPES[name]
    if kind == "runner" and not details.get("tests") and len(words) == 1 and name not in WIDE:
        return "runs other programs; name what it is to run"
    return ""


def _interprets(words: "list[str]") -> str:
    """An interpreter that is told neither the file nor the module it runs."""
    rest = words[1:]
    if any(word in QUIET for word in rest):
        return ""
    while rest:
        if rest[0] == "-m" and family(words[0]) in ("python", "pypy", "coverage") and len(rest) > 1:
            return PROGRAM if rest[1] in MODULES and len(rest) == 2 else ""
        if rest[0][:1] != "-" or rest[0] == "-":
            return PROGRAM if rest[0] == "-" else ""
        rest = rest[2:] if rest[0] in VALUED and len(rest) > 1 and rest[1][:1] != "-" else rest[1:]
    return PROGRAM


def _bare(words: "list[str]") -> "list[str]":
    """The words without options, and without the values that some of those take."""
    out: "list[str]" = []
    skip = False
    for word in words:
        if skip or word[:1] == "-":
            skip = not skip and word in VALUED
        else:
            out.append(word)
    return out


def _behind(words: "list[str]") -> "list[str]":
    """What a program that runs another is told to run, [] when that is open."""
    at = 1
    while at < len(words):
        word = words[at]
        if word[:1] == "-":
            at += 2 if word in ("-u", "-n", "-g", "-s", "-k", "-I", "-P", "-L", "-d", "-o", "-e", "-C") and words[0] not in ("time", "nohup") else 1
        elif ("=" in word and words[0] in ("env", "sudo", "doas")) or (words[0] == "timeout" and word[:1].isdigit()):
            at += 1
        else:
            break
    return words[at:]


def _changes(words: "list[str]", limited: bool, edits: bool) -> str:
    """A writer where the state limits what is written, or lists no tool that writes."""
    name = words[0].rpartition("/")[2]
    kind = (row(name) or ("", {}, ""))[0]
    if limited and (name in EDITORS or kind in ("remover", "mover")) and not (name in ("sed", "gsed") and words[1:] == ["-n"]):  # it may print only
        return ROUND
    if not edits and ((name in WRITERS and len(words) == 1) or " ".join(words) in WRITERS):
        return WRITES
    return ""


def _open(words: "list[str]") -> str:
    """An entry that ends in an option whose value is code, a command or a place: any value passes."""
    last = words[-1]
    if last[:1] != "-" or len(words) < 2:
        return ""
    for word in words[:-1]:
        found, facts = rows(base(word))
        for kind, listed, what in found:
            if kind in ("code", "place") and any(one[:1] == "-" and same(last, one, facts) for one in listed):
                return "ends in %s, which %s: whatever value follows is permitted; write it out" % (last, what)
    return ""
