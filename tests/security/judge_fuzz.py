"""What the judge lets through changes nothing: random lines, the real rules, a real shell in a sandbox.

    PYTHONPATH=tests/security:tests/shell:. python tests/security/judge_fuzz.py [--shell bash|zsh] [--state listed|reading] [--seed N] [--count N]

No state of these permits writing, so a new or changed file in the folder is a hole. Programs outside the few that are listed,
harmless or filters are stand-ins that leave a file. Needs bubblewrap: the disk is read-only there and there is no network.
"""

# ruff: noqa: E501  (rows of fragments)
import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fuzz import PAYLOADS, PIECES
from fuzz import line as heap
from judging import Place, judge
from shell_lines import Maker

STATES: dict[str, dict[str, Any]] = {
    "listed": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["pytest", "run1", "git status"]},
    "reading": {"allowed_tools": ["Read", "Grep", "Bash"]},
}
REAL = "env timeout nice nohup xargs find stdbuf setsid bash sh cat ionice head tail sort uniq sed awk tr cut wc grep ls tee printenv expr seq tac rev nl date"
STANDINS = "touch evil rm mv cp k1 k22 k333 k4444 run2 python3 node curl make ssh sudo vi ed dd install ln mkdir"
QUIET = "pytest run1 git"
WRITERS = [
    "touch PWNED", "evil", "> PWNED", "pytest > PWNED", "tee PWNED", "sort -o PWNED f", "sed -n 'w PWNED' f", "sed -i s/a/b/ f", "awk '{print > \"PWNED\"}' f",
    "find . -fprint PWNED", "find . -name f -delete", "xargs touch <<< PWNED", "uniq f PWNED", "cat f >> f", "echo x >| PWNED", "env touch PWNED",
    "eval 'touch PWNED'", "bash -c 'touch PWNED'", "echo 'touch PWNED' | sh", "awk 'BEGIN{system(\"touch PWNED\")}'", "sed '1e touch PWNED' f",
    "find . -exec touch PWNED \\;", "trap 'touch PWNED' EXIT", "x=touch; $x PWNED", "PATH=.:$PATH pytest", "exec 3> PWNED", "f() { touch PWNED; }; f",
    "a=(1); echo ${a[$(touch PWNED)]}", "[[ 'a[$(touch PWNED)]' -eq 0 ]]", "timeout 5 touch PWNED", "sort --compress-program=./e f", "command touch PWNED",
]  # fmt: skip
READERS = ["cat f", "ls -la", "grep -n a f", "head -3 f", "sort -u f", "wc -l f", "find . -name f", "git status", "pytest -q", "sed -n 1p f", "date", "echo hi", "true"]
RUNNER = """
import json, os, shutil, subprocess, sys
shell, lines = json.load(open('/mnt/in.json'))
out = []
options = {'bash': ['--norc', '--noprofile', '-c'], 'zsh': ['-f', '-c']}[shell]
program = shutil.which(shell, path='/usr/bin:/bin')
for line in lines:
    shutil.rmtree('/tmp/d', ignore_errors=True)
    os.mkdir('/tmp/d')
    open('/tmp/d/f', 'w').write('a\\nb\\n')
    try:
        subprocess.run([program, *options, line], cwd='/tmp/d', stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=2, env={'PATH': '/mnt/bin', 'HOME': '/tmp/d', 'LC_ALL': 'C.UTF-8'})
    except subprocess.TimeoutExpired:
        pass
    changed = sorted(os.listdir('/tmp/d'))
    if not os.path.exists('/tmp/d/f') or open('/tmp/d/f').read() != 'a\\nb\\n':
        changed.append('f changed')
    out.append([name for name in changed if name != 'f'])
json.dump(out, open('/mnt/out.json', 'w'))
"""


class Lines:
    """Lines from one seed: whole programs with a writer somewhere, and heaps of pieces around one."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)  # noqa: S311
        self.maker = Maker(seed)

    def line(self) -> str:
        kind = self.rnd.random()
        if kind < 0.3:
            return heap(self.rnd)
        if kind < 0.6:
            return self.planted()
        return self.woven()

    def planted(self) -> str:
        """A program of the grammar whose commands are permitted, with a payload put in anywhere."""
        text = self.maker.line()
        for key in ("k4444", "k333", "k22", "k1", "run2"):
            text = text.replace(key, self.rnd.choice(["pytest", "run1", "echo", "pytest -q", key]) if self.rnd.random() < 0.9 else key)
        at = self.rnd.randint(0, len(text))
        return text[:at] + self.rnd.choice(PAYLOADS) + text[at:] if self.rnd.random() < 0.8 else text

    def woven(self) -> str:
        """Plain readers and one writer, joined, quoted or nested, and damaged now and then."""
        parts = [self.rnd.choice(READERS) for _ in range(self.rnd.randint(0, 3))]
        parts.insert(self.rnd.randint(0, len(parts)), self.rnd.choice(WRITERS))
        text = self.rnd.choice([" && ", "; ", " | ", "\n", " || ", " & "]).join(self.dressed(part) for part in parts)
        for _ in range(self.rnd.choice([0, 0, 1, 1, 2])):
            at = self.rnd.randint(0, len(text))
            text = text[:at] + self.rnd.choice(PIECES) + text[at + self.rnd.choice([0, 0, 1]) :]
        return text

    def dressed(self, part: str) -> str:
        single = part.replace("'", "'\\''")
        return self.rnd.choice(
            ["%s", "%s", "%s", "( %s )", "{ %s; }", "echo \"$(%s)\"", "echo '%q'", "echo \"%d\"", "cat <<'EOF'\n%s\nEOF\n", "cat <<EOF\n%s\nEOF\n", "# %s\n",
             "if true; then %s; fi", "! %s", "time %s", "pytest -k '%q'", "x=$(%s)", "grep '%q' f", "${x:-%s}", "\\%s", "'%q'", "$'%q'", "[[ a == '%q' ]]",
             "for i in 1; do %s; done", "case x in x) %s;; esac", "pytest <(%s)", "echo $((1 + $(%s; echo 1)))", "printf '%%s' '%q'", "%s 2>&1", "xargs -n1 %s"]
        ).replace("%s", part).replace("%q", single).replace("%d", part.replace('"', '\\"').replace("$", "\\$").replace("`", "\\`"))  # fmt: skip


def changed(shell: str, lines: list[str]) -> list[list[str]]:
    """For each line the files that it left or changed in its folder."""
    box = tempfile.mkdtemp()
    try:
        folder = Path(box, "bin")
        folder.mkdir()
        for name in REAL.split():
            path = shutil.which(name, path="/usr/bin:/bin")
            if path:
                (folder / name).symlink_to(path)
        for names, text in ((STANDINS, "#!/bin/sh\n: > \"PWNED.${0##*/}\"\n"), (QUIET, "#!/bin/sh\nexit 0\n")):
            for name in names.split():
                (folder / name).write_text(text)
                (folder / name).chmod(0o755)
        Path(box, "in.json").write_text(json.dumps([shell, lines]))
        Path(box, "run.py").write_text(RUNNER)
        subprocess.run(
            ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--bind", box, "/mnt", "--unshare-all", "--die-with-parent",
             "--", getattr(sys, "_base_executable", sys.executable), "-I", "/mnt/run.py"],
            check=True,
        )  # fmt: skip
        found: list[list[str]] = json.loads(Path(box, "out.json").read_text())
        return found
    finally:
        shutil.rmtree(box, ignore_errors=True)


def holes(shell: str, state: str, seed: int, count: int) -> tuple[list[tuple[str, list[str]]], int]:
    """``(lines let through that changed something, how many were let through)``."""
    root = tempfile.mkdtemp()
    try:
        place = Place(Path(root))
        maker = Lines(seed)
        lines = (line for line in (maker.line() for _ in range(count)) if "\0" not in line)
        passed = [line for line in lines if judge(place, STATES[state], "Bash", {"command": line}) is None]
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return [(line, files) for line, files in zip(passed, changed(shell, passed), strict=True) if files], len(passed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shell", default="bash")
    parser.add_argument("--state", default="listed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20000)
    options = parser.parse_args()
    found, passed = holes(options.shell, options.state, options.seed, options.count)
    for line, files in sorted(found, key=lambda hole: len(hole[0]))[:25]:
        print(repr(line), files)
    print("%s, %s, seed %d: %d lines, %d let through, %d holes" % (options.shell, options.state, options.seed, options.count, passed, len(found)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
