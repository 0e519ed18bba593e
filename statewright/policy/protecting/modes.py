"""Protection against changes of mode and owner, and against folders of ours that a container is given."""

from statewright.policy.outputs.spared import gives
from statewright.policy.protecting.names import DOWNLOADS
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN
from statewright.policy.words.protected import names_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call


def moded(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """chmod, chown, chattr, setfacl: with -R a folder that holds protected files counts, when they would lose their owner's rights."""
    texts = [text for text in call.texts[1:] if text != "--"]
    deep = any((text[:1] == "-" and text[:2] != "--" and "R" in text) or (len(text) > 4 and abbreviates(text, "--recursive")) for text in texts)
    words = [word for word in call.words[1:] if word.static or not gives(call.texts)]
    found = next((one for word in words for one in [scene.hit_word(word, bases, "dots")] if one and HIDDEN not in one), "")
    found = found or _restored(call, scene, bases)
    if found:
        return found
    given = [text for text in texts if not (text[:1] == "-" and (text[:2] == "--" or "R" in text or not set(text[1:]) <= set("rwxXst")))]
    if any(len(text) > 4 and abbreviates(text.partition("=")[0], "--reference") for text in texts):
        takes = True  # what the other file has, nobody tells here
    elif call.name == "chmod":
        takes = bool(given) and (_takes(given[0]) or _closes(given[0]))
    elif call.name in ("chown", "chgrp"):
        takes = bool(given) and given[0].partition(":")[0] in ("nobody", "nogroup", "65534", "daemon", "bin")
    else:
        takes = True
    if not takes:
        return ""
    for word in call.words[1:]:
        for pattern in scene.names.patterns(word):
            own = any(scene.guard.real(scene.guard.absolute(pattern, base)) == scene.guard.real(scene.event.project) for base in bases)
            if HIDDEN in pattern and scene.hit(pattern, bases, "all"):
                return pattern
            if (deep or own) and pattern[:1] != "-" and scene.hit(pattern, bases, "all"):
                return "!%s would take the workflow's files from their owner.|Name the folders below the project." % call.show()
    return ""


def _restored(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """``setfacl --restore=FILE``: the file names the paths and what they get."""
    if call.name != "setfacl":
        return ""
    from statewright.policy.protecting.fed import listed

    for line in listed(call, ("--restore",), scene):
        if scene.hit(line.replace("# file: ", ""), bases, "dots"):
            return line
    return ""


def _takes(mode: str) -> bool:
    """Whether a mode leaves the owner without reading or writing."""
    if mode.isdigit():
        return len(mode) < 3 or mode[-3] not in "67"
    for clause in mode.split(","):
        who = clause[: min([i for i in (clause.find(c) for c in "+-=") if i >= 0] or [0])]
        rest = clause[len(who) :]
        if who and "u" not in who and "a" not in who:
            continue
        if (rest[:1] == "-" and any(c in rest for c in "rw")) or (rest[:1] == "=" and not ("r" in rest and "w" in rest)):
            return True
    return False


def _closes(mode: str) -> bool:
    """Whether a mode takes from the owner what a folder is entered by, and a hook is run by."""
    if mode.isdigit():
        return mode[-3:-2] not in ("5", "7", "1", "3")
    for clause in mode.split(","):
        who = clause[: min([i for i in (clause.find(c) for c in "+-=") if i >= 0] or [0])]
        rest = clause[len(who) :]
        if (not who or "u" in who or "a" in who) and ((rest[:1] == "-" and "x" in rest.lower()) or (rest[:1] == "=" and "x" not in rest.lower())):
            return True
    return False


def mounted(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """A download over one of our files; a container that is given one of our folders, or the project together with a command that names them."""
    if call.name in DOWNLOADS:
        from statewright.policy.protecting.downloads import downloaded

        return downloaded(call, scene, bases)
    mounts: "list[tuple[str, str]]" = []
    if call.name == "vagrant":
        mounts = [(".", "/vagrant")] if call.texts[1:2] == ["ssh"] else []  # the project's folder, as a machine has it unless told otherwise
    for i, word in enumerate(call.words if call.name != "vagrant" else ()):
        text = word.text
        if text in ("-v", "--volume", "--mount", "--bind", "--dev-bind") or text.startswith(("-v", "--volume=", "--mount=", "type=bind")):
            holder = call.words[i + 1] if text in ("-v", "--volume", "--mount", "--bind", "--dev-bind") and i + 1 < len(call.words) else word
            for pattern in scene.names.patterns(holder):
                source = pattern.partition("=")[2] if pattern[:2] == "--" else pattern[2:] if pattern[:2] == "-v" else pattern
                parts = [part for part in source.replace("src=", "source=").split(",") if part.startswith("source=")]
                source = parts[0][7:] if parts else source.partition(":")[0]
                if scene.hit(source, bases, "dots") and ":ro" not in pattern and "readonly" not in pattern:
                    return source
                if not scene.hit(source, bases, "all"):
                    continue
                if any(names_one(one) for one in call.texts[i + 1 :]):
                    return source
                there = [part.partition("=")[2] for part in pattern.split(",") if part.startswith(("dst=", "target=", "destination="))]
                behind = call.texts[i + 2] if text in ("--bind", "--dev-bind") and i + 2 < len(call.texts) else ""
                place = there[0] if there else behind or pattern.rpartition(source + ":")[2].partition(":")[0]
                mounts += [(source, place.rstrip("/"))] if place[:1] == "/" and len(place) > 1 else []
    if not mounts:
        return ""
    from statewright.policy.protecting.containers import inside

    return inside(call, mounts, scene, bases)
