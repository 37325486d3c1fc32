"""Names of a competition's people on public pages, from the stored choices.

Everything that leaves the circle of participants uses these names: pages, feeds, files, shared
pictures, inline answers. `bot.texts.public_names` contains the rule.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.texts.public_names import NameVisibility, initials, labels, shown_as
from bot.texts.stand_ins import is_withdrawn
from engine.competitions.competition import Competition
from engine.ids import PersonId
from engine.person_names import name_key
from storage.competitions import publicity
from storage.people import known_names, people
from storage.people.people import Person
from storage.ratings import claimed_names, published_lists
from storage.ratings.person_keys import NIGHTLY, key_of
from storage.ratings.rated_row import RatedRow

HIDDEN_ON_LISTS: Final = "—"
"""A hidden name on a rating list, which has no entries to number."""


async def public_names(tx: AsyncConnection, competition: Competition) -> Mapping[PersonId, str]:
    """Return the public names of all participants of the competition.

    Arbiters have a public role, so their names appear in full unless they chose otherwise.
    `Catalogue.name` translates a hidden name.
    """
    everybody = everybody_of(competition)
    known = {person.id: person for person in await people.several(tx, everybody)}
    return await names_among(tx, competition, known)


async def names_among(
    tx: AsyncConnection, competition: Competition, known: Mapping[PersonId, Person]
) -> Mapping[PersonId, str]:
    """Return the public names from the people already loaded."""
    everybody = everybody_of(competition)
    players = set(_in_order_of_entry(competition))
    default = NameVisibility(await publicity.names_of(tx, competition.code) or NameVisibility.FULL)
    visibility = {
        who: visibility_of(known[who], default if who in players else NameVisibility.FULL)
        for who in everybody
    }
    names = {who: known[who].name for who in everybody}
    return labels(everybody, names, visibility)


def everybody_of(competition: Competition) -> list[PersonId]:
    """Return all participants of the competition: the players, then the arbiters."""
    return list(dict.fromkeys((*_in_order_of_entry(competition), *competition.arbiters)))


def _in_order_of_entry(competition: Competition) -> tuple[PersonId, ...]:
    """Return all present and former players once; positions never change after the first start."""
    return tuple(
        dict.fromkeys(
            who
            for phase in competition.phases
            for who in (*phase.players, *(each.player for each in phase.withdrawn))
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNames:
    """The public names on rating lists."""

    claimed: Mapping[str, str]
    """By key, the shortened names on officers' lists; every other name there is as published."""
    people: Mapping[str, str]
    """By key, every name on the nightly lists."""

    def of(self, kind: str, row: RatedRow) -> str:
        """Return the public name of a row of a list of that kind."""
        if kind in NIGHTLY:
            return self.people.get(row.key, HIDDEN_ON_LISTS)
        return self.claimed.get(row.key, row.player)

    @property
    def facts(self) -> tuple[object, ...]:
        """Return the facts that pages with these names depend on."""
        return sorted(self.claimed.items()), sorted(self.people.items())


async def listed_names(tx: AsyncConnection) -> ListNames:
    """Return the public names on all published lists."""
    rated = await rated_names(tx, await published_lists.rated_people(tx))
    return ListNames(claimed=await _claimed_names(tx), people=rated)


async def rated_names(tx: AsyncConnection, who: Collection[PersonId]) -> Mapping[str, str]:
    """Return the public names of people on the nightly lists, by their keys there.

    A list covers several competitions, so the strictest default of a person's competitions applies.
    A forgotten person has no name.
    """
    defaults = dict.fromkeys(who, NameVisibility.FULL)
    for person, names in await publicity.defaults_of(tx, who):
        defaults[person] = max(defaults[person], NameVisibility(names), key=_STRICTNESS.index)
    return {
        key_of(person.id): _on_list(person, defaults[person.id])
        for person in await people.several(tx, who)
    }


_STRICTNESS: Final = tuple(NameVisibility)
"""The forms of a name, from all to nothing."""


def visibility_of(person: Person, default: NameVisibility) -> NameVisibility:
    """Return how much of a person's name is public: as they chose, or by that default."""
    wish = NameVisibility(person.public_name) if person.public_name else None
    return shown_as(wish, default, minor=person.minor)


def _on_list(person: Person, default: NameVisibility, listed: str = "") -> str:
    """Return a person's public name on a list, which may have another spelling of it."""
    shown = visibility_of(person, default)
    if is_withdrawn(person.name) or shown is NameVisibility.HIDDEN:
        return HIDDEN_ON_LISTS
    name = listed or person.name
    short = initials(name) if shown is NameVisibility.INITIALS else name
    return short or HIDDEN_ON_LISTS


async def _unclaimed_names(tx: AsyncConnection) -> dict[str, str]:
    """Return, by key, the shortened names of people who have claimed none but are on a list.

    A name means them in any order of its words, and as an arbiter or a former name wrote it.
    """
    by_words: dict[tuple[str, ...], Person] = {}
    reserved = await people.reserved(tx)
    numbers = [person.id for person in reserved]
    former = await people.former_names_of_each(tx, numbers)
    spellings = await known_names.spellings_of_each(tx, numbers)
    for person in reserved:
        names = (person.name, *former[person.id], *spellings[person.id])
        by_words |= {_words(name): person for name in names}
    listed = await published_lists.names(tx) if by_words else {}
    return {
        key: _on_list(by_words[words], NameVisibility.FULL, player)
        for key, player in listed.items()
        if (words := _words(player)) in by_words
    }


def _words(name: str) -> tuple[str, ...]:
    """Return the normal form of a name whose words may have any order."""
    return tuple(sorted(name_key(name).split()))


async def _claimed_names(tx: AsyncConnection) -> Mapping[str, str]:
    """Return, by key, the shortened names of people on officers' lists.

    People are known there by the names that they claimed, and those who do not appear in full also
    by their own. A forgotten person is omitted, unless another person of that name chose to appear.
    """
    names = await _unclaimed_names(tx)
    claimed, unclaimed = set(), set()
    claims = await claimed_names.every(tx)
    claimants = await people.several(tx, {claim.person for claim in claims})
    by_number = {person.id: person for person in claimants}
    for number, key, player in claims:
        known = by_number[number]
        if is_withdrawn(known.name):
            unclaimed.add(key)
            continue
        claimed.add(key)
        names.pop(key, None)
        shown = visibility_of(known, NameVisibility.FULL)
        if shown is not NameVisibility.FULL:
            names[key] = initials(player) if shown is NameVisibility.INITIALS else HIDDEN_ON_LISTS
    listed = await published_lists.names(tx) if unclaimed else {}
    left_out = {key for key in listed if claimed_names.sealed(key) in unclaimed} - claimed
    return names | dict.fromkeys(left_out, HIDDEN_ON_LISTS)
