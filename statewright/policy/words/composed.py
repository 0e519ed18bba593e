"""Commands whose words, or whose program text, the line hands over by another road: xargs, parallel, a pipe or a descriptor into a shell or make.

Where those words are there to read, the command they make is judged like one written out. Loaded for lines with such a program alone.
"""

from statewright.policy.outputs.output import fed, lines_of, printed_by
from statewright.policy.texts.recipes import RECIPES, gone, job, recipes
from statewright.policy.words.calls import Call
from statewright.policy.words.inner import inner
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, LITERAL, MORE, UNTOLD, plain
from statewright.policy.words.values import joined
from statewright.shell.model import HOLE
from statewright.shell.parallel import SOURCES, quoted
from statewright.shell.programs import SHELLS
from statewright.shell.shells import shell_options
from statewright.shell.wrappers import operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

HANDING = frozenset(("xargs", "parallel", "env_parallel"))
DESCRIPTORS = ("-", "/dev/stdin", "/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/dev/./")
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")


def events(event: "Event", found: "list[Call]", names: "Names", places: "list[list[str]]") -> "list[tuple[Call, Event]]":
    """``(call, what it runs as a shell call of its own)`` for everything that the line tells of it."""
    out: "list[tuple[Call, Event]]" = []
    for call, here in zip(found, places, strict=True):
        for text in texts(call, found, names) if call.words else ():
            if MORE in text:
                continue  # refused for it, see texts/further.py
            made = inner(event, gone(call, text))
            made.cwd = next((path for path in here if path != HOLE), event.cwd)
            out.append((call, made))
    return out


def texts(call: Call, found: "list[Call]", names: "Names") -> "list[str]":
    """The shell texts that a call runs and the reader could not see; MORE for those over what is looked at."""
    if call.name == "xargs":
        return _appended(call, found, names)
    if call.name in HANDING:
        return _parallel(call, found, names)
    if call.words and (not call.name or ("/" in call.name and (call.name[:6] == "/proc/" or call.name.rpartition("/")[2] in SHELLS))):
        return _put_together(call, found, names)
    if call.name == "emulate" and "-c" in call.texts[:-1]:
        return [("setopt globdots; " if names.dots else "") + text for text in _read(names.patterns(call.words[call.texts.index("-c") + 1]))]
    if (call.name == "eval" or call.name in SHELLS) and not call.command.wrapper and not call.command.program:
        return _evaluated(call, names)
    if call.command.program or call.name in RECIPES:
        text = text_of(call, found, names)
        if text and MORE in text:
            return [MORE]
        text = text.replace(LITERAL, "") if text else text
        if text and call.name == "crontab":
            from statewright.policy.texts.escapes import written

            return [written(one) for one in [job(line.strip()) for line in text.split("\n")] if one]
        return [] if not text or HOLE in text else [text] if call.name not in RECIPES else recipes(text)
    return []


def _put_together(call: Call, found: "list[Call]", names: "Names") -> "list[str]":
    """What a command without a program to see may be, and the text that a shell among it takes from its input."""
    from statewright.policy.words import dynamic

    out = dynamic.texts(call, names)
    if dynamic.shell(call, names) and (call.command.stdin or call.command.redirects):
        out += [text for text in ("\n".join([plain(line) or line for line in _input(call, found, names)]),) if HOLE not in text]
    return out


def _input(call: Call, found: "list[Call]", names: "Names") -> "list[str]":
    body = next((redirect.heredoc for redirect in call.command.redirects if redirect.heredoc is not None), None)
    return [body.text] if body is not None else fed(call, found, names)


def _unread(call: Call, found: "list[Call]", names: "Names") -> bool:
    """Whether such a command may be a shell that reads a pipe nobody can read here."""
    if not call.command.stdin:
        return False
    from statewright.policy.words import dynamic

    at, has_text, _, reason = shell_options(call.words, "bash")
    reads = not reason and not has_text and (at >= len(call.words) > 0)
    return reads and dynamic.shell(call, names) and any(HOLE in line for line in _input(call, found, names))


def _held(call: Call, found: "list[Call]", names: "Names") -> bool:
    from statewright.policy.words import inputs

    return inputs.held(call, found, names)


def text_of(call: Call, found: "list[Call]", names: "Names") -> "str | None":
    """The program text that a shell, or a program of RECIPES, takes from a pipe, the standard input or a substitution; None: from elsewhere."""
    if call.name in RECIPES:
        word = _named(call)
        if word is None:
            return _written(call, names)
    else:
        word = next((one for one in call.words[1:] if one.subst and one.raw[:2] == "<("), None)
    if word is not None and word.raw[:2] == "<(":
        return "\n".join(printed_by(word.raw[2:-1], names))
    if word is not None and "<(" in word.raw:
        return "\n".join(printed_by(word.raw[word.raw.index("<(") + 2 : -1], names))
    if call.command.stdin or call.command.redirects:
        lines = fed(call, found, names)
        body = next((redirect.heredoc for redirect in call.command.redirects if redirect.heredoc is not None), None)
        return body.text if body is not None else "\n".join(lines)
    if call.command.program == "stdin":
        from statewright.policy.words import inputs

        around = inputs.lines(call, found, names)
        return None if around is None else "\n".join(around)
    return None


def _evaluated(call: Call, names: "Names") -> "list[str]":
    """``eval "$(…)"``, ``sh -c "$x"``: what the text may be, as far as the line tells."""
    words = call.words[1:]
    if call.name != "eval":
        at, has_text, _, reason = shell_options(call.words, call.name)
        if reason or not has_text or not 0 < at < len(call.words):
            return []
        words = call.words[at : at + 1]
    made = joined([names.patterns(word) for word in words])
    told = [text.replace(UNTOLD, "$(_untold)") if text.replace(UNTOLD, "").strip() else text for text in made]
    return _read([text for text in told if HOLE not in text]) + ([MORE] if any(MORE in text for text in made) else [])


def _written(call: Call, names: "Names") -> "str | None":
    """What the line itself wrote into the file that such a program runs."""
    for text in (*call.texts[1:], *(MAKEFILES if call.name in ("make", "gmake") else ())):
        lines = names.written.get(text) or names.written.get("./" + text)
        if lines:
            return "\n".join(lines)
    return None


def _named(call: Call) -> "Word | None":
    """The word that names a descriptor as the program's text; None when there is none."""
    wanted = RECIPES[call.name]
    for i, word in enumerate(call.words[1:], 1):
        text = word.text
        before = call.texts[i - 1]
        option, sign, value = text.partition("=")
        if before in wanted or (before[:2] == "--" and any(abbreviates(before, one) for one in wanted)) or (not wanted and text[:1] != "-"):
            value = text
        elif not (sign and any(abbreviates(option, one) for one in wanted)):
            value = text[2:] if text[:2] in wanted and len(text) > 2 else "-" if not wanted and text == "-" else ""
        if value[:1] == HOLE and "<(" in word.raw:
            return word
        if (value.startswith(DESCRIPTORS) and (value == "-" or value[:1] == "/")) or (value[:6] == "/proc/" and "/fd/" in value):
            return word
    if call.name in ("crontab", "at", "batch") and (call.command.stdin or call.command.redirects):
        return call.words[0]
    return None


def arguments(front: Call, found: "list[Call]", names: "Names") -> "list[str]":
    """The lines of arguments that xargs or parallel is given by a file or by its input; [HOLE] where nobody can tell."""
    lines: "list[str]" = []
    for i, word in enumerate(front.words):
        text = word.text
        if text in ("-a", "--arg-file", "::::", "::::+") and i + 1 < len(front.words):
            lines += _lines(front.words[i + 1], names)
        elif text.startswith("--arg-file="):
            at = word.raw.find("<(")
            lines += printed_by(word.raw[at + 2 : -1], names) if at > 0 else lines_of(text.partition("=")[2], names)
        elif text[:2] == "-a" and len(text) > 2:
            lines += lines_of(text[2:], names)
    return lines or fed(front, found, names)


def _lines(word: "Word", names: "Names") -> "list[str]":
    return printed_by(word.raw[2:-1], names) if word.raw[:2] == "<(" else lines_of(word.text, names)


def _read(lines: "list[str]") -> "list[str]":
    """The lines that are there to read."""
    return [text for text in (plain(line) for line in lines if HIDDEN not in line) if text]


def _appended(call: Call, found: "list[Call]", names: "Names") -> "list[str]":
    words = [word for word in call.words if word.static or not word.text.startswith("--arg-file=")]
    start, _, holder, reason = operands("xargs", words)
    if reason or start < 0 or start >= len(words):
        return []
    given = arguments(call, found, names)
    lines = _read(given)
    front = words[start:]
    if MORE in given and (front[0].text.rpartition("/")[2] in (*SHELLS, "env", "sudo", "nice", "timeout", "nohup") or holder == front[0].text):
        return [MORE]
    if front[0].text.rpartition("/")[2] in SHELLS and any(HIDDEN in line for line in given):
        lines.append("$(_untold)")  # in the shell's text: what nobody can tell
    if front[0].text.rpartition("/")[2] in SHELLS:
        from statewright.policy.words.dynamic import shown

        lines += [shown(line) for line in given if plain(line) is None and HOLE not in line]
    if any(line[:1] == "." for line in lines):
        from statewright.policy.outputs.spared import spared

        lines = [line for line in lines if not spared(front, line, names)]
    out = []
    if holder:
        for line in lines:
            out.append(" ".join([quoted(one.text.replace(holder, line)) if one.static else one.raw.replace(holder, quoted(line)) for one in front]))
        return out
    whole = any(text[:2] == "-d" or text in ("-0", "--null") or text.startswith("--delim") for text in call.texts[1:start])
    front_text = " ".join([word.raw for word in front])
    rows = [[line] if whole else line.replace("'", " ").replace('"', " ").split() for line in lines]
    if len(rows) > 1:
        rows.append([one for row in rows for one in row])
    for row in rows:
        out.append(front_text + " " + " ".join([quoted(one) for one in row]))
    return out


def _parallel(call: Call, found: "list[Call]", names: "Names") -> "list[str]":
    """The same call with its arguments written out behind ``:::``."""
    if any(text == ":::" or text == ":::+" for text in call.texts) and not any(text[:4] == "::::" or text[:2] == "-a" for text in call.texts):
        return []
    given = arguments(call, found, names)
    lines = _read(given)
    if MORE in given:
        return [MORE]
    if not lines:
        return []
    end = next((i for i, text in enumerate(call.texts) if text in SOURCES), len(call.words))
    front = []
    skip = False
    for word in call.words[:end]:
        if skip:
            skip = False
        elif word.text in ("-a", "--arg-file"):
            skip = True
        elif word.text[:2] != "-a" and not word.text.startswith("--arg-file="):
            front.append(word.raw)
    return ["%s ::: %s" % (" ".join(front), " ".join([quoted(line) for line in lines]))]
