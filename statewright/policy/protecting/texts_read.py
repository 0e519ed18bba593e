"""Program texts of interpreters that do nothing but read: every name in them is one that reads, prints or goes through values.

Anything else counts as more than reading: a name that is not listed, an attribute with ``__``, a call of a value, a mode of ``open`` that writes.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

LANGUAGES = {"python": "python", "python2": "python", "python3": "python", "pypy": "python", "pypy3": "python", "node": "node", "nodejs": "node",
             "ruby": "ruby"}  # fmt: skip
_CALLS = """
    print open load loads read read_text read_bytes readlines readline splitlines items keys values get len list dict sorted set tuple str int float
    join format range enumerate isinstance any all sum min max type repr strip lstrip rstrip split startswith endswith append extend exit Path exists
    is_file is_dir stat pprint dumps counter zip lower upper title count index find close iter next bool round reversed map filter if in not and or
    while return print_exc with assert elif decode encode resolve glob rglob iterdir for
    most_common update add setdefault sort
"""
_NODE = """
    require readFileSync parse stringify log keys values entries map filter join forEach includes existsSync has get toString trim split length slice
    sort some every find indexOf error table isArray startsWith endsWith if for while Object JSON console fs readFile statSync readdirSync String
    Number dir concat flat flatMap push
"""
CALLS = {"python": frozenset(_CALLS.split()), "node": frozenset(_NODE.split())}
MODULES = {
    "python": frozenset(("json", "sys", "pathlib", "pprint", "re", "collections", "textwrap", "Path", "hashlib", "Counter", "yaml", "csv")),
    "node": frozenset(("fs", "path", "util", "node:fs", "node:path", "assert")),
}
_RUBY = """
    puts p pp print JSON YAML File read parse keys values each map do end to_s to_a size length require json yaml first last sort uniq join inspect
    dig
    select reject include if unless else nil true false rjson ryaml e load_file exist readlines lines strip chomp split count each_with_index
    then and or not pathname fetch key is_a Hash Array String ARGV
"""
RUBY = frozenset(_RUBY.split())
# What may stand behind a dot without being called.
_ATTRIBUTES = """
    argv stdin stdout stderr name stem suffix parent parts path length prototype states json yml txt load loads dump stringify parse log st_size
    st_mtime
    platform version version_info environ sep args hooks permissions scripts dependencies
"""
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
CHANGING = (
    "unlink", "remove", "rename", "write", "rmtree", "rmdir", "rmsync", "truncate", "touch", "chmod", "mkdir", "replace", "copy", "symlink", "exec",
    "spawn", "system", "popen", "appendfile", "delete", "partial", "globals", "builtins", "reduce", "modules", "import_",
)  # fmt: skip
TEXTS = ("-c", "-e", "-p", "-pe")  # options that a program stands behind
OPENS = ("r", "rb", "rt", "utf8", "utf-8", "UTF-8")


def reads_only(name: str, text: str) -> bool:
    """Whether a program text in the language of an interpreter only reads and prints."""
    language = LANGUAGES.get(name, "")
    if not language or len(text) > 4000 or "__" in text or "`" in text or "\0" in text or "\3" in text or "@" in text:
        return False
    text = text.replace("sys.stdout.write(", "print(").replace("process.stdout.write(", "print(")
    if language == "ruby":
        return "%" not in text and "#{" not in text and all(word in RUBY or word.isdigit() for word in _words(_unquoted(text)))
    bare = text.replace("\\n", "")
    low = text.lower()
    if any(one in low for one in CHANGING) or not _attributes(language, _unquoted(text)):
        return False
    if "\\" in bare or any(sign in text.replace(" ", "") for sign in (")(", "}(", '"(', "'(", "](", "?.(")):
        return False
    return _imports(language, text) and _called(language, text)


def spelled_out(call: "Call") -> str:
    """The one program of an interpreter's that stands in the line, behind ``-c`` or in a heredoc; "" where there is none or more."""
    at = next((i for i, one in enumerate(call.texts[1:], 1) if one[:1] != "-" or one in ("-", *TEXTS)), len(call.words))
    bodies = [one.heredoc.text for one in call.command.redirects if one.heredoc is not None]
    if at == len(call.words) or call.texts[at] == "-":
        return bodies[0] if len(bodies) == 1 and len(call.command.redirects) == 1 else ""
    given = call.words[at + 1 : at + 2] if call.texts[at] in TEXTS else []
    if not given or not given[0].static or bodies or any(one in TEXTS for one in call.texts[at + 1 :]):
        return ""
    return given[0].text


def _unquoted(text: str) -> str:
    """A text less what stands in quotes; a quote that is not closed keeps its rest."""
    out, i = "", 0
    while i < len(text):
        end = text.find(text[i], i + 1) if text[i] in "'\"" else -1
        out += " " if end > 0 else text[i]
        i = (end if end > 0 else i) + 1
    return out


def _words(text: str) -> "list[str]":
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


def _attributes(language: str, text: str) -> bool:
    """Whether what stands behind a dot is listed, and what opens is called and never handed on."""
    pieces = text.replace("...", " ").split(".")
    for piece in pieces[1:]:
        end = next((i for i, c in enumerate(piece) if not (c.isalnum() or c == "_")), len(piece))
        word = piece[:end]
        if word and not word.isdigit() and word not in ATTRIBUTES and not (piece[end : end + 1] == "(" and word in CALLS[language]):
            return word in MODULES[language] if language == "node" else False
    for word in ("open", "readFileSync", "Path"):
        at = text.find(word)
        while at >= 0:
            whole = not (text[at - 1 : at].isalnum() or text[at + len(word) : at + len(word) + 1].isalnum())
            if whole and text[at + len(word) : at + len(word) + 1] != "(" and "import" not in text[:at].rpartition("\n")[2].rpartition(";")[2]:
                return False
            at = text.find(word, at + 1)
    return True


def _imports(language: str, text: str) -> bool:
    """Whether the modules are known to read, and keep their names."""
    words = _words(text)
    if any(word in words for word in ("def", "class", "lambda", "function", "getattr", "setattr", "eval", "global", "del", "new")):
        return False
    if language == "node":
        pieces = text.replace(" ", "").split("require(")[1:]
        return "import" not in words and all(_module(piece) for piece in pieces)
    for line in text.replace(";", "\n").split("\n"):
        line = line.strip()
        if line[:7] == "import " or line[:5] == "from ":
            if " as " in line or not all(word in MODULES["python"] for word in _words(line) if word not in ("import", "from")):
                return False
        elif "import" in _words(line):
            return False
    return True


def _module(piece: str) -> bool:
    """What stands behind ``require(``: a module that reads, or a file of data."""
    sign = piece[:1]
    name = piece[1:].partition(sign)[0] if sign in ("'", '"') else ""
    return name in MODULES["node"] or name.endswith(".json")


def _called(language: str, text: str) -> bool:
    """Whether all that is called is listed, and nothing is opened to be written."""
    i = text.find("(")
    while i >= 0:
        front = text[:i].rstrip()
        start = len(front)
        while start and (front[start - 1].isalnum() or front[start - 1] == "_"):
            start -= 1
        word = front[start:]
        before = front[start - 1 : start]
        if word and word not in CALLS[language] and not (language == "node" and word == "print"):
            return False
        if word in ("open", "readFileSync", "readFile", "read_text", "load", "dumps") and not _opened(text, i, word == "open" and before == "."):
            return False
        i = text.find("(", i + 1)
    return language == "python" or "=>" not in text or all(word not in text for word in ("write", "unlink", "rm"))


def _opened(text: str, i: int, method: bool) -> bool:
    """Whether what is opened is opened to be read: behind the path there is no mode, or one that reads."""
    depth, end = 0, i
    while end < len(text):
        depth += (text[end] in "([{") - (text[end] in ")]}")
        if not depth:
            break
        end += 1
    inside = text[i + 1 : end]
    pieces = inside.split(",")
    rest = pieces if method else pieces[1:]
    for piece in rest:
        key, sign, value = piece.strip().rpartition("=")
        if sign and key.strip() in ("encoding", "errors", "indent", "sort_keys", "ensure_ascii", "default", "newline"):
            continue
        if sign and key.strip() != "mode":
            return False
        shown = value.strip().strip("'\"").strip(") ")
        if shown.strip("'\"") not in OPENS and value.strip() not in ("null", "None", "2", "4", ""):
            return False
    return True
