"""Terms as texts: `shown.*` of the catalogues.

Terms are stored for as long as a list is published: keys of `shown.*` may be reworded, but not
removed.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from bot.ratings.jobs.terms import Fact, Line, Section
from bot.texts.messages import Param, Text, say


def section_text(section: Section) -> Text:
    """Return what a section is about."""
    return Text(f"shown.section.{section.code}", params_of(section.facts))


def step_text(line: Line) -> Text:
    """Return what a line tells of, without its figures."""
    return Text(f"shown.line.{line.code}", params_of(line.facts))


def line_text(line: Line) -> Text:
    """Return a line with its arithmetic and its value."""
    what = step_text(line)
    if line.expression:
        return say("shown.made", what=what, made=line.expression, value=line.value)
    return say("shown.valued", what=what, value=line.value) if line.value else what


def sheet_text(sections: Iterable[Section]) -> list[Text]:
    """Return how a player's numbers were made, a text for each number."""
    return [
        say(
            "shown.sheet",
            title=section_text(section),
            lines=[line_text(line) for line in section.lines] or None,
        )
        for section in sections
    ]


def kind_text(kind: str) -> Text:
    """Return what a list, or a game, of that kind is called."""
    return say(f"rating.kind.{kind}")


def params_of(facts: Mapping[str, Fact]) -> dict[str, Param]:
    """Return facts as a text takes them."""
    return {name: _param(name, fact) for name, fact in facts.items()}


def _param(name: str, fact: Fact) -> Param:
    if name == "type":
        return kind_text(str(fact))
    return fact.isoformat() if isinstance(fact, date) else fact
