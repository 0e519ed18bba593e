"""Settings of gh and jj that name a program: it would run later, in a person's terminal too. gh-config(1), gh-alias(1), jj-config(1)."""

from statewright.policy.protecting.gitruns import SWITCHES, plain_tool
from statewright.policy.words.patterns import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

RUNS = "!%s would name a program that runs later, outside the agent's calls.|Ask the person to set it; plain tools (less, vim, delta) may be set."
GH = ("pager", "editor", "browser", "git_protocol_command")
JJ = ("ui.pager", "ui.editor", "ui.diff-editor", "ui.merge-editor", "ui.diff-formatter", "ui.diff.tool", "signing.backends.gpg.program")
JJ_STARTS = ("merge-tools.", "fix.tools.", "aliases.", "git.executable", "signing.backends.")


def named(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The fault of a command that sets such a setting, "" for the others."""
    words = [word for word in call.words[1:] if word.text[:1] != "-"]
    texts = [word.text for word in words]
    if call.name == "gh" and texts[:2] in (["alias", "set"], ["alias", "import"]):
        values = [pattern for word in words[2:] for pattern in scene.names.patterns(word)]
        shell = any(text in ("-s", "--shell") for text in call.texts) or any(value[:1] == "!" for value in values)
        return RUNS % call.show() if shell or texts[1] == "import" else ""
    if texts[:2] != ["config", "set"]:
        return RUNS % call.show() if call.name == "jj" and texts[:2] == ["config", "edit"] else ""
    keys = [plain(pattern) for word in words[2:3] for pattern in scene.names.patterns(word)]
    given = [plain(pattern) for word in words[3:] for pattern in scene.names.patterns(word)]
    telling = any(key is None or (key in GH if call.name == "gh" else key in JJ or key.startswith(JJ_STARTS)) for key in keys)
    if telling and any(value is None or not (value.lower() in SWITCHES or plain_tool(value)) for value in given):
        return RUNS % call.show()
    return ""
