# ruff: noqa: E501  (a table reads better a row a line)
"""Programs that write, remove, move, send, interpret or run, and what to say about them.

A row's second part may name how operands are used: ``last`` (the last operand is written), ``all`` (every operand),
``t`` the option that names the target folder. Versions of interpreters are read (``policy/permitted/readonly.py``).
Sources: the manual page of the same name unless the row says otherwise.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.programs import Row

_MAN = "manual page"


def _rows(kind: str, say: str, names: str, source: str = _MAN, **more: "object") -> "dict[str, Row]":
    return {name: (kind, {"say": say, **more}, source) for name in names.split()}


OTHERS: "dict[str, Row]" = {
    **_rows("writer", "creates or changes files", "touch truncate mkdir mkfifo mknod split csplit sponge chmod chown chgrp chattr setfacl patch apply_patch applypatch fallocate shred dos2unix unix2dos "
            "setfattr mkswap ed ex vi vim nvim view vimdiff nano emacs emacsclient pico joe micro code subl kak hx gvim mcedit autopep8 yapf autoflake pyupgrade rustfix ktlint "
            "swiftformat shfmt doctoc sqlfluff 2to3 codemod jscodeshift comby mdformat"),
    **_rows("writer", "copies files", "cp rsync scp install sftp rclone ditto", last=True),
    **_rows("writer", "makes links", "ln link", last=True),
    **_rows("writer", "overwrites what it is pointed at", "dd"),
    **_rows("remover", "removes files", "rm rmdir unlink trash trash-put rimraf srm gio del", ),
    **_rows("mover", "moves files", "mv rename mmv"),
    **_rows("writer", "packs or unpacks an archive", "zip 7z 7za 7zr rar unrar cpio pax lz4 compress uncompress zipsplit"),
    **_rows("network", "reaches the network", "wget nc ncat netcat socat telnet ftp lftp ssh-copy-id http https xh aria2c ssh-keyscan ngrok cloudflared mosh curlie axel youtube-dl yt-dlp mail sendmail"),
    **_rows("network", "changes what lies in a cloud", "aws gcloud az gsutil s3cmd doctl heroku vercel netlify fly flyctl firebase wrangler pulumi ansible ansible-playbook serverless sam cdk eksctl linode-cli"),
    **_rows("writer", "may change a database", "psql mysql mariadb sqlite3 mongosh mongo redis-cli duckdb clickhouse-client sqlcmd createdb dropdb pg_dump pg_restore mysqldump cqlsh influx alembic flyway liquibase prisma"),
    **_rows("interpreter", "runs a program", "ts-node tsx perl ruby irb php lua luajit Rscript R julia osascript tclsh wish expect groovy scala kotlin swift elixir iex erl ghci runghc racket guile sbcl clojure clj "
            "jshell java jrunscript dotnet-script raku m4 gdb lldb ipython jupyter octave qjs d8 bb pwsh powershell cmd crystal nim dart zx", ),
    **_rows("interpreter", "runs commands", "mksh ash fish rbash csh tcsh yash xonsh nu elvish source . eval"),
    **_rows("runner", "runs other commands", "sudo doas su runuser pkexec ssh watch strace ltrace script scriptreplay busybox toybox parallel chroot unshare nsenter bwrap firejail systemd-run screen zellij dtach entr "
            "nodemon pre-commit husky lint-staged concurrently npm-run-all turbo nx lerna dotenv direnv flock chpst setpriv capsh prlimit taskset chrt numactl valgrind perf runcon sg newgrp torify proxychains "
            "pipx uvx hatch pdm rye tox nox invoke fab rake gulp grunt ant mvn mvnw gradle gradlew sbt mill bazel bazelisk buck buck2 ninja meson cmake stack cabal mix rebar3 lein dotnet xcodebuild msbuild "
            "cargo-watch air foreman honcho pm2 supervisorctl vagrant packer act earthly nix nix-shell nix-env guix dune zig gcc cc g++ clang clang++ rustc javac vite next webpack rollup esbuild parcel"),
    **_rows("writer", "installs or removes packages", "apt-get yum dnf pacman apk zypper snap flatpak port choco scoop winget easy_install asdf nvm pyenv rbenv volta fnm corepack mise luarocks cpan cpanm"),
    **_rows("writer", "ends or changes processes", "kill pkill killall killall5 xkill renice fuser reboot shutdown halt poweroff"),
    **_rows("runner", "schedules commands", "at batch crontab anacron launchctl"),
    **_rows("writer", "changes the system", "mount umount fsck mkfs fdisk parted losetup modprobe insmod rmmod iptables nft useradd usermod userdel passwd visudo chsh chfn defaults setx reg update-alternatives ldconfig "
            "timedatectl hostnamectl localectl loginctl ufw scutil networksetup dscl"),
    **_rows("interpreter", "runs a program", "node nodejs", how="syntax"),
    **_rows("interpreter", "runs commands", "bash sh dash zsh ksh", how="syntax"),
    "ip": ("reader", {"how": "ip"}, "ip(8)"),
    "mktemp": ("reader", {"v": "p", "lv": ("--suffix",), "need": ("-u", "--dry-run"), "say": "creates or changes files"}, "mktemp(1): -u only tells a name"),
    "stty": ("reader", {"how": "stty"}, "stty(1)"),
    **_rows("writer", "writes keys or certificates", "openssl ssh-keygen gpg gpg2 age keytool certbot mkcert"),
    **_rows("writer", "writes its output", "convert magick mogrify ffmpeg pandoc dot plantuml protoc sass tailwindcss pdflatex latexmk sphinx-build mkdocs hugo jekyll"),
    **_rows("runner", "starts an agent of its own", "claude codex gemini qwen opencode aider cursor-agent copilot goose crush droid cline amp auggie kiro kiro-cli q pi openhands"),
}
