"""Texts of the line's own that a program prints: its operands, a format, what stands in quotes in its program.

``basename -- -oout``, ``stat -c -oout f``, ``git log --format=-oout``, ``awk 'BEGIN{print "-oout"}'`` print what their author wrote. The forms
are those of the programs' manuals: git-log(1) PRETTY FORMATS, git-for-each-ref(1), stat(1), date(1), find(1) -printf, ls(1) and du(1)
--time-style, diff(1) line formats, curl(1) -w, ps(1) -o, tmux(1) FORMATS, the templates of docker, kubectl, go and gh.
Loaded for the lines alone that give a program's output to another as words.
"""

from statewright.shell.model import HOLE
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Command

# What they are given comes out again; the names of files that must be there are none of it.
OPERANDS = frozenset((
    "basename", "dirname", "realpath", "file", "whereis", "yes", "getopt", "expr", "mktemp", "figlet", "toilet", "banner", "cowsay", "gettext",
    "ngettext", "systemd-escape", "cygpath", "print", "seq", "jot", "shuf", "gshuf", "pathchk", "git rev-parse", "git check-ref-format",
    "git check-ignore", "git check-attr", "git interpret-trailers", "git fmt-merge-msg", "git mktag", "git var", "git column", "git url-parse",
    "kubectl create", "openssl passwd", "npm pkg", "gbasename", "gdirname", "grealpath", "gseq",
))  # fmt: skip
# The options whose value is printed: short letters, then long names; ``+`` a word that begins so, ``-word`` a word of one dash.
_FORMATS = """
    stat c,f,t --format,--printf|date + |find -printf|ls --time-style|du --time-style|docker f --format|podman f --format|nerdctl f --format
    docker-compose --format|go f|gh q,t --jq,--template|glab --output|aws --query|gcloud --format|az --query|rpm --qf,--queryformat,E,--eval
    dpkg-query f --showformat|ps o,O --format|tmux F,p|seq f,s --format,--separator|numfmt --format,--suffix|column o,s,N --output-separator
    cut --output-delimiter|paste d --delimiters|nl s --number-separator|file F --separator|curl w --write-out|time f --format
    grep --label,--group-separator|rg r --replace,--context-separator,--field-match-separator,--field-context-separator,--path-separator
    diff L --label,--line-format,--old-line-format,--new-line-format,--unchanged-line-format,--changed-group-format,--old-group-format
    join o,e,t|comm --output-delimiter|kubectl o --output,--template|oc o --output,--template|helm o,t --output,--template|fd --format
    git --format,--pretty,--line-prefix,--src-prefix,--dst-prefix,--output-indicator-new,--output-indicator-old,--output-indicator-context
    git --default,c,--batch-check,--batch,--prefix,--trailer,m|terraform format|yq --output-format|eza --time-style|exa --time-style
    systemctl --output|journalctl --output-fields|nproc |pr h,S,s --header,--separator,--sep-string|readelf |lsof F|hexdump e|od S|xxd n
    getent |printenv |rustc --print|cargo --format,--prefix|pip --format|conda --format|bat --decorations|jq --indent|sqlite3 -separator,-newline
    gstat c,f,t --format,--printf|gdate +|gfind -printf|gls --time-style|gdu --time-style|screen |fzf --prompt|tput |less |pwdx |tree --timefmt
"""
# What stands in quotes in their programs may come out, and so may the words behind the program.
PROGRAMS = frozenset((
    "awk", "gawk", "mawk", "nawk", "jq", "gojq", "jaq", "yq", "perl", "python", "pypy", "ruby", "node", "php", "lua", "luajit", "deno", "bun",
    "tclsh", "dc", "bc", "m4", "sqlite3", "psql", "mysql", "duckdb", "osascript", "Rscript", "julia", "ghc", "elixir", "erl", "xidel",
    "xmlstarlet", "nu", "envsubst", "raku",
))  # fmt: skip
BARE = ("dc", "bc", "m4", "envsubst", "sqlite3", "psql", "mysql", "duckdb")  # their texts need no quotes
SEDS = ("sed", "gsed", "ssed")
COUNTING = ("wc", "cksum", "md5sum", "sha1sum", "sha256sum", "nproc", "true", "false", "test", "[")
CHANGING = frozenset((
    "cut", "tr", "sed", "awk", "gawk", "mawk", "perl", "python", "rev", "jq", "ruby", "node", "fold", "sd", "php", "base64", "xxd", "basename",
))  # fmt: skip
GIT_VALUED = ("-C", "-c", "--git-dir", "--work-tree", "--namespace")
# Its options that rev-parse answers; others it prints.
PARSING = (
    "--show-", "--abbrev-ref", "--short", "--verify", "--git-", "--is-", "--absolute-git-dir", "--symbolic", "-q", "--quiet", "--path-format",
    "--branch", "--tags", "--remotes", "--all", "--glob", "--exclude", "--local-env-vars", "--resolve-git-dir", "--shared-index-path",
    "--no-revs", "--stdin", "--source", "--index", "--non-matching", "--verbose", "-v", "-z", "-n", "--no-index", "--revs-only",
    "--end-of-options", "--superproject",
)  # fmt: skip
ENDING = ("basename", "dirname", "gbasename", "gdirname", "yes", "expr", "print", "getopt", "gettext", "cowsay")
SURE = "HhTtac"  # placeholders of git that are never empty


def own(command: "Command", names: "Names | None" = None) -> "list[str]":
    """The texts of its own line that a command may print; HOLE in them where the program puts something of its own."""
    if not command.words:
        return []
    texts = _texts(command, names)
    name = texts[0].rpartition("/")[2]
    name = family(name) if family(name) in PROGRAMS else name
    if name in ("echo", "printf"):
        return [" ".join(texts[1:]), *texts[1:]]
    if name in PROGRAMS:
        return _program(name, texts)
    if name in SEDS:
        return _sed(texts)
    sub = next((text for i, text in enumerate(texts[1:], 1) if text[:1] != "-" and texts[i - 1] not in GIT_VALUED), "")
    out = _formats(name, texts)
    if name in OPERANDS or name + " " + sub in OPERANDS:
        for text in _operands(name, texts[1:]):
            out += [text, text.rpartition("/")[2], text.partition("/")[0]]
    if name == "git" and sub in ("for-each-ref", "branch", "tag", "ls-files", "ls-tree", "ls-remote", "cat-file") and out:
        out += _escaped(out, "%")
    elif name == "git" and out:
        out += _escaped(out, "%x")
    elif name in ("find", "gfind", "stat", "gstat", "printf", "tree", "print", "curl"):
        out += _escaped(out, "\\")
    return [made for text in out for made in _filled(text, name == "git")]


def option(commands: "list[Command]", found: "Sequence[Command]" = (), names: "Names | None" = None, setting: bool = False) -> bool:
    """Whether what commands print may hold a word of the line's own that a program takes for an option. found: where functions are looked for.

    setting: words ``NAME=value`` count too, as make takes them.
    """
    named = [command for command in commands if command.words]
    if not named or named[-1].words[0].text.rpartition("/")[2] in COUNTING:
        return False
    given = False
    for command in named:
        first = command.words[0].text.rpartition("/")[2]
        body = [other for other in found if "function " + first in other.place and other.words and other.words[0].text != first]
        if body and option(body, (), names, setting):
            return True
        if given and first in CHANGING:
            return True
        if first in ("echo", "printf"):
            continue  # spelled out elsewhere
        texts = own(command, names)
        if any(_optional(text, setting) for text in texts):
            return True
        given = given or (first not in CHANGING and any(any(c.isalpha() for c in text.replace(HOLE, "")) for text in texts))
    return False


def _optional(text: str, setting: bool) -> bool:
    return any((word[:1] == "-" and len(word) > 1) or (setting and "=" in word) for word in [text.strip(), *text.split()])


def _operands(name: str, texts: "list[str]") -> "list[str]":
    """The words that are no options: behind ``--`` and, where options end at the first operand, behind that. rev-parse prints options, too."""
    if name == "git":
        return [text for text in texts if not text.startswith(PARSING)]
    out = []
    ended = False
    for text in texts:
        if ended or text[:1] != "-":
            out.append(text)
        ended = ended or text == "--" or (text[:1] != "-" and name in ENDING)
    return out


def _texts(command: "Command", names: "Names | None") -> "list[str]":
    out = []
    for word in command.words:
        made = names.patterns(word) if names is not None and not word.static else [word.text]
        out += [text.replace("\1", "") for text in made[:8]]
    return out or [""]


def _formats(name: str, texts: "list[str]") -> "list[str]":
    """The values of the options that hold what is printed."""
    out = []
    for row in _FORMATS.replace("\n", "|").split("|"):
        program, _, options = row.strip().partition(" ")
        if program != name:
            continue
        for option in options.replace(" ", ",").split(","):
            out += _values(option, texts)
    return out


def _values(option: str, texts: "list[str]") -> "list[str]":
    out = []
    for i, text in enumerate(texts[1:], 1):
        following = texts[i + 1 : i + 2]
        if option == "+":
            out += [text[1:]] if text[:1] == "+" else []
        elif option[:2] == "--":
            front, sign, value = text.partition("=")
            if len(front) > 3 and option.startswith(front):
                out += [value.lstrip("+"), value.partition(":")[2], value.partition("=")[2]] if sign else [one.lstrip("+") for one in following]
        elif option[:1] == "-":
            out += following if text == option else []
        elif len(option) == 1 and text[:1] == "-" and text[:2] != "--" and option in text[1:]:
            value = text.partition(option)[2]
            out += [value.removeprefix("="), value.partition("=")[2]] if value else [*following, *(one.partition("=")[2] for one in following)]
    return [one for one in out if one]


def _escaped(texts: "list[str]", sign: str) -> "list[str]":
    """Texts with the bytes put in that they name by number."""
    out = []
    for text in texts:
        if sign == "\\":
            from statewright.policy.words.printing import unescaped

            out.append(unescaped(text))
            continue
        pieces = text.split(sign)
        made = pieces[0]
        for piece in pieces[1:]:
            two = piece[:2]
            fits = len(two) == 2 and all(c in "0123456789abcdefABCDEF" for c in two)
            made += chr(int(two, 16)) + piece[2:] if fits else sign + piece
        out.append(made)
    return [one for one, text in zip(out, texts, strict=True) if one != text]


def _filled(text: str, git: bool) -> "list[str]":
    """A format with HOLE for what is put in, and once more with nothing there where it may be empty."""
    if "%" not in text and "{" not in text:
        return [text]
    out, i, bare = "", 0, ""
    while i < len(text):
        c = text[i]
        two = text[i : i + 2]
        if c == "%":
            close = text.find(")", i) if two == "%(" or text[i + 1 : i + 3] in ("C(", "<(", ">(") else -1
            end = close + 1 if close > 0 else i + (6 if text[i : i + 6] == "%Creset" else 2)
            while close < 0 and end < len(text) and text[end - 1] in "+- _^#0123456789.":
                end += 1
            end += git and close < 0 and text[i + 1 : i + 2] in ("a", "c", "g", "G")
            put = "\n" if two == "%n" else "%" if two == "%%" else HOLE
            out += put
            bare += "" if git and put == HOLE and text[i + 1 : i + 2] not in SURE else put
            i = max(end, i + 1)
        elif two == "{{":
            close = text.find("}}", i)
            inside = text[i : close if close > 0 else len(text)]
            for sign in "\"'`":
                out += " ".join([" ", *inside.split(sign)[1::2], " "]) if sign in inside else ""
            out, bare, i = out + HOLE, bare, close + 2 if close > 0 else len(text)
        else:
            out, bare, i = out + c, bare + c, i + 1
    made = [out] if bare == out else [out, bare]
    return made + [piece for sign in "\"'" if "{" in text for piece in text.split(sign)[1::2]]


def _program(name: str, texts: "list[str]") -> "list[str]":
    """What stands in quotes in a program, and the words that it is given behind it. A dash within counts as one in front: programs cut."""
    out: "list[str]" = []
    seen = False
    for i, text in enumerate(texts[1:], 1):
        if seen or texts[i - 1] in ("-v", "--arg", "--argjson", "--args", "--assign"):
            out += [text, text.partition("=")[2]]
        elif text[:2] == "-v" and "=" in text:
            out.append(text.partition("=")[2])
        elif text[:1] != "-" or " " in text:
            seen = True
        if any(sign in text for sign in "\"'`"):
            for sign in "\"'`":
                out += [_dashed(piece) for piece in text.split(sign)[1::2]]
        elif any(one in text for one in ("q(", "qw", "chr", "%c", "implode")) or (name in BARE and "-" in text[1:]):
            out.append("-" + HOLE)
    return [one for one in out if one]


def _dashed(text: str) -> str:
    """A text in quotes: behind a dash, or a letter given by number, nobody knows how it comes out."""
    bare = text.replace("\\n", "").replace("\\t", "")
    inside = "-" in bare and bare[-1:] != "-" and " " not in bare
    return "-" + HOLE if bare.lstrip(" ")[:1] == "-" or "\\" in bare or "%c" in bare or inside else text


def _sed(texts: "list[str]") -> "list[str]":
    """What a sed script puts in: what stands behind a delimiter, and behind ``a``, ``i`` and ``c``."""
    out = []
    for text in texts[1:]:
        if text[:1] == "-" and not any(sign in text for sign in "/|,#@"):
            continue
        for sign in "/|,#@:;\n":
            text = text.replace(sign, " ")
        for low in ("\\x2d", "\\o055", "\\d045"):
            text = text.replace(low, "-")
        words = text.lstrip("-").split()
        out += [word for word in words if word[:1] == "-" and (word[1:2].isalpha() or word[1:2] in ("-", "&", "\\"))]
        out += ["-" + HOLE for word in words if word[:2] in ("a-", "i-", "c-", "a\\", "i\\", "c\\")]
    return out
