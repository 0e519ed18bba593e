"""Words that a program prints from a text somebody wrote: a commit's message, a note, a page. Such a word may be any option.

git-log(1), PRETTY FORMATS; git-for-each-ref(1). Ids, dates, paths and names of branches begin with no dash and are none of this.
Loaded for the lines alone that give a substitution's output to a program with an option that writes or runs.
"""

from statewright.policy.outputs.output import _before
from statewright.policy.words.arguments import variable
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Command, Word

    Speaks = Callable[[list[Command]], bool]

# Programs that a single word has write, remove or run: sort -oF, find -delete, tree -oF, git diff --output=F, rg --pre=P.
SPOKEN = frozenset(
    ("sort", "gsort", "tree", "shuf", "uniq", "xxd", "find", "yq", "rg", "tar", "bsdtar", "sed", "make", "gmake", "ruff", "black", "base64", "git")
)
GIT_TAKING = ("log", "diff", "show", "shortlog", "rev-list", "reflog", "whatchanged", "grep", "blame", "archive", "format-patch", "range-diff")
GIT_SHOWING = ("log", "show", "whatchanged", "reflog", "shortlog", "rev-list", "diff-tree")
PLACES = (
    "%s", "%b", "%B", "%N", "%f", "%an", "%ae", "%aN", "%cn", "%cN", "%ce", "%aE", "%gs", "contents", "subject", "body", "%(trailers", "authorname",
)  # fmt: skip
FETCHING = frozenset(("curl", "wget", "gh", "glab", "http", "https", "xh", "jira", "lynx", "w3m", "dig", "psql", "sqlite3", "mysql", "redis-cli"))
DEEPEST = 3
READING = ("read", "mapfile", "readarray")
SHORT = ("--oneline", "--name-only", "--name-status", "--stat", "--shortstat", "--numstat")


def taken(call: "Call", found: "list[Call]", names: "Names | None" = None) -> "Word | None":
    """The word of a call that somebody's text becomes, where that may be an option; the program's own name where it is appended."""
    speaks = _either(call, found, names)
    front = call
    while front.parent is not None and front.name != "xargs":
        front = front.parent
    if front.name == "xargs" and front is not call and _piped(front, found, speaks):
        return call.words[0]
    for i, word in enumerate(call.words[1:], 1):
        valued = call.name == "find" and call.texts[i - 1][:1] == "-"
        first = word.parts[0][0] if word.parts else ""
        if not word.static and not valued and (first in ("cmd", "var") or call.name in ("make", "gmake")) and _from(word, found, speaks, 0):
            return word
    return None


def _either(call: "Call", found: "list[Call]", names: "Names | None") -> "Speaks":
    """What tells whether commands print a text that may be an option of the call: somebody's, or the line's own."""
    from statewright.policy.outputs import printed

    every = [other.command for other in found]
    message = call.name in SPOKEN and (call.name != "git" or any(text in GIT_TAKING for text in call.texts[1:4]))
    setting = call.name in ("make", "gmake")
    return lambda commands: (message and speaks(commands)) or printed.option(commands, every, names, setting)


def _piped(call: "Call", found: "list[Call]", speaks: "Speaks") -> bool:
    """Whether such a text is a call's input."""
    for redirect in call.command.redirects:
        target = redirect.target
        if target is not None and redirect.op in ("<", "<<<"):
            for kind, text, _ in target.parts:
                if kind in ("proc", "cmd") and speaks(read(text[2:-1] if text[:1] != "`" else text[1:-1]).commands):
                    return True
    return call.command.stdin == "pipe" and speaks([other.command for other in _before(call, found)])


def _from(word: "Word", found: "list[Call]", speaks: "Speaks", depth: int) -> bool:
    """Whether a word's value is such a text, by a variable too."""
    for kind, text, _ in word.parts if depth < DEEPEST else ():
        if kind == "cmd" and speaks(read(text[2:-1] if text[:2] == "$(" else text[1:-1]).commands):
            return True
        if kind == "array" and any(_from(one, found, speaks, depth + 1) for some in read("x " + text[1:-1]).commands[:1] for one in some.words[1:]):
            return True
        name = (variable(text) or text.lstrip("${!#")[:1]) if kind == "var" else ""
        for call in found if name else ():
            if any(one.name == name and one.value is not word and _from(one.value, found, speaks, depth + 1) for one in call.command.assigns):
                return True
            places = call.name == "set" and (name in "@*" or name.isdigit())
            if places and any(_from(one, found, speaks, depth + 1) for one in call.words[1:] if one.subst):
                return True
            if call.name in READING and (name in call.texts or name in ("REPLY", "MAPFILE")) and _piped(call, found, speaks):
                return True
    return False


def speaks(commands: "list[Command]") -> bool:
    """Whether the last of a substitution's commands prints what somebody wrote."""
    named = [command for command in commands if command.words]
    last = named[-1] if named else None
    if last is None:
        return False
    texts = [word.text for word in last.words]
    name = texts[0].rpartition("/")[2]
    if name in FETCHING:
        return not (name == "gh" and not any("title" in text or "body" in text or "comment" in text for text in texts))
    if name != "git":
        return False
    sub = next((text for text in texts[1:] if text[:1] != "-"), "")
    if sub == "notes":
        return "show" in texts
    if sub == "config":
        return False
    formats = [text for text in texts if "format" in text or "pretty" in text]
    if formats or sub in ("for-each-ref", "tag", "branch"):
        return any(one in text for text in texts[2:] for one in PLACES)
    if sub == "show" and any(":" in text for text in texts[2:]):
        return True  # a file's text
    return sub in ("log", "show", "whatchanged") and not any(text in SHORT for text in texts)
