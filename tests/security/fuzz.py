"""Differential fuzzing of a shell judge against bash itself.

    python3 fuzz.py --judge package.module:function [--seed N] [--count N] [--keep FILE]

The judge is called as function(command: str, state: dict) and returns True for "let through". Random lines are
put together from shell fragments around the payload `touch PWNED`; every line that the judge lets through is then run by
bash in an empty folder. The state permits `pytest` only and no write tool, so a new file of any name is a hole.
A judge that raises counts as "refused", one that takes more than a second on a line as a hang (reported too).
Runs inside bubblewrap (`bwrap`) with the whole disk read-only and no network; without bwrap it refuses to start.
Exit status: 0 no hole, 1 holes found, 2 wrong use.
"""

import argparse
import importlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile

STATE = {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["pytest"]}
PIECES = [
    "'",
    '"',
    "`",
    "$(",
    ")",
    "$'",
    "\\",
    "\n",
    " ",
    ";",
    "#",
    "<<EOF\n",
    "EOF",
    "\nEOF\n",
    "<<'EOF'\n",
    "<<-EOF\n",
    "<<<",
    "<<\\EOF\n",
    '<<"E F"\nE F\n',
    "{ ",
    "; }",
    "((",
    "))",
    "[[ ",
    " ]]",
    "[ ",
    " ] ",
    "$((",
    "${x:-",
    "}",
    "case x in x) ",
    ";;",
    ";&",
    " esac",
    "if ",
    "then ",
    " fi",
    "echo ",
    "pytest ",
    "&&",
    "|",
    "&",
    "|&",
    ">",
    "/dev/null",
    "=",
    "a",
    "x=",
    "x=(",
    "()",
    "! ",
    "<(",
    "$[",
    "]",
    "\\\n",
    "\t",
    "$",
    '"$(',
    '")',
    "(",
    " # ",
    "a[",
    "$x",
    '"$x"',
    "2>&1",
    "2>",
    "&>/dev/null",
    ">&2",
    "<",
    "for i in a; do ",
    " done",
    "function f ",
    "f() ",
    "!",
    "*",
    "?",
    "~",
    "%",
    "@",
    " == ",
    "==",
    "=~",
    "-eq ",
    "do ",
    "in ",
    "time ",
    "coproc ",
    "select ",
    "+=",
    "@(",
    "!(",
    "?(",
    "\\#",
    "\\\t",
    "\\ ",
    "\\;",
    "%s",
    '$"',
    "${",
    "$#",
    "$$",
    "${#",
    "0",
    "1",
    "-",
    "--",
    "/",
    ".",
    ",",
    "{a,b}",
    "\f",
    "\v",
    "\x0b",
    "\u00e9",
    "\u00a0",
    "+",
    "^",
    ":",
    ": ",
    "true ",
    "test ",
    "-f ",
    "-v ",
    "$'\\''",
    "'\\''",
    '\\"',
    "\\\\",
    "$\\\n",
    "&",
    " && ",
    " || ",
]
PAYLOADS = ["touch PWNED", "\ntouch PWNED\n", ";touch PWNED;", "\ntouch PWNED", "$(touch PWNED)", "`touch PWNED`", "touch PWNED "]
RUNNER = """
import json, os, shutil, subprocess, sys
out = []
for line in json.load(open('/mnt/in.json')):
    shutil.rmtree('/tmp/d', ignore_errors=True)
    os.mkdir('/tmp/d')
    try:
        subprocess.run(['bash', '-c', line], cwd='/tmp/d', stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=2, env={'PATH': '/mnt/bin:/usr/bin:/bin', 'HOME': '/tmp'})
    except subprocess.TimeoutExpired:
        pass
    out.append(sorted(os.listdir('/tmp/d')))
json.dump(out, open('/mnt/out.json', 'w'))
"""


def line(rnd):
    parts = [rnd.choice(PIECES) for _ in range(rnd.randint(1, 9))]
    parts.insert(rnd.randint(0, len(parts)), rnd.choice(PAYLOADS))
    if rnd.random() < 0.7:
        parts.insert(0, rnd.choice(["pytest ", "echo "]))
    return "".join(parts)


class Slow(Exception):
    pass


def ask(judge, s, slow):
    def stop(*_):
        raise Slow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        return bool(judge(s, STATE))
    except Slow:
        slow.append(s)
        return False
    except Exception:
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def run_in_sandbox(lines):
    box = tempfile.mkdtemp()
    try:
        os.mkdir(os.path.join(box, "bin"))
        stub = os.path.join(box, "bin", "pytest")
        with open(stub, "w") as f:
            f.write("#!/bin/sh\necho stub\n")
        os.chmod(stub, 0o755)  # noqa: S103
        with open(os.path.join(box, "in.json"), "w") as f:
            json.dump(lines, f)
        with open(os.path.join(box, "run.py"), "w") as f:
            f.write(RUNNER)
        subprocess.run(
            [
                "bwrap",
                "--ro-bind",
                "/",
                "/",
                "--dev",
                "/dev",
                "--proc",
                "/proc",
                "--tmpfs",
                "/tmp",
                "--bind",
                box,
                "/mnt",
                "--unshare-all",
                "--die-with-parent",
                "--",
                getattr(sys, "_base_executable", sys.executable),
                "-I",
                "/mnt/run.py",
            ],
            check=True,
        )
        with open(os.path.join(box, "out.json")) as f:
            return json.load(f)
    finally:
        shutil.rmtree(box, ignore_errors=True)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--judge", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20000)
    p.add_argument("--keep", help="write the holes to this JSONL file")
    o = p.parse_args()
    if shutil.which("bwrap") is None:
        print("fuzz: bubblewrap (bwrap) is needed to run the lines safely", file=sys.stderr)
        return 2
    sys.path.insert(0, os.getcwd())
    module, _, name = o.judge.partition(":")
    judge = getattr(importlib.import_module(module), name)
    rnd = random.Random(o.seed)  # noqa: S311
    lines = [line(rnd) for _ in range(o.count)]
    slow = []
    passed = [s for s in lines if ask(judge, s, slow)]
    holes = [(s, files) for s, files in zip(passed, run_in_sandbox(passed), strict=True) if files]
    for s, files in sorted(holes, key=lambda h: len(h[0]))[:25]:
        print(repr(s), files)
    if o.keep:
        with open(o.keep, "w") as f:
            f.writelines(json.dumps({"command": s, "files": files}) + "\n" for s, files in holes)
    for s in slow[:5]:
        print("hang", repr(s))
    print(f"{o.count} lines, {len(passed)} let through, {len(holes)} holes, {len(slow)} hangs")
    return 1 if holes or slow else 0


if __name__ == "__main__":
    sys.exit(main())
