"""The environment in a program's text: by the languages' spellings, jq's and make's."""

from statewright.policy.environ import texts as env_texts
from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named
from statewright.policy.words.patterns import plain
from statewright.policy.words.values import beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Finding
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

_INTERPRETERS = """
    python pypy node nodejs deno bun ts-node tsx perl ruby irb php lua luajit Rscript R julia tclsh wish expect groovy scala
    elixir osascript swift guile racket awk gawk mawk nawk jq gojq jaq yq make gmake just java jshell raku nim erl iex sbcl pwsh zx
    ipython bb clojure kotlin ghci ghc runghc crystal d8 qjs m4 octave sqlite3 duckdb psql vim vi ex emacs nvim nu xonsh elvish fish
    gomplate go dotnet-script csharp csi
"""
INTERPRETERS = frozenset(_INTERPRETERS.split())
# How programs reach the environment, by language.
_REACHES = """
    os.environ environ getenv Getenv process.env %ENV $ENV ENV[ ENV. ENV{ Deno.env Bun.env $_ENV $_SERVER phpinfo System.env Sys.getenv
    Sys.environ ProcessInfo os.Environ std::env env::var ENVIRON ::env( ::env System.get_env import.meta.env import_env environb
    getEnvironment getEnv lookupEnv process.report SYMTAB $GLOBALS .environment() .environment[ process-environment ystemEnvironment vim.env
    GetEnvironmentVariable environment-variables
"""
# What a text must hold to read a variable, in the languages where any name may be one: GNU make, just, m4, psql(1), sqlite3(1), duckdb.
SPELLS = {"make": ("$",), "gmake": ("$",), "just": ("",), "m4": ("",), "psql": ("getenv", "`"), "sqlite3": ("getenv",),
          "duckdb": ("getenv",)}  # fmt: skip
# Options of jq's that a name and a value stand behind, and those of jq's and yq's with one value.
PAIRED = ("--arg", "--argjson", "--slurpfile", "--rawfile", "--argfile")
VALUED = ("--indent", "-L", "--library-path", "-I", "-o", "--output-format", "-p", "--input-format", "--front-matter", "--csv-separator")
PLAINLY = ("python", "pypy", "node", "nodejs", "bun", "deno", "ts-node", "tsx", "ruby", "irb", "perl", "php", "go")
JAVAS = ("env.", "ENV.", "::env", "environ")
REACHES = (*_REACHES.split(), "system attribute", "{ .Env", "{.Env")


def refused(call: "Call", base: str, found: "list[Call]", blocked: "tuple[str, ...]", more: "list[str]") -> "Finding | None":
    """Refuse a program text that names a blocked variable or takes the whole environment."""
    texts = [*_texts(call, base, found), *more]
    texts += [made for made, text in ((beside(text), text) for text in texts if "+" in text or "." in text) if made != text]
    for text in texts:
        if base in ("jq", "gojq", "jaq", "yq"):
            fault = _jq(text, blocked) or (_any(text, blocked) if "envsubst" in text else None)
        elif base in SPELLS:
            spelt = any(spell in text for spell in SPELLS[base])
            fault = next((blocked_name(word) for word in identifiers(text) if named(blocked, word)), None) if spelt else None
            if not fault and base in ("make", "gmake") and any(one in text for one in ("$($", "$(${", "${$", "$$($")):
                fault = dump("A variable whose name make puts together")
        else:
            fault = _text(text, base, blocked)
        if not fault and base not in ("jq", "gojq", "jaq", "yq"):
            fault = env_texts.refused(text, base, blocked)
        if fault:
            return fault
    return None


def filters(call: "Call", names: "Names", blocked: "tuple[str, ...]") -> "Finding | None":
    """gh(1): ``--jq``, ``-q``, a filter of jq's, which is given the environment."""
    wanted = False
    for word in call.words[1:]:
        for pattern in names.patterns(word):
            text = plain(pattern) or pattern
            value = text if wanted else ""
            if text[:1] == "-":
                value = text[5:] if text[:5] == "--jq=" else text.partition("q")[2] if text[:2] != "--" else value
            fault = _jq(value.lstrip("="), blocked)
            if fault:
                return fault
        wanted = word.text == "--jq" or (word.text[:1] == "-" and word.text[:2] != "--" and word.text[-1:] == "q")
    return None


def program(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """The same of a text in a language that is not said."""
    base = "node" if "process" in text else "ruby" if "ENV[" in text else ""
    return _text(text, base, blocked) or env_texts.refused(text, base, blocked)


def judged(text: str, base: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """The same of a text in one language."""
    if base in SPELLS:
        return next((blocked_name(word) for word in identifiers(text) if named(blocked, word)), None) if "getenv" in text else None
    return _text(text, base, blocked) or env_texts.refused(text, base, blocked)


def _texts(call: "Call", base: str, found: "list[Call]") -> "list[str]":
    out = []
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            out.append(redirect.heredoc.text)
        elif redirect.op == "<<<" and redirect.target is not None and base not in ("awk", "gawk", "mawk", "jq"):
            out.append(redirect.target.text)
    if call.command.stdin == "pipe" and base not in ("awk", "gawk", "mawk", "nawk", "jq", "gojq", "jaq", "yq"):
        for other in found:
            if other.name in ("echo", "printf"):
                out += other.texts[1:]
    if base in ("awk", "gawk", "mawk", "nawk"):
        from statewright.policy.texts.awk_calls import programs

        return [text for _, text in programs(call.words)]
    if base in ("jq", "gojq", "jaq", "yq"):
        given = _operands(call.texts)
        verbs = ("e", "eval", "ea", "eval-all") if base == "yq" else ()
        called = [text for text in given[1:] if "env(" in text or "$ENV" in text]  # behind an option whose value nobody knows
        return [*[text for text in given if text not in verbs][:1], *called, *out]
    return out + call.texts[1:]


def _operands(texts: "list[str]") -> "list[str]":
    """The words of jq or yq that are neither options nor their values: the filter, and files. jq(1)"""
    out, i = [], 1
    while i < len(texts):
        if texts[i] in PAIRED:
            i += 3
            continue
        if texts[i] in VALUED:
            i += 2
            continue
        if texts[i][:1] != "-":
            out.append(texts[i])
        i += 1
    return out


def identifiers(text: str) -> "list[str]":
    """The words of a text that could be a variable's name."""
    out, start = [], -1
    for i, c in enumerate(text + " "):
        if c.isalnum() or c == "_":
            if start < 0:
                start = i
        elif start >= 0:
            out.append(text[start:i])
            start = -1
    return out


def _text(text: str, base: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """A program text: a blocked name in it, or the environment taken otherwise than by one plain other name."""
    if base == "perl" and ("::" in text or "{" in text):  # a name in its package, or by a text: %main::ENV, %{"ENV"}
        text = text.replace("main::", "").replace("::ENV", "ENV")
        for spelt in ('{"ENV"}', "{'ENV'}", "{ENV}", "{^ENV}", "{ ENV }"):
            text = text.replace(spelt, "ENV")
    if put_together(text, base):
        return dump("The program")
    if base == "php" and "env(" in text:  # Laravel's
        fault = _any(text, blocked)
        if fault:
            return fault
    bare = text.replace("environment", " ") if base in PLAINLY else text  # a word like any other there
    reached = [reach for reach in REACHES if reach in (bare if reach == "environ" else text) and (reach not in JAVAS or base != "java")]
    if not reached:
        return None
    for word in identifiers(text):
        if named(blocked, word):
            return blocked_name(word)
    for reach in reached:
        at = text.find(reach)
        while at >= 0:
            rest = text[at + len(reach) :]
            longer = reach.endswith("environ") and base in PLAINLY and (rest[:1].isalnum() or rest[:1] == "_")
            if not longer and not _one_name(rest, text[:at], reach):
                return dump("The program")
            at = text.find(reach, at + len(reach))
    return None


def put_together(text: str, base: str) -> bool:
    """Whether an object that holds the environment is asked for by a name that is computed."""
    text = text.replace(" ", "")
    if base == "perl":
        return any(lead + quote in text for lead in ("%{", "${", "%main::{", "$main::{", "$::{") for quote in "'\"")
    if base in ("python", "pypy"):
        if "os.__dict__" in text or "vars(os)" in text:
            return True
        return any(not _closed(part, True) for part in text.split("getattr(os,")[1:])
    if base in ("ruby", "irb"):
        return any(not (_closed(part[1:]) if part[:1] == ":" else _closed(part, True)) for part in text.split("const_get(")[1:])
    if base in ("node", "nodejs", "bun", "deno", "ts-node", "tsx", "zx"):
        return any(not _closed(part, True) for part in text.replace("process?.[", "process[").split("process[")[1:])
    return False


def _any(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    return next((blocked_name(word) for word in identifiers(text) if named(blocked, word)), None)


def _one_name(rest: str, before: str, reach: str) -> bool:
    """Whether the environment is asked for one name that is written out."""
    if reach == "environ" or (reach == "getenv" and before.endswith(("Sys.", "os.", ""))):
        for longer in REACHES:
            if longer != reach and longer.endswith(reach) and before.endswith(longer[: -len(reach)]) and len(longer) > len(reach):
                return True  # judged with the longer spelling
    i = 0
    if reach == "ENV.":
        return rest.startswith(("fetch(", "key?(", "has_key?(")) and _closed(rest.partition("(")[2])
    if rest.startswith(".update("):
        return True  # it sets some
    for lead in (".get(", ".get (", ".setdefault(", ".pop(", "[", "(", ".", "{", ".getenv("):
        if rest.startswith(lead):
            i = len(lead)
            break
    else:
        return reach in ("ENV[", "ENV.", "ENV{", "::env(") and _closed(rest, reach != "ENV{")
    return _closed(rest[i:], lead not in (".", "{"))


def _closed(rest: str, quoted: bool = False) -> bool:
    """Whether a name is written out here and nothing is added to it. quoted: without quotes it is a variable, whose value nobody knows."""
    quote = rest[:1] if rest[:1] in "'\"" else ""
    if quoted and not quote:
        return False
    i = len(quote)
    start = i
    while i < len(rest) and (rest[i].isalnum() or rest[i] == "_"):
        i += 1
    if i == start or rest[start:i] in ("items", "keys", "values", "copy", "toObject", "entries"):
        return False
    if quote:
        return rest[i : i + 1] == quote and rest[i + 1 : i + 2] in (")", "]", ",", "}")
    return rest[i : i + 1] not in ("+", "(") and not rest[i:].lstrip().startswith(("+", "."))


def _jq(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """``env`` and ``$ENV`` in a jq filter; ``.env`` is a field."""
    i = 0
    clean = _unquoted(text)
    for piece in ("$ENV", "strenv", "env"):
        i = clean.find(piece)
        while i >= 0:
            before, after = clean[i - 1 : i], clean[i + len(piece) :]
            alone = not (before and (before.isalnum() or before in '._$"')) or piece == "$ENV"
            if alone and not (after[:1].isalnum() or after[:1] == "_"):
                rest = text[i + len(piece) :]
                word = _key(rest)
                if not word:
                    return dump("jq's %s" % piece)
                if named(blocked, word):
                    return blocked_name(word)
            i = clean.find(piece, i + len(piece))
    return None


def _key(rest: str) -> str:
    """The one name asked for right behind the object, ``.NAME``, ``."NAME"``, ``["NAME"]`` or yq's ``(NAME)``; ``""`` for anything put together."""
    lead = next((lead for lead in ('["', "['", '."', ".", "(") if rest.startswith(lead)), "")
    end = len(lead)
    while lead and end < len(rest) and (rest[end].isalnum() or rest[end] == "_"):
        end += 1
    close = {'["': '"]', "['": "']", '."': '"', "(": ")"}.get(lead, "")
    return rest[len(lead) : end] if rest.startswith(close, end) else ""


def _unquoted(text: str) -> str:
    """The filter with the contents of its strings blanked; an interpolation in them stays."""
    out, inside, i = [], False, 0
    while i < len(text):
        c = text[i]
        if c == "\\" and inside and text[i + 1 : i + 2] == "(":
            end = text.find(")", i)
            end = len(text) if end < 0 else end
            out.append(text[i:end])
            i = end
            continue
        if c == '"':
            inside = not inside
            out.append('"')
        else:
            out.append("\0" if inside else c)
        i += 1
    return "".join(out)
