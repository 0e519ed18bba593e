"""Commands that see another tree than the line does: what a path means below chroot and its like, or through a folder bound into another.

chroot(1), sudo(8), unshare(1), nsenter(1), proot(1), systemd-run(1), systemd.exec(5), systemd-nspawn(1), firejail(1), schroot(1).
"""

from statewright.policy.words.options import abbreviates
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

# name: the options (short, long) whose value is the new root; those with HOST:GUEST; "=" stands for the first operand.
ROOTS: "dict[str, tuple[tuple[str, ...], tuple[str, ...]]]" = {
    "chroot": (("=",), ()), "arch-chroot": (("=",), ()), "fakechroot": (("=",), ()), "sudo": (("-R", "--chroot"), ()),
    "unshare": (("-R", "--root"), ()),
    "nsenter": (("-r", "--root"), ()), "schroot": (("-d", "--directory"), ()),
    "proot": (("-r", "-R", "-S", "--rootfs"), ("-b", "-m", "--bind", "--mount")), "systemd-nspawn": (("-D", "--directory"), ("--bind",)),
    "systemd-run": (("RootDirectory",), ("BindPaths",)), "firejail": (("--chroot", "--private"), ("--bind",)),
    "bwrap": ((), ("--bind", "--dev-bind")),
    "jchroot": (("=",), ()),
}  # fmt: skip


def seen(found: "list[Call]", names: "Names") -> "list[tuple[str, str]]":
    """``(path inside, what it is outside)`` for every tree that a command of the line is started in."""
    out: "list[tuple[str, str]]" = []
    for call in found:
        if call.name not in ROOTS:
            continue
        roots, binds = ROOTS[call.name]
        values = [("/", value) for value in _values(call, roots, names)]
        if call.name == "firejail":
            values += [(names.event.home, value) for value in _values(call, ("--private",), names)]
        for value in _values(call, binds, names):
            host, sign, guest = value.replace(",", ":").partition(":")
            values.append((guest.partition(":")[0] if sign else host, host))
        if call.name == "bwrap":
            values += [(two, one) for one, two in _pairs(call, binds, names)]
        out += [(inside, "." if not outside.replace(HOLE, "").strip() else outside) for inside, outside in values]
    return out


def _values(call: "Call", wanted: "tuple[str, ...]", names: "Names") -> "list[str]":
    out: "list[str]" = []
    if wanted[:1] == ("=",):
        first = next((word for word in call.words[1:] if word.text[:1] != "-"), None)
        return names.patterns(first) if first is not None else []
    for i, word in enumerate(call.words[1:], 1):
        text = word.text
        after = call.words[i + 1] if i + 1 < len(call.words) else None
        name, sign, _ = text.partition("=")
        for one in wanted:
            front, holder = -1, word
            if one[:2] == "--" and len(name) > 3 and abbreviates(name, one):
                front, holder = (len(name) + 1, word) if sign else (0, after or word)
            elif one[:1] == "-" and one[:2] != "--" and text[:1] == "-" and text[:2] != "--" and one[1] in text[1:3]:
                at = text.index(one[1], 1)
                front, holder = (at + 1, word) if at + 1 < len(text) else (0, after or word)
            elif one[:1] != "-" and one + "=" in text:  # systemd's properties
                front = text.index(one + "=") + len(one) + 1
            if front >= 0:
                out += [pattern[front:].removeprefix("=") for pattern in names.patterns(holder)]
    return out


def _pairs(call: "Call", wanted: "tuple[str, ...]", names: "Names") -> "list[tuple[str, str]]":
    out = []
    for i, text in enumerate(call.texts[:-2]):
        if text in wanted:
            out += [(one, two) for one in names.patterns(call.words[i + 1]) for two in names.patterns(call.words[i + 2])]
    return out


def outside(pattern: str, trees: "list[tuple[str, str]]") -> "list[str]":
    """What a path may be outside: relative ones stand from the new root."""
    out = []
    for inside, real in trees:
        front = inside.rstrip("/") + "/"
        if pattern[:1] != "/":
            out.append(real.rstrip("/") + "/" + pattern if inside == "/" else "")
        elif (pattern.rstrip("/") + "/").startswith(front):
            out.append(real.rstrip("/") + "/" + pattern[len(front) :] if real != "/" else "/" + pattern[len(front) :])
    return [path for path in out if path]
