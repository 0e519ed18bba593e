"""The whole page: one file, no script, nothing fetched. The same journal gives the same bytes."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from statewright import __version__
from statewright.report import sections, words
from statewright.report.markup import Html, join, length, many, moment, number, tag
from statewright.report.story import Story, read
from statewright.report.style import CSS
from statewright.report.timeline import timeline
from statewright.trace.aetp import NAMESPACE
from statewright.trace.values import text

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
PARTS = (("graph", "The way it went"), ("course", "Course and budgets"), ("refusals", "Refusals"), ("checks", "Checks"), ("approvals", "Approvals"),
         ("numbers", "Numbers"), ("timeline", "Timeline"))


def page(folder: Path) -> str:
    """The report of the run in this folder. FileNotFoundError when there is none, OSError when it cannot be read."""
    return render(read(folder))


def render(story: Story) -> str:
    """The page of a story."""
    name = words.workflow(story)
    word, kind, rest = words.status(story)
    body = tag(
        "body", tag("a", "Skip to the report", class_="skip", href="#report"), _header(story, name, word, kind, rest),
        tag("main", sections.graph(story), sections.stays(story), sections.refusals(story), sections.checks(story), sections.approvals(story),
            sections.states(story), timeline(story), id="report", tabindex=-1),
        _footer(story))
    head = tag("head", tag("meta", charset="utf-8"), tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
               tag("meta", name="viewport", content="width=device-width, initial-scale=1"), tag("meta", name="referrer", content="no-referrer"),
               tag("meta", name="generator", content="statewright"),
               tag("meta", name="color-scheme", content="light dark"), tag("title", f"{name}: {word.lower()} – statewright run report"),
               tag("style", Html(CSS)))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _header(story: Story, name: str, word: str, kind: str, rest: str) -> Html:
    took = story.ended - story.began
    facts: list[tuple[str, Any]] = [
        ("Started", moment(story.began, True)), ("Last recorded", moment(story.ended, True)), ("Took", length(took)), ("Steps", number(story.steps)),
        ("Tool calls", number(story.calls)), ("Refused", number(story.held)), ("Approvals asked", number(story.approvals.count)),
        ("Agent program", f"{text(story.start.get('harness'))} {story.version}".strip() or "unknown"),
    ]
    given = tag("dl", *(tag("div", tag("dt", term), tag("dd", value)) for term, value in facts), class_="facts")
    links = tag("ul", *(tag("li", tag("a", title, href=f"#{part}")) for part, title in PARTS))
    return tag("header", _fault(story), tag("p", "Run report", class_="kicker"), tag("h1", name),
               tag("p", tag("span", word, class_=f"mark {kind}".strip()), rest, class_="outcome"), _chain(story), given,
               tag("nav", links, aria_label="Sections"))


def _fault(story: Story) -> Html | None:
    """A broken chain comes before everything else: what follows is then only what the journal says now."""
    chain = story.chain
    if chain is None:
        return _alert("The journal is gone.", "Only the run's state is left; it holds no history.")
    if chain.ok:
        return None
    what = words.CHAIN.get(chain.kind, "it does not fit")
    line = f" at line {number(chain.line)}" if chain.line else ""
    return _alert(f"The trace's hash chain is broken{line}: {what}.",
                  f"Found: {chain.message}. What follows is what can still be read; it may not be what was written.")


def _alert(what: str, more: str) -> Html:
    return tag("div", tag("b", what), tag("p", more), class_="alert", role="note")


def _chain(story: Story) -> Html | None:
    chain = story.chain
    if chain is None or not chain.ok:
        return None
    notes = join(*(f" Note: {note}." for note in chain.notes))
    return tag("p", f"Hash chain whole: {many(chain.lines, 'line')}, head ", tag("code", chain.head[:16] or "none"), ".", notes, class_="small")


def _footer(story: Story) -> Html:
    run = text(story.start.get("run")) or text(story.snap.get("run"))
    trace = uuid.uuid5(NAMESPACE, f"{text(story.start.get('session'))}\n{run}")
    return tag("footer", tag("p", "Run ", tag("code", run or "unnamed"), ", trace ", tag("code", str(trace)), ", workflow ",
                             tag("code", (text(story.start.get("plan")) or text(story.snap.get("plan")))[:16] or "unknown"), "."),
               tag("p", f"Made by statewright {__version__} from the run's journal: names, times, counts and sizes. It holds no input, no output, "
                   "no path and nothing that a person or an agent typed. Times are UTC."))
