"""The cancellation of a match before its first move: an arbiter's decision with its reason."""

from bot.runtime.shared import UserInput
from bot.service.matches.handovers import match_facts
from bot.service.operations.matches.cancelling import cancel
from bot.service.pure.acts import order_of, trial_order
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Card, Text
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.ids import MatchCode
from engine.matches.decide import call_off
from engine.matches.events import MatchEvent

KIND = "call_off"
"""The kind of the decision; its code is the match's."""


async def is_possible(readers: Readers, snapshot: MatchSnapshot) -> bool:
    """Return whether the match may be cancelled now."""
    trial = trial_order(readers.unit.now, snapshot.match.arbiter)
    try:
        await _cancelling_events(readers, snapshot, trial)
    except GameStateError:
        return False
    return True


async def _cancelling_events(
    readers: Readers, snapshot: MatchSnapshot, order: Order
) -> tuple[MatchEvent, ...]:
    """Return the match's events; `cancel` also ends its game.

    Raises:
        GameStateError: a move was made, the match is a competition's, or it has an open case.
    """
    home = await readers.games.home_of(snapshot.match)
    if home is None:
        return call_off(snapshot.match, order, None)
    for case_snapshot in await readers.cases.of_game(home.game.id):
        if case_snapshot.case.is_open:
            raise GameStateError(Fault("case_open_there", facts={"case": case_snapshot.case.id}))
    return call_off(snapshot.match, order, home.game)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return which match is cancelled, or refuse."""
    snapshot = await readers.matches.ruled_by(user_input, MatchCode(about))
    await _cancelling_events(readers, snapshot, order_of(user_input, "", reason))
    return Text("call_off.show", {**await match_facts(readers, snapshot.match)})


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Cancel the match, end its game, invalidate its links, and notify both players."""
    snapshot = await recorder.matches.ruled_by(user_input, MatchCode(about))
    order = order_of(user_input, "", reason)
    events = await _cancelling_events(recorder, snapshot, order)
    snapshot = await cancel(recorder, snapshot, events, order)
    facts = {
        **await match_facts(recorder, snapshot.match),
        "by": user_input.person.name,
        "reason": reason,
    }
    for player in snapshot.match.people:
        await recorder.notify_person(
            player, Text("call_off.told", facts), about=snapshot.match.code
        )
    return Card(Text("call_off.done", facts))
