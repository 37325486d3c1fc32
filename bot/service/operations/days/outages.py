"""Gives back the days of an outage in every running game concerned (art. 7.1, 7.2).

`engine.games.outage` counts the days. This module finds each player's days, and gives them back for
the bot's own outage. `bot.service.operations.days.outage_orders` handles arbiters' orders. The code
of an outage is `FIRST:LAST`.
"""

from collections.abc import Iterable, Mapping
from itertools import chain

from bot.service.operations.days.grants import ARTICLE, Grant, give
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.days import OUTAGE, OutageAction
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Button, Param, say
from engine.games.orders import Order
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.ids import Seat
from storage.people.people import Person


def about_of(outage: Outage) -> str:
    """Return the outage's code for buttons and questions."""
    return OUTAGE.about(outage.first, outage.last)


def outage_of(about: str) -> Outage:
    """Return the outage of a code.

    Raises:
        GameStateError: the bot never wrote this code.
    """
    first, last, _ = OUTAGE.read(about)
    return Outage(first, last)


async def lost_in(readers: Readers, games: Iterable[GameSnapshot], outage: Outage) -> list[Grant]:
    """Return the lost days of these games' players as grants, those of one game together.

    A player without a loss has none. Days on which the sheets were on their way cost nothing (art.
    7.1).
    """
    timed_games = [
        (snapshot, await readers.arrivals.for_time_decisions(snapshot.game)) for snapshot in games
    ]
    return [
        Grant(snapshot, seat, days, outage)
        for snapshot, game in timed_games
        for seat in Seat
        if (days := days_lost(game, seat, outage, readers.games.today(game)))
    ]


def given_in(games: Iterable[GameSnapshot], outage: Outage) -> list[Grant]:
    """Return grants that take back what was given for that outage in these games."""
    return [
        Grant(snapshot, seat, -days, outage)
        for snapshot in games
        for seat in Seat
        for compensated, days in snapshot.game.side(seat).made_good
        if compensated == outage
    ]


async def make_good(
    recorder: Recorder, games_of: Mapping[Outage, Iterable[GameSnapshot]], arbiter: Person
) -> int:
    """Give back the days of the bot's own outages; return the number of games with losses.

    No player pays for days without a possible move. It is no arbiter's order; the arbiter in charge
    is recorded with it and can take it back.
    """
    lost = {outage: await lost_in(recorder, games, outage) for outage, games in games_of.items()}
    grants = [*chain.from_iterable(lost.values())]
    if grants:
        costly = [outage for outage, its_grants in lost.items() if its_grants]
        whole = Outage(min(each.first for each in costly), max(each.last for each in costly))
        usual = say("outage.usual", **day_facts(whole))
        reason = load_catalogue(arbiter.language).plain(usual)
        order = Order(
            at=recorder.unit.now, arbiter=arbiter.id, article=ARTICLE, reason=reason, automatic=True
        )
        await give(recorder, order, "Tur-Retur", grants)
    return games_in(grants)


def undo_button(outage: Outage, action: OutageAction = OutageAction.IN_PLACE) -> Button:
    """Return the button that takes the given days back again.

    `action`: where its question is shown, in place of the message or beside it.
    """
    return OUTAGE.button(say("button.undo"), outage.first, outage.last, action)


def day_facts(outage: Outage) -> dict[str, Param]:
    """Return the first and last day of the outage as facts."""
    return {"first": outage.first.isoformat(), "last": outage.last.isoformat()}


def games_in(grants: Iterable[Grant]) -> int:
    """Return the number of games with grants."""
    return len({grant.snapshot.game.id for grant in grants})
