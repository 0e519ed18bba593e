"""Commands that read a protected path and write elsewhere: which of their words name what they change. dd(1), sort(1), cp(1), gh(1)."""

from statewright.policy.protecting.names import SENDING
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

# gh's verbs that take files along, or speak of them, and change none here.
SENT = {
    "gist": ("create",), "release": ("create", "upload", "edit"), "issue": ("create", "comment", "edit", "close"),
    "pr": ("create", "comment", "edit", "review", "close", "ready"),
}  # fmt: skip
TAKES = ("-o", "--output", "-T", "--temporary-directory")
LINKS = ("-l", "-s", "--link", "--symbolic-link", "--remove-source-files")


def changed(call: "Call", words: "list[Word]") -> "list[Word]":
    """The words that may name what the command changes."""
    if call.name == "dd":
        return [word for word in words if not word.text.startswith("if=")]
    if call.name == "sort":
        if any(word.vars or word.subst for word in words):
            return words  # ``-o $x FILE`` with an empty x writes FILE
        return [word for i, word in enumerate(words) if word.text[:1] == "-" or HOLE in word.text[:1] or (i and _taking(words[i - 1].text))]
    if call.name == "gh" and "".join(call.texts[2:3]) in SENT.get("".join(call.texts[1:2]), ()):
        return []
    if call.name in SENDING and sent(call):
        return [word for word in words if word.text[:1] == "-" or word is words[-1]]
    return words


def sent(call: "Call") -> bool:
    """Whether files are copied to another machine: ``docker cp FILE c:/x``, ``aws s3 cp FILE s3://b/x``; the last word says where to."""
    from statewright.policy.protecting.arrivals import far

    texts = call.texts[1:]
    verbs = [text for text in texts[:4] if text in ("cp", "put", "upload", "sync", "rsync", "upload-file")]
    removes = any(text in ("mv", "move") for text in texts)
    return bool(verbs) and not removes and len(texts) > 2 and call.words[-1].static and texts[-1][:1] != "-" and far(call.name, texts[-1])


def _taking(text: str) -> bool:
    """Whether the next word is the file that sort writes to, or a folder for what it writes in between."""
    return text in TAKES or (text[:2] == "--" and any(one.startswith(text) for one in TAKES)) or (text[:1] == "-" and text[-1:] in ("o", "T"))


def copies_from(call: "Call", more: "tuple[str, ...]" = ()) -> bool:
    """Whether what find or xargs hands to cp is copied somewhere that is plain to see: the source stays. more: further options that may stand."""
    texts = call.texts[1:]
    if call.name != "cp" or any(word.vars or word.subst for word in call.words) or any(one in texts for one in LINKS):
        return False
    if any(text[:1] == "-" and text[:2] != "--" and not {"l", "s"}.isdisjoint(text) for text in texts):
        return False
    if any(text[:2] == "--" and text not in ("--preserve", "--no-clobber", "--verbose", "--update", *more) for text in texts):
        return False
    target = texts[texts.index("-t") + 1 :][:1] if "-t" in texts else texts[-1:] if not call.command.open else []
    return bool(target) and target[0] != "" and HOLE not in target[0] and "{}" not in target[0]
