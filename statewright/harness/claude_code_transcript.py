"""Claude Code's transcript: what the model was called with, as counts. Loaded at the end of a turn, never while a call is held.

One model message is one line per content block there, each with the same message id and usage; a line
may be written late, and a subagent's messages are in a file of its own. So lines are grouped by id, and
whoever reads on passes in the places the last reading ended at: the start of its last message, which is
told again only if it grew. Only ids, model names, token counts and times are taken, never text.

The file is foreign: a line too long, no JSON or of another form costs that line; a link, another user's
file or one outside the harness's folder is not read at all. Both leave a note, neither an error.
"""

from statewright import fast
from statewright.trace.step import agent_name, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

TURN = 4 << 20  # bytes looked at when a turn ends
SESSION = 16 << 20  # when a session ends
CHUNK = 8 << 20  # read at once, and the longest line taken, when there is no haste
TOKENS = (("input_tokens", "input_tokens"), ("output_tokens", "output_tokens"), ("cache_read_input_tokens", "cache_read_tokens"),
          ("cache_creation_input_tokens", "cache_write_tokens"))
MONTHS = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
LARGEST = 1 << 53  # of a count; more is nonsense
UNKNOWN = -1  # a place's size: there is more to read


def folder() -> str:
    """Where the harness keeps its files."""
    return fast.getenv("CLAUDE_CONFIG_DIR") or (fast.getenv("HOME") or fast.getenv("USERPROFILE")) + "/.claude"


def read_session(transcript: str, places: "Json", types: "dict[str, str]", limit: int = -1, every: bool = True) -> "tuple[list[Json], Json]":
    """Journal entries (``llm``, ``note``) for what is new in a session's transcript and its subagents', and the places to read on from.

    places: what the last call gave, {} at first. types: agent id → agent type. limit: bytes to look at, -1 for
    all. every: subagents whose type is not known too; they are named by their id alone.
    """
    after = dict(places) if places.get("path") == transcript else {"path": transcript, "version": places.get("version", "")}
    home = after["folder"] = after.get("folder") or folder()  # a person's terminal may have another environment than the harness
    session = transcript.replace("\\", "/").rpartition("/")[2].removesuffix(".jsonl")
    known = dict(after.get("types", {}), **types)
    files: "dict[str, Json]" = dict(after.get("files", {}))
    found: "list[Json]" = []
    left = limit
    for agent, path in _files(transcript, known, every):
        place = files.get(agent, {})
        while True:
            entries, place, took = read_file(path, place, agent_name("" if agent == "main" else agent, known.get(agent, "")), left, home, session)
            found.extend(entries)
            left = max(left - took, 0) if limit >= 0 else -1
            if place.get("size") != UNKNOWN or not took:
                break
        if place:
            files[agent] = place
    told = next((place["version"] for place in files.values() if place.get("version")), "")
    if told and told != after.get("version"):
        found.append({"kind": "note", "what": "harness", "version": told})
        after["version"] = told
    after.update(files=files, types=known)
    return found, after


def _files(transcript: str, known: "dict[str, str]", every: bool) -> "list[tuple[str, str]]":
    """The main file and the subagents', by agent."""
    base = transcript.removesuffix(".jsonl") + "/subagents"
    files = [("main", transcript)]
    for name in fast.names(base):
        agent = name[6:-6]
        if name[:6] == "agent-" and name[-6:] == ".jsonl" and plain(agent) and agent != "main" and (every or agent in known):
            files.append((agent, base + "/" + name))
    return files


def read_file(
    path: str, place: "Json", agent: str, limit: int = -1, home: str = "", session: str = ""
) -> "tuple[list[Json], Json, int]":
    """The same for one file: entries, the place to read on from, and how many bytes were read. session: whose messages count, "" for anybody's."""
    size = fast.size(path)
    try:
        if size < 0 or size == place.get("size") or limit == 0:
            return [], place, 0
        allowed = fast.real(home or folder()) + "/"
        above, _, name = path.rpartition("/")
        if not (fast.real(above) + "/").startswith(allowed):
            return _refused(place, "outside")
        fd = fast.open_own(fast.real(above) + "/" + name)
    except (OSError, ValueError) as error:
        return _refused(place, "link" if isinstance(error, OSError) else str(error))
    try:
        return _read(fd, place, _Reading(place, agent, session), CHUNK if limit < 0 else min(limit, CHUNK))
    except OSError:
        return [], place, 0
    finally:
        fast.close(fd)


def _refused(place: "Json", why: str) -> "tuple[list[Json], Json, int]":
    """One note for one reason."""
    entries = [] if place.get("refused") == why else [{"kind": "note", "what": "transcript_refused", "reason": why}]
    return entries, dict(place, refused=why), 0


def _read(fd: int, place: "Json", one: "_Reading", limit: int) -> "tuple[list[Json], Json, int]":
    size = fast.length(fd)
    offset = place.get("offset", 0)
    if size < offset:  # cut: what stood there was told already
        return [], {"offset": size, "size": size, "asked": "", "version": place.get("version", "")}, 0
    data = fast.read_at(fd, offset, limit)
    end = data.rfind(b"\n") + 1
    full = len(data) == limit
    if not end:  # not one whole line: still being written, or longer than anything we take
        if not full:
            return [], dict(place, size=size), len(data)
        entries = [] if place.get("skip") else [_skipped(1)]
        return entries, {"offset": offset + len(data), "asked": place.get("asked", ""), "skip": True, "size": UNKNOWN}, len(data)
    lines = data[:end].split(b"\n")[:-1]
    if place.get("skip"):
        offset += len(lines.pop(0)) + 1
    for raw in lines:
        one.line(raw, offset)
        offset += len(raw) + 1
    entries, after = one.result(place, offset, UNKNOWN if full else size)
    return entries, after, len(data)


def _skipped(count: int) -> "Json":
    return {"kind": "note", "what": "transcript_skipped", "count": count}


class _Reading:
    """What a few lines gave."""

    __slots__ = ("agent", "asked", "messages", "session", "skipped", "starts", "version")

    def __init__(self, place: "Json", agent: str, session: str) -> None:
        self.agent = agent
        self.session = session
        self.asked = place.get("asked", "")
        self.version = place.get("version", "")
        self.messages: "dict[str, Json]" = {}
        self.starts: "dict[str, tuple[int, str]]" = {}
        self.skipped: "list[int]" = []  # where

    def line(self, raw: bytes, offset: int) -> None:
        """Take one line in. Lines that cannot matter are not even parsed: the file holds whole requests too."""
        if b'"assistant"' not in raw and b'"user"' not in raw:
            return
        try:
            line = fast.loads(raw)
        except ValueError:
            self.skipped.append(offset)
            return
        if not isinstance(line, dict):
            return
        at = line.get("timestamp")
        at = at if isinstance(at, str) else ""
        message = line.get("message")
        if line.get("type") == "user":
            self.asked = at or self.asked
        elif line.get("type") == "assistant" and isinstance(message, dict) and _counts(message) and self.ours(line):
            self.starts.setdefault(message["id"], (offset, self.asked))
            self.add(message, at)
            if plain(line.get("version")):
                self.version = line["version"]

    def ours(self, line: "Json") -> bool:
        return not self.session or _asked_by(line, self.session) == self.session

    def add(self, message: "Json", at: str) -> None:
        entry = self.messages.setdefault(message["id"], {
            "kind": "llm", "message": message["id"], "model": message["model"], "agent_name": self.agent, "calls": [],
            "began": self.asked or at, "ended": at})
        entry["ended"] = max(entry["ended"], at)
        content = message.get("content")
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_use" and isinstance(block.get("id"), str) and block["id"] not in entry["calls"]:
                entry["calls"].append(block["id"])
        usage = message["usage"]
        if _tokens(usage.get("output_tokens")) >= entry.get("output_tokens", 0):
            for theirs, ours in TOKENS:
                entry[ours] = _tokens(usage.get(theirs))

    def result(self, place: "Json", end: int, size: int) -> "tuple[list[Json], Json]":
        """Entries and place. The last message may grow: the next reading starts with it, unless much follows it already."""
        after: "Json" = {"offset": end, "asked": self.asked, "size": size, "version": self.version}
        entries = [_timed(entry) for entry in self.messages.values()]
        if self.messages and size != UNKNOWN:
            last = next(reversed(self.messages))
            after["offset"], after["asked"] = self.starts[last]
            after["told"] = _mark(self.messages[last])
            after["bad"] = len([one for one in self.skipped if one > after["offset"]])
        if entries and _mark(entries[0]) == place.get("told"):
            del entries[0]
        fresh = len(self.skipped) - place.get("bad", 0)
        if fresh > 0:
            entries.append(_skipped(fresh))
        return entries, after


def _mark(entry: "Json") -> str:
    """What changes when a message grew."""
    return "%s %s %d %d" % (entry["message"], entry.get("ended"), entry["output_tokens"], len(entry["calls"]))


def _counts(message: "Json") -> bool:
    """A message of a real model; the harness writes its own error texts as those of a model named <synthetic>."""
    model = message.get("model")
    return bool(isinstance(message.get("id"), str) and message["id"] and isinstance(model, str) and model and model[:1] != "<"
                and isinstance(message.get("usage"), dict))


def _asked_by(line: "Json", here: str) -> str:
    """The session that asked the model: a forked one begins with a copy of its parent's lines."""
    parent = line.get("forkedFrom")
    for told in (line.get("requestSessionId"), parent.get("sessionId") if isinstance(parent, dict) else None, line.get("sessionId")):
        if isinstance(told, str):
            return told
    return here


def _tokens(value: "Any") -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST else 0


def _timed(entry: "Json") -> "Json":
    """Latency from the last line before to the message's last: an estimate, nearer is nothing in the file."""
    began, ended = _milliseconds(entry["began"]), _milliseconds(entry["ended"])
    entry["latency_ms"] = max(0, ended - began) if began >= 0 and ended >= 0 else 0
    if began < 0 or ended < 0:
        del entry["began"], entry["ended"]
    return entry


def _milliseconds(text: str) -> int:
    """Of a time as the transcript writes it (2026-11-30T02:38:22.896Z), on a line of days; -1 for any other text."""
    digits = text[:4] + text[5:7] + text[8:10] + text[11:13] + text[14:16] + text[17:19]
    fraction = text[20:-1] if text[19:20] == "." else ""
    shape = text[4:5] + text[7:8] + text[10:11] + text[13:14] + text[16:17] + text[-1:]
    if shape != "--T::Z" or len(digits) != 14 or not (digits + fraction).isdigit() or not text.isascii() or len(text) > 32:
        return -1
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:8])
    if not 1 <= month <= 12:
        return -1
    leap = month > 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 + MONTHS[month - 1] + day + leap
    seconds = days * 86400 + int(digits[8:10]) * 3600 + int(digits[10:12]) * 60 + int(digits[12:14])
    return seconds * 1000 + int((fraction + "000")[:3])
