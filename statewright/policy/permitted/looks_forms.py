"""Closer looks at programs of which one form reads: the listing, checking and showing forms of tree, isort, terraform fmt, ip, stty and git.

Sources: tree(1), isort's command line options, terraform fmt, rustc's options, ip(8), stty(1), git-archive(1), git-apply(1).
"""

from statewright.policy.words.options import abbreviates
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.permitted.readonly import No
    from statewright.policy.words.calls import Call

CHECKS = ("-c", "--check", "--check-only", "--diff", "--df")
TRUE = ("1", "t", "true")
# What ip(8) shows: an object alone, or with one of these verbs.
OBJECTS = "address link route neighbour rule maddress addrlabel netns tunnel mroute ntable token tcp_metrics xfrm"
SHOWS = ("show", "list", "lst", "ls", "get", "help")
_FLAGS = "-4 -6 -o -br -brief -c -color -color=never -color=always -j -json -p -pretty -s -d -oneline -stats -details -V"
FLAGS = frozenset(_FLAGS.split())
RUSTC = ("-o", "-C", "-Z", "-L", "@", "--emit", "--out", "--codegen", "--print", "--ext")
APPLY = ("--check", "--stat", "--numstat", "--summary")
ALSO = ("--apply", "--index", "--cached", "--intent-to-add", "--3way", "--build-fake-ancestor")

# xxd's options with a value, and how the rest of the word begins when the value is the next one.
XXD = {"c": "ols", "g": "roup", "l": "en", "n": "ame", "o": "ffset", "R": "R", "s": "kip"}


def tree(call: "Call", texts: "list[str]") -> "No":
    """Each letter of a cluster that takes a value takes a word of its own behind it: ``-Lo 2 FILE`` writes FILE."""
    bad = next((text for text in texts if text[:1] == "-" and text[:2] != "--" and ("o" in text or "R" in text)), "")
    bad = bad or next((text for text in texts if len(text) > 3 and abbreviates(text.partition("=")[0], "--output")), "")
    return ("writer", "%s writes a file" % bad) if bad else None


def isort(call: "Call", texts: "list[str]") -> "No":
    """Several letters behind one dash are an option of their own (``-tc``, ``-rc``), no cluster with ``-c`` in it."""
    return None if any(text in CHECKS for text in texts) else ("writer", "without --check it rewrites files")


def terraform_fmt(call: "Call", texts: "list[str]") -> "No":
    for text in texts:
        name, sign, value = text.lstrip("-").partition("=")
        if text[:1] == "-" and sign and ((name == "check" and value.lower() not in TRUE) or (name == "write" and HOLE in value)):
            return "writer", "%s rewrites files" % text
    return None


def cargo_fmt(call: "Call", texts: "list[str]") -> "No":
    """``--check`` is cargo's and, behind ``--``, rustfmt's."""
    bad = next((text for text in texts if text.startswith(("--emit", "--print-config", "--backup")) or text[:1] == HOLE), "")
    return None if "--check" in texts and not bad else ("writer", "%s it rewrites files" % ("with " + bad if bad else "without --check"))


def clippy(call: "Call", texts: "list[str]") -> "No":
    """What stands behind ``--`` are options of rustc."""
    from statewright.policy.permitted import runners

    behind = texts[texts.index("--") + 1 :] if "--" in texts else []
    bad = next((text for text in behind if text.startswith(RUSTC)), "")
    fault = "%s has the compiler write or run something" % bad if bad else runners.writes(call.name, texts)
    return ("runner", fault) if fault else None


def syntax(call: "Call", texts: "list[str]") -> "No":
    """A shell or node that reads files for faults of syntax and runs nothing: the option first, then files alone."""
    first = ("--check", "-c") if call.name in ("node", "nodejs") else ("-n",)
    files = texts[1:]
    fine = texts[:1] and texts[0] in first and files and not call.command.open and all(text[:1] not in "-+" and HOLE not in text for text in files)
    if fine and (call.name not in ("node", "nodejs") or len(files) == 1):
        return None
    return "interpreter", "it runs a program" if call.name in ("node", "nodejs") else "it runs commands"


def ip(call: "Call", texts: "list[str]") -> "No":
    """``ip addr``, ``ip -br link show dev x``: an object, and a verb that shows it."""
    fault = "writer", "ip in this form may change the network"
    i = 0
    while i < len(texts) and texts[i][:1] == "-":
        if texts[i] not in FLAGS:
            return fault
        i += 1
    rest = texts[i:]
    if call.command.open or any(HOLE in text for text in rest[:2]):
        return fault
    if not rest:
        return None
    if not any(one.startswith(rest[0]) for one in OBJECTS.split()):
        return fault
    verb = rest[1] if len(rest) > 1 else "show"
    return None if verb in SHOWS or (verb in ("s", "sh", "sho", "l", "li", "lis", "g", "ge") and rest[0] not in ("netns", "xfrm")) else fault


def stty(call: "Call", texts: "list[str]") -> "No":
    """What it tells; everything else sets the terminal."""
    fine = all(text in ("size", "speed", "-a", "--all", "-g", "--save") for text in texts) and not call.command.open
    return None if fine else ("writer", "it sets the terminal")


def git_archive(call: "Call", texts: "list[str]") -> "No":
    """The formats that it knows; an archive goes to the standard output unless a file is named. A remote one is asked for by a program."""
    fine = texts in (["--list"], ["-l"])
    return None if fine and not call.command.open else ("writer", "git archive writes an archive")


def git_apply(call: "Call", texts: "list[str]") -> "No":
    """A patch looked at: only told, or tried, unless an option applies it after all."""
    told = any(text in APPLY for text in texts)
    after = any(abbreviates(text.partition("=")[0], one) for text in texts for one in ALSO) or any(
        text[:1] == "-" and text[:2] != "--" and any(c in text for c in "N3") for text in texts
    )
    return None if told and not after and not call.command.open else ("writer", "git apply changes files")


def tmux(call: "Call", texts: "list[str]") -> "No":
    """``#( … )`` in a format runs a command, ``;`` begins another of tmux's own. tmux(1), FORMATS."""
    if any("#(" in text or HOLE in text for text in texts):
        return "runner", "a format may run a command"
    return ("runner", "a further command of tmux follows") if any(text[-1:] == ";" for text in texts) else None


def golangci(call: "Call", texts: "list[str]") -> "No":
    from statewright.policy.permitted import runners

    """The reports' paths, a profile's, a trace's: all but the standard output."""
    named = [text for text in texts if text.startswith("--") and text.partition("=")[0].endswith("path") and not text.startswith("--path")]
    bad = [text for text in named if not text.endswith(("=stdout", "=stderr"))]
    fault = "%s writes a file" % bad[0] if bad else runners.writes(call.name, texts)
    return ("runner", fault) if fault else None


def xxd(call: "Call", texts: "list[str]") -> "No":
    """xxd(1): its options do not cluster, the first letter tells, and its second operand is written."""
    operands, i = 0, 0
    while i < len(texts):
        text = texts[i][1:] if texts[i][:2] == "--" and len(texts[i]) > 2 else texts[i]
        i += 1
        if text == "--":
            operands += len(texts) - i
            break
        if text[:1] != "-" or len(text) == 1:
            operands += 1
        elif text[1] == "r":
            return "writer", "%s makes it write or run something" % text
        elif text[1] in XXD and (len(text) == 2 or text[2:].startswith(XXD[text[1]]) or text[:5] == "-seek"):
            i += 1
    several = any(word.glob or (word.subst and word.splits) for word in call.words[1:])
    return ("writer", "a further operand makes it write") if operands > 1 or several or call.command.open else None


FORMS = {
    "tree": tree, "isort": isort, "terraform_fmt": terraform_fmt, "cargo_fmt": cargo_fmt, "clippy": clippy, "ip": ip, "stty": stty,
    "git_archive": git_archive, "git_apply": git_apply, "syntax": syntax, "tmux": tmux, "golangci": golangci, "xxd": xxd,
}  # fmt: skip
