"""The names of people on nightly lists, which contain only their numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.terms import CalculationStep, Fact, Section
from bot.runtime.public_names import HIDDEN_ON_LISTS, rated_names
from storage.ratings.person_keys import NIGHTLY, person_of
from storage.ratings.rated_row import RatedRow


def is_nightly(kind: str) -> bool:
    """Return whether the program publishes lists of that kind."""
    return kind in NIGHTLY


async def names_for(tx: AsyncConnection, keys: Iterable[str]) -> Mapping[str, str]:
    """Return the public names of these keys of people; other keys are left out."""
    people = [person for key in keys if (person := person_of(key)) is not None]
    return await rated_names(tx, people)


async def named_rows(
    tx: AsyncConnection, kind: str, rows: Sequence[RatedRow]
) -> tuple[RatedRow, ...]:
    """Return the rows of a list of that kind with names."""
    if not is_nightly(kind):
        return tuple(rows)
    names = await names_for(tx, [row.key for row in rows])
    return tuple(replace(row, player=names.get(row.key, HIDDEN_ON_LISTS)) for row in rows)


async def named_sections(tx: AsyncConnection, sections: Sequence[Section]) -> list[Section]:
    """Return the terms of a nightly list with names in place of keys."""
    facts = [
        fact
        for section in sections
        for each in (section.facts, *(line.facts for line in section.lines))
        for fact in each.values()
    ]
    names = await names_for(tx, {fact for fact in facts if isinstance(fact, str)})
    return [_named(section, names) for section in sections]


def _named(section: Section, names: Mapping[str, str]) -> Section:
    lines = tuple(_named_step(line, names) for line in section.lines)
    return Section(section.code, _named_facts(section.facts, names), lines)


def _named_step(step: CalculationStep, names: Mapping[str, str]) -> CalculationStep:
    return replace(step, facts=_named_facts(step.facts, names))


def _named_facts(facts: Mapping[str, Fact], names: Mapping[str, str]) -> dict[str, Fact]:
    return {
        name: names.get(fact, HIDDEN_ON_LISTS)
        if isinstance(fact, str) and person_of(fact) is not None
        else fact
        for name, fact in facts.items()
    }
