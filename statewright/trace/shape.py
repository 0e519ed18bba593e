"""The structural hash of a value: which keys and types it has, never what stands in it.

AETP section 5 allows nothing else of a tool's parameters and outputs in a trace and does not say how
the hash is made. Ours is the SHA-256 of the value's minimal JSON Schema, written as RFC 8785 writes
JSON. Lengths and order of lists, and every string and number, leave it unchanged.
"""

from statewright import fast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEPTH = 64  # levels looked at; what lies deeper has the shape {}
SHORT = 240  # letters
NULL_DIGEST = "sha256:bcde375ebd4cbacf651311181173836b169d5a360c6ac158c6a2cdaf49be3f61"  # of null: no output

_ESCAPES = {code: "\\u%04x" % code for code in range(32)}
_ESCAPES.update({34: '\\"', 92: "\\\\", 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"})
_STRING, _NUMBER, _BOOLEAN, _NULL = ('{"type":"%s"}' % kind for kind in ("string", "number", "boolean", "null"))
_UNKNOWN = "{}"


def digest(value: "Any", cap: int = 0) -> str:
    """``sha256:`` and 64 hex digits of a JSON value's shape.

    cap: how many values are looked at (0: all). Beyond it a value counts as ``{}``, an object that has
    more members than are left to look at as well, so that the cost of one hook call has a limit.
    """
    return "sha256:" + fast.sha256(canonical(value, cap).encode("utf-8"))


def held(value: "Any", cap: int = 0) -> str:
    """The shape while a call goes on: its text where that is short, to be hashed once it is needed, else the digest."""
    text = canonical(value, cap)
    return text if len(text) <= SHORT else "sha256:" + fast.sha256(text.encode("utf-8"))


def canonical(value: "Any", cap: int = 0) -> str:
    """The text that ``digest`` hashes."""
    return _shape(value, 0, [cap if cap > 0 else -1])


def _shape(value: "Any", depth: int, left: "list[int]") -> str:
    if depth >= DEPTH or left[0] == 0:
        return _UNKNOWN
    left[0] -= 1  # no cap: counts down from -1, never reaches 0
    if isinstance(value, str):
        return _STRING
    if value is None:
        return _NULL
    if isinstance(value, bool):
        return _BOOLEAN
    if isinstance(value, (int, float)):
        return _NUMBER  # 1 and 1.0 are one to many JSON readers
    if isinstance(value, dict):
        return _object(value, depth, left)
    if isinstance(value, (list, tuple)):
        return _array(value, depth, left)
    return _UNKNOWN


def _object(value: "dict[Any, Any]", depth: int, left: "list[int]") -> str:
    if 0 <= left[0] < len(value):
        return _UNKNOWN
    keys = {_scalar_text(str(key)): key for key in sorted(value, key=str)}
    names = list(keys)
    names.sort(key=None if all(name.isascii() for name in names) else _units)
    parts = ['"%s":%s' % (name.translate(_ESCAPES), _shape(value[keys[name]], depth + 1, left)) for name in names]
    return '{"properties":{%s},"type":"object"}' % ",".join(parts)


def _array(value: "list[Any] | tuple[Any, ...]", depth: int, left: "list[int]") -> str:
    shapes = set()
    for item in value:
        shapes.add(_shape(item, depth + 1, left))
        if left[0] == 0:
            if len(value) > 1:
                shapes.add(_UNKNOWN)
            break
    if not shapes:
        return '{"type":"array"}'
    if len(shapes) == 1:
        return '{"items":%s,"type":"array"}' % shapes.pop()
    return '{"items":{"anyOf":[%s]},"type":"array"}' % ",".join(sorted(shapes))  # code points sort as UTF-8 bytes do


def _scalar_text(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced, as UTF-8 needs it.

    By hand: asking for the utf-16 codec would import a module on the hot path.
    """
    if text.isascii():
        return text
    out = []
    high = 0
    for char in text:
        code = ord(char)
        if high:
            if 0xDC00 <= code <= 0xDFFF:
                out.append(chr(0x10000 + ((high - 0xD800) << 10) + code - 0xDC00))
                high = 0
                continue
            out.append("\ufffd")
            high = 0
        if 0xD800 <= code <= 0xDBFF:
            high = code
        else:
            out.append("\ufffd" if 0xDC00 <= code <= 0xDFFF else char)
    if high:
        out.append("\ufffd")
    return "".join(out)


def _units(text: str) -> "list[int]":
    """UTF-16 code units, the order RFC 8785 sorts members in."""
    units = []
    for char in text:
        code = ord(char)
        if code > 0xFFFF:
            code -= 0x10000
            units.append(0xD800 + (code >> 10))
            units.append(0xDC00 + (code & 0x3FF))
        else:
            units.append(code)
    return units
