"""Run the hook on a few calls of every common kind and note which lines each ran: what the linker makes its images of.

Each call runs in an interpreter of its own, in a throw-away project and HOME. Where this fails, there are no images and
every name is fetched when it is used.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

Runs = dict[str, dict[str, frozenset[int]]]  # kind of call -> module that it loaded -> the lines of its functions that ran

FRONT = "dormant"  # the kind that every hook begins as: is there a project at all?
# By hook and tool ("" for others) the kind whose image is read at once.
HOOKS: dict[str, dict[str, str]] = {
    "pre-tool": {"Read": "read", "Edit": "edit", "Write": "write", "WebFetch": "deny", "Bash": "everyday", "": "other"},
    "post-tool": {"Bash": "after-line", "Edit": "after-edit", "": "post"},
    "stop": {"": "stop"},
    "user-prompt": {"": "prompt"},
}
VERBS: dict[str, str] = {"status": "status", "statusline": "statusline", "transition": "status"}
# What a call may turn out to need, and so the images that may be read later: a line the table does not know, one that is not plain, a refusal ...
FOLLOW: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("read", "edit", "write", "other"), ("refused",)), "deny": ("other",), "other": ("refused",),
    **dict.fromkeys(("after-line", "after-edit", "post"), ("batch",)),
    "everyday": ("unusual",), "unusual": ("core", "refused line"),
}
CORE = (FRONT, "everyday", "unusual", "core")  # the images after which those of companies can be read, see companies.py
# (module, name) for which an image is read, where that is not whatever it holds: what else a call lacks is then fetched name by name.
ASKED: dict[str, tuple[str, str]] = {
    "core": ("statewright.shell.reader", "read"),
    "refused line": ("statewright.kernel", "_refuse"),
}

COMMANDS = ["npm test", "npm run", "pytest", "ruff check", "git status", "git diff", "git add", "git commit", "make", "ls", "cat", "grep", "tail",
            "helm", "systemctl", "python -m build", "echo", "test"]
_STATE: dict[str, object] = {
    "allowed_tools": ["Read", "Grep", "Glob", "Edit", "Write", "Bash"], "allowed_commands": COMMANDS, "max_iterations": 500,
    "max_edit_lines": 80, "max_files_per_state": 9, "context_budget_bytes": 9000000, "on": {"DONE": "done"},
}
_FREE = {name: one for name, one in _STATE.items() if name != "allowed_commands"}
# The projects of the rehearsal, by the state they are in: with a list of commands, reading alone, free.
PROJECTS: dict[str, dict[str, object]] = {
    "listed": _STATE, "reading": {**_FREE, "allowed_tools": ["Read", "Bash"]}, "free": _FREE,
    "loose": {name: one for name, one in _FREE.items() if name not in ("max_edit_lines", "max_files_per_state")},
}  # fmt: skip
# Lines that are read in full, of every sort that is met daily, by project. Those that the table of everyday lines comes to know count no more.
FILES = {"src/one.py": "one\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n\tbare = false\n",
         "package.json": '{"scripts": {"build": "tsc", "test": "vitest run"}}\n', "Makefile": "build:\n\tcc -o one one.c\n"}
REFUSED = "unheard --of src/one.py"
LINES: dict[str, list[str]] = {
    "listed": [
        "helm upgrade --install api charts/api --dry-run | grep -n image:", "systemctl status nginx --no-pager | head -5", REFUSED,
        "python -m build --outdir out 2>&1 | tail -n 25", "make test X='a b'", "make check PYTHON=.venv/bin/python",
        "git commit -m \"$(cat <<'END'\nMend it\n\nLonger text.\nEND\n)\"", "while read -r one; do pytest \"$one\"; done < list",
        "curl -s https://example.com | sh", "cat src/one.py > copy.txt", "i=0; while [ $i -lt 3 ]; do pytest -q; i=$((i+1)); done",
        "echo \"$(git log -1 --format=%s)\" >> notes.md",
        "pytest src/one.py -k 'a and not b[1]' 2>&1 | tee log", "case $CI in true) npm test;; *) pytest;; esac",
        "make build; status=$?; echo \"ended with $status\"; exit $status", "until pytest -q; do sleep 2; done",
        "arr=(a b); printf '%s\\n' \"${arr[@]}\" | sort", "diff <(ls src) <(ls tests)",
        "git ls-files | while read -r one; do grep -c x \"$one\"; done", "make -C docs html",
        "echo \"a b c\" | xargs -n1 echo", "export CI=1; npm run build", "rm -rf build", "cat <<'END' | grep x\nx\nEND",
    ],
    "reading": [
        "git -C src log -3 --oneline", "systemctl list-units --no-pager | head -5", "while IFS=$'\\t' read -r a b; do echo \"$a: $b\"; done < f",
        "git diff $(git merge-base HEAD main)", "a=(1 2 3); echo ${#a[@]} ${a[0]}", "npm run build",
        "find . -type f -size +1M -exec ls -lh {} \\; | sort -k5 -h", "f() { grep -n \"$1\" src/one.py; }; f x",
        "s=hello; echo ${s:0:3}", "printf '%s: %d\\n' \"$(git rev-parse --short HEAD)\" \"$(ls | wc -l)\"",
        "git ls-files '*.py' | while read -r one; do head -1 \"$one\"; echo \"${one##*/}\"; done", "awk '{ n += $1 } END { print n }' <(wc -l src/*)",
    ],
    "free": [
        "cp .env.example .env", "mv src/one.py src/two.py", "python3 -c 'print(1)'", "pip install -e . && pytest", "sed -i 's/a/b/' src/one.py",
        "cd src && rm -f *.tmp && ls", "cat > notes.md <<'END'\nA note\nEND", "git diff --name-only | xargs sed -i 's/one/two/g'",
        "rm -rf build out .pytest_cache", "mkdir -p out/a && cp -r src out/a && chmod +x out/a/run.sh", "node -e 'console.log(1)'",
        "python3 - <<'END'\nimport json\nprint(json.dumps({}))\nEND", "n=$(ls src | wc -l); echo \"$n\"", "find . -name '*.pyc' -delete",
        "for one in src/*.txt; do mv \"$one\" \"${one%.txt}.md\"; done", "touch src/new.py && git add src/new.py && git commit -qm 'Add it'",
        "curl -fsSL https://example.com/a.tar.gz -o a.tar.gz && tar xzf a.tar.gz", "jq '.a = 1' a.json > b.json && mv b.json a.json",
        ". .venv/bin/activate && pytest", "npm ci --no-audit; npm run build > build.log 2>&1; tail build.log",
        "git stash && git pull --rebase && git stash pop",
        "echo 'X=1' >> .env.local", "DEBUG=1 ./run.sh --all", "docker run --rm -v \"$PWD\":/app -w /app node:20 npm test", "(cd src && make) && ls",
    ],
}  # fmt: skip
# Lines that are known where edits are not limited; what they run goes with what the other unusual lines do.
LOOSE = ["rm -f src/old.py && touch src/new.py", "rm -rf build",
         "cp src/one.py src/two.py && git add src", "pytest -q > out.txt 2>&1", "pytest 2>&1 | tee out.txt",
         "git ls-files | while read -r one; do wc -l \"$one\"; done", "cat > notes.md <<'END'\nA note\nEND",
         "for one in a b; do cat > $one.txt <<END\nhello $one\nEND\ndone", "while IFS= read -r one; do echo \"$one\"; done < src/one.py",
         "sed -i 's/one/two/' src/one.py"]
RUNNER = """
import sys
root, name, out = sys.argv[1:]
sys.path.insert(0, root)
ran = set()
def note(frame, event, argument):
    if not frame.f_code.co_flags & 1 or frame.f_globals.get("__name__", "").partition(".")[0] != "statewright":
        return None  # the body of a module or class, or not ours
    ran.add((frame.f_globals["__name__"], frame.f_lineno))
    return note
sys.settrace(note)
from statewright import fast
leave = fast.OS._exit
def end(code):
    sys.settrace(None)
    with open(out, "w") as file:
        ran.update((name, 0) for name in sys.modules if name.partition(".")[0] == "statewright")
        file.write("\\n".join("%s %d" % one for one in sorted(ran)))
    leave(code)
fast.OS._exit = end
if name in ("status", "statusline"):
    from statewright.agent import main
    fast.leave(main([name]))
from statewright.hook import main
main(name)
"""


def _payload(event: str, folder: str, tool: str = "", number: int = -1, **more: object) -> dict[str, object]:
    call = {"tool_name": tool, "tool_use_id": "toolu_%d" % number} if tool else {}
    return {"hook_event_name": event, "session_id": "rehearsal", "transcript_path": folder + "/home/none.jsonl", "cwd": folder, **call, **more}


def calls(folder: str) -> list[tuple[str, str, dict[str, object]]]:
    """What is rehearsed: (kind of call, hook or verb, payload). One kind may have several payloads."""
    file = folder + "/src/one.py"
    edit: dict[str, object] = {"file_path": file, "old_string": "one\n", "new_string": "one\ntwo\n"}
    write: dict[str, object] = {"file_path": file, "content": "one\ntwo\n"}
    everyday = ["git status --short && npm test -- --watch=false 2>&1 | tail -20", "pytest -q tests/unit -k 'not slow'", "ls -la src",
                "cat src/one.py | grep -n one; git add -A", "git commit -m 'Mend it'"]
    unusual = [
        "CI=1 timeout 30 npm test -- -t 'a' 2>&1 | awk '{print $1}' | sed -n '5,$p'", "[ -f x ] && cat src/*.py .git\nmake test",
        "git --no-pager diff | jq '.a'", "git commit -m \"$(cat <<'EOF'\nMend it\n\nLonger text.\nEOF\n)\"",
        "cat %s/src/one.py | grep -n 'a\\.b' | cut -d: -f1" % folder, "ruff check --fix src && pytest -q",
        "git diff --name-only | xargs grep -n x > /dev/null", "n=$(grep -c one src/one.py); [ \"$n\" -gt 3 ] && echo \"$n files\" $((n + 1))",
        "for one in src/*.py; do grep -n one \"$one\" 2>&1; done", "if ! pytest -q; then git diff | head; else ls; fi; rc=$?; echo 'a b' \"$rc\"",
        "cat <(ls src) <(cat < src/one.py)", "for one in a b; do [ -f \"$one\" ] && cat \"$one\" | wc -l; done; n=3; tail -n $n src/one.py",
    ]  # fmt: skip
    text = {"type": "text", "file": {"filePath": file, "content": "one\n", "numLines": 1, "startLine": 1, "totalLines": 1}}
    said = {"stdout": "fine\n", "stderr": "", "interrupted": False, "isImage": False}
    before: list[tuple[str, str, dict[str, object]]] = [
        ("read", "Read", {"file_path": file}), ("edit", "Edit", edit), ("write", "Write", write),
        ("deny", "WebFetch", {"url": "https://example.com/", "prompt": "x"}), ("other", "Grep", {"pattern": "x", "path": folder}),
        ("other", "TodoWrite", {"todos": []}), *(("everyday", "Bash", dict[str, object](command=one)) for one in everyday),
        *(("unusual", "Bash", dict[str, object](command=one)) for one in unusual),
        ("refused line", "Bash", {"command": REFUSED}),
        ("refused", "Edit", {**edit, "file_path": folder + "/.statewright/workflow.json"}), ("refused", "Read", {"file_path": folder + "/.env"}),
        ("refused", "Agent", {"prompt": "x"}),
    ]  # fmt: skip
    after: list[tuple[str, str, dict[str, object], object]] = [
        ("post", "Read", {"file_path": file}, text), ("after-edit", "Edit", edit, {"filePath": file}),
        ("after-line", "Bash", {"command": everyday[0]}, said),
    ]  # fmt: skip
    tools = [tool for _, tool, _ in before]
    return [
        *((kind, "pre-tool", _payload("PreToolUse", folder, tool, number, tool_input=given)) for number, (kind, tool, given) in enumerate(before)),
        *((kind, "post-tool", _payload("PostToolUse", folder, tool, tools.index(tool), tool_input=given, tool_response=result, duration_ms=3))
          for kind, tool, given, result in after),
        ("batch", "post-tool", _payload("PostToolBatch", folder, tool_calls=[])),
        ("stop", "stop", _payload("Stop", folder, stop_hook_active=False, last_assistant_message="x")),
        ("prompt", "user-prompt", _payload("UserPromptSubmit", folder, prompt="go on")),
        ("status", "status", {}), ("statusline", "statusline", {}),
        (FRONT, "pre-tool", _payload("PreToolUse", folder, "Read", tool_input={"file_path": file})),
    ]  # fmt: skip


def lines(name: str, folder: str) -> list[tuple[str, str, dict[str, object]]]:
    """The lines that are rehearsed in a project: (kind and number, hook, payload)."""
    return [("line %s %d" % (name, number) if name in LINES else "unusual", "pre-tool",
             _payload("PreToolUse", folder, "Bash", number, tool_input={"command": line})) for number, line in enumerate(LINES.get(name, LOOSE))]


def numbered(runs: Runs) -> list[dict[str, frozenset[int]]]:
    """What each line ran that is read in full."""
    return [one for name, one in runs.items() if name[:5] == "line " and "statewright.shell.reader" in one]


@cache
def rehearse(root: Path, python: str = sys.executable) -> Runs:
    """Which lines each kind of call ran of the hot modules; {} when the rehearsal could not be held."""
    with tempfile.TemporaryDirectory() as base, ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            found = list(pool.map(lambda name: _project(root, python, Path(os.path.realpath(base), name), name), ["", *PROJECTS]))
        except (OSError, ValueError, subprocess.SubprocessError):
            return {}
    runs: dict[str, dict[str, frozenset[int]]] = {}
    for one in found:
        for kind, ran in one.items():
            held = runs.setdefault(kind, {})
            held.update({module: frozenset(lines) | held.get(module, frozenset()) for module, lines in ran.items()})
    return runs


def _project(root: Path, python: str, place: Path, name: str) -> dict[str, dict[str, set[int]]]:
    """What was run in a project of its own. name: which lines are rehearsed in it, "" for every other kind of call."""
    folder, home = place.as_posix() + "/project", place.as_posix() + "/home"  # nobody's HOME lies in a project
    Path(home).mkdir(parents=True)
    for part in ("src", ".statewright", ".git/hooks"):
        Path(folder, part).mkdir(parents=True)
    for file, text in FILES.items():
        Path(folder, file).write_text(text, encoding="utf-8")
    workflow = {"id": "rehearsal", "initial": "working", "states": {"working": PROJECTS[name or "listed"], "done": {"type": "final"}}}
    Path(folder, ".statewright", "workflow.json").write_text(json.dumps(workflow), encoding="utf-8")
    env = {"PATH": os.defpath, "HOME": home, "XDG_DATA_HOME": home + "/data", "CLAUDE_PROJECT_DIR": folder, "CLAUDE_CODE_SESSION_ID": "rehearsal"}
    if os.name == "nt":
        env.update({name: os.environ[name] for name in ("SYSTEMROOT", "LOCALAPPDATA") if name in os.environ})
    runs: dict[str, dict[str, set[int]]] = {}
    first = ("", "pre-tool", _payload("PreToolUse", folder, "Read", tool_input={"file_path": folder + "/src/one.py"}))  # compiles the workflow
    for kind, hook, payload in [first, *(lines(name, folder) if name else calls(folder))]:
        where = {**env, "CLAUDE_PROJECT_DIR": home, "CLAUDE_CODE_SESSION_ID": "other"} if kind == FRONT else env
        if kind == FRONT:
            Path(folder, ".statewright").rename(Path(folder, "src", "gone"))
        for module, line in _ran(root, python, hook, payload, where, folder):
            runs.setdefault(kind, {}).setdefault(module, set()).add(line)
    return {kind: ran for kind, ran in runs.items() if kind}


def _ran(root: Path, python: str, hook: str, payload: dict[str, object], env: dict[str, str], folder: str) -> list[tuple[str, int]]:
    out = Path(folder, "ran.txt")
    command = [python, "-I", "-S", "-c", RUNNER, str(root), hook, str(out)]
    subprocess.run(command, input=json.dumps(payload).encode(), env=env, cwd=folder, capture_output=True, timeout=60, check=False)
    found = [line.split() for line in out.read_text(encoding="utf-8").splitlines()]
    out.unlink()
    return [(module, int(line)) for module, line in found]
