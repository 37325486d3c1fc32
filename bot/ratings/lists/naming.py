"""The names of people on nightly lists, which contain only keys made of their numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.terms import Fact, Section
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
    """Return the rows of a list of that kind with names; an officer's list already has them."""
    if not is_nightly(kind):
        return tuple(rows)
    names = await names_for(tx, [row.key for row in rows])
    return tuple(replace(row, player=names.get(row.key, HIDDEN_ON_LISTS)) for row in rows)


async def named_sections(tx: AsyncConnection, sections: Sequence[Section]) -> list[Section]:
    """Return the terms of a nightly list with names in place of keys."""
    texts = {
        fact
        for section in sections
        for facts in (section.facts, *(line.facts for line in section.lines))
        for fact in facts.values()
        if isinstance(fact, str)
    }
    names = await names_for(tx, texts)
    return [_named_section(section, names) for section in sections]


def _named_section(section: Section, names: Mapping[str, str]) -> Section:
    lines = tuple(replace(line, facts=_named_facts(line.facts, names)) for line in section.lines)
    return Section(section.code, _named_facts(section.facts, names), lines)


def _named_facts(facts: Mapping[str, Fact], names: Mapping[str, str]) -> dict[str, Fact]:
    return {name: _named_fact(fact, names) for name, fact in facts.items()}


def _named_fact(fact: Fact, names: Mapping[str, str]) -> Fact:
    """Return a person's name in place of their key; any other fact as it is."""
    if isinstance(fact, str) and person_of(fact) is not None:
        return names.get(fact, HIDDEN_ON_LISTS)
    return fact
