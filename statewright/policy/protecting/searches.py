"""Programs that read whole folders, so that what lies far below one they are given is read with it: searchers, comparers, packers, copiers.

The folder of secrets alone is kept this way (secrets.py). Sources: GNU grep, diffutils, tar and gzip manuals, the guides of ripgrep, ag,
ack, ugrep and fd, git-grep(1), git-diff(1), git(1).
"""

from statewright.policy.words.options import abbreviates, has, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

# Programs that take whole folders along whatever their options.
_WHOLE = """
    cp tar bsdtar gtar rsync zip 7z 7za 7zr 7zz scp rclone cpio pax ditto ln mount bwrap docker podman mv rename rar star dar mksquashfs genisoimage
    mkisofs xorriso restic borg duplicity unison rdiff-backup rdiff lftp sftp md5deep sha1deep sha256deep hashdeep jdupes fdupes rdfind clamscan meld
    kdiff3 bindfs overlayfs fuse-overlayfs dirsplit mirrordir
"""
WHOLE = frozenset(_WHOLE.split())
GREPS = frozenset(("grep", "egrep", "fgrep", "rgrep", "ggrep", "gegrep", "gfgrep", "bzgrep", "xzgrep", "zstdgrep", "zgrep", "pcregrep", "pcre2grep"))
# Searchers that go down into folders by themselves, with the short options that take a value.
SEARCHERS = {
    "rg": "ABCEefgjMmrtTd", "ag": "ABCGgm", "ack": "ABCgm", "ack-grep": "ABCgm", "ugrep": "efmABCdDgOMjJKNtT", "ug": "efmABCdDgOMjJKNtT",
    "rga": "ABCEefgjMmrtTd",
    "pt": "ABCGgm", "sift": "ABCef", "semgrep": "efl", "ast-grep": "pl", "ripgrep": "ABCEefgjMmrtTd", "rgrep": "efmABCdD",
}  # fmt: skip
_LONG = """
    --regexp --file --include --exclude --exclude-dir --exclude-from --max-count --context --after-context --before-context --color --label --glob
    --type
"""
LONG = tuple(_LONG.split())
# Programs that go down only where told to: the options that tell them.
RECURSE = {
    **dict.fromkeys(("diff", "colordiff", "gdiff"), ("-r", "--recursive")),
    **dict.fromkeys(
        ("gzip", "gunzip", "zcat", "pigz", "unpigz", "bzip2", "xz", "zstd", "zstdcat", "lz4", "compress", "uncompress", "brotli", "rhash", "ssdeep"),
        ("-r", "-R", "--recursive", "--operate-on-folder"),
    ),
}
FOLDERS = ("--directories", "-d")  # grep --directories=recurse
# Serve or pack a folder, as modules of python.
MODULES = ("http.server", "zipfile", "tarfile", "pyftpdlib", "SimpleHTTPServer")
# Tell the files below a folder, for what reads a list of them.
LISTERS = frozenset(("find", "gfind", "fd", "fdfind", "ls", "dir", "vdir", "exa", "eza", "lsd", "tree", "du", "locate", "plocate", "mlocate"))
DOWN = ("-R", "--recursive", "-T", "--tree")


def operands(call: "Call") -> "list[str] | None":
    """The texts of the words that name what a recursive reader goes through: empty for the folder it stands in; None where it is none."""
    name, texts = call.name, call.texts[1:]
    if name in GREPS or name in SEARCHERS:
        return _searched(name, texts)
    if name == "git":
        return _git(call)
    if name in WHOLE:
        return texts
    if name in RECURSE:
        options, found = parse(texts, "UCIxXSDFLW" if "diff" in name else "STo")
        return (found or ["."]) if has(options, texts, RECURSE[name]) else None
    if name in ("python", "python2", "python3", "pypy") and any(module in text for text in texts for module in MODULES):
        return [*texts, "."]
    return None


def _searched(name: str, texts: "list[str]") -> "list[str] | None":
    options, found = parse(texts, SEARCHERS.get(name, "efmABCdD"), (*LONG, "--directories") if name in GREPS else LONG)
    if name in GREPS and name != "rgrep" and not has(options, texts, ("-r", "-R", "--recursive", "--dereference-recursive")):
        told = any(value[:1] == "r" for option, value in options for one in FOLDERS if option == one or abbreviates(option, one))
        if not told:
            return None
    given = any(option in ("-e", "-f", "-g") or abbreviates(option, "--regexp") or abbreviates(option, "--files") for option, _ in options)
    paths = found if given else found[1:]
    return paths or ["."]


def _git(call: "Call") -> "list[str] | None":
    """git looks beyond what it tracks where it is told to, where a path leads out of the repository, and where its tree is another folder."""
    from statewright.policy.texts.follow import subcommand

    at, _ = subcommand(call.words)
    sub, rest = "".join(call.texts[at : at + 1]), call.texts[at + 1 :]
    trees = [text.partition("=")[2] or call.texts[i + 2] for i, text in enumerate(call.texts[1 : at - 1]) if text[:11] == "--work-tree"]
    front = [call.texts[1 : at][i + 1] for i, text in enumerate(call.texts[1 : at - 1]) if text == "-C"]
    here = [*trees, *front]
    paths = [text for text in rest if text[:1] != "-"]
    if sub in ("grep", "diff"):
        wide = any(abbreviates(text, one) for text in rest for one in ("--no-index", "--untracked"))
        if wide:
            return [*(paths if sub == "diff" else paths[1:] or ["."]), *paths[:1], *here]
        return [*(text for text in paths if text[:1] in "/~" or text[:2] == ".."), *trees] if sub == "diff" else trees or None
    if sub == "add":
        every = any(text in ("--all", "--no-ignore-removal") or (text[:1] == "-" and text[:2] != "--" and "A" in text) for text in rest)
        return [*paths, *(["."] if every and not paths else []), *here]
    if sub == "stash" and has(parse(rest, "m")[0], rest, ("-u", "-a", "--include-untracked", "--all")):
        return [".", *here]
    if sub in ("hash-object", "clone", "worktree", "archive", "bundle", "checkout-index"):
        return None
    return trees or None


def lists(call: "Call") -> bool:
    """Whether a program tells the files that lie below a folder."""
    if call.name not in LISTERS:
        return False
    if call.name in ("ls", "dir", "vdir", "exa", "eza", "lsd"):
        options, _ = parse(call.texts[1:], "ITw")
        return bool(has(options, call.texts, DOWN[:2])) or (call.name in ("exa", "eza", "lsd") and bool(has(options, call.texts, DOWN)))
    return call.name != "du" or any(text[:1] == "-" and ("a" in text) for text in call.texts[1:])
