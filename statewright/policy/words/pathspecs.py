"""Git's pathspecs: their magic, and what an excluding one leaves out. gitglossary(7)."""


def magic(text: str) -> "tuple[list[str], str]":
    """The magic of a pathspec, words or signs, and what follows it. gitglossary(7)."""
    if text[:2] == ":(" and ")" in text:
        words, _, rest = text[2:].partition(")")
        return [word.strip() for word in words.split(",")] or ["top"], rest
    end = 1
    while text[:1] == ":" and text[end : end + 1] in ("/", "!", "^"):
        end += 1
    return (list(text[1:end]), text[end:].lstrip(":")) if text[:1] == ":" else ([], text)


def excluded(text: str) -> str:
    """What an excluding pathspec leaves out, "" for the others."""
    signs, rest = magic(text)
    return rest.strip("/") or "." if any(sign in ("!", "^", "exclude") for sign in signs) else ""


def leaves(pattern: str, dot: str) -> bool:
    bare = pattern.lstrip("/").rstrip("/")
    return bare in (dot, dot + "/**", dot + "/*", ".*") or (dot.startswith(bare.rstrip("*")) and bare[-1:] == "*" and len(bare) > 2)
