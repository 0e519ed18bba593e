# ruff: noqa: E501  (a table reads better a row a line)
"""Options of test runners, linters, type checkers, find and fd: see ``program_options.py`` for what a line says."""

OPTIONS = {
    "pytest": """
        code -p =no:* | imports a module as a plugin
        place -c --config-file --rootdir --confcutdir --pythonpath --python-path | takes configuration and conftest files from there
        code -o --override-ini =addopts=-v =addopts=-vv =addopts=-q =addopts=-s =addopts=-x =addopts=-ra !addopts=?* !pythonpath=?* !log_file=?* !cache_dir=?* | sets an option that loads code or names a file
        place @ | runs the tests of that file
        code @@ | takes further arguments from that file
        code --import-mode =prepend =append =importlib | chooses how test modules are imported
        code --tx --px --rsyncdir | starts an interpreter of its own
        code --pdbcls | imports a debugger class
        write --junitxml --junit-xml --report-log --html --json-report-file --basetemp --resultlog --result-log --log-file --debug --pastebin | writes a file
        write --cov-report !xml* !html* !json* !lcov* !annotate* | writes a report
        write --benchmark-json --benchmark-save --benchmark-autosave --benchmark-storage --benchmark-histogram --benchmark-cprofile-dump --json --csv --ctrf --alluredir --md-report-output | writes a report
        write --profile --profile-svg --pstats-dir --memray-bin-path --store-durations --durations-path --output --tracing --video --screenshot --splinter-screenshot-dir =off =none | writes files
        write --mpl-generate-path --mpl-generate-hash-library --mpl-results-path --record-mode --vcr-record --vcr-record-mode --accept --update-* =none | rewrites expected results
        write --snapshot-update --force-regen --regen-all --gen-files | rewrites expected results
        write --inline-snapshot =disable =report | rewrites expected results
        place --cov-config | takes configuration from there
        values kmpcorWn
        takes --junitxml --junit-xml --html --report-log --json-report-file --log-file --basetemp --resultlog --ignore --ignore-glob --deselect --cov --cov-report --log-format --log-cli-format --log-file-format --log-date-format --log-cli-date-format --base-url --only-rerun
        from https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags""",
    "mypy": """
        place --config-file --custom-typeshed-dir --shadow-file --package-root | takes configuration (plugins too) from there
        write --cache-dir =.mypy_cache* =*/.mypy_cache* =nul | writes its cache there
        code --python-executable | starts that interpreter
        code @@ | takes further arguments from that file
        write --install-types --junit-xml --html-report --txt-report --xml-report --cobertura-xml-report --lineprecision-report | writes a report or installs
        write --any-exprs-report --linecount-report --linecoverage-report --memory-xml-report --xslt-html-report --xslt-txt-report | writes a report
        write --timing-stats --line-checking-stats --cache-map | writes a file
        values cmp
        abbreviates
        from https://mypy.readthedocs.io/en/stable/command_line.html""",
    "ruff": """
        place --config =*=* | takes configuration from there
        write --config !*fix* !*output* !*cache* !*extend* !*\\* | sets what rewrites files or names one
        code @@ | takes further arguments from that file
        write --fix --fix-only --add-noqa --add-ignore -o --output-file --log-file | rewrites files or writes a report
        write --cache-dir =.ruff_cache* =*/.ruff_cache* | writes its cache there
        values o
        from https://docs.astral.sh/ruff/configuration/""",
    "black": """
        place --config | takes configuration from there
        values lctW
        from https://black.readthedocs.io/en/stable/usage_and_configuration/the_basics.html""",
    "isort": """
        place --settings-path --sp --settings-file --settings --config-root --cr --virtual-env --conda-env --src --src-path | takes configuration from there
        code --formatter --sort-order =natural =native =length | loads a plugin
        values lmpoabtsfi
        from https://pycqa.github.io/isort/docs/configuration/options.html""",
    "bandit": """
        place -c --configfile --ini -b --baseline | takes configuration from there
        write -o --output | writes a report
        values cobnxtspf
        abbreviates
        from https://bandit.readthedocs.io/en/latest/man/bandit.html""",
    "biome": """
        place --config-path --vcs-root | takes configuration (plugins too) from there
        write --write --fix --apply --apply-unsafe --unsafe --suppress --reporter-file --log-file --log-path --log-prefix-name =false | rewrites files or writes a report
        from https://biomejs.dev/reference/cli/""",
    "phpstan": """
        place -c --configuration -a --autoload-file | loads code or configuration from there
        write -b --generate-baseline --fix --pro --watch | rewrites files or writes a baseline
        values cal
        from https://phpstan.org/user-guide/command-line-usage""",
    "golangci-lint": """
        place -c --config | takes configuration from there
        write --fix | rewrites files
        write --out-format !*:* | writes a report
        write --output.*.path =stdout =stderr | writes a report
        write --cpu-profile-path --mem-profile-path --trace-path | writes a file
        write --modules-download-mode !mod | changes go.mod
        values cEDpj
        from https://golangci-lint.run/docs/configuration/cli/""",
    "shellcheck": """
        place --rcfile -P --source-path | takes configuration or scripts from there
        values CefiosPSW
        from https://github.com/koalaman/shellcheck/blob/master/shellcheck.1.md""",
    "flake8": """
        place --config --append-config | takes configuration (local plugins too) from there
        write --output-file --tee | writes a report
        abbreviates
        from https://flake8.pycqa.org/en/latest/user/options.html""",
    "pylint": """
        code --init-hook --load-plugins --extension-pkg-allow-list --extension-pkg-whitelist --unsafe-load-any-extension =n =no | runs code before linting
        code --output-format -f !*.* | loads a reporter
        place --rcfile --source-roots | takes configuration or modules from there
        write --output --spelling-private-dict-file | writes a file
        write --output-format -f !*:* | writes a report
        write --import-graph --ext-import-graph --int-import-graph | writes a graph
        code @@ | takes further arguments from that file
        values jdef
        abbreviates
        from https://pylint.readthedocs.io/en/stable/user_guide/configuration/all-options.html""",
    "pyright": """
        place -p --project --typeshedpath --venvpath --venv-path | takes configuration from there
        code --pythonpath | starts that interpreter
        write --createstub --writebaseline | writes files
        values ptv
        from https://microsoft.github.io/pyright/#/command-line""",
    "unittest": """
        place -s --start-directory -t --top-level-directory @ | runs the tests of that place
        values stpk
        abbreviates
        from https://docs.python.org/3/library/unittest.html#command-line-interface""",
    "coverage": """
        place --rcfile | takes configuration from there
        write -o | writes a report
        values omd
        abbreviates
        from https://coverage.readthedocs.io/en/latest/cmd.html""",
    "tox": """
        place -c --conf --root --workdir | takes configuration from there
        code -x --override --runner | sets what tox runs
        values cexjpf
        abbreviates
        from https://tox.wiki/en/latest/cli_interface.html""",
    "nox": """
        place -f --noxfile --envdir | takes sessions from there
        values fsektpR
        from https://nox.thea.codes/en/stable/usage.html""",
    "mocha": """
        place -r --require -c --config --package --import --file -R --reporter @ | loads code from there
        write -O --reporter-option --reporter-options !*output=* !*file=* | writes a report
        values rcRfgtupwO
        takes --grep --fgrep --reporter --timeout --ui --ignore --exclude --slow --retries --jobs --extension --watch-files --watch-ignore
        from https://mochajs.org/#command-line-usage""",
    "jest": """
        place -c --config --rootDir --roots --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testEnvironment --env --testRunner --runner --resolver | loads code from there
        place --coverageReporters --prettierPath --dependencyExtractor --testEnvironmentOptions | loads code from there
        place --transform --reporters --testResultsProcessor --testSequencer --snapshotSerializers --preset --projects --watchPlugins --filter --haste --moduleNameMapper --modulePaths --moduleDirectories | loads code from there
        write --outputFile --coverageDirectory --cacheDirectory -u --updateSnapshot =false | writes files
        values ctw
        from https://jestjs.io/docs/cli""",
    "vitest": """
        place -c --config -r --root --dir --environment --reporter --project --globalSetup --diff --snapshotSerializers --sequence.sequencer | loads code from there
        place --coverage.customProviderModule --typecheck.tsconfig --runner | loads code from there
        code --execArgv --poolOptions.forks.execArgv --poolOptions.threads.execArgv --poolOptions.vmThreads.execArgv --browser.provider --typecheck.checker =tsc =vue-tsc | starts programs with options of its own
        write --outputFile --outputFile.* --outputJson --coverage.reportsDirectory --cache.dir --attachmentsDir -u --update =false | writes files
        write --reporter !blob !html | writes a report
        values crt
        from https://vitest.dev/guide/cli""",
    "eslint": """
        place -c --config --rulesdir --resolve-plugins-relative-to --parser --plugin -f --format --ignore-path | loads code or configuration from there
        write --fix -o --output-file --cache-file --cache-location --init --suppress-all --suppress-rule --prune-suppressions | rewrites files or writes a report
        values cfo
        from https://eslint.org/docs/latest/use/command-line-interface""",
    "prettier": """
        place --config --plugin --plugin-search-dir | loads code or configuration from there
        write -w --write --cache-location | rewrites files, or writes its cache there
        from https://prettier.io/docs/cli""",
    "stylelint": """
        place -c --config --config-basedir --custom-formatter --custom-syntax -f --formatter | loads code or configuration from there
        write --fix -o --output-file --cache-location | rewrites files or writes a report
        values cfois
        from https://stylelint.io/user-guide/cli""",
    "tsc": """
        style words
        takes --outDir --outFile --declarationDir --tsBuildInfoFile
        place -p --project -project -b --build --rootDir --typeRoots --baseUrl @ | takes its project from there
        write --outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile --init --clean | writes its output
        code @@ | takes further arguments from that file
        write --noEmit !false | writes its output
        from https://www.typescriptlang.org/docs/handbook/compiler-options.html""",
    "playwright": """
        place -c --config --reporter --tsconfig | loads code or configuration from there
        write -u --update-snapshots --output =false =none | rewrites expected results, or empties a folder
        values cgjx
        from https://playwright.dev/docs/test-cli""",
    "cypress": """
        place -C --config-file -P --project -r --reporter | loads code or configuration from there
        code -c --config | sets what is loaded
        code -b --browser =chrome =chromium =electron =firefox =edge =webkit | starts that program
        values cCPrbesgok
        from https://docs.cypress.io/app/references/command-line""",
    "phpunit": """
        place -c --configuration --bootstrap --include-path --extension --printer --use-baseline @ | loads code or configuration from there
        code -d !auto_prepend_file* !auto_append_file* !extension* !zend_extension* !include_path* | loads code from there
        write --log-junit --log-teamcity --log-events-text --coverage-clover --coverage-html --coverage-xml --coverage-php --coverage-cobertura --coverage-text=?* --testdox-html --testdox-text --cache-directory --generate-configuration --generate-baseline | writes a file
        values dc
        takes --log-junit --log-teamcity --coverage-clover --coverage-html --coverage-xml --coverage-cobertura --testdox-html --cache-directory --filter --exclude-filter --group --exclude-group --testsuite --exclude-testsuite --covers --uses
        from https://docs.phpunit.de/en/11.5/textui.html""",
    "rspec": """
        place -r --require -I -O --options --default-path @ | loads code from there
        write -o --out | writes a report
        values rIOfopPet
        takes --out --pattern --exclude-pattern --example --example-matches --tag --order --seed
        abbreviates
        from https://rspec.info/features/3-13/rspec-core/command-line/""",
    "rubocop": """
        place -c --config -r --require --plugin | loads code or configuration from there
        write -a -A -x --autocorrect --auto-correct --autocorrect-all --auto-correct-all --auto-gen-config --regenerate-todo --fix-layout -o --out | rewrites files or writes a report
        write --cache-root --profile --memory --server --start-server --restart-server --stop-server --lsp --mcp | writes files or starts a server
        values cfor
        abbreviates
        from https://docs.rubocop.org/rubocop/usage/basic_usage.html""",
    "bats": """
        place @ --formatter -F --report-formatter | runs the tests of that file
        code --parallel-binary-name | starts that program
        write -o --output --gather-test-outputs-in | writes files
        values cFfjo
        takes --filter --filter-tags
        from https://bats-core.readthedocs.io/en/stable/usage.html""",
    "prove": """
        code -e --exec -M -P | runs another program or module
        place -I --rc --source @ | runs the tests of that file
        write -a --archive --state !*save* | writes a file
        values eMPIaj
        abbreviates
        from https://perldoc.perl.org/prove""",
    "ctest": """
        place --test-dir -S --script -SP -SN --build-and-test | takes tests from there
        code --build-makeprogram --test-command --launch | runs another program
        write -O --output-log --output-junit | writes a report
        values jRELNCOS
        from https://cmake.org/cmake/help/latest/manual/ctest.1.html""",
    "pre-commit": """
        place -c --config | takes hooks from there
        values c
        from https://pre-commit.com/#cli""",
    "gofmt": """
        style words
        write -w =false =0 | rewrites files
        write -cpuprofile -memprofile -trace -memrate | writes a file
        from https://pkg.go.dev/cmd/gofmt""",
    "rustfmt": """
        place --config-path | takes configuration from there
        write --print-config --emit =stdout =json =checkstyle | writes a file
        from https://github.com/rust-lang/rustfmt""",
    "objdump": """
        code --plugin | loads that library
        code @@ | takes further arguments from that file
        values bjmMIE
        abbreviates
        from https://sourceware.org/binutils/docs/binutils/objdump.html""",
    "nm": """
        code --plugin | loads that library
        code @@ | takes further arguments from that file
        abbreviates
        from https://sourceware.org/binutils/docs/binutils/nm.html""",
    "find": """
        style words
        write -delete -fprint -fprint0 -fprintf -fls | removes or writes files
        from https://www.gnu.org/software/findutils/manual/html_node/find_html/Actions.html""",
    "fd": """
        code -x --exec -X --exec-batch | runs a command for each file
        values deEtSgcjpox
        from https://github.com/sharkdp/fd#command-execution""",
}
