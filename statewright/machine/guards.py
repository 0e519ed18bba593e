"""Guards: declarative predicates over the run's context and its facts."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json

MISSING = object()


def lookup(facts: "Json", field: str) -> "Any":
    """The value at a dotted path, MISSING when any part of the way is not there."""
    value: Any = facts
    for part in field.split("."):
        if not isinstance(value, dict) or part not in value:
            return MISSING
        value = value[part]
    return value


def same(left: "Any", right: "Any") -> bool:
    """Equality as JSON means it: true is not 1, 1 is 1.0, lists and objects by content."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right))  # noqa: B905 - lengths are equal
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def _number(value: "Any") -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def holds(guard: "Json", facts: "Json") -> bool:
    """Whether the guard passes. A missing field passes ``not_exists`` alone; unlike types never compare."""
    actual = lookup(facts, guard["field"])
    op = guard["op"]
    if op == "exists":
        return actual is not MISSING
    if op == "not_exists":
        return actual is MISSING
    if actual is MISSING or "value" not in guard:
        return False
    value = guard["value"]
    if op == "eq":
        return same(actual, value)
    if op == "neq":
        return not same(actual, value)
    if op == "in":
        return isinstance(value, list) and any(same(actual, item) for item in value)
    if op == "contains":
        if isinstance(actual, str):
            return isinstance(value, str) and value in actual
        return isinstance(actual, list) and any(same(item, value) for item in actual)
    if not (_number(actual) and _number(value)):
        return False
    if op == "gt":
        return bool(actual > value)
    if op == "gte":
        return bool(actual >= value)
    if op == "lt":
        return bool(actual < value)
    return op == "lte" and bool(actual <= value)


def explain(name: str, guard: "Json | None", facts: "Json") -> str:
    """Why a guard fails now: field, operator, expected and actual."""
    if guard is None:
        return "guard %s is not defined" % name
    actual = lookup(facts, guard["field"])
    found = "missing" if actual is MISSING else _show(actual)
    wanted = "" if guard["op"] in ("exists", "not_exists") else " " + _show(guard.get("value"))
    return "guard %s wants %s %s%s, it is %s" % (name, guard["field"], guard["op"], wanted, found)


def _show(value: "Any") -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = '"%s"' % value if isinstance(value, str) else str(value)
    return text if len(text) <= 80 else text[:77] + "..."


def failing(names: "list[str]", guards: "Json", facts: "Json") -> "list[str]":
    """The names of those guards that do not pass now; an undefined guard never does."""
    return [name for name in names if name not in guards or not holds(guards[name], facts)]
