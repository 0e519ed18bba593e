"""Further spellings of a path, under which some tool or disk finds the same file. For protection alone: one too many does no harm."""

# What the disks of older Macs leave out of a name.
IGNORED = frozenset(map(chr, (*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF)))
VARIABLES = ("$HOME", "${HOME}", "$PWD", "${PWD}", "%USERPROFILE%", "$env:USERPROFILE")


def of(path: str, home: str, here: str) -> "set[str]":
    """A path with a leading variable put in, without blanks about it, as Windows and as a Mac's disk take it; slashes either way."""
    out = set()
    bare = path.strip()
    for name in VARIABLES:
        if bare.startswith(name) and bare[len(name) : len(name) + 1] in ("", "/", "\\"):
            bare = (here if "PWD" in name else home) + bare[len(name) :]
    out.add(bare)
    if not bare.isascii():  # without case as Unicode has it: the long s is an s
        out.add("".join(c for c in bare if c not in IGNORED).casefold())
    return {form for one in out for form in (one.replace("\\", "/"), _windows(one.replace("\\", "/")))} - {""}


def _windows(path: str) -> str:
    """Dots and blanks at the end of a name left out, and what names a stream of the file: ``settings.json::$DATA``."""
    parts = path.split("/")
    kept = [part if part in (".", "..") or not part.rstrip(" .") else part.rstrip(" .") for part in parts]
    kept[-1] = kept[-1].partition(":")[0] or kept[-1] if len(kept[-1].partition(":")[0]) > 1 else kept[-1]
    return "/".join(kept)
