"""The cancellation of a match before its first move: an arbiter's decision with its reason."""

from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.days.grants import order_of
from bot.service.matches.handovers import facts_of
from bot.service.matches.matches import SeenMatch
from bot.texts.messages import Buttons, Text
from engine.errors import Fault, GameStateError
from engine.games.events import Ending
from engine.games.orders import Order, end
from engine.ids import Leg, MatchCode, game_id
from engine.matches.decide import call_off
from engine.matches.events import MatchEvent
from storage.people import invitations

if TYPE_CHECKING:
    from bot.service.play.games import SeenGame
    from bot.service.service import Service

KIND = "call_off"


async def _home(service: "Service", seen: SeenMatch) -> "SeenGame | None":
    """Return the home game, or None before it has begun."""
    if not seen.match.started:
        return None
    return await service.games.load(game_id(seen.match.code, Leg.HOME))


async def is_possible(service: "Service", seen: SeenMatch) -> bool:
    """Return whether the match may be cancelled now."""
    nobody = Order(at=service.unit.now, arbiter=seen.match.arbiter, article="", reason="")
    try:
        await _decided(service, seen, nobody)
    except GameStateError:
        return False
    return True


async def _decided(service: "Service", seen: SeenMatch, order: Order) -> tuple[MatchEvent, ...]:
    """Return the events of the cancellation.

    Raises:
        GameStateError: a move was made, the match is a competition's, or it has an open case.
    """
    home = await _home(service, seen)
    for case in [] if home is None else await service.cases.of_game(home.game.id):
        if case.case.is_open:
            raise GameStateError(Fault("case_open_there", facts={"case": case.case.id}))
    return call_off(seen.match, order, None if home is None else home.game)


async def show(service: "Service", said: Said, about: str, reason: str) -> Text:
    """Return which match is cancelled, or refuse."""
    seen = await service.matches.ruled_by(said, MatchCode(about))
    await _decided(service, seen, order_of(said, reason, ""))
    return Text("call_off.show", {**await facts_of(service, seen.match)})


async def carry_out(
    service: "Service", said: Said, about: str, reason: str
) -> "tuple[Text, Buttons]":
    """Cancel the match, end its game, invalidate its links, and notify both players."""
    seen = await service.matches.ruled_by(said, MatchCode(about))
    order = order_of(said, reason, "")
    decided, home = await _decided(service, seen, order), await _home(service, seen)
    seen = await service.match_acts.advance(seen, decided, said.at)
    if home is not None:
        ended = end(home.game, order, Ending.CANCELLED, None)
        await service.game_acts.record(home, ended, said.at, ruled=True)
    await invitations.void_match(service.unit.tx, seen.match.code, said.at)
    facts = {**await facts_of(service, seen.match), "by": said.person.name, "reason": reason}
    for player in seen.match.people:
        await service.tell_person(player, Text("call_off.told", facts), about=seen.match.code)
    return Text("call_off.done", facts), ()
