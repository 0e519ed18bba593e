"""Sentences that a tool types into a field of a page: prose that mentions a command is no command. Loaded for such tools alone.

A page may hold a terminal, so only what no shell would take for a command counts: each line begins with a word that names no program,
and holds no sign that would have a shell run, redirect or fill in anything.
"""

from statewright.policy.texts.terminals import BROWSERS, TERMINAL
from statewright.policy.words.agents import PROGRAMS as AGENTS
from statewright.policy.words.given import words_in
from statewright.policy.words.own import PROGRAMS
from statewright.shell.programs import HARMLESS, SHELLS, row
from statewright.shell.wrappers import BEHIND, RUNNERS, SPECS

TYPING = frozenset(("type", "fill", "input", "text", "keyboard"))
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


def sentences(text: str) -> bool:
    """Whether each line of a text is a sentence, which a shell would find no program for."""
    return LIVE.isdisjoint(text) and all(c >= " " or c == "\n" for c in text) and all(_sentence(line) for line in text.split("\n") if line.strip())


def _sentence(line: str) -> bool:
    line = line.strip()
    words = (line[2:] if line[:2] == "- " else line).split()
    first = words[0].rstrip(",:") if words else ""
    low = first.lower()
    if len(words) < 3 or not first.isalpha() or not (low in BEGINNINGS or (first[0].isupper() and first[1:].islower())):
        return False
    known = low in HARMLESS or low in SHELLS or low in AGENTS or low in PROGRAMS or low in SPECS or low in BEHIND or low in RUNNERS
    return not known and row(low) is None  # a disk that ignores case finds a program for Rm too
