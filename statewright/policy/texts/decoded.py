"""What a program's text says once its numbers and encoded texts are decoded: ``chr(46)``, ``b64decode('…')``, ``bytes.fromhex('…')``.

Only what stands in the text itself is decoded, and it is looked at for names alone: what is decoded and then written to a plain file passes.
Loaded for programs that name one of the functions that decode.
"""

MOST = 64  # encoded texts of a program that are put in the place of what they stand for one by one; more of them all at once
LONGEST = 1 << 14  # characters of one that stands for a path: four times what a system opens
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LETTERS = DIGITS[:52] + "._"
NUMBERED = ("chr(", "fromCharCode(", "fromCodePoint(", "Char(", "string.char(", "char(")
LISTED = ("bytes(", "bytearray(", "pack(", "fromCharCode(", "fromCodePoint(", "string.char(", "Buffer.from(")


def decoded(text: str) -> "list[str]":
    """The text with each encoded piece in the place of what it stands for, and each piece by itself."""
    from statewright.policy.words.values import squeezed

    shown = _numbers(text).lower()
    out = [squeezed(shown), squeezed(shown.replace('"', "'"))]
    found = _quoted(text)
    for one in found[:MOST]:
        for made in (_sixtyfour(one), _hex(one), _turned(one)):
            if made:
                out += [made.lower(), squeezed(text.replace(one, made).lower())]
    for decode in (_sixtyfour, _hex) if len(found) > MOST else ():
        whole = text
        for one in found[MOST:]:
            made = decode(one)
            whole = whole.replace(one, made) if made else whole
            out += [made.lower()] if made else []
        out.append(squeezed(whole.lower()))
    out += [squeezed(_turned(text).lower())] if len(found) > MOST else []  # letter by letter, wherever its quotes stand
    for lead in LISTED:
        for piece in text.split(lead)[1:]:
            made = _listed(piece)
            if made:
                out.append(made.lower())
    return out


def _quoted(text: str) -> "list[str]":
    out: "list[str]" = []
    for sign in "'\"`":
        out += [one for one in text.split(sign)[1:] if 3 < len(one) < LONGEST and one.isascii()]
    return list(dict.fromkeys(out))


def _numbers(text: str) -> str:
    """``chr(46)`` and its kin, and Ruby's ``46.chr``, as the letters in quotes."""
    for lead in NUMBERED:
        parts = text.split(lead)
        made = parts[0]
        for part in parts[1:]:
            number, sign, rest = part.partition(")")
            value = _number(number)
            front = made.rstrip(LETTERS)
            made = front + "'%s'" % chr(value) + rest if sign and value else made + lead + part
        text = made
    parts = text.split(".chr")
    made = parts[-1]
    for part in reversed(parts[:-1]):
        front = part.rstrip("0123456789")
        value = _number(part[len(front) :])
        made = front + "'%s'" % chr(value) + made if value else part + ".chr" + made
    return made


def _number(text: str) -> int:
    text = text.strip()
    if text[:2].lower() == "0x" and text[2:].isalnum() and not set(text[2:].lower()) - set("0123456789abcdef"):
        value = int(text, 16)
    else:
        value = int(text) if text.isdigit() and len(text) < 4 else 0
    return value if 31 < value < 127 else 0


def _listed(text: str) -> str:
    """Numbers with commas, of a list or as arguments."""
    pieces = text.lstrip("[( ").partition("]")[0].partition(")")[0].split(",")
    values = [_number(piece) for piece in pieces[:LONGEST]]
    return "".join([chr(value) for value in values]) if len(values) > 2 and all(values) else ""


def _sixtyfour(text: str) -> str:
    """Base 64, of plain letters alone; the two letters of its other alphabet too. RFC 4648, section 4."""
    bits, out = 0, ""
    count = 0
    for c in text.rstrip("=").replace("-", "+").replace("_", "/").replace("\\n", ""):
        at = DIGITS.find(c)
        if at < 0:
            return ""
        bits, count = (bits << 6 | at) & 0xFFFF, count + 6
        if count >= 8:
            count -= 8
            value = bits >> count & 255
            if not (31 < value < 127 or value in (9, 10, 13)):
                return ""
            out += chr(value)
    return out


def _hex(text: str) -> str:
    bare = text.replace(" ", "").replace("\\x", "").lower()
    if len(bare) % 2 or set(bare) - set("0123456789abcdef"):
        return ""
    values = [int(bare[i : i + 2], 16) for i in range(0, len(bare), 2)]
    return "".join([chr(value) for value in values]) if all(31 < value < 127 for value in values) else ""


def _turned(text: str) -> str:
    """Letters by thirteen places."""
    made = ""
    for c in text:
        low = c.lower()
        made += chr((ord(low) - 97 + 13) % 26 + 97) if "a" <= low <= "z" else c
    return made
