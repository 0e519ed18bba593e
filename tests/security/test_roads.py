"""Programs, options and variables whose text is run elsewhere: ``CMD`` stands for what must not run."""

import pytest
from judging import Place, judge

HARMS = ["statewright approve", "rm -rf .statewright", "claude -p hi", "rm -rf .s*"]
ROADS = [
    "GH_EDITOR='CMD' gh pr create",
    "PSQL_PAGER='CMD' psql -c 'select 1'",
    "LESSOPEN='|CMD' less f",
    "npm_config_script_shell='CMD' npm test",
    "nano -s 'CMD' f",
    "kak -e '%sh{CMD}'",
    "kak -n -e 'nop %sh{CMD}; q'",
    "scp -o ProxyCommand='CMD' x y:",
    "sftp -o ProxyCommand='CMD' x",
    "mosh --ssh='CMD' x",
    "autossh -- 'CMD'",
    "fzf --preview 'CMD'",
    "fzf --bind 'start:reload(CMD)'",
    "fzf --bind 'enter:execute(CMD)'",
    "delta --pager='CMD'",
    "yt-dlp --exec 'CMD' x",
    "capsh -- -c 'CMD'",
    "git -c merge.x.driver='CMD' merge y",
    "pueue add 'CMD'",
    "ts CMD",
    "nq CMD",
    "tox exec -- CMD",
    "micromamba run sh -c 'CMD'",
    "guix shell -- CMD",
    "envchain x CMD",
    "volta run CMD",
    "nvm exec 18 CMD",
    "rustup run stable CMD",
    "limactl shell x CMD",
    "colima ssh -- CMD",
    "dbus-launch CMD",
    "yash -c 'CMD'",
    "osh -c 'CMD'",
    'mongo --eval \'run("sh","-c","CMD")\'',
    "ttyd CMD",
    'm4 <<< \'syscmd(`CMD\'"\'"\')\'',
    "chokidar f -c 'CMD'",
]
PASSES = [
    "nano f",
    "scp f host:x",
    "scp -o StrictHostKeyChecking=no f h:",
    "scp -o ConnectTimeout=5 f h:",
    "rsync -a src/ host:x/",
    "fzf --preview 'cat {}'",
    "fzf --bind 'ctrl-r:reload(rg x)'",
    "git diff | delta",
    "wget http://x/y",
    "yt-dlp x",
    "nvm use 18",
    "nvm exec 18 npm test",
    "volta run node -v",
    "rustup run stable cargo build",
    "rustup update",
    "tox -e py311",
    "nox -s tests",
    "tox -- -k foo",
    "mise run test",
    "asdf install",
    "ts '%H:%M'",
    "ls | ts",
    "tmate",
    "micromamba run -n x pytest",
    "colima start",
    "git -c user.name='a b' commit -m x",
    "git -c core.quotepath=false status",
    "git -c color.ui=always log",
    "guix build x",
    "mongosh --eval 'db.x.find()'",
    "m4 x.m4",
    "fzf -m",
    "bat f",
    "nu -c 'ls | first'",
]


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("road", ROADS)
def test_what_a_text_runs_is_refused_as_if_it_were_written_out(place: Place, road: str, harm: str) -> None:
    quoted = any(sign + "CMD" in road for sign in "'{(`|\"")
    if "*" in harm and not quoted:
        harm = "rm -rf .statewright"  # a pattern of the line's own
    assert judge(place, {}, "Bash", {"command": road.replace("CMD", harm)}) is not None


@pytest.mark.parametrize("line", PASSES)
def test_the_same_programs_pass_where_what_they_run_may(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None
