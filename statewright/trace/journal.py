"""The journal's lines: numbered, rendered, chained. Pure; the store writes what it gets from here.

Why every line is there exactly once, though any process may be killed at any moment. Under the run's
lock a process (0) compares the journal's size with the ``length`` of the snapshot it read, and mends
the journal as ``repair`` says when they differ; (1) replaces the snapshot, which now holds the text of
its own write (``tail``) and the length after it; (2) appends that text. Killed before (1): neither the
run nor the journal knows of the call. Killed between, or in the middle of the append: the journal is
shorter than the snapshot says, by no more than ``tail``, and the next process's (0) puts that back.
The mending may itself be killed: it depends on the size alone and ends in the same bytes however often
it starts again. (0) must come before (1): two processes killed after each other between (1) and (2)
would otherwise leave two writes missing and only the later one known. A longer journal than the
snapshot knows means that a power cut took the snapshot's replacement back; its unknown end is cut, so
that both tell one story.

A journal grown long goes on in a further file (``part_name``): the snapshot that names the new file holds
its whole first write as ``tail``, so a process killed before or in that write leaves what it leaves anywhere
else. Nothing is renamed or copied, and the first line of a file notes the hash of the last line before it.
"""

from statewright import fast
from statewright.trace import step as steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]
    Snapshot = dict[str, Any]

# What a line that is no step may hold, by kind. Names are cleaned, all else dropped.
KINDS = {
    "start": ("run", "session", "harness", "harness_version", "workflow", "plan", "compiled", "version", "mode"),
    "end": ("outcome", "source"),
    "llm": ("message", "model", "agent_name", "calls", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens",
            "began", "ended", "latency_ms"),
    "note": ("what", "count", "reason", "version"),
}
MARKS = ("free", "late", "wrote")  # of a call: no limit counts it, another state let it through, how often checks went stale by it

# By which a person's word came; anything else is cleaned like any name.
ROADS = ("typed code", "terminal", "terminal+passphrase")
LINE = 64 << 10  # bytes of which a line's first part is read
PART = 64 << 20  # bytes after which the next write begins a new file


def part_name(number: int) -> str:
    """The name of the n-th file of a journal, from 1. The chain runs on from one to the next; nothing is ever renamed."""
    return "trace.jsonl" if number <= 1 else "trace.%d.jsonl" % number


def extend(snapshot: "Snapshot", entries: "list[Json]", now: float) -> bytes:
    """The bytes to append for these entries; advances the snapshot's seq, step, head, tail and length.

    ``now`` stands in for an entry's missing end. No entries: b"" and the snapshot stays as it is.
    """
    lines = []
    for entry in entries:
        snapshot["seq"] += 1
        line = fast.dumps(_line(snapshot, entry, now))
        snapshot["head"] = fast.sha256(line)
        lines.append(line)
    if not lines:
        return b""
    data = b"\n".join(lines) + b"\n"
    snapshot["tail"] = data.decode("ascii")
    snapshot["length"] += len(data)
    return data


def repair(size: int, snapshot: "Snapshot") -> "tuple[int, bytes]":
    """What makes a journal of ``size`` bytes fit the snapshot as it was read: (cut at, or -1; bytes to append).

    When more is gone than the last write, it is gone: the cut then lies beyond the file's end, which
    fills the gap with NUL bytes up to the last line. Sizes agree again, and ``trace verify`` names the gap.
    """
    length = snapshot["length"]
    tail = snapshot["tail"].encode("ascii")
    base = length - len(tail)
    if size == length:
        return -1, b""
    if size > length:
        return length, b""
    if size >= base:
        return base, tail
    return base - 1, b"\n" + tail


def goes_on(data: bytes, head: str) -> bool:
    """Whether bytes behind a journal's known end begin a line that was chained to it. What is no such line was never written by us."""
    return data[:7] == b'{"seq":' and b'"prev":"%s"' % head.encode() in data.partition(b"\n")[0]


def _line(snapshot: "Snapshot", entry: "Json", now: float) -> "Json":
    kind = entry.get("kind")
    kind = kind if isinstance(kind, str) and (kind == "step" or kind in KINDS) else "note"
    line: Json = {"seq": snapshot["seq"], "prev": snapshot["head"], "kind": kind}
    if kind != "step":
        line["at"] = fast.iso(now)
        for key in KINDS[kind]:
            if key in entry:
                line[key] = _clean(entry[key], key)
        return line
    snapshot["step"] += 1
    machine = entry.get("machine") or snapshot["machine"]
    state = entry.get("state") or entry.get("source") or snapshot["state"]
    line["what"] = steps.foreign(entry.get("what"), "other")
    line["state"] = steps.place(machine, state)
    for key in ("rule", "event", "source", "target", "check"):
        if entry.get(key):
            line[key] = steps.authored(entry[key])
    for key in ("effect", "grade", "result", "answer", "road"):
        if entry.get(key):
            line[key] = entry[key] if key == "road" and entry[key] in ROADS else steps.foreign(entry[key], key)
    if isinstance(entry.get("bytes"), int):
        line["bytes"] = entry["bytes"]
    for key in MARKS:
        if entry.get(key) in (True, 2):
            line[key] = entry[key]
    if isinstance(entry.get("record"), dict):  # the whole of a check's result, as a hash
        line["record"] = fast.sha256(fast.dumps(entry["record"]))
    line["step"] = steps.render({"completed": now, **entry, "machine": machine, "state": state}, snapshot["step"], "")
    return line


def _clean(value: "Any", key: str) -> "Any":
    if value is None or isinstance(value, (bool, int)) or (isinstance(value, float) and value - value == 0):  # no NaN, no infinity
        return value
    if isinstance(value, list):
        return [steps.foreign(item, "call" if key == "calls" else key) for item in value]  # as the steps name them
    return steps.foreign(value, key)
