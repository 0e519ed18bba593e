"""Runs command lines in a real shell and reports every program it started."""

import os
import shutil
import signal
import subprocess
import tempfile

PROGRAMS = ["env", "timeout", "nice", "nohup", "xargs", "find", "stdbuf", "setsid", "bash", "sh", "cat", "ionice", "head", "tail"]
BASH = r"""
command_not_found_handle() { local r; printf -v r '%s\1' "$SWN" "$@"; printf '%s\2' "${r//$'\n'/$'\4'}" >>"$SWLOG"; return $(( ${#1} % 2 )); }
export -f command_not_found_handle
mapfile -d '' swlines < "$1"
ulimit -t 5
export SWN=0
for swline in "${swlines[@]}"; do
  printf '%s\3\2' "$SWN" >>"$SWLOG"
  ( unset swlines; eval "${swline}" ) </dev/null >/dev/null 2>&1
  SWN=$((SWN + 1))
done
"""
ZSH = r"""
command_not_found_handler() { local r; printf -v r '%s\1' "$SWN" "$@"; r=${r//$'\n'/$'\4'}; printf '%s\2' "$r" >>"$SWLOG"; return $(( ${#1} % 2 )) }
swlines=("${(@0)$(<$1)}")
ulimit -t 5
export SWN=0
for swline in "${swlines[@]}"; do
  printf '%s\3\2' "$SWN" >>"$SWLOG"
  ( unset swlines; eval "${swline}" ) </dev/null >/dev/null 2>&1
  SWN=$((SWN + 1))
done
"""
STUB = "#!/bin/sh\nr=$(printf '%s\\1' \"$SWN\" \"${0##*/}\" \"$@\"; printf '\\2')\nprintf '%s' \"$r\" >>\"$SWLOG\"\n"


class Witness:
    """A shell in a throw-away folder. Lines hold no slash but ``/dev/…``, so nothing outside it is touched."""

    def __init__(self, shell: str) -> None:
        self.shell = shell
        self.box = tempfile.mkdtemp()
        self.bin = os.path.join(self.box, "bin")
        self.folder = os.path.join(self.box, "folder")
        os.mkdir(self.bin)
        for name in PROGRAMS:
            path = shutil.which(name)
            if path:
                os.symlink(path, os.path.join(self.bin, name))
        for name in ("run1", "run2"):
            with open(os.path.join(self.bin, name), "w") as stub:
                stub.write(STUB)
            os.chmod(os.path.join(self.bin, name), 0o755)  # noqa: S103
        self.driver = os.path.join(self.box, "driver")
        with open(self.driver, "w") as driver:
            driver.write(BASH if shell == "bash" else ZSH)

    def close(self) -> None:
        shutil.rmtree(self.box, ignore_errors=True)

    def runs(self, lines: list[str]) -> list[list[list[str]]]:
        """For each line the argument lists of the programs it started. A line that hangs gives what it had started."""
        found: list[list[list[str]]] = []
        while len(found) < len(lines):
            rest = lines[len(found):]
            shutil.rmtree(self.folder, ignore_errors=True)
            os.mkdir(self.folder)
            source = os.path.join(self.box, "lines")
            with open(source, "wb") as out:
                out.write(b"".join(line.encode() + b"\0" for line in rest))
            log = os.path.join(self.box, "log")
            finished = self.start(source, log, 3)
            with open(log, "rb") as text:
                records = text.read().decode("utf-8", "replace").split("\2")
            begun = sum(record.endswith("\3") for record in records)
            found += self.parse(records, len(rest) if finished else max(begun, 1))
        return found

    def start(self, source: str, log: str, seconds: float) -> bool:
        options = ["--norc", "--noprofile"] if self.shell == "bash" else ["-f"]
        with open(log, "wb"):
            pass
        env = {"PATH": self.bin, "HOME": self.folder, "SWLOG": log, "LC_ALL": "C.UTF-8", "FUNCNEST": "30", "v": "vv"}
        shell = shutil.which(self.shell) or self.shell
        process = subprocess.Popen([shell, *options, self.driver, source], cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            process.communicate(timeout=seconds)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.stop(process)

    def stop(self, process: "subprocess.Popen[bytes]") -> None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        process.wait()

    def parse(self, records: list[str], count: int) -> list[list[list[str]]]:
        found: list[list[list[str]]] = [[] for _ in range(count)]
        for record in records:
            words = record.replace("\4", "\n").split("\1")[:-1]  # the shell would write a record with newlines in pieces
            if len(words) > 1 and words[0].isdigit() and int(words[0]) < count:
                found[int(words[0])].append(words[1:])
        return found
