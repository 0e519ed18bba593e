"""Git's rarer roads to a command: the pager of ``git grep``, the server of ``git instaweb``, ``ext::`` addresses, ``foreach`` seen from a
submodule. git-grep(1), git-instaweb(1), git-remote-ext(1), git-submodule(1). Loaded for lines with one of them alone.
"""

from statewright.policy.texts.follow import text_of
from statewright.policy.words.options import abbreviates
from statewright.shell.parallel import quoted
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Script, Word

# Subcommands that take an address; a message or a pattern may name one and runs nothing.
FETCHING = frozenset((
    "clone", "fetch", "pull", "push", "ls-remote", "remote", "submodule", "archive", "config", "fetch-pack", "send-pack", "subtree", "bundle",
    "request-pull", "svn", "lfs", "bundle-uri", "remote-ext", "filter-repo",
))
LONG = {"grep": "--open-files-in-pager", "instaweb": "--httpd"}


def further(out: "list[Script]", words: "list[Word]", at: int) -> None:
    """Add what git's words, its subcommand the one at ``at``, have it run."""
    sub = words[at].text
    for i in range(1, len(words)):
        word = words[i]
        if "ext::" in word.text and (i < at or sub in FETCHING):
            address = word.text[word.text.index("ext::") + 5 :]
            key = address.lower().rfind(".insteadof" if ".insteadof" in address.lower() else ".pushinsteadof")  # url.ADDRESS.insteadOf
            text_of(out, word, external(address if key < 0 else address[:key]))
        if sub == "remote-ext" and i == at + 2:
            text_of(out, word, external(word.text))
        name, sign, value = word.text.partition("=")
        if i <= at or sub not in LONG:
            continue
        if name == "--":
            break
        if name[:4] == LONG[sub][:4] and abbreviates(name, LONG[sub]) and (sign or sub == "grep"):
            text_of(out, word, value or "less")
        elif sub == "instaweb" and (word.text[:2] == "-d" or (not sign and name == "--httpd")):
            held = word if word.text[:2] == "-d" and word.text[2:] else words[i + 1] if i + 1 < len(words) else word
            text_of(out, held, held.text[2:] if held is word else held.text)


def external(address: str) -> str:
    """The command of an ``ext::`` address as a line: words between blanks, ``% `` a blank within one, ``%S`` and the like the service."""
    made = [""]
    i = 0
    while i < len(address):
        c = address[i]
        if c == "%" and i + 1 < len(address):
            i += 1
            made[-1] += {" ": " ", "%": "%"}.get(address[i], "upload-pack" if address[i] in "sS" else "")
        elif c == " ":
            made.append("")
        else:
            made[-1] += c
        i += 1
    return " ".join([quoted(word) for word in made if word])


def foreach(out: "list[Script]", text: str) -> None:
    """A command run in every submodule: from there the project is above."""
    if "../." in text or "../*" in text or "../?" in text or "../[" in text:
        out.append(read(text.replace("../", "")))
