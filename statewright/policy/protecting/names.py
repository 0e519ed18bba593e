"""Programs and options the protection rule knows by name. Data alone; what a program does stands in ``shell/programs*.py``."""

# Programs whose operands include folders: a folder that holds a protected path counts as well.
WHOLE = frozenset((
    "rm", "rmdir", "unlink", "trash", "trash-put", "rimraf", "srm", "mv", "rename",
    "shred", "del", "gio", "mmv", "mount", "umount", "rmtrash", "fuser", "safe-rm", "del-cli", "trash-cli", "move-cli", "rm-cli", "rip", "rmrf",
    "trash-rm", "move-file-cli", "rename-cli", "rmtree", "empty-dir-cli", "delete-empty", "grm", "gmv", "gshred",
))
RENAMERS = ("rename", "prename", "file-rename", "perl-rename", "rename.pl")  # perl's: without a file they read names from their input
FOLDERS = frozenset((
    "find", "ln", "ditto", "truncate", "sed", "bwrap", "dd", "sshfs", "fuse-overlayfs", "rmdirs",
    "cpy", "cpy-cli", "cpx", "cpx2", "copyfiles", "copyup", "ncp", "cp-cli", "copy-files-from-to", "mkdirp", "make-dir-cli", "symlink-dir", "renamer",
    "jscodeshift", "ts-migrate", "rnr", "nomino", "massren", "xcp", "gcp", "gln", "gdd",
    "squashfuse", "archivemount", "ratarmount", "fuse-zip", "mount-zip", "bindfs", "gocryptfs", "encfs", "cryfs", "s3fs", "gcsfuse", "goofys",
))
# They replace one text by another in all that they find below a folder: their first two operands are texts.
REPLACERS = frozenset((
    "replace", "replace-in-file", "replace-in-files", "rpl", "ruplacer", "fastmod", "codemod", "comby", "sd", "serpl", "amber", "ambr",
    "rexreplace", "replace-x", "spacemod", "srgn",
))
# Programs that put another file in the place of each they are given; with -r, of each below a folder.
PACKERS = frozenset((
    "gzip", "gunzip", "pigz", "unpigz", "zstd", "unzstd", "zstdmt", "lz4", "unlz4", "compress", "uncompress", "ncompress", "lzop", "brotli",
    "dos2unix", "unix2dos", "mac2unix", "unix2mac", "xz", "unxz", "bzip2", "bunzip2", "lzip", "plzip", "pbzip2", "lbzip2", "pxz", "pixz",
))
# They leave further files beside those that they name: see suffixes.py.
BESIDE = PACKERS | {
    "lzma", "unlzma", "gpg", "gpg2", "ccrypt", "ccdecrypt", "bcrypt", "cp", "mv", "ln", "install", "gcp", "gmv", "gln", "ginstall", "rsync", "patch",
    "gpatch", "sed", "gsed", "ssed", "perl", "ruby",
}
COPIES = frozenset(("cp", "install", "scp", "rsync", "rclone", "ditto", "sftp", "unison", "robocopy"))
DOWNLOADS = frozenset(("wget", "wget2", "curl"))
# Programs that bring files whose names the line does not tell: see arriving.py.
_ARRIVING = """
    scp rsync rclone aws gsutil gcloud s3cmd s4cmd s5cmd dsync obsutil ossutil coscli mc mcli azcopy b2 az gh glab docker podman nerdctl finch
    docker-compose podman-compose lxc incus adb vagrant kubectl oc k3s microk8s svn svnlite degit tiged cruft giget gitpick copier
    cookiecutter cargo unar
    dpkg dpkg-deb unsquashfs cabextract innoextract unshield aunpack dtrx unp unace unarj unlzx unalz unrpm rpmdev-extract atool patool ouch lha lhasa
    arj zoo zpaq munpack uudeview ripmime tnef uncab pip pip3 uv restic borg borg2 bup rdiff-backup duplicity hf huggingface-cli kaggle oras crane
    skopeo gdown wormhole wormhole-rs magic-wormhole croc http https httpie xh xhs axel lwp-download puf snarf aria2c gunzip unpigz gzip pigz
    npm pnpm yarn bun deno ar llvm-ar gcc-ar uudecode sftp lftp ftp tnftp ditto xar gem
"""
ARRIVING = frozenset(_ARRIVING.split())
# They copy files to another machine as well as from it.
SENDING = frozenset((
    "docker", "podman", "nerdctl", "kubectl", "oc", "aws", "gsutil", "gcloud", "s3cmd", "s4cmd", "s5cmd", "mc", "mcli", "azcopy", "b2",
))
MODES = frozenset(("chmod", "chown", "chgrp", "chattr", "setfacl"))
CONTAINERS = frozenset(("bwrap", "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "finch", "vagrant"))
# Programs whose messages may name anything.
MESSAGES = frozenset((
    "git", "gh", "glab", "jj", "hg", "svn", "docker", "kubectl", "npm", "curl", "cargo", "go", "make", "claude",
))
MESSAGE_OPTIONS = frozenset((
    "-m", "--message", "--title", "--body", "-t", "-b", "--notes", "-d", "--data", "-H", "--jq", "-q", "-am", "--subject", "--grep", "-S", "-G",
))
VARIABLE_OPTIONS = frozenset(("-e", "--env", "-l", "--label", "--build-arg"))
VARIABLE_TEXTS = ("--env=", "--label=", "--build-arg=")
MESSAGE_TEXTS = ("--message=", "--title=", "--body=")
ARCHIVERS = frozenset(("tar", "bsdtar", "gtar", "zip", "7z", "7za", "7zr", "7zz", "p7zip", "unzip", "bsdunzip", "cpio", "pax", "ar", "rar", "unrar"))
# They run or build what a file holds that the line itself may have written.
BUILDING = frozenset((
    "go", "java", "javac", "jshell", "rustc", "cargo", "gcc", "g++", "clang", "cc", "kotlinc", "kotlin", "swift", "swiftc", "dotnet", "zig", "tsc",
    "cmake", "ninja",
))
AWKS = frozenset(("awk", "gawk", "mawk", "nawk"))
EDITORS = frozenset((
    "make", "sqlite3", "ex", "ed", "vim", "vi", "nvim", "view", "osascript", "psql", "emacs", "emacsclient", "less", "more", "mysql", "mariadb",
    "duckdb", "clickhouse", "clickhouse-client", "sqlcmd", "cqlsh",
))
PROGRAMMED = frozenset(("sed", "gsed", "ssed", "curl", "patch", "gpatch", "apply_patch", "applypatch"))  # what they are given says what they write
# Their words or their program text may come by another road: see composed.py.
_HANDED = """
    xargs parallel env_parallel make gmake just crontab at batch gdb vim nvim vi ex ed psql sqlite3 dc tmux screen lldb eval bash sh zsh
    dash ksh source . emulate
"""
HANDED = frozenset(_HANDED.split())
HANDS = frozenset(("xargs", "parallel", "env_parallel", "entr", "rush", "rargs", "gargs", "xe", "ifne", "xapply", "map"))
# Variables that name a file which a program then writes; GIT_TRACE and its kin besides.
_WRITTEN = """
    GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_REDIRECT_STDOUT GIT_REDIRECT_STDERR SSLKEYLOGFILE COVERAGE_FILE
    NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_REPL_HISTORY PYTHONPYCACHEPREFIX PYTHON_HISTORY LLVM_PROFILE_FILE GCOV_PREFIX GOCOVERDIR
    LESSHISTFILE HISTFILE SQLITE_HISTORY MYSQL_HISTFILE PSQL_HISTORY LD_DEBUG_OUTPUT LD_PROFILE_OUTPUT MALLOC_TRACE PIP_LOG TMPDIR
    XDG_CACHE_HOME XDG_STATE_HOME WINEPREFIX ASAN_OPTIONS CARGO_TARGET_DIR npm_config_cache npm_config_logs_dir PYTEST_DEBUG_TEMPROOT
"""
WRITTEN = frozenset(_WRITTEN.split())
# Variables that name a folder that is installed to or emptied, ~/.local as often as not; and those that hold further words for a program.
ADDED = frozenset((
    "GOBIN", "PIP_TARGET", "PIP_PREFIX", "npm_config_prefix", "NPM_CONFIG_PREFIX", "DESTDIR", "CARGO_INSTALL_ROOT", "UV_PROJECT_ENVIRONMENT",
    "UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "PIPX_BIN_DIR", "PIPX_HOME", "RUFF_CACHE_DIR", "MYPY_CACHE_DIR",
    "PYTEST_ADDOPTS", "RUBOCOP_OPTS", "GZIP", "XZ_OPT", "XZ_DEFAULTS", "TAR_OPTIONS", "UNZIP", "ZIPOPT", "SPHINXOPTS", "MAVEN_ARGS", "MAKEFLAGS",
    "CARGO_BUILD_TARGET_DIR", "BABEL_OPTS", "COVERAGE_OPTIONS",
))
# They read patterns themselves, quoted ones too.
GLOBBERS = frozenset((
    "npx", "bunx", "pnpm", "yarn", "rimraf", "del", "del-cli", "mmv", "zmv", "rename", "shx", "trash", "trash-cli", "prettier", "eslint", "stylelint",
    "markdownlint", "markdownlint-cli2", "remark", "standard", "xo", "tslint", "oxlint",
))
# What they are given they change, whatever it is: names that nobody can read here are refused to them.
CHANGES = (
    WHOLE | FOLDERS | COPIES | MODES | PACKERS
    | {"tee", "sponge", "touch", "patch", "gpatch", "gsed", "ssed", "sd", "ex", "ed", "unlink", "split", "csplit", "vim"}
) - {"find", "fuser"}
# They start a command in another tree: see rooted.py.
ROOTED = frozenset((
    "chroot", "arch-chroot", "fakechroot", "jchroot", "sudo", "unshare", "nsenter", "schroot", "proot", "systemd-nspawn", "systemd-run",
    "firejail", "bwrap",
))

# They put a file or a folder under a name: what a repository is looked at for (repositories.py).
PUTTING = frozenset(("mv", "cp", "install", "ln", "rsync", "ditto", "tee", "sponge", "dd", "truncate", "sed", "gsed", "ed", "touch"))
# A program's text that decodes others: see texts_decoded.py.
ENCODED = (
    "chr(", ".chr", "b64", "base64", "atob", "hex", "fromchar", "fromcodepoint", "rot13", "rot_13", "pack(", "bytes(", "bytearray(", "char(",
)
