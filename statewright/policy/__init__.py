"""The rules, a file each, in the order that ``order.py`` gives, and the rooms that they ask. A room imports those below it alone (``pyproject.toml``
holds them to that):

    everyday    lines that need no reading             persons     what is a person's alone
    protecting  what would change a protected file     environ     blocked and set variables       limits   lines and files that a call changes
    permitted   what a list of commands, or a shell for reading, permits
    words       what the words of a line come to       outputs     what its commands print         texts    commands in programs' own texts

The three at the bottom ask one another: a word may be what a command prints, and that what a word says.
"""
