"""A reading shell: what tools show and report passes, the same tools' words that build, write or run are refused."""


import pytest
from judging import Place, judge

READING = {"allowed_tools": ["Read", "Grep", "Glob", "Bash"]}
SHOWS = [
    "sbt test",
    "sbt 'testOnly foo.BarSpec'",
    "sbt testQuick",
    "dotnet test",
    "dotnet test src/App.Tests",
    "dotnet test --filter Name~x",
    "mix test test/a_test.exs:12",
    "mix credo --strict",
    "mvn -q test",
    "mvn test -Dtest=FooTest",
    "gradle test",
    "gradle :core:test",
    "rake test",
    "npm run test:unit",
    "npm run lint",
    "npm run test-e2e",
    "make test-unit",
    "yarn test",
    "npm run test:integration",
    "npm run lint:js",
    "docker compose config",
    "docker compose config --services",
    "docker compose images",
    "docker compose top",
    "kubectl kustomize .",
    "kubectl cluster-info dump",
    "cargo package --list",
    "cargo install --list",
    "cargo update --dry-run",
    "npm pack --dry-run",
    "uv lock --check",
    "poetry lock --check",
    "go build -n ./...",
    "go tool cover -func=c.out",
    "go tool nm x",
    "go mod edit -json",
    "rake -T",
    "rails routes",
    "mix deps",
    "dotnet list package --outdated",
    "gradle tasks",
    "mvn dependency:tree",
    "coverage report",
]
CHANGES = [
    "sbt test publish",
    "sbt test clean",
    "sbt test '!rm -rf x'",
    "sbt 'testOnly a; publish'",
    "sbt test 'set x := 1'",
    "dotnet test -c Release /t:Publish",
    "dotnet test /p:OutDir=x",
    "dotnet test /logger:trx",
    "mix credo gen.config",
    "rake deploy:test",
    "mvn deploy:test",
    "mvn com.evil:plugin:1.0:test",
    "gradle testPublish",
    "npm run lint-staged",
    "npm run testdata",
    "make test-write",
    "npm run test:write",
    "make lint-fix",
    "yarn test:update",
    "crontab -l x",
    "crontab f",
    "crontab -r",
    "docker compose config -o x",
    "docker compose config --output=x",
    "kubectl kustomize . -o x",
    "kubectl kustomize -ox .",
    "kubectl cluster-info dump --output-directory=x",
    "go build",
    "go mod edit -json -go=1.2",
    "mix deps.get",
    "mix deps get",
    "mvn dependency:tree -DoutputFile=x",
    "go tool cover -html=c.out -o x",
    "cargo install x",
    "cargo update",
    "npm pack",
    "uv lock",
    "go build -n -toolexec=./x",
]


@pytest.mark.parametrize("line", SHOWS)
def test_what_shows_or_reports_passes(place: Place, line: str) -> None:
    assert judge(place, READING, "Bash", {"command": line}) is None


@pytest.mark.parametrize("line", CHANGES)
def test_what_builds_writes_or_runs_is_refused(place: Place, line: str) -> None:
    assert judge(place, READING, "Bash", {"command": line}) is not None
