"""Options that make a program take code or configuration from elsewhere, run another program, or write a file.

One text a program in ``options_checks.py``, ``options_tools.py`` and ``options_further.py``, so that loading a table costs next to nothing. A line of
it is ``KIND WORDS | what it does``:

``code``     names code or a program to run.
``place``    takes configuration, code or the folder to work in from a path: fine inside the project.
``write``    writes, removes or rewrites a file: as a redirect it needs Edit or Write in the state.
``run``      its value is a command line, which is judged like any other command.

Of the words those with ``-`` or ``+`` are options (``+`` alone: any word that begins so), ``@`` stands for operands that are paths,
``@@`` for files of arguments (``@FILE``) and ``NAME=`` for operands that set a variable; ``=PATTERN`` is a value that is fine,
``!PATTERN`` makes only such values count (``*`` for any run of characters, ``?*`` at the end for at least one).

Lines without a kind: ``values`` the short options that take a value, ``takes`` such long ones before operands, ``style words`` for
programs whose options are whole words behind one dash, ``deep`` when an entry of a single word (``node``) permits whatever the
program can do, ``abbreviates`` when long options may be cut short, ``from`` the documentation they were read in.
"""

_ALSO = """
    py.test=pytest gmake=make mvnw=mvn gradlew=gradle mvn.cmd=mvn batcat=bat fdfind=fd pnpx=pnpm sftp=scp gawk=awk mawk=awk nawk=awk
    goimports=gofmt gofumpt=gofmt ar=nm size=nm readelf=nm strings=nm ranlib=nm addr2line=nm
    gsed=sed gsort=sort pip3=pip basedpyright=pyright
    vue-tsc=tsc nodejs=node npx=npm oc=kubectl tofu=terraform pre_commit=pre-commit paratest=phpunit pest=phpunit
    bazelisk=bazel go-task=task
"""
ALSO = dict(pair.split("=") for pair in _ALSO.split())


FURTHER = frozenset(("bazel", "composer", "task", "flutter", "dart", "xcodebuild", "ansible-lint", "yamllint", "hadolint", "markdownlint"))


def rows(program: str) -> "tuple[list[tuple[str, list[str], str]], dict[str, str]]":
    """``([(kind, words, what it does)], {"values": …, "style": …, "from": …})`` of a program; nothing for an unknown one."""
    from statewright.shell.options_checks import OPTIONS as CHECKS

    name = ALSO.get(program, program)
    text = CHECKS.get(name)
    if text is None:
        from statewright.shell.options_tools import OPTIONS as TOOLS

        text = TOOLS.get(name, "")
    if name in FURTHER:
        from statewright.shell.options_further import OPTIONS as OTHERS

        text = OTHERS[name]
    found: "list[tuple[str, list[str], str]]" = []
    facts: "dict[str, str]" = {}
    for line in text.split("\n"):
        left, sign, what = line.strip().partition(" | ")
        kind, _, rest = left.partition(" ")
        if sign:
            found.append((kind, rest.split(), what))
        elif kind:
            facts[kind] = rest or "yes"
    return found, facts


def programs() -> "list[str]":
    """The programs with rows, for printing."""
    from statewright.shell.options_checks import OPTIONS as CHECKS
    from statewright.shell.options_tools import OPTIONS as TOOLS

    return sorted([*CHECKS, *TOOLS, *FURTHER])
