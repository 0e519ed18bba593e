"""The nouns: what a hook is told (Event), what a rule finds (Finding), what the kernel answers (Outcome).

Plain slotted classes, no dataclasses and no typing at run time: this module is loaded at every
tool call. A workflow's state, as the rules see it, is the mapping that ``workflow.compiler``
writes; a run's position is the snapshot mapping made by ``new_snapshot``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    Json = dict[str, Any]
    State = dict[str, Any]  # one compiled state, see workflow/compiler.py
    Snapshot = dict[str, Any]  # see new_snapshot below

    class Facts(Protocol):
        """What pure code may ask about the disk; the store answers, tests fake it."""

        def real(self, path: str) -> str:
            """The absolute path with every link, ``.`` and ``..`` resolved; also for absent files."""

        def text(self, path: str) -> str | None:
            """The file's text, None where there is none; raises ValueError when it cannot be read as text."""

        def kind(self, path: str) -> str:
            """``file``, ``dir``, ``other`` or, when absent, ``""``."""

        def cell(self, path: str, name: str) -> str | None:
            """The source of a notebook's cell, by its id or ``cell-N``; None when it cannot be told."""

        def inode(self, path: str) -> str:
            """An identity equal for hard links to one file, ``""`` when absent."""

        def members(self, path: str) -> list[tuple[str, str]] | None:
            """``(name, where a link leads or "")`` of an archive's members; None when they cannot be told."""

        def links(self, path: str) -> int:
            """How many names a file has, 0 when absent: a second one may be anywhere."""

        def names(self, path: str) -> list[str]:
            """The names in a folder, [] when it is none."""

        def entries(self, path: str) -> tuple[list[str], list[str]]:
            """The links in a folder, and the folders; ([], []) when it is none."""

    class Workflow(Protocol):
        """A compiled workflow with its sub-machines, read only."""

        digest: str

        def state(self, machine: str, name: str) -> State:
            """The compiled state; KeyError when there is none."""

        def machine(self, name: str) -> Json:
            """``{"initial": str, "context": dict}``; KeyError when there is none."""


# Effects, weakest first. Silence is None: the harness's own permission rules go on.
ALLOW = "allow"  # given for our own plain command alone
REWRITE = "rewrite"
ASK = "ask"
DENY = "deny"
STRENGTH = {ALLOW: 0, REWRITE: 1, ASK: 2, DENY: 3}

# Tools that change nothing outside the conversation: never counted, never refused by a tool list.
ALWAYS_PASS = frozenset(
    (
        "AskUserQuestion",
        "TodoWrite",
        "TodoRead",
        "TaskCreate",
        "TaskGet",
        "TaskList",
        "TaskUpdate",
        "ToolSearch",
        "ExitPlanMode",
        "TaskStop",  # ends background work, which a transition may have to wait for
    )
)
EDIT_TOOLS = frozenset(("Edit", "Write", "NotebookEdit", "apply_patch"))
MEMORY_FILES = frozenset(("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", "MEMORY.md"))  # what harnesses read at every start
READING_TOOLS = frozenset(("Read", "Grep", "Glob", "LS", "WebFetch", "WebSearch"))
# What a client offers by itself. Any other tool is of a kind nobody told: its input says what it is, see policy/words/given.py.
CLIENT_TOOLS = frozenset(
    (
        *ALWAYS_PASS,
        *EDIT_TOOLS,
        *READING_TOOLS,
        "Bash",
        "BashOutput",
        "KillShell",
        "KillBash",
        "TaskOutput",
        "Monitor",
        "PowerShell",
        "Agent",
        "Skill",
        "SlashCommand",
        "Workflow",
        "CronCreate",
        "CronList",
        "CronDelete",
        "ScheduleWakeup",
        "SendMessage",
        "ListAgents",
        "ReportFindings",
        "EnterWorktree",
        "ExitWorktree",
        "EnterPlanMode",
        "NotebookRead",
        "ListMcpResourcesTool",
        "ReadMcpResourceTool",
    )
)


class Event:
    """One thing a harness told us, in our words.

    kind: ``pre``, ``post``, ``batch``, ``stop``, ``subagent_stop``, ``prompt``, ``session_start``,
    ``session_end``, ``config`` (the harness's settings changed) or ``snippet`` (a shell command inside
    a skill or slash command). tool: the harness-independent name. input: the tool's input with
    Claude Code's key names. time: seconds since the epoch. command: the shell text when the tool
    runs one, else None. script: that text once read (shell.read), else None.
    """

    __slots__ = (
        "agent",
        "agent_type",
        "background",
        "call",
        "calls",
        "command",
        "cwd",
        "data",
        "duration_ms",
        "error",
        "extra",
        "facts",
        "file",
        "harness",
        "home",
        "input",
        "kind",
        "mcp_server",
        "ok",
        "own",
        "project",
        "raw_tool",
        "result",
        "result_bytes",
        "script",
        "sender",
        "session",
        "source",
        "stop_active",
        "text",
        "time",
        "tool",
    )

    def __init__(self, kind: str, **fields: "Any") -> None:
        self.kind = kind
        self.harness = self.session = self.project = self.cwd = self.home = self.data = ""
        self.agent = self.agent_type = self.tool = self.raw_tool = self.mcp_server = self.call = ""
        self.input: Json = {}
        self.command: str | None = None
        self.script: Any = None
        self.facts: Any = None
        self.sender: Any = None  # (pinned, event) -> (sender, why not): looks at who sent this, see trust.py
        self.time = 0.0
        self.ok = True
        self.error = ""
        self.result: Any = None  # the tool's own result object, where the harness gives one
        self.result_bytes = 0  # UTF-8 bytes the model receives, as far as this event can tell
        self.duration_ms: int | None = None
        self.calls: list[Json] = []  # batch: {"call", "tool", "bytes"} for each call of the model's message
        self.source = ""  # session_start, config: where from
        self.text = ""  # prompt: what was typed
        self.background: list[Json] = []  # stop: background work the harness still sees
        self.stop_active = False
        self.file = ""  # config: the settings file
        self.own: tuple[str, ...] = ("statewright",)  # the words our own command may be called by
        self.extra: Json = {}
        for name, value in fields.items():
            setattr(self, name, value)


class Finding:
    """One rule's answer. rule: its id (``tools``, ``commands`` …). hint: the way out, itself permitted."""

    __slots__ = ("effect", "hint", "reason", "rule")

    def __init__(self, effect: str, rule: str, reason: str, hint: str = "") -> None:
        self.effect = effect
        self.rule = rule
        self.reason = reason
        self.hint = hint

    def __repr__(self) -> str:
        return "Finding(%r, %r, %r)" % (self.effect, self.rule, self.reason)


class Outcome:
    """What the kernel decided.

    effect: None for silence, else one of the effects. reason, rule: of the strictest finding.
    snapshot: the run's next snapshot, or None when nothing changes. entries: what the journal
    gets, in order (see trace/step.py for their fields). tell: text for the model. show: text for
    the person. replace: the tool result to show instead, where the harness can. block: for stop and
    config events, refuse with ``reason``.
    """

    __slots__ = ("block", "data", "effect", "entries", "findings", "reason", "replace", "rule", "show", "snapshot", "tell")

    def __init__(self) -> None:
        self.effect: str | None = None
        self.rule = ""
        self.reason = ""
        self.findings: list[Finding] = []
        self.snapshot: Snapshot | None = None
        self.entries: list[Json] = []
        self.tell = ""
        self.show = ""
        self.replace: Any = None
        self.block = False
        self.data: Json = {}


def new_snapshot(run: str, session: str, harness: str, plan: str, now: float) -> "Snapshot":
    """An empty run, before its initial state is entered.

    Times are seconds since the epoch. ``stack`` holds the suspended parents of a sub-machine,
    outermost first. ``pending`` holds calls let through whose end is not known yet, by call id.
    ``tail`` and ``length`` are the journal's last write and its size in bytes after it, so that a
    killed process's missing line can be put back (trace/journal.py). ``written`` counts the snapshots of the run (store/seal.py).
    ``own`` is what the agent calls us by.
    """
    return {
        "v": 1,
        "own": "statewright",
        "run": run,
        "session": session,
        "harness": harness,
        "plan": plan,
        "started": now,
        "status": "running",  # running, waiting (for an approval), paused, off
        "machine": "",
        "state": "",
        "slice": None,
        "final": False,
        "entered": now,
        "entry": 0,
        "stack": [],
        "context": {},
        "count": 0,
        "bytes": 0,
        "estimates": {},
        "warned": False,
        "files": [],
        "pending": {},
        "approval": None,
        "ticket": None,
        "checks": {},
        "clock": 0,
        "background": {},
        "senders": {},  # by session: the process its events come from, see senders.py
        "refused": {"rule": "", "n": 0},
        "refusals": [],
        "turn": {"edits": 0, "moves": 0, "blocked": False},
        "seq": 0,
        "step": 0,
        "head": "",
        "tail": "",
        "length": 0,
        "written": 0,
        "ended": None,
    }
