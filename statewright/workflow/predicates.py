"""What can be known of guards without running anything: never true, contradictory, implied."""

from collections.abc import Iterable
from typing import Any

from statewright.machine.guards import holds, same
from statewright.workflow.models import Guard

NUMERIC = ("gt", "gte", "lt", "lte")
FACTS = {
    "run": ("steps", "depth"),
    "state": ("name", "count", "bytes", "files", "entry"),
    "checks": ("status", "grade", "exit_code", "previous_status", "at", "clock", "weakened", "passed", "failed", "skipped", "total",
               "tests", "skips", "empty"),
}
CHECK_VALUES: dict[str, list[Any]] = {
    "status": ["passed", "failed", "stale", "unknown"], "previous_status": ["passed", "failed", "stale", "unknown"],
    "grade": ["observed", "measured", "attested"],
}


def number(value: Any) -> bool:
    """A JSON number; a boolean is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def plain(guard: Guard) -> dict[str, Any]:
    """The guard as the machine reads it."""
    return guard.model_dump(exclude_unset=True, exclude={"description"})


def passes(guard: Guard, value: Any) -> bool:
    """Whether the machine's own evaluation passes when the field has this value."""
    return holds({**plain(guard), "field": "f"}, {"f": value})


def domain(field: str) -> list[Any] | None:
    """All values a fact can have, None when they are not known."""
    parts = field.split(".")
    return CHECK_VALUES.get(parts[2]) if len(parts) == 3 and parts[0] == "checks" else None


def never(guard: Guard) -> str:
    """Why no value can pass this guard, "" when some can."""
    if guard.op in ("exists", "not_exists"):
        return ""
    if "value" not in guard.model_fields_set:
        return "%s compares with a value and there is none" % guard.op
    if guard.op in NUMERIC and not number(guard.value):
        return "%s compares numbers and its value is none" % guard.op
    if guard.op == "in" and not isinstance(guard.value, list):
        return "in wants a list as its value"
    if guard.op == "in" and not guard.value:
        return "its list is empty"
    known = domain(guard.field)
    if known is not None and not any(passes(guard, value) for value in known):
        return "%s can only be %s" % (guard.field, ", ".join(known))
    if guard.field.startswith("checks.") and guard.field.endswith(".exit_code") and guard.op == "eq" and not number(guard.value):
        return "an exit code is a number"
    return ""


def candidates(guards: Iterable[Guard], field: str) -> list[Any] | None:
    """The only values of ``field`` that can pass all guards; None when there is no such list."""
    on_field = [guard for guard in guards if guard.field == field]
    lists = [domain(field)] + [[g.value] for g in on_field if g.op == "eq"] + [g.value for g in on_field if g.op == "in"]
    known = [values for values in lists if isinstance(values, list)]
    return [value for value in known[0] if all(passes(guard, value) for guard in on_field)] if known else None


def contradiction(guards: list[Guard]) -> str:
    """The field on which guards that must all pass exclude each other, "" when none does."""
    for field in dict.fromkeys(guard.field for guard in guards):
        mine = [guard for guard in guards if guard.field == field]
        ops = {guard.op for guard in mine}
        if len(mine) < 2:
            continue
        if "not_exists" in ops and ops != {"not_exists"}:
            return field
        if candidates(mine, field) == []:
            return field
        low = [(g.value, g.op == "gt") for g in mine if g.op in ("gt", "gte") and number(g.value)]
        high = [(g.value, g.op == "lt") for g in mine if g.op in ("lt", "lte") and number(g.value)]
        if "contains" in ops and (low or high):
            return field  # what contains something is no number
        if low and high and any(a > b or (a == b and (open_a or open_b)) for a, open_a in low for b, open_b in high):
            return field
    return ""


def implies(later: list[Guard], earlier: list[Guard]) -> bool:
    """Whether ``earlier`` passes whenever ``later`` does, as far as can be shown."""
    return all(_implied(guard, later) for guard in earlier)


def _implied(wanted: Guard, given: list[Guard]) -> bool:
    mine = [guard for guard in given if guard.field == wanted.field]
    if any(same(plain(guard), plain(wanted)) for guard in mine):
        return True
    if wanted.op == "exists" and any(guard.op != "not_exists" for guard in mine):
        return True
    known = candidates(mine, wanted.field) if mine else None
    if known is not None:
        return all(passes(wanted, value) for value in known)
    if wanted.op in NUMERIC and number(wanted.value):
        side = ("gt", "gte") if wanted.op in ("gt", "gte") else ("lt", "lte")
        return any(guard.op in side and number(guard.value) and passes(wanted, guard.value) for guard in mine)
    return False
