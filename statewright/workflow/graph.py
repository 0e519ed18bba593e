"""A machine as a picture: Mermaid (stateDiagram-v2) and plain text."""

from collections.abc import Iterator

from statewright.workflow.models import Branch, Guarded, Invoke, State, Workflow


def edges(state: State) -> Iterator[tuple[str, str, str]]:
    """Target, event and condition of every way on from a state."""
    for event, branches in state.transitions().items():
        for branch in branches:
            if isinstance(branch, Invoke):
                yield branch.on_complete, event, "after %s" % branch.invoke
                if branch.on_fail is not None:
                    yield branch.on_fail, event, "%s failed" % branch.invoke
            else:
                yield branch.target, event, _condition(branch)
    if state.safe_next is not None:
        yield state.safe_next, "any other event", ""


def _condition(branch: Branch) -> str:
    parts = branch.guard_names()
    if isinstance(branch, Guarded) and branch.requires_approval:
        parts = [*parts, "a person's approval"]
    return " and ".join(parts)


def mermaid(workflow: Workflow) -> str:
    """Mermaid text; states get short ids, their names stand as descriptions."""
    ids = {name: "s%d" % number for number, name in enumerate(workflow.states)}
    lines = ["stateDiagram-v2"]
    lines += ['    state "%s" as %s' % (_safe(name), short) for name, short in ids.items()]
    if workflow.initial in ids:
        lines.append("    [*] --> %s" % ids[workflow.initial])
    for name, state in workflow.states.items():
        for target, event, condition in edges(state):
            if target in ids:
                label = "%s [%s]" % (event, condition) if condition else event
                lines.append("    %s --> %s: %s" % (ids[name], ids[target], _safe(label)))
        if state.type == "final":
            lines.append("    %s --> [*]" % ids[name])
    return "\n".join(lines) + "\n"


def _safe(text: str) -> str:
    """Mermaid's own characters as entities; one line."""
    return "".join("#%d;" % ord(c) if c in '"#;:<>{}%' or not c.isprintable() else c for c in text)


def text(workflow: Workflow) -> str:
    """Each state with what it allows and where it leads, for a terminal."""
    lines = [workflow.id, ""]
    for name, state in workflow.states.items():
        mark = "  (initial)" if name == workflow.initial else ""
        mark += "  (final)" if state.type == "final" else ""
        lines.append(name + mark)
        if state.allowed_tools is not None:
            lines.append("  tools: %s" % (", ".join(state.allowed_tools) or "none"))
        limits = [(key, getattr(state, key)) for key in ("max_iterations", "max_edit_lines", "max_files_per_state", "context_budget_bytes")]
        set_limits = ["%s %d" % (key, value) for key, value in limits if value is not None]
        if set_limits:
            lines.append("  limits: %s" % ", ".join(set_limits))
        for target, event, condition in edges(state):
            lines.append("  %s -> %s%s" % (event, target, "  [%s]" % condition if condition else ""))
        lines.append("")
    return "\n".join(lines)
