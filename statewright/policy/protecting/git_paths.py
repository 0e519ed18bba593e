"""The options by which a git command names a file or a folder that it writes. git-SUBCOMMAND(1), read for each option with a path.

``*`` stands for every subcommand. What follows ``=`` in any other long option counts as well, unless the option only reads or says something.
"""

from statewright.policy.words.options import abbreviates
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.shell.model import Word

_WRITTEN = """
    * --output --output-directory --separate-git-dir --object-dir
    archive -o
    format-patch -o
    bugreport -o
    diagnose -o
    apply --build-fake-ancestor
    credential-cache --socket
    credential-store --file
    fast-export --export-marks
    fast-import --export-marks --export-pack-edges
    index-pack -o --index-version
    read-tree --index-output --prefix
    checkout-index --prefix
    daemon --pid-file --base-path --interpolated-path
    mailsplit -o
    repack --filter-to --expire-to
    gc --expire-to
    maintenance --config-file
    filter-branch -d --state-branch
    http-fetch -w
    svn --shared --template
    lfs --object-map
    p4 --destination
    cvsimport -C
    archimport -t
    instaweb --module-path
    difftool --dir-diff
    config -f --file
    interpret-trailers --in-place
    send-pack --receive-pack
"""
WRITTEN = {line.split()[0]: tuple(line.split()[1:]) for line in _WRITTEN.strip().split("\n")}
# Options with a text or a file that is read.
_READ = """
    --message --file --author --date --grep --trailer --pathspec-from-file --format --pretty --cleanup --reedit-message --reuse-message --fixup
    --squash --exclude --include --exclude-from --exclude-per-directory --exclude-standard --from --subject --contents --reference --path --since
    --until --notes --track --sort --contains --merged --template --import-marks --to --cc --bcc --in-reply-to --cover-from-description
    --set-upstream-to --upload-pack --receive-pack --word-diff-regex --ignore-revs-file --signature-file --branch --onto --strategy-option
"""
READ = tuple(_READ.split())
# Subcommands whose operands are files or folders that they write.
OPERANDS = frozenset(("index-pack", "pack-objects", "credential-cache--daemon", "scalar", "http-fetch", "svn", "p4", "cvsimport", "quiltimport"))


def paths(sub: str, rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that an option of ``git sub`` would write, "" when none."""
    wanted = (*WRITTEN["*"], *WRITTEN.get(sub, ()))
    for i, word in enumerate(rest):
        text = word.text
        if text == "--":
            break
        name, sign, _ = text.partition("=")
        if text[:2] == "--":
            writes = any(abbreviates(name, one) for one in wanted)
            if sign and (writes or name not in READ) and _hit(word, len(name) + 1, scene, bases):
                return text.replace(HOLE, "…")
            if not sign and writes and i + 1 < len(rest) and _hit(rest[i + 1], 0, scene, bases):
                return rest[i + 1].text
        elif text[:1] == "-" and len(text) > 1:
            at = next((k for k in range(1, len(text)) if "-" + text[k] in wanted), 0)
            if at and (_hit(word, at + 1, scene, bases) if at < len(text) - 1 else i + 1 < len(rest) and _hit(rest[i + 1], 0, scene, bases)):
                return text
        elif (sub in OPERANDS or (text[:1] == HOLE and i and rest[i - 1].text in wanted)) and _hit(word, 0, scene, bases):
            return text
    return ""


def _hit(word: "Word", front: int, scene: "Scene", bases: "list[str]") -> bool:
    return any(scene.hit(pattern[front:], bases, "dots") for pattern in scene.names.patterns(word) if pattern[front:])
