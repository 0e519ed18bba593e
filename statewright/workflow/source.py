"""Strict JSON with the line of every value: duplicate keys, NaN, depth and size are refused, a BOM is not."""

import re
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from statewright.workflow.problems import Path

MAX_BYTES = 1_000_000
MAX_DEPTH = 100
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS = (("true", True), ("false", False), ("null", None))
COMMA = "a comma before a closing bracket is not JSON"
_NOT_JSON = ("NaN", "Infinity", "-Infinity")


class BadSource(ValueError):
    """The text is no strict JSON. line: from 1. path: the nearest value's. mend: what to do."""

    def __init__(self, message: str, line: int = 1, path: Path = (), mend: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.path = path
        self.mend = mend


class Source:
    """A parsed file. lines: for each path the line of its key, or of the value in an array."""

    def __init__(self, value: Any, lines: dict[Path, int]) -> None:
        self.value = value
        self._lines = lines

    def line(self, path: Path) -> int:
        """The line where a path stands, or the nearest thing around it that is there."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)


def parse(data: bytes) -> Source:
    """The value in the file's bytes; BadSource when they are not one strict JSON value."""
    if len(data) > MAX_BYTES:
        raise BadSource("the file has %d bytes, more than %d" % (len(data), MAX_BYTES), mend="split it into sub-machines")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BadSource("the file is UTF-16", mend="save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSource("the file is not UTF-8", 1 + data[: error.start].count(b"\n"), mend="save it as UTF-8") from None
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.seen = 0  # up to here the line is counted
        self.number = 1
        self.lines: dict[Path, int] = {}

    def read(self) -> Source:
        self.space()
        value = self.value(())
        self.space()
        if self.at != len(self.text):
            self.fail("there is more after the end of the JSON value", ())
        return Source(value, self.lines)

    def line(self) -> int:
        self.number += self.text.count("\n", self.seen, self.at)
        self.seen = max(self.seen, self.at)
        return self.number

    def fail(self, message: str, path: Path, mend: str = "") -> Any:
        raise BadSource(message, self.line(), path, mend)

    def space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def value(self, path: Path) -> Any:
        self.lines.setdefault(path, self.line())
        if len(path) > MAX_DEPTH:
            self.fail("nested deeper than %d" % MAX_DEPTH, path[:5])
        char = self.text[self.at : self.at + 1]
        if char == "{":
            return self.members(path)
        if char == "[":
            return self.items(path)
        if char == '"':
            return self.string(path)
        return self.scalar(path)

    def scalar(self, path: Path) -> Any:
        for word, value in _WORDS:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        match = _NUMBER.match(self.text, self.at)
        if match is None or self.text.startswith(_NOT_JSON, self.at):
            found = self.text[self.at : self.at + 12].split("\n")[0]
            if found.startswith(_NOT_JSON):
                self.fail("%s is not JSON" % next(word for word in _NOT_JSON if found.startswith(word)), path, "use a number or text")
            mend = {"'": "JSON quotes with \"", "/": "JSON has no comments; keys that start with x- are free", "#": "JSON has no comments",
                    "}": COMMA, "]": COMMA}.get(found[:1], "")
            self.fail("expected a value%s" % (", found %s" % found if found else ", the file ends"), path, mend)
            raise AssertionError
        self.at = match.end()
        try:
            number: int | float = float(match.group()) if match.group(1) or match.group(2) else int(match.group())
        except ValueError:
            return self.fail("the number is too long", path)
        if number in (float("inf"), float("-inf")):
            self.fail("the number is too large", path)
        return number

    def string(self, path: Path) -> str:
        text: str
        try:
            text, self.at = scanstring(self.text, self.at + 1, True)
        except JSONDecodeError as error:
            self.fail("the text in quotes is broken: %s" % error.msg.rstrip(": at"), path)
            raise AssertionError from None
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("half a surrogate pair is no character", path, "write the character itself")
        return text

    def members(self, path: Path) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        self.space()
        if self.text.startswith("}", self.at):
            self.at += 1
            return found
        while True:
            self.space()
            if not self.text.startswith('"', self.at):
                self.fail("expected a key in double quotes", path, COMMA if self.text.startswith("}", self.at) else "")
            line = self.line()
            key = self.string(path)
            if key in found:
                raise BadSource('the key "%s" is there twice' % key, line, (*path, key), "keep one; a second one would silently win")
            self.lines[(*path, key)] = line
            self.space()
            if not self.text.startswith(":", self.at):
                self.fail('expected ":" after the key "%s"' % key, path)
            self.at += 1
            self.space()
            found[key] = self.value((*path, key))
            if self.ends("}", path):
                return found

    def items(self, path: Path) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        self.space()
        if self.text.startswith("]", self.at):
            self.at += 1
            return found
        while True:
            self.space()
            found.append(self.value((*path, len(found))))
            if self.ends("]", path):
                return found

    def ends(self, bracket: str, path: Path) -> bool:
        """Past the comma or the closing bracket; whether it was the bracket."""
        self.space()
        char = self.text[self.at : self.at + 1]
        if char not in (",", bracket) or not char:
            self.fail('expected "," or "%s"%s' % (bracket, ", found %s" % char if char else ", the file ends"), path)
        self.at += 1
        return char == bracket
