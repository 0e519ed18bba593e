"""Programs whose own text is made of commands for a shell, and those commands: makefiles, schedules, terminals' settings. Those whose text has a
language of its own are in escapes.py."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

DIGITS = frozenset("0123456789*/,-")
# Programs whose program text is made of commands for a shell, and the options that name its file.
RECIPES = {
    **dict.fromkeys(("make", "gmake"), ("-f", "--file", "--makefile")), "just": ("-f", "--justfile"), "crontab": (), "at": ("-f",), "batch": ("-f",),
    "tmux": ("-f",), "screen": ("-c",),
}  # fmt: skip


def recipes(text: str) -> "list[str]":
    """The lines of a makefile, a schedule or a terminal's settings, as far as they may be commands for a shell."""
    out: "dict[str, bool]" = {}
    for line in text.replace("\\\n", " ").split("\n"):
        bare = line.strip(" \t@-+!:\\")
        for piece in (bare, bare.partition(";")[2], bare.partition("!")[2], bare.partition(" ")[2], bare.partition("shell ")[2].rstrip(")'\"")):
            piece = piece.strip(" \t@-+!").replace("$$", "$")
            if piece:
                out[piece] = True
    return list(out)


def job(line: str) -> str:
    """What a line of a schedule runs, behind its times: ``0 5 * * 1``, ``@daily``; "" for other lines. crontab(5)."""
    words = line.split(None, 5)
    if line[:1] == "@":
        return " ".join(words[1:])
    return words[5] if len(words) > 5 and all(DIGITS.issuperset(word) for word in words[:2]) else ""


def gone(call: "Call", text: str) -> str:
    """What make runs, in the folder where it is told to work: ``make -C DIR``, ``--directory=DIR``."""
    if call.name not in ("make", "gmake"):
        return text
    from statewright.shell.parallel import quoted

    folders = [call.texts[i + 1] for i, one in enumerate(call.texts[:-1]) if one in ("-C", "--directory")]
    folders += [one[2:] for one in call.texts if one[:2] == "-C" and len(one) > 2] + [one[12:] for one in call.texts if one[:12] == "--directory="]
    return "\n".join([*("cd " + quoted(folder) for folder in folders), text])


def in_quotes(text: str) -> "list[str]":
    """The texts in quotes within a program, of any kind that languages have."""
    out: "list[str]" = []
    i = 0
    while i < len(text):
        if text[i] in "'\"`":
            end = text.find(text[i], i + 1)
            if end < 0:
                break
            out.append(text[i + 1 : end])
            i = end
        i += 1
    return out
