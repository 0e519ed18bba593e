"""Programs and subcommands that permit anything once they are listed, with the reason. Data for ``risks.py``; for linters, cold."""

# One word too few: the program has subcommands, and some of them run or change anything.
WIDE = {
    "git": "lists every git command, pushes, resets and hooks among them; name the subcommand, such as git status",
    "npm": "lists npm install, npm exec and every script; name the script, such as npm test",
    "npx": "downloads and runs any package; name the program, such as npx jest",
    "bunx": "downloads and runs any package; name the program, such as bunx jest",
    "uvx": "downloads and runs any package; name the program, such as uvx ruff check",
    "pipx": "downloads and runs any package; name what it runs, such as pipx run ruff check",
    "pnpm": "lists install, exec and every script; name the script",
    "yarn": "lists install, exec and every script; name the script",
    "bun": "runs any file and any script; name the subcommand, such as bun test",
    "deno": "runs any file and any task; name the subcommand, such as deno test",
    "docker": "runs any image with any folder mounted; name the subcommand, such as docker ps",
    "podman": "runs any image with any folder mounted; name the subcommand, such as podman ps",
    "nerdctl": "runs any image with any folder mounted; name the subcommand, such as nerdctl ps",
    "docker-compose": "runs any command in any container; name the subcommand, such as docker-compose ps",
    "docker compose": "runs any command in any container; name the subcommand, such as docker compose ps",
    "kubectl": "changes the cluster and runs commands in it; name the subcommand, such as kubectl get",
    "oc": "changes the cluster and runs commands in it; name the subcommand, such as oc get",
    "helm": "changes the cluster; name the subcommand, such as helm list",
    "gh": "changes the repository on its host; name the subcommand, such as gh pr view",
    "glab": "changes the repository on its host; name the subcommand, such as glab mr view",
    "gh api": "reads and changes anything on its host; name the path",
    "glab api": "reads and changes anything on its host; name the path",
    "cargo": "lists cargo install, run and publish; name the subcommand, such as cargo test",
    "go": "lists go run and go generate; name the subcommand, such as go test",
    "go tool": "runs any tool of the module; name it",
    "uv": "installs and runs any program; name what it runs, such as uv run pytest",
    "poetry": "installs and runs any program; name what it runs, such as poetry run pytest",
    "pdm": "installs and runs any program; name what it runs, such as pdm run pytest",
    "hatch": "runs any program; name what it runs, such as hatch run test",
    "pip": "installs any package, and a package's own code runs as it is installed; name the subcommand, such as pip list",
    "gem": "installs any package, and a package's own code runs as it is installed; name the subcommand, such as gem list",
    "composer": "installs any package and runs any script; name the script, such as composer test",
    "bundle": "installs any package and runs any program; name what it runs, such as bundle exec rspec",
    **dict.fromkeys(("brew", "apt", "apt-get", "dnf", "yum", "apk", "pacman", "conda", "mamba", "snap"),
    "installs any package; name the subcommand"),
    "go generate": "runs whatever commands the sources name; list those",
    "gh alias": "makes commands of its own out of any text; name the subcommand, such as gh alias list",
    "gh extension": "installs and runs any program; name the subcommand, such as gh extension list",
    "flask": "runs any Python program (shell, --app); name the subcommand, such as flask routes",
    "streamlit": "runs any Python program; name which",
    "terraform": "changes infrastructure; name the subcommand, such as terraform plan",
    "tofu": "changes infrastructure; name the subcommand, such as tofu plan",
    "pulumi": "changes infrastructure; name the subcommand, such as pulumi preview",
    "ansible": "runs any command on any host of its inventory",
    "ansible-playbook": "runs whatever any playbook says on any host of its inventory; name the playbook",
    "aws": "reads and changes the whole account; name the subcommand, such as aws s3 ls",
    "gcloud": "reads and changes the whole account; name the subcommand",
    "az": "reads and changes the whole account; name the subcommand",
    "heroku": "changes what runs there and runs any command in it; name the subcommand",
    "fly": "changes what runs there and runs any command in it; name the subcommand",
    "flyctl": "changes what runs there and runs any command in it; name the subcommand",
    "rails": "runs any Ruby program (runner, console); name the subcommand, such as rails test",
    "dotnet": "runs any program (run, script, exec); name the subcommand, such as dotnet test",
    "mise": "runs any program and any task; name them",
    "asdf": "runs any program (asdf exec); name the subcommand",
    "nix": "runs any program; name the subcommand, such as nix flake check",
    "django-admin": "runs any Python program (shell); name the subcommand, such as django-admin check",
    "python manage.py": "runs any Python program (shell); name the subcommand, such as python manage.py test",
    "python3 manage.py": "runs any Python program (shell); name the subcommand, such as python3 manage.py test",
    "php artisan": "runs any PHP program (tinker); name the subcommand, such as php artisan test",
    "streamlit run": "runs any Python program; name which",
    "tmux": "runs any command out of sight; list the command itself",
    "screen": "runs any command out of sight; list the command itself",
}  # fmt: skip
# Two or three words that run whatever follows them.
_RUNNERS = """
    npm exec|npm run|npm run-script|yarn dlx|yarn run|yarn exec|pnpm dlx|pnpm exec|pnpm run|bun run|bun x|deno run|deno task|uv run|uv tool run
    poetry run|pdm run|hatch run|pipx run|pipenv run|conda run|mamba run|rye run|pixi run|bundle exec|go run|zig run|bazel run|nix run
    nix develop|nix shell
    direnv exec|mise exec|mise x|mise run|asdf exec|turbo run|lerna exec|lerna run|nx run|composer exec|dotnet script|dotnet exec|rails runner
    rails console|rushx|doppler run|op run|infisical run|with-env|dotenv run|cross-env|npx|bunx|uvx
"""
RUNNERS = tuple(tuple(one.split()) for one in _RUNNERS.replace("\n", "|").split("|") if one.strip())
# The same in a container or on another host: the place is named, what runs there is not.
PLACES = {
    "at": 1, "tmux new": 0, "tmux new-session": 0, "tmux new-window": 0, "tmux send-keys": 0,
    "docker run": 1, "docker exec": 1, "podman run": 1, "podman exec": 1, "nerdctl run": 1, "nerdctl exec": 1, "docker compose run": 1,
    "docker compose exec": 1, "docker-compose run": 1, "docker-compose exec": 1, "kubectl exec": 1, "kubectl run": 1, "oc exec": 1, "oc rsh": 1,
    "ssh": 1, "mosh": 1, "heroku run": 0, "vagrant ssh": 1, "fly ssh": 1, "gcloud compute ssh": 1, "lxc exec": 1, "incus exec": 1,
}  # fmt: skip
_INSTALLS = """
    pip install|pip3 install|uv pip install|uv add|uv tool install|pipx install|poetry add|pdm add|npm install|npm i|npm add|yarn add
    pnpm add|pnpm install|bun add|cargo install|cargo add|go install|go get|gem install|composer require|brew install|apt install
    apt-get install|dnf install|yum install|apk add|pacman -S|conda install|mamba install|snap install|python -m pip install
    python3 -m pip install|gh extension install
"""
INSTALLS = frozenset(_INSTALLS.strip().replace("\n    ", "|").split("|"))
_BUILDS = """
    make gmake just rake gulp grunt ant mvn gradle gradlew mvnw tox nox invoke inv fab bazel ninja task moon rush scons waf b2 meson cmake
    turbo nx lerna sbt lein mill dune stack cabal mix doit earthly dagger pants buck2 xmake premake5 psake cake msbuild xcodebuild ng ember
"""
BUILDS = frozenset(_BUILDS.split())
# What runs shell commands from within: \! in psql, system in mysql, .shell in sqlite3, :! in editors, ! in pagers.
ESCAPES = {
    **dict.fromkeys(("psql", "mysql", "mariadb", "sqlite3", "duckdb", "mongosh", "mongo", "cqlsh", "sftp", "ftp", "gnuplot"), "a client"),
    **dict.fromkeys(("vim", "vi", "nvim", "view", "emacs", "emacsclient", "ed", "ex", "nano", "micro", "helix", "hx", "kak", "joe"), "an editor"),
    **dict.fromkeys(("less", "more", "most", "man", "info", "w3m", "lynx", "mutt", "mc", "ranger", "nnn", "lf"), "a pager or a browser"),
    **dict.fromkeys(("gdb", "lldb", "pdb", "ipdb", "dlv"), "a debugger"),
    **dict.fromkeys(("fzf", "sk", "entr", "watchexec", "nodemon", "hyperfine", "flock", "chronic", "unbuffer", "socat", "expect"), "a starter"),
    **dict.fromkeys(("open", "xdg-open", "start", "gio", "code", "cursor", "idea", "subl"), "an opener"),
    **dict.fromkeys(("at", "batch", "crontab", "systemd-run", "launchctl", "schtasks"), "a scheduler"),
}
# Interpreters that the table of programs does not hold.
SPEAKS = frozenset((
    "ocaml", "raku", "janet", "racket", "guile", "sbcl", "clisp", "bb", "nu", "xonsh", "elvish", "octave", "gp", "maxima", "mongosh", "v", "hy",
    "fennel",
))  # fmt: skip
# An interpreter in a form that runs no program of the caller's choice.
QUIET = frozenset((
    "--test", "--check", "--version", "-version", "-V", "-v", "--help", "-h", "-?", "--syntax-check", "--lint", "--test-only",
))  # fmt: skip
# Its options with a value of their own.
_VALUED = """
    -X -W -r -R -I -L -M -m -cp -classpath --require --import --loader --env-file -C --conditions --cwd --prefix --dir -F --filter -w
    --workspace -n --name -p --package --with --python --group --extra -u -g --git-dir --work-tree --context --namespace -H --host --project
    --profile --region -o --user -t -f --file
"""
VALUED = frozenset(_VALUED.split())
FLAGS = frozenset(("-q", "--quiet", "--silent", "--keep-going", "--always-make"))  # of build tools
_MODULES = """
    code IPython ipython pdb timeit runpy trace cProfile profile ptpython asyncio bpython pip venv http.server jupyter ipykernel idlelib bdb
    doctest invoke nox tox fabric
"""
MODULES = frozenset(_MODULES.split())
ENVELOPES = ("env", "xargs", "timeout", "nice", "nohup", "time", "command", "exec", "stdbuf", "setsid", "ionice", "builtin")
_STARTERS = """
    sudo doas su watch parallel env_parallel strace ltrace script busybox runuser chroot unshare nsenter
"""
STARTERS = frozenset(_STARTERS.split())
# Writers: they get round a limit, and in a state without an edit tool they are one.
EDITORS = frozenset((
    "sed", "gsed", "perl", "ed", "ex", "vim", "vi", "nvim", "emacs", "tee", "dd", "cp", "mv", "rm", "install", "patch", "truncate", "rsync",
    "awk", "gawk",
))  # fmt: skip
WRITERS = frozenset((
    "tee", "dd", "cp", "mv", "rm", "install", "patch", "truncate", "rsync", "ln", "scp", "find", "sed", "awk", "gawk", "curl", "wget", "tar",
    "unzip", "sed -i", "sponge", "git apply",
))  # fmt: skip
