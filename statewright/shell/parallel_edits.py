"""GNU parallel's replacement strings beside the plain ones: ``{= perl =}``, those of --plus, --rpl, --parens, --bnr and their kin. parallel(1)."""

from statewright.shell.model import Word
from statewright.shell.substitutions import substituted

UNTOLD = "\3"  # what only a running Perl knows
NAMED = {
    "--basenamereplace": "/", "--bnr": "/", "--dirnamereplace": "//", "--dnr": "//", "--extensionreplace": ".", "--er": ".", "-U": ".",
    "--basenameextensionreplace": "/.", "--bner": "/.",
}  # fmt: skip
EDITS = ("", ".", "/", "//", "/.")


class Edits:
    """What the options of one call say. tags: ``(replacement string, its program or an edit)``."""

    __slots__ = ("close", "open", "plus", "tags")

    def __init__(self, words: "list[Word]") -> None:
        self.tags: "list[tuple[str, str]]" = []
        self.open, self.close, self.plus = "{=", "=}", False
        for i, word in enumerate(words):
            name, sign, value = word.text.partition("=")
            value = value if sign else words[i + 1].text if i + 1 < len(words) else ""
            if name == "--plus":
                self.plus = True
            elif name == "--parens" and value:
                self.open, self.close = value[: len(value) // 2], value[len(value) // 2 :]
            elif name == "--rpl" and " " in value:
                tag, _, program = value.partition(" ")
                self.tags.append((tag.partition("(")[0] or tag, program))
            elif name in NAMED and value:
                self.tags.append((value, NAMED[name]))

    def applied(self, text: str, row: "list[Word | None]") -> str:
        """The command's text with these strings replaced; the plain ones are left."""
        for tag, program in self.tags:
            if tag in text:
                text = text.replace(tag, "{" + program + "}" if program in EDITS else self._perl(program, row))
        at = text.find(self.open)
        while at >= 0:
            end = text.find(self.close, at + len(self.open))
            if end < 0:
                break
            text = text[:at] + self._perl(text[at + len(self.open) : end], row) + text[end + len(self.close) :]
            at = text.find(self.open, at)
        at = text.find("{") if self.plus else -1
        while at >= 0:
            end = text.find("}", at)
            inside = text[at + 1 : end]
            if end > 0 and inside.lstrip("-0123456789") not in EDITS:
                made = self._plus(inside, _text(row, ""))
                text = text[:at] + made + text[end + 1 :]
            at = text.find("{", at + 1)
        return text

    def _perl(self, program: str, row: "list[Word | None]") -> str:
        bare = program.strip()
        number = bare[: len(bare) - len(bare.lstrip("0123456789"))]
        given = _text(row, number)
        made = None if given is None else substituted(given, bare[len(number) :])
        return UNTOLD if made is None else made

    def _plus(self, inside: str, given: "str | None") -> str:
        if given is None:
            return UNTOLD
        sign, rest = inside[:1], inside[1:]
        if sign == "%" and rest[:1] != "%":
            return given[: -len(rest)] if rest and given.endswith(rest) else given
        if sign == "#" and rest and rest[:1] != "#":
            return given[len(rest) :] if given.startswith(rest) else given
        if sign == "/" and "/" in rest:
            return given.replace(rest.partition("/")[0], rest.partition("/")[2])
        if sign == ":" and rest.isdigit():
            return given[int(rest) :]
        if inside in ("+.", "+/"):
            return given.rpartition(inside[1])[2] if inside == "+." else given.rpartition("/")[0]
        if inside in ("..", "..."):
            return ".".join(given.split(".")[: -len(inside)]) or given
        return UNTOLD


def _text(row: "list[Word | None]", number: str) -> "str | None":
    """An argument that is plain to see."""
    at = int(number) - 1 if number else 0
    word = row[at] if 0 <= at < len(row) else None
    return word.text if word is not None and word.static else None


def separated(words: "list[Word]") -> "list[Word]":
    """The words with ``:::`` where --arg-sep names another sign for it."""
    out = list(words)
    for i, word in enumerate(words):
        name, sign, value = word.text.partition("=")
        if name in ("--arg-sep", "--arg-file-sep"):
            value = value if sign else words[i + 1].text if i + 1 < len(words) else ""
            for k in range(i + 1 + (not sign), len(words)):
                if words[k].text == value:
                    out[k] = Word(":::" + (":" if name[5:6] == "f" else ""), ":::" + (":" if name[5:6] == "f" else ""))
    return out


def headed(words: "list[Word]", template: "list[str]", columns: "list[list[Word] | None]") -> "tuple[list[str], list[list[Word] | None]]":
    """``--header :``: the first argument of each list is its name."""
    if not any(word.text[:8] == "--header" for word in words):
        return template, columns
    out: "list[list[Word] | None]" = []
    for i, column in enumerate(columns):
        if column:
            template = [text.replace("{%s}" % column[0].text, "{%d}" % (i + 1)) for text in template]
        out.append(column[1:] if column else column)
    return template, out
