"""What the people of a competition are called on public pages, by what is stored.

Everything that leaves the competition's people asks here: pages, feeds, files, pictures that are
shared, answers in other chats. The rule itself is `bot.texts.public_names`.
"""

from typing import TYPE_CHECKING

from bot.texts.public_names import Shown, labels, shown_as
from storage import people, publicity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.competitions.competition import Competition
    from engine.ids import PersonId


async def public_names(
    tx: "AsyncConnection", competition: "Competition"
) -> "Mapping[PersonId, str]":
    """Return what everybody who has a part in the competition is called before everybody.

    Arbiters hold an office: without a wish of their own their names are whole. `Catalogue.name`
    says a hidden one in the reader's language.
    """
    players = _in_order_of_entry(competition)
    everybody = list(dict.fromkeys((*players, *competition.arbiters)))
    known = {one.id: one for one in await people.several(tx, everybody)}
    default = Shown(await publicity.names_of(tx, competition.code) or Shown.FULL)
    shown = {
        who: shown_as(
            Shown(known[who].public_name) if known[who].public_name else None,
            default if who in players else Shown.FULL,
            minor=known[who].minor,
        )
        for who in everybody
    }
    names = {who: person.name for who, person in known.items()}
    return labels(everybody, names, shown)  # type: ignore[return-value,arg-type]  # PersonId is int


def _in_order_of_entry(competition: "Competition") -> "tuple[PersonId, ...]":
    """Return all who play or played, each once; nobody's place changes after the first start."""
    return tuple(
        dict.fromkeys(
            who
            for phase in competition.phases
            for who in (*phase.players, *(each.player for each in phase.withdrawn))
        )
    )
