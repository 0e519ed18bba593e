"""What an archive holds, told without unpacking it. Loaded where a line unpacks one over a project; the public modules do the reading."""

LARGEST = 64 << 20  # bytes of an archive that is still looked into
UNPACKED = 1 << 30  # bytes it may unpack to
MOST = 100_000  # members


def members(path: str, size: int) -> "list[tuple[str, str]] | None":
    """``(name, target)`` of each member; None where it cannot be told: unknown, damaged or too large.

    A folder's name ends in "/". target: "" for all but links; "//" stands in front of the member that a hard link is another name for.
    """
    if size > LARGEST:
        return None
    try:
        with open(path, "rb") as file:
            head = file.read(6)
        if head[:4] in (b"PK\3\4", b"PK\5\6"):
            return _zip(path)
        return _cpio(path) if head == b"070701" else _tar(path)
    except Exception:
        return None  # whatever is wrong with it: it cannot be told


def _zip(path: str) -> "list[tuple[str, str]] | None":
    import zipfile

    out: "list[tuple[str, str]]" = []
    with zipfile.ZipFile(path) as archive:
        for one in archive.infolist()[: MOST + 1]:
            target = ""
            if one.external_attr >> 28 == 0xA:
                target = archive.read(one).decode("utf-8", "replace") if one.file_size < 4096 else "/"
            out.append((one.filename, target))
    return out if len(out) <= MOST else None


def _tar(path: str) -> "list[tuple[str, str]] | None":
    import tarfile

    out: "list[tuple[str, str]]" = []
    total = 0
    with tarfile.open(path) as archive:
        while True:
            one = archive.next()
            if one is None:
                return out
            total += one.size
            if total > UNPACKED or len(out) >= MOST:
                return None
            target = one.linkname if one.issym() or one.islnk() else ""
            out.append((one.name + "/" * one.isdir(), ("//" + target if one.islnk() else target) if target else ""))


def _cpio(path: str) -> "list[tuple[str, str]] | None":
    """The portable format "newc": a header of thirteen numbers of eight digits behind its magic, the name, the data, each padded to four."""
    out: "list[tuple[str, str]]" = []
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    at = 0
    while data[at : at + 6] == b"070701" and len(out) < MOST:
        mode, size, length = (int(data[at + 6 + 8 * n : at + 14 + 8 * n], 16) for n in (1, 6, 11))
        name = data[at + 110 : at + 109 + length].decode("utf-8", "replace")
        start = (at + 110 + length + 3) & ~3
        if name == "TRAILER!!!":
            return out
        name += "/" * (mode >> 12 == 4 and name[-1:] != "/")
        out.append((name, data[start : start + size].decode("utf-8", "replace") if mode >> 12 == 0xA else ""))
        at = (start + size + 3) & ~3
    return None
