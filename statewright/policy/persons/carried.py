"""Authority over texts that are run elsewhere: a person's verb handed to a shell, an interpreter, a terminal; our program under another name."""

from statewright.model import DENY, Finding
from statewright.policy.outputs.output import fed
from statewright.policy.persons.agents import STARTING
from statewright.policy.persons.forgery import EXECUTABLES
from statewright.policy.persons.names import CARRIERS, DATA_GIT, IMPORTS, STARTERS
from statewright.policy.persons.refused import ASK, RULE, speaks
from statewright.policy.texts.recipes import in_quotes, job
from statewright.policy.words.agents import INTERPRETERS
from statewright.policy.words.calls import TOO_MANY
from statewright.policy.words.own import PROGRAMS
from statewright.policy.words.patterns import LITERAL, plain
from statewright.policy.words.redirects import writes_file
from statewright.policy.words.values import squeezed
from statewright.shell.programs import FILTERS, family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

SHELLS = ("bash", "sh", "dash", "zsh", "ksh", "source", ".", "fish", "ash")
KEEPING = ("tee", "sponge", "dd", "tar", "cpio", "sh", "bash", "python", "python3", "install", "split")
RUNNERS = ("tmux", "screen", "at", "batch", "crontab", "script", "less", "more", "man", "expect", "zellij", "unbuffer")
COPYING = ("cp", "ln", "install", "rsync", "scp", "mv", "dd", "tee", "link", "sponge", "rclone", "ditto", "sudo")
# They take words and run none.
SILENT = frozenset((
    "echo", "printf", "grep", "egrep", "rg", "cat", "ls", "head", "tail", "git", "gh", "test", "[", "[[", "cd", "man", "less", "sed", "awk", "npm",
    "make", "curl", "read", "export", "declare", "local", "readonly", "set", "jq", "diff", "wc", "touch", "mkdir",
))
STREAMS = frozenset(("sed", "awk", "gawk"))
# Behind npx and uv run: they run none of their words.
TESTERS = [[name] for name in ("vitest", "jest", "mocha", "ava", "playwright", "cypress", "pytest", "eslint", "prettier", "tsc", "ruff", "mypy")]
TEST_NAMES = ("-t", "-g", "--grep", "--testNamePattern", "--test-name-pattern")
LOOKING = FILTERS.difference(STREAMS, ("mawk",)).union(("cd", "echo", "ls", "pwd", "true"))
RUNS_TEXTS = CARRIERS.union(STARTERS, SHELLS, INTERPRETERS).difference(STREAMS, ("git", "npm", "curl"))
ENDED = (*(name for name in EXECUTABLES if "-" in name), "statewright", "claude")
ENDING = "Ending or stopping processes of statewright or of its harness is not the agent's to do."
CARRIES = "The text given to %s holds a command of statewright that is not the agent's to give this way."
COPIED = "The program of statewright keeps its name and place: under another it could not be told."


def carried(call: "Call", found: "list[Call]", names: "Names", state: "State", event: "Event") -> "Finding | None":
    """Refuse a text with a command of ours in it, handed to something that runs it."""
    name = family(call.name.rpartition("/")[2]) if call.name else ""
    if _copies(call, names, found):
        return Finding(DENY, RULE, COPIED, ASK)
    texts = given(call, name, found, names)
    if name in RUNNERS:
        lines = [job(line.strip()) for text in texts for line in text.split("\n")] if name == "crontab" else texts
        fault = script([text[2:] if text[:2] == "+!" else text for text in lines], state, event)
        if fault:
            return fault
    if call.command.program or name in SHELLS or _made_here(call, names):
        fault = script(texts, state, event)
        if fault:
            return fault
    if _shown(call, event):
        return None  # what it runs stands among the commands, each judged by itself
    speaking = name in INTERPRETERS or (name not in SILENT and name not in SHELLS and _speaking(call))
    if speaking:
        fault = script([one for text in texts if any(start in text for start in STARTING) for one in in_quotes(text)], state, event)
        if fault:
            return fault
    if name not in CARRIERS and name not in STARTERS and not call.command.program and not _made_here(call, names):
        if name in SILENT or not name:
            return None
        if _beside(call):
            return Finding(DENY, RULE, CARRIES % call.name, ASK)
        if not speaking:
            return None
    if (name == "git" and any(text in DATA_GIT for text in call.texts[1:4])) or (name in STREAMS and _edits_text(call, found)):
        return None
    if tests(call) or (name in INTERPRETERS and _only_prints(call, found)):
        return None
    if name == "npm" and "--" in call.texts:
        behind = {call.texts[i + 1] for i, text in enumerate(call.texts[:-1]) if text in TEST_NAMES and i > call.texts.index("--")}
        texts = [text for text in texts if text not in behind]
    for text in texts:
        low = text.lower()
        if "statewright" in low and (speaks(text) or (speaking and "transition" in text)):
            return Finding(DENY, RULE, CARRIES % call.name, ASK)
        if speaking and "kill" in low.replace("skill -", "kill").replace("skill", "") and ("ppid" in low or any(one in low for one in ENDED)):
            return Finding(DENY, RULE, ENDING, ASK)
        if speaking and "wright" in low:
            bare = squeezed(low)
            if speaks(bare) or speaks((" " + bare).replace(" wright", " statewright")) or any(one in bare.replace(" ", "") for one in IMPORTS):
                return Finding(DENY, RULE, CARRIES % call.name, ASK)
    if (name in CARRIERS or name in STARTERS) and speaks(" ".join(call.texts)) and name not in ("git", "npm", "make", "sed", "curl"):
        return Finding(DENY, RULE, CARRIES % call.name, ASK)
    return None


def _shown(call: "Call", event: "Event") -> bool:
    """Whether a wrapper, ``bash -c`` and ``eval`` among them, was read whole: nothing it runs is anywhere but in the line."""
    plainly = call.command.wrapper and not (call.command.open or call.command.program or call.command.stdin or event.script.opaque)
    return plainly and call.name != "xargs" and not call.command.redirects and all(word.static for word in call.words)


def _speaking(call: "Call") -> bool:
    from statewright.policy.texts import hosts

    return hosts.speaks(call)


def tests(call: "Call") -> bool:
    """Whether a runner starts a test runner or a linter, which runs none of its words: ``npx vitest``, ``uv run pytest``."""
    return (call.texts[1:2] if call.name == "npx" else call.texts[2:3] if call.texts[:2] == ["uv", "run"] else []) in TESTERS


def _edits_text(call: "Call", found: "list[Call]") -> bool:
    """Whether the program of sed or awk only edits what flows through it: whatever it names is data, unless the line runs what it made."""
    from statewright.policy.permitted.looks_scripts import awk, sed

    if call.command.program or any(family(one.name) in RUNS_TEXTS or "/" in "".join(one.texts[:1]) for one in found):
        return False
    texts = [text for text in call.texts[1:] if not (text.startswith("--in-place") or (text[:1] == "-" and text.lstrip("-nrEsuz")[:1] in ("i", "I")))]
    return (awk(call, texts) if call.name.endswith("awk") else sed(call, texts)) is None


def _only_prints(call: "Call", found: "list[Call]") -> bool:
    """Whether a program of an interpreter's only reads and prints, and what it prints is only looked at: no command of the line could run it."""
    if call.command.assigns or any(part[:7] != "pipe:1/" for part in call.command.place):
        return False
    if any(one.name not in LOOKING for one in found if one is not call):
        return False
    if any(writes_file(redirect) for one in found for redirect in one.command.redirects):
        return False
    from statewright.policy.protecting.texts import LANGUAGES, reads
    from statewright.policy.protecting.texts_read import spelled_out

    text = spelled_out(call) if call.name in LANGUAGES else ""
    return bool(text) and reads(call, text)


def _made_here(call: "Call", names: "Names") -> bool:
    """Whether a command's program is a file that the line itself wrote."""
    first = call.texts[0]
    return first in names.written or (first[:2] == "./" and first[2:] in names.written)


def given(call: "Call", name: str, found: "list[Call]", names: "Names") -> "list[str]":
    """The words of a command, what its input holds, and the files the line itself wrote for it."""
    texts = list(call.texts[1:])
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            texts.append(redirect.heredoc.text)
    if call.command.stdin or call.command.redirects or call.command.program:
        lines = fed(call, found, names)
        texts += [*lines, "\n".join(lines)]
    elif name in INTERPRETERS and all(text[:1] == "-" for text in call.texts[1:]):
        from statewright.policy.words import inputs

        texts.append("\n".join(inputs.lines(call, found, names) or ()))
    for word in call.words:
        if word.raw[:2] == "<(":
            from statewright.policy.outputs.output import printed_by

            texts += printed_by(word.raw[2:-1], names, 1)
        for shown in (word.text, word.text[2:]) if word.text[:2] == "./" else (word.text,):
            texts += names.written.get(shown, ())
    if name in ("at", "batch", "crontab", "tmux", "screen"):
        for other in found:
            if other.name in ("echo", "printf", "cat"):
                texts += [*other.texts[1:], " ".join(other.texts[1:])]
    return texts


def script(texts: "list[str]", state: "State", event: "Event") -> "Finding | None":
    """A text that a shell reads from its input: judged as what it is."""
    from statewright.policy.persons import shell as authority_shell
    from statewright.policy.protecting import shell as protection_shell
    from statewright.policy.words.inner import inner

    for text in dict.fromkeys(text.replace(LITERAL, "") for text in texts):
        if "\0" in text or " " not in text.strip() or text.strip()[:1] == "-":
            continue
        made = inner(event, text)
        if made.script.opaque and TOO_MANY not in made.script.opaque:
            continue
        fault = protection_shell.check(made) or authority_shell.check(state, made)
        if fault:
            return fault
    return None


def _beside(call: "Call") -> bool:
    """Our name and a person's verb side by side among the words: a program that runs its operands."""
    for one, other in zip(call.texts[1:], call.texts[2:], strict=False):
        if one.replace("\\", "/").rpartition("/")[2] in PROGRAMS and speaks("statewright " + other):
            return True
    return False


def _copies(call: "Call", names: "Names", found: "list[Call]") -> bool:
    """Whether a command makes a copy of our program, or another name for it."""
    writes = any(writes_file(redirect) for redirect in call.command.redirects)
    if any(part[:6] == "pipe:1" for part in call.command.place):  # what is read here is written further down the pipe
        writes = writes or any(other.name in KEEPING or any(writes_file(one) for one in other.command.redirects) for other in found)
    if call.name not in COPYING and not writes:
        return False
    words = list(call.words[1:]) + [redirect.target for redirect in call.command.redirects if redirect.op == "<" and redirect.target is not None]
    for word in words:
        if "wright" not in word.raw.lower() and not word.vars:
            continue
        for pattern in names.patterns(word):
            text = (plain(pattern) or pattern).partition("=")[2] if "=" in pattern else plain(pattern) or pattern
            folder, slash, base = text.replace("\\", "/").rpartition("/")
            if slash and base in PROGRAMS and folder.rpartition("/")[2] in ("bin", "Scripts", "scripts"):
                return True
    return False
