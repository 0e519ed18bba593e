"""What makes a program print its version or help, besides ``--version`` and ``--help``: by the program.

Elsewhere the same word is verbose, a target or the name of a file, and something runs (``make version``, ``bash -v``, ``shutdown -h``).
"""

from statewright.shell.programs import family

_V = """
    node nodejs npm npx pnpm yarn bun docker podman git gh php ruby perl lua luajit tsc jest vitest eslint prettier stylelint gradle gradlew mvn mvnw
    composer brew gulp make gmake sass ng nvm http gem kubectl helm terraform
"""
_CAPITAL = """
    python pypy pip cargo rustc rustup uv ruff black mypy pytest isort cmake curl wget rsync ssh zip poetry pipenv tox perl psql mysql clang deno just
    hatch pdm meson dot pdflatex tmux mocha
"""
_H = """
    docker git gh npm npx pnpm yarn bun pip cargo python node uv kubectl helm terraform ruff black mypy pytest tox eslint prettier jest vitest tsc aws
"""
_WORD = """
    docker podman kubectl helm go terraform openssl hugo cargo npm pnpm poetry pip gh rustup vagrant packer flyctl vault consul nomad buf pulumi
"""
_DASHED = "java javac ant convert magick identify ffmpeg ffprobe mogrify xcodebuild sqlite3 terraform scala kotlinc groovy"
_DOTNET = dict.fromkeys(("--info", "--list-sdks", "--list-runtimes"), "dotnet")
SHORT = {"-v": _V, "-V": _CAPITAL, "-h": _H, "version": _WORD, "-version": _DASHED, **_DOTNET}


def shows(name: str, option: str) -> bool:
    """Whether the option alone makes the program print its version or help."""
    known = SHORT.get(option, "").split()
    return name in known or family(name) in known
