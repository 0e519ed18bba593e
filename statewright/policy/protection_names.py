"""Programs and options the protection rule knows by name. Data alone; what a program does stands in ``shell/programs*.py``."""

# Programs whose operands include folders: a folder that holds a protected path counts as well.
WHOLE = frozenset((
    "rm", "rmdir", "unlink", "trash", "trash-put", "rimraf", "srm", "mv", "rename",
    "shred", "del", "gio", "mmv", "mount", "umount", "rmtrash", "fuser", "safe-rm",
))
FOLDERS = frozenset((
    "find", "ln", "ditto", "truncate", "sed", "bwrap", "dd", "sshfs", "fuse-overlayfs", "rmdirs",
))
COPIES = frozenset(("cp", "install", "scp", "rsync", "rclone", "ditto", "sftp", "unison", "robocopy"))
MODES = frozenset(("chmod", "chown", "chgrp", "chattr", "setfacl"))
CONTAINERS = frozenset(("bwrap", "docker", "podman", "nerdctl", "docker-compose"))
# Programs whose messages may name anything.
MESSAGES = frozenset((
    "git", "gh", "glab", "jj", "hg", "svn", "docker", "kubectl", "npm", "curl", "cargo", "pip", "uv", "go", "make", "claude",
))
MESSAGE_OPTIONS = frozenset((
    "-m", "--message", "--title", "--body", "-t", "-b", "--notes", "-d", "--data", "-H", "--jq", "-q", "-am", "--subject", "--grep", "-S", "-G",
))
ARCHIVERS = frozenset(("tar", "bsdtar", "gtar", "zip", "7z", "7za", "7zr", "unzip", "bsdunzip", "cpio", "pax", "ar", "rar", "unrar"))
AWKS = frozenset(("awk", "gawk", "mawk", "nawk"))
EDITORS = frozenset(("make", "sqlite3", "ex", "ed", "vim", "vi", "nvim", "view", "osascript", "psql", "emacs", "emacsclient", "less", "more"))
# They read patterns themselves, quoted ones too.
GLOBBERS = frozenset(("npx", "bunx", "pnpm", "yarn", "rimraf", "del", "del-cli", "mmv", "zmv", "rename", "shx", "trash", "trash-cli"))
