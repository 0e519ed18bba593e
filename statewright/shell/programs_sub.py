# ruff: noqa: E501  (a table reads better a row a line)
"""Programs with subcommands: which of them read, and the test runners, linters and checkers that report.

``subs`` maps a subcommand, one or more words, to the options that make it write (the empty tuple: none known), or to
``{"v": ..., "w": ..., "max": ..., "need": ...}`` as in ``programs.py``. ``glob``: options before the subcommand
that are skipped, ``globv`` those with a value, ``all`` those that write behind any subcommand. ``kind`` of the rest: the row's own kind. ``write``: subcommands whose
operands are files they change, for the rule about protected files.
Sources: the reference pages of each tool.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.programs import Row

_DIFF = ("--output", "--ext-diff", "--textconv", "-O")
_GIT = {
    "status": (), "log": _DIFF[:2], "diff": _DIFF[:2], "show": _DIFF[:2], "blame": (), "annotate": (), "whatchanged": _DIFF[:2],
    "grep": {"w": ("-O", "--open-files-in-pager", "--ext-grep"), "v": "efmABCO"},
    "ls-files": (), "ls-tree": (), "rev-parse": (), "rev-list": (), "describe": (), "shortlog": (), "cat-file": ("--textconv", "--filters"),
    "merge-base": (), "name-rev": (), "for-each-ref": (), "check-ignore": (), "check-attr": (), "check-mailmap": (), "diff-tree": _DIFF[:2], "diff-index": _DIFF[:2],
    "diff-files": _DIFF[:2], "range-diff": _DIFF[:2], "show-ref": (), "show-branch": (), "count-objects": (), "cherry": (), "var": (), "version": (), "help": (),
    "archive": {"need": ("--list", "-l"), "how": "git_archive", "say": "writes an archive"}, "apply": {"how": "git_apply"}, "hash-object": {"w": ("-w",), "max": 64},
    "verify-commit": (), "verify-tag": (), "fsck": ("--lost-found",), "ls-remote": {"how": "network"},
    "branch": {"how": "git_list"}, "tag": {"how": "git_list"}, "remote": {"how": "git_list"}, "stash": {"how": "git_list"}, "worktree": {"how": "git_list"},
    "config": {"how": "git_config"}, "notes": {"how": "git_list"}, "reflog": {"how": "git_list"}, "submodule": {"how": "git_list"}, "symbolic-ref": {"max": 1, "w": ("-d", "--delete", "-m")},
    "bisect log": (), "bisect view": (), "lfs ls-files": (), "lfs status": (), "maintenance": {"max": -1},
}
_NPM = {
    "test": {"how": "runner"}, "t": {"how": "runner"}, "tst": {"how": "runner"}, "run": {"how": "npm_run"}, "run-script": {"how": "npm_run"}, "ls": (), "list": (), "ll": (), "la": (), "outdated": (),
    "view": {"how": "network"}, "info": {"how": "network"}, "show": {"how": "network"}, "search": {"how": "network"}, "s": {"how": "network"}, "find": {"how": "network"}, "explain": (), "why": (), "root": (), "prefix": (), "bin": (),
    "config get": (), "config list": (), "config ls": (), "pkg get": (), "fund": {"max": 0, "w": ("--browser",)}, "audit": {"w": ("fix", "--fix"), "max": 0}, "help": (), "version": {"max": 0}, "licenses": (), "query": (),
    "doctor": (), "whoami": (),
}
_PIP_BAD = ("--log", "--log-file", "--python", "--cache-dir", "--report")
_PIP_HOSTS = ("-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--proxy", "--trusted-host")
_PIP = {
    **dict.fromkeys(("list", "show", "freeze", "check", "config list", "config get", "inspect", "debug", "help", "cache list", "cache info", "cache dir"), _PIP_BAD),
    "list": (*_PIP_BAD, *_PIP_HOSTS), "index versions": {"how": "network", "w": (*_PIP_BAD, *_PIP_HOSTS)},
}
_INDEX = ("--index", "--registry")
_CARGO = {
    "test": {"w": ("--fix",), "how": "runner"}, "t": {"w": ("--fix",), "how": "runner"}, "check": {"how": "runner"}, "c": {"how": "runner"},
    "clippy": {"w": ("--fix",), "how": "clippy"}, "nextest run": {"how": "runner"}, "nextest list": {"how": "runner"}, "tree": (), "metadata": (), "search": {"how": "network", "w": _INDEX},
    "info": {"how": "network", "w": _INDEX}, "pkgid": (), "locate-project": (), "read-manifest": (), "verify-project": (), "version": (), "help": (), "fmt": {"how": "cargo_fmt"},
    "audit": {"max": 0}, "outdated": (), "deny check": (), "bench": {"how": "runner"}, "doc": {"max": -1},
}
_GO = {
    "test": {"how": "go_test"}, "vet": {"how": "go_test"}, "list": {"how": "go_test"}, "env": {"w": ("-w", "-u")}, "version": (), "doc": ("-http",), "help": (), "mod graph": (), "mod why": (),
    "mod verify": (), "tool": {"max": -1}, "fmt": {"max": -1},
}
_DOCKER = {
    "ps": (), "images": (), "logs": (), "inspect": (), "version": (), "info": (), "top": (), "stats": (), "port": (), "diff": (), "history": (), "events": (),
    "container ls": (), "container list": (), "container inspect": (), "container logs": (), "container top": (), "container stats": (), "container port": (),
    "image ls": (), "image list": (), "image inspect": (), "image history": (), "volume ls": (), "volume inspect": (), "network ls": (), "network inspect": (),
    "compose ps": (), "compose logs": (), "compose config": ("-o", "--output", "--lock-image-digests"), "compose images": (), "compose ls": (), "compose top": (),
    "compose port": (), "compose version": (), "system df": (), "system info": (), "context ls": (), "context show": (), "context inspect": (), "search": {"how": "network"},
    "buildx ls": (), "buildx inspect": {"w": ("--bootstrap",)}, "buildx version": (), "buildx du": (), "manifest inspect": {"how": "network"}, "service ls": (), "node ls": (), "stack ls": (),
    "plugin ls": (), "secret ls": (), "config ls": (), "help": (),
}
_KUBE_FILES = ("-s", "--server", "--profile", "--profile-output", "--log-file", "--log_file", "--log-dir", "--log-backtrace-at", "--kubeconfig", "--kuberc", "--cache-dir")
_KUBECTL = {
    "get": ("--raw",), "describe": (), "logs": (), "version": (), "explain": (), "api-resources": (), "api-versions": (), "cluster-info": {"max": 0}, "top": (), "config view": (),
    "config get-contexts": (), "config current-context": (), "config get-clusters": (), "config get-users": (), "auth can-i": (), "auth whoami": (), "rollout status": (),
    "rollout history": (), "diff": {"how": "no"}, "events": (), "help": (), "options": (), "wait": (),
}
_WEB = {"v": "RLSsqtABHlamue", "w": ("-w", "--web")}  # opens a browser, which is a program of the user's
_GH = {
    **{area + " " + verb: _WEB for area in ("pr", "issue", "repo", "run", "workflow", "release", "gist", "label", "project", "ruleset", "org", "variable", "secret", "cache", "alias", "extension",
                                         "codespace", "gpg-key", "ssh-key") for verb in ("list", "view")},
    "run list": (), "pr status": (), "pr diff": _WEB, "pr checks": _WEB, "issue status": (), "status": (), "auth status": ("-t", "--show-token"), "search issues": _WEB, "search prs": _WEB, "search code": _WEB,
    "search repos": _WEB, "search commits": _WEB, "run watch": (), "config get": (), "config list": (), "version": (), "help": (), "api": {"how": "gh_api"}, "browse": {"need": ("-n", "--no-browser")},
}
_JS_RUN = {"test": {"how": "runner"}, "run": {"how": "npm_run"}, "list": (), "ls": (), "why": (), "outdated": (), "info": {"how": "network"}, "licenses": (), "version": {"max": 0, "w": ("--new-version", "--major", "--minor", "--patch", "--premajor", "--preminor", "--prepatch", "--prerelease", "--preid", "-i", "--immediate")}, "help": (),
           "config get": (), "config list": (), "bin": (), "root": (), "audit": {"max": 0, "w": ("--fix",)}, "lint": {"how": "runner"}, "typecheck": {"how": "runner"}, "workspaces list": (),
           "tsc": {"how": "npx"}, "eslint": {"how": "npx"}, "jest": {"how": "npx"}, "vitest": {"how": "npx"}, "prettier": {"how": "npx"}, "exec": {"how": "npx"}}

TOOLS: "dict[str, Row]" = {
    "git": ("writer", {"subs": _GIT, "glob": ("--no-pager", "--no-optional-locks", "--literal-pathspecs", "--no-replace-objects", "--version", "--help", "-v", "-h"), "globv": ("-C",),
                       "write": ("restore", "checkout", "rm", "mv", "clean", "apply", "am", "stash", "reset", "update-index", "checkout-index", "read-tree", "bundle",
                                 "archive", "worktree", "config", "init", "sparse-checkout", "switch"),
                       "say": "changes the repository"}, "git(1) and the page of each subcommand"),
    "gh": ("network", {"subs": _GH, "globv": ("-R", "--repo"), "say": "changes a repository or its host"}, "GitHub CLI manual"),
    "glab": ("network", {"subs": {"mr list": (), "mr view": (), "mr diff": (), "issue list": (), "issue view": (), "ci status": (), "ci list": (),
                                                            "repo view": (), "release list": ()}, "say": "changes a repository or its host"}, "GitLab CLI documentation"),
    "docker": ("runner", {"subs": _DOCKER, "globv": ("--context", "-c", "-l", "--log-level"), "say": "runs or changes containers"}, "Docker CLI reference"),
    "podman": ("runner", {"subs": _DOCKER, "say": "runs or changes containers"}, "podman(1)"),
    "docker-compose": ("runner", {"subs": {"ps": (), "logs": (), "config": ("-o", "--output"), "images": (), "ls": (), "top": (), "port": (), "version": ()},
                                  "globv": ("-f", "--file", "-p", "--project-name"), "say": "runs or changes containers"}, "Docker Compose reference"),
    "kubectl": ("runner", {"subs": _KUBECTL, "all": _KUBE_FILES, "globv": ("-n", "--namespace", "--context", "--cluster", "-v"), "say": "changes a cluster"}, "kubectl reference"),
    "oc": ("runner", {"subs": _KUBECTL, "all": _KUBE_FILES, "globv": ("-n", "--namespace"), "say": "changes a cluster"}, "OpenShift CLI reference"),
    "helm": ("runner", {"subs": {"list": (), "ls": (), "status": (), "history": (), "get": (), "show": (), "lint": (), "template": ("--output-dir", "--post-renderer", "--dependency-update"), "version": (), "env": (),
                                 "search repo": (), "repo list": (), "dependency list": ()}, "globv": ("-n", "--namespace", "--kube-context"), "say": "changes a cluster"}, "Helm documentation"),
    "npm": ("writer", {"subs": _NPM, "all": ("--registry",), "glob": ("-s", "--silent", "--version", "-v", "-ws", "--workspaces"), "globv": ("-w", "--workspace"), "say": "installs or changes packages", "versions": True}, "npm CLI documentation"),
    "pnpm": ("writer", {"subs": {**_JS_RUN, "t": {"how": "runner"}}, "all": ("--registry",), "glob": ("-r", "-s", "--silent", "-w", "--recursive"), "globv": ("--filter", "-F"), "say": "installs or changes packages"},
             "pnpm CLI documentation"),
    "yarn": ("writer", {"subs": {**_JS_RUN, "workspaces info": (), "version": {"max": -1, "say": "asks for a new version and sets it"}}, "glob": ("-s", "--silent"), "say": "installs or changes packages"}, "Yarn CLI documentation"),
    "bun": ("runner", {"subs": {"test": {"how": "runner"}, "pm ls": (), "outdated": (), "why": ()}, "say": "runs scripts or installs packages"}, "Bun documentation"),
    "deno": ("runner", {"subs": {"test": {"how": "runner", "w": ("-A", "--allow-all", "--allow-run", "--allow-write", "-W")}, "lint": {"w": ("--fix",), "how": "runner"}, "check": {"how": "runner"}, "info": (), "doc": ("--html",),
                                 "fmt": {"need": ("--check",)}}, "say": "runs scripts"}, "Deno CLI reference"),
    "npx": ("runner", {"how": "npx", "say": "runs a package, downloading it first where needed"}, "npx documentation"),
    "bunx": ("runner", {"how": "npx", "say": "runs a package, downloading it first where needed"}, "bunx documentation"),
    "pnpx": ("runner", {"how": "npx", "say": "runs a package, downloading it first where needed"}, "pnpm dlx documentation"),
    "pip": ("writer", {"subs": _PIP, "say": "installs or removes packages"}, "pip documentation"),
    "pip3": ("writer", {"subs": _PIP, "say": "installs or removes packages"}, "pip documentation"),
    "uv": ("writer", {"subs": {"pip list": (), "pip show": (), "pip freeze": (), "pip check": (), "pip tree": (), "tree": ("--outdated",), "version": {"max": 0, "w": ("--bump",)}, "python list": (), "python find": (),
                               "tool list": (), "cache dir": (), "help": ()}, "say": "installs packages or runs programs"}, "uv CLI reference"),
    "poetry": ("writer", {"subs": {"show": (), "check": (), "version": {"max": 0}, "env info": (), "env list": (), "config": {"need": ("--list",)}, "about": ()}, "say": "installs packages or runs programs"}, "Poetry documentation"),
    "pipenv": ("writer", {"subs": {"graph": (), "check": ()}, "say": "installs packages"}, "Pipenv documentation"),
    "conda": ("writer", {"subs": {"list": (), "info": (), "env list": (), "search": {"how": "network"}}, "say": "installs packages"}, "conda documentation"),
    "gem": ("writer", {"subs": {"list": (), "info": (), "environment": (), "env": (), "which": (), "contents": (), "dependency": (), "outdated": (), "query": ()}, "say": "installs packages"}, "RubyGems guides"),
    "bundle": ("writer", {"subs": {"list": (), "show": (), "info": (), "check": ("--path",), "outdated": (), "exec rspec": {"how": "runner"}, "exec rubocop": {"how": "runner", "w": ("-a", "-A", "--auto-correct", "--autocorrect", "--autocorrect-all", "--auto-gen-config", "-x")}}, "say": "installs packages or runs programs"},
               "Bundler documentation"),
    "composer": ("writer", {"subs": {"show": (), "info": (), "outdated": (), "validate": (), "licenses": (), "why": (), "depends": (), "diagnose": (), "check-platform-reqs": ()}, "say": "installs packages"}, "Composer documentation"),
    "brew": ("writer", {"subs": {"list": (), "ls": (), "info": (), "search": {"how": "network"}, "outdated": (), "deps": (), "leaves": (), "config": (), "doctor": (), "--prefix": ()}, "say": "installs packages"}, "brew(1)"),
    "apt": ("writer", {"subs": dict.fromkeys(("list", "show", "search", "policy"), ("-o", "--option", "-c", "--config-file")), "say": "installs packages"}, "apt(8)"),
    "cargo": ("writer", {"subs": _CARGO, "glob": ("-q", "--quiet", "-v", "--verbose", "--offline", "--locked", "--frozen", "--list", "--version", "-V"), "say": "builds, installs or changes packages"}, "The Cargo Book"),
    "rustup": ("writer", {"subs": {"show": (), "toolchain list": (), "target list": (), "component list": (), "which": (), "check": {"how": "network"}}, "say": "changes toolchains"}, "rustup book"),
    "go": ("writer", {"subs": _GO, "say": "builds, installs or changes packages"}, "go command documentation"),
    "gofmt": ("writer", {"how": "formatter", "need": ("-l", "-d"), "w": ("-w", "-cpuprofile"), "say": "rewrites files"}, "gofmt documentation"),
    "goimports": ("writer", {"how": "formatter", "need": ("-l", "-d"), "w": ("-w",), "say": "rewrites files"}, "goimports documentation"),
    "golangci-lint": ("runner", {"subs": {"fmt": {"need": ("--diff", "-d"), "say": "rewrites files"}, "run": {"w": ("--fix", "--out-format", "--output"), "how": "golangci"}, "linters": (), "version": ()}, "say": "may rewrite files"}, "golangci-lint documentation"),
    "make": ("runner", {"how": "make", "say": "runs what its makefile says"}, "GNU make manual"),
    "gmake": ("runner", {"how": "make", "say": "runs what its makefile says"}, "GNU make manual"),
    "just": ("runner", {"how": "make", "say": "runs what its justfile says"}, "just manual"),
    "pytest": ("runner", {"how": "runner", "tests": True}, "pytest documentation"),
    "py.test": ("runner", {"how": "runner", "tests": True}, "pytest documentation"),
    "mypy": ("runner", {"how": "runner", "tests": True, "w": ("--install-types",)}, "mypy documentation"),
    "dmypy": ("runner", {"say": "starts a daemon"}, "mypy documentation"),
    "pyright": ("runner", {"how": "runner", "tests": True, "w": ("--createstub", "--writebaseline")}, "pyright documentation"),
    "bandit": ("runner", {"how": "runner", "tests": True, "w": ("-o", "--output")}, "Bandit documentation"),
    "phpstan": ("runner", {"subs": {key: {"how": "runner", "tests": True, "w": ("-b", "--generate-baseline", "--fix", "--pro", "--watch")} for key in ("analyse", "analyze")}, "say": "changes its cache or baseline"}, "PHPStan, command line usage"),
    "biome": ("runner", {"subs": {key: {"how": "runner", "tests": True, "w": ("--write", "--fix", "--apply", "--apply-unsafe", "--unsafe", "--suppress", "--log-file", "--log-path")} for key in ("check", "ci", "lint", "format")}, "say": "rewrites files or starts a server"}, "Biome CLI reference"),
    "flake8": ("runner", {"how": "runner", "tests": True, "w": ("--output-file", "--tee")}, "flake8 documentation"),
    "pylint": ("runner", {"how": "runner", "tests": True, "w": ("--output", "--generate-rcfile", "--init-hook", "--load-plugins")}, "pylint documentation"),
    "ruff": ("writer", {"subs": {"check": {"w": ("--fix", "--fix-only", "--unsafe-fixes", "--add-noqa", "-o", "--output-file", "-w"), "how": "runner"}, "format": {"need": ("--check", "--diff"), "say": "rewrites files"},
                                 "rule": (), "linter": (), "version": (), "config": (), "analyze graph": (), "help": ()}, "say": "rewrites files"}, "ruff documentation"),
    "black": ("writer", {"how": "formatter", "need": ("--check", "--diff"), "say": "rewrites files"}, "black documentation"),
    "isort": ("writer", {"how": "isort", "need": ("--check", "--check-only", "-c", "--diff"), "say": "rewrites files"}, "isort documentation"),
    "prettier": ("writer", {"how": "formatter", "need": ("--check", "-c", "--list-different", "-l"), "w": ("--write", "-w", "--plugin"), "say": "rewrites files"}, "Prettier CLI documentation"),
    "eslint": ("runner", {"how": "runner", "tests": True, "w": ("--fix", "-o", "--output-file", "--init", "--rulesdir", "--resolve-plugins-relative-to", "--suppress-all")}, "ESLint CLI reference"),
    "stylelint": ("runner", {"how": "runner", "tests": True, "w": ("--fix", "-o", "--output-file")}, "stylelint CLI"),
    "tsc": ("writer", {"how": "formatter", "need": ("--noEmit", "--showConfig", "--listFilesOnly", "--version", "-v"), "w": ("--init", "--generateTrace", "--generateCpuProfile", "--watch", "-w"), "say": "writes its output"}, "TypeScript handbook, tsc CLI options"),
    "vue-tsc": ("writer", {"how": "formatter", "need": ("--noEmit",), "say": "writes its output"}, "vue-tsc"),
    "jest": ("runner", {"how": "runner", "tests": True, "w": ("-u", "--updateSnapshot", "--outputFile", "--init")}, "Jest CLI"),
    "vitest": ("runner", {"how": "runner", "tests": True, "w": ("-u", "--update", "--outputFile", "--ui")}, "Vitest CLI"),
    "mocha": ("runner", {"how": "runner", "tests": True}, "Mocha CLI"), "ava": ("runner", {"how": "runner", "tests": True, "w": ("-u", "--update-snapshots")}, "AVA CLI"),
    "rspec": ("runner", {"how": "runner", "tests": True, "w": ("-o", "--out", "--init")}, "RSpec CLI"), "rubocop": ("runner", {"how": "runner", "tests": True, "w": ("-a", "-A", "-x", "-o", "--out", "--auto-correct", "--autocorrect", "--autocorrect-all", "--auto-gen-config", "--fix-layout", "--init", "--require", "-r")}, "RuboCop CLI"),
    "phpunit": ("runner", {"how": "runner", "tests": True}, "PHPUnit CLI"), "ctest": ("runner", {"how": "runner", "tests": True}, "ctest(1)"), "tox": ("runner", {"say": "runs and installs what tox.ini says"}, "tox documentation"),
    "rustfmt": ("writer", {"how": "formatter", "need": ("--check",), "w": ("--print-config",), "say": "rewrites files"}, "rustfmt documentation"),
    "clang-format": ("writer", {"how": "formatter", "need": ("--dry-run", "-n"), "w": ("-i",), "say": "rewrites files"}, "clang-format documentation"),
    "terraform": ("runner", {"subs": {"show": (), "validate": (), "version": (), "output": (), "state list": (), "state show": (), "providers": {"max": 0}, "graph": (), "fmt": {"how": "terraform_fmt", "need": ("-check",)}, "workspace list": (), "workspace show": ()},
                             "say": "changes infrastructure"}, "Terraform CLI documentation"),
    "systemctl": ("runner", {"subs": {"status": (), "list-units": (), "list-unit-files": (), "list-timers": (), "is-active": (), "is-enabled": (), "is-failed": (), "show": (), "cat": ()}, "glob": ("--user", "--no-pager"),
                             "say": "changes services"}, "systemctl(1)"),
    "tmux": ("runner", {"subs": {"ls": {"how": "tmux"}, "list-sessions": {"how": "tmux"}, "list-windows": {"how": "tmux"}, "list-panes": {"how": "tmux"}, "capture-pane": {"how": "tmux", "w": ("-b",), "need": ("-p",), "say": "fills a buffer"}, "display-message": {"need": ("-p",), "how": "tmux", "say": "shows on a terminal"}}, "say": "types into terminals"}, "tmux(1)"),
    "python": ("interpreter", {"how": "python", "say": "runs a program"}, "python(1), Command line and environment"),
    "pypy": ("interpreter", {"how": "python", "say": "runs a program"}, "python(1)"),
}
