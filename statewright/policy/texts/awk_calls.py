"""The program texts of an awk call, and the options in front of them. POSIX awk, gawk(1), mawk(1)."""

from statewright.policy.words.options import abbreviates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

VALUED = ("-F", "-v", "-f", "-i", "-l", "--field-separator", "--assign", "--file", "--include", "--load")
# gawk's letters without a value that change how it reads or counts, and nothing else.
PLAIN_LETTERS = frozenset("bcknMNOPrSst")
PLAIN_OPTIONS = (
    "--field-separator", "--assign", "--source", "--posix", "--traditional", "--re-interval", "--characters-as-bytes", "--csv", "--non-decimal-data",
    "--optimize", "--no-optimize", "--bignum", "--use-lc-numeric", "--sandbox", "--version", "--help", "--lint-old",
)  # fmt: skip


def programs(words: "list[Word]") -> "list[tuple[Word, str]]":
    """The program texts of an awk call and the words that hold them."""
    found = []
    i = 1
    given = False
    while i < len(words):
        text = words[i].text
        if text in VALUED:
            given = given or text in ("-f", "--file")
            i += 2
            continue
        if text == "-e" or abbreviates(text, "--source"):
            given = True
            if i + 1 < len(words):
                found.append((words[i + 1], words[i + 1].text))
            i += 2
            continue
        if "=" in text and abbreviates(text.partition("=")[0], "--source"):
            given = True
            found.append((words[i], text.partition("=")[2]))
        elif text == "--":
            i += 1
            break
        elif text[:1] != "-" or text == "-":
            break
        i += 1
    if not given and i < len(words):
        found.append((words[i], words[i].text))
    return found


def loading(texts: "list[str]") -> str:
    """The first option, of those before the program, that loads a program, writes a file or is not known; "" when none."""
    i = 0
    while i < len(texts) and texts[i][:1] == "-" and texts[i] not in ("-", "--"):
        text = texts[i]
        if text[:2] == "--":
            name, sign, _ = text.partition("=")
            if name not in PLAIN_OPTIONS:
                return text
            i += 1 + (not sign and name in PLAIN_OPTIONS[:3])
        elif text[1] in "Fve":
            i += 1 + (len(text) == 2)
        elif PLAIN_LETTERS.issuperset(text[1:]) or text == "-V":
            i += 1
        else:
            return text
    return ""


def joined(call: "Call") -> str:
    """The whole program: several texts are lines of one."""
    return "\n".join([text for _, text in programs(call.words)])
