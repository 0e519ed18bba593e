"""A run's snapshot on disk, ``state.json``: a line for each write, of which the last whole one counts.

To put a new file in another's place makes the disk give blocks to the one and take them from the other, which costs a hook
ten times what an appended line does. A process killed in its append leaves a line without an end: the snapshot before it
still counts, and the next write begins the file anew, as it does when the file has grown and when the run has ended. That is
also what becomes of a file as earlier versions wrote it, one object without an end of line. Who writes holds the run's lock;
who only reads needs none.
"""

from statewright import fast

TYPE_CHECKING = False
if TYPE_CHECKING:
    Seen = tuple[int, "tuple[int, int, int]", bool]  # descriptor or -1; device, inode and bytes; whether the last line is whole

MOST = 128 << 10  # bytes, after which a write begins the file anew
WINDOW = 16 << 10  # bytes read at first, from the end
NEW = (-1, (0, 0, 0), False)  # what is seen of a file that is not there yet


def look(file: str, keep: bool) -> "tuple[bytes, Seen]":
    """The last whole line, and what ``same`` and ``put`` have to know. OSError when there is no such file. keep: leave it open, to be put to."""
    keep = keep and not fast.WINDOWS  # there nothing can be put in an open file's place
    fd = fast.open_change(file, grow=True) if keep else fast.open_read(file)
    try:
        seen = fast.mark(fd)
        window = WINDOW
        while True:
            start = max(0, seen[2] - window)
            data = fast.read_at(fd, start, seen[2] - start)
            end = data.rfind(b"\n")
            begin = data.rfind(b"\n", 0, end) + 1 if end >= 0 else 0
            if begin or not start:
                break
            window *= 8
    except BaseException:
        fast.close(fd)
        raise
    if not keep:
        fast.close(fd)
        fd = -1
    return (data[begin:end] if end >= 0 else data), (fd, seen, 0 <= end == len(data) - 1)


def last(folder: str) -> bytes:
    """The snapshot in a run's folder as it lies there; OSError when there is none."""
    return look(folder + "/state.json", False)[0]


def same(file: str, seen: "Seen") -> bool:
    """Whether nobody wrote since: the path still leads to the file left open, whose number no other can have meanwhile, and it has not grown."""
    return seen[0] >= 0 and fast.mark(file) == seen[1]


def leave(seen: "Seen") -> None:
    """Close what ``look`` left open."""
    if seen[0] >= 0:
        fast.close(seen[0])


def put(file: str, line: bytes, seen: "Seen", last: bool, sync: bool) -> None:
    """Write a snapshot after what was seen under the same lock. last: no other is expected soon."""
    if last or not seen[2] or seen[1][2] + len(line) > MOST:
        fast.replace(file, line + b"\n", sync)
        return
    fd = seen[0] if seen[0] >= 0 else fast.open_append(file)
    try:
        fast.add(fd, line + b"\n", -1, sync)
    finally:
        if fd != seen[0]:
            fast.close(fd)
