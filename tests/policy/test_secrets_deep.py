"""Which commands are looked at for the folders they go through: none is left out that the rules about folders, links and texts know of."""

from __future__ import annotations

import pytest

from statewright.policy.protecting import searches, secret_links
from statewright.policy.protecting.secrets import _deep
from statewright.policy.words.calls import Call
from statewright.shell.reader import read

NAMES = sorted({
    *searches.GREPS, *searches.SEARCHERS, *searches.LISTERS, *searches.RECURSE, *searches.WHOLE, *secret_links.FINDERS, *secret_links.FOLLOWING,
    *secret_links.READING, *secret_links.NAMING, "git", "python2", "python3", "python3.12", "node22", "pypy", "make", "npm", "curl", "xargs",
} - {"[[", "["})  # fmt: skip
OPTIONS = [
    "", "-r", "-R", "-nr", "-Rn", "--recursive", "--rec", "--dereference-recursive", "--deref", "-d recurse", "-drecurse", "--directories=recurse",
    "--dir recurse", "-L", "-h", "-a", "-T", "-f", "--follow", "-n", "-c x", "-e notes", "-i", "--color=always", "-S", "-type f", "-exec cat {} +",
]


def _call(line: str) -> Call:
    command = read(line).commands[0]
    return Call(command, command.words[0].text, 1)


@pytest.mark.parametrize("name", NAMES)
def test_what_goes_through_folders_is_looked_at(name: str) -> None:
    for option in OPTIONS:
        for rest in ("", "x .", "add -A", "diff --no-index a b", "-m http.server", "stash -u", "-C .. grep x"):
            call = _call("%s %s %s" % (name, option, rest))
            goes = searches.operands(call) is not None or searches.lists(call)
            follows = any(secret_links.roots(call, fed)[0] for fed in (False, True))
            texts = secret_links.family(name) in secret_links.READING or name in secret_links.READING
            assert _deep(call) or not (goes or follows or texts), " ".join(call.texts)


def test_most_commands_are_not() -> None:
    assert not any(_deep(_call(line)) for line in ("npm test", "make build", "grep -n x a", "grep -c TODO a", "echo a", "curl -s https://example.com"))
    assert _deep(_call("grep -rn x")) and _deep(_call("cat-file x")) is False and _deep(_call("python3.12 -c 1"))
