"""Authority over processes: the hook's and the harness's are not the agent's to end, stop or look into."""

from statewright.model import DENY, Finding
from statewright.policy.persons.refused import ASK, RULE
from statewright.policy.words.agents import PROGRAMS
from statewright.policy.words.expressions import loosely

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

EXECUTABLES = ("pre-tool", "post-tool", "session-start", "session-end", "user-prompt", "config-change", "skill-shell")
NAMES = ("statewright", "statewright-hook", *EXECUTABLES)
AGENTS = ("claude", "codex", "gemini")
KILLERS = frozenset(("kill", "pkill", "killall", "killall5", "skill", "snice", "xkill", "tkill", "slay"))
TRACERS = frozenset((
    "strace", "ltrace", "gdb", "lldb", "ptrace", "bpftrace", "perf", "reptyr", "gcore", "py-spy", "frida", "frida-trace", "rr", "dtrace", "pyrasite",
    "renice", "prlimit", "taskset", "ionice", "chrt", "criu", "nsenter", "memfetch", "procdump", "injectso", "cpulimit", "iotop", "sysdig", "uftrace",
))
FINDERS = ("pgrep", "pidof", "grep", "egrep", "rg", "awk", "gawk", "lsof", "cat")
VALUED = {"pkill": "gGPstuUF", "killall": "osyunZ", "skill": "tpu"}
ENDING = "Ending or stopping processes of statewright or of its harness is not the agent's to do."
TRACING = "Looking into processes of statewright or of its harness is not the agent's to do."


def processes(call: "Call", found: "list[Call]", event: "Event") -> "Finding | None":
    """Refuse what would end, stop or trace one of our processes."""
    name = call.name
    if name == "fuser":
        return Finding(DENY, RULE, ENDING, ASK) if _users(call, event) else None
    if name in KILLERS:
        ends = _patterned(call) if name in ("pkill", "killall", "skill", "slay", "xkill") else _killed(call, found, event)
        return Finding(DENY, RULE, ENDING, ASK) if ends else None
    if name in TRACERS and _traced(call, found, event):
        return Finding(DENY, RULE, TRACING, ASK)
    if name in ("systemctl", "service", "launchctl", "loginctl", "rc-service", "supervisorctl"):
        texts = " ".join(call.texts[1:]).lower()
        if "statewright" in texts or any(verb in texts for verb in ("terminate-user", "kill-user", "terminate-session", "kill-session")):
            return Finding(DENY, RULE, ENDING, ASK)
    return None


def _users(call: "Call", event: "Event") -> bool:
    """fuser -k: whether it ends who uses a folder or a file system, as the harness uses the project. fuser(1)."""
    if not any(text == "--kill" or (text[:1] == "-" and text[1:2] != "-" and "k" in text and not text[1:].isupper()) for text in call.texts[1:]):
        return False
    paths = [text for text in call.texts[1:] if text[:1] != "-" and not text.endswith(("/tcp", "/udp")) and not text.isdigit()]
    return any(event.facts is None or event.facts.kind(one if one[:1] == "/" else event.project + "/" + one) != "file" for one in paths)


def _patterned(call: "Call") -> bool:
    """pkill and killall: whether the pattern may match one of ours."""
    full = exact = expression = user = inverse = False
    patterns = []
    skip = ""
    for word in call.words[1:]:
        text = word.text
        if skip:
            user = user or skip in "uUgG"
            if skip == "P" and "PPID" in word.raw:
                return True
            skip = ""
        elif text[:2] == "--":
            full = full or text == "--full"
            exact = exact or text == "--exact"
            inverse = inverse or text == "--inverse"
            expression = expression or text == "--regexp"
            user = user or text.startswith(("--euid", "--uid", "--user", "--group"))
            if text in ("--signal", "--euid", "--uid", "--user", "--parent", "--group", "--pgroup", "--session", "--terminal", "--ns"):
                skip = "P" if text == "--parent" else "s"
        elif text[:1] == "-" and len(text) > 1:
            letters = text[1:]
            if letters.isupper() and len(letters) > 1:
                continue  # a signal
            full = full or "f" in letters
            exact = exact or "x" in letters
            inverse = inverse or "v" in letters
            expression = expression or "r" in letters
            if call.name == "skill" and letters in ("c", "f"):
                continue
            skip = letters[-1] if letters[-1] in VALUED.get(call.name, "") and not letters[0].isdigit() else ""
            user = user or (letters[0] in "uUG" and len(letters) > 1)
        elif word.static:
            patterns.append(text)
        else:
            patterns.append(text.replace("\0", ".*"))
    if not patterns:
        return user
    if inverse:
        return True
    if call.name == "killall" and not expression:
        return any(text.rpartition("/")[2].lower() in (*NAMES, *PROGRAMS) for text in patterns)
    return any(ours(text.lower(), full, exact) for text in patterns)


def ours(pattern: str, full: bool, exact: bool = False) -> bool:
    """Whether a process pattern (an extended regular expression) may match the hook's or the harness's command lines."""
    lines = [*NAMES, "claude"]
    if full:
        lines += ["share/statewright/hooks/" + name for name in EXECUTABLES] + ["/usr/local/bin/claude"]
    if full and "/" in pattern:
        lines += ["/home/x/.local/share/statewright/hooks/" + name for name in EXECUTABLES]
    return any(found(pattern, line, exact and not full) for line in lines)


def found(pattern: str, text: str, whole: bool = False) -> bool:
    """A regular expression against a text: letters, ``.``, sets, ``*+?``, anchors, ``|``; with groups only by its letters."""
    if "(" in pattern.replace("\\(", ""):
        return loosely(pattern.replace("(", "").replace(")", ""), text)
    for piece in pattern.split("|"):
        front = piece[:1] == "^" or whole
        end = piece[-1:] == "$" or whole
        atoms = _atoms(piece.lstrip("^").rstrip("$"))
        for at in range(1 if front else len(text) + 1):
            if _match(atoms, 0, text, at, end, [4000]):
                return True
    return False


def _atoms(pattern: str) -> "list[tuple[str, str]]":
    out: "list[tuple[str, str]]" = []
    i = 0
    while i < len(pattern):
        c = pattern[i]
        if c == "\\" and i + 1 < len(pattern):
            atom, i = pattern[i + 1], i + 2
            atom = "" if atom in "wWsSdDbB" else atom
        elif c == "[" and pattern.find("]", i + 2) > 0:
            close = pattern.find("]", i + 2)
            atom, i = pattern[i + 1 : close], close + 1
            atom = "" if atom[:1] == "^" or "-" in atom[1:-1] or ":" in atom else atom
        elif c == ".":
            atom, i = "", i + 1
        else:
            atom, i = c, i + 1
        times = pattern[i : i + 1] if pattern[i : i + 1] in ("*", "+", "?") else ""
        i += 1 if times else 0
        out.append((atom.lower(), times))
    return out


def _match(atoms: "list[tuple[str, str]]", i: int, text: str, at: int, end: bool, budget: "list[int]") -> bool:
    budget[0] -= 1
    if budget[0] < 0:
        return True
    if i == len(atoms):
        return not end or at == len(text)
    atom, times = atoms[i]
    here = at < len(text) and (not atom or text[at] in atom)
    if times in ("*", "?") and _match(atoms, i + 1, text, at, end, budget):
        return True
    if not here:
        return False
    if times in ("*", "+") and _match(atoms, i, text, at + 1, end, budget):
        return True
    return _match(atoms, i + 1, text, at + 1, end, budget)


def _told(call: "Call", found_calls: "list[Call]", event: "Event") -> bool:
    """Whether a process number that a command takes is, as the line tells, that of one of ours."""
    if all(word.static for word in call.words[1:]) and not call.command.open:
        return False
    low = event.script.text.lower()
    if "ppid" in low or "statewright" in low:
        return True
    for other in found_calls:
        base = other.name.rpartition("/")[2]
        for word in other.words[1:] if base in FINDERS else ():
            text = word.text
            if base == "lsof" and text in ("+D", "+d"):
                return True  # who works in a folder: the harness does
            if text[:1] != "-" and text.strip("/{}$ ") and ours(text, True) and any(c.isalpha() for c in text) and base != "cat":
                if base in ("awk", "gawk") and not any(name in text for name in (*NAMES, *AGENTS, "hooks")):
                    continue
                return True
    for piece in "[]'\"\\":
        low = low.replace(piece, "")
    return any(name in low for name in NAMES) or "/hooks/" in low or "claude" in low.replace(".claude", "")


def _killed(call: "Call", found_calls: "list[Call]", event: "Event") -> bool:
    texts = call.texts
    if any((word.brace and ".." in word.raw) or "/proc/" in word.raw for word in call.words[1:]):
        return True
    if "/proc" in event.script.text and not all(word.static for word in call.words[1:]):
        return True
    if any(text == "-1" for text in texts[2:]) or (texts[1:2] == ["--"] and "-1" in texts) or any("PPID" in word.raw for word in call.words[1:]):
        return True
    return _told(call, found_calls, event)


def _traced(call: "Call", found_calls: "list[Call]", event: "Event") -> bool:
    if any("PPID" in word.raw for word in call.words[1:]) or _told(call, found_calls, event):
        return True
    return any(text.rpartition("/")[2] in (*NAMES, *PROGRAMS) for text in call.texts[1:])
