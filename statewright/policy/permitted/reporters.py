"""Programs that build, run or write in most of their forms, and only report in some: by their words, all of which must be known.

A row is ``PROGRAMS|WORDS|FLAGS|VALUED``: the words that make them report (one at least, ``*`` for none needed; ``*`` in a word stands for
any letters), options (``!`` a word that may not be there), and options that take a value. A word that is none of these is a name of a test or
file, where the row says ``+``. Sources: each program's own manual. Like other test runners they run the project's own code and leave what
they build.
"""

from statewright.shell.model import HOLE

_ROWS = """
mvn mvnw mvnd|test|-q -B -o -e -X -ntp -am --quiet --batch-mode --offline --no-transfer-progress -Dtest=* -DfailIfNoTests=*|-pl
gradle|test test*UnitTest testClasses check integrationTest|-q -i --quiet --info --offline --stacktrace --rerun-tasks --continue|--tests --console
gradlew|test test*UnitTest testClasses check integrationTest|-q -i --quiet --info --offline --stacktrace --rerun-tasks --continue|--tests --console
dotnet|test|+ !/* --no-build --no-restore --nologo|-c --configuration --filter -f --framework -v --verbosity
swift|test|--parallel -v --verbose -q --quiet --list-tests|--filter --skip
mix|test credo|+ !gen.config !gen.check --trace --failed --stale --strict --all|--only --exclude --seed
sbt|test testOnly* testQuick*|-no-colors|
rake|test spec|-s -q --silent --quiet --trace|
flutter dart|test analyze|+ -r --fail-fast --no-pub|-n --name -N --plain-name --reporter -t --tags
zig|test|build --summary|
cabal stack lein|test|-v0 -v1 --verbose|
crystal|spec|+ -v --verbose --fail-fast|-e --example
vendor/bin/phpunit ./vendor/bin/phpunit phpunit|*|+ --testdox --stop-on-failure --no-coverage|--filter --group --testsuite
vendor/bin/phpstan phpstan|analyse analyze|+ --no-progress -q --error-format=*|-l --level
php|-l|+|
node nodejs|--test|+ --test-only --no-warnings --enable-source-maps --experimental-strip-types|--test-name-pattern --test-concurrency --test-timeout
ruby|-c -wc -cw|+|
staticcheck|*|+ -tests|-f -checks
govulncheck|*|+ -test -json|-C
hlint|*|+ --quiet --json --color|
tflint|*|--recursive --no-color --force|-f --format
ansible-lint|*|+ -q -v --nocolor --offline -p --parseable|-f --format
vale|*|+ !sync !ls-config !ls-metrics !ls-dirs !fix !host-install --no-exit --no-wrap --output=line --output=JSON|--minAlertLevel --glob
codespell|*|+ -q --quiet-level=* --count|-L --ignore-words-list -S --skip
typos|*|+ --hidden --no-ignore -v -q|--format --exclude
cspell|lint .|+ --no-progress --no-summary --quiet --words-only|
markdownlint markdownlint-cli2|*|+ -q --quiet -s --json|-i --ignore
standardrb|*|+ --no-fix --format=*|--format
swiftlint|lint *|--quiet --strict|--reporter
detekt|*||-i --input
pipdeptree|*|-r --reverse -l --local-only -u -w --json --json-tree|-p --packages -d --depth
uuidgen|*|-r -t|
help|*|+ -d -m -s|
apropos whatis|*|+ -e -a -r -w|-s
csvlook csvcut csvstat csvgrep csvsort|*|+ -n -r -i -v --names|-c -d -m -l -q -e
datamash|*|+ -t* -W -s -H -g*|-t -g
openssl|x509 req crl|-noout -text -subject -issuer -dates -startdate -enddate -fingerprint -serial -modulus -pubkey -sha256|-in -inform
openssl|version|-a -v|
ssh-keygen|-l -lf -lvf|+ -v -f|-E
7z 7za|l t|+|
"""
ROWS = [[part.split() for part in (*line.split("|"), "", "")[:4]] for line in _ROWS.strip().split("\n")]


# What shows by its first words, and then takes any but these; ``.``: no further word at all. The tools' own manuals.
_SHOWS = """
docker compose config|-o --output --lock-image-digests
docker compose images
docker compose top
docker compose events
kubectl kustomize|-o --output --enable-exec --enable-helm --enable-alpha-plugins --helm-command
kubectl cluster-info dump|--output-directory
cargo package --list
cargo install --list|--git --path
cargo update --dry-run
npm pack --dry-run|--pack-destination
uv lock --check
poetry lock --check
go build -n|-toolexec -exec -overlay
go tool cover -func=*|-o -html
go tool nm
go mod edit -json|-require -droprequire -replace -dropreplace -go -module -fmt -exclude -retract -toolchain
rake -T|-f --rakefile -r --require
rake --tasks|-f --rakefile -r --require
rails routes
bin/rails routes
mix deps|.
dotnet list
gradle tasks|-b --build-file -I --init-script -c
gradle dependencies|-b --build-file -I --init-script -c
gradle projects|-b --build-file -I --init-script -c
mvn dependency:tree|-DoutputFile -f --file -s
coverage report|--rcfile
"""
SHOWS = [(front.split(), rest.split()) for front, _, rest in [line.partition("|") for line in _SHOWS.strip().split("\n")]]


def _shows(words: "list[str]") -> bool:
    for front, never in SHOWS:
        if len(words) >= len(front) and all(_one(word, [one]) for word, one in zip(words, front, strict=False)):
            rest = words[len(front) :]
            bad = [word for word in rest if HOLE in word or word.partition("=")[0] in never or word[:2] in never]
            if not bad and not ("." in never and rest):
                return True
    return False


def reports(name: str, texts: "list[str]") -> bool:
    """Whether a program's words are all of a row, with one that makes it report."""
    modules = name.startswith("gradle")  # :app:test
    rows = [row for row in ROWS if name in row[0]]
    return _shows([name.removeprefix("./"), *texts]) or any(_fits(texts, words, flags, valued, modules) for _, words, flags, valued in rows)


def _fits(texts: "list[str]", words: "list[str]", flags: "list[str]", valued: "list[str]", modules: bool) -> bool:
    told, i = "*" in words, 0
    while i < len(texts):
        text = texts[i]
        i += 1
        if HOLE in text or ";" in text or "!" + text in flags or (text[:1] == "/" and "!/*" in flags):
            return False  # MSBuild's switches begin as paths do
        if text in valued:
            i += 1
        elif text[:1] == "-" and text.partition("=")[0] in valued and "=" in text:
            continue
        elif _one(text.rpartition(":")[2] if modules and text[:1] != "-" else text, words):
            told = True
        elif not _one(text, flags) and (text[:1] == "-" or "+" not in flags or not told or (text[:1] == "@")):
            return False
    return told and i == len(texts)


def _one(text: str, some: "list[str]") -> bool:
    for one in some:
        front, star, end = one.partition("*")
        if one != "+" and (text == one or (front and star and text.startswith(front) and text.endswith(end))):
            return True
    return False
