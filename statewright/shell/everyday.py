# ruff: noqa: E501  (a table reads better a row a line)
"""Well-known programs and the options with which they only do what they are known for: see ``policy/everyday/rows.py``.

One text, so that loading it costs next to nothing. A row is ``PROGRAM|SIGNS|LETTERS|VALUED|TEXTS| LONG …``: the short options (digits may follow
one; ``#`` where a number alone may stand), those of them that take a name as their value, those that take any text, and long options or whole words
behind one dash, each followed by the kind of its value where the next word is one: ``=`` a name, ``~`` a text, ``S`` a script of sed's, ``N`` what
pytest may leave out, ``V`` where it may report. ``PROGRAM|=OTHER`` is a row like another. The tests hold each row, option by option, to the rules.

Signs, what the program does: ``h`` a builtin that changes nothing but the shell, ``r`` it reads, ``c`` it runs the project's own code and reports,
``x`` it runs or changes something; then ``w`` what was checked before is stale, ``k`` only where a person set up git hooks.
How it may be called: ``>`` a longer row goes first, ``n`` without names, ``m`` with a name at least, a digit: with so many at most, ``a`` all words are
texts, ``o`` names in the project alone, ``p`` none of its words a link, ``j`` nor the name of another program.
Where: ``l`` not where edits are limited, ``b`` not where variables are blocked, ``e`` only where the state may edit.
In front, what the first name is: ``A J S`` a program of awk, jq, sed, ``D`` a format of date's, ``P`` one of printf's, ``E`` a number; all names: ``T`` texts, ``U`` addresses of this machine,
``F`` names that are no ``.`` and have no colon, ``M`` targets of make's that report.
Rows that begin with ``|`` are of filters behind a pipe, which need not be listed; their last sign is the number of names.
"""

ROWS = """
git|>||||
npm|>||||
ls|r|lahtrRS1dFAisGpgcun#||I| --all --almost-all --human-readable --color ~ --sort ~ --recursive --time ~ --directory --group-directories-first --time-style ~ --full-time --reverse --size
cat|r|nAbsETvet||| --number --show-all --number-nonblank --show-ends --show-tabs
echo|ha||||
pytest|c|rqvxsl||knmW| -p N --quiet --verbose --exitfirst --tb ~ --lf --last-failed --ff --maxfail ~ --durations ~ --no-header --co --collect-only --no-cov --strict-markers --showlocals --stepwise --sw --nf --failed-first -rA -ra -rf -rs --ignore = --no-summary --disable-warnings --cov = --cov-report V --dist ~ --timeout ~ --numprocesses ~ --version --log-cli-level ~ --deselect = --reruns ~ --color ~ --cov-branch --cov-fail-under ~
python|>||||
head|r|qvz#||nc| --lines ~ --bytes ~ --quiet --verbose
tail|r|qvfF#||nc| --lines ~ --bytes ~ --quiet --verbose --follow
grep|r|rRnilLHhEFGPovwxcqsIaUzTZ#||meABC| --include = --exclude = --exclude-dir = --color ~ --context ~ --after-context ~ --before-context ~ --count --files-with-matches --line-number --ignore-case --recursive --word-regexp --fixed-strings --extended-regexp --invert-match --max-count ~ --only-matching --no-filename --with-filename --files-without-match --quiet --no-messages --regexp ~ --perl-regexp --null --text
git status|r|sbuvz||| --short --branch --porcelain --untracked-files --ignored --long --verbose --show-stash
git diff|r|wbURaMCp||SG| --stat --cached --staged --name-only --name-status --shortstat --numstat --color --no-color --word-diff --check --ignore-all-space --unified --summary --diff-filter ~ --find-renames --exit-code --quiet -- --minimal --patch --no-index --no-patch --no-renames --color-words --full-index --merge-base --relative --ignore-space-change --ignore-blank-lines --function-context --compact-summary --dirstat --inter-hunk-context ~ --histogram --patience
git log|r|npwMCmi#||nSGL| --oneline --stat --graph --all --decorate --patch --name-only --name-status --author ~ --since ~ --until ~ --grep ~ --format ~ --pretty ~ --abbrev-commit --no-merges --merges --reverse --follow --date ~ --shortstat --numstat --max-count ~ --first-parent --no-color --color -- --topo-order --left-right --after ~ --before ~ --tags --branches --remotes --diff-filter ~ --cherry-pick --no-decorate --skip ~ --summary --pickaxe-regex --find-renames --ancestry-path --simplify-by-decoration --date-order --show-signature --no-patch --word-diff --full-history --source --regexp-ignore-case --all-match --invert-grep --walk-reflogs --full-diff --committer ~ --output-indicator-new ~ --unified
git add|xk|Aupv||| --all -- --patch --verbose --intent-to-add
git commit|xk|aqvns||mF| --message ~ --all --quiet --verbose --amend --no-edit --allow-empty --fixup = --squash = --signoff --no-verify --dry-run --date ~ --author ~
find|r|||| -name = -iname = -type ~ -maxdepth ~ -mindepth ~ -path = -ipath = -size ~ -not -o -a -mtime ~ -mmin ~ -empty -print -print0 -newer = -perm ~ -prune -ls -atime ~ -ctime ~ -user ~ -links ~ -regex = -daystart -quit
rg|r|nilLFovwxcqsUNHIPSau.p#||ABCmetTgjMrd| --type ~ --glob = --files --hidden --no-heading --line-number --context ~ --count --files-with-matches --fixed-strings --ignore-case --max-count ~ --no-ignore --word-regexp --json --stats --sort ~ --heading --smart-case --files-without-match --only-matching --multiline --type-not ~ --max-depth ~ --iglob = --no-filename --with-filename --invert-match --pcre2 --vimgrep --color ~ --replace ~ --no-line-number --column --trim --count-matches --type-list --no-messages --case-sensitive --after-context ~ --before-context ~ --max-columns ~ --version
sed|Sr|nErsuz||| --quiet --regexp-extended -e S
wc|r|lcwmL||| --lines --bytes --words --chars --max-line-length
sort|r|unrfbhVgMdiszc||kt| --unique --numeric-sort --reverse --human-numeric-sort --version-sort --key ~ --field-separator ~ --stable --check --ignore-case
uniq|r1|cduiz||fsw| --count --repeated --unique --ignore-case
pwd|hn|LP|||
true|hn||||
false|hn||||
which|h|a|||
type|h|aptf|||
command|>||||
command -v|h||||
printf|Ph||||
sleep|h||||
exit|Eh1>||||
exit $?|hn||||
set|>||||
set -e|hn||||
set -o pipefail|hn||||
set -euo pipefail|hn||||
set -eo pipefail|hn||||
set -x|hn||||
set -o|>||||
set -euo|>||||
set -eo|>||||
nl|r|ba||sw|
tac|r||||
rev|r||||
diff|r|urNqbBwyicaEpst||UCW| --unified ~ --recursive --brief --ignore-all-space --side-by-side --color ~ --stat --suppress-common-lines --ignore-case --report-identical-files --strip-trailing-cr --exclude =
tr|Tr|dscC||| --delete --squeeze-repeats --complement
comm|r|123|||
cmp|r|sl||| --silent --quiet
join|r|||12taeov|
paste|r|s||d| --serial --delimiters ~
column|r|txe||sco| --table --separator ~
fold|r|s||w| --width ~ --spaces
fmt|r|su||w| --width ~
sha256sum|r|bc||| --check
md5sum|r|bc||| --check
sha1sum|r|bc||| --check
cksum|r||||
seq|r|w||sf| --equal-width --separator ~
id|r|ung||| --user --name --group
cut|r|sz||dfcb| --delimiter ~ --fields ~ --characters ~ --bytes ~ --complement --only-delimited --output-delimiter ~
stat|r|Lt||cf| --dereference --format ~ --printf ~
file|r|biLk||| --brief --mime --mime-type --mime-encoding
du|r|shackmx||d| --summarize --human-readable --max-depth ~ --all --total --apparent-size --exclude =
df|r|hTkiP||| --human-readable
free|rn|mgh|||
tree|r|adfhiFsDpC||| -L ~ -I ~ -P ~ --gitignore --dirsfirst --noreport --du
basename|r|az||s| --suffix ~
dirname|r||||
realpath|r|msez||| --relative-to =
readlink|r|femn||| --canonicalize
date|Drn|uR||d| --utc --date
uname|rn|asrmnvop||| --all
hostname|rn||||
whoami|rn||||
groups|rn||||
nproc|rn|||| --all
uptime|rn|ps|||
tty|rn||||
ps|>||||
ps aux|rn|||| --sort ~ --forest
ps -ef|rn|||| --forest --sort ~
ps -e|rn||||
pgrep|r|alfxnoc||u|
lsof|r|nPtl||iups|
od|r|cxbv||AtjNw|
hexdump|r|Cbcdovx||ns|
strings|r|a||nte|
base64|r|diD||w| --decode --wrap ~
xxd|r1|||| -b -p -u -i -l ~ -c ~ -s ~ -g ~
zcat|r||||
zgrep|r|inclvEFh||m|
jq|Jr|rcsSMCeajn||| --raw-output --compact-output --slurp --sort-keys --exit-status --null-input --raw-input --tab --join-output
yq|Jr|rPMCe|||
awk|Arm|||F|
gawk|Arm|||F|
expr|r||||
tokei|r||||
fd|r|HIaFils0u||| -d ~ -t ~ -e ~ -E = --type ~ --extension ~ --hidden --no-ignore --max-depth ~
shellcheck|r|xa||sefS| --severity ~ --format ~ --exclude ~ --shell ~
tar|>||||
tar -tf|Frm||||
tar -tzf|Frm||||
tar -tvf|Frm||||
tar -tzvf|Frm||||
tar -tjf|Frm||||
tar -tJf|Frm||||
tar tf|Frm||||
tar tzf|Frm||||
tar tvf|Frm||||
tar tzvf|Frm||||
unzip|>||||
unzip -l|rm||||
unzip -v|rm||||
zipinfo|r|1lmv|||
gzip|>||||
gzip -dc|rm||||
gzip -l|rm||||
gzip -cd|rm||||
gunzip|>||||
gunzip -c|rm||||
xz|>||||
xz -dc|rm||||
locale|rn||||
lscpu|rn||||
lsblk|rn|f|||
pip|>||||
pip list|r|||| --outdated --format ~ --user --not-required --local
pip show|r|f||| --files
pip freeze|rn||||
pip check|rn||||
pip --version|rn||||
pip3|>||||
pip3 list|=pip list
pip3 show|=pip show
pip3 freeze|=pip freeze
uv|>||||
uv pip|>||||
uv pip list|rn|||| --outdated
uv pip show|rm1|f|||
uv run|>||||
uv run pytest|xjw|rqvxsl||knmW| --quiet --verbose --exitfirst --tb ~ --lf --last-failed --ff --maxfail ~ --durations ~ --no-header --co --collect-only --no-cov --strict-markers --showlocals --ignore = --no-summary --disable-warnings --cov = --cov-report ~ --dist ~
uv run ruff|>||||
uv run ruff check|xjw|q||| --output-format ~ --select ~ --ignore ~ --statistics --quiet --diff --no-fix --preview
uv run mypy|xjw|||| --strict --pretty --show-error-codes --ignore-missing-imports
uv run python|>||||
uv run python -m|>||||
uv run python -m pytest|=uv run pytest
poetry|>||||
poetry run|>||||
poetry run pytest|=uv run pytest
poetry run mypy|=uv run mypy
poetry run python|>||||
poetry run python -m|>||||
poetry run python -m pytest|=uv run pytest
poetry run python -m mypy|=uv run mypy
poetry show|rj2|t||| --tree --latest --outdated
docker|>||||
docker ps|r|aqn||f| --all --quiet --filter ~ --format ~ --no-trunc
docker logs|r|ft||n| --tail ~ --since ~ --timestamps --until ~ --follow
docker images|r|aq||| --all --quiet --filter ~ --format ~
docker image|>||||
docker image ls|r|aq||| --all --quiet --filter ~ --format ~
docker image inspect|=docker inspect
docker container|>||||
docker container ls|=docker ps
docker volume|>||||
docker volume ls|r|q||| --filter ~ --format ~
docker network|>||||
docker network ls|r|q||| --filter ~ --format ~
docker context|>||||
docker context ls|r|q||| --format ~
docker inspect|rm|||f| --format ~ --type ~
docker version|rn|||f| --format ~
docker info|rn|||f| --format ~
docker top|rm||||
docker port|rm||||
docker stats|r|||| --no-stream --format ~
docker compose|>||||
docker compose ps|r|aq||| --all --quiet --services --format ~
docker compose logs|r|ft||n| --tail ~ --since ~ --timestamps --no-color --follow --no-log-prefix
docker compose config|rb|q||| --services --quiet --images --volumes
docker compose images|r|q|||
docker compose ls|r|aq|||
docker compose top|r||||
docker compose up|xw|d||| --detach --build --wait --no-deps --force-recreate --remove-orphans
docker compose down|xw|v||| --volumes --remove-orphans
docker compose restart|xw||||
docker compose stop|xw||||
docker compose start|xw||||
docker compose build|xw|||| --no-cache --pull
kubectl|>||||
kubectl get|rom|Aw||nolL| --namespace ~ --selector ~ --all-namespaces --watch --no-headers --sort-by ~ --show-labels --field-selector ~ --ignore-not-found --context ~
kubectl describe|rom|A||nl| --namespace ~ --selector ~ --all-namespaces --context ~
kubectl logs|ro|fp||nlc| --namespace ~ --selector ~ --tail ~ --since ~ --container ~ --all-containers --follow --previous --timestamps --prefix --context ~
kubectl top|rom|A||nl| --namespace ~ --containers --sort-by ~
kubectl explain|rom|||| --recursive
kubectl version|ron|||o| --client
kubectl config|>||||
kubectl config current-context|ron||||
kubectl config get-contexts|ron||||
kubectl api-resources|ron||||
kubectl cluster-info|ron||||
kubectl rollout|>||||
kubectl rollout status|rom|||n| --timeout ~ --namespace ~ --watch
kubectl rollout history|rom|||n| --namespace ~ --revision ~
helm|>||||
helm list|ron|aA||n| --all --all-namespaces --namespace ~
helm ls|=helm list
helm status|rom|||n| --namespace ~
helm history|rom|||n| --namespace ~ --max ~
helm version|ron|||| --short
terraform|>||||
terraform validate|rn|||| -json -no-color
terraform show|rn|||| -json -no-color
terraform version|rn||||
gh|>||||
gh pr|>||||
gh pr view|r|c||qR| --comments --json ~ --jq ~ --repo ~ --template ~
gh pr list|r|||sLAlSHBqRt| --state ~ --limit ~ --author ~ --label ~ --search ~ --head ~ --base ~ --json ~ --jq ~ --repo ~ --assignee ~ --draft
gh pr diff|r|||R| --name-only --patch --color ~ --repo ~
gh pr checks|r|||R| --watch --required --json ~ --jq ~ --repo ~ --fail-fast
gh pr status|rn|||R| --json ~
gh pr create|x|fd||tbBHRlra| --title ~ --body ~ --base ~ --head ~ --draft --fill --label ~ --reviewer ~ --assignee ~ --repo ~
gh pr comment|x|||bR| --body ~ --repo ~
gh issue|>||||
gh issue view|r|c||qR| --comments --json ~ --jq ~ --repo ~
gh issue list|r|||sLAlSqR| --state ~ --limit ~ --author ~ --label ~ --search ~ --json ~ --jq ~ --repo ~ --assignee ~ --milestone ~
gh issue status|rn|||R| --json ~
gh issue create|x|||tblaR| --title ~ --body ~ --label ~ --assignee ~ --repo ~
gh issue comment|x|||bR| --body ~ --repo ~
gh run|>||||
gh run list|r|||LwbuesqR| --limit ~ --workflow ~ --branch ~ --json ~ --jq ~ --repo ~ --status ~ --event ~ --user ~
gh run view|r|||jqR| --log --log-failed --json ~ --jq ~ --job ~ --verbose --repo ~ --exit-status
gh run watch|r|||R| --exit-status
gh repo|>||||
gh repo view|r|||q| --json ~ --jq ~
gh repo list|r|||L| --limit ~ --json ~ --jq ~
gh release|>||||
gh release list|rn|||LR| --limit ~ --json ~ --jq ~
gh release view|r|||qR| --json ~ --jq ~
gh workflow|>||||
gh workflow list|rn|a||R| --all
gh label|>||||
gh label list|rn|||LR| --limit ~
gh auth|>||||
gh auth status|rn||||
node|>||||
node --version|rn||||
node -v|rn||||
npm --version|rn||||
npm -v|rn||||
python --version|rn||||
python -V|rn||||
python3|>||||
python3 --version|rn||||
python3 -V|rn||||
go|>||||
go version|rn||||
cargo|>||||
cargo --version|rn||||
rustc|>||||
rustc --version|rn||||
java|>||||
java -version|rn||||
yarn|>||||
yarn --version|rn||||
pnpm|>||||
pnpm --version|rn||||
pnpm -v|rn||||
bundle|>||||
bundle --version|rn||||
ruby|>||||
ruby --version|rn||||
composer|>||||
git --version|rn||||
git config|>||||
git config --get|r||||
git config --list|rn||||
git merge-base|r|a||| --is-ancestor --fork-point
git branch|r>n|arv||| --all --remotes --show-current --list --verbose -vv --sort ~ --format ~ --merged --no-merged --no-color --contains
git branch --merged|r||||
git branch --no-merged|r||||
git branch --contains|r||||
git branch --list|r||||
git branch -r|r>n|v||| --sort ~ --format ~
git branch -r --merged|r||||
git branch -r --contains|r||||
git branch -a|r>n|v||| --sort ~ --format ~ --merged --no-merged
git branch -a --contains|r||||
git branch -d|xkme||||
git branch -D|xkme||||
git branch -m|xkme||||
git remote|r>n|v||| --verbose
git remote -v|rn||||
git remote show|r|n|||
git remote get-url|rm||||
git stash|>||||
git stash list|rn|p||| --stat --oneline --date ~
git stash show|r|pu||| --stat --patch --name-only --include-untracked
git stash push|xwl|kqS||m| --message ~ -- --keep-index --staged --quiet
git stash pop|xwln|q|||
git stash apply|xwl|q|||
git stash drop|xkle|q|||
git tag|r>n|ln||| --list --sort ~ --format ~ --merged --no-merged
git tag -l|r|n||| --sort ~ --format ~
git tag --list|r|n||| --sort ~ --format ~
git tag --contains|r||||
git tag --points-at|r||||
git tag -a|xkm|||m| --message ~
git grep|r|nilwEFcPhHov||ABCe| --line-number --ignore-case --files-with-matches --count -- --word-regexp --fixed-strings --extended-regexp --perl-regexp --heading --break --name-only --cached --untracked
git rev-list|r|n||n| --count --max-count ~ --left-right --all --no-merges --since ~ --first-parent --reverse --objects --merges --until ~ --author ~ --oneline
git show|r|spwMU||| --stat --name-only --name-status --oneline --no-patch --format ~ --pretty ~ --color --no-color --shortstat --numstat -- --patch --date ~ --abbrev-commit --summary --word-diff --diff-filter ~ --first-parent --unified
git blame|r|wMCse||L| --date ~ -- --porcelain --show-email
git rev-parse|r|q||| --short --abbrev-ref --show-toplevel --verify --is-inside-work-tree --git-dir --show-prefix --quiet --symbolic-full-name --git-common-dir --show-cdup --is-bare-repository
git ls-files|r|modcstuz||| --modified --others --deleted --exclude-standard --cached --stage -- --unmerged --ignored --error-unmatch --full-name
git ls-tree|r|rdtlz||| --name-only --full-tree --long --name-status
git shortlog|r|snec||| --summary --numbered --email --no-merges --since ~ --until ~ --all
git describe|r|||| --tags --always --dirty --abbrev --long --all --exact-match --match ~ --contains
git cat-file|rm|tps|||
git reflog|r>n|#||n| --all --oneline --date ~ --max-count ~
git reflog show|r|#||n| --oneline --date ~
git worktree|>||||
git worktree list|rn|v||| --porcelain --verbose
git submodule|>||||
git submodule status|r|||| --recursive
git check-ignore|r|vq||| --verbose --quiet --no-index
git check-attr|r|a||| --all
git show-ref|r|sdq||| --heads --tags --head --verify --hash --quiet --dereference
git diff-tree|r|rptm||| --no-commit-id --name-only --name-status --root --stat
git for-each-ref|r|||| --format ~ --sort ~ --count ~ --merged --no-merged --contains --points-at
git name-rev|r|||| --name-only --tags
git count-objects|rn|vH|||
git notes|>||||
git notes list|r||||
git whatchanged|r|p||n| --stat --oneline
git fetch|xk|apqvt||| --all --prune --tags --quiet --verbose --unshallow --depth ~ --dry-run --no-tags
git push|xk>|uqvn||| --set-upstream --quiet --tags --dry-run --follow-tags --force-with-lease --verbose --porcelain --no-verify --atomic
git pull|xwl|qv||| --ff-only --rebase --quiet --no-rebase --prune --autostash --verbose --all --tags --no-edit
git checkout|Fxwl>|q||| --quiet --track --detach --progress
git checkout -b|xwlm|q||| --track --no-track
git checkout -|xwln||||
git switch|xwl>|q||| --quiet --detach
git switch -c|xwlm|q||| --track --no-track
git switch -|xwln||||
git restore|Fxwlm|SWq||| --staged --worktree --source = -- --quiet
git reset|Fxk>l|q||| --quiet --mixed
git reset --soft|xk|q||| --quiet
git merge|xwl|qv||m| --no-ff --ff-only --no-edit --abort --continue --squash --no-commit --quiet --stat --verbose --message ~
git rebase|xwl|q||| --continue --abort --skip --onto = --autostash --quiet
git cherry-pick|xwl|xn||| --continue --abort --skip --no-commit
git revert|xwl|n||| --no-edit --continue --abort --skip --no-commit
git rm|>||||
git rm --cached|xkml|rq||| --quiet -- -r
npm test|cjp|s||t| -- --silent --watch --watchAll --coverage --bail --ci --run --reporter ~ --verbose --grep ~ --testNamePattern ~
npm t|=npm test
npm run|xjwml>|s||t| -- --silent --if-present --watch --watchAll --coverage --bail --ci --run --reporter ~ --verbose --grep ~ --testNamePattern ~ --project ~ --mode ~
npm run test|cjp|s||t| -- --silent --if-present --watch --watchAll --coverage --bail --ci --run --reporter ~ --verbose --grep ~ --testNamePattern ~ --project ~
npm run lint|cjp|s||| -- --silent --if-present --quiet --max-warnings ~ --format ~
npm run typecheck|cjp|s||| -- --silent --if-present --pretty ~ --noEmit
npm ls|r2|a||| --depth ~ --all --json --prod --dev --long --parseable
npm list|=npm ls
npm outdated|r2|l||| --json --long --depth ~
npm view|rm2|||| --json
npm info|=npm view
npm show|=npm view
npm explain|rm2|||| --json
npm why|=npm explain
npm root|rn|g|||
npm prefix|rn|g|||
npm config|>||||
npm config get|r2b||||
npm config list|rnb||||
npm audit|rn|||| --json --production --omit --audit-level
npm pack|>||||
npm search|rm2||||
npm ci|xjwn|||| --no-audit --no-fund --silent --ignore-scripts --prefer-offline
npm install|xjwn|||| --no-audit --no-fund --silent
npx|>||||
npx tsc|>||||
npx tsc --noEmit|cjnp|||p| --pretty ~ --skipLibCheck --project ~ --incremental ~
npx eslint --fix|xwlemjp||||
npx eslint|cjp>|||f| --quiet --ext = --max-warnings ~ --color --no-color --cache --format ~
npx jest|cjp|i||t| --watch --coverage --bail --ci --runInBand --verbose --silent --testNamePattern ~ --no-coverage --listTests --watchAll ~ --passWithNoTests --maxWorkers ~ --forceExit --detectOpenHandles --onlyChanged --changedSince ~
npx vitest|cjp|||t| --run --coverage --bail ~ --silent --no-coverage --reporter ~ --testNamePattern ~
npx prettier|>||||
npx prettier --write|xwlemjp||||
npx prettier --check|cjp||||
npx prettier -c|cjp||||
npx playwright|>||||
npx playwright test|cjp|||g| --grep ~ --project ~ --workers ~ --headed --reporter ~ --list --retries ~ --max-failures ~
npx mocha|cjp|||g| --grep ~ --bail --recursive --reporter ~ --timeout ~
pnpm test|cjp|s||t| -- --silent --watch --coverage --bail --ci --run --verbose --testNamePattern ~
pnpm run|xjwml>|s||t| -- --silent --watch --coverage --bail --ci --run --verbose
pnpm run test|cjp|s||t| -- --silent --watch --coverage --bail --ci --run --verbose
pnpm run lint|cjp|s||| -- --silent
pnpm run typecheck|cjp|s||| -- --silent
pnpm ls|r2|rg||| --depth ~ --json --long --prod --dev
pnpm list|=pnpm ls
pnpm why|rm2|r||| --json --depth ~
pnpm outdated|r2|r||| --json --long
pnpm lint|cjp||||
pnpm typecheck|cjpn||||
pnpm build|xjwn||||
yarn test|cjp2|||| --watch --coverage --bail --ci --silent --verbose --watchAll ~
yarn run|xjwml>|||| --watch --coverage --bail --ci --silent --verbose
yarn run test|cjp|||| --watch --coverage --bail --ci --silent --verbose
yarn run lint|cjp||||
yarn run typecheck|cjp||||
yarn lint|cjp||||
yarn list|rn|||| --depth ~ --json --pattern ~
yarn why|rm2||||
yarn outdated|r2||||
yarn info|rm2|||| --json
yarn typecheck|cjpn||||
yarn build|xjwn||||
bundle list|rn||||
bundle show|r2||||
bundle outdated|r2||||
composer show|r||||
composer outdated|r|||| --direct
go list|ro|m||| -json -deps ./...
go env|rob|||| -json
go doc|ro|||| -all -short -src
go mod|>||||
go mod graph|rn||||
go mod why|ro|m|||
go mod verify|rn||||
go mod tidy|xwln|v|||
go test|c|v||| ./... -v -run ~ -count ~ -race -cover -short -timeout ~ -bench ~ -benchmem -failfast -tags ~ -p ~ -cpu ~ -json -shuffle ~ -parallel ~
go build|xw|v||| -v -race -tags ~ ./... -trimpath
go vet|c|||| -v ./... -tags ~
go run|xwm|||| -race
go fmt|xwl||||
gofmt|>||||
gofmt -w|xwlem||||
gofmt -l|c|s|||
gofmt -d|c|s|||
golangci-lint|>||||
golangci-lint run|c|v||| --timeout ~ --fast ./...
cargo test|c|qv||pj| --all --doc --no-run --workspace --release --lib --bins --tests --all-features --all-targets --no-fail-fast --quiet --verbose --package ~ -- --nocapture --test ~ --features ~ --ignored --exact --test-threads ~ --no-default-features --include-ignored --bin ~ --exclude ~ --show-output
cargo build|xw|qv||pj| --release --workspace --all-features --all-targets --quiet --verbose --package ~ --features ~ --no-default-features --bin ~ --bins --tests --examples --lib --locked
cargo check|c|qv||pj| --workspace --all-targets --all-features --quiet --verbose --package ~ --features ~ --tests --lib --bins --all --no-default-features --release --locked --message-format ~
cargo clippy|c|qv||pjWDA| --workspace --all-targets --all-features --quiet --verbose --package ~ --features ~ --tests --no-deps -- --all --lib --bins
cargo fmt|xwlen>||||
cargo fmt --check|c|||| --all
cargo fmt --|>||||
cargo fmt -- --check|cn||||
cargo fmt --all|>||||
cargo fmt --all --check|cn||||
cargo fmt --all --|>||||
cargo fmt --all -- --check|cn||||
cargo doc|xw|||| --no-deps --workspace
cargo run|xw|q||| --release --bin ~ --example ~ --quiet
cargo bench|c|||| --bench ~
rustup|>||||
make|Mcm>|||j| -s -k -n -B -i --silent --keep-going --dry-run
make all|xw|sk||j|
make build|=make all
make clean|=make all
make install|=make all
make docs|=make all
make fmt|xwl||||
make format|=make fmt
mypy|cp|v||p| --strict --pretty --show-error-codes --ignore-missing-imports --no-error-summary --show-error-context --check-untyped-defs --no-incremental --follow-imports ~ --python-version ~ --config-file =
pyright|c|||| --outputjson --stats --warnings
ruff|>||||
ruff check|c>|q||| --output-format ~ --select ~ --ignore ~ --statistics --quiet --diff --no-fix --preview --no-cache --exclude = --extend-select ~
ruff check --fix|xwle|q||| --select ~ --ignore ~ --unsafe-fixes --quiet --show-fixes
ruff format|xwle>|q||| --quiet
ruff format --check|c|q||| --diff --quiet
ruff format --diff|c|q||| --check --quiet
black|xwle>|q||| --quiet
black --check|c|q||| --diff --quiet
black --diff|c|q||| --check --quiet
isort|xwle>|q||| --quiet
isort --check|c|q||| --diff
isort --check-only|c|q||| --diff
flake8|c|qv||| --max-line-length ~ --count --statistics --select ~ --ignore ~ --extend-ignore ~ --show-source --exclude =
pylint|c|||| --errors-only --disable ~ --enable ~
prettier|>||||
prettier --write|xwlem||||
prettier -w|xwlem||||
prettier --check|c||||
prettier -c|c||||
prettier --list-different|c||||
prettier -l|c||||
eslint --fix|xwlem||||
eslint|cp>|||f| --quiet --ext = --max-warnings ~ --color --no-color --format ~ --cache
stylelint|c|||| --quiet
jest|c|i||t| --watch --coverage --bail --ci --runInBand --verbose --silent --testNamePattern ~ --no-coverage --listTests --passWithNoTests --maxWorkers ~ --onlyChanged
vitest|cjp|||t| --run --coverage --bail ~ --silent --no-coverage --reporter ~ --testNamePattern ~
tsc|>||||
tsc --noEmit|cnp|||p| --pretty ~ --skipLibCheck --project =
phpunit|c|v||| --filter ~ --testdox --group ~
rspec|c|||e| --format ~ --fail-fast
python -m|>||||
python -m pytest|=pytest
python -m unittest|c>|vqf||k| --verbose --quiet --failfast
python -m unittest discover|c|vq|||
python -m mypy|=mypy
python -m flake8|=flake8
python -m ruff|>||||
python -m ruff check|=ruff check
python -m black|>||||
python -m black --check|=black --check
python3 -m|>||||
python3 -m pytest|=pytest
python3 -m unittest|=python -m unittest
python3 -m unittest discover|=python -m unittest discover
python3 -m mypy|=mypy
python manage.py|>||||
python manage.py test|xwl|||kv| --parallel ~ --keepdb --failfast --verbosity ~
python manage.py migrate|xwl|||| --check --plan
python manage.py makemigrations|xwl|||| --check --dry-run
python manage.py showmigrations|xwl||||
python manage.py check|xwl|||| --deploy
coverage|>||||
coverage report|xw|m||| --show-missing --fail-under ~ --skip-covered
tox|xwl|q||e|
nox|xwl|||s|
mvn|xwml|qBoUeX||| -DskipTests -DskipITs --batch-mode --quiet --offline
./gradlew|xwml|iq||x| --console ~ --info --quiet --offline --tests ~ --stacktrace --no-daemon --rerun-tasks
gradle|=./gradlew
./mvnw|=mvn
dotnet|>||||
dotnet build|xw|||cvf| --nologo --no-restore --configuration ~ --verbosity ~
dotnet test|xw|||cvf| --nologo --no-restore --no-build --filter ~ --configuration ~ --verbosity ~ --logger ~
swift|>||||
swift test|xwl|||| --parallel --filter ~
swift build|xwl|||c|
mix|>||||
mix test|xw|||| --only ~ --trace --failed
mix compile|xw||||
php|>||||
php -l|xwml||||
php artisan|>||||
php artisan test|xwl|||| --filter ~
php artisan route:list|xwl||||
ctest|cp|V||Rj| --output-on-failure --test-dir =
mkdir|xw|pv||| --parents
brew|>||||
brew list|r|||| --versions
journalctl|r|fexrk||unop| --no-pager --since ~ --until ~ --lines ~ --unit ~
curl|Urm|sSfIivk||m| --silent --head --fail --show-error --include --max-time ~ --verbose
aws|>||||
aws s3|>||||
aws s3 ls|xw|||| --recursive --human-readable
aws sts|>||||
aws sts get-caller-identity|xwn||||
yarn install|xjwn|||| --frozen-lockfile --immutable --silent --production
pnpm install|xjwn|||| --frozen-lockfile --silent --offline --prefer-offline
pip install|>||||
pip install -r|xwm1|q||| --quiet --upgrade
pip install -e|xwm1|q||| --quiet
pip3 install|>||||
pip3 install -r|=pip install -r
pip3 install -e|=pip install -e
cargo tree|rn|d||ipe| --duplicates --invert ~ --package ~ --depth ~ --edges ~ --no-dedupe
cargo metadata|rn|||| --no-deps --format-version ~ --offline --locked
go mod download|xwn||||
terraform fmt|>||||
terraform fmt -check|c|||| -recursive -diff
terraform plan|xwln|||| -no-color -input=false -refresh=false
terraform init|xwln|||| -backend=false -input=false -no-color -upgrade
bundle install|xwn|||| --quiet --jobs ~
bun|>||||
bun test|c|||t| --timeout ~ --bail
composer install|xwn|||| --no-interaction --no-progress --prefer-dist --no-dev
coverage run|>||||
coverage run -m|>||||
coverage run -m pytest|=uv run pytest
alembic|>||||
alembic current|xwln||||
alembic history|xwln|||| --verbose
alembic heads|xwln||||
alembic upgrade|>||||
alembic upgrade head|xwln||||
helm template|rom|||f| --namespace ~ --version ~ --set ~
helm lint|rom||||
kubectl api-versions|ron||||
kubectl rollout undo|xwm|||n| --namespace ~
docker compose version|rn||||
docker history|rm|q||| --no-trunc
git remote update|xk|p||| --prune
node --test|xwl|||| --test-reporter ~ --experimental-test-coverage
gh pr edit|x|||tb| --title ~ --body ~
gh pr ready|x||||
gh pr close|x|||c| --comment ~
gh issue close|x|||c| --comment ~
gh issue edit|x|||tb| --title ~ --body ~
gh search|>||||
gh search issues|r|||L| --limit ~ --repo ~ --state ~
gh search prs|r|||L| --limit ~ --repo ~ --state ~
sw_vers|rn||||
tar -czf|Fxwlm||||
tar czf|Fxwlm||||
pre-commit|>||||
pre-commit run|xwl|a||| --all-files --show-diff-on-failure --files
git config --get-all|r||||
xcodebuild|>||||
xcodebuild -list|xwn||||
| head|f0|qvz#||nc| --lines ~ --bytes ~ --quiet
| tail|f0|qvf#||nc| --lines ~ --bytes ~ --quiet
| wc|f0|lcwmL||| --lines --bytes --words --chars --max-line-length
| sort|f0|unrfbhVgMdiszc||kt| --unique --numeric-sort --reverse --human-numeric-sort --version-sort --key ~ --field-separator ~ --stable
| uniq|f0|cduiz||fsw| --count --repeated --unique --ignore-case
| cut|f0|sz||dfcb| --delimiter ~ --fields ~ --characters ~ --bytes ~ --complement --only-delimited --output-delimiter ~
| cat|f0|nAbsETvet|||
| nl|f0|ba|||
| tac|f0||||
| rev|f0||||
| fold|f0|s||w|
| fmt|f0|||w|
| column|f0|t||s|
| paste|f0|s||d|
| tr|Tf9|dscC||| --delete --squeeze-repeats
| grep|f1|nilLHhEFGPovwxcqsIaz#||mABC| --color ~ --context ~ --after-context ~ --before-context ~ --count --line-number --ignore-case --word-regexp --fixed-strings --extended-regexp --invert-match --max-count ~ --only-matching --quiet --perl-regexp
| sed|Sf1|nErsuz|||
| awk|Af1|||F|
| jq|Jf1|rcsSMCeajn||| --raw-output --compact-output --slurp --sort-keys --exit-status
"""
