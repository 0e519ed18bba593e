"""Roads to a file by way of a process: ``/proc/PID/cwd``, ``/proc/PID/root``, ``/proc/PID/fd/N`` and ``/dev/fd/N``. proc(5)."""


def process(path: str) -> "tuple[str, str]":
    """``(link, rest)`` of an absolute path through a process: link is "cwd", "root" or "fd" (rest: what follows its number).

    ``("", path)`` where it takes no such road. ``..`` is taken back up to the link alone: behind it, it belongs to where the link leads.
    """
    walked: "list[str]" = []
    parts = path.split("/")
    for i, part in enumerate(parts):
        if part == "..":
            walked = walked[:-1]
        elif part not in ("", "."):
            walked.append(part)
        if walked[:2] == ["dev", "fd"]:
            walked = ["proc", "self", "fd", *walked[2:]]
        behind = walked[2:] if walked[:1] == ["proc"] else []
        if len(behind) > 2 and behind[0] == "task":
            behind = behind[2:]
        rest = "/".join(parts[i + 1 :])
        if behind in (["cwd"], ["root"]):
            return behind[0], rest
        if len(behind) == 2 and behind[0] == "fd":
            return "fd", rest
    return "", path


def held(path: str) -> bool:
    """Whether a path leads through a folder that a descriptor holds open: where that is, the path does not say."""
    if "/fd" not in path or path[:1] != "/":
        return False
    link, rest = process(path)
    return link == "fd" and bool(rest.strip("/."))
