"""The text of a trap with variables in it: ``trap "kill $PID" EXIT``. Read as if they were filled in when it runs, where that comes to the same:
every value that the line gives them is a number of the shell's own or a temporary file's name, which no shell reads as anything else.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Word

NUMBERS = ("$!", "$$", "$?", "$#")
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ./_-")
SETTING = frozenset(("eval", "source", ".", "read", "mapfile", "readarray", "printf", "getopts", "let", "unset", "nameref", "vared"))


def told(found: "Found", word: "Word") -> str:
    """The text with its variables written out, "" where their values may be anything."""
    if word.glob or word.brace or word.tilde or word.subst or any(op for _, op in word.vars):
        return ""
    if not all(kind == "text" or (kind == "var" and quoted) for kind, _, quoted in word.parts):
        return ""
    if not all("$" + name in NUMBERS or _safe(found, name) for name, _ in word.vars):
        return ""
    return "".join([source for _, source, _ in word.parts])


def _safe(found: "Found", name: str) -> bool:
    values = []
    for command in found.commands:
        values += [assign.value.raw if not (assign.append or assign.index) else "" for assign in command.assigns if assign.name == name]
        for word in command.words:
            if word.text.partition("=")[0].rstrip("+") == name and word.raw != "$" + name:
                values.append(word.raw.partition("=")[2])
        if command.words and command.words[0].text in SETTING and any(name in one.raw or not one.static for one in command.words[1:]):
            return False
    if any(one.name == name and "=" in one.op for one in found.expansions):
        return False
    return bool(values) and all(_plain(value.strip('"')) for value in values)


def _plain(value: str) -> bool:
    if value[:8] == "$(mktemp" and value[-1:] == ")":
        return PLAIN.issuperset(value[2:-1])
    return value in NUMBERS or (value.isascii() and value.isdigit())
