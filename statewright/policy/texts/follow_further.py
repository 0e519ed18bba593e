"""What ssh and make run by their words. Sources: ssh(1), ssh_config(5), GNU make manual (Setting, Shell Function)."""

from statewright.policy.texts.follow import text_of
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Script, Word

SSH_VALUES = "BbcDEeFIiJLlmOopQRSWw"
SSH_RUNS = ("proxycommand", "localcommand", "permitlocalcommand", "knownhostscommand", "match", "include", "pkcs11provider")
PLAIN_SHELLS = ("/bin/sh", "/bin/bash", "/usr/bin/bash", "bash", "sh", "/bin/zsh")
MAKE_RUNS = ("SHELL", ".SHELLFLAGS", "MAKE", "MAKEFLAGS")
LIVE = frozenset(";|&`\n<>")
MAKE_FUNCTIONS = ("eval", "file", "guile", "load")  # those that write or define, besides shell, which runs


def ssh(out: "list[Script]", words: "list[Word]") -> None:
    """``ssh HOST COMMAND`` and the settings that run something here."""
    i = 1
    while i < len(words):
        text = words[i].text
        if text[:1] != "-" or text == "-":
            break
        at = next((n for n in range(1, len(text)) if text[n] in SSH_VALUES), 0)
        if not at:
            i += 1
            continue
        attached = text[at + 1 :]
        holder = words[i] if attached else words[i + 1] if i + 1 < len(words) else None
        if text[at] == "o" and holder is not None:
            _setting(out, holder, attached or holder.text)
        i += 1 if attached else 2
    rest = words[i + 1 :]
    if len(rest) == 1:
        text_of(out, rest[0], rest[0].text)
    elif rest:
        out.append(read(" ".join(word.raw for word in rest)))


def _setting(out: "list[Script]", word: "Word", text: str) -> None:
    key, sign, value = text.partition("=")
    if not sign or " " in key.strip():
        key, _, value = text.strip().partition(" ")
    if key.strip().lower() in SSH_RUNS:
        text_of(out, word, value)


def again(out: "list[Script]", value: str) -> None:
    """What a recipe's shell finds in a value of make's: it reads it again, bare or within quotes of its own; ``$$`` is its ``$``."""
    if LIVE.isdisjoint(value) and "$$" not in value:
        return
    text = value.replace("$$", "\0")
    for lead in ("$(", "${"):
        while lead in text and text.find(")" if lead == "$(" else "}", text.index(lead)) > 0:  # make's own: see below
            at = text.index(lead)
            text = text[:at] + text[text.index(")" if lead == "$(" else "}", at) + 1 :]
    text = text.replace("$", "").replace("\0", "$")
    for quote in ("", "'", '"') if text.lstrip("x")[:1] in "'\"" or _turned(text) else ("",):
        script = read("x " + quote + text + quote)
        first = script.commands[0] if script.commands else None
        if first is not None and first.redirects and not script.opaque:
            first.words = first.words[:1]
            out.append(script)
        elif len(script.commands) > 1:
            if not script.opaque:
                del script.commands[0]
            out.append(script)
        elif script.opaque and not quote:
            out.append(script)


def _turned(text: str) -> bool:
    """Whether quotes in a value hold what would run where the recipe has quotes around it: all but a plain pattern, ``-k 'a|b'``."""
    inside, start = "", 0
    for i, c in enumerate(text):
        if inside and c == inside:
            held = text[start:i]
            if not LIVE.isdisjoint(held) and (not LIVE.isdisjoint(held.replace("|", "")) or " " in held or "/" in held):
                return True
            inside = ""
        elif not inside and c in "'\"":
            inside, start = c, i + 1
    return bool(inside) and not LIVE.isdisjoint(text[start:])


def make(out: "list[Script]", words: "list[Word]") -> None:
    """``make SHELL=x`` changes what runs every recipe; ``X!=…`` and ``X=$(shell …)`` run what they hold."""
    for word in words[1:]:
        name, sign, value = word.text.partition("=")
        if not sign:
            continue
        if name[-1:] == "!" or (name.rstrip(":+?") in MAKE_RUNS and value not in PLAIN_SHELLS):
            text_of(out, word, value)
        again(out, value)
        for lead in ("$(", "${") if "$" in value else ():
            for piece in value.split(lead)[1:]:
                function, _, rest = piece.replace("\t", " ").partition(" ")
                if function == "shell":
                    text_of(out, word, rest[:-1] if rest[-1:] in ")}" else rest)
                elif function in MAKE_FUNCTIONS and rest:
                    text_of(out, word, "make-" + function)
