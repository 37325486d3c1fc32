"""The cancellation of a match before its first move: an arbiter's decision with its reason."""

from bot.runtime.shared import UserInput
from bot.service.matches.handovers import facts_of
from bot.service.pure.acts import order_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Card, Text
from engine.errors import Fault, GameStateError
from engine.games.events import Ending
from engine.games.orders import Order, end
from engine.ids import MatchCode
from engine.matches.decide import call_off
from engine.matches.events import MatchEvent
from storage.people import invitations

KIND = "call_off"


async def is_possible(readers: Readers, snapshot: MatchSnapshot) -> bool:
    """Return whether the match may be cancelled now."""
    # The order is only tried, so its author and reason do not matter.
    trial = Order(at=readers.unit.now, arbiter=snapshot.match.arbiter, article="", reason="")
    try:
        await _decided(readers, snapshot, trial)
    except GameStateError:
        return False
    return True


async def _decided(
    readers: Readers, snapshot: MatchSnapshot, order: Order
) -> tuple[MatchEvent, ...]:
    """Return the events of the cancellation.

    Raises:
        GameStateError: a move was made, the match is a competition's, or it has an open case.
    """
    home = await readers.games.home_of(snapshot.match)
    for case in [] if home is None else await readers.cases.of_game(home.game.id):
        if case.case.is_open:
            raise GameStateError(Fault("case_open_there", facts={"case": case.case.id}))
    return call_off(snapshot.match, order, None if home is None else home.game)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return which match is cancelled, or refuse."""
    snapshot = await readers.matches.ruled_by(user_input, MatchCode(about))
    await _decided(readers, snapshot, order_of(user_input, "", reason))
    return Text("call_off.show", {**await facts_of(readers, snapshot.match)})


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Cancel the match, end its game, invalidate its links, and notify both players."""
    snapshot = await recorder.matches.ruled_by(user_input, MatchCode(about))
    order = order_of(user_input, "", reason)
    decided = await _decided(recorder, snapshot, order)
    home = await recorder.games.home_of(snapshot.match)
    snapshot = await recorder.match_acts.advance(snapshot, decided, user_input.at)
    if home is not None:
        ended = end(home.game, order, Ending.CANCELLED, None)
        await recorder.game_acts.record(home, ended, user_input.at, ruled=True)
    await invitations.void_match(recorder.unit.tx, snapshot.match.code, user_input.at)
    facts = {
        **await facts_of(recorder, snapshot.match),
        "by": user_input.person.name,
        "reason": reason,
    }
    for player in snapshot.match.people:
        await recorder.notify_person(
            player, Text("call_off.told", facts), about=snapshot.match.code
        )
    return Card(Text("call_off.done", facts))
