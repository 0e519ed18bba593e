"""What the commands of a line put into its variables and files: declarations, ``read``, ``set``, ``printf -v``, redirects.

bash(1), Shell Builtin Commands. Loaded for the lines alone that hold such a command.
"""

from statewright.policy.words.patterns import MORE, UNTOLD, most, telling
from statewright.policy.words.printing import formatted
from statewright.policy.words.values import parted, recased, shared
from statewright.shell.model import HOLE
from statewright.shell.shells import behind_text
from statewright.shell.wrappers import BEHIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Assign, Word

DECLARING = ("export", "declare", "typeset", "local", "readonly", "env")
POSITIONS = ("@", "*", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
COPIES = ("dd", "cp", "mv", "ln", "install", "ditto", "gcp", "ginstall", "rsync", "link", "gmv")
LOOPS = ("for", "whi", "unt", "sel", "rep")
TURNS = 64  # of a loop that cuts a variable down
READ_VALUES = "adinNptu"  # options of read that take a value


def command(names: "Names", call: "Call", functions: "frozenset[str]") -> None:
    """What a command sets by its words or its input."""
    name, texts = call.name, call.texts
    if name in DECLARING:
        _declared(names, call)
    elif name in functions or (name in ("set", "bash", "sh", "zsh", "dash") and len(texts) > 1 and (name == "set" or call.command.wrapper)):
        if name in functions or name == "set":
            _positional(names, [word for word in call.words[1:] if word.text != "--"])
        else:
            _positional(names, behind_text(call.words, call.name), zero=True)
        if call.command.open or any(HOLE in word.text and not word.vars and not word.subst for word in call.words[1:]):
            from statewright.policy.outputs.output import handed

            lines = handed(call, names.calls, names)
            for position in POSITIONS if lines else ():
                names.add(position, [word for line in lines for word in (line, *line.split())])
    elif name in ("read", "mapfile", "readarray"):
        _read(names, call)
    elif name == "foreach":  # zsh's, in the form that bash takes for a command
        at = texts.index("in") if "in" in texts else len(texts)
        for word in call.words[at + 1 :]:
            for variable in texts[1:at]:
                names.add(variable, names.patterns(word))
    elif name == "printf" and texts[1:2] and texts[1][:2] == "-v":
        at = 2 if len(texts[1]) > 2 else 3
        if len(call.words) > at:
            choices = [names.patterns(word) for word in call.words[at + 1 :]]
            name = (texts[1][2:] or texts[2]).partition("[")[0]
            names.add(name, [formatted(text, [some[0] for some in choices]) for text in names.patterns(call.words[at])])


def looped(names: "Names", call: "Call", assign: "Assign") -> None:
    """What a variable that a loop puts together holds in the end: each turn's word in front of those before, or behind them."""
    others = [name for name, _ in assign.value.vars if name != assign.name]
    if assign.value.subst or not any(step[:3] in LOOPS for step in call.command.place):
        return
    if not others and not assign.append and any(op[:1] in ("#", "%") for _, op in assign.value.vars):
        _cut_down(names, assign)
    if len(others) != 1:
        return
    own, turns = names.values.get(assign.name, []), names.values.get(others[0], [])
    if not turns:
        return
    made = ["" if HOLE in one else one for one in own[:1]] or [""]
    for value in turns:
        names.values[assign.name], names.values[others[0]] = made[-1:], [value]
        fresh = names.patterns(assign.value)
        if len(fresh) != 1:
            made = []
            break
        made.append(made[-1] + fresh[0] if assign.append else fresh[0])
    names.values[assign.name], names.values[others[0]] = own, turns
    names.add(assign.name, [value for value in made if value == made[-1] or telling(value)])


def _cut_down(names: "Names", assign: "Assign") -> None:
    """What is left of a variable, turn by turn: ``l=${l#*:}``. Each turn's text is shorter, so that this ends; after TURNS it may be anything."""
    for _ in range(TURNS):
        before = names.values.get(assign.name)
        names.add(assign.name, names.patterns(assign.value))
        if names.values.get(assign.name) == before:
            return
    names.add(assign.name, [MORE])


def _declared(names: "Names", call: "Call") -> None:
    link = call.name not in ("export", "readonly", "env") and any(
        text[:1] == "-" and "n" in text
        for word in call.words[1:]
        for text in ([word.text] if word.static else names.patterns(word) if word.text[:1] == HOLE else ())
    )
    options = "".join([text for text in call.texts[1:] if text[:1] == "-"])
    for word in call.words[1:]:
        name, sign, _ = word.text.partition("=")
        if not name.isidentifier() or not name.isascii():
            continue
        if not sign:
            if link:
                names.links.setdefault(name, [])  # what it is set to later is what it refers to
            continue
        raw = word.raw.partition("=")[2]
        if raw[:1] == "(":
            names.array(name, raw)
            continue
        values = [value.partition("=")[2] for value in names.patterns(word)]
        values += [recased(",," if letter == "l" else "^^", value) for value in values for letter in "lu" if letter in options]
        if link:
            names.links[name] = most([*names.links.get(name, ()), *values])
            names.turn += 1
        else:
            names.add(name, values)


def _read(names: "Names", call: "Call") -> None:
    """``read`` and ``mapfile`` take what their input holds."""
    from statewright.policy.outputs.output import fed

    given: "list[str]" = []
    skip = False
    for text in call.texts[1:]:
        if skip:
            skip = False
        elif text[:1] == "-":
            skip = text[-1] in READ_VALUES and not (text[-1] == "a" and call.name == "read") and not (text[-1] == "t" and call.name != "read")
        else:
            given.append(text.partition("[")[0])
    at = next((i for i, text in enumerate(call.texts) if i and text[:2] == "-u"), 0)
    number = call.texts[at][2:] or "".join(call.texts[at + 1 : at + 2])
    if at:
        from statewright.policy.words.inputs import opened

        lines = opened(number, names)
    else:
        lines = fed(call, names.calls, names) or [HOLE]
    ends = [text[2:] or "".join(call.texts[i + 1 : i + 2]) for i, text in enumerate(call.texts) if i and text[:2] == "-d"]
    lines = parted(lines, ends) if ends else lines
    if call.name == "read" and any(text[:2] in ("-n", "-N") for text in call.texts):
        from statewright.policy.words.pieces import sliced

        lines = sliced(lines, call)
    if call.name != "read":
        names.add(given[0] if given else "MAPFILE", lines)
        return
    stops = "".join(assign.value.text for assign in call.command.assigns if assign.name == "IFS").replace(HOLE, "")
    if any(text[:1] == "-" and text[:2] != "--" and "a" in text for text in call.texts[1:]):
        names.add(given[0] if given else "REPLY", [word for line in parted(lines, [stops]) for word in line.split()])
        return
    if len(given) > 1 and _columned(names):  # lines are names alone here, which column theirs is nobody tells
        whole = [line for line in lines if " " not in line.strip()]
        for name in given:
            names.add(name, whole)
    for name, values in shared(lines, given or ["REPLY"], stops).items():
        names.add(name, values)


def _columned(names: "Names") -> bool:
    """Whether the line lists names with columns in front: ``ls -l``, ``ls -i``, ``du``, ``git status -s``."""
    from statewright.policy.outputs.columns import listed
    from statewright.policy.texts.follow import subcommand

    for call in names.calls:
        rest = call.texts[subcommand(call.words)[0] :] if call.name == "git" else []
        if listed(call.name, call.texts, rest):
            return True
    return False


def writes(names: "Names", call: "Call") -> None:
    """What the line puts into files, so that reading them back is followed."""
    if call.name in ("tee", "sponge"):
        from statewright.policy.outputs.output import fed

        lines = fed(call, names.calls, names)
        for text in dict.fromkeys(call.texts[1:]):
            if text[:1] != "-":
                names.written[text] = names.written.get(text, []) + lines
        names.turn += 1
    elif call.name in COPIES:
        _copied(names, call)
    for redirect in call.command.redirects:
        if redirect.op in (">", ">>", ">|", "&>") and redirect.target is not None:
            path = redirect.target.text
            if call.name not in ("echo", "printf", "cat") and names.event.script.text.count(path) < 2:
                continue
            from statewright.policy.outputs.output import printed

            source = call
            while source.command.wrapper or source.name in BEHIND:
                source = next((other for other in names.calls if other.parent is source), None) or call
                if source is call:
                    break
            from statewright.policy.words.pieces import appended

            appended(path, source, [UNTOLD] if source.name in BEHIND else printed(source, names.calls, names), names)


def _copied(names: "Names", call: "Call") -> None:
    """``dd of=t``, ``cp /dev/stdin t``, ``mv s t`` with what the line has put into s; several names are copied into a folder."""
    given = dict([text.split("=", 1) for text in call.texts[1:] if "=" in text]) if call.name == "dd" else {}
    operands = [given.get("if", "/dev/stdin"), given.get("of", "")] if call.name == "dd" else [text for text in call.texts[1:] if text[:1] != "-"]
    if len(operands) < 2 or not operands[-1]:
        return
    if "-t" in call.texts[:-1]:  # cp -t FOLDER FILE
        folder = call.texts[call.texts.index("-t") + 1]
        operands = [*(text for text in operands if text != folder), folder]
    for source in operands[:-1]:
        lines = names.written.get(source) or names.written.get(source.removeprefix("./")) or ()
        if source in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
            from statewright.policy.outputs.output import fed

            lines = fed(call, names.calls, names)
        for target in (operands[-1], operands[-1].rstrip("/") + "/" + source.rpartition("/")[2]) if lines else ():
            names.written[target] = names.written.get(target, []) + list(lines)
            names.turn += 1


def _positional(names: "Names", words: "list[Word]", zero: bool = False) -> None:
    """What ``$1``, ``$@`` and the like may be. zero: the first word is ``$0``, which the lists of all leave out."""
    exact = not names.shifts and not any(word.splits or word.brace or word.glob for word in words)
    for i, word in enumerate(words):
        values = names.patterns(word)
        own = str(i if zero else i + 1)
        for name in POSITIONS if i or not zero else POSITIONS[2:]:
            if not exact or name in ("@", "*", own):
                names.add(name, values)
