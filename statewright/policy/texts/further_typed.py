"""What a line types into terminals, put together: ``tmux send-keys``, ``screen -X stuff``, ``xdotool type`` and ``key``, one call after the other.

tmux(1), screen(1), xdotool(1), wezterm, kitty and zellij manuals. A guess: what stands at the prompt already is not known. For such lines alone.
"""

from statewright.policy.texts.speaking import TYPING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

ENDS = ("enter", "c-m", "c-j", "return", "kp_enter", "kpenter", "kp-enter")
VALUED = ("-t", "-N", "-b", "-L", "-S", "-p", "-s", "-X", "-f", "--window", "--delay", "--pane-id", "--match", "-c", "--clearmodifiers")
SENDS = ("send-keys", "send", "set-buffer", "setb", "stuff", "type", "key", "send-text", "write-chars", "send-key")
RUNS = ("if-shell", "if", "run-shell", "run", "set-hook", "bind-key", "bind", "command-prompt", "confirm-before", "confirm", "display-menu", "menu")


def texts(found: "list[Call]") -> "list[tuple[Call, str]]":
    """``(the last call that types, a line that it ends or leaves)``; and what a terminal's own settings run: ``#(…)``, ``run "…"``."""
    streams: "dict[str, tuple[Call, str]]" = {}
    out: "list[tuple[Call, str]]" = []
    for call in found:
        name = call.name.rpartition("/")[2]
        if name not in TYPING:
            continue
        before = streams.get(name, (call, ""))[1]
        streams[name] = (call, before + _typed(name, call.texts[1:]))
        out += [(call, text) for text in _settings(call.texts[1:])]
    for call, stream in streams.values():
        out += [(call, line.strip()) for line in dict.fromkeys(stream.split("\n")) if line.strip()]
    return out


def _typed(name: str, words: "list[str]") -> str:
    """The characters that the words of one call type."""
    out, sends, keys, i = "", "", name != "screen", 0
    while i < len(words):
        text = words[i]
        i += 1
        if text in (";", "\\;"):
            sends = ""
        elif not sends:
            sends = text if text in SENDS else ""
            keys = sends in ("send-keys", "send", "key", "send-key")
        elif text == "-H":
            out += "".join([chr(int(one, 16)) for one in words[i:] if len(one) == 2 and all(c in "0123456789abcdefABCDEF" for c in one)])
            i = len(words)
        elif text in VALUED:
            i += text not in ("--clearmodifiers",)
        elif text == "-l":
            keys = False
        elif text[:1] == "-" and len(text) > 1 and text != "--":
            continue
        elif keys and text.lower() in ENDS:
            out += "\n"
        elif keys and text.lower() == "space":
            out += " "
        elif keys and text in SENDS:
            keys = text in ("key", "send-key")
        else:
            for sign in ("^M", "^J", "\\n", "\\r", "\\015", "\\012"):
                text = text.replace(sign, "\n")
            out += text
    return out


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
