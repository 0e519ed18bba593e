"""Closer looks at git and gh: the listing forms of subcommands that also change things."""

from statewright.policy.texts.follow import subcommand
from statewright.policy.words.options import parse
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.permitted.readonly import No
    from statewright.policy.words.calls import Call

GH_VALUES = ("--method", "--field", "--raw-field", "--header", "--input", "--hostname", "--jq", "--template", "--cache", "--preview")
_NAMING = "--list -l --contains --no-contains --merged --no-merged --points-at"
_SHOWING = "--sort --format -i --ignore-case --color --no-color --column --no-column"
BRANCH_LISTS = tuple(_NAMING.split())
BRANCH_FINE = ("--show-current", "-a", "-r", "-v", "-vv", "--all", "--remotes", "--verbose", "--abbrev", "--no-abbrev", "-q", *_SHOWING.split())
TAG_LISTS = (*BRANCH_LISTS, "-n", "-v", "--verify")
TAG_FINE = tuple(_SHOWING.split())
CONFIG_READS = ("--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "get", "list", "--get-color", "--get-colorbool")
_WRITES = """
    --unset --unset-all --add --replace-all --rename-section --remove-section --edit -e set unset edit rename-section remove-section
"""
CONFIG_WRITES = tuple(_WRITES.split())


def git_list(call: "Call", texts: "list[str]") -> "No":
    """The listing forms of branch, tag, remote, stash, worktree, notes, reflog and submodule."""
    at, _ = subcommand(call.words)
    sub = call.texts[at]
    if sub == "notes":
        front = next((i for i, text in enumerate(texts[:-1]) if text[:3] == "--r" and "=" not in text), -1)
        texts = texts[:front] + texts[front + 2 :] if front >= 0 else texts
    verb = next((text for text in texts if text[:1] != "-"), "")
    fault = "writer", "git %s %s changes the repository" % (sub, verb)
    told = sub in ("branch", "tag") and any(text.partition("=")[0] in BRANCH_LISTS for text in texts)  # git takes no option that changes beside it
    if call.command.open or (HOLE in verb and not told):
        return fault
    if sub == "branch":
        return _git_names(texts, "dDmMcCfut", BRANCH_LISTS, BRANCH_FINE, fault)
    if sub == "tag":
        return _git_names(texts, "dasufmFe", TAG_LISTS, TAG_FINE, fault)
    fine = {
        "remote": ("", "show", "get-url"),
        "stash": ("list", "show"),
        "worktree": ("list",),
        "notes": ("", "list", "show", "get-ref"),
        "reflog": ("", "show", "exists", "list"),
        "submodule": ("", "status", "summary"),
    }
    if sub == "reflog" and verb not in ("expire", "delete", "drop", "write"):
        return None
    bad = [text for text in texts if text.startswith(("--output", "--ext-diff"))]
    return None if verb in fine.get(sub, ()) and not bad else fault


def _git_names(texts: "list[str]", short: str, listing: "tuple[str, ...]", fine: "tuple[str, ...]", fault: "tuple[str, str]") -> "No":
    lists = False
    for before, text in zip(("", *texts), texts, strict=False):
        name = text.partition("=")[0]
        if before in ("--sort", "--format"):
            continue
        if name in listing or (name[:2] == "-n" and name[2:].isdigit()):
            lists = True
        elif name[:2] == "--":
            if name not in fine:
                return fault
        elif name[:1] == "-" and name not in fine and any(c in short or c not in "avrilqn0123456789" for c in name[1:]):
            return fault
        elif name[:1] == "-" and "l" in name:
            lists = True
    operands = [text for i, text in enumerate(texts) if text[:1] != "-" and not (i and texts[i - 1] in ("--sort", "--format"))]
    return fault if operands and not lists else None


def git_config(call: "Call", texts: "list[str]") -> "No":
    """Reading the configuration, by option, verb or a single name."""
    if any(text in CONFIG_WRITES for text in texts[:4]) or any(text[:5] in ("--add", "--uns", "--rep", "--ren", "--rem", "--edi") for text in texts):
        return "writer", "git config with this option changes the configuration"
    first, reads = config_words(texts)
    if reads:
        return None
    return None if first == len(texts) - 1 and not call.command.open else ("writer", "git config NAME VALUE changes the configuration")


CONFIG_VALUES = ("-f", "--file", "--blob", "--type", "-t", "--default", "--comment", "--value", "--url")


def config_words(texts: "list[str]") -> "tuple[int, bool]":
    """Where the first operand of ``git config`` stands, and whether it only tells. Behind the first operand git takes every word as one,
    ``git config user.name -x`` sets it; the verbs get and list are such an operand."""
    i, reads = 0, False
    while i < len(texts) and texts[i][:1] == "-":
        reads = reads or texts[i] in CONFIG_READS
        i += 1 + (texts[i] in CONFIG_VALUES)
    return i, reads or (i < len(texts) and texts[i] in CONFIG_READS)


def gh_api(call: "Call", texts: "list[str]") -> "No":
    """A request that sends nothing."""
    options, operands = parse(texts, "XfFHpqt", GH_VALUES)
    gets = False
    for name, value in options:
        value = value.lstrip("=") if name[:2] != "--" else value
        if name in ("-X", "--method"):
            if value not in ("GET", "HEAD"):
                return "network", "gh api with this method changes something"
            gets = True
        elif name in ("-H", "--header") and "method" in value.lower():
            return "network", "a header may name another method"
        elif name in ("--hostname", "--input"):
            return "network", "%s sends something, or reaches another host" % name
    if not gets and any(name in ("-f", "-F", "--field", "--raw-field") for name, _ in options):
        return "network", "gh api with fields sends them"
    for text in operands:
        if text.strip("/") == "graphql":
            return "network", "a query may change something"
        if "://" in text and not text.startswith("https://api.github.com/"):
            return "network", "it reaches another host"
    return None
