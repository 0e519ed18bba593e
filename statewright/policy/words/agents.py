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
    "devin", "junie", "letta", "zencoder",
))
# Packages they come in, of npm; a folder of that name in a script's path counts as well.
PACKAGES = (
    "@anthropic-ai/claude-code", "@anthropic-ai/claude-agent-sdk", "@openai/codex", "@openai/codex-sdk",
    "@google/gemini-cli", "@qwen-code/qwen-code", "@github/copilot", "opencode-ai",
    "@factory/cli", "@mariozechner/pi-coding-agent", "@sourcegraph/amp", "@augmentcode/auggie", "@charmland/crush", "@kilocode/cli",
    "@continuedev/cli", "codebuff", "@iflow-ai/iflow-cli", "@google/jules", "@tencent-ai/codebuddy-code", "@moonshot-ai/kimi-cli",
)
# Of Python's index: what uvx, pipx and ``python -m`` start.
MODULES = frozenset((
    "aider-chat", "aider", "openhands", "openhands-ai", "gptme", "kimi-cli", "open-interpreter", "interpreter", "mistral-vibe", "ra-aid",
    "claude-agent-sdk", "claude_agent_sdk", "claude-code-sdk", "claude_code_sdk",
    "sweagent", "swe-agent", "mini-swe-agent", "minisweagent", "gpt-engineer", "goose-ai", "plandex", "letta",
))
# Libraries that start one, and images that hold one.
LIBRARIES = ("claude_agent_sdk", "claude_code_sdk", "claude-agent-sdk", "@anthropic-ai/claude-code", "@openai/codex-sdk")
IMAGES = ("anthropic/claude-code", "/claude-code:", "openai/codex", "gemini-cli/sandbox")
# What a path to its program holds, whatever the file is called, and the variables that hold one.
PLACES = ("/claude/versions/", "/.claude/local/", "/.claude/downloads/")
HOLDERS = ("CLAUDE_CODE_EXECPATH", "CODEX_EXECPATH")
# The agents of programs that are more than that: the words behind the name.
MODES = {
    "gh": (("copilot",), ("agent-task",)),
    "q": (("chat",),),
    "cursor": (("agent",),),
    "code": (("chat",),),
    "acli": (("rovodev",),),
    "npm": (),
    "agent": (("-p",), ("--print",), ("chat",)),
    "llm": (("agent",),),
}
# goose moves databases too.
GOOSE = ("run", "session", "web", "acp", "mcp", "recipe", "project", "projects", "term", "schedule", "serve", "")
