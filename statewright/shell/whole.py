"""Read any shell text: every simple command it could run.

A strict recursive-descent reader of bash's grammar. Whatever it does not know, or what zsh would read in a way that
runs something else, is named in ``Script.opaque``; it never guesses and never raises. Pure: no file, no environment.
"""

from statewright.shell.cursor import Found, Unreadable, refused
from statewright.shell.model import Script
from statewright.shell.parser import Reader
from statewright.shell.unwrap import unwrap


def read_whole(text: str) -> Script:
    """The script of a text; total, and linear in its length."""
    script = Script(text)
    source = text
    if not text.isprintable():
        source = carriage_returns(text, script)
        unseen = refused(source)
        if unseen:
            script.opaque.append("the text holds control or invisible characters")
            source = "".join([c for c in source if c not in unseen])
    found = Found(len(source) * 8 + 65536)
    reader = Reader(source, found)
    try:
        reader.program_text()
    except Unreadable as error:
        found.opaque.append(str(error))
        from statewright.shell.recovered import read_on

        read_on(reader)
    except RecursionError:
        found.opaque.append("the text is nested too deeply")
    try:
        unwrap(found, script.commands)
    except RecursionError:
        found.opaque.append("commands run commands too deeply")
    if found.loaded and found.evaluates:
        found.opaque.append("a stored literal may be run when a variable is evaluated")
    elif found.roots and not found.opaque:
        from statewright.shell import values

        name = values.unseen(found, script.commands)
        if name:
            found.opaque.append("%s is evaluated as arithmetic or as a name, and only the running shell knows whether it is a number" % name)
    script.expansions = found.expansions
    script.functions = found.functions
    script.roots = found.roots
    script.opaque += found.opaque
    return script


def carriage_returns(text: str, script: Script) -> str:
    """Drop a CR before a newline, where that cannot change what bash reads."""
    if "\r\n" not in text:
        return text
    if "<<" in text or "\\\r" in text:
        script.opaque.append("a carriage return may hide where a line or a heredoc ends")
    return text.replace("\r\n", "\n")
