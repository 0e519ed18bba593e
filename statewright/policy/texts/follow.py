"""Options by which a program runs another command: that command is read and judged like any other.

What the reader unwraps by itself (env, xargs, ``bash -c``, eval, trap, ``find -exec``) is not repeated here.
Sources: git(1), rg(1), GNU tar, go, make, sort, ssh, watch and fd manuals.
"""

from statewright.policy.words.options import abbreviates
from statewright.shell.model import HOLE
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Script, Word

# The programs whose rows in shell/program_options.py hold options that run a command line.
_RUNNING = "make gmake go git rg sort tar bsdtar rsync scp sftp man bat batcat ag ack sdiff diff3 split zip"
RUNNING = frozenset(_RUNNING.split())
# git: short options that run something, by subcommand.
GIT_VALUES = ("-C", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path", "--super-prefix", "--list-cmds", "--attr-source")
GIT_SHORT = {"grep": "O", "difftool": "x", "rebase": "x", "clone": "u", "fetch-pack": "", "filter-branch": ""}
GIT_RUNS = ("bisect run", "submodule foreach")
# Settings that name a program or a place to take programs from; matched against the lower-cased key.
_SETTINGS = """
    pager editor fsmonitor sshcommand alias. external textconv .command .cmd .driver .path helper program hookspath filter. askpass
    gitproxy include worktree templatedir uploadpack receivepack difftool mergetool man. browser attributesfile core.excludesfile
    trailer. sequence. protocol. url. credential log.showsignature interactive.difffilter submodule.
"""
GIT_SETTINGS = tuple(_SETTINGS.split())
# Settings that git config keeps for later and git then runs.
RUN_LATER = (
    "pager", "editor", "fsmonitor", "sshcommand", "external", "textconv", ".command", ".cmd", ".driver", "helper", "program", "filter.", "askpass",
    "sequence.",
    "gitproxy", "uploadpack", "receivepack", "browser", "trailer.",
)


def inside(call: "Call") -> "list[Script]":
    """The scripts that the call's own options make it run."""
    name, words = call.name, call.words
    out: "list[Script]" = []
    if name in RUNNING and any(word.text[:1] == "-" for word in words):
        _options(out, words, *_running(name))
    if name == "git":
        _git(out, words)
    elif name in ("awk", "gawk", "mawk", "nawk"):
        _awk(out, call)
    elif name in ("sed", "gsed", "ssed"):
        _sed(out, words)
    elif name in ("ssh", "make", "gmake"):
        from statewright.policy.texts import follow_further

        (follow_further.ssh if name == "ssh" else follow_further.make)(out, words)
    return out


def text_of(out: "list[Script]", word: "Word", text: str) -> None:
    """Read a command line that a word holds; one that is not plain to see cannot be judged."""
    script = read(text if word.static else "$unknown")
    if not word.static or HOLE in text:
        script.opaque.append("the command that an option runs is not plain to see: %s" % word.raw)
    out.append(script)


def _running(name: str) -> "tuple[list[str], bool]":
    """The options that run a command line, and whether they are whole words behind one dash or two."""
    from statewright.shell.program_options import rows

    found, facts = rows(name)
    return [word for kind, listed, _ in found if kind == "run" for word in listed], "style" in facts


def _options(out: "list[Script]", words: "list[Word]", options: "list[str]", single: bool) -> None:
    for i in range(1, len(words)):
        text = words[i].text[1:] if single and words[i].text[:2] == "--" else words[i].text
        if text in ("--", "-") and words[i].text == "--":
            return
        for option in options:
            value = None
            holder = words[i]
            if text == option:
                if i + 1 < len(words):
                    value, holder = words[i + 1].text, words[i + 1]
            elif text.startswith(option + "="):
                value = text[len(option) + 1 :]
            elif len(option) == 2 and option[0] == "-" and text[:2] == option and text[2:]:
                value = text[2:]
            elif option[:2] == "--" and "=" in text and abbreviates(text.partition("=")[0], option):
                value = text.partition("=")[2]
            elif option[:2] == "--" and i + 1 < len(words) and (len(text) > 4 or words[0].text[-4:] == "make") and abbreviates(text, option):
                value, holder = words[i + 1].text, words[i + 1]
            if value is None:
                continue
            if option == "--checkpoint-action":
                kind, _, value = value.partition("=")
                if kind != "exec":
                    continue
            text_of(out, holder, value.partition(" ")[2] if option == "--upload-pack " else value)
            break


def _git(out: "list[Script]", words: "list[Word]") -> None:
    at, settings = subcommand(words)
    for word, value in settings:
        key, _, setting = value.partition("=")
        if any(piece in key.lower() for piece in GIT_SETTINGS):
            text_of(out, word, _setting(key, setting) or "git-setting")
    if at >= len(words):
        return
    sub = words[at].text
    if sub == "config":
        _configured(out, words[at + 1 :])
        return
    verb = at + 1
    while sub == "submodule" and verb < len(words) and words[verb].text in ("-q", "--quiet", "--cached"):
        verb += 1
    pair = sub + " " + (words[verb].text if verb < len(words) else "")
    if pair in GIT_RUNS:
        rest = verb + 1
        while rest < len(words) and words[rest].text in ("--recursive", "--quiet", "-q", "--"):
            rest += 1
        if pair == "submodule foreach" and any("../" in word.text for word in words[rest:]):
            from statewright.policy.texts import follow_git

            follow_git.foreach(out, " ".join([word.text if len(words) == rest + 1 else word.raw for word in words[rest:]]))
        if len(words) == rest + 1:
            text_of(out, words[rest], words[rest].text)
        elif rest < len(words):
            out.append(read(" ".join(word.raw for word in words[rest:])))
    if sub in ("grep", "instaweb", "remote-ext") or any("ext::" in word.text for word in words):
        from statewright.policy.texts import follow_git

        follow_git.further(out, words, at)
    letter = GIT_SHORT.get(sub)
    if not letter:
        return
    for i in range(at + 1, len(words)):
        text = words[i].text
        if text == "--":
            return
        if text[:1] == "-" and text[:2] != "--" and letter in text:
            rest_text = text[text.index(letter) + 1 :]
            if rest_text:
                text_of(out, words[i], rest_text)
            elif i + 1 < len(words) and sub != "grep":
                text_of(out, words[i + 1], words[i + 1].text)
            elif sub == "grep":
                text_of(out, words[i], "less")


def _setting(key: str, value: str) -> str:
    """What git runs for a setting: an alias is a git command unless ``!`` stands before it."""
    return value[1:] if value[:1] == "!" else "git " + value if key.lower().startswith("alias.") and value else value


def _configured(out: "list[Script]", words: "list[Word]") -> None:
    """``git config alias.x …`` and what else would be run later: whether it may be set is for git's own entry to say."""
    operands = [word for word in words if word.text[:1] != "-" and word.text not in ("set", "add")]
    if len(operands) < 2 or any(word.text in ("--get", "--get-all", "--unset", "--unset-all", "get", "unset", "list") for word in words):
        return
    key = operands[0].text.lower()
    if key.startswith("alias.") or any(piece in key for piece in RUN_LATER):
        script = read(_setting(key, operands[1].text) if operands[1].static else "git-setting")
        for command in script.commands:
            command.behind = command.behind or "git config"
        out.append(script)


def subcommand(words: "list[Word]") -> "tuple[int, list[tuple[Word, str]]]":
    """Where git's subcommand stands, and the ``-c`` settings before it with the words that hold them."""
    settings = []
    i = 1
    while i < len(words):
        text = words[i].text
        if text == "-c" and i + 1 < len(words):
            settings.append((words[i + 1], words[i + 1].text))
            i += 2
        elif text in GIT_VALUES:
            i += 2
        elif text[:1] == "-":
            if text[:2] == "-c" and len(text) > 2:
                settings.append((words[i], text[2:]))
            i += 1
        else:
            break
    return i, settings


def _sed(out: "list[Script]", words: "list[Word]") -> None:
    """What GNU sed's ``e`` runs; of ``s///e`` nobody can tell."""
    if not any("e" in word.text for word in words[1:]):
        return
    from statewright.policy.texts.sed_scripts import sed_runs

    given = _sed_scripts(words)
    for word in words[1:]:
        if any(one and word.text.endswith(one) for one in given):
            for text in sed_runs(word.text):
                text_of(out, word, text)


def _sed_scripts(words: "list[Word]") -> "list[str]":
    """The ends of words that are a script of sed's: all where a word may be several; a file may be named like a command."""
    texts = [word.text for word in words[1:]]
    if not all(word.static for word in words[1:]):
        return texts
    from statewright.policy.words.options import abbreviates, parse

    options, operands = parse(texts, "efl", ("--expression", "--file", "--line-length"))
    found = [value for name, value in options if name == "-e" or abbreviates(name, "--expression")]
    return found or operands[:1]


def _awk(out: "list[Script]", call: "Call") -> None:
    from statewright.policy.texts.awk_calls import joined
    from statewright.policy.texts.awk_programs import awk_runs

    text = joined(call)
    if text:
        holder = call.words[-1]
        for command in awk_runs(text):
            script = read("$unknown" if HOLE in command else command)
            if HOLE in command or command == "$unknown":
                script.opaque.append("the command that an awk program runs is not plain to see: %s" % holder.raw)
            out.append(script)
