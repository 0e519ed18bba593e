"""Agent programs by name: one table, for who starts one (authority) and for who runs under one (harness/names.py). Plain data."""

PROMPTING = ("-p", "--print", "--prompt")

RUNNING = frozenset(("npx", "bunx", "pnpm", "yarn", "npm", "bun", "pnpx", "deno", "uvx", "pipx", "uv"))
INTERPRETERS = frozenset((
    "python", "pypy", "ipython", "node", "nodejs", "perl", "ruby", "php", "lua", "luajit", "deno", "bun", "osascript", "awk", "gawk", "java",
    "groovy", "tclsh", "julia", "R", "Rscript", "pwsh", "expect",
))

# Programs, as a command line or a process list tells them.
PROGRAMS = frozenset((
    "claude", "claude-code", "codex", "codex-cli", "gemini", "gemini-cli", "qwen", "qwen-code", "copilot", "opencode", "droid", "cline", "pi",
    "cursor-agent", "aider", "goose", "amp", "crush", "auggie", "kimi", "kimi-cli", "windsurf", "kiro-cli", "kiro", "openhands", "plandex",
    "codebuff", "gptme", "jules", "vibe", "mistral-vibe", "kilocode", "kilo", "iflow", "codebuddy", "rovodev", "swe-agent", "sweagent",
    "mini-swe-agent", "ra-aid", "gpt-engineer", "trae-cli", "grok-cli", "forgecode", "qodo", "continue-cli", "cody-agent", "open-interpreter",
    "devin", "junie", "letta", "zencoder", "claude-squad", "vibe-kanban", "code-puppy", "nanocoder", "claude-flow", "ruflo", "happy-coder",
    "claude-code-router", "smolagent", "openclaw", "clawdbot", "moltbot", "tmuxai", "dexto", "cagent", "autohand", "gpte", "letta-code", "trae-agent",
    "deepagents", "plandex-cli", "coro-code", "grok-dev",
))
# Packages they come in, of npm; a folder of that name in a script's path counts as well.
PACKAGES = (
    "@anthropic-ai/claude-code", "@anthropic-ai/claude-agent-sdk", "@openai/codex", "@openai/codex-sdk",
    "@google/gemini-cli", "@qwen-code/qwen-code", "@github/copilot", "opencode-ai",
    "@factory/cli", "@mariozechner/pi-coding-agent", "@sourcegraph/amp", "@augmentcode/auggie", "@charmland/crush", "@kilocode/cli",
    "@continuedev/cli", "codebuff", "@iflow-ai/iflow-cli", "@google/jules", "@tencent-ai/codebuddy-code", "@moonshot-ai/kimi-cli",
    "@musistudio/claude-code-router", "happy-coder", "@just-every/code", "@vibe-kit/grok-cli", "vibe-kanban", "claude-flow", "ruflo",
    "@nanocollective/nanocoder", "@shareai-lab/kode", "easy-llm-cli", "dexto", "@letta-ai/letta-code", "openclaw", "clawdbot", "moltbot",
    "@qodo/command", "@gitlab/duo-cli", "@oh-my-pi/pi-coding-agent", "@cline/cli", "@openhands/cli", "slopus/happy",
)
# Of Python's index: what uvx, pipx and ``python -m`` start.
MODULES = frozenset((
    "aider-chat", "aider", "openhands", "openhands-ai", "gptme", "kimi-cli", "open-interpreter", "interpreter", "mistral-vibe", "ra-aid",
    "claude-agent-sdk", "claude_agent_sdk", "claude-code-sdk", "claude_code_sdk",
    "sweagent", "swe-agent", "mini-swe-agent", "minisweagent", "gpt-engineer", "goose-ai", "plandex", "letta",
    "code-puppy", "code_puppy", "smolagents", "trae-agent", "deepagents-cli", "deepagents", "autohand",
))
# Libraries that start one, and images that hold one.
LIBRARIES = ("claude_agent_sdk", "claude_code_sdk", "claude-agent-sdk", "@anthropic-ai/claude-code", "@openai/codex-sdk")
IMAGES = ("anthropic/claude-code", "/claude-code:", "openai/codex", "gemini-cli/sandbox", "sandbox-templates:")
# What a path to its program holds, whatever the file is called, and the variables that hold one.
PLACES = ("/claude/versions/", "/.claude/local/", "/.claude/downloads/")
HOLDERS = ("CLAUDE_CODE_EXECPATH", "CODEX_EXECPATH")
# What an agent alone is told, by whichever name it is started.
SIGNS = ("--dangerously-skip-permissions", "--allow-dangerously-skip-permissions", "--dangerously-bypass-approvals-and-sandbox")
# The agents of programs that are more than that, and those whose name says little: the words behind the name; an option stands anywhere, "<" is an
# input and no word, the empty tuple no word at all.
_ASKED = (("-p",), ("--print",), ("--prompt",), ("<",))
MODES = {
    "gh": (("copilot",), ("agent-task",)),
    "q": (("chat",),),
    "cursor": (("agent",),),
    "code": (("chat",),),
    "acli": (("rovodev",),),
    "npm": (),
    "agent": (("-p",), ("--print",), ("chat",)),
    "llm": (("agent",),),
    "cn": (*_ASKED, ("--resume",), ("--auto",), ("--agent",), ("--continue",), ("--fork",), ("chat",), ("serve",), ("remote",), ("review",)),
    "grok": (*_ASKED, ("--yolo",), ("chat",), ("agent",), ("git",), ("--max-tool-rounds",), ()),
    "ccr": (("code",),),
    "happy": (*_ASKED, ("--yolo",), ("claude",), ("codex",), ("gemini",), ("daemon", "start"), ()),
    "cs": (("-y",), ("--autoyes",), ("-p",), ("--program",), ()),  # claude-squad; coursier's otherwise
    "warp": (("agent",), ("--prompt",)), "warp-cli": (("agent",),), "warp-terminal": (("agent",),), "oz": (("agent",),),
    "pdx": (("tell",), ("chat",), ("build",), ("continue",), ("debug",)),
    "sgpt": (("-s",), ("--shell",), ("--repl",), ("-d",)), "tgpt": (("-s",), ("--shell",)),  # they run what the model says
    "aichat": (("-e",), ("--execute",), ("-a",), ("--agent",)),
    "interpreter": (("-y",), ("--auto_run",), ("--auto-run",), ("--local",), ("--os",), ("--model",), ("<",)),
    "mini": (("-t",), ("--task",), ("-y",), ("--yolo",)),
    "forge": (*_ASKED, ("--agent",), ("--conversation",), ("--workflow",)),  # forgecode; foundry's otherwise
    "omp": _ASKED, "kode": (*_ASKED, ()), "blackbox": (*_ASKED, ("chat",)), "coder": (("exec",),), "elc": _ASKED,
    "hermes": (("chat",), ("gateway",)), "terragon": (("create",),), "terry": (("create",),), "uzi": (("prompt",),),
    "ralph": (("run",), ("--monitor",)), "butterfish": (("exec",), ("shell",), ("goal",)), "codegen": (("agent",), ("claude",)),
    "docker": (("cagent",), ("agent", "run"), ("ai",), ("sandbox", "run"), ("sandbox", "create"), ("sandboxes", "run")),
}  # fmt: skip
# goose moves databases too.
GOOSE = ("run", "session", "web", "acp", "mcp", "recipe", "project", "projects", "term", "schedule", "serve", "")
