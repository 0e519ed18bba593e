"""Verbs, programs and options the authority rule knows by name. Data alone."""

PERSONS = frozenset((
    "approve", "reject", "off", "on", "pause", "install", "uninstall", "reset", "resume", "start", "stop", "accept", "attest", "prune", "mode",
    "init", "enforce", "shadow", "force", "unpause", "doctor", "setup", "config", "edit", "set", "migrate", "export", "serve", "disable",
    "enable",
))
HARMLESS_USES = frozenset(("--version", "-v", "-V", "--help", "-h", "help", "version", "doctor"))
ESCAPES = (
    "--settings", "--setting-sources", "--bare", "disableallhooks", "--no-hooks", "--disable-hooks", "--managed-settings",
    "--dangerously-bypass-hooks", "--safe-mode", "hooks=",
)
STARTERS = frozenset((
    "tmux", "screen", "zellij", "script", "at", "batch", "crontab", "expect", "unbuffer", "docker", "podman", "ssh", "systemd-run", "xterm",
    "gnome-terminal", "konsole", "alacritty", "wezterm", "kitty", "dtach", "su", "sudo", "doas", "runuser", "dbus-run-session", "flock", "entr",
    "nodemon", "setsid", "firejail", "bwrap", "chroot", "unshare", "nsenter", "kubectl", "toolbox", "distrobox", "lima", "multipass", "vagrant",
    "pueue", "tsp", "concurrently", "pm2", "foreman", "nohup", "parallel", "watch", "launchctl", "start-stop-daemon", "daemonize", "daemon",
    "reptyr", "abduco",
))
# Programs that hand a text to a terminal, a scheduler, another shell or an interpreter.
CARRIERS = frozenset((
    "tmux", "screen", "zellij", "script", "at", "batch", "crontab", "expect", "osascript", "xdotool", "ydotool", "wezterm", "kitty", "ssh",
    "watch", "parallel", "systemd-run", "su", "sudo", "doas", "nohup", "python", "node", "perl", "ruby", "php", "lua", "deno", "bun", "java",
    "make", "tcl", "tclsh", "busybox", "socat", "nc", "ncat", "launchctl", "dtach", "unbuffer", "pwsh", "bash", "sh", "zsh", "dash", "ksh",
    "fish", "eval", "source", ".", "awk", "gawk", "sed", "vim", "vi", "ex", "emacs", "gdb", "curl", "git", "claude", "codex", "just", "npm",
    "env", "open", "xterm", "gnome-terminal", "alacritty", "konsole", "flock", "entr", "nodemon", "npx", "uv", "uvx", "pipx",
))
DATA_GIT = frozenset((
    "commit", "tag", "log", "grep", "notes", "show", "diff", "add", "blame", "stash", "merge", "rev-parse", "branch", "checkout", "switch",
    "status", "push",
))
INSTALLERS = frozenset((
    "uninstall", "remove", "install", "upgrade", "reinstall", "inject", "uninject", "rm", "purge", "autoremove", "add",
))
INSTALLING = frozenset((
    "pip", "pip3", "uv", "pipx", "brew", "apt", "apt-get", "conda", "poetry", "pdm", "npm", "dnf", "yum", "pacman", "port", "nix-env", "python",
    "python3", "hatch", "rye",
))
# Programs that end, stop or look into processes: processes.py judges them.
CONTROLS = frozenset((
    "kill", "pkill", "killall", "killall5", "skill", "snice", "xkill", "tkill", "slay", "strace", "ltrace", "gdb", "lldb", "ptrace", "bpftrace",
    "perf", "reptyr", "gcore", "py-spy", "frida", "frida-trace", "rr", "dtrace", "pyrasite", "renice", "prlimit", "taskset", "ionice", "chrt",
    "criu", "nsenter", "memfetch", "procdump", "injectso", "cpulimit", "iotop", "sysdig", "uftrace", "systemctl", "service", "launchctl",
    "loginctl", "rc-service", "supervisorctl", "fuser",
))
# What loads our code in an interpreter, once quotes, signs of joining and blanks are taken out.
IMPORTS = (
    "importstatewright", "fromstatewright", "__import__statewright", "import_modulestatewright", "run_modulestatewright", "run_pathstatewright",
    "find_specstatewright", "requirestatewright", "-mstatewright",
)
