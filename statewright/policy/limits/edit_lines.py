"""The lines a call of an edit tool changes: max(removed, added) after the common head and tail are cut.

CR, LF and CRLF end lines. Several edits and the files of one patch add up.
"""

from statewright.policy.words.patches import head, own, pair, patch_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event


LONGEST = 16 << 20  # characters of a file between the edits of one call


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
        return difference(on_disk(event, str(given.get("file_path", ""))), content)
    if "edits" in given or event.raw_tool == "MultiEdit":
        edits = given.get("edits")
        if not isinstance(edits, list) or not edits:
            raise Uncountable("it holds no edits")
        return _edits(event, edits)
    return _edits(event, [given])


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
    from statewright.policy.words.paths import absolute

    path = absolute(event, path)
    if event.facts.kind(path) != "file":
        return count
    old = event.facts.cell(path, str(given.get("cell_id", "")))
    if old is None:
        if mode == "delete":
            raise Uncountable("the cell that is deleted cannot be found")
        return count
    return max(count, difference(old, source))


def _edits(event: "Event", edits: "list[Any]") -> int:
    """The edits of one file in their order: each is made to what the one before it left."""
    total, text = 0, None
    for edit in edits:
        if not isinstance(edit, dict) or not isinstance(edit.get("old_string"), str) or not isinstance(edit.get("new_string"), str):
            raise Uncountable("its old or new text is no text")
        old, new = edit["old_string"], edit["new_string"]
        count = difference(old, new)
        if _every(edit.get("replace_all")) and old:
            text = matched(on_disk(event, str(event.input.get("file_path", "")))) if text is None else text
            count *= max(text.count(matched(old)), 1)
        elif text is None and len(edits) > 1:
            text = matched(on_disk(event, str(event.input.get("file_path", ""))))
        if text is not None:
            text = text.replace(matched(old), matched(new), -1 if _every(edit.get("replace_all")) else 1) if old else text or matched(new)
            if len(text) > LONGEST:
                raise Uncountable("the text grows too long")
        total += count
    return total


def _every(flag: "Any") -> bool:
    """Whether all occurrences are meant; the flag as a word counts as well."""
    return bool(flag) and str(flag).lower() not in ("false", "0", "no")


def matched(text: str) -> str:
    """A text as the client compares it with a file's: LF for CRLF, straight quotes for curly ones. Measured with 2.1.332."""
    return text.replace("\r\n", "\n").replace("\u2018", "'").replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"')


def occurrences(text: str, old: str) -> int:
    """How often a tool that changes every occurrence finds one, at most."""
    return max(text.count(old), matched(text).count(matched(old)))


def on_disk(event: "Event", path: str) -> str:
    """A file's text, "" where there is none. Uncountable when it is no text."""
    if not path or event.facts is None:
        return ""
    try:
        from statewright.policy.words.paths import absolute

        return event.facts.text(absolute(event, path)) or ""
    except (ValueError, OSError):
        raise Uncountable("the file on disk cannot be read as text") from None


def _patch(event: "Event") -> int:
    text = patch_text(event.input)
    if text is None:
        raise Uncountable("the patch is no text")
    return patch_lines(event, text)


def patch_lines(event: "Event", text: str) -> int:
    """The + and - lines of a patch; a deleted file counts in full, and so does one that a new or moved one takes the place of."""
    added = removed = total = 0
    first = own(text)
    lines = split(text)
    written: "list[str] | None" = None  # of a new file, so far
    over = ""  # the path it gets
    for i, line in enumerate(lines):
        kind, path = head(line)
        if kind or (not first and pair(lines, i)) or line.startswith(("*** ", "@@", "diff ")):
            total += max(added, removed, difference(on_disk(event, over), "\n".join(written)) if written else 0)
            added = removed = 0
            if kind or line[:4] == "*** ":
                written = [] if kind == "add" else None
            if kind == "add":
                over = path
            elif kind in ("delete", "move"):
                total += len(split(on_disk(event, path)))
        elif line[:1] == "+":
            added += 1
            if written is not None:
                written.append(line[1:])
        elif line[:1] == "-":
            removed += 1
    return total + max(added, removed, difference(on_disk(event, over), "\n".join(written)) if written else 0)
