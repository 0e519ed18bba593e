"""Protection against ``find``: whether its roots and tests select a protected path, when it deletes or runs what changes files."""

from statewright.policy.outputs.find import matching
from statewright.policy.outputs.find_tests import EXECS
from statewright.policy.outputs.spared import gives
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.words.calls import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene

    Test = tuple[str, str, bool]  # name, value, whether it is negated

DELETES = ("-delete", "-fprint", "-fprint0", "-fprintf", "-fls")
READERS = frozenset(("grep", "wc", "ls", "cat", "echo", "head", "tail", "stat", "file"))


def found(call: Call, scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a find call would change, "" when none."""
    texts = call.texts
    if not any(text in DELETES or text in EXECS for text in texts):
        return ""
    for i, text in enumerate(texts):
        if text in DELETES[1:] and i + 1 < len(texts) and scene.hit_word(call.words[i + 1], bases):
            return texts[i + 1]
    if "-delete" not in texts and not _runs_writer(call, scene, bases):
        return ""
    return matching(call, scene.guard, scene.names, bases)


def _runs_writer(call: Call, scene: "Scene", bases: "list[str]") -> bool:
    context = Context(web=True)
    for i, word in enumerate(call.words):
        if word.text in EXECS and i + 1 < len(call.words):
            made = Call(call.command, call.texts[i + 1], call.number)
            end = next((k for k in range(i + 1, len(call.words)) if call.texts[k] in (";", "+")), len(call.words))
            made.words = call.words[i + 1 : end]
            checks = call.texts[i + 2 : i + 3] in (["-n"], ["--check"]) or made.name in ("tee", "sponge")  # for faults of syntax; they write it
            made.texts = ["x" if text == "{}" else text for text in call.texts[i + 1 : end] if checks or text != "{}"]
            if gives(made.texts):
                continue
            if made.name == "cp" and _copies(call, i + 1, scene, bases):
                continue
            if made.name.rpartition("/")[2] not in READERS and refusal(made, context) is not None:
                return True
    return False


def _copies(call: Call, i: int, scene: "Scene", bases: "list[str]") -> bool:
    from statewright.policy.protecting.reads import copies_from

    end = next((k for k in range(i, len(call.words)) if call.texts[k] in (";", "+")), len(call.words))
    made = Call(call.command, "cp", call.number)
    made.words, made.texts = call.words[i:end], call.texts[i:end]
    if "--parents" not in made.texts:
        return copies_from(made)
    from statewright.policy.protecting.paths import apart

    return apart(made, scene, bases)
