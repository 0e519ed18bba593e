"""A JSON document too large for memory, one member or one list element at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

CHUNK = 1 << 16
LARGEST = 64 << 20  # characters of one member or one element


class NotJson(Exception):
    """The file is not the JSON object it should be; the message says where it stops being one."""


def members(path: Path, listed: str) -> Iterator[tuple[str, int, Any]]:
    """(key, -1, value) for each member of the file's object; the list ``listed`` comes as (key, -1, []) and its elements as (key, index, value).

    Raises NotJson, after what was read before the fault, and OSError.
    """
    with path.open(encoding="utf-8-sig") as file:
        reader = _Reader(file)
        try:
            yield from _object(reader, listed)
            if reader.peek():
                raise NotJson(f"text after the document's end at character {reader.place()}")
        except UnicodeDecodeError as error:
            raise NotJson(f"not UTF-8: {error.reason} near character {reader.place()}") from None


def _object(reader: _Reader, listed: str) -> Iterator[tuple[str, int, Any]]:
    reader.expect("{", "a trace is a JSON object")
    seen: set[str] = set()
    if reader.peek() == "}":
        reader.expect("}")
        return
    while True:
        key = reader.value()
        if not isinstance(key, str):
            raise NotJson(f"a member's name is missing at character {reader.place()}")
        if key in seen:
            raise NotJson(f"member {key[:40]!r} stands twice")
        seen.add(key)
        reader.expect(":")
        if key == listed and reader.peek() == "[":
            yield key, -1, []
            for index, value in enumerate(_elements(reader)):
                yield key, index, value
        else:
            yield key, -1, reader.value()
        if reader.peek() == "}":
            reader.expect("}")
            return
        reader.expect(",")


def _elements(reader: _Reader) -> Iterator[Any]:
    reader.expect("[")
    if reader.peek() == "]":
        reader.expect("]")
        return
    while True:
        yield reader.value()
        if reader.peek() == "]":
            reader.expect("]")
            return
        reader.expect(",")


class _Reader:
    """A window on the text, never longer than the value being read asks for."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.text = ""
        self.at = 0
        self.gone = 0  # characters before the window
        self.ended = False
        self.decoder = json.JSONDecoder(parse_constant=_constant)

    def place(self) -> int:
        return self.gone + self.at

    def more(self, size: int = CHUNK) -> None:
        chunk = self.file.read(size)
        self.ended = not chunk
        self.gone += self.at
        self.text = self.text[self.at:] + chunk
        self.at = 0

    def peek(self) -> str:
        """The next character that is not white space, "" at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
                self.at += 1
            if self.at < len(self.text) or self.ended:
                return self.text[self.at:self.at + 1]
            self.more()

    def expect(self, char: str, why: str = "") -> None:
        if self.peek() != char:
            raise NotJson(f"{why + ': ' if why else ''}expected {char!r} at character {self.place()}")
        self.at += 1

    def value(self) -> Any:
        self.peek()
        while True:
            try:
                value, end = self.decoder.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                # Cut off by the window's end, or wrong? Only an open string can fail far from the end.
                if self.ended or not (error.msg.startswith("Unterminated string") or error.pos > len(self.text) - 16):
                    raise NotJson(f"{error.msg} at character {self.gone + error.pos}") from None
            except (ValueError, RecursionError) as error:
                raise NotJson(f"{error if isinstance(error, ValueError) else 'nested too deeply'} near character {self.place()}") from None
            else:
                if end < len(self.text) or self.ended:  # a number may go on beyond the window
                    self.at = end
                    return value
            if len(self.text) - self.at > LARGEST:
                raise NotJson(f"one value is longer than {LARGEST} characters, at character {self.place()}")
            self.more(max(CHUNK, len(self.text) - self.at))  # twice as much each time, so that all tries together cost a constant factor


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
