"""The policy: its rules in their order. Loaded when a call is judged; a call's end needs none of them."""

from statewright.policy import authority, budget, commands, edits, environment, files, iterations, lifecycle, protection, tools

# They need no counter: judged outside the lock.
STATIC = (protection.check, authority.check, lifecycle.check, tools.check, commands.check, environment.check, edits.check)
COUNTED = (files.check, iterations.check, budget.check)
