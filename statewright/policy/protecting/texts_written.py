"""Protected files that a program given as text writes: the scripts of sed and awk, and all others by texts.py."""

from statewright.policy.protecting.names import AWKS
from statewright.policy.protecting.texts import FOLDING, LONGEST, SCRIPTED, _joined, _patterned, program, swept, texts_of
from statewright.policy.texts.awk_calls import joined
from statewright.policy.texts.awk_programs import awk_writes, strings
from statewright.policy.texts.sed_scripts import sed_files
from statewright.policy.words.calls import Call
from statewright.policy.words.patterns import LITERAL
from statewright.policy.words.printing import unescaped
from statewright.policy.words.protected import names_one
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene


def sed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The files that a sed script writes by ``w``."""
    for word in call.words[1:]:
        fault = swept(call, word.text.replace("e git", " git"), scene)
        if fault:
            return fault
        for text in scene.names.patterns(word):
            for path in sed_files(text.partition("=")[2] if text[:2] == "--" else text):
                if scene.hit(path, bases) or (HOLE in path and names_one(scene.shown)):
                    return path
    filed = any(text[:6] == "--file" or (text[:1] == "-" and text[:2] != "--" and "f" in text) for text in call.texts[1:])
    for text in [*texts_of(call, scene), *_files(call, scene, bases)] if filed else ():
        for path in sed_files(text):
            if scene.hit(path, bases):
                return path
    return ""


def _files(call: "Call", scene: "Scene", bases: "list[str]") -> "list[str]":
    """What the files hold that a call's words name."""
    paths = [scene.guard.absolute(word.text.removeprefix("-f"), base) for word in call.words[1:] if word.static and word.text for base in bases]
    out: "list[str]" = []
    for path in paths:
        try:
            text = scene.event.facts.text(path) if scene.event.facts.kind(path) == "file" else None
        except ValueError:  # nobody may read it, or it is too large
            continue
        if text is not None and len(text) < LONGEST:
            out.append(text)
    return out


def awk(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The files that an awk program prints to or hands on: a text, texts side by side, a value that the call tells, a line of a file."""
    program = joined(call)
    if HOLE not in program and not awk_writes(program):
        return ""
    literals = [unescaped(value) for value in strings(program)]
    for path in (*literals, *[piece for text in literals for piece in text.split()], "".join(literals)):
        if path and (scene.hit(path, bases, "dots") or names_one(path)):
            return path
    fault = _joined(call, scene, "")
    if fault:
        return fault
    values = [text for some in scene.names.values.values() for text in some] if "ENVIRON" in program else []
    for word in call.words[1:]:
        for pattern in scene.names.patterns(word):
            value = pattern.replace(LITERAL, "")
            values.append(value.partition("=")[2] if HOLE not in program or "=" in value[:32] else value)
    values += [line for text in _files(call, scene, bases) for line in dict.fromkeys(text.split())]
    for value in values:
        if value and (scene.hit(value, bases) or names_one(value)):
            return value[:80]
    return ""


def written(call: "Call", scene: "Scene", bases: "list[str]", kind: str) -> str:
    """The protected path that a command's program text would write, "" when none."""
    fault = program(call, scene, kind)
    if not fault and kind == "interpreter":
        from statewright.policy.protecting import texts_touched

        fault = texts_touched.touched(call, scene, bases)
    if not fault and (kind == "interpreter" or call.name in SCRIPTED or call.name in FOLDING):
        from statewright.policy.protecting import texts_folders

        fault = texts_folders.taken(call, scene, bases)
    fed = any(text[:2] in ("-f", "-K") or text[:2] == "-n" or text[:6] in ("--file", "--conf") for text in call.texts[1:])
    handed = call.command.redirects or any(word.subst for word in call.words)
    if not fault and fed and handed and any(names_one(text) for text in texts_of(call, scene)):
        return "A path"
    if not fault and call.name in SCRIPTED:
        fault = _patterned(call, scene, bases)
    if not fault and call.name in ("sed", "gsed", "ssed"):
        return sed(call, scene, bases)
    if not fault and call.name in AWKS:
        return awk(call, scene, bases)
    if not fault and call.name in ("patch", "gpatch", "apply_patch", "applypatch"):
        from statewright.policy.protecting import patches as protection_patches

        return protection_patches.patched(call, call.words[1:], scene, bases)
    return fault
