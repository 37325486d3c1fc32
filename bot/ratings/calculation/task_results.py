"""The results of a task, and how its lists and terms are stored: as compressed JSON."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any, Final

from bot.ratings.calculation.terms import CalculationStep, Fact, Facts, Section

Course = Sequence[tuple[date, int]]
"""The day of each of a player's tournaments, and the rating after it, in order."""
Courses = Mapping[str, Course]
"""A player's course on each kind of list."""

NO_COURSES: Final[Courses] = MappingProxyType({})
_COURSE: Final = "course"
"""The code of a course; it is stored among the sections, because old sheets have only those."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResults:
    """The results of a task, for storage."""

    result: Json
    """Lists, or tables."""
    book: bytes
    """The spreadsheet."""
    sheets: Mapping[str, tuple[str, Iterable[Section]]]
    """By key: a player's name, and the terms of their figures."""
    saved: bytes | None = None
    """The whole history, from which a later list can continue; None if the result is no rating."""
    courses: Mapping[str, Courses] = field(default_factory=dict)
    """By key: a player's ratings after each tournament."""


def pack(value: Any) -> bytes:
    """Return a JSON value, compressed."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode())


def unpack(packed: bytes) -> Any:
    """Return the JSON value that `pack` was given."""
    return json.loads(zlib.decompress(packed))


def pack_sheet(sections: Iterable[Section], courses: Courses) -> bytes:
    """Return a player's terms and past ratings, compressed: a list of `[code, facts, lines]`.

    The lines of a section are steps, `[code, facts, expression, value]`; those of a course are
    `[day, rating]`.
    """
    stored_courses = [
        [_COURSE, {"kind": kind}, [[day.isoformat(), rating] for day, rating in course]]
        for kind, course in courses.items()
    ]
    terms = [
        [
            section.code,
            _json_facts(section.facts),
            [
                [line.code, _json_facts(line.facts), line.expression, line.value]
                for line in section.lines
            ],
        ]
        for section in sections
    ]
    return pack(stored_courses + terms)


def unpack_courses(packed: bytes) -> Courses:
    """Return the past ratings in the packed sheet; empty if it has none."""
    return {
        facts["kind"]: [(date.fromisoformat(day), rating) for day, rating in lines]
        for code, facts, lines in unpack(packed)
        if code == _COURSE
    }


def unpack_sheet(packed: bytes) -> list[Section]:
    """Return the terms in the packed sheet, with dates as text."""
    return [
        Section(code, facts, tuple(CalculationStep(*line) for line in lines))
        for code, facts, lines in unpack(packed)
        if code != _COURSE
    ]


def _json_facts(facts: Mapping[str, Fact]) -> Facts:
    """Return facts in a form that JSON can represent."""
    return {
        name: fact.isoformat() if isinstance(fact, date) else fact for name, fact in facts.items()
    }
