"""Commands that stand in what programs are given as text: they join the line's own, so that every rule judges them.

What the reader sees by itself (``sh -c``, ``find -exec``, ``ssh``, ``make --eval``) is not repeated: here is what needs the line's names and pipes
to be told, a shell's text put together, what xargs hands over (``words/composed.py``), an alias, a script that the line makes, and the texts of
programs that have a way to a shell (``escapes.py``). Loaded for lines with one of them alone.
"""

from statewright.policy.texts import speaking
from statewright.policy.words import calls as base
from statewright.policy.words.agents import PROGRAMS as AGENTS
from statewright.policy.words.calls import Call
from statewright.policy.words.patterns import MORE
from statewright.shell.model import HOLE, Command, Word
from statewright.shell.programs import SHELLS
from statewright.shell.reader import read
from statewright.shell.unwrap import inputs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.resolve import Names

DEEPEST = 4  # texts within texts
LONGEST = 1 << 16  # characters of one that the line puts together
UNTOLD = "$(_untold)"
READING = (*SHELLS, "source", ".", "eval")


def added(found: "list[Call]", event: "Event") -> "list[Call]":
    """The calls, and behind each those that its texts hold."""
    from statewright.policy.words.resolve import names_of

    names = names_of(event, found)
    named = _aliases(found)
    out = list(found)
    i = 0
    while i < len(out) and len(out) <= base.MOST:
        call = out[i]
        i += 1
        if call.words:
            out[i:i] = _held(call, out, event, names, named)
    if names.written and speaking.written(found):
        from statewright.policy.texts import further_files

        for call, text in further_files.texts(found, names):
            event.script.opaque += [base.TOO_MANY] if MORE in text else []
            out += _calls(call, text, 0, event)
    if any(call.name.rpartition("/")[2] in speaking.TYPING for call in found):
        from statewright.policy.texts import further_typed

        for call, text in further_typed.texts(found, names):
            out += _calls(call, text, 0, event)
    if len(out) > base.MOST:
        event.script.opaque.append(base.TOO_MANY)
    return out


def _depth(call: "Call") -> int:
    return sum([part[:7] == "follow " for part in call.command.place])


def _held(call: "Call", found: "list[Call]", event: "Event", names: "Names", named: "dict[str, str]") -> "list[Call]":
    """The calls of the texts that a call is given."""
    given: "list[tuple[str, int]]" = []  # 2: surely run, 1: surely a shell's text, 0: perhaps
    if speaking.speaks(call, event):
        from statewright.policy.texts import escapes

        given += [(text, 2 if sure else 0) for text, sure in escapes.texts(call, speaking.bare(call.name), found, names)]
    if any(op == "@P" for word in call.words for _, op in word.vars):
        given += [(text, 1) for text in _prompted(call, names)]
    if call.name in named:
        given.append((named[call.name] + " " + " ".join([word.raw for word in call.words[1:]]), 1))
    if any(key in event.script.text for key in base.KEYS):
        from statewright.policy.texts import keyed

        given += [(text, 0) for text in keyed.texts(call, names)]
    if speaking.handed(call, event):
        given += [(text, 1) for text in _composed(call, found, names)]
    if _depth(call) >= DEEPEST or any(MORE in text for text, _ in given):
        event.script.opaque += [base.TOO_MANY] if given else []
        return []
    out = _reading(call, event)
    for text, kind in dict(given).items():
        out += _calls(call, text, kind, event)
    return out


def _reading(call: "Call", event: "Event") -> "list[Call]":
    """The program that a call puts to work on its own input."""
    texts = speaking.fed(call)
    if not texts:
        return []
    made = Command((*call.command.place, "follow %s??" % call.name), call.command.start)
    made.words = [Word(text, text) for text in texts]
    made.stdin = call.command.stdin
    made.redirects = inputs(call.command)
    made.behind = call.command.behind or call.name
    if texts[0].rpartition("/")[2] in SHELLS:
        made.program = made.stdin or "stdin"
    out: "list[Call]" = []
    base._add(out, made, event, call.number, 1)
    base._parents([call, *out])
    return out


def _calls(call: "Call", text: str, kind: int, event: "Event") -> "list[Call]":
    """The calls of a text; of one that is but a guess, those alone that can be read."""
    sure = kind == 2
    script = read(text.strip())
    if script.opaque and not kind:
        return []
    if sure:
        event.script.opaque.extend(script.opaque)
        event.script.expansions.extend(script.expansions)
    known, told = list(event.script.opaque), list(event.script.expansions)  # a guess says nothing of what cannot be read, or of what is set
    out: "list[Call]" = []
    for command in script.commands:
        command.place = (*call.command.place, "follow %s%s" % (call.name or "text", "" if sure else "??"), *command.place)
        command.behind = call.command.behind or command.behind or ("" if sure else call.name or "text")
        base._add(out, command, event, call.number, 1)
    if not sure:
        asked = [one for one in [*event.script.expansions[len(told) :], *script.expansions] if "=" not in one.op and "!" not in one.op]
        event.script.opaque[:], event.script.expansions[:] = known, told + asked
    base._parents([call, *out])
    return out


def _prompted(call: "Call", names: "Names") -> "list[str]":
    """What ``${x@P}`` expands as a prompt: as in double quotes. bash(1), Parameter Expansion."""
    from statewright.policy.texts.escapes import written

    values = [value for word in call.words for name, op in word.vars if op == "@P" for value in names.known(name)]
    return [': "%s"' % written(value).replace('"', '\\"') for value in values if "$(" in value or "`" in value]


def _aliases(found: "list[Call]") -> "dict[str, str]":
    """What names stand for: ``alias x=…``, ``hash -p PATH x``. bash(1)."""
    out: "dict[str, str]" = {}
    for call in found:
        if call.name == "alias":
            for text in call.texts[1:]:
                name, sign, value = text.partition("=")
                if sign and name and HOLE not in text:
                    out[name] = value
        elif call.name == "hash":
            if call.texts[1:2] == ["-p"] and len(call.texts) > 3:
                out[call.texts[3]] = call.words[2].raw
            for text in call.texts[1:]:
                name, sign, value = text.partition("=")
                if sign and name[:1] not in "-" and value:
                    out[name] = value
    return out


def _composed(call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """The shell texts that a call runs, as far as the line tells."""
    from statewright.policy.words import composed

    out = composed.texts(call, found, names)
    if call.name in READING and not call.command.wrapper:
        out += _put_in(call, found, names) + _scripts(call, found, names)
    elif _file(call.texts[0], names):
        out.append(_lines(_file(call.texts[0], names), names))
    elif call.name == "xargs":
        out += _handed(call, found, names)
    return [text if len(text) < LONGEST else MORE for text in out if text]


def _file(path: str, names: "Names") -> str:
    """The file of those that the line writes which a path names, from a folder of the project too; "" for none."""
    path = path.removeprefix("./")
    return path if path in names.written else next((one for one in names.written if path and one.endswith("/" + path)), "")


def _lines(path: str, names: "Names") -> str:
    from statewright.policy.texts.escapes import written

    return "\n".join([written(line) for line in names.written[path]])


def _put_in(call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """A shell's text in which another program's names are put, or one that the line puts together."""
    from statewright.policy.texts.escapes import written
    from statewright.policy.words.values import joined
    from statewright.shell.shells import shell_options

    if call.name == "eval":
        return [written(pattern) for pattern in joined([names.patterns(word) for word in call.words[1:]])]
    at, has_text, _, reason = shell_options(call.words, call.name)
    if reason or not has_text or not 0 < at < len(call.words):
        return []
    word = call.words[at]
    if word.parts or HOLE not in word.text:
        return [] if word.static else [written(pattern) for pattern in names.patterns(word)]
    from statewright.policy.words.handed import handed

    return [word.text.replace(HOLE, written(line)) for line in [*handed(call, found, names), "\0\3"]]


def _programmed(call: "Call", found: "list[Call]") -> "dict[str, list[str]]":
    """Texts in quotes in an interpreter's program that names a file: what it may write there."""
    out: "dict[str, list[str]]" = {}
    for other in found:
        if " %s " % speaking.bare(other.name) in speaking.CODED and other is not call:
            from statewright.policy.texts.escapes_programs import strings

            for text in other.texts[1:]:
                held = [value for _, _, value in strings(text)] if "open" in text or "rite" in text else []
                out.update({key: [one for one in held if " " in one] for key in held})
    return out


def _scripts(call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """A shell's script: one that the line makes, or an agent's program that is given as one."""
    out: "list[str]" = []
    made = _programmed(call, found)
    for i, word in enumerate(call.words[1:], 1):
        path = word.text.removeprefix("./")
        if _file(path, names):
            out.append(_lines(_file(path, names), names))
        elif path and path in made:
            out += made[path]
        elif word.text[:1] != "-":
            last = [pattern.rpartition("/")[2] for pattern in names.patterns(word)]
            if word.subst or word.glob or any(one in AGENTS or "wright" in one for one in last):
                out.append(" ".join([one.raw for one in call.words[i:]]))
            break
    return out


def _handed(call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """What xargs is given, where its own words hold no program but one that runs another: ``xargs -n1 env``, ``xargs ~/bin/s*``."""
    from statewright.policy.texts.escapes import written
    from statewright.policy.words.composed import arguments
    from statewright.shell.wrappers import operands

    words = [word for word in call.words if word.static or not word.text.startswith("--arg-file=")]
    start, _, holder, reason = operands("xargs", words)
    if reason or not 0 < start < len(words) or (all(word.plain for word in words[start:]) and words[-1].text not in speaking.WRAPPERS.split()):
        return []
    front = " ".join([word.raw for word in words[start:]])
    lines = [written(line) for line in arguments(call, found, names)]
    return [front.replace(holder, line) if holder else front + " " + line for line in lines]
