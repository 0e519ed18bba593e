"""What a line types into terminals, put together: ``tmux send-keys``, ``screen -X stuff``, ``xdotool type`` and ``key``, one call after the other.

What is typed must be there to see: a text that only a running shell knows, or a buffer that an earlier call or a file filled, is refused, since
at the other end a person's own shell may read it, where no hook judges. tmux(1), screen(1), xdotool(1), wezterm, kitty and zellij manuals. A guess:
what stands at the prompt already is not known. For such lines alone.
"""

from statewright.policy.texts.speaking import TYPING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

ENDS = ("enter", "c-m", "c-j", "return", "kp_enter", "kpenter", "kp-enter")
KEYS = ("escape", "up", "down", "left", "right", "bspace", "tab", "btab", "home", "end", "ppage", "npage", "dc", "ic")  # a text begins anew
VALUED = (
    "-t", "-N", "-b", "-L", "-S", "-p", "-s", "-X", "-f", "--window", "--delay", "--pane-id", "--match", "-c", "-m", "-P", "-M", "--clearmodifiers",
)  # fmt: skip
SENDS = (
    "send-keys", "send", "set-buffer", "setb", "stuff", "type", "key", "send-text", "write-chars", "send-key", "write", "register", "load-buffer",
    "loadb",
)  # fmt: skip
NAMED = ("send-keys", "send", "key", "send-key")  # their words may be keys' names
FILES = ("load-buffer", "loadb")  # they take a text from a file or the input, as do those of INPUT that are given none
INPUT = ("send-text",)
FILED = ("--from-file", "--file")
PASTES = ("paste-buffer", "pasteb", "paste", "insert-buffer")
FILLS = ("set-buffer", "setb", "load-buffer", "loadb", "register")
RUNS = ("if-shell", "if", "run-shell", "run", "set-hook", "bind-key", "bind", "command-prompt", "confirm-before", "confirm", "display-menu", "menu")
UNTOLD = "\0"
MOST = 16  # ways in which the words of a line may be filled in


def texts(found: "list[Call]", names: "Names") -> "list[tuple[Call, str]]":
    """``(the last call that types, a line that it ends or leaves)``; and what a terminal's own settings run: ``#(…)``, ``run "…"``."""
    out: "list[tuple[Call, str]]" = []
    for call, stream in _streams(found, names):
        out += [(call, line.strip().replace(UNTOLD, '"$_1unknown"')) for line in dict.fromkeys(stream.split("\n")) if line.strip()]
    for call in found:
        if call.name.rpartition("/")[2] in TYPING:
            out += [(call, text) for text in _settings([text.replace(UNTOLD, '"$_1unknown"') for text in call.texts[1:]])]
    return out


def untold(found: "list[Call]", names: "Names") -> "Call | None":
    """The call that types what the line does not tell: a text that begins with it, or a buffer that no call of the line filled."""
    for call, stream in _streams(found, names):
        if any(line.strip()[:1] == UNTOLD and not any(c.isalpha() for c in line.split()[0]) for line in stream.split("\n")):
            return call  # "$VENV/bin/python" tells its program
    filled = False
    for call in found:
        if call.name.rpartition("/")[2] not in ("tmux", "screen", "tmate", "byobu"):
            continue
        for i, text in enumerate(call.texts[1:], 1):
            filled = filled or text in FILLS
            if text in PASTES and not filled and (call.name != "screen" or call.texts[i - 1] == "-X" or "eval" in call.texts):
                return call
    return None


def _streams(found: "list[Call]", names: "Names") -> "list[tuple[Call, str]]":
    """What the calls of each program type one after the other, in each way in which the line's variables may be filled in."""
    typing = [call for call in found if call.name.rpartition("/")[2] in TYPING]
    out: "list[tuple[Call, str]]" = []
    for name in dict.fromkeys(call.name.rpartition("/")[2] for call in typing):
        mine = [call for call in typing if call.name.rpartition("/")[2] == name]
        ways = [[_ways(word, names) for word in call.words[1:]] for call in mine]
        most = min(MOST, max([1, *(len(way) for row in ways for way in row)]))
        for k in range(most):
            typed = [_typed(call, [way[min(k, len(way) - 1)] for way in row], found, names) for call, row in zip(mine, ways, strict=True)]
            out.append((mine[-1], "".join(typed)))
    return out


def _ways(word: "Word", names: "Names") -> "list[str]":
    """The texts that a word may be; what nobody can tell is UNTOLD."""
    from statewright.policy.texts.escapes import shown

    if word.static:
        return [word.text]
    return [_hole(text) for text in shown(word, names)] or [UNTOLD]


def _typed(call: "Call", words: "list[str]", found: "list[Call]", names: "Names") -> str:
    """The characters that the words of one call type."""
    name = call.name.rpartition("/")[2]
    out, sends, keys, i, given = "", "type" if name == "wtype" else "", name not in ("screen", "wtype"), 0, False
    while i < len(words):
        text = words[i]
        i += 1
        if text in (";", "\\;"):
            sends = ""
        elif not sends:
            sends = text if text in SENDS and (text != "write" or name == "zellij") else ""
            keys = sends in NAMED
            i += sends == "register"
            if not sends and name == "screen" and text.partition(" ")[0] in SENDS:
                out += _plain(text.partition(" ")[2].strip("'\""))  # eval 'stuff "…"'
        elif text in FILED or text.partition("=")[0] in FILED:
            out, given = out + _filed(text.partition("=")[2] or "".join(words[i : i + 1]), call, found, names), True
            i += "=" not in text
        elif text == "-H":
            out += "".join([chr(int(one, 16)) for one in words[i:] if len(one) == 2 and all(c in "0123456789abcdefABCDEF" for c in one)])
            i = len(words)
        elif text in VALUED:
            i += text not in ("--clearmodifiers",)
        elif text == "-l":
            keys = False
        elif (text == "--" and not given) or (text[:1] == "-" and len(text) > 1 and text != "--"):
            continue
        elif sends == "write":
            out += chr(int(text)) if text.isdigit() and int(text) < 256 else UNTOLD
        elif sends in FILES:
            pasted = any(word in PASTES for other in found for word in other.texts)
            out, given = out + (_filed(text, call, found, names) if pasted else ""), True
        elif keys and text in SENDS:
            keys = text in ("key", "send-key")
        else:
            out, given = out + (_key(text) if keys else _plain(text)), True
    if sends in INPUT and not given:
        out += _filed("-", call, found, names)
    elif sends and not given and call.parent is not None and call.parent.name in ("xargs", "parallel"):
        out += UNTOLD
    return out.replace("\r", "\n")


def _key(text: str) -> str:
    """What a word of ``send-keys`` types."""
    low = text.lower()
    if low in ENDS or low in KEYS or (len(low) == 3 and low[:2] in ("c-", "m-")) or (low[:1] == "^" and len(low) == 2):
        return "\n"
    return " " if low == "space" else _plain(text)


def _plain(text: str) -> str:
    for sign in ("^M", "^J", "\\n", "\\r", "\\015", "\\012"):
        text = text.replace(sign, "\n")
    return text


def _filed(path: str, call: "Call", found: "list[Call]", names: "Names") -> str:
    """The text of a file that the line writes, or of the input; UNTOLD for others."""
    from statewright.policy.outputs.output import fed, lines_of
    from statewright.policy.texts.escapes import written

    lines = fed(call, found, names) if path in ("-", "", "/dev/stdin", "--stdin") else lines_of(path.removeprefix("./"), names)
    return "\n" + "\n".join([_hole(written(line)) for line in lines])


def _hole(text: str) -> str:
    return text.replace('"$_1unknown"', UNTOLD).replace("$(_untold)", UNTOLD)


def _settings(words: "list[str]") -> "list[str]":
    """Commands in a terminal's own settings and hooks."""
    from statewright.policy.texts.recipes import in_quotes

    out = []
    for text in words:
        out += [piece.partition(")")[0] for piece in text.split("#(")[1:]]
        for lead in RUNS:
            if text.startswith(lead + " "):
                out += [text[len(lead) + 1 :].strip("'\""), *in_quotes(text)]
    if words[:1] and words[0] in RUNS:
        out += [text for text in words[1:] if " " in text]
    return out
