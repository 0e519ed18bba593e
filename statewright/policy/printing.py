"""What printf and ``echo -e`` make of their formats and escapes. printf(1), bash(1)."""

SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", '"': '"', "'": "'"}
HEX = "0123456789abcdefABCDEF"


def unescaped(text: str) -> str:
    """``\\x2e``, ``\\056``, ``\\n`` … as printf and ``echo -e`` read them."""
    if "\\" not in text:
        return text
    out = []
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c != "\\" or i + 1 >= n:
            out.append(c)
            i += 1
            continue
        c = text[i + 1]
        i += 2
        if c in "xuU":
            end = i
            while end < n and end - i < {"x": 2, "u": 4, "U": 8}[c] and text[end] in HEX:
                end += 1
            code = int(text[i:end], 16) if end > i else 0
            out.append("\n" if not code and end > i else chr(code) if 0 < code < 0x110000 else "\\" + c)
            i = end
        elif c in "01234567":
            end = i
            while end < n and end - i < (3 if c == "0" else 2) and text[end] in "01234567":
                end += 1
            code = int(text[i - 1 : end], 8)
            out.append(chr(code) if code else "\n")  # the end of a text for xargs -0
            i = end
        else:
            out.append(SIMPLE.get(c, "\\" + c))
    return "".join(out)


def formatted(form: str, arguments: "list[str]") -> str:
    """What printf prints; the format is used anew while arguments are left. Arguments are patterns."""
    out: "list[str]" = []
    at = 0
    for _ in range(64):
        used = at
        i = 0
        while i < len(form):
            if form[i] != "%":
                end = form.find("%", i)
                end = len(form) if end < 0 else end
                out.append(unescaped(form[i:end]))
                i = end
                continue
            end = i + 1
            while end < len(form) and form[end] in "-+ #0123456789.*'":
                end += 1
            kind = form[end : end + 1]
            if kind == "%":
                out.append("%")
            elif kind:
                argument = arguments[at] if at < len(arguments) else ""
                out.append(unescaped(argument) if kind == "b" else argument)
                at += 1
            i = end + 1
        if at >= len(arguments) or at == used:
            break
    return "".join(out)
