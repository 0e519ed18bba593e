"""How a shell is called: its options, its program text."""

from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Word

SET_OPTIONS = frozenset(("pipefail", "errexit", "nounset", "xtrace", "noglob", "noclobber", "verbose", "posix"))
SHELLS = frozenset(("bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "rzsh"))
STDIN = frozenset(("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "-"))
# What dash and its like read otherwise than bash, so that another command would run.
NOT_POSIX = ("}>", "}<", "$'", '$"', "&>", "[[", "<(", ">(", "<<<", "|&", "$[", "=(")
WORDS = frozenset(("coproc", "select", "function"))
BETWEEN = str.maketrans(dict.fromkeys(";&|(){}!\n\t", " "))


def posix_doubt(name: str, text: str) -> str:
    """Why a POSIX shell might run something else than bash for this text, ``""`` when not."""
    if name in ("bash", "zsh", "rbash", "rzsh"):
        return ""
    text = unquoted(text)
    for sign in NOT_POSIX:
        if sign in text:
            return "%s may read %s otherwise than bash" % (name, sign)
    for word in text.translate(BETWEEN).split():
        if word in WORDS:
            return "%s may read %s otherwise than bash" % (name, word)
    if "((" in text.replace("$((", ""):
        return "%s may read (( otherwise than bash" % name
    return ""


def unquoted(text: str) -> str:
    """A text less what stands in quotes and is no code there, which every shell reads alike; all of it where that is not sure."""
    if "<<" in text or ("#" in text.replace("$#", "") and any(lead + "#" in " " + text for lead in " \t\n;&|()")):
        return text  # a heredoc's body or a comment may hold a single quote
    out: "list[str]" = []
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c == "\\":
            out.append("\\_")
            i += 2
            continue
        end = i + 1
        if c == "'" and text[i - 1 : i] != "$":
            end = text.find("'", i + 1) + 1
        elif c == '"' and text[i - 1 : i] != "$":
            while end < n and text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            if any(one in text[i:end] for one in ("$(", "${", "$[", "`")):
                return text
            end = end + 1 if end < n else 0
        elif c == "`" or text[i : i + 2] == "${":
            return text
        if not end:
            return text
        out.append(c if end == i + 1 else "''")
        i = end
    return "".join(out)


def shell_options(words: "list[Word]", name: str) -> "tuple[int, bool, bool, str]":
    """Where the operands begin (-1: it runs nothing), whether the first is the program text, whether stdin is, and a doubt."""
    has_text = from_stdin = False
    i = 1
    while i < len(words):
        word = words[i]
        text = word.text
        if text == "+":
            return i, False, False, "this option of %s is not read" % name
        if text[:1] not in ("-", "+") or len(text) == 1 or text == "--":
            if text[:1] == HOLE and not word.subst and i + 1 < len(words):
                return i, False, False, "an option of %s is not plain to see" % name
            return (i + 1 if text == "--" else i), has_text, from_stdin, ""
        if not word.plain:
            return i, False, False, "an option of %s is not plain to see" % name
        if text in ("--version", "--help"):
            return -1, False, False, ""
        if text[:2] == "--":
            if text not in ("--login", "--norc", "--noprofile", "--posix", "--verbose"):
                return i, False, False, "this option of %s is not read" % name
        else:
            for c in text[1:]:
                if c == "c" and text[0] == "-":
                    has_text = True
                elif c == "s":
                    from_stdin = True
                elif c == "o":
                    i += 1
                    if i >= len(words) or words[i].text not in SET_OPTIONS:
                        return i, False, False, "this option of %s is not read" % name
                elif c not in "abefhilmnpruvxBCEPT" or (c == "i" and has_text):
                    return i, False, False, "this option of %s is not read" % name
        i += 1
    return i, has_text, from_stdin, ""


def behind_text(words: "list[Word]", name: str) -> "list[Word]":
    """The words that ``sh -c TEXT`` gives its text, the first of them as ``$0``."""
    at, has_text, _, _ = shell_options(words, name)
    return words[at + 1 :] if has_text and at > 0 else words[1:]
