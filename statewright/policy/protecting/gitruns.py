"""Settings of git that name a program: git runs it later, in a state in which the agent could not have run it itself.

The agent sets them only to what is a plain tool: a pager, an editor, a helper that comes with git. git-config(1), gitattributes(5),
gitcredentials(7), gitremote-helpers(7), git-lfs-config(5), git-send-email(1).
"""

from statewright.policy.words.patterns import plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Word

# Keys whole, and the ends of keys with a name in their middle ("section" + "." + anything + end).
_KEYS = """
    core.fsmonitor core.sshcommand core.pager core.editor core.askpass core.gitproxy core.alternaterefscommand sequence.editor diff.external
    gpg.program interactive.difffilter uploadpack.packobjectshook web.browser instaweb.httpd instaweb.browser imap.tunnel sendemail.smtpserver
    sendemail.tocmd sendemail.cccmd sendemail.headercmd sendemail.sendmailcmd credential.helper merge.tool diff.tool merge.guitool diff.guitool
    diff.command protocol.allow lfs.standalonetransferagent gc.recentobjectshook help.browser
"""
KEYS = frozenset(_KEYS.split())
ENDS = {
    "diff": ("command", "textconv"), "filter": ("clean", "smudge", "process"), "merge": ("driver",), "pager": ("",), "alias": ("",),
    "gpg": ("program", "defaultkeycommand"), "credential": ("helper",), "remote": ("uploadpack", "receivepack", "vcs", "url", "pushurl"),
    "url": ("insteadof", "pushinsteadof"),
    "difftool": ("cmd", "path"), "mergetool": ("cmd", "path"), "browser": ("cmd", "path"), "man": ("cmd", "path"), "guitool": ("cmd",),
    "trailer": ("command", "cmd"), "submodule": ("update", "url"), "hook": ("command",), "tar": ("command", "remote"), "protocol": ("allow",),
    "sendemail": ("smtpserver", "tocmd", "cccmd", "headercmd", "sendmailcmd"), "lfs": ("path", "args", "clean", "smudge"), "svn-remote": ("url",),
}  # fmt: skip
SECTIONS = frozenset(("core", "sequence", "interactive", "uploadpack", "web", "instaweb", "imap", "gc", "help", *ENDS))
SWITCHES = ("", "true", "false", "yes", "no", "on", "off", "0", "1")
_TOOLS = """
    cat less more most true false : vi vim nvim nano emacs emacsclient code code-insiders codium subl hx helix micro ed notepad gvim mate bbedit zed
    delta diff-so-fancy difft bat gpg gpg2 gpgsm ssh ssh-keygen ssh-askpass ksshaskpass git-lfs gzip bzip2 xz zstd vimdiff nvimdiff vimdiff1 vimdiff2
    vimdiff3 meld kdiff3 opendiff p4merge bc bc3 bc4 tortoisemerge winmerge emerge xxdiff araxis smerge vscode gvimdiff diffuse ecmerge examdiff
    guiffy codecompare deltawalker kompare tkdiff diffmerge
"""
TOOLS = frozenset(_TOOLS.split())
_OPTIONS = """
    --wait -w -n --new-window --reuse-window -r --color-only --color=always --dark --light --side-by-side -f --nofork -c -nw -d --tabs=4 --tabs=2 -t
    --skip -- %f filter-process smudge clean -v -q
"""
OPTIONS = frozenset(_OPTIONS.split())
LETTERS = frozenset("FRXSKEiImMrx")
# Further words that a tool's own option would take for a program or a file are none of these.
TAKES = {"vim": "c", "vi": "c", "nvim": "cd", "less": "t", "ssh": "cwnfd", "gvim": "c", "bat": "", "emacs": "", "emacsclient": ""}
_HELPERS = "store cache osxkeychain manager manager-core wincred libsecret gnome-keyring netrc"
HELPERS = frozenset(_HELPERS.split())
ENTIRE = (
    "gh auth git-credential", "glab auth git-credential", "aws codecommit credential-helper $@", "gcloud auth git-helper --account",
    "git-lfs clean -- %f",
    "git-lfs smudge -- %f", "git-lfs smudge --skip -- %f", "git-lfs filter-process", "git-lfs filter-process --skip",
    "diff-so-fancy | less --tabs=4 -RFX",
    "diff-so-fancy | less --tabs=4 -RF", "gzip -cn", "nbdime diffdriver", "git-nbdiffdriver diff",
)  # fmt: skip
SYSTEM = ("/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/", "/opt/", "/Applications/", "/usr/lib/", "/usr/libexec/", "/snap/bin/")
SSH_FINE = ("identitiesonly", "stricthostkeychecking", "userknownhostsfile", "batchmode", "connecttimeout", "serveraliveinterval", "loglevel")


def runs(key: str) -> bool:
    """Whether git takes a program, or a place that names one, from a key; sections and names are compared in small letters."""
    low = key.lower()
    if low in KEYS:
        return True
    section, sign, rest = low.partition(".")
    return bool(sign) and section in ENDS and any(not end or rest == end or rest.endswith("." + end) for end in ENDS[section]) and bool(rest)


def fine(key: str, value: "str | None") -> bool:
    """Whether a value is a plain tool, or names no program at all; None is one that is not there to read."""
    if value is None:
        return False
    low, text = key.lower(), value.strip()
    section, last = low.partition(".")[0], low.rpartition(".")[2]
    if section in ("url", "remote", "submodule", "svn-remote") and last in ("insteadof", "pushinsteadof", "url", "pushurl"):
        return not _helper(text) and not _helper(key.partition(".")[2])
    if section == "submodule":
        return text[:1] != "!"
    if section == "protocol":
        return text in ("never", "user") or (text == "always" and ".ext." not in low and low != "protocol.allow")
    if section == "alias":
        return text[:1] != "!" and not _alias_runs(text.split())
    if text.lower() in SWITCHES or value in ENTIRE:
        return True
    if low == "sendemail.smtpserver" or (section == "sendemail" and last == "smtpserver"):
        return "/" not in text
    if last == "helper":
        words = text[1:].split() if text[:1] == "!" else text.split()
        name = words[0].rpartition("/")[2] if words and words[0].startswith(SYSTEM) and ".." not in words[0] else "".join(words[:1])
        shorter = " ".join((name, *words[1:]))
        return (text[:1] != "!" and words[:1] != [] and words[0] in HELPERS and _plain(words[1:])) or (text[:1] == "!" and shorter in ENTIRE)
    return plain_tool(text)


ALIAS_RUNS = (
    "--exec", "--upload-pack", "--receive-pack", "--extcmd", "--open-files-in-pager", "--config-env", "--exec-path", "--git-dir", "--work-tree",
    "--tree-filter", "--index-filter", "--env-filter", "--msg-filter", "--commit-filter", "--parent-filter", "--tag-name-filter",
)  # fmt: skip
ALIAS_SHORT = (("rebase", "-x"), ("grep", "-O"), ("difftool", "-x"), ("bisect", "run"), ("submodule", "foreach"), ("clone", "-u"))


def _alias_runs(words: "list[str]") -> bool:
    """Whether an alias for a command of git's has it run a program: whoever types the alias would not know."""
    for i, word in enumerate(words):
        if word == "-c" and i + 1 < len(words):
            key, sign, value = words[i + 1].strip("'\"").partition("=")
            if (runs(key) and not fine(key, value if sign else "true")) or key.lower() in ("core.hookspath", "include.path"):
                return True
        if word.startswith(ALIAS_RUNS) or any(words[0] == sub and i and word.startswith(option) for sub, option in ALIAS_SHORT):
            return True
    return False


def _helper(text: str) -> bool:
    """``ext::sh -c …``: the word before the two colons names a program. gitremote-helpers(7)."""
    name, sign, _ = text.partition("::")
    return bool(sign) and name != "" and all(c.isalnum() or c in "+-_" for c in name)


def _plain(words: "list[str]") -> bool:
    return all(word[:2] == "--" and not any(c in word for c in "$`;|&<>(){}'\"\\!") for word in words)


def plain_tool(text: str) -> bool:
    """Whether a setting's value is a tool that is known, with options that take no program."""
    if any(c in text for c in "$`;|&<>(){}\\!\n*?["):
        return False
    words = text.replace("'", "").replace('"', "").split()
    name = words[0]
    if name.startswith(SYSTEM) and ".." not in name:
        if name.rpartition("/")[2] not in TOOLS:
            return len(words) == 1 and name.startswith(("/usr/lib/", "/usr/libexec/", "/Applications/", "/opt/")) and name[-2:] != "sh"
        name = name.rpartition("/")[2]
    if name not in TOOLS:
        return False
    if name == "ssh":
        return _ssh(words[1:])
    bad = TAKES.get(name, "")
    for word in words[1:]:
        cluster = word[:1] == "-" and word[1:] != "" and LETTERS.issuperset(word[1:])
        if not (cluster or word in OPTIONS) or (word[:1] == "-" and word[1:2] in bad and bad and word[:2] != "--"):
            return False
    return True


def _ssh(words: "list[str]") -> bool:
    i = 0
    while i < len(words):
        word = words[i]
        if word in ("-v", "-4", "-6", "-q", "-a", "-x", "-T"):
            i += 1
        elif word in ("-i", "-p", "-l"):
            i += 2
        elif word[:2] == "-o":
            setting = word[2:] or "".join(words[i + 1 : i + 2])
            if setting.partition("=")[0].lower() not in SSH_FINE:
                return False
            i += 1 if word[2:] else 2
        elif word == "-F" and words[i + 1 : i + 2] in (["/dev/null"], ["none"]):
            i += 2
        else:
            return False
    return True


def set_by_config(rest: "list[Word]", names: "list[list[str]]", opened: bool) -> str:
    """The key that ``git config`` would set to a program, "" for none. names: what each word may hold; opened: further words follow."""
    operands = [i for i, word in enumerate(rest) if word.text[:1] != "-" or " " in word.text]
    for n, i in enumerate(operands):
        for pattern in names[i]:
            key = plain(pattern)
            later = [one for j in operands[n + 1 :] for one in names[j]]
            if key is None and n == 0 and HOLE in pattern and _may_run(pattern) and not all(_harmless(pattern, plain(one)) for one in later):
                return pattern.replace(HOLE, "…")
            if key is None or not runs(key):
                continue
            if (opened and not later) or any(not fine(key, plain(one)) for one in later):
                return key
    if (operands and rest[operands[0]].text == "rename-section") or any(word.text[:5] == "--ren" for word in rest):
        return _renamed([name for i in operands for name in names[i] if name != "rename-section"])
    return ""


SIMPLE = (*SWITCHES, "input", "auto", "always", "never", *"23456789")


def _may_run(pattern: str) -> bool:
    """Whether a key with something in it that nobody can read here may be one that names a program."""
    section, _, rest = pattern.lower().partition(".")
    last = rest.rpartition(".")[2]
    return HOLE in section or (section in SECTIONS and (HOLE in last or runs(pattern.replace(HOLE, "x"))))


def _harmless(pattern: str, value: "str | None") -> bool:
    """Whether a value names no program under any key that the pattern may be."""
    if value is None or value.lower() in SIMPLE:
        return value is not None
    last = pattern.rpartition(".")[2]
    return HOLE not in pattern.partition(".")[0] and HOLE not in last and fine(pattern.replace(HOLE, "x"), value)


def _renamed(sections: "list[str]") -> str:
    """Settings that are carried into a section in which they would name programs."""
    new = sections[-1].lower().partition(".")[0] if sections else ""
    return sections[-1] if len(sections) > 1 and new in SECTIONS and sections[0].lower().partition(".")[0] != new else ""


def editing(rest: "list[Word]") -> bool:
    """Whether git hands its settings to an editor."""
    first = next((word.text for word in rest if word.text[:1] != "-"), "")
    return first == "edit" or any(word.text == "-e" or (len(word.text) > 3 and "--edit".startswith(word.text)) for word in rest)
