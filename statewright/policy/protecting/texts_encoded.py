"""Names that a program decodes and then removes, writes or runs: ``os.remove(b64decode("…").decode())``, ``eval(atob("…"))``.

Such a name is not plain to see, so it may be any. What is decoded and written as data to a file that is named, printed or parsed passes.
"""

from statewright.policy.protecting.texts_chosen import spots
from statewright.policy.protecting.texts_filled import CHANGING, FIRST, METHODS, OPENING, TURNING, _called, _identifier, _written
from statewright.policy.protecting.texts_walked import RUN, STEPS, _used

_DECODERS = """
    b64decode( b32decode( b16decode( b85decode( a85decode( base64_decode( decode64( decode_base64( fromhex( unhexlify( hex2bin( chr( codecs.decode(
    atob( Buffer.from( fromCharCode( fromCodePoint( .pack( pack( .unpack1( bytes([ bytearray([ map(chr str_rot13( convert_uudecode( decodebytes(
"""
DECODERS = tuple(_DECODERS.split())
RUNNING = RUN | {"eval", "Function", "runInThisContext", "runInNewContext", "instance_eval", "loadstring", "compile", "__import__"}
# What hands a value on as it is, or as a text.
_HANDING = "decode join map str String bytes toString list concat scalar reverse lower strip trim tr substr sprintf format bytearray new"
HANDING = TURNING | {one.strip("([.,").rpartition(".")[2] for one in DECODERS} | frozenset(_HANDING.split())
REMOVERS = ('"rm"', '"mv"', '"sh"', '"bash"', '"unlink"', '"sed"', '"shred"', '"truncate"', '"tee"', '"cp"')


def decoded(text: str) -> bool:
    """Whether a program gives what it decodes to a call that removes, writes, or runs it."""
    text = text.replace("'", '"')
    for one in DECODERS:
        for at in spots(text, one):
            before = text[at - 1 : at]
            whole = one[0] == "." or not (before.isalnum() or before == "_")
            if whole and _coded(text, at, one) and _reaches(text, at):
                return True
    return False


def _coded(text: str, at: int, one: str) -> bool:
    """Whether a call is one that decodes: of those with further uses, by what it is told."""
    rest = text[at + len(one) : at + 4000].partition("\n")[0]
    if one == "Buffer.from(":
        return '"base64"' in rest or '"hex"' in rest or rest[:1] == "["
    if one in (".pack(", "pack(", ".unpack1("):
        return rest[:2] in ('"H', '"h', '"m', '"C', '"c', '"U', '"A', '"u') or rest[1:3] == "m0"
    if one in ("chr(", "fromCharCode(", "fromCodePoint("):
        return not _below(text, at)
    return True


def _below(text: str, at: int) -> bool:
    """Whether a letter is put behind a plain folder's name, and nothing around it leads out of that or to a hidden one."""
    front = _unclosed(text[:at])
    literal = text[len(front) : at].strip()
    whole = text[len(front) : _end(text, len(front) - 1)]
    return literal[:1] == '"' and literal[1:2].isalnum() and "/" in literal and ".." not in whole and "/." not in whole and '"."' not in whole


def _reaches(text: str, at: int) -> bool:
    front = text[:at]
    for _ in range(12):
        name, first = _called(front)
        key = front.rstrip().rstrip("\"+. ").rstrip()
        if key.endswith("=") and key[:-1].rpartition(",")[2].strip().isidentifier() and name:
            return False  # input=…, encoding=…
        if not name and "(" not in _unclosed(front):
            return _assigned(text, front)
        opened = name in OPENING and first and (_written(text[at:]) or _moded(text, len(front), at) or '">' in front[-40:])
        if opened or (name in CHANGING and name not in RUN) or (name in FIRST and first):
            return True
        if name in RUNNING:
            inner = front[front.rfind(name) + len(name) :].lstrip("( ")
            return not inner.startswith("[") or not inner.strip("[ ") or any(inner[1:].lstrip().startswith(one) for one in REMOVERS)
        if name and name not in HANDING:
            return False
        start = len(_unclosed(front)) - 1
        if name in TURNING and _method(text, start):
            return True
        front = front[:start].rstrip()
        front = front[: len(front) - len(_identifier(front))].rstrip()
        while front[-1:] == ".":
            front = front[:-1].rstrip()
            front = front[: len(front) - len(_identifier(front))]
    return False


def _unclosed(front: str) -> str:
    """A text up to its last parenthesis that is open, "" where none is."""
    depth, i = 0, len(front) - 1
    while i >= 0:
        if front[i] in ")]}":
            depth += 1
        elif front[i] in "([{":
            if not depth and front[i] == "(":
                return front[: i + 1]
            depth -= depth > 0
        i -= 1
    return ""


def _end(text: str, start: int) -> int:
    """Where the parenthesis that opens at a place is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if not depth:
            return i
    return len(text)


def _moded(text: str, front: int, at: int) -> bool:
    """Whether a call of open, whose first argument holds a place, has a mode that writes."""
    start = len(_unclosed(text[:front])) - 1
    inside = text[at : _end(text, start)]
    return any('"%s' % mode in inside.rpartition(",")[2] for mode in ("w", "a", "x", "r+"))


def _method(text: str, start: int) -> bool:
    rest = text[_end(text, start) + 1 :].lstrip(")")
    return any(rest.startswith("." + one + "(") for one in METHODS if one != "open")


def _assigned(text: str, front: str) -> bool:
    """Whether the value is given to a name that a call then changes or runs."""
    line = front.replace(";", "\n").replace("{", "\n").rpartition("\n")[2]
    name, sign, _ = line.partition("=")
    name = name.strip().rpartition(" ")[2].lstrip("$@")
    if not sign or not name.isidentifier():
        return False
    bare = text.replace(" ", "").replace("$", "")
    return _used(text, name, [STEPS]) or any(one + "(" + name + end in bare for one in RUNNING for end in "),")
