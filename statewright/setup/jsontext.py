"""Change a JSON text and leave every other byte of it as it was: find where values lie, put members in, take them out."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|(//|/\*)', re.DOTALL)  # what stands in a string is none


class BadJson(ValueError):
    """The text is not plain JSON; the message names the line."""


def _no_constant(name: str) -> None:
    raise ValueError("%s is no JSON value" % name)


_SCAN = json.JSONDecoder(parse_constant=_no_constant).raw_decode


@dataclass
class Node:
    """A value in a text: what it is, from where to where, and its members or elements."""

    value: Any
    start: int
    end: int
    members: "list[tuple[str, int, Node]]" = field(default_factory=list)  # key, where the key starts, value
    elements: "list[Node]" = field(default_factory=list)

    def get(self, key: str) -> "Node | None":
        """The member's value."""
        return next((node for name, _, node in self.members if name == key), None)


def parse(text: str) -> Node:
    """The whole text as one node. BadJson for anything that is not plain JSON, a doubled key included."""
    try:
        node = _value(text, _skip(text, 1 if text[:1] == "\ufeff" else 0))
    except (ValueError, IndexError, RecursionError) as error:
        raise BadJson(comment(text) or _place(text, error)) from None
    if _skip(text, node.end) != len(text):
        raise BadJson(comment(text) or "line %d: more text after the JSON value" % (text.count("\n", 0, node.end) + 1))
    return node


def comment(text: str) -> str:
    """Where the text has a comment, in words; "" when it has none."""
    found = next((one for one in _COMMENT.finditer(text) if one.group(1)), None)
    return "line %d: a comment" % (text.count("\n", 0, found.start()) + 1) if found else ""


def _place(text: str, error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return "line %d: %s" % (error.lineno, error.msg)
    return str(error) if isinstance(error, ValueError) else "the text ends too early"


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int) -> Node:
    opener = text[at]
    if opener not in "{[":
        value, end = _SCAN(text, at)
        return Node(value, at, end)
    node = Node({} if opener == "{" else [], at, at)
    closer = "}" if opener == "{" else "]"
    at = _skip(text, at + 1)
    while text[at] != closer:
        if opener == "{":
            at = _member(text, at, node)
        else:
            inner = _value(text, at)
            node.elements.append(inner)
            node.value.append(inner.value)
            at = inner.end
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
            if text[at] == closer:
                raise ValueError("line %d: a comma before %s" % (text.count("\n", 0, at) + 1, closer))
        elif text[at] != closer:
            raise ValueError("line %d: expected a comma or %s" % (text.count("\n", 0, at) + 1, closer))
    node.end = at + 1
    return node


def _member(text: str, at: int, node: Node) -> int:
    line = text.count("\n", 0, at) + 1
    if text[at] != '"':
        raise ValueError("line %d: expected a name in double quotes" % line)
    key, end = _SCAN(text, at)
    if key in node.value:
        raise ValueError('line %d: "%s" stands twice' % (line, key))
    colon = _skip(text, end)
    if text[colon] != ":":
        raise ValueError("line %d: expected a colon" % line)
    inner = _value(text, _skip(text, colon + 1))
    node.members.append((key, at, inner))
    node.value[key] = inner.value
    return inner.end


@dataclass
class Style:
    """How a text is laid out: its indent ("" when it stands on one line) and its line end."""

    indent: str
    newline: str


def style_of(text: str) -> Style:
    """Read off the first member's line; two blanks where nothing tells."""
    newline = "\r\n" if "\r\n" in text else "\n"
    found = re.search(r"[{\[]\r?\n([ \t]+)\S", text)
    if found:
        return Style(found.group(1), newline)
    return Style("" if "\n" not in text.strip() and len(text.strip()) > 2 else "  ", newline)


def dump(value: Any, style: Style, depth: int) -> str:
    """A value as text at a depth of nesting, in the text's own layout."""
    if not style.indent:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=style.indent).split("\n")
    return (style.newline + style.indent * depth).join(lines)


def put(text: str, node: Node, item: str, style: Style, depth: int) -> str:
    """The text with ``item`` added as the last member or element of ``node``. depth: of the item."""
    inner = [one for _, _, one in node.members] or node.elements
    gap = style.newline + style.indent * depth if style.indent else ""
    if inner:
        at = inner[-1].end
        return text[:at] + "," + (gap or " ") + item + text[at:]
    closing = style.newline + style.indent * (depth - 1) if style.indent else ""
    return text[: node.start + 1] + gap + item + closing + text[node.end - 1 :]


def take(text: str, start: int, end: int) -> str:
    """The text without the member or element from ``start`` to ``end``, one comma and the blanks around it."""
    after = _skip(text, end)
    before = len(text[:start].rstrip(" \t\r\n"))
    if text[after] == ",":
        return text[:start] + text[_skip(text, after + 1) :]
    if before and text[before - 1] == ",":
        return text[: before - 1] + text[end:]
    return text[:before] + text[after:]
