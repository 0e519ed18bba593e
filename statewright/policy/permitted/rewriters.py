"""Programs that change files of their own choosing, so that nobody can count the lines: fixers, formatters, generators, copies from elsewhere.

By option, by subcommand and by name; each as its own manual has it. A build's own products are not meant.
"""

from statewright.policy.words.options import in_place
from statewright.shell.wrappers import RUNNERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

# The same in eslint, stylelint, biome, rubocop, cargo clippy, golangci-lint, markdownlint, prettier, autopep8, nbconvert …
_OPTIONS = """
    --fix --fix-only --fix-dry --write --write-changes --apply --apply-unsafe --auto-correct --autocorrect --autocorrect-all --auto-correct-all
    --in-place --inplace --unsafe-fixes --fix-type --updateSnapshot --update-snapshots --snapshot-update --update-goldens
"""
OPTIONS = frozenset(_OPTIONS.split())
_SHORT = """
    rubocop -a -A|standardrb -a -A|codespell -w|buf -w|ktlint -F|autoflake -i|yapf -i|clang-format -i|2to3 -w|shfmt -w|goimports -w|comby -i|ssed -i
    wiggle -r --replace|pandoc -o --output|openssl -out|gpg -o --output|pg_dump -f --file|psql -o --output|mysqldump -r --result-file
    gofmt -w|autopep8 -i|google-java-format -i --replace|ormolu -i|fourmolu -i|elm-format --yes|tidy -m -modify|strace -o --output
    vitest -u --update|jest -u|ava -u|go -update -test.update|ncu -u --upgrade|npm-check-updates -u --upgrade|pg_format -i|typos -w
    misspell -w|cmake-format -i|remark -o --output|tsc --init|sg -U --update-all|erb-lint -a|erblint -a
    crudini --set --del --merge|mockgen -destination
    terraform -out|envsubst -o|xmlstarlet -L --inplace|xmllint -o --output
"""
SHORT = {one.split()[0]: tuple(one.split()[1:]) for one in _SHORT.replace("\n", "|").split("|") if one.strip()}
# What only looks.
LOOKS = frozenset(("--check", "--check-only", "-c", "--diff", "--test", "--dry", "--dry-run", "--list-different", "--check-formatted", "--verify"))
LOOKS_SHORT = frozenset(("-check", "-diff", "-d", "-l", "--list", "--fail"))
FORMATS = frozenset(("fmt", "format", "fix"))
_NAMES = """
    sd nixpkgs-fmt alejandra pyupgrade swiftformat jscodeshift sponge rename mmv fastmod codemod gofumpt stylua phpcbf
    scalafmt nbstripout yo hygen treefmt nixfmt beautysh yamlfmt yamlfix ktfmt nimpretty pint sort-package-json standard-version stringer
    openapi-typescript graphql-codegen bumpversion bump2version bump-my-version pip-compile black isort rustfmt docformatter add-trailing-comma
    htmlbeautifier buildifier rpl lint-staged
"""
NAMES = frozenset(_NAMES.split())
CHECKING = frozenset((
    "stylua", "scalafmt", "nbstripout", "treefmt", "nixfmt", "beautysh", "yamlfmt", "sort-package-json", "pint", "black", "isort", "rustfmt",
    "docformatter", "buildifier",
))  # of these, the ones whose --check only looks
_SUBS = """
    docker cp|podman cp|kubectl cp|oc cp|svn up update switch merge revert checkout co|hg up update pull merge revert|rails generate g new destroy
    django-admin startproject startapp|ng generate g new|nx generate g|nest generate g new|cargo new init|dotnet new|npm init create|yarn create
    pnpm create|alembic revision|mix new|gem unpack|jj restore|helm create|hugo new|copier copy update|openapi-generator generate
    prisma generate format init migrate|shadcn add init|tailwindcss init|storybook init add|sb init add|buf generate|sqlc generate
    gqlgen generate init|sbt scalafmt scalafmtAll scalafmtSbt scalafix scalafixAll headerCreate|lerna version|changeset version
    rector process|swiftlint autocorrect|zig init|cabal init|dune promote|flask db
    bun create init|uv init|swagger-codegen generate|husky init|dasel put delete|gsutil cp rsync mv|rclone copy sync move
"""
# What the managers of packages write into the project's own files: its list of packages and their versions. The second row with a package alone.
_PACKAGES = """
    npm uninstall remove rm un r update up upgrade udpate version dedupe init innit|yarn add remove upgrade up version dedupe init import
    pnpm add remove rm un update up upgrade dedupe init import|bun add remove rm update init patch
    cargo add remove rm update upgrade fix vendor generate set-version
    ng update|pre-commit autoupdate migrate-config
    poetry add remove update lock init version self|pdm add remove update lock init bump|uv add remove lock version|rye add remove lock init version
    pipenv update lock uninstall upgrade|composer require remove update init bump|bundle add remove update lock init|dotnet add remove sln
    go get fix generate|flutter create|dart create|hatch version new|elm install|deno add remove|jsr add|pod init deintegrate|swift-package update
"""
_WITH_ONE = "npm install i add in ins inst isntall|yarn install|pnpm install i|bun install i a|pipenv install|poetry install"
_TWICE = """
    npm pkg set|npm pkg delete|npm pkg fix|npm audit fix|npm shrinkwrap|pnpm audit --fix|go mod tidy|go mod edit
    go mod init|go mod vendor|go work use
    go work init|go work edit|go work sync|dart pub add|dart pub upgrade|dart pub remove|flutter pub add|flutter pub upgrade|flutter pub remove
    cargo insta accept|cargo insta review
    mix deps.update|helm dependency update|helm dep up|swift package update|swift package init|uv tree --upgrade|git lfs track|git lfs untrack
"""
PACKAGES = {one.split()[0]: tuple(one.split()[1:]) for one in _PACKAGES.replace("\n", "|").split("|") if one.strip()}
WITH_ONE = {one.split()[0]: tuple(one.split()[1:]) for one in _WITH_ONE.split("|")}
TWICE = frozenset(" ".join(one.split()) for one in _TWICE.replace("\n", "|").split("|") if one.strip())
SUBS = {one.split()[0]: tuple(one.split()[1:]) for one in _SUBS.replace("\n", "|").split("|") if one.strip()}
_PAIRS = "gh pr checkout|gh repo clone|git lfs pull|git lfs checkout|aws s3 cp|aws s3 sync|aws s3 mv|gcloud storage cp"
PAIRS = frozenset(_PAIRS.split("|"))
STARTERS = frozenset(("npx", "bunx", "pnpx", "uvx"))
MANAGERS = frozenset(("npm", "pnpm", "yarn", "bun"))
SCRIPTS = frozenset(("format", "fmt", "fix", "autofix", "lintfix", "codegen", "codemod"))
MAVEN = frozenset(("mvn", "mvnw", "mvnd"))
GRADLE = frozenset(("gradle", "gradlew"))
GOALS = frozenset((("rewrite", "run"), ("archetype", "generate"), ("versions", "set-property"), ("versions", "update-parent")))
_BUSY = "sed cp mv tee dd patch rm tar unzip wget ln install truncate vi ed sh ash"
BUSY = frozenset(_BUSY.split())
_GIT_WRITES = """
    apply am checkout restore reset rm mv clean merge rebase cherry-pick revert pull stash switch checkout-index read-tree bisect
    filter-branch format-patch archive submodule worktree clone init
"""
GIT_WRITES = tuple(_GIT_WRITES.split())
GIT_FINE = {
    "checkout": ("-b", "-B"),
    "restore": ("--staged", "-S"),  # the index alone
    "switch": ("-c", "-C"),
    "stash": ("list", "show"),
    "submodule": ("status",),
    "worktree": ("list",),
    "reset": ("--soft",),
    "bisect": ("log",),
    "init": (),
}
WRITES_OUT = (".output", ".once", "writefile", ".backup", ".save", ".clone", "vacuum into", "export database", " to '")


def rewrites(call: "Call") -> bool:
    """Whether a command changes files in numbers that its text does not tell."""
    name, texts = begins(call.name, call.texts[1:])
    operands = [text for text in texts if text[:1] != "-"]
    first = operands[0] if operands else ""
    if name in MANAGERS and first in ("run", "run-script"):
        return _script("".join(operands[1:2]))
    if name in MAVEN or name in GRADLE:
        if any(_goal(text) for text in operands):
            return True
    elif name == "mix" and first.partition(".")[2][:4] == "gen.":
        return True
    if name == "protoc" and any(text.partition("=")[0][-4:] == "_out" for text in texts):
        return True
    if any(text == one or (one[:2] == "--" and text.startswith(one + "=")) for text in texts for one in SHORT.get(name, ())):
        return True
    looks = any(text in LOOKS for text in texts)
    if (name in NAMES and not (looks and name in CHECKING)) or (not looks and any(text.partition("=")[0] in OPTIONS for text in texts)):
        return True
    if first in FORMATS and name not in ("git", "npm", "date"):
        return not looks and not any(text in LOOKS_SHORT for text in texts)
    if name in PACKAGES and packages(name, texts, operands):
        return True
    if first in SUBS.get(name, ()) or " ".join([name, *operands[:2]]) in PAIRS:
        return True
    if name == "busybox" and first in BUSY:
        return first != "sed" or in_place(texts)
    if name in GRADLE and ("init" in operands or "wrapper" in operands):
        return True
    if name.startswith("create-") and call.name.rpartition("/")[2] in (*STARTERS, *MANAGERS):
        return True
    return name in ("sqlite3", "duckdb") and any(form in text.lower() for text in texts for form in WRITES_OUT)


def begins(name: str, texts: "list[str]") -> "tuple[str, list[str]]":
    """The program that a runner of packages starts, with its words; another one is itself, by its last name."""
    name = name.rpartition("/")[2]
    if name in RUNNERS and name not in MANAGERS:
        at = next((i for i, text in enumerate(texts) if text[:1] != "-" and text != "tool"), -1)
        if at < 0 or texts[at] not in ("run", "exec", "dlx", "x"):
            return name, texts
        texts = texts[at + 1 :]
    elif name in MANAGERS and texts[:1] and texts[0] in ("exec", "dlx", "x"):
        texts = texts[1:]
    elif name not in STARTERS:
        return name, texts
    i = 0
    while i < len(texts) and texts[i][:1] == "-":
        i += 2 if texts[i] in ("-p", "--package", "--with", "--from", "--python") else 1
    return (texts[i].rpartition("/")[2].partition("@")[0], texts[i + 1 :]) if i < len(texts) else (name, texts)


def _script(name: str) -> bool:
    """Whether a project's script of this name is one that rewrites files: ``format``, ``lint:fix``; not ``format:check``."""
    parts = name.replace("-", ":").replace("_", ":").replace(".", ":").split(":")
    return any(part in SCRIPTS for part in parts) and not any(part in ("check", "verify", "ci", "diff", "dry") for part in parts)


def _goal(text: str) -> bool:
    """Whether a goal of Maven's or a task of Gradle's rewrites sources: ``spotless:apply``, ``ktlintFormat``."""
    plugin, sign, goal = text.rpartition(":")
    if sign and (goal in ("apply", "format", "set") or goal[:4] == "use-" or (plugin.rpartition("-")[0], goal) in GOALS or (plugin, goal) in GOALS):
        return True
    return goal.endswith(("Apply", "Format")) or goal[:6] == "format"


def packages(name: str, texts: "list[str]", operands: "list[str]") -> bool:
    """Whether a manager of packages changes the files in which the project names them. What it installs by them is no edit."""
    first = operands[0] if operands else ""
    if any(text in ("-g", "--global", "--location=global", "--no-save", "--dry-run", "--help", "-h") for text in texts):
        return False
    if name == "go" and first == "get" and "-tool" not in texts and not operands[1:]:
        return False
    if name == "npm" and first == "version" and not operands[1:]:
        return False
    return first in PACKAGES[name] or " ".join([name, *operands[:2]]) in TWICE or (first in WITH_ONE.get(name, ()) and bool(operands[1:]))
