"""Outages made good: every running game concerned gets back the days that ran (art. 7.1, 7.2).

An arbiter compensates the games he rules, an operator all of them; the bot its own outages, by
itself. The days are counted by `engine.games.outage`; the dialogue is `bot.handlers.compensation`.
An outage is written `FIRST:LAST`.
"""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from bot.desk.games import SeenGame
from bot.desk.grants import ARTICLE, Grant, give, listed, order_of, rows
from bot.language.i18n import catalogue
from bot.messages import Button, Buttons, Param, Text, say
from bot.office.shared import Said
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.games.outage import check_outage, days_lost
from engine.games.ruling_events import Outage
from engine.ids import Seat
from storage.people import Person

if TYPE_CHECKING:
    from bot.desk.desk import Desk

KIND = "outage"
UNDO = "outage_undo"


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


async def concerned(desk: "Desk", said: Said) -> list[SeenGame]:
    """Return the running games for which the person may make an outage good."""
    if desk.persons.is_operator(said):
        return await desk.games.all_running()
    return await desk.games.running_ruled_by(said.person.id)


async def grants_for(desk: "Desk", said: Said, outage: Outage) -> list[Grant]:
    """Return what each player is to get back; nothing where it cost him nothing.

    Raises:
        RuleViolation: as `check_outage`.
        GameStateError: `nothing_to_make_good`, it cost nobody a day.
    """
    check_outage(outage, desk.today())
    found = _lost_in(desk, await concerned(desk, said), outage)
    if not found:
        raise GameStateError(Fault("nothing_to_make_good", "7.1"))
    return found


def _lost_in(desk: "Desk", games: Iterable[SeenGame], outage: Outage) -> list[Grant]:
    """Return what each player of these games has lost; nothing where it cost him nothing."""
    return [
        Grant(seen, seat, days, outage)
        for seen in games
        for seat in Seat
        if (days := days_lost(seen.game, seat, outage, desk.games.today(seen.game)))
    ]


async def make_good(
    desk: "Desk", games: Iterable[SeenGame], outage: Outage, arbiter: Person
) -> int:
    """Give back at once what an outage of our own has cost; return in how many games it had.

    Nobody is charged for days on which he could not place. Their arbiter answers for the games, so
    it is in his name, and he can take it back.
    """
    grants = _lost_in(desk, games, outage)
    if grants:
        first, last = outage.first.isoformat(), outage.last.isoformat()
        usual = say("outage.usual", first=first, last=last)
        reason = catalogue(arbiter.language or "ro").plain(usual)
        order = Order(at=desk.unit.now, arbiter=arbiter.id, article=ARTICLE, reason=reason)
        await give(desk, order, "Tur-Retur", grants)
    return games_in(grants)


async def show(desk: "Desk", said: Said, about: str, reason: str) -> Text:
    """Say what every player concerned gets back."""
    grants = await grants_for(desk, said, outage_of(about))
    return Text("outage.show", await _facts(desk, said, about, grants, reason))


async def carry_out(desk: "Desk", said: Said, about: str, reason: str) -> "tuple[Text, Buttons]":
    """Give the days back in every game at once, tell everybody, and offer to undo it."""
    grants = await grants_for(desk, said, outage_of(about))
    facts = await _facts(desk, said, about, grants, reason)
    await give(desk, order_of(said, reason), said.person.name, grants)
    undo = Button(say("button.undo"), f"outage:{about}:undo")
    return Text("outage.done", facts), ((undo,),)


async def _given(desk: "Desk", said: Said, outage: Outage) -> list[Grant]:
    """Return the opposite of what was given for that outage in games that still run."""
    found = [
        Grant(seen, seat, -days, outage)
        for seen in await concerned(desk, said)
        for seat in Seat
        for made_good, days in seen.game.side(seat).made_good
        if made_good == outage
    ]
    if not found:
        raise GameStateError(Fault("nothing_to_make_good", "7.1"))
    return found


async def show_undo(desk: "Desk", said: Said, about: str, reason: str) -> Text:
    """Say from whom the days are taken back."""
    grants = await _given(desk, said, outage_of(about))
    return Text("outage.show_undo", await _facts(desk, said, about, grants, reason))


async def carry_out_undo(
    desk: "Desk", said: Said, about: str, reason: str
) -> "tuple[Text, Buttons]":
    """Take the days back again and tell everybody."""
    grants = await _given(desk, said, outage_of(about))
    facts = await _facts(desk, said, about, grants, reason)
    await give(desk, order_of(said, reason), said.person.name, grants)
    return Text("outage.undone", facts), ()


def games_in(grants: list[Grant]) -> int:
    """Return in how many games days are given."""
    return len({grant.seen.game.id for grant in grants})


async def _facts(
    desk: "Desk", said: Said, about: str, grants: list[Grant], reason: str
) -> dict[str, Param]:
    outage = outage_of(about)
    return {
        "first": outage.first.isoformat(),
        "last": outage.last.isoformat(),
        "games": games_in(grants),
        **listed(await rows(desk, said, grants, reason)),
    }
