"""Claude Code: its hook JSON to our words and back. With its neighbours the only place that knows its key and tool names.

Measured on 2.1.119, 2.1.240 and 2.1.332. Linked as one module (``setup.source``): import names from here.
"""

from statewright.harness.claude_code.words import GATES, HOOKS, KINDS, SESSION_VARIABLE, SHELL_SECRETS, env_file, project_dir, session_id, version
from statewright.harness.claude_code.events import finished, read, spoken, synthetic
from statewright.harness.claude_code.answers import answer, refusal
