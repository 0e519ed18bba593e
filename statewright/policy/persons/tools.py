"""Authority over tools without a shell text: scheduling, messaging and delegating tools whose text holds a person's verb; code given to others."""

from statewright.model import DENY, Finding
from statewright.policy.persons.refused import ASK, RULE, speaks
from statewright.policy.words.given import SHELL_KEYS, carries_by_name, coded, reads_by_name, strings
from statewright.policy.words.own import SERVERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, State

SAID = ("description", "title", "subject", "name", "label", "summary")
# What runs a command in a database: SQL Server's, the functions of MySQL's libraries, SQLite's and DuckDB's.
SERVED = ("xp_cmdshell", "sys_exec", "sys_eval", ".system", ".shell", "sp_oamethod", "shellfs")
NAMED_KEYS = frozenset(("enter", "return", "space", "tab", "c-m", "kpenter", "newline"))
CARRIES = "The call carries a command of statewright that only people may give."


def check(state: "State", event: "Event") -> "Finding | None":
    """Refuse a text with a command of ours that the tool would hand on, and a tool of our server that is none of its."""
    tool = event.raw_tool or event.tool
    if event.mcp_server in SERVERS:  # a call of one of its tools as it is meant was recognised before
        from statewright.policy.words.own_tool import name_of, usage

        return Finding(DENY, RULE, usage(name_of(tool)) + ".", ASK)
    fault = _database(state, event)
    if fault or reads_by_name(tool):
        return fault or _run(state, event)
    carries = carries_by_name(tool)
    if carries and event.mcp_server and _to_people(tool, event.input):
        return fault  # sentences to people: only they can give what these ask for
    said = []
    for key, text in strings(event.input):
        low = key.lower()
        code = coded(low) or low in SHELL_KEYS or low in ("args", "argv", "arguments")
        if not (code or (carries and low not in SAID)):
            continue
        if not code and "wright" in text.lower() and _prose(tool, text):
            continue
        said.append(text)
        if "wright" not in text.lower():
            continue
        if speaks(_keys(text)) or (code and ("transition" in text or _loads(text))):
            if not code and event.tool in ("Agent", "TaskCreate", "TaskUpdate") and "statewright approve" not in text.lower():
                continue
            return Finding(DENY, RULE, CARRIES, ASK)
    if event.tool in ("Agent", "TaskCreate", "TaskUpdate"):
        return None
    if carries and len(said) > 1 and (any(speaks(_keys(glue.join(said))) for glue in (" ", "")) or any(speaks(one) for one in _typed(event.input))):
        return Finding(DENY, RULE, CARRIES, ASK)
    return _run(state, event)


def _prose(tool: str, text: str) -> bool:
    """Whether a text is sentences that are typed into a page."""
    from statewright.policy.texts.sentences import page, sentences

    return page(tool) and sentences(text)


def _to_people(tool: str, given: "Any") -> bool:
    """Whether a tool sends sentences to people, none of which begins as a command of ours does."""
    from statewright.policy.texts.sentences import begins, to_people

    return to_people(tool, given) and not any(begins(text) for _, text in strings(given))


def _keys(text: str) -> str:
    """A text as keys type it: named keys in place of the characters they stand for."""
    for name in ("<space>", "{space}", "[space]", "<Space>", "Space"):
        text = text.replace(name, " ")
    return text.replace("<", " ").replace(">", " ")


def _typed(value: "Any") -> "list[str]":
    """Each list of pieces as a terminal would get it, however the pieces are cut; a named key parts what stands around it."""
    out: "list[str]" = []
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            stack += one.values()
        elif isinstance(one, list):
            stack += one
            pieces = [item for item in one if isinstance(item, str)]
            out += ["".join([" " if item.strip("<>{}[]").lower() in NAMED_KEYS else item for item in pieces])] if len(pieces) > 1 else []
    return out


def _database(state: "State", event: "Event") -> "Finding | None":
    """A command that a statement has the database's server or its client run: ``COPY t TO PROGRAM '…'``, ``xp_cmdshell``, psql's ``\\!``."""
    texts: "list[str]" = []
    for _, text in strings(event.input):
        low = text.lower()
        if any(one in low for one in SERVED) or ("program" in low and "copy" in low):
            from statewright.policy.texts.recipes import in_quotes

            texts += in_quotes(text)
        if "\\!" in text:
            texts += [line.partition("\\!")[2].strip() for line in text.split("\n") if "\\!" in line]
    if not texts:
        return None
    from statewright.policy.persons.carried import script

    return script(texts, state, event)


def _loads(text: str) -> bool:
    from statewright.policy.persons.names import IMPORTS
    from statewright.policy.words.values import squeezed

    bare = squeezed(text.lower())
    return speaks(bare) or any(one in bare.replace(" ", "") for one in IMPORTS)


def _run(state: "State", event: "Event") -> "Finding | None":
    """The commands that a terminal or shell tool would run."""
    from statewright.policy.persons import shell as authority_shell
    from statewright.policy.texts.terminals import events

    for made in events(event, True):
        fault = authority_shell.check(state, made)
        if fault:
            return fault
    return None
