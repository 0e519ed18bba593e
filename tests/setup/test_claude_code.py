"""Our entries go into Claude Code's settings and come out again, byte for byte."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from statewright.setup import claude_code
from statewright.setup.launchers import SetupError

FOREIGN = {
    "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}], "Stop": []},
    "model": "x",
    "a": {"b": [1, 2]},
}
HOOKS = Path("/data/statewright/hooks")


TEXTS = [
    "{}",
    "{}\n",
    "{\n}\n",
    '{"model": "x"}',
    '{\n  "model": "ü",\n  "x": []\n}\n',
    '{\r\n\t"model": "x"\r\n}\r\n',
    '{\n    "hooks": {}\n}',
    json.dumps(FOREIGN),
    json.dumps(FOREIGN, indent=4) + "\n",
    json.dumps(FOREIGN, indent="\t"),
    '{"hooks": {"PreToolUse": []}, "z": 1}  \n',
]


@pytest.mark.parametrize("text", TEXTS)
def test_uninstall_gives_the_file_back_byte_for_byte(home: Path, text: str) -> None:
    path = home / "settings.json"
    path.write_bytes(text.encode())
    claude_code.install("user", path, HOOKS)
    merged = json.loads(path.read_text(encoding="utf-8"))
    assert {event for event, *_ in claude_code.EVENTS} <= set(merged["hooks"])
    assert claude_code.uninstall(path).changed
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("text", TEXTS)
def test_every_foreign_byte_stays_in_its_order(home: Path, text: str) -> None:
    path = home / "settings.json"
    path.write_bytes(text.encode())
    after = claude_code.install("user", path, HOOKS).after
    rest = iter(after)
    assert all(letter in rest for letter in text.strip()), "the old text is a subsequence of the new"
    old, new = json.loads(text), json.loads(after)
    for key, value in old.items():
        if key != "hooks":
            assert new[key] == value
    for event, groups in old.get("hooks", {}).items():
        assert new["hooks"][event][: len(groups)] == groups


def test_a_second_install_changes_nothing_and_an_upgrade_replaces(home: Path) -> None:
    path = home / "settings.json"
    path.write_text('{\n  "model": "x"\n}\n', encoding="utf-8")
    claude_code.install("user", path, HOOKS)
    once = path.read_bytes()
    assert not claude_code.install("user", path, HOOKS).changed
    claude_code.install("user", path, Path("/elsewhere/statewright/hooks"))
    text = path.read_text(encoding="utf-8")
    assert "/data/" not in text
    assert text.count("pre-tool") == 1
    claude_code.install("user", path, HOOKS)
    assert path.read_bytes() == once
    claude_code.uninstall(path)
    assert path.read_text(encoding="utf-8") == '{\n  "model": "x"\n}\n'


def test_what_others_changed_since_is_kept(home: Path) -> None:
    path = home / "settings.json"
    path.write_text(json.dumps(FOREIGN, indent=2), encoding="utf-8")
    claude_code.install("user", path, HOOKS)
    path.write_text(path.read_text(encoding="utf-8").replace('"model": "x"', '"model": "y"'), encoding="utf-8")
    claude_code.uninstall(path)
    left = json.loads(path.read_text(encoding="utf-8"))
    assert left["model"] == "y"
    assert left["hooks"]["PreToolUse"] == FOREIGN["hooks"]["PreToolUse"]  # type: ignore[index]
    assert "statewright" not in path.read_text(encoding="utf-8")


def test_a_file_we_made_is_removed(home: Path) -> None:
    path = home / ".claude" / "settings.json"
    claude_code.install("user", path, HOOKS)
    claude_code.uninstall(path)
    assert not path.exists()


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{'a': 1}", '{"a": 1,}', '{"a": 1, "a": 2}', "// x\n{}", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": {"Stop": [{}]}}'],
)
def test_broken_settings_are_refused_and_left_alone(home: Path, text: str) -> None:
    path = home / "settings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SetupError) as error:
        claude_code.install("user", path, HOOKS)
    assert "\n" not in str(error.value)
    assert "mend" in str(error.value)
    assert path.read_text(encoding="utf-8") == text


def test_dry_run_shows_the_change_and_makes_none(home: Path) -> None:
    path = home / "settings.json"
    path.write_text("{}\n", encoding="utf-8")
    change = claude_code.install("user", path, HOOKS, dry_run=True)
    assert "+" in change.diff()
    assert path.read_text(encoding="utf-8") == "{}\n"
    assert not (home / "data" / "statewright" / "installs").exists()


def test_shared_settings_name_no_path_of_this_machine(home: Path) -> None:
    text = json.dumps(claude_code.entries("project", HOOKS))
    assert str(HOOKS) not in text
    assert "$HOME" in text


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    doc=st.dictionaries(st.text(max_size=6).filter(lambda key: key != "hooks"), values, max_size=4),
    indent=st.sampled_from([None, 1, 2, 4, "\t"]),
    end=st.sampled_from(["", "\n", "\n\n"]),
    crlf=st.booleans(),
)
def test_any_settings_survive_a_round_trip(home: Path, doc: dict[str, object], indent: int | str | None, end: str, crlf: bool) -> None:
    path = home / "settings.json"
    text = json.dumps(doc, indent=indent) + end
    raw = (text.replace("\n", "\r\n") if crlf else text).encode()
    path.write_bytes(raw)
    claude_code.install("user", path, HOOKS)
    path.write_bytes(path.read_bytes() + b" ")  # somebody touched it: the record no longer fits
    claude_code.uninstall(path)
    assert path.read_bytes().rstrip() == raw.rstrip() or json.loads(path.read_bytes()) == doc


@pytest.mark.parametrize(("text", "line"), [
    ('{\n  // mine\n  "model": "x"\n}\n', "line 2: a comment"),
    ('{"model": "x" /* mine */}\n', "line 1: a comment"),
    ('{"model": "x"}\n// mine\n', "line 2: a comment"),
    ('{\n  "url": "http://x",\n  "hooks": {},\n}\n', "line 4: a comma before }"),
])  # fmt: skip
@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_a_file_with_comments_is_left_as_it_is_and_the_person_told_that_the_client_ignores_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str, text: str, line: str
) -> None:
    """Measured: Claude Code 2.1.332 ignores such a settings file in silence, so there is nothing to merge into."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(SetupError) as caught:
        claude_code.install("user", path, tmp_path / "hooks") if verb == "install" else claude_code.uninstall(path)
    assert line in str(caught.value) and "ignores the whole" in str(caught.value) and "nothing was changed" in str(caught.value)
    assert path.read_text() == text
