"""Files beside the ones that a command names: what ``gunzip NAME.gz`` leaves, and the backup of ``cp -b -S .json NEW NAME`` or ``sed -i.json``.

gzip(1), gpg(1); cp(1), "Backup"; sed(1), -i; perlrun, -i; patch(1), -b, -B, -z.
"""

from statewright.policy.protecting.names import PACKERS
from statewright.policy.words.options import abbreviates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

SHORTENING = PACKERS | {"lzma", "unlzma", "gpg", "gpg2", "ccrypt", "ccdecrypt", "bcrypt", "uncompress"}
# The short option and the long one that give a backup its end.
ENDS = {
    **dict.fromkeys(("cp", "mv", "ln", "install", "gcp", "gmv", "gln", "ginstall"), ("-S", "--suffix")), "rsync": ("", "--suffix"),
    **dict.fromkeys(("patch", "gpatch"), ("-z", "--suffix")), **dict.fromkeys(("sed", "gsed", "ssed"), ("-i", "--in-place")),
    **dict.fromkeys(("perl", "ruby"), ("-i", "")),
}  # fmt: skip
FRONTS = ("-B", "--prefix", "-Y", "--basename-prefix")  # patch's, for the beginning
NAMES = SHORTENING | frozenset(ENDS)


def beside(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a command makes beside a file it names, "" when none."""
    paths = [pattern for word in call.words[1:] if word.text[:1] != "-" for pattern in scene.names.patterns(word)]
    made: "list[str]" = []
    if call.name in SHORTENING:
        made = [path.rpartition(".")[0] for path in paths if "." in path.rpartition("/")[2].lstrip(".")]
    else:
        short, long = ENDS[call.name]
        for end in _values(call, short, long, scene):
            for path in paths if end else ():
                folder, sign, name = path.rpartition("/")
                made += [path + end] if "*" not in end else [end.replace("*", name), folder + sign + end.replace("*", name)]
        if short == "-z":
            for front in [one for i in (0, 2) for one in _values(call, FRONTS[i], FRONTS[i + 1], scene)]:
                made += [one for path in paths for one in (front + path, path.rpartition("/")[0] + "/" + front + path.rpartition("/")[2])]
    return next((path for path in made if path and scene.hit(path, bases)), "")


def _values(call: "Call", short: str, long: str, scene: "Scene") -> "list[str]":
    """What an option is given: behind it, in the next word (not sed's, perl's and ruby's), behind ``=``; in a cluster too."""
    out: "list[str]" = []
    for i, word in enumerate(call.words[1:], 1):
        text, at = word.text, -1
        follows = call.words[i + 1 : i + 2]
        if text[:2] == "--":
            name, sign, _ = text.partition("=")
            if long and len(name) > 3 and abbreviates(name, long):
                at, follows = (len(name) + 1, []) if sign else (len(text), follows)
        elif text[:1] == "-" and short and short[1] in text:
            at = text.index(short[1]) + 1
        if at < 0:
            continue
        if at < len(text):
            out += [pattern[at:] for pattern in scene.names.patterns(word)]
        elif short != "-i":
            out += [pattern for one in follows for pattern in scene.names.patterns(one)]
    return out
