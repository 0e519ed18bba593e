"""How often a line runs what stands in a function's body: once for each call of it. Loaded for the lines alone that define one."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

LOOPS = ("for", "while", "until", "select")


class Times:
    """The calls of one line by their names."""

    __slots__ = ("by_name", "known")

    def __init__(self, found: "list[Call]") -> None:
        self.by_name: "dict[str, list[Call]]" = {}
        self.known: "dict[str, int | None]" = {}
        for call in found:
            if call.words and call.name:
                self.by_name.setdefault(call.name, []).append(call)

    def of(self, place: "tuple[str, ...]") -> "int | None":
        """How often what stands at a place is run; a body that nothing calls counts once, None where nobody can tell."""
        total: "int | None" = 1
        for part in place:
            if part[:9] == "function " and total is not None:
                count = self._called(part[9:])
                total = None if count is None else total * max(count, 1)
        return total

    def _called(self, name: str) -> "int | None":
        """By hand, not by recursion: functions may call each other in a chain as long as the line."""
        waiting = [name]
        while waiting:
            one = waiting[-1]
            callers = self.by_name.get(one, ())
            above = [part[9:] for call in callers for part in call.command.place if part[:9] == "function "]
            if any(part in LOOPS for call in callers for part in call.command.place) or any(other in waiting for other in above):
                self.known[one] = None  # again and again, or by itself
            missing = [other for other in above if other not in self.known] if one not in self.known else []
            if missing:
                waiting.append(missing[0])
                continue
            if one not in self.known:
                self.known[one] = self._sum(callers)
            waiting.pop()
        return self.known[name]

    def _sum(self, callers: "list[Call] | tuple[()]") -> "int | None":
        total = 0
        for call in callers:
            times = 1
            for part in call.command.place:
                if part[:9] == "function ":
                    more = self.known[part[9:]]
                    if more is None:
                        return None
                    times *= max(more, 1)
            total += times
        return total
