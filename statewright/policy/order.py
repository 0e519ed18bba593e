"""The policy: its rules in their order. Loaded when a call is judged; a call's end needs none of them."""

from statewright.policy import authority, budget, commands, edits, environment, files, iterations, lifecycle, protection, tools

STATIC = (protection, authority, lifecycle, tools, commands, environment, edits)  # need no counter: judged outside the lock
COUNTED = (files, iterations, budget)
