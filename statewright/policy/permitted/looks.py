"""Closer looks at single programs: ``look(how, …)`` by the name that a row of the program table gives."""

from statewright.policy.words.options import abbreviates, has, parse
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.policy.permitted.readonly import Context, No
    from statewright.policy.words.calls import Call


UNKNOWN = "unknown"
_TAR = """
    --list --file --verbose --gzip --xz --zstd --exclude --wildcards --directory --strip-components --full-time --numeric-owner
    --auto-compress --force-local --no-recursion
"""
# Options of exiftool that write, remove, load a configuration or evaluate Perl.
EXIF = (
    "-o", "-w", "-@", "-if", "-p", "-config", "-delete_original", "-restore_original", "-efile", "-tagsfromfile", "-execute", "-stay_open", "-geotag",
    "-use", "-api", "-userparam", "-tagout", "-srcfile", "-overwrite_original", "-overwrite_original_in_place", "-textout",
)  # fmt: skip
TAR_LISTS = tuple(_TAR.split())  # long options that beside --list run and write nothing

_FORMS = "tree isort terraform_fmt cargo_fmt clippy ip stty git_archive git_apply syntax tmux golangci xxd"
FORMS = frozenset(_FORMS.split())  # see looks_forms.py


def look(how: str, call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    """None when the form of the program is known to read only."""
    found = HOWS.get(how)
    if found is not None:
        return found(call, texts, context, details)  # type: ignore[no-any-return]
    if how in FORMS:
        from statewright.policy.permitted import looks_forms

        return looks_forms.FORMS[how](call, texts)
    if how in ("sed", "awk"):
        from statewright.policy.permitted import looks_scripts

        return looks_scripts.sed(call, texts) if how == "sed" else looks_scripts.awk(call, texts)
    if how in ("git_list", "git_config", "gh_api"):
        from statewright.policy.permitted import looks_git

        if how == "git_list":
            return looks_git.git_list(call, texts)
        return looks_git.git_config(call, texts) if how == "git_config" else looks_git.gh_api(call, texts)
    if how == "formatter":
        return None
    return _run(how, call, texts, context)


def _run(how: str, call: "Call", texts: "list[str]", context: "Context") -> "No":
    from statewright.policy.permitted import runners

    if how == "python":
        return runners.python(call, texts, context)
    if how == "runner":
        fault = runners.writes(call.name, texts)
    elif how == "npm_run":
        fault = runners.npm_run(call, texts)
    elif how == "npx":
        fault = runners.npx(call, texts)
    elif how == "make":
        fault = runners.make(call, texts)
    elif how == "go_test":
        fault = runners.go_test(call, texts)
    else:
        raise KeyError(how)
    return ("runner", fault) if fault else None


def _find(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    for text in texts:
        if text in ("-delete",):
            return "remover", "-delete removes files"
        if text in ("-fprint", "-fprint0", "-fprintf", "-fls"):
            return "writer", "%s writes a file" % text
        if text[:1] == HOLE and call.command.open:
            return UNKNOWN, "its options come from elsewhere"
    return None  # what -exec runs is a command of its own in the list


def _date(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    _, operands = parse([text for text in texts if text[:2] != "-I"], "drfv")  # the format behind -I is attached to it, or none
    return ("writer", "an operand sets the clock") if any(text[:1] not in "+" for text in operands if text) and "-j" not in texts else None


def _env(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    return None if call.command.wrapper or all(text[:1] == "-" or "=" in text for text in texts) else (UNKNOWN, "what it runs is not plain to see")


def _tar(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    first = texts[0] if texts else ""
    cluster = first
    lists = ("t" in cluster and not any(c in cluster for c in "cxruAd") if first[:2] != "--" else False) or "--list" in texts
    for text in texts:
        if text[:2] == "--" and text.partition("=")[0] not in TAR_LISTS:
            return "writer", "%s may run or write something" % text[:24]
        if text[:1] == "-" and text[:2] != "--" and any(c in text for c in "cxruAIF") and text is not first:
            return "writer", "it packs or unpacks an archive"
    if "--force-local" not in texts and any(":" in text and "/" not in text.partition(":")[0] for text in texts):
        return "network", "an archive's name with a colon is one on another host"
    if not lists or (first[:2] != "--" and any(c in first for c in "IF")):
        return "writer", "it packs or unpacks an archive"
    return None


def _ar(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    if any(text[:3] == "--p" for text in texts):
        return "runner", "--plugin loads a library"
    return None if texts and texts[0].lstrip("-")[:1] in ("t", "p") else ("writer", "it changes an archive")


def _exiftool(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    return (
        ("writer", "it changes files")
        if any("=" in text or "<" in text or text.lower().rstrip("+!") in EXIF for text in texts)
        else None
    )


def _noassign(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    return ("writer", "it sets a value") if any("=" in text for text in texts) else None


def _nofile(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    return ("runner", "a configuration file may name programs") if any(text[:3] == "---" for text in texts) else None


def _own(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    from statewright.policy.words.own import plain_verb

    changing = plain_verb(texts) in ("", "transition", "check", "simulate")
    return ("writer", "this verb is given as the plain command alone") if changing else None


def _curl(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    from statewright.policy.permitted.web import curl

    return curl(texts, context.web)


def _network(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    from statewright.policy.permitted.beyond_git import helper

    if any(abbreviates(text.partition("=")[0], one) for text in texts for one in ("--upload-pack", "--exec")) or any(helper(text) for text in texts):
        return "runner", "an option runs a program"
    return None


def _no(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    return "runner", "it runs a program of the user's"


def _tee(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    _, operands = parse(texts)
    return (
        None
        if all(text in ("/dev/null", "/dev/stderr", "/dev/stdout", "/dev/tty") for text in operands) and not call.command.open
        else ("writer", "it writes its operands")
    )


def _packer(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    """Of listing, testing, packing and unpacking the last one counts; to the standard output all of them read."""
    options, _ = parse(texts, "S")
    if has(options, texts, ("-c", "--stdout", "--to-stdout"), 5):
        return None
    bad = has(options, texts, ("-z", "-d", "--compress", "--decompress", "--uncompress"))
    return ("writer", "%s beside it replaces files" % bad) if bad else None


def _unzip(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    """A dash within the letters takes the next one back: ``-l --l`` unpacks."""
    bad = [text for text in texts if text[:1] == "-" and "-" in text[1:]]
    return ("writer", "%s takes an option back, and it unpacks" % bad[0]) if bad else None


def _cloc(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    """Perl's own options: one dash or two, in any case."""
    options = [("--" + text.lstrip("-").partition("=")[0].lower(), "") for text in texts if text[:1] == "-"]
    bad = has(options, [], tuple(one for one in details["w"] if one[:2] == "--"))
    return ("writer", "%s makes it write or run something" % bad) if bad else None


def _bat(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    return ("writer", "bat cache builds or clears its cache") if texts[:1] == ["cache"] else None


def _noverbs(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    """A program whose verbs read, those of the row's ``w`` aside."""
    bad = [text for text in texts if text in details["w"]]
    return ("writer", "%s writes" % bad[0]) if bad or call.command.open else None


def _identify(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    """ImageMagick takes ``|command``, ``@list`` and ``format:name`` for names of images; some formats are scripts or remove what they read."""
    bad = [text for text in texts if text[:1] in "|@" or (text[:1] != "-" and ":" in text)]
    return ("runner", "%s is no plain name of an image" % bad[0][:24].replace(HOLE, "…")) if bad else None


def _ffprobe(call: "Call", texts: "list[str]", context: "Context", details: "dict[str, Any]") -> "No":
    bad = [text for text in texts if text in ("-report", "-f", "-o", "-init_hw_device") or text.startswith(("tee:", "lavfi", "concat:", "subfile"))]
    return ("writer", "%s may write a file" % bad[0]) if bad else None


HOWS: "dict[str, Any]" = {
    "noverbs": _noverbs,
    "identify": _identify,
    "ffprobe": _ffprobe,
    "packer": _packer,
    "unzip": _unzip,
    "cloc": _cloc,
    "bat": _bat,
    "find": _find,
    "date": _date,
    "env": _env,
    "tar": _tar,
    "ar": _ar,
    "exiftool": _exiftool,
    "noassign": _noassign,
    "nofile": _nofile,
    "own": _own,
    "curl": _curl,
    "network": _network,
    "no": _no,
    "tee": _tee,
}
