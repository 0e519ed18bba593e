"""Merge our part into a file that is somebody else's, and give that file back byte for byte.

What the file was before is kept in the user's data folder. Where others changed it since, our part alone is taken out.
"""

import base64
import difflib
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from statewright.setup.launchers import SetupError, data_dir

Edit = Callable[[str], str]  # from the file's text to another; SetupError for a file that is not sound


@dataclass
class Change:
    """What happened, or would: the file, its text before and after, whether anything differs."""

    path: Path
    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Whether the text differs."""
        return self.before != self.after

    def diff(self) -> str:
        """A unified diff of the change."""
        lines = difflib.unified_diff(
            self.before.splitlines(keepends=True), self.after.splitlines(keepends=True), str(self.path), "%s (changed)" % self.path
        )
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def install(scope: str, path: Path, add: Edit, strip: Edit, dry_run: bool = False) -> Change:
    """Put our part into a file. strip: takes it out, add: puts it into a text without it. SetupError: nothing is changed then."""
    data = data_dir()
    with _locked(data):
        raw = path.read_bytes() if path.is_file() else None
        before = _decoded(path, raw)
        after = add(strip(before))
        change = Change(path, before, after)
        if not dry_run and change.changed:
            _remember(data, path, scope, raw, after, strip)
            _write(path, after)
        return change


def uninstall(path: Path, strip: Edit, dry_run: bool = False) -> Change:
    """Give a file back as it was; where others changed it since, take out our part alone."""
    data = data_dir()
    with _locked(data):
        raw = path.read_bytes() if path.is_file() else None
        before = _decoded(path, raw)
        record = _record(data, path)
        known = json.loads(record.read_text(encoding="utf-8")) if record.is_file() else None
        if known and raw is not None and hashlib.sha256(raw).hexdigest() == known["written"]:
            original = None if known["original"] is None else base64.b64decode(known["original"])
        else:
            stripped = strip(before)
            original = None if raw is None else raw if stripped == before else stripped.encode("utf-8")
        change = Change(path, before, _decoded(path, original))
        if dry_run:
            return change
        if original is None:
            path.unlink(missing_ok=True)
        elif original != raw:
            _write(path, original.decode("utf-8"))
        record.unlink(missing_ok=True)
        return change


def remembered() -> list[Path]:
    """Every file that an installation is remembered for."""
    found = []
    for record in sorted((data_dir() / "installs").glob("*.json")):
        try:
            found.append(Path(json.loads(record.read_text(encoding="utf-8"))["path"]))
        except (ValueError, TypeError, KeyError):
            continue  # a damaged record names no file; install.sh keeps the executables while it lies there
    return found


def _locked(data: Path) -> FileLock:
    data.mkdir(parents=True, exist_ok=True)
    return FileLock(str(data / "install.lock"), timeout=30)


def _record(data: Path, path: Path) -> Path:
    return data / "installs" / ("%s.json" % hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:24])


def _remember(data: Path, path: Path, scope: str, raw: bytes | None, after: str, strip: Edit) -> None:
    """Keep the original once: a second install over our own text keeps the first original."""
    record = _record(data, path)
    original = None if raw is None else base64.b64encode(raw).decode()
    if record.is_file():
        known = json.loads(record.read_text(encoding="utf-8"))
        if raw is not None and hashlib.sha256(raw).hexdigest() == known["written"]:
            original = known["original"]
        elif raw is not None:
            original = base64.b64encode(strip(raw.decode("utf-8")).encode()).decode()
    record.parent.mkdir(parents=True, exist_ok=True)
    body = {"path": str(path), "scope": scope, "original": original, "written": hashlib.sha256(after.encode()).hexdigest()}
    _write(record, json.dumps(body))


def _decoded(path: Path, raw: bytes | None) -> str:
    try:
        return "" if raw is None else raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SetupError("%s is not UTF-8 (byte %d); mend it first, nothing was changed" % (path, error.start)) from None


def _write(path: Path, text: str) -> None:
    """Replace a file in one step, through a link to what it names, keeping its mode."""
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name("%s.%d.new" % (target.name, os.getpid()))
    fresh.write_bytes(text.encode("utf-8"))
    if target.exists():
        fresh.chmod(target.stat().st_mode & 0o777)
    os.replace(fresh, target)
