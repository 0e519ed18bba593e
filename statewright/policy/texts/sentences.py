"""Sentences that a tool types into a field of a page, or sends to people: prose that mentions a command is no command. Loaded for such tools alone.

A page may hold a terminal, so only what no shell would take for a command counts: each line begins with a word that names no program,
and holds no sign that would have a shell run, redirect or fill in anything.
"""

from statewright.policy.texts.terminals import BROWSERS, TERMINAL
from statewright.policy.words.agents import PROGRAMS as AGENTS
from statewright.policy.words.given import CODE_KEYS, SHELL_KEYS, carries_by_name, strings, words_in
from statewright.policy.words.own import PROGRAMS
from statewright.shell.programs import HARMLESS, SHELLS, row
from statewright.shell.wrappers import BEHIND, RUNNERS, SPECS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TYPING = frozenset(("type", "fill", "input", "text", "keyboard"))
CHANNELS = ("channel", "channelid", "threadts", "threadid", "chatid", "room", "roomid", "channelname", "subject")
# Services whose lists and messages people read; a task of theirs is no agent's.
SERVICES = frozenset((
    "todoist", "asana", "clickup", "ticktick", "trello", "monday", "jira", "linear", "things", "omnifocus", "slack", "discord", "telegram",
    "whatsapp", "gmail", "outlook", "teams", "mattermost", "zulip",
))  # fmt: skip
LIVE = frozenset(";|&$`<>{}\\!~")
# How sentences begin where no capital letter tells; none is a word of a shell's.
BEGINNINGS = frozenset((
    "the", "a", "an", "to", "this", "that", "it", "we", "you", "i", "they", "there", "how", "why", "what", "when", "where", "please", "note",
    "on", "after", "before", "with", "our", "your", "my", "see", "use", "run", "does", "is", "are", "can", "should", "all", "no", "not", "and",
))  # fmt: skip


def page(tool: str) -> bool:
    """Whether a tool's full name says that it types into a page of a browser's, and nothing of a terminal."""
    words = words_in(tool)
    return not BROWSERS.isdisjoint(words) and not TYPING.isdisjoint(words) and TERMINAL.isdisjoint(words)


def sentences(text: str, people: bool = False) -> bool:
    """Whether each line of a text is a sentence, which a shell would find no program for. people: for them any first word will do."""
    lines = [line for line in text.split("\n") if line.strip()]
    return LIVE.isdisjoint(text) and all(c >= " " or c == "\n" for c in text) and all(_sentence(line, people) for line in lines)


def _sentence(line: str, people: bool) -> bool:
    line = line.strip()
    words = (line[2:] if line[:2] == "- " else line).split()
    first = words[0].rstrip(",:") if words else ""
    low = first.lower()
    if len(words) < (2 if people else 3) or not first.isalpha() or not (people or low in BEGINNINGS or (first[0].isupper() and first[1:].islower())):
        return False
    known = low in HARMLESS or low in SHELLS or low in AGENTS or low in PROGRAMS or low in SPECS or low in BEHIND or low in RUNNERS
    return not known and row(low) is None  # a disk that ignores case finds a program for Rm too


def to_people(tool: str, given: "Any") -> bool:
    """Whether a tool sends a text to a channel, an address or a service that people read: its name says nothing of keys or shells, its
    input nothing of code."""
    low = tool.lower()
    for piece in ("message", "send", "reply", "thread", "task"):
        low = low.replace(piece, "")
    if carries_by_name(low) or not isinstance(given, dict):
        return False
    names = [key.lower().replace("_", "") for key in given]
    mailed = any(name in ("to", "recipients", "email") and "@" in str(value) for name, value in zip(names, given.values(), strict=True))
    if not mailed and SERVICES.isdisjoint(words_in(tool)) and not any(name in CHANNELS for name in names):
        return False
    return not any(key.lower() in SHELL_KEYS or key.lower() in CODE_KEYS for key, _ in strings(given))


def begins(text: str) -> bool:
    """Whether a line of a text begins with our name or a path, as a command does that is typed."""
    for sign in ";&|":
        text = text.replace(sign, "\n")
    lines = [line.lstrip(" \t`$>\"'-*") for line in text.split("\n")]
    return any(line.lower().startswith(("statewright", ".", "/", "~")) for line in lines if "wright" in line.lower())
