"""Program texts that take the whole environment by an object's name, or by a shell command they run."""

from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named
from statewright.policy.texts.recipes import in_quotes

TYPE_CHECKING = False
WHOLE = frozenset(("process", "globalThis.process", "global.process"))  # what holds the environment whole
if TYPE_CHECKING:
    from statewright.model import Finding

_RUNS = """
    system popen spawn exec subprocess sh( shell ` qx %x Process( execSync run( open( IO.popen Open3 Runtime Command
    passthru esyscmd syscmd
"""
RUNS = tuple(_RUNS.split())  # how programs run a shell command
DUMPERS = ("env", "printenv", "set", "export", "declare", "typeset", "compgen")
# The object that holds the environment, by language: whole where no single name is asked for right behind it.
OBJECTS = {"ruby": "ENV", "irb": "ENV", "julia": "ENV", "tclsh": "env", "wish": "env", "expect": "env", "pwsh": "env", "powershell": "env"}
ONE = ("[", "(", ".fetch(", ".key?(", ".has_key?(", ".get(", ":", ".delete(")


def refused(text: str, base: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """None when nothing of the kind is in the text."""
    if any(run in text for run in RUNS):
        fault = _commands(text, blocked)
        if fault:
            return fault
    if base in ("node", "nodejs", "bun", "deno", "ts-node", "tsx", "zx") and "process" in text:
        return _node(text)
    if base in ("vim", "vi", "ex", "nvim", "nu", "xonsh", "elvish", "fish", "python") and ("$" in text or "E:" in text or "expandvars" in text):
        fault = _sigil(text, base, blocked)
        if fault:
            return fault
    if base == "perl" and ("-MEnv" in text or "use Env" in text):
        return dump("perl's Env module")
    name = OBJECTS.get(base)
    return _object(text, name, blocked) if name else None


def _sigil(text: str, base: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """``$NAME`` in a language that reads the environment by it, ``$env.NAME``, ``E:NAME``."""
    if base == "python" and "expandvars" not in text:
        return None
    for lead in ("$env.", "$E:", "${", "$", "E:"):
        for part in text.split(lead)[1:]:
            end = 0
            while end < len(part) and (part[end].isalnum() or part[end] == "_"):
                end += 1
            if end and named(blocked, part[:end]):
                return blocked_name(part[:end])
    for part in text.split("$env")[1:] if base == "nu" else ():
        if part[:1] not in (".", "?") or not part[1:2].isalpha():
            return dump("The program")
    return None


def _commands(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    for piece in _pieces(text):
        words = piece.replace("|", " ").replace(";", " ").replace("]", " ").replace(")", " ").split()
        if words and words[0].rpartition("/")[2] in DUMPERS and (len(words) == 1 or words[0] != "set"):
            other = words[1:2] if words[0] == "printenv" else []
            if not other or named(blocked, other[0]):
                return dump("%s in the program" % words[0]) if not other else blocked_name(other[0])
        for part in piece.split("$")[1:]:
            bare = part.lstrip("{")
            end = 0
            while end < len(bare) and (bare[end].isalnum() or bare[end] == "_"):
                end += 1
            if end and named(blocked, bare[:end]):
                return blocked_name(bare[:end])
    return None


def _pieces(text: str) -> "list[str]":
    """The quoted strings of a text, and what stands in the languages' further kinds of them."""
    out = in_quotes(text)
    for lead in ("syscmd(", "qx{", "qx(", "%x(", "%x{"):
        at = text.find(lead)
        if at >= 0:
            out.append(text[at + len(lead) :].strip())
    return out


def _printed(text: str) -> bool:
    """Whether ``process`` itself is shown: alone, or handed to what prints or lists it."""
    bare = text.strip().rstrip(";")
    return bare in WHOLE or any("(%s)" % name in text or "(%s," % name in text for name in WHOLE)


def _node(text: str) -> "Finding | None":
    """``env`` in a text that speaks of ``process`` and is no ``process.env.NAME``."""
    if WHOLE.intersection("".join([c if c.isalnum() or c in "_$." else " " for c in text]).split()) and _printed(text):
        return dump("The program")
    at = text.find("env")
    while at >= 0:
        before, after = text[:at], text[at + 3 :]
        alone = not (before[-1:].isalnum() or before[-1:] in ("_", "$")) and not (after[:1].isalnum() or after[:1] in ("_", "$"))
        if alone and not before.endswith("process."):
            return dump("The program")
        at = text.find("env", at + 3)
    return None


def _object(text: str, name: str, blocked: "tuple[str, ...]") -> "Finding | None":
    lowered = text if name != "env" else text.lower()
    at = lowered.find(name)
    while at >= 0:
        before, after = text[:at], text[at + len(name) :]
        if not (before[-1:].isalnum() or before[-1:] == "_") and not (after[:1].isalnum() or after[:1] == "_"):
            lead = next((one for one in ONE if after.startswith(one)), "")
            word, rest = "", after[len(lead) :].lstrip("'\"")
            for c in rest:
                if not (c.isalnum() or c == "_"):
                    break
                word += c
            if not lead or not word:
                return dump("The program")
            if named(blocked, word):
                return blocked_name(word)
        at = lowered.find(name, at + len(name))
    return None
