"""Variables that load code or change what runs: nobody sets them where commands are listed or the shell is for reading.

Sources: ld.so(8), bash(1), git(1), python(1), perlrun(1), less(1), the environment references of npm, node, cargo, go, Maven, pytest,
GNU make, pip, Terraform and Ansible. A star in a name stands for any text.
"""

_LOADING_NAMES = """
    BASH_CMDS BASH_ALIASES EXECIGNORE ARGV0 STTY precmd_functions preexec_functions chpwd_functions periodic_functions zshexit_functions
    zshaddhistory_functions
    PATH HOME SHELL BASH_ENV ENV SHELLOPTS BASHOPTS PS4 PS0 PROMPT_COMMAND IFS CDPATH ZDOTDIR FPATH BASH_LOADABLES_PATH
    NULLCMD READNULLCMD PYTHONSTARTUP PYTHONHOME PYTHONBREAKPOINT PYTHONUSERBASE PYTEST_PLUGINS RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS
    _JAVA_OPTIONS JDK_JAVA_OPTIONS GOFLAGS GOROOT GOTOOLDIR RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC CARGO_HOME
    MAKEFLAGS GNUMAKEFLAGS MAKEFILES LESSOPEN LESSCLOSE XDG_CONFIG_HOME
    MANPAGER SSH_ASKPASS SUDO_ASKPASS RSYNC_RSH TAR_OPTIONS RIPGREP_CONFIG_PATH WGETRC CURL_HOME PHPRC PHP_INI_SCAN_DIR
    DOTNET_STARTUP_HOOKS OPENSSL_CONF GCONV_PATH JULIA_LOAD_PATH ERL_FLAGS ERL_AFLAGS
    HGRCPATH GNUPGHOME PYTHONINSPECT PERLLIB PERL_MM_OPT HARNESS_PERL HARNESS_PERL_SWITCHES NODE_REPL_EXTERNAL_MODULE
    FZF_DEFAULT_COMMAND KUBECTL_EXTERNAL_DIFF CVS_RSH SVN_SSH MAKEOVERRIDES YARN_RC_FILENAME TF_CLI_CONFIG_FILE TF_REATTACH_PROVIDERS
    ANSIBLE_CONFIG ANSIBLE_LIBRARY AWS_CONFIG_FILE PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_TARGET PIP_PREFIX
    PIP_PYTHON UV_INDEX_URL UV_DEFAULT_INDEX UV_FIND_LINKS DOCKER_HOST LESSKEYIN LESSKEY LESSKEY_CONTENT GETCONF_DIR
    TAPE GOCACHEPROG BASH_ALIASES BASH_CMDS EXECIGNORE BUN_OPTIONS BUN_INSPECT_PRELOAD BUN_BE_BUN
    TOX_OVERRIDE GCCGO GCCGOTOOLDIR GOAUTH CARGO_REGISTRY_CREDENTIAL_PROVIDER YARN_YARN_PATH YARN_PLUGINS
    ESBUILD_BINARY_PATH TS_NODE_COMPILER ELIXIR_ERL_OPTIONS ERL_ZFLAGS MIX_EXS JAVACMD SWIFT_EXEC MSBUILD_EXE_PATH CLOUDSDK_PYTHON
    MANOPT PSQLRC FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE OPENSSL_MODULES OPENSSL_ENGINES NIX_CONFIG NIX_USER_CONF_FILES CONTAINER_HOST
    GH_CONFIG_DIR GLAB_CONFIG_DIR BAT_CONFIG_PATH BAT_CONFIG_DIR BAT_OPTS DELTA_PAGER
"""
LOADING_NAMES = frozenset(_LOADING_NAMES.split())
_LOADER_BEGINNINGS = """
    LD_ DYLD_ BASH_FUNC_ PERL5 CARGO_BUILD_RUSTC npm_config_ NPM_CONFIG_ LUA_INIT R_PROFILE R_ENVIRON CORECLR_PROFILER COR_PROFILER CARGO_ALIAS_
    CARGO_REGISTRIES_ CARGO_CREDENTIAL_ALIAS_
"""
LOADER_BEGINNINGS = tuple(_LOADER_BEGINNINGS.split())
LOADER_PATTERNS = ("CARGO_TARGET_*_RUNNER", "CARGO_TARGET_*_LINKER", "ANSIBLE_*_PLUGINS", "DirectoryBuild*Path")
QUIET = ("cat", "true", ":", "")  # what a pager or an editor may be set to
_QUIET_NAMES = """
    PAGER GIT_PAGER EDITOR GIT_EDITOR VISUAL GIT_SEQUENCE_EDITOR GH_PAGER BAT_PAGER SYSTEMD_PAGER AWS_PAGER LESSEDIT BROWSER GH_BROWSER GH_EDITOR
    PSQL_PAGER PSQL_EDITOR KUBE_EDITOR HGEDITOR SVN_EDITOR SUDO_EDITOR FCEDIT GLAB_PAGER GLAB_EDITOR MYSQL_PAGER
"""
QUIET_NAMES = frozenset(_QUIET_NAMES.split())
_GIT_FINE = """
    GIT_AUTHOR_* GIT_COMMITTER_* GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_MERGE_AUTOEDIT GIT_LFS_SKIP_SMUDGE GIT_ADVICE GIT_LITERAL_PATHSPECS
    GIT_ICASE_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_FLUSH GIT_REFLOG_ACTION
"""
GIT_FINE = tuple(_GIT_FINE.split())
# Options inside a value that load code, run a program or write a file: (variable, words of the value); rustc(1), java(1).
_RUST = """
    linker -Zcodegen-backend -Zllvm-plugins -o --emit --out-dir --extern @ *plugin* *-wrapper* *-specs* *save-temps* *profile-generate* *remark-dir*
    *self-profile* *codegen-backend* *test-builder* *runtool*
"""
_JAVA = """
    -javaagent -agentpath -agentlib -Xrun -Xbootclasspath -Xlog -XX:OnError -XX:OnOutOfMemoryError -XX:HeapDumpPath -XX:Flags -XX:VMOptionsFile
    -XX:ErrorFile -XX:LogFile -XX:StartFlightRecording -XX:FlightRecorder -XX:ArchiveClassesAtExit -XX:SharedArchiveFile -XX:+LogVMOutput @
    *ext.class.path* *exec.*
"""
COMPILER = ("-fplugin", "-specs", "--specs", "-wrapper", "-B", "-load", "-o", "@", "*-plugin*")  # gcc(1), clang(1)
RUST, JAVA = tuple(_RUST.split()), tuple(_JAVA.split())
LOADING_VALUES = {
    "NODE_OPTIONS": (
        "--require", "-r", "--import", "--loader", "--experimental-loader", "--env-file", "--experimental-default-config-file",
        "--experimental-config-file", "--openssl-config", "--redirect-warnings", "--cpu-prof", "--heap-prof", "--prof", "--report-filename",
        "--report-dir", "--diagnostic-dir", "--trace-event-file", "--snapshot-blob", "--build-snapshot", "--localstorage-file", "--icu-data-dir",
        "--test-reporter", "--tls-keylog", "--heapsnapshot", "--experimental-sea-config", "--run", "--eval", "-e",
        "0.0.0.0", "[::]",  # noqa: S104  (compared: a debugger that other hosts reach)
    ),
    "TF_CLI_ARGS": (
        "-out", "--out", "-state", "--state", "-backup", "--backup", "-plugin-dir", "--plugin-dir", "-from-module", "--from-module",
        "-generate-config-out", "--generate-config-out", "-chdir", "--chdir",
    ),
    "GOPROXY": ("file:",),
    "MAVEN_OPTS": JAVA,
    "GRADLE_OPTS": JAVA,
    "JAVA_OPTS": JAVA,
    "SBT_OPTS": JAVA,
    "RUSTFLAGS": RUST,
    "RUSTDOCFLAGS": RUST,
    "CARGO_ENCODED_RUSTFLAGS": RUST,
    "CARGO_BUILD_RUSTFLAGS": RUST,
    **dict.fromkeys(("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CGO_CFLAGS", "CGO_CXXFLAGS", "CGO_CPPFLAGS", "CGO_LDFLAGS"), COMPILER),
}
# Searched for code or read as configuration: fine inside the project.
_PLACE_NAMES = """
    PYTHONPATH NODE_PATH MYPYPATH KUBECONFIG BUNDLE_GEMFILE GEM_HOME GEM_PATH COVERAGE_PROCESS_START COVERAGE_RCFILE PYLINTRC TS_NODE_PROJECT
    CLASSPATH PIP_CONFIG_FILE UV_CONFIG_FILE TOX_CONFIG_FILE GRADLE_USER_HOME COMPOSER COMPOSER_HOME LUA_PATH LUA_CPATH JULIA_PROJECT R_LIBS
    R_LIBS_USER OLDPWD GOPATH GOWORK HELM_PLUGINS DOCKER_CONFIG CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH PKG_CONFIG_PATH CPATH C_INCLUDE_PATH
    CPLUS_INCLUDE_PATH LIBRARY_PATH PYTHONPYCACHEPREFIX BATS_LIB_PATH VIRTUAL_ENV RUSTUP_HOME
"""
PLACE_NAMES = frozenset(_PLACE_NAMES.split())
# As PLACE_NAMES, and fine where a system keeps its own as well.
INSTALLED = ("JAVA_HOME", "MAVEN_HOME", "M2_HOME", "GRADLE_HOME", "ANDROID_HOME", "ANDROID_SDK_ROOT", "SDKROOT", "OPENSSL_DIR", "LIBCLANG_PATH")
SYSTEM = ("/usr/", "/opt/", "/Library/", "/Applications/", "/nix/", "/snap/")
# Name a program: fine as a plain name, or with its folder where programs are what their name says.
_PROGRAM_NAMES = """
    CC CXX CPP LD AR AS NM RANLIB STRIP OBJCOPY FC F77 HOSTCC PYTHON PYTHON3 NODE RUBY PERL GO CARGO NPM JAVA BASH AWK SED GREP INSTALL UV_PYTHON
    PIPENV_PYTHON CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER KUBE_EDITOR SUDO_EDITOR SYSTEMD_EDITOR HGEDITOR SVN_EDITOR DIFFPROG PKG_CONFIG
    MAKE RUSTUP_TOOLCHAIN CMAKE PROTOC PYO3_PYTHON LLVM_CONFIG_PATH HOST_CC HOST_CXX TARGET_CC TARGET_CXX CHROME_BIN CHROME_PATH FIREFOX_BIN EDGE_BIN
    PUPPETEER_EXECUTABLE_PATH PRISMA_QUERY_ENGINE_BINARY
"""
PROGRAM_NAMES = frozenset(_PROGRAM_NAMES.split())
PROGRAM_BEGINNINGS = ("CC_", "CXX_", "AR_")  # by the target: cc-rs
LAUNCHERS = ("ccache", "sccache", "distcc")
# Further words for a program: judged as its own options are (``program_options.py``).
OPTIONS = {
    "PYTEST_ADDOPTS": "pytest", "MAVEN_ARGS": "mvn", "SPEC_OPTS": "rspec", "RUBOCOP_OPTS": "rubocop", "TF_CLI_ARGS": "terraform",
    "LESS": "less", "RAKEOPT": "rake", "ACK_OPTIONS": "ack",
}  # fmt: skip
# Name a file or a folder that a program writes: fine where only temporary things lie, or where the state may write. Coverage.py, pip,
# node, Terraform, jest-junit, mypy, go, Cargo, LLVM and GCC documentation.
_WRITTEN_NAMES = """
    RUFF_OUTPUT_FILE RUFF_CACHE_DIR PIP_LOG PIP_LOG_FILE PIP_CACHE_DIR UV_CACHE_DIR NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_COMPILE_CACHE
    NODE_REPL_HISTORY COVERAGE_FILE TF_LOG_PATH TF_DATA_DIR JUNIT_OUTPUT_FILE MOCHA_FILE MYPY_CACHE_DIR BLACK_CACHE_DIR PYLINTHOME
    GOCACHE GOTMPDIR GOCOVERDIR GOMODCACHE CARGO_TARGET_DIR CARGO_BUILD_TARGET_DIR CARGO_BUILD_BUILD_DIR LLVM_PROFILE_FILE GCOV_PREFIX KUBECACHEDIR
    PYTEST_DEBUG_TEMPROOT HISTFILE PYTHONHISTFILE GOLANGCI_LINT_CACHE ESLINT_JUNIT_OUTPUT SARIF_FILE HYPOTHESIS_STORAGE_DIRECTORY
    SSLKEYLOGFILE UPDATE_EXPECT INSTA_UPDATE INSTA_FORCE_UPDATE UPDATE_SNAPSHOT UPDATE_SNAPSHOTS SNAPSHOT_UPDATE UPDATE_GOLDEN UPDATE_GOLDENS
    TRYBUILD BLESS
"""
WRITTEN_NAMES = frozenset(_WRITTEN_NAMES.split())
WRITTEN_BEGINNING = "JEST_JUNIT_OUTPUT_"
TEMPORARY = ("/tmp/", "/var/tmp/", "/private/tmp/", "~/.cache/", "/dev/")  # noqa: S108  (compared, never opened)
_CACHES = """
    .cov .cache .mypy .ruff .pytest .tox .nox .gocache .nyc_output .tmp .build target build/ tmp/ coverage/
"""
CACHES = tuple(_CACHES.split())
MAKE_RUNS = ("SHELL", ".SHELLFLAGS", "MAKE", "MAKEFLAGS", "MAKEFILES", "MAKEOVERRIDES")
# What a test of web pages is told to run in: make's BROWSER is such a word, no program with words of its own.
BROWSERS = ("chrome", "chromium", "firefox", "edge", "msedge", "safari", "webkit", "opera", "electron", "headless")
# Variables of make's own rules, and others that name programs by custom.
_MAKE_PROGRAMS = "AR AS CC CXX CPP FC LD LEX YACC TEX RM INSTALL PYTHON PYTHON3 NODE NPM NPX YARN PNPM GO CARGO RUSTC PYTEST PIP UV RUBY PHP JAVA MVN"
MAKE_PROGRAMS = frozenset(_MAKE_PROGRAMS.split())
