"""Edits by tools of other servers, known by what their input carries: a path beside a text, old beside new, a patch.

Counted as the edit tools are. A tool whose name says that it changes a file, and whose input does not show how much, cannot be counted.
"""

from statewright.model import CLIENT_TOOLS
from statewright.policy.limits.edit_lines import Uncountable, difference, occurrences, on_disk, patch_lines, split
from statewright.policy.words.given import held, removes_by_name, words_of
from statewright.policy.words.patches import touched
from statewright.policy.words.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event

_PATHS = """
    path file_path filepath file filename file_name target_file notebook_path relative_path relative_workspace_path absolute_path uri file_uri
    destination source new_path old_path from_path to_path dest target src dst textdocument output_path output_file
"""
PATHS = frozenset(_PATHS.split())
_OLD = "old_string old_str oldtext old_text oldstring oldstr search find old original before needle search_text search_string"
OLD = tuple(_OLD.split())
_NEW = "new_string new_str newtext new_text newstring newstr replacement replace new after replace_with replacement_text new_value"
NEW = tuple(_NEW.split())
_WHOLE = """
    content contents text file_text data body new_source file_content filecontent code insert_text new_content newcontent code_edit value source_code
    lines markdown html template snippet
"""
WHOLE = tuple(_WHOLE.split())
PATCH = ("patch", "diff", "unified_diff", "udiff")
# What is said about an edit and is no part of it.
_SAID = """
    message commit_message title description reason explanation instruction instructions summary comment branch owner repo repository author email
    query pattern regex glob cwd workdir encoding language mode command cmd script
"""
SAID = frozenset(_SAID.split())
# Words in a name that say that files are changed in ways the input need not show.
_WRITING = """
    write edit update replace patch apply insert append save put modify change rewrite transform convert format fix refactor rename restore reset
    extract unzip generate overwrite download copy cp checkout export
"""
WRITING = frozenset(_WRITING.split())
FILES = frozenset(("file", "files", "document", "buffer", "editor", "cell", "notebook", "lines", "text", "code", "symbol"))
ADDING = frozenset(("append", "insert", "prepend"))
EMPTY = frozenset(("directory", "folder", "dir", "mkdir"))
DRY = ("dryrun", "dry_run", "preview", "simulate")


class Edit:
    """One change an input asks for. path: of the file, "" when the tool knows it; holder: the object that carries it."""

    __slots__ = ("holder", "path")

    def __init__(self, path: str, holder: "dict[str, Any]") -> None:
        self.path = path
        self.holder = holder


def concerns(event: "Event") -> bool:
    """Whether a call may be an edit by a tool of another server."""
    if event.command is not None or event.tool in CLIENT_TOOLS or not isinstance(event.input, dict):
        return False
    dry = any(str(key).lower() in DRY and value is True for key, value in event.input.items())
    return not dry


def edits(event: "Event") -> "list[Edit]":
    """Every object of an input that carries a change, with the path it stands beside or below."""
    words = words_of(event.raw_tool or event.tool)
    new = "create" in words and not {"file", "files"}.isdisjoint(words)
    named = new or (not FILES.isdisjoint(words) and not WRITING.isdisjoint(words))
    out: "list[Edit]" = []
    name = event.input.get("name")
    stack: "list[tuple[str, Any]]" = [(name if named and isinstance(name, str) else "", event.input)]
    while stack:
        path, one = stack.pop()
        if isinstance(one, list):
            stack += [(path, item) for item in reversed(one)]
        elif isinstance(one, dict):
            path = next((value for key, value in one.items() if _key(key) in PATHS and isinstance(value, str) and value), path)
            beside = path or named or any(_key(key) in PATCH for key in one)
            if beside and any(_carries(_key(key), value, words) for key, value in one.items()):
                out.append(Edit(path, one))
            stack += [_below(path, str(key), value) for key, value in reversed(list(one.items())) if _goes_on(_key(key), value)]
            stack += [(str(key), value) for key, value in one.items() if isinstance(value, str) and _is_file(str(key), value, words)]
        elif path and isinstance(one, str) and not WRITING.isdisjoint(words):
            out.append(Edit(path, {"content": one}))  # {"files": {"src/a.py": "text"}}
    return out


def _goes_on(key: str, value: "Any") -> bool:
    """Whether a value may hold further edits: JSON in a text as well; lines of one that was counted do not."""
    if isinstance(value, str):
        return key not in WHOLE and key not in NEW and key not in OLD and held(key, value) is not None
    return isinstance(value, dict | list) and not (key in WHOLE and isinstance(value, list) and all(isinstance(one, str) for one in value))


def _below(path: str, key: str, value: "Any") -> "tuple[str, Any]":
    """What lies below a key, and the path it belongs to: ``{"changes": {"file:///a.py": [{"newText": …}]}}``."""
    inner = held(key, value) if isinstance(value, str) else value
    return (key if "/" in key and " " not in key else path), inner


def _key(key: "Any") -> str:
    return str(key).lower().replace("-", "_")


def _is_file(key: str, value: str, words: "list[str]") -> bool:
    """Whether a key is itself the name of a file whose text stands under it."""
    return "\n" in value and ("/" in key or "." in key) and " " not in key and not WRITING.isdisjoint(words)


def _carries(key: str, value: "Any", words: "list[str]") -> bool:
    if key in PATCH or key in NEW or key in WHOLE:
        return isinstance(value, str | list) and not (key in WHOLE and isinstance(value, list) and not all(isinstance(one, str) for one in value))
    return isinstance(value, str) and "\n" in value and key not in SAID and key not in OLD and key not in PATHS and not WRITING.isdisjoint(words)


def lines(event: "Event") -> int:
    """The lines a tool of another server changes; raises Uncountable where its name says more than its input shows."""
    if not concerns(event):
        return 0
    found, words = edits(event), words_of(event.raw_tool or event.tool)
    if found:
        return sum([_count(event, edit, words) for edit in found])
    paths = _paths(event.input)
    if "symbol" not in words and (removes_by_name(event.raw_tool or event.tool) or "rename" in words):
        return sum([_whole(event, path) for path in paths])
    if paths and not WRITING.isdisjoint(words) and EMPTY.isdisjoint(words):
        raise Uncountable("its input does not show what it writes")
    return 0


def _count(event: "Event", edit: Edit, words: "list[str]") -> int:
    given = {_key(key): value for key, value in edit.holder.items()}
    total = sum([patch_lines(event, given[key]) for key in PATCH if isinstance(given.get(key), str)])
    old = next((given[key] for key in OLD if isinstance(given.get(key), str)), None)
    new = next((given[key] for key in NEW if isinstance(given.get(key), str)), None)
    every = any("all" in key and given[key] not in (False, None, 0, "false") for key in given)
    if new is not None:
        if _by_pattern(given, words):
            raise Uncountable("how much a pattern matches is not plain to see")
        ranged = _range(given)
        count = difference(old, new) if old is not None else max(len(split(new)), ranged, 1)
        if every and old:
            count *= max(occurrences(on_disk(event, edit.path), old), 1)
        total += count
    for key, value in given.items():
        text = "\n".join(value) if key in WHOLE and isinstance(value, list) else value
        if not isinstance(text, str) or key in SAID or key in PATHS or key in PATCH or key in OLD or key in NEW:
            continue
        partly = "symbol" in words or "name_path" in given or ADDING & set(words) or "insert" in key or _range(given)
        if key in WHOLE and not partly and edit.path:
            total += difference(on_disk(event, edit.path), text)
        elif key in WHOLE or "\n" in text:
            total += max(len(split(text)), _range(given))
    return total


def _by_pattern(given: "dict[str, Any]", words: "list[str]") -> bool:
    """Whether what is replaced is told by a pattern."""
    keys = any(key in ("regex", "pattern") or ("regex" in key and given[key] is True) for key in given)
    return keys or "regex" in words or given.get("mode") == "regex"


def _range(given: "dict[str, Any]") -> int:
    """The lines between two numbers that an input names, 0 without them."""
    first = next((given[key] for key in ("start_line", "startline", "start", "line_start", "from_line") if isinstance(given.get(key), int)), None)
    last = next((given[key] for key in ("end_line", "endline", "end", "line_end", "to_line") if isinstance(given.get(key), int)), None)
    return max(last - first + 1, 0) if first is not None and last is not None else 0


def _whole(event: "Event", path: str) -> int:
    """What a file holds that is removed or moved; a folder cannot be counted."""
    if event.facts is not None and event.facts.kind(absolute(event, path)) == "dir":
        raise Uncountable("%s is a folder" % path)
    return len(split(on_disk(event, path)))


def _paths(given: "Any") -> "list[str]":
    """Every text under a key that names a path, lists of them too."""
    out: "list[str]" = []
    stack = [given]
    while stack:
        one = stack.pop()
        if isinstance(one, list):
            stack += one
        elif isinstance(one, dict):
            for key, value in one.items():
                if _key(key) in PATHS or _key(key).rstrip("s") in PATHS:
                    out += [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str) and text]
            stack += [value for value in one.values() if isinstance(value, dict | list)]
    return out


def paths(event: "Event") -> "list[str]":
    """The paths a tool of another server changes, as far as its input names them; a move counts both ends."""
    if not concerns(event):
        return []
    found = edits(event)
    out = [edit.path for edit in found if edit.path]
    out += [path for edit in found for key in PATCH if isinstance(edit.holder.get(key), str) for path in touched(edit.holder[key])]
    words = words_of(event.raw_tool or event.tool)
    if not found and (removes_by_name(event.raw_tool or event.tool) or not WRITING.isdisjoint(words)):
        out += _paths(event.input)
    return [path for path in dict.fromkeys(out) if "://" not in path or path[:7] == "file://"]
