"""Orders at the closing date: an arbiter ends settled unfinished games (art. 9.1, 9.4).

The code of an order is `COMPETITION:` for all settled games, or `COMPETITION:MATCH`.
"""

from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.closing_cards import names_in
from bot.service.lookups.competitions.unfinished_games import unfinished_in
from bot.service.operations.competitions.closing_acts import settled_among
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import RESUME
from bot.texts.messages import Card, Text, say
from bot.texts.notices.competitions.closings import MOST_SHOWN, UnfinishedGame, arbiter_row
from engine.ids import CompetitionCode
from engine.thinking_time import day_of

KIND = "closing"
"""The kind of the decision."""


class ClosingOrder(NamedTuple):
    """A competition, and its settled matches that the order ends."""

    snapshot: CompetitionSnapshot
    unfinished: list[UnfinishedGame]
    """One for each game; both games of a match may be unfinished."""
    match: str
    """The code of the only match that it ends; "" if it ends all."""


async def order_for(service: Service, user_input: UserInput, about: str) -> ClosingOrder:
    """Return the order of a code.

    Raises:
        GameStateError: the person is not an arbiter of it, or as `settled_among`.
    """
    code, _, match = about.partition(":")
    snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(code))
    unfinished = await unfinished_in(service, snapshot.competition)
    if match:
        unfinished = [game for game in unfinished if game.match.code == match]
    today = day_of(service.unit.now, snapshot.competition.rules.time_zone)
    return ClosingOrder(snapshot, settled_among(unfinished, today), match)


async def show(service: Service, user_input: UserInput, about: str, _reason: str) -> Text:
    """Return how each of the games will end."""
    order = await order_for(service, user_input, about)
    return say("closing.show", rows=await _rows(service, order))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """End the games and propose their results at once."""
    order = await order_for(service, user_input, about)
    rows = await _rows(service, order)
    competition = order.snapshot.competition
    # One act ends all unfinished games of a match.
    for match in dict.fromkeys(game.match.code for game in order.unfinished):
        await service.closing_acts.close(user_input, competition, match, reason)
    code = competition.code
    undo = RESUME.button(say("button.undo"), code, user_input.at)
    return Card(say("closing.done", n=len(order.unfinished), rows=rows), ((undo,),))


async def _rows(service: Service, order: ClosingOrder) -> list[Text]:
    """Return a line for each game that the order would end."""
    snapshot, unfinished, _ = order
    names = await names_in(service, unfinished)
    rows = [
        arbiter_row(snapshot.competition, game, unfinished, names, service.unit.now)
        for game in unfinished[:MOST_SHOWN]
    ]
    more = len(unfinished) - len(rows)
    return [*rows, *([say("grant.more", n=more)] if more else [])]
