"""Files that git lists and that a command handed their names leaves as they are, or as good as that."""

from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

# They put a text into another shape and leave what it says: names that git lists are theirs, a committed workflow or settings file among them.
_FORMATTERS = """
    prettier eslint black ruff isort autopep8 yapf autoflake pyupgrade gofmt gofumpt goimports rustfmt clang-format shfmt biome dprint stylelint
    standard xo tslint rubocop standardrb php-cs-fixer phpcbf swiftformat swiftlint ktlint scalafmt google-java-format terraform tofu taplo yamllint
    yamlfmt markdownlint mdformat codespell pre-commit mypy pyright flake8 pylint bandit tsc oxlint deno djlint sqlfluff buf stylua nixfmt alejandra
    ormolu fourmolu mix dart dotnet cargo go npx bunx pnpm yarn npm bun uv uvx poetry pipenv hatch pytest jest vitest lint-staged cspell vale semgrep
    markdownlint-cli markdownlint-cli2 shellcheck hadolint actionlint commitlint typos editorconfig-checker
"""
FORMATTERS = frozenset(_FORMATTERS.split())


def gives(texts: "list[str]") -> bool:
    """Whether a command is a chmod that only gives rights: ``+x``, ``u+rw``. A sweep may do that to any file; one that is named it may not."""
    mode = next((text for text in texts[1:] if text[:1] not in ("-", "{")), "")
    return texts[:1] == ["chmod"] and "+" in mode and not {"-", "="} & {*mode} and all("+" in clause for clause in mode.split(","))


def spared(words: "list[Word]", line: str, names: "Names") -> bool:
    """Whether a file that git lists is left as it is, or as good as that: a formatter may have it, a run is pinned to what a person accepted;
    ``sed -i s/x/y/`` where it holds no x changes nothing."""
    from statewright.policy.outputs.git_lists import known
    from statewright.policy.outputs.searched import holds

    if gives([word.text for word in words]):
        return True
    if not known(line) or not words or not any(call.name == "git" for call in names.calls):
        return False
    texts = [word.text for word in words]
    program = texts[0].rpartition("/")[2]
    if program in FORMATTERS:
        return True
    if program not in ("sed", "gsed", "perl", "sd"):
        return False
    scripts = [text for text in texts[1:] if text[:1] == "s" and len(text) > 3 and not text[1].isalnum()]
    others = [text for text in texts[1:] if text != HOLE]
    if program == "sd" or len(scripts) != 1 or any(text[:2] in ("-f", "-n") or not {HOLE, ";", "\n"}.isdisjoint(text) for text in others):
        return False
    sign = scripts[0][1]
    old, _, tail = scripts[0][2:].partition(sign)
    plain_text = len(old) > 2 and all(c.isalnum() or c in "_- " for c in old)
    return plain_text and tail.rpartition(sign)[2].strip("gIip0123456789") == "" and tail.count(sign) == 1 and not holds(names, line, old)
