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


CHANGED = "the compiled workflow %s was not written by statewright, or not for here; a person compiles it anew: statewright accept"
SUM = 32  # hex digits of a state's hash that its place holds


class Plan:
    """The workflow behind a run. The index is read only when another state is needed.

    It says where each state lies and what it hashes to, under a seal of the user's (store/seal.py); the snapshot, sealed as well,
    repeats that of its own state. So rules that a script wrote there bind nobody. data: the user's data folder. mend: compile it
    anew where it is not as it was written, once.
    """

    __slots__ = ("_base", "_head", "_known", "_mend", "data", "digest", "project")

    def __init__(self, project: str, digest: str, data: str, mend: bool = False) -> None:
        self.project = project
        self.digest = digest
        self.data = data
        self._mend = mend
        self._base = layout.plan_base(project, digest)
        self._head: Json | None = None
        self._known: dict[tuple[str, str], State] = {}

    def head(self) -> "Json":
        """The plan's index: machines, where each state lies, the project's settings."""
        if self._head is None:
            try:
                self._head = self._index()
            except Damaged:
                if not self._mend:
                    raise
                self._again()
                self._head = self._index()
        return self._head

    def _index(self) -> "Json":
        from statewright.store import seal  # only here: most calls stay in their state

        line = fast.read_file(self._base + ".json")
        if line is None:
            raise Damaged("the compiled workflow %s is missing" % self.digest[:12])
        body = seal.believed(self.data, self.project, "plan " + self.digest, line)
        if not body:
            raise Damaged(CHANGED % self.digest[:12])
        return _mapping(body, "the compiled workflow's index")

    def _again(self) -> None:
        from statewright.store.acceptance import ensure_plan

        self._mend = False
        ensure_plan(self.project, self.digest, self.data)
        self._head = None

    def whole(self) -> bool:
        """Whether index and states are as they were written."""
        try:
            return bool(fast.sha256(fast.read_file(self._base + ".plan") or b"") == self._index().get("sum"))
        except Damaged:
            return False

    def sum(self) -> str:
        """What the index hashes to without its seal; it holds the sum of the states' lines."""
        from statewright.store import seal

        return fast.sha256(seal.bare(fast.read_file(self._base + ".json") or b""))

    def place(self, machine: str, name: str) -> "list[Any]":
        """Offset, length and hash of a state; KeyError when there is none."""
        return self.head()["index"]["%s/%s" % (machine, name)]  # type: ignore[no-any-return]

    def known(self, snap: "Json") -> None:
        """Read the snapshot's own state from where the snapshot says it lies."""
        if snap["slice"]:
            try:
                self._read(snap["machine"], snap["state"], snap["slice"])
            except Damaged:  # compiled anew since, by another version of ours; or by nobody of ours
                if self.head()["index"].get("%s/%s" % (snap["machine"], snap["state"])) is None:
                    raise
                self.state(snap["machine"], snap["state"])

    def _read(self, machine: str, name: str, place: "Any") -> "State":
        try:
            line = fast.read_slice(self._base + ".plan", place[0], place[1])
        except FileNotFoundError:
            raise Damaged("the compiled workflow %s is missing" % self.digest[:12]) from None
        if place[2:] != [fast.sha256(line)[:SUM]]:
            raise Damaged(CHANGED % self.digest[:12])
        state = _mapping(line, "the compiled workflow")
        if state.get("m") != machine or state.get("s") != name:
            raise Damaged("the compiled workflow does not hold state %s where it should" % name)
        self._known[machine, name] = state
        return state

    def state(self, machine: str, name: str) -> "State":
        """The compiled state; KeyError when there is none."""
        found = self._known.get((machine, name))
        if found is not None:
            return found
        try:
            return self._read(machine, name, self.place(machine, name))
        except Damaged:
            if not self._mend:
                raise
            self._again()
            return self._read(machine, name, self.place(machine, name))

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
