"""A compiled workflow, read a state at a time: cost does not grow with the workflow."""

from statewright import fast
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json, State


class Damaged(Exception):
    """A file of ours does not hold what it must; the message says which. word: the fault in one word where somebody else may have done it."""

    word = ""


class Plan:
    """The workflow behind a run. The index is read only when another state is needed."""

    __slots__ = ("_base", "_head", "_known", "digest")

    def __init__(self, project: str, digest: str) -> None:
        self.digest = digest
        self._base = layout.plan_base(project, digest)
        self._head: Json | None = None
        self._known: dict[tuple[str, str], State] = {}

    def head(self) -> "Json":
        """The plan's index: machines, where each state lies, the project's settings."""
        if self._head is None:
            data = fast.read_file(self._base + ".json")
            if data is None:
                raise Damaged("the compiled workflow %s is missing" % self.digest[:12])
            self._head = _mapping(data, "the compiled workflow's index")
        return self._head

    def sum(self) -> str:
        """What the index hashes to; it holds the sum of the states' lines."""
        return fast.sha256(fast.read_file(self._base + ".json") or b"")

    def place(self, machine: str, name: str) -> "list[int]":
        """Offset and length of a state; KeyError when there is none."""
        return self.head()["index"]["%s/%s" % (machine, name)]  # type: ignore[no-any-return]

    def known(self, snap: "Json") -> None:
        """Read the snapshot's own state from where the snapshot says it lies."""
        if snap["slice"]:
            try:
                self._read(snap["machine"], snap["state"], snap["slice"])
            except Damaged:  # compiled anew since, by another version of ours
                if self.head()["index"].get("%s/%s" % (snap["machine"], snap["state"])) is None:
                    raise
                self.state(snap["machine"], snap["state"])

    def _read(self, machine: str, name: str, place: "Any") -> "State":
        try:
            state = _mapping(fast.read_slice(self._base + ".plan", place[0], place[1]), "the compiled workflow")
        except FileNotFoundError:
            raise Damaged("the compiled workflow %s is missing" % self.digest[:12]) from None
        if state.get("m") != machine or state.get("s") != name:
            raise Damaged("the compiled workflow does not hold state %s where it should" % name)
        self._known[machine, name] = state
        return state

    def state(self, machine: str, name: str) -> "State":
        """The compiled state; KeyError when there is none."""
        found = self._known.get((machine, name))
        return found if found is not None else self._read(machine, name, self.place(machine, name))

    def machine(self, name: str) -> "Json":
        """A machine's initial state and context; KeyError when there is none."""
        return self.head()["machines"][name]  # type: ignore[no-any-return]


def _mapping(data: bytes, what: str) -> "Json":
    try:
        value = fast.loads(data)
    except ValueError as error:
        raise Damaged("%s is damaged: %s" % (what, error)) from None
    if not isinstance(value, dict):
        raise Damaged("%s is damaged" % what)
    return value
