"""Outages made good: every running game concerned gets back the days that ran (art. 7.1, 7.2).

What it cost is counted by `engine.games.outage`; here are found the days of each player, and given
back for an outage of our own. What an arbiter orders is `bot.service.days.outage_orders`. An outage
is written `FIRST:LAST`.
"""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from bot.service.days.grants import ARTICLE, Grant, give
from bot.service.play.games import SeenGame
from bot.texts.i18n import catalogue
from bot.texts.messages import Param, say
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.ids import Seat
from storage.people.people import Person

if TYPE_CHECKING:
    from bot.service.recording import Recorder


def about_of(outage: Outage) -> str:
    """Return the outage as buttons and questions carry it."""
    return f"{outage.first.isoformat()}:{outage.last.isoformat()}"


def outage_of(about: str) -> Outage:
    """Return the outage that is written there.

    Raises:
        GameStateError: it was never written by us.
    """
    first, _, last = about.partition(":")
    try:
        return Outage(date.fromisoformat(first), date.fromisoformat(last))
    except ValueError as error:
        raise GameStateError(Fault("button_unknown")) from error


async def lost_in(service: "Recorder", games: Iterable[SeenGame], outage: Outage) -> list[Grant]:
    """Return what each player of these games has lost; nothing where it cost him nothing.

    Days on which his sheets were still under way have cost him nothing (art. 7.1).
    """
    judged = [(seen, await service.arrivals.judged(seen.game)) for seen in games]
    return [
        Grant(seen, seat, days, outage)
        for seen, game in judged
        for seat in Seat
        if (days := days_lost(game, seat, outage, service.games.today(game)))
    ]


def given_in(games: Iterable[SeenGame], outage: Outage) -> list[Grant]:
    """Return the opposite of what was given for that outage in these games."""
    return [
        Grant(seen, seat, -days, outage)
        for seen in games
        for seat in Seat
        for made_good, days in seen.game.side(seat).made_good
        if made_good == outage
    ]


async def make_good(
    service: "Recorder", games: Iterable[SeenGame], outage: Outage, arbiter: Person
) -> int:
    """Give back at once what an outage of our own has cost; return in how many games it had.

    Nobody is charged for days on which he could not place. It is nobody's order; who answers for
    the games is noted with it, and he can take it back.
    """
    grants = await lost_in(service, games, outage)
    if grants:
        usual = say("outage.usual", **dated(outage))
        reason = catalogue(arbiter.language or "ro").plain(usual)
        order = Order(
            at=service.unit.now, arbiter=arbiter.id, article=ARTICLE, reason=reason, automatic=True
        )
        await give(service, order, "Tur-Retur", grants)
    return games_in(grants)


def dated(outage: Outage) -> dict[str, Param]:
    """Return the first and the last day of the outage, as sentences name them."""
    return {"first": outage.first.isoformat(), "last": outage.last.isoformat()}


def games_in(grants: Iterable[Grant]) -> int:
    """Return in how many games days are given."""
    return len({grant.seen.game.id for grant in grants})
