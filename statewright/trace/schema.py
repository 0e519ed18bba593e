"""As much of JSON Schema as our AETP schema uses, telling of each breach what kind of knowledge it breaks.

The schema's ``$comment`` of a part starts with ``stated``, ``shown`` or ``inferred``. A JSON Schema
library is a dependency of the tests only; they compare both on the same documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

Json = dict[str, Any]
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}
_DATE_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d):(\d\d)(\.\d+)?(Z|z|[+-]\d\d:\d\d)", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


PLAIN = frozenset(("const", "enum", "minLength", "maxLength", "pattern", "format", "minimum"))  # keywords, by the function that knows them
COMBINED = frozenset(("allOf", "anyOf", "not", "if"))


@dataclass(frozen=True)
class Breach:
    """rule: R2, or R6 for a forbidden raw value, R9 for a member the profile does not know."""

    path: str
    message: str
    inferred: bool
    rule: str = "R2"


class Schema:
    """A schema and its ``$defs``."""

    def __init__(self, root: Json) -> None:
        self.root = root

    def breaches(self, value: Any, definition: str = "") -> list[Breach]:
        """What is wrong with a value; "" stands for the whole schema."""
        part = self.root["$defs"][definition] if definition else self.root
        return list(dict.fromkeys(self._check(value, part, "", False)))

    def fits(self, value: Any, part: Json) -> bool:
        return next(self._check(value, part, "", False), None) is None

    def _check(self, value: Any, part: Json, path: str, inferred: bool) -> Iterator[Breach]:
        comment = part.get("$comment", "")
        if comment:
            inferred = comment.startswith("inferred")
        if "$ref" in part:
            yield from self._check(value, self._find(part["$ref"]), path, inferred)
        if "type" in part and not _is(value, part["type"]):
            yield Breach(path, f"should be of type {part['type']}", inferred)
            return
        if not PLAIN.isdisjoint(part):
            yield from _scalar(value, part, path, inferred)
        if not COMBINED.isdisjoint(part):
            yield from self._combined(value, part, path, inferred)
        if isinstance(value, dict):
            yield from self._object(value, part, path, inferred)
        elif isinstance(value, list):
            yield from self._list(value, part, path, inferred)

    def _find(self, ref: str) -> Json:
        part: Json = self.root
        for name in ref.split("/")[1:]:
            part = part[name]
        return part

    def _combined(self, value: Any, part: Json, path: str, inferred: bool) -> Iterator[Breach]:
        for inner in part.get("allOf", ()):
            yield from self._check(value, inner, path, inferred)
        if "anyOf" in part and not any(self.fits(value, inner) for inner in part["anyOf"]):
            yield Breach(path, "has none of the forms allowed here", inferred)
        if "not" in part and self.fits(value, part["not"]):
            names = [inner["required"][0] for inner in part["not"].get("anyOf", ()) if inner["required"][0] in value]
            yield Breach(path, f"holds raw values ({', '.join(names)}); only structural hashes are allowed", False, "R6")
        if "if" in part:
            branch = "then" if self.fits(value, part["if"]) else "else"
            yield from self._check(value, part.get(branch, {}), path, inferred)

    def _object(self, value: Json, part: Json, path: str, inferred: bool) -> Iterator[Breach]:
        for name in part.get("required", ()):
            if name not in value:
                yield Breach(path, f"{name} is missing", inferred)
        known, others, names = part.get("properties", {}), part.get("additionalProperties"), part.get("propertyNames")
        if not known and not names and not isinstance(others, dict):
            return
        listed = names["enum"] if names and names.keys() == {"enum"} else None
        for name, inner in value.items():
            here = f"{path}/{name}" if "~" not in name and "/" not in name else f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
            if name in known:
                yield from self._check(inner, known[name], here, inferred)
            elif isinstance(others, dict):
                yield from self._check(inner, others, here, inferred)
            if names and not (name in listed if listed is not None else self.fits(name, names)):
                yield Breach(here, "is no member of the profile", inferred, "R9")

    def _list(self, value: list[Any], part: Json, path: str, inferred: bool) -> Iterator[Breach]:
        if len(value) < part.get("minItems", 0):
            yield Breach(path, f"should have at least {part['minItems']} element", inferred)
        if len(value) > part.get("maxItems", len(value)):
            yield Breach(path, f"should have at most {part['maxItems']} elements", inferred)
        if "items" in part:
            for index, inner in enumerate(value):
                yield from self._check(inner, part["items"], f"{path}/{index}", inferred)


def _is(value: Any, kind: str) -> bool:
    if kind in ("number", "integer"):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return kind == "number" or isinstance(value, int) or value.is_integer()
    return isinstance(value, _TYPES[kind])


def _scalar(value: Any, part: Json, path: str, inferred: bool) -> Iterator[Breach]:
    if "const" in part and value != part["const"]:
        yield Breach(path, f"should be {part['const']!r}", inferred)
    if "enum" in part and value not in part["enum"]:
        yield Breach(path, f"should be one of {', '.join(map(str, part['enum']))}", inferred)
    if isinstance(value, str):
        if len(value) < part.get("minLength", 0):
            yield Breach(path, "should not be empty", inferred)
        if len(value) > part.get("maxLength", len(value)):
            yield Breach(path, f"should have at most {part['maxLength']} characters", inferred)
        if "pattern" in part and not re.search(part["pattern"], value):
            yield Breach(path, f"should match {part['pattern']}", inferred)
        if "format" in part and not _FORMATS[part["format"]](value):
            yield Breach(path, f"should be a {part['format']}", inferred)
    elif isinstance(value, int | float) and not isinstance(value, bool) and value < part.get("minimum", value):
        yield Breach(path, f"should be at least {part['minimum']}", inferred)


def _date_time(text: str) -> bool:
    match = _DATE_TIME.fullmatch(text)
    if not match:
        return False
    day, minute, second, _, zone = match.groups()
    try:  # second 60 is a leap second
        datetime.fromisoformat(f"{day}T{minute}:{'59' if second == '60' else second}{'+00:00' if zone in 'Zz' else zone}")
    except ValueError:
        return False
    return True


def _uuid(text: str) -> bool:
    return bool(_UUID.fullmatch(text)) and bool(UUID(text))


_FORMATS = {"date-time": _date_time, "uuid": _uuid}
