"""What ssh and make run by their words. Sources: ssh(1), ssh_config(5), GNU make manual (Setting, Shell Function)."""

from statewright.policy.follow import text_of
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Script, Word

SSH_VALUES = "BbcDEeFIiJLlmOopQRSWw"
SSH_RUNS = ("proxycommand", "localcommand", "permitlocalcommand", "knownhostscommand", "match", "include", "pkcs11provider")
PLAIN_SHELLS = ("/bin/sh", "/bin/bash", "/usr/bin/bash", "bash", "sh", "/bin/zsh")
MAKE_RUNS = ("SHELL", ".SHELLFLAGS", "MAKE", "MAKEFLAGS")
LIVE = frozenset(";|&`\n")
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


def make(out: "list[Script]", words: "list[Word]") -> None:
    """``make SHELL=x`` changes what runs every recipe; ``X!=…`` and ``X=$(shell …)`` run what they hold."""
    for word in words[1:]:
        name, sign, value = word.text.partition("=")
        if not sign:
            continue
        if name[-1:] == "!" or (name.rstrip(":+?") in MAKE_RUNS and value not in PLAIN_SHELLS):
            text_of(out, word, value)
        script = read("x " + value) if "$" not in value and not LIVE.isdisjoint(value) else None
        if script is not None and len(script.commands) > 1:  # the recipe's shell reads it again
            del script.commands[0]
            out.append(script)
        for lead in ("$(", "${") if "$" in value else ():
            for piece in value.split(lead)[1:]:
                function, _, rest = piece.replace("\t", " ").partition(" ")
                if function == "shell":
                    text_of(out, word, rest[:-1] if rest[-1:] in ")}" else rest)
                elif function in MAKE_FUNCTIONS and rest:
                    text_of(out, word, "make-" + function)
