"""Names of a competition's people on public pages, from the stored choices.

Everything that leaves the circle of participants uses these names: pages, feeds, files, shared
pictures, inline answers. `bot.texts.public_names` contains the rule.
"""

from typing import TYPE_CHECKING, Final

from bot.texts.i18n import is_withdrawn
from bot.texts.public_names import Shown, initials, labels, shown_as
from storage.competitions import publicity
from storage.people import people
from storage.ratings import published as ratings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.competitions.competition import Competition
    from engine.ids import PersonId
    from storage.people.people import Person

HIDDEN_ON_LISTS: Final = "—"
"""A hidden name on a rating list, which has no entries to number."""


async def public_names(
    tx: "AsyncConnection", competition: "Competition"
) -> "Mapping[PersonId, str]":
    """Return the public names of all participants of the competition.

    Arbiters have a public role, so their names appear in full unless they chose otherwise.
    `Catalogue.name` translates a hidden name.
    """
    everybody = everybody_of(competition)
    known = {one.id: one for one in await people.several(tx, everybody)}
    return await names_among(tx, competition, known)


async def names_among(
    tx: "AsyncConnection", competition: "Competition", known: "Mapping[PersonId, Person]"
) -> "Mapping[PersonId, str]":
    """Return the public names from the people already loaded."""
    everybody = everybody_of(competition)
    players = set(_in_order_of_entry(competition))
    default = Shown(await publicity.names_of(tx, competition.code) or Shown.FULL)
    shown = {
        who: shown_as(
            Shown(known[who].public_name) if known[who].public_name else None,
            default if who in players else Shown.FULL,
            minor=known[who].minor,
        )
        for who in everybody
    }
    names = {who: known[who].name for who in everybody}
    return labels(everybody, names, shown)  # type: ignore[return-value,arg-type]  # PersonId is int


def everybody_of(competition: "Competition") -> "list[PersonId]":
    """Return all participants of the competition: the players, then the arbiters."""
    return list(dict.fromkeys((*_in_order_of_entry(competition), *competition.arbiters)))


def _in_order_of_entry(competition: "Competition") -> "tuple[PersonId, ...]":
    """Return all present and former players once; positions never change after the first start."""
    return tuple(
        dict.fromkeys(
            who
            for phase in competition.phases
            for who in (*phase.players, *(each.player for each in phase.withdrawn))
        )
    )


async def listed_names(tx: "AsyncConnection") -> "Mapping[str, str]":
    """Return, by key, the shortened names of people on published lists.

    Only people who have claimed a name on the lists are known there. A forgotten person is omitted,
    unless another person of that name chose to appear.
    """
    found: dict[str, str] = {}
    here, gone = set(), set()
    for person, key, player in await ratings.all_linked(tx):
        known = await people.get(tx, person)
        if is_withdrawn(known.name):
            gone.add(key)
            continue
        here.add(key)
        wish = Shown(known.public_name) if known.public_name else None
        shown = shown_as(wish, Shown.FULL, minor=known.minor)
        if shown is not Shown.FULL:
            found[key] = initials(player) if shown is Shown.INITIALS else HIDDEN_ON_LISTS
    listed = await ratings.names(tx) if gone else {}
    left_out = {key for key in listed if ratings.sealed(key) in gone} - here
    return found | dict.fromkeys(left_out, HIDDEN_ON_LISTS)
