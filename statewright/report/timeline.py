"""The run step by step, folded by stay in a state. A long run shows its beginning and its end, and says what is between."""

from __future__ import annotations

from typing import Any

from statewright.report import words
from statewright.report.markup import Html, join, length, many, moment, number, tag
from statewright.report.nouns import Row
from statewright.report.sections import left, section
from statewright.report.story import Story

OPEN = 60  # steps up to which nothing is folded


def timeline(story: Story) -> Html:
    """The section."""
    if not story.steps:
        return section("timeline", "Timeline", tag("p", "The run has no step yet."))
    parts: list[Any] = []
    group: list[Row] = []
    gap = len(story.rows.first) if story.rows.left_out else -1
    for spot, row in enumerate(story.rows):
        if group and (row.stay != group[0].stay or spot == gap):
            parts.append(_group(story, group))
            group = []
        if spot == gap:
            parts += [left(story.rows.left_out, "step", " in between"), tag("p", "The whole run: statewright trace show", class_="small")]
        group.append(row)
    parts.append(_group(story, group))
    return section("timeline", "Timeline", tag("p", f"{many(story.steps, 'step')}. Times are UTC.", class_="lead"), *parts)


def _group(story: Story, rows: list[Row]) -> Html:
    first, last = rows[0], rows[-1]
    failed = sum(row.failed for row in rows)
    head = tag("summary", tag("b", words.label(story, first.place) or "no state"), tag("span", moment(first.at, True), class_="small"),
               tag("span", join(many(len(rows), "step"), f", {number(failed)} refused or failed" if failed else ""), class_="small"),
               tag("span", length(last.at - first.at), class_="small"))
    return tag("details", head, tag("ol", *(_row(story, row) for row in rows), class_="rows"), open=story.steps <= OPEN)


def _row(story: Story, row: Row) -> Html:
    said = words.said(row, words.label(story, row.place))
    what = join(f"{said} ", tag("code", words.event(story, row.name))) if row.what in ("transition", "fallback") and row.name else join(said)
    who = f" by {row.agent}" if row.agent not in ("", "main", "statewright") else ""
    took = length(row.seconds) if row.what == "call" and row.seconds else ""
    detail = ", ".join(part for part in (row.detail if row.what != "mode" else "", took) if part)
    return tag("li", moment(row.at), tag("span", what, who, class_="bad-word" if row.failed else None), tag("span", detail, class_="d"))
