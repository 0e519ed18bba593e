"""The page's sections, one function each. A section without anything to show says so in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from statewright.report import words
from statewright.report.charts import course
from statewright.report.graph import drawing, machines
from statewright.report.markup import Html, join, length, many, moment, number, size, tag
from statewright.report.nouns import Approval, Stay, Tally
from statewright.report.story import Story

GRADES = "Grades, weakest first: observed (the hook saw the command end), measured (statewright ran it), attested (a person said so)."


def section(name: str, title: str, *parts: Any) -> Html:
    """A section with its heading."""
    return tag("section", tag("h2", title, id=f"{name}-h"), *parts, id=name, aria_labelledby=f"{name}-h")


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[Any]], numbers: frozenset[int] = frozenset(),
          pairs: bool = False) -> Html:
    """A table that becomes a list of cards on a phone. numbers: the columns set to the right; pairs: two of them side by side on a phone."""
    heads = list(heads)
    head = tag("tr", *(tag("th", name, scope="col", role="columnheader", class_="n" if spot in numbers else None) for spot, name in enumerate(heads)),
               role="row")
    body = [tag("tr", *(tag("td", tag("div", cell), data_label=heads[spot], role="cell", class_="n" if spot in numbers else None)
                        for spot, cell in enumerate(row)), role="row") for row in rows]
    return tag("table", tag("caption", caption) if caption else None, tag("thead", head, role="rowgroup"), tag("tbody", *body, role="rowgroup"),
               role="table", class_="pairs" if pairs else None)


def left(count: int, what: str, where: str = "") -> Html | None:
    """A line about what was left out."""
    return tag("p", f"{many(count, what)}{where} {'is' if count == 1 else 'are'} left out here.", class_="left") if count else None


def graph(story: Story) -> Html:
    """The state graph, a drawing for each machine the run was in."""
    names = machines(story)
    parts: list[Any] = []
    for name in names[:8]:
        picture, missing = drawing(story, name)
        if len(names) > 1:
            parts.append(tag("h3", name))
        parts.append(tag("div", picture, class_="wide", tabindex=0, role="region", aria_label=f"State graph of {name}, can be scrolled sideways"))
        parts.append(left(missing, "state", " of this machine"))
    if not story.plan.known:
        parts.insert(0, tag("p", "The compiled workflow of this run is gone, so the graph holds only what the trace names.", class_="lead"))
    key = tag("ul", tag("li", tag("i", class_="s"), "entered"), tag("li", tag("i", class_="t"), "way taken"), tag("li", tag("i"), "way not taken"),
              class_="key")
    return section("graph", "The way it went", *parts, key)


def stays(story: Story) -> Html:
    """Each stay in a state with what it used of its limits, and the course as a picture."""
    rows = [_stay(story, stay) for stay in story.stays]
    half = len(story.stays.first)
    heads = ("State", "Came by", "Entered", "Stayed", "Calls", "Result bytes", "Refused")
    parts: list[Any] = [tag("p", "Every stay in a state, and what it used of the state's limits. Limits start anew with each stay. Calls that do not "
                            "count, such as questions, task lists and statewright's own commands, are left out as far as the trace tells.",
                            class_="lead")]
    if story.course.cells:
        parts.append(course(story))
        if story.course.size > 1:
            parts.append(tag("p", f"A column stands for {number(story.course.size)} steps and shows the fullest of them.", class_="small"))
    if story.stays.left_out:
        parts += [table("The first stays", heads, rows[:half], frozenset((4, 5, 6))), left(story.stays.left_out, "stay", " in between"),
                  table("The last stays", heads, rows[half:], frozenset((4, 5, 6)))]
    else:
        parts.append(table("", heads, rows, frozenset((4, 5, 6))) if rows else tag("p", "The run entered no state."))
    return section("course", "Course and budgets", *parts)


def _stay(story: Story, stay: Stay) -> list[Any]:
    state = story.plan.states.get(stay.place)
    took = (stay.ended or story.ended) - stay.began
    return [words.label(story, stay.place), tag("code", words.event(story, stay.event)) if stay.event else "start", moment(stay.began),
            join(length(took), None if stay.ended else " so far" if not story.snap.get("final") else ""),
            _used(number(stay.used), stay.used, state.calls if state else 0, number),
            _used(size(stay.size), stay.size, state.size if state else 0, size), number(stay.held)]


def _used(said: str, used: int, limit: int, unit: Any) -> Html:
    if not limit:
        return join(said)
    share = min(100 * used // limit, 100)
    return join(f"{said} of {unit(limit)}", tag("span", class_="bar over" if used >= limit else "bar", style=f"--full:{share}%", aria_hidden="true"))


def refusals(story: Story) -> Html:
    """What was refused: by rule, state and tool first, then one by one."""
    if not story.held:
        return section("refusals", "Refusals", tag("p", "Nothing was refused."))
    counts: dict[str, int] = {}
    rows = []
    for key, tally in sorted(story.rules.rows.items(), key=lambda row: -row[1].held)[:30]:
        rule, _, rest = key.partition(" ")
        place, _, name = rest.partition(" ")
        counts[rule] = counts.get(rule, 0) + tally.held
        rows.append([tag("code", rule), words.rule(rule) if place else "Further rules, states and tools.", words.label(story, place) if place else "",
                     name, number(tally.held)])
    single = [tag("li", moment(one.at), join(tag("b", one.name or "unnamed"), f" in {words.label(story, one.place)}",
                                             f", guards: {', '.join(one.guards)}" if one.guards else ""), tag("span", one.rule, class_="d"))
              for one in story.refusals]
    half = len(story.refusals.first)
    listed = [tag("ol", *single[:half], class_="rows"), left(story.refusals.left_out, "refusal", " in between"),
              tag("ol", *single[half:], class_="rows") if single[half:] else None]
    return section(
        "refusals", "Refusals",
        tag("p", f"{many(story.held, 'call or event', 'calls or events')} refused. The rule tells why; words that people or agents typed are never "
            "in a trace.", class_="lead"),
        table("", ("Rule", "What it means", "State", "Tool or event", "Times"), rows, frozenset((4,))),
        left(len(story.rules.rows) - len(rows), "combination", " with fewer refusals"),
        tag("details", tag("summary", "One by one"), *listed))


def checks(story: Story) -> Html:
    """The declared checks' results, with grades, and what stands now."""
    if not story.checks.rows:
        return section("checks", "Checks", tag("p", "No check was run."))
    known = story.snap.get("checks") if isinstance(story.snap.get("checks"), dict) else {}
    rows = []
    for name, check in story.checks.rows.items():
        _, at, result, grade = list(check.runs)[-1]
        now = known.get(name) if isinstance(known, dict) else None
        stale = isinstance(now, dict) and _stale(now.get("clock"), story.snap.get("clock"))
        word = tag("span", result or "unknown", class_="good-word" if result == "passed" else "bad-word")
        last = join(word, ", stale since" if stale else None)
        rows.append([name, last, grade or "unknown", moment(at), number(check.passed), number(check.failed)])
    return section("checks", "Checks", tag("p", GRADES, class_="lead"),
                   table("", ("Check", "Last result", "Grade", "At", "Passed", "Failed"), rows, frozenset((4, 5))))


def _stale(clock: Any, now: Any) -> bool:
    return isinstance(clock, int) and isinstance(now, int) and clock < now


def approvals(story: Story) -> Html:
    """What a person was asked, and what became of it."""
    if not story.approvals.count:
        return section("approvals", "Approvals", tag("p", "No approval was asked for."))
    rows = []
    for one in story.approvals:
        way = f"{words.label(story, one.source)} to {words.label(story, one.target)}"
        after = join(length(one.answered - one.asked), f", {words.ROADS.get(one.road, one.road)}" if one.road else "") if one.answered else join(
            "until ", moment(one.deadline, True))
        rows.append([tag("code", words.event(story, one.event) or "unnamed"), way, moment(one.asked, True), _answer(one), after])
    return section("approvals", "Approvals", table("", ("Event", "Way", "Asked", "Answer", "After"), rows),
                   left(story.approvals.left_out, "approval", " in between"))


def _answer(one: Approval) -> Html:
    kind = {"approved": "good", "": "warn"}.get(one.answer, "bad")
    return tag("span", one.answer or "open", class_=f"mark {kind}")


def states(story: Story) -> Html:
    """Numbers for each state, agent, tool and model."""
    tokens = bool(story.models.rows)
    caption = "A model's message belongs to the state of its first call; one without a call is its agent's alone." if tokens else ""
    parts: list[Any] = [_numbers("States", "State", story, story.states.rows, tokens, True, caption),
                        _numbers("Agents", "Agent", story, story.agents.rows, tokens), _numbers("Tools", "Tool", story, story.tools.rows, False)]
    if tokens:
        rows = [[name, number(row.calls), number(row.tokens_in), number(row.tokens_out)] for name, row in story.models.rows.items()]
        gap = f" {many(story.unread, 'place')} in the agent program's transcript could not be read." if story.unread else ""
        heads = ("Model", "Messages", "Input tokens", "Output tokens")
        parts += [tag("h3", "Models"), table(f"Input tokens include what came from a cache.{gap}", heads, rows, frozenset((1, 2, 3)), True)]
    return section("numbers", "Numbers", *parts)


def _numbers(title: str, what: str, story: Story, rows: dict[str, Tally], tokens: bool, entered: bool = False,
             caption: str = "") -> Html | None:
    if not rows:
        return None
    heads = [what, *(["Entered", "Time"] if entered else []), "Calls", "Failed", "Refused", "Bytes",
             *(["Tokens in", "Tokens out"] if tokens else [])]
    body = [[words.label(story, name) if entered else name or "unnamed", *([number(row.entered), length(row.seconds)] if entered else []),
             number(row.calls), number(row.failed), number(row.held), size(row.size),
             *([number(row.tokens_in), number(row.tokens_out)] if tokens else [])] for name, row in list(rows.items())[:60]]
    return join(tag("h3", title), table(caption, heads, body, frozenset(range(1, len(heads))), True), left(len(rows) - len(body), "row"))
