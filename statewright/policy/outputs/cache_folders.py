"""Where the caches of package managers lie, as those programs tell it: ``rm -rf "$(go env GOCACHE)"``.

A variable or a settings file may name another folder; what those say is looked at, and a line that changes them is not followed.
go(1), npm-config(7), pip(1), yarn(1), pnpm(1), brew(1). Loaded for the lines alone that ask one of these programs.
"""

from statewright.policy.words.patterns import UNTOLD, most
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

    Row = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

GO = ("GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT", "GOTMPDIR", "GOBIN")
NPM: "Row" = (("npm_config_cache", "NPM_CONFIG_CACHE"), ("~/.npmrc", ".npmrc"), ("cache",))
PIP: "Row" = (("PIP_CACHE_DIR", "XDG_CACHE_HOME"), ("~/.config/pip/pip.conf", "~/.pip/pip.conf"), ("cache-dir", "cache_dir"))
YARN: "Row" = (("YARN_CACHE_FOLDER",), ("~/.yarnrc", ".yarnrc", "~/.yarnrc.yml", ".yarnrc.yml"), ("cache-folder", "cacheFolder"))
PNPM: "Row" = (("PNPM_HOME", "npm_config_store_dir"), ("~/.npmrc", ".npmrc"), ("store-dir",))
# What is asked for: the variables that decide it, the files, the names it has in them.
ROWS: "dict[str, Row]" = {
    **{"go env " + name: ((name, "GOENV", "GOPATH"), ("~/.config/go/env",), (name, "GOPATH")) for name in GO},
    "npm config get cache": NPM, "pip cache dir": PIP, "pip3 cache dir": PIP, "python -m pip cache dir": PIP, "python3 -m pip cache dir": PIP,
    "yarn cache dir": YARN, "yarn config get cacheFolder": YARN, "pnpm store path": PNPM,
    "brew --cache": (("HOMEBREW_CACHE",), (), ()),
    "ccache --get-config cache_dir": (("CCACHE_DIR",), ("~/.config/ccache/ccache.conf",), ("cache_dir",)),
    "uv cache dir": (("UV_CACHE_DIR",), ("uv.toml", "pyproject.toml", "~/.config/uv/uv.toml"), ("cache-dir",)),
}  # fmt: skip
PROGRAMS = frozenset(row.partition(" ")[0] for row in ROWS)
SETTING = frozenset(("-w", "set", "-o", "--set-config", "edit", "-u"))


def told(call: "Call", names: "Names") -> "list[str] | None":
    """The folder that a program tells; None when it is asked for something else."""
    row = ROWS.get(" ".join(call.texts))
    if row is None:
        return None
    variables, files, keys = row
    if any(other.name == call.name and not SETTING.isdisjoint(other.texts[1:]) for other in names.calls):
        return [UNTOLD]
    out = [value for name in variables for value in names.values.get(name, ())]
    facts = names.event.facts
    for path in files:
        where = names.event.home + path[1:] if path[:1] == "~" else names.event.project + "/" + path
        try:
            text = facts.text(where) if facts is not None and facts.kind(where) == "file" else None
        except ValueError:
            return [UNTOLD]
        for line in (text or "").split("\n"):
            for sign in ("=", ":", " "):
                key, found, value = line.strip().strip('"').partition(sign)
                if found and key.strip().strip('"') in keys and value.strip():
                    out.append(value.strip().strip("\"' "))
    return most(out) or [HOLE]
