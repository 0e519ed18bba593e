"""The lines a call of an edit tool changes: max(removed, added) after the common head and tail are cut.

CR, LF and CRLF end lines. Several edits and the files of one patch add up.
"""

from statewright.policy.patches import patch_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event


class Uncountable(Exception):
    """How many lines a call changes cannot be told; the text says why."""


def split(text: str) -> "list[str]":
    """The lines of a text; a last line without an end counts."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def difference(old: str, new: str) -> int:
    """max(removed, added) after the common head and tail are cut."""
    if old == new:
        return 0
    before, after = split(old), split(new)
    head = 0
    most = min(len(before), len(after))
    while head < most and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < most - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return max(len(before) - head - tail, len(after) - head - tail, 1)


def changed_lines(event: "Event") -> int:
    """The lines an edit tool's call changes; 0 for other tools."""
    given = event.input
    if event.tool not in ("Edit", "Write", "NotebookEdit", "apply_patch"):
        return 0
    if not isinstance(given, dict):
        raise Uncountable("its input is no object")
    if event.tool == "apply_patch":
        return _patch(event)
    if event.tool == "NotebookEdit":
        return _cell(event)
    if event.tool == "Write":
        content = given.get("content")
        if not isinstance(content, str):
            raise Uncountable("its content is no text")
        return difference(_on_disk(event, str(given.get("file_path", ""))), content)
    if "edits" in given or event.raw_tool == "MultiEdit":
        edits = given.get("edits")
        if not isinstance(edits, list) or not edits:
            raise Uncountable("it holds no edits")
        return sum(_edit(event, edit) for edit in edits)
    return _edit(event, given)


def _cell(event: "Event") -> int:
    """A cell's new source; one that is replaced or deleted counts with what it held."""
    given = event.input
    source = given.get("new_source", "")
    if not isinstance(source, str):
        raise Uncountable("the cell's source is no text")
    count = max(len(split(source)), 1)
    path, mode = given.get("notebook_path"), given.get("edit_mode")
    if mode == "insert" or event.facts is None or not isinstance(path, str):
        return count
    from statewright.policy.paths import absolute

    path = absolute(event, path)
    if event.facts.kind(path) != "file":
        return count
    old = event.facts.cell(path, str(given.get("cell_id", "")))
    if old is None:
        if mode == "delete":
            raise Uncountable("the cell that is deleted cannot be found")
        return count
    return max(count, difference(old, source))


def _edit(event: "Event", edit: "Any") -> int:
    if not isinstance(edit, dict) or not isinstance(edit.get("old_string"), str) or not isinstance(edit.get("new_string"), str):
        raise Uncountable("its old or new text is no text")
    old, new = edit["old_string"], edit["new_string"]
    count = difference(old, new)
    every = edit.get("replace_all")
    if every and str(every).lower() not in ("false", "0", "no") and old:
        count *= max(_on_disk(event, str(event.input.get("file_path", ""))).count(old), 1)
    return count


def _on_disk(event: "Event", path: str) -> str:
    if not path or event.facts is None:
        return ""
    try:
        from statewright.policy.paths import absolute

        return event.facts.text(absolute(event, path)) or ""
    except (ValueError, OSError):
        raise Uncountable("the file on disk cannot be read as text") from None


def _patch(event: "Event") -> int:
    text = patch_text(event.input)
    if text is None:
        raise Uncountable("the patch is no text")
    return patch_lines(event, text)


def patch_lines(event: "Event", text: str) -> int:
    """The + and - lines of a patch; a deleted file counts in full."""
    added = removed = total = 0
    own = "*** Begin Patch" in text or "*** Update File:" in text or "*** Add File:" in text
    lines = split(text)
    for i, line in enumerate(lines):
        if (not own and _header(lines, i)) or line.startswith(("*** ", "@@", "diff ")):
            if line.startswith(("*** ", "diff ", "@@")):
                total += max(added, removed)
                added = removed = 0
            if line.startswith("*** Delete File:"):
                total += len(split(_on_disk(event, line[16:].strip())))
        elif line[:1] == "+":
            added += 1
        elif line[:1] == "-":
            removed += 1
    return total + max(added, removed)


def _header(lines: "list[str]", i: int) -> bool:
    """Whether a line is one of the two in front of a hunk that name the files; a removed ``-- x`` looks like one."""
    at = i if lines[i].startswith("--- ") else i - 1
    return at >= 0 and [line[:4] for line in lines[at : at + 2]] == ["--- ", "+++ "] and lines[at + 2 : at + 3] != [] and lines[at + 2][:2] == "@@"
