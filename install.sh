#!/bin/sh
# Install statewright: a private environment in the user's data folder, the command on PATH, the hooks in a harness.
set -eu

usage() {
    cat <<'TEXT'
usage: sh install.sh [HARNESS] [--mcp] [--no-hooks] [--demo] [--uninstall] [--help]

  HARNESS       put the hooks into this harness's user settings (claude-code); unnamed: asked on a terminal, else none
  --mcp         with the MCP server: its package, and its entry beside the hooks
  --no-hooks    install the command alone
  --demo        make the private environment in a temporary folder and run the demonstration; install nothing
  --uninstall   take out the hooks, the command and the private environment; projects keep their folders

STATEWRIGHT_PYTHON names the Python (3.11 or newer) to use, STATEWRIGHT_BIN the folder for the command (~/.local/bin).
TEXT
}

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# The path of a real Python 3.11 or newer behind a name, nothing when there is none. A version manager's shim
# starts the real one, which tells its own path.
real_python() {
    "$1" -I -c '
import os, sys
if sys.version_info < (3, 11): raise SystemExit(1)
path = sys.executable
if sys.prefix != sys.base_prefix: path = getattr(sys, "_base_executable", path)
path = os.path.realpath(path)
if "/shims/" in path or open(path, "rb").read(2) == b"#!": raise SystemExit(1)
print(path)' 2>/dev/null
}

find_python() {
    for name in "${STATEWRIGHT_PYTHON:-}" python3.14 python3.13 python3.12 python3.11 python3 python \
        /usr/local/bin/python3 /opt/homebrew/bin/python3 /usr/bin/python3; do
        [ -n "$name" ] || continue
        command -v "$name" >/dev/null 2>&1 || continue
        found=$(real_python "$name") || continue
        [ -n "$found" ] && printf '%s\n' "$found" && return 0
    done
    for found in "$HOME"/.pyenv/versions/3.1[1-9]*/bin/python3 "$HOME"/.asdf/installs/python/3.1[1-9]*/bin/python3; do
        [ -x "$found" ] && found=$(real_python "$found") && [ -n "$found" ] && printf '%s\n' "$found" && return 0
    done
    return 1
}

data_folder() {
    case $(uname -s) in
        Darwin) printf '%s\n' "$HOME/Library/Application Support/statewright" ;;
        *) printf '%s\n' "${XDG_DATA_HOME:-$HOME/.local/share}/statewright" ;;
    esac
}

# make_environment PYTHON FOLDER: a private environment with this checkout in it.
make_environment() {
    if [ ! -x "$2/bin/python" ] || ! "$2/bin/python" -c 'import pip' 2>/dev/null; then
        rm -rf "$2"
        "$1" -m venv "$2" 2>"$log" || fail "$1 cannot make a private environment (on Debian and Ubuntu: apt install python3-venv). $(tail -n 1 "$log")"
    fi
    "$2/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$here$extra" >"$log" 2>&1 ||
        fail "the packages could not be installed into $2; is a package index reachable? $(tail -n 1 "$log")"
}

uninstall() {
    if [ -x "$data/venv/bin/python" ]; then
        "$data/venv/bin/python" -I -m statewright uninstall claude-code --all || :
    fi
    # An entry whose executable is gone refuses every call in every project, so nothing goes before the entries do.
    if [ -n "$(ls -A "$data/installs" 2>/dev/null)" ]; then
        fail "the hooks are still in a settings file, so nothing was removed. Mend what is named above (with nothing named: run install.sh again), then uninstall"
    fi
    link="$bin/statewright"
    if [ -L "$link" ] && [ "$(readlink "$link")" = "$data/bin/statewright" ]; then rm -f "$link"; fi
    rm -rf "${data:?}/venv" "${data:?}/hooks" "${data:?}/bin" "${data:?}/env" "${data:?}/sessions"
    rm -f "$data/install.lock"
    rmdir "$data/installs" "$data" 2>/dev/null || :
    say "statewright is uninstalled. Projects keep their .statewright folders."
    if [ -d "$data" ]; then
        say "Kept, since only you may decide about it: $data, with which workflows you accepted (projects), your passphrase and the secrets of open requests (secrets). Delete it yourself when you want none of that back."
    fi
}

harness='' hooks=yes demo=no remove=no extra='' mcp=''
for word in "$@"; do
    case $word in
        --help | -h) usage; exit 0 ;;
        --no-hooks) hooks=no ;;
        --mcp) extra='[mcp]' mcp=--mcp ;;
        --demo) demo=yes ;;
        --uninstall) remove=yes ;;
        -*) usage >&2; exit 2 ;;
        *) harness=$word ;;
    esac
done
case $harness in '' | claude-code) ;; *) printf 'install.sh: unknown harness %s; known: claude-code\n' "$harness" >&2; exit 2 ;; esac

HOME=${HOME:-$(cd ~ 2>/dev/null && pwd || printf /tmp)}
export HOME
here=$(cd "$(dirname "$0")" && pwd)
data=$(data_folder)
bin=${STATEWRIGHT_BIN:-$HOME/.local/bin}
log=$(mktemp)
scratch=''
trap 'rm -rf "$log" ${scratch:+"$scratch"}' EXIT
trap 'exit 130' INT TERM
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV || :

if [ "$remove" = yes ]; then uninstall; exit 0; fi

python=$(find_python) || fail "no Python 3.11 or newer was found. Install one (apt install python3, brew install python) or name it: STATEWRIGHT_PYTHON=/path/to/python3 sh install.sh"

if [ "$demo" = yes ]; then
    scratch=$(mktemp -d)
    say "Making a private environment in a temporary folder ..."
    make_environment "$python" "$scratch/venv"
    "$scratch/venv/bin/python" -I -m statewright demo
    exit 0
fi

say "Installing into $data with $python ..."
mkdir -p "$data"
make_environment "$python" "$data/venv"
"$data/venv/bin/python" -I -c 'from statewright.setup.launchers import write; write()' || fail "the hook launchers could not be written"
mkdir -p "$bin"
ln -sf "$data/bin/statewright" "$bin/statewright"

if [ "$hooks" = yes ] && [ -z "$harness" ]; then
    if [ -t 0 ] && [ -t 1 ]; then
        printf 'Put the hooks into Claude Code (~/.claude/settings.json)? [Y/n] '
        read -r answer
        case $answer in [nN]*) ;; *) harness=claude-code ;; esac
    else
        say "No hooks were put in: there is no terminal to ask at. Put them in with: statewright install claude-code${mcp:+ $mcp}"
    fi
fi
failed=''
if [ "$hooks" = yes ] && [ -n "$harness" ]; then
    "$data/venv/bin/python" -I -m statewright install "$harness" ${mcp:+"$mcp"} || failed="Not finished. "
fi

say "${failed:-Done. }The command: $bin/statewright"
case ":$PATH:" in
    *":$bin:"*) ;;
    *) say "$bin is not on your PATH; add it: export PATH=\"$bin:\$PATH\"" ;;
esac
if [ -n "$failed" ]; then
    fail "the command is installed, but not everything asked for in the agent program's settings. Mend what is named above, then finish with: statewright install $harness${mcp:+ $mcp}"
fi
say "Next, in a project: statewright init"
