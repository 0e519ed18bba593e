"""Closer looks at sed and awk: do their scripts only read and print?"""

from statewright.policy.words.options import abbreviates, has, in_place, parse
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.permitted.readonly import No
    from statewright.policy.words.calls import Call

UNKNOWN = "unknown"


def sed(call: "Call", texts: "list[str]") -> "No":
    """None when a sed call only reads and prints."""
    options, operands = parse(texts, "efl", ("--expression", "--file", "--line-length"))
    if call.command.open and "-n" not in [name for name, _ in options] and not operands:
        return UNKNOWN, "its script comes from elsewhere"
    if in_place(texts):
        return "writer", "-i edits in place"
    if has(options, texts, ("-f", "--file")):
        return "writer", "a script from a file (-f) cannot be checked"
    scripts = [value for name, value in options if name == "-e" or abbreviates(name, "--expression")]
    if not scripts:
        scripts = operands[:1]
    if any(HOLE in script for script in scripts):
        from statewright.policy.words import script_values

        known = script_values.scripts(call, scripts)
        if known is None:
            return UNKNOWN, "its script holds a value that is not plain to see"
        scripts = known
    from statewright.policy.texts.sed_scripts import sed_writes

    for script in scripts:
        fault = sed_writes(script)
        if fault:
            return "writer", "its script " + fault
    return None


def awk(call: "Call", texts: "list[str]", running: bool = True) -> "No":
    """None when an awk call only reads and prints. running: a command that its program runs counts."""
    from statewright.policy.texts.awk_calls import loading, programs
    from statewright.policy.texts.awk_programs import awk_writes

    option = loading(texts) if running else ""  # who lists awk lists its options too: their rows say which
    if option:
        return "writer", "%s loads a program, writes a file or is not known" % option[:24].replace(HOLE, "…")
    found = programs(call.words)
    if not found:
        return UNKNOWN, "its program is not plain to see"
    choices = ["\n".join([text for _, text in found])]
    if HOLE in choices[0]:
        from statewright.policy.words import script_values

        some = [script_values.scripts(call, [text]) for _, text in found]
        choices = [""]
        for one in some:
            if one is None:
                return UNKNOWN, "its program holds a value that is not plain to see; -v hands it over"
            choices = [left + ("\n" if left else "") + right for left in choices for right in one][:64]
    for text in choices:
        fault = awk_writes(text, running)
        if fault:
            return "writer", "its program " + fault
    return None
