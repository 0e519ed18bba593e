"""What a real shell started and the reader did not name."""

from statewright.shell.model import Command, Script

# Not of the line: a sourced stub; the time of zsh takes no -p; an outer "time" whose inner command is named; id: /etc/profile.
SEEN = ("driver", "-p", "time", "id")


def named(command: Command, argv: list[str], exact: bool) -> bool:
    """Does this entry stand for a run of ``argv``?"""
    words = command.words
    if not words or not words[0].plain or (words[0].text != argv[0] and "-" + words[0].text != argv[0]):  # zsh: "- k1" is k1 as a login shell
        return False
    if not exact:
        return True
    for k, word in enumerate(words):
        if not word.plain or word.splits:
            return True
        if k >= len(argv) or word.text != argv[k]:
            return False
    return command.open or len(words) == len(argv)


def missing(script: Script, runs: list[list[str]], exact: bool) -> list[list[str]]:
    """The runs that no entry stands for; none when the script would be refused as a whole."""
    if script.opaque:
        return []
    for command in script.commands:
        if command.program or (command.words and (not command.words[0].plain or command.words[0].text == "-")):
            return []
    return [argv for argv in runs if argv[0] not in SEEN and not any(named(command, argv, exact) for command in script.commands)]
