# ruff: noqa: E501  (a table reads better a row a line)
"""Options of build tools, package managers, interpreters and readers: see ``program_options.py`` for what a line says."""

OPTIONS = {
    "node": """
        deep
        place -r --require --import --loader --experimental-loader --env-file --test-global-setup @ | loads code from there
        code -e --eval -p --print | runs a program text
        write --test-reporter-destination --cpu-prof --heap-prof --test-update-snapshots | writes a file
        place --test-reporter | loads a reporter
        values repC
        takes --test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --conditions
        from https://nodejs.org/api/cli.html""",
    "npm": """
        place --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testEnvironment --testRunner --resolver --transform --reporters --preset --require --import --loader --experimental-loader --root | has the script's program load code from there
        code -c --call --script-shell --shell --node-options --git --editor --browser --viewer | runs another program
        code --userconfig --globalconfig | takes a configuration from there, which names the shell of scripts
        place --prefix -C --workspace -w | works with another folder
        write --cache --logs-dir | writes its cache or its logs there
        write --fix --write --updateSnapshot --update-snapshots | rewrites files
        values wC
        abbreviates
        from https://docs.npmjs.com/cli/using-npm/config""",
    "pnpm": """
        place --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testEnvironment --testRunner --resolver --transform --reporters --preset --require --import --loader --experimental-loader --root | has the script's program load code from there
        code --script-shell --node-options --config.script-shell --config.node-options --shell-mode | runs another program
        code --userconfig --globalconfig --config.userconfig --config.globalconfig | takes a configuration from there, which names the shell of scripts
        place --dir -C --config.dir --global-dir | works with another folder or configuration
        write --fix --write --updateSnapshot | rewrites files
        values CFw
        from https://pnpm.io/cli/run""",
    "yarn": """
        place --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testEnvironment --testRunner --resolver --transform --reporters --preset --require --import --loader --experimental-loader --root | has the script's program load code from there
        code --script-shell --use-yarnrc --node-options | runs another program
        place --cwd --modules-folder --cache-folder | works with another folder
        write --fix --write --updateSnapshot | rewrites files
        from https://classic.yarnpkg.com/en/docs/cli/""",
    "bun": """
        place --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testEnvironment --testRunner --resolver --transform --reporters --preset --require --import --loader --experimental-loader --root | has the script's program load code from there
        deep
        place --cwd --config -c -r --preload --require --import --env-file --tsconfig-override | loads code or configuration from there
        code -e --eval -p --print --shell | runs a program text
        write -u --update-snapshots --coverage-dir --reporter-outfile | writes files
        values crteF
        from https://bun.com/docs/cli/test""",
    "deno": """
        deep
        place -c --config --import-map --preload --env-file --cert --lock @ | loads code or configuration from there
        write --junit-path --coverage --fix | writes files
        values cLP
        takes --filter --reporter
        from https://docs.deno.com/runtime/reference/cli/test/""",
    "make": """
        run --eval -E | runs that text as a makefile
        place -C --directory -f --file --makefile -I --include-dir | takes makefiles from there
        code NAME= | sets a variable that changes what runs
        values CfIjloWE
        abbreviates
        from https://www.gnu.org/software/make/manual/html_node/Options-Summary.html""",
    "just": """
        place -f --justfile -d --working-directory --dotenv-path --dotenv-filename | takes recipes from there
        code --shell --shell-arg --shell-command -c --command --chooser --cygpath | runs another program
        write --fmt --init | rewrites the justfile
        values fdcE
        from https://just.systems/man/en/""",
    "rake": """
        place -f --rakefile -I --libdir -R --rakelibdir --rakelib -r --require -g --system | loads code from there
        code -e --execute -E --execute-continue -p --execute-print | runs a program text
        code NAME= | sets a variable that changes what runs
        values feEpIRrjTDW
        abbreviates
        from https://ruby.github.io/rake/doc/command_line_usage_rdoc.html""",
    "ninja": """
        place -C -f | takes build files from there
        values CfjklvdtwW
        from https://ninja-build.org/manual.html""",
    "go": """
        style words
        takes -o -cpuprofile -memprofile -blockprofile -mutexprofile -trace -coverprofile -outputdir -run -skip -bench -ldflags -gcflags -tags
        run -exec -toolexec -vettool | runs that program
        place -C -modfile -overlay -pkgdir @ | takes code from there
        code -ldflags !*extld* !*linkmode* | starts a linker of its own
        write -o -c -cpuprofile -memprofile -blockprofile -mutexprofile -trace -coverprofile -outputdir -test.coverprofile -test.cpuprofile -test.memprofile -test.trace -test.outputdir -test.testlogfile -test.gocoverdir -fuzz -update =/dev/null | writes a file
        write -mod !mod | changes go.mod
        write -artifacts =false | writes what tests leave
        place -pgo | takes a profile from there
        write -gcflags -asmflags -gccgoflags !*dump* !*profile* !*-o=* !*-o* !*asmhdr* !*bench* !*linkobj* !*-json* !*trace* | has the compiler write a file
        write -ldflags !*profile* !*-linkobj* | has the linker write a file
        from https://pkg.go.dev/cmd/go""",
    "cargo": """
        code --config =net.* =term.* =profile.* | sets what cargo runs
        place --manifest-path --lockfile-path -C --config-file --tool-config-file --archive-file --binaries-metadata --cargo-metadata | takes code or configuration from there
        write --out-dir --artifact-dir --fix --save-baseline --logfile --emit | writes files
        write --target-dir =target* =/dev/null | builds there
        code -C --codegen !linker=* !link-arg* !*plugin* | has the compiler run another program
        values jpFCZE
        from https://doc.rust-lang.org/cargo/commands/cargo-test.html""",
    "mvn": """
        style words
        place -f --file -s --settings -gs --global-settings -is --install-settings -t --toolchains -gt --global-toolchains | takes a build or settings from there
        code -D --define !exec.* !maven.ext.class.path* !argLine* !jvm=* !maven.repo.local=* !maven.multiModuleProjectDirectory* !maven.home* !maven.surefire.debug=* =maven.surefire.debug=true =maven.surefire.debug=false !*.executable=* !maven.test.jvmargs* | loads code or starts another program
        write -l --log-file | writes a log
        from https://maven.apache.org/ref/current/maven-embedder/cli.html""",
    "gradle": """
        style words
        place -b --build-file -c --settings-file -p --project-dir -I --init-script --include-build -g --gradle-user-home --project-cache-dir | takes a build from there
        code -D --system-prop !org.gradle.jvmargs* !org.gradle.java.home* !user.home* !java.* !org.gradle.daemon.* !org.gradle.internal.* | starts another program
        write --write-locks -M --write-verification-metadata --update-locks --profile --scan | writes files
        from https://docs.gradle.org/current/userguide/command_line_interface.html""",
    "sbt": """
        style words
        code -java-home --java-home -J-javaagent* -sbt-jar --sbt-jar -sbt-launch-jar -Dsbt.global.base* -Dsbt.boot.directory* | starts another program
        from https://www.scala-sbt.org/1.x/docs/Command-Line-Reference.html""",
    "dotnet": """
        place -s --settings --test-adapter-path | takes settings or code from there
        write --results-directory -d --diag -o --output | writes files
        code -p --property !Custom* !*Targets* !*ToolPath* !*ToolExe* | takes build code from there
        values slrdocfap
        from https://learn.microsoft.com/dotnet/core/tools/dotnet-test""",
    "swift": """
        place --package-path --scratch-path --build-path --config-path | takes a package from there
        code --toolchain --sdk -Xswiftc -Xcc -Xlinker -Xcxx -load-plugin-executable | passes options to another program
        write --xunit-output | writes a report
        from https://docs.swift.org/swiftpm/documentation/packagemanagerdocs/swifttest/""",
    "terraform": """
        style words
        place -var-file -state -backend-config -chdir | takes configuration from there
        code -plugin-dir | loads programs from there
        write -out -state-out -backup -generate-config-out | writes a file
        write -check !false !0 | rewrites files
        from https://developer.hashicorp.com/terraform/cli/commands/plan""",
    "helm": """
        code --post-renderer --post-renderer-args | runs that program
        place --kubeconfig --registry-config --repository-config | takes configuration from there
        write --output-dir | writes files
        from https://helm.sh/docs/helm/helm_template/""",
    "pip": """
        code --python | starts that interpreter
        place -r --requirement -c --constraint -t --target --prefix --root --src -e --editable | works with another folder, or takes code from there
        write --log --log-file --report | writes a file
        values rcteidf
        from https://pip.pypa.io/en/stable/cli/pip/""",
    "kubectl": """
        place --kubeconfig --kuberc | takes configuration, and programs that log in, from there
        write --cache-dir --log-file --log_file --log-dir --profile-output --output-directory =- =/dev/stdout | writes files
        from https://kubernetes.io/docs/reference/kubectl/kubectl/""",
    "git": """
        run --upload-pack --receive-pack --exec --extcmd --tree-filter --index-filter --env-filter --msg-filter | runs that command
        run --commit-filter --parent-filter --tag-name-filter --gpg-program --sendmail-cmd --smtp-server --to-cmd --cc-cmd | runs that command
        run --access-hook --httpd | runs that command
        code --ext-diff --ext-grep --open-files-in-pager | runs the configured program
        code --exec-path !?* | takes its own programs from there
        place --template --config-env | takes hooks or settings from there
        write --output | writes a file
        abbreviates
        from https://git-scm.com/docs/git-diff""",
    "rg": """
        run --pre --hostname-bin | runs that program
        values ABCEefgjMmrTtd
        from https://github.com/BurntSushi/ripgrep/blob/master/GUIDE.md#preprocessor""",
    "sort": """
        run --compress-program | runs that program
        write -o --output | writes a file
        values koStT
        abbreviates
        from https://www.gnu.org/software/coreutils/manual/html_node/sort-invocation.html""",
    "tar": """
        run --to-command --checkpoint-action --use-compress-program -I --rsh-command --rmt-command --info-script --new-volume-script -F | runs that program
        abbreviates
        from https://www.gnu.org/software/tar/manual/html_node/tar_toc.html""",
    "bsdtar": """
        run --use-compress-program | runs that program
        from https://man.freebsd.org/cgi/man.cgi?query=bsdtar""",
    "rsync": """
        run -e --rsh --rsync-path | runs that program
        values efTBM
        abbreviates
        from https://download.samba.org/pub/rsync/rsync.1""",
    "scp": """
        run -S | runs that program
        code -D | runs that program
        code -o !proxycommand* !localcommand* !permitlocalcommand* !knownhostscommand* !include* !pkcs11provider* | sets what ssh runs
        place -F | takes configuration from there
        values cDFiJloPSX
        from https://man.openbsd.org/scp""",
    "ssh": """
        place -F | takes configuration from there
        code -I | loads that library
        values BbcDEeFIiJLlmOopQRSWw
        from https://man.openbsd.org/ssh""",
    "man": """
        run -P --pager -H --html | runs that program
        place -C --config-file -M --manpath -l --local-file | takes pages or configuration from there
        values PCMLSseREp
        abbreviates
        from https://man7.org/linux/man-pages/man1/man.1.html""",
    "less": """
        code + -k --lesskey-file --lesskey-src --lesskey-content | runs commands of less
        write -o -O --log-file --LOG-FILE | writes a file
        values bhjkoOpPtTxyzD
        abbreviates
        from https://man7.org/linux/man-pages/man1/less.1.html""",
    "bat": """
        run --pager | runs that program
        from https://github.com/sharkdp/bat#using-a-different-pager""",
    "ag": """
        run --pager | runs that program
        from https://github.com/ggreer/the_silver_searcher/blob/master/doc/ag.1.md""",
    "ack": """
        run --pager | runs that program
        place --ackrc | takes configuration from there
        from https://beyondgrep.com/documentation/""",
    "sdiff": """
        run --diff-program | runs that program
        write -o --output | writes a file
        values oIw
        abbreviates
        from https://www.gnu.org/software/diffutils/manual/html_node/sdiff-Options.html""",
    "diff3": """
        run --diff-program | runs that program
        abbreviates
        from https://www.gnu.org/software/diffutils/manual/html_node/diff3-Options.html""",
    "split": """
        run --filter | runs that program
        values abClnt
        abbreviates
        from https://www.gnu.org/software/coreutils/manual/html_node/split-invocation.html""",
    "zip": """
        run -TT --unzip-command | runs that program
        from https://infozip.sourceforge.net/Zip.html""",
    "curl": """
        place -K --config | takes options from there
        write -o --output -O --remote-name --remote-name-all -J --remote-header-name -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --output-dir --etag-save --libcurl --hsts --alt-svc =/dev/null =- =/dev/stdout | writes a file
        values AbcCdDeEFhHIKmoPQrtTuUwxXyYz
        abbreviates
        from https://curl.se/docs/manpage.html""",
    "wget": """
        code --use-askpass -e --execute | runs a program or a setting
        place --config | takes configuration from there
        values eOoaitTwQPUADRXlIBN
        abbreviates
        from https://www.gnu.org/software/wget/manual/wget.html""",
    "awk": """
        place -f --file -i --include =inplace | takes its program from there
        code -l --load | loads a library
        write -i --include !inplace | edits files in place
        values Fvfiel
        abbreviates
        from https://www.gnu.org/software/gawk/manual/html_node/Options.html""",
    "sed": """
        place -f --file | takes its script from there
        write -i -I --in-place | edits files in place
        values efl
        abbreviates
        from https://www.gnu.org/software/sed/manual/html_node/Command_002dLine-Options.html""",
}
