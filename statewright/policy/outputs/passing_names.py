"""Programs that hand on what they read: as it is, or changed. Data alone."""

PASSING = frozenset((
    "cat", "grep", "egrep", "fgrep", "sort", "uniq", "head", "tail", "tac", "tee", "nl", "xargs", "shuf", "column", "sponge", "pv",
    "less", "more", "most", "bat", "batcat", "strings", "dd", "pr", "expand", "unexpand", "iconv", "zless", "look", "tsort", "fzf", "ts",
))
CHANGING = frozenset((
    "comm", "join", "diff", "sed", "awk", "gawk", "mawk", "cut", "tr", "paste", "perl", "jq", "rev", "fmt", "fold", "python",
    "python3", "ruby", "node", "sd", "yq", "php", "lua",
))
# Their first operand is a pattern or a program, where no option gives one.
SCRIPTED = frozenset(("grep", "egrep", "fgrep", "sed", "awk", "gawk", "mawk", "jq", "yq", "tr", "look"))
