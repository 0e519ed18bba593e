"""Roads to a file by way of a process: ``/proc/PID/cwd``, ``/proc/PID/root``, ``/proc/PID/fd/N`` and ``/dev/fd/N``. proc(5)."""


ROOTS = (["cwd"], ["root"])
SIGNS = frozenset("*?[\0")


def process(path: str) -> "tuple[str, str]":
    """``(link, rest)`` of an absolute path through a process: link is "cwd", "root" or "fd" (rest: what follows its number).

    A name of the road may be a pattern. ``("", path)`` where it takes no such road. ``..`` is taken back up to the link alone: behind it, it belongs
    to where the link leads.
    """
    walked: "list[str]" = []
    parts = path.split("/")
    for i, part in enumerate(parts):
        if part == "..":
            walked = walked[:-1]
        elif part not in ("", "."):
            walked.append(part if SIGNS.isdisjoint(part) else _named(part, walked))
        if walked[:2] == ["dev", "fd"]:
            walked = ["proc", "self", "fd", *walked[2:]]
        behind = walked[2:] if walked[:1] == ["proc"] else []
        if len(behind) > 2 and behind[0] == "task":
            behind = behind[2:]
        rest = "/".join(parts[i + 1 :])
        if behind in ROOTS:
            return behind[0], rest
        if len(behind) == 2 and behind[0] == "fd":
            return "fd", rest
    return "", path


def _named(part: str, walked: "list[str]") -> str:
    """What a pattern stands for on such a road: the folder of processes, one of them, its folder or its root."""
    from statewright.policy.words.patterns import glob

    wanted = ("proc", "dev") if not walked else ("cwd", "root", "fd", "task") if walked[:1] == ["proc"] and len(walked) in (2, 4) else ()
    return next((one for one in wanted if glob(part, one)), part)


def held(path: str) -> bool:
    """Whether a path leads through a folder that a descriptor holds open: where that is, the path does not say."""
    if "/fd" not in path or path[:1] != "/":
        return False
    link, rest = process(path)
    return link == "fd" and bool(rest.strip("/."))
