"""Members of a journal's line, whoever wrote it: a member of another kind than ours reads as empty."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

REFUSED = ("refusal", "transition_refused", "config", "forgery", "doubt")  # kinds of steps in which the workflow said no
LONGEST = 256  # characters; a journal of ours holds no longer name
PROVIDERS = (("claude", "anthropic"), ("gpt", "openai"), ("o1", "openai"), ("o3", "openai"), ("gemini", "gcp.gemini"), ("mistral", "mistral_ai"),
             ("deepseek", "deepseek"), ("grok", "x_ai"), ("command", "cohere"))
HARNESSES = {"claude-code": "anthropic", "codex": "openai", "gemini-cli": "gcp.gemini"}


def text(value: Any) -> str:
    """A name, bounded, and free of what UTF-8 cannot hold; "" when it is no string."""
    return value[:LONGEST].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def count(values: Any, key: str) -> int:
    """A whole number from 0 that fits 64 bits, else 0."""
    value = values.get(key) if isinstance(values, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63 else 0


def part(values: Any, key: str) -> dict[str, Any]:
    """An inner object, {} when there is none."""
    value = values.get(key) if isinstance(values, dict) else None
    return value if isinstance(value, dict) else {}


def several(values: Any, key: str) -> list[Any]:
    """An inner list, [] when there is none."""
    value = values.get(key) if isinstance(values, dict) else None
    return value if isinstance(value, list) else []


def one_name(names: Iterable[str]) -> dict[str, str]:
    """Subagents' names by other names of the same agent: while its type is not known it is called ``agent-<8 of its id>``."""
    typed = {name.rpartition("-")[2]: name for name in names if not name.startswith("agent-")}
    return {name: typed[name[6:]] for name in names if name.startswith("agent-") and name[6:] in typed}


def nanoseconds(at: Any) -> int:
    """An RFC 3339 time as nanoseconds since the epoch, to the millisecond; 0 when it is none or before 1970."""
    try:
        return max(round(datetime.fromisoformat(at).timestamp() * 1000), 0) * 1_000_000
    except (TypeError, ValueError, OverflowError, OSError):
        return 0


def provider(model: str, harness: str = "") -> str:
    """Who runs the model, in OpenTelemetry's words, by the model's name, else by the agent program; "" when neither tells."""
    known = model.lower().rpartition("/")[2].rpartition("anthropic.")[2]
    return next((name for start, name in PROVIDERS if known.startswith(start)), HARNESSES.get(harness, ""))
