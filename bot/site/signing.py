"""The public part of an open sign-up: last day, number of seats, and public names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.texts.public_names import NameVisibility, labels, shown_as
from engine.competitions.sign_up import Limits, SignUpState
from engine.thinking_time import day_of
from storage.competitions import publicity, sign_ups
from storage.people import people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.competitions.competition import Competition


@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """An open sign-up as the site shows it."""

    last_day: date
    limits: Limits
    taken: int
    waiting: int
    names: Sequence[str]
    """The public names of the people with a seat, in the order of sign-up."""


async def signing_in(tx: "AsyncConnection", competition: "Competition") -> Signing | None:
    """Return the competition's open sign-up, or None."""
    one = await sign_ups.of(tx, competition.code)
    if one is None or one.closed_at is not None:
        return None
    found = await sign_ups.people_of(tx, competition.code)
    inside = [each for each in found if each.state is SignUpState.IN]
    order = [each.person for each in inside]
    default = NameVisibility(await publicity.names_of(tx, competition.code) or NameVisibility.FULL)
    shown: dict[int, NameVisibility] = {
        known.id: shown_as(
            NameVisibility(known.public_name) if known.public_name else None,
            default,
            minor=known.minor,
        )
        for known in await people.several(tx, order)
    }
    names = labels(order, {each.person: each.name for each in inside}, shown)
    return Signing(
        last_day=day_of(one.closes_at - timedelta(seconds=1), competition.rules.time_zone),
        limits=one.limits,
        taken=len({*order, *competition.phase.players}),
        waiting=sum(each.state is SignUpState.WAITING for each in found),
        names=tuple(names[who] for who in order),
    )
