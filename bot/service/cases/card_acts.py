"""Actions on a case's card that need no ruling, for the chat and the Mini App."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.notices.cases import case_notices
from bot.service.notices.notifier import Notifier
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.buttons.cases import CaseAction
from bot.texts.messages import Text, say
from engine.cases.decide import ask_opinion, check_pending, note_opponent_notified, withdraw


async def ask_opinions(recorder: Recorder, user_input: UserInput, snapshot: CaseSnapshot) -> Text:
    """Ask the other arbiters for their opinion."""
    events = ask_opinion(snapshot.case, user_input.person.id, user_input.at)
    await recorder.case_acts.record(snapshot, events, user_input.at)
    asked = await case_notices.ask_opinions(recorder, snapshot.case, user_input.person.id)
    return say("case.opinions_asked", n=asked)


async def note_notified(recorder: Recorder, user_input: UserInput, snapshot: CaseSnapshot) -> Text:
    """Record that the arbiter has notified the opponent: the claim is complete (art. 7.2)."""
    notified_at = user_input.at
    events = note_opponent_notified(
        snapshot.case, notified_at, user_input.at, arbiter=user_input.person.id
    )
    await recorder.case_acts.complete(snapshot, events)
    return say("case.told_noted")


async def ask_players(notifier: Notifier, user_input: UserInput, snapshot: CaseSnapshot) -> Text:
    """Notify both players of a case opened by the arbiter, and let them make statements.

    Raises:
        GameStateError: `case_over`, or `case_incomplete` for a claim.
    """
    check_pending(snapshot.case)
    await case_notices.ask_players(notifier, snapshot.case, user_input.person.id)
    return say("case.players_asked")


async def close(recorder: Recorder, user_input: UserInput, snapshot: CaseSnapshot) -> Text:
    """Close a case without a ruling for the arbiter who opened it; notify the players asked."""
    events = withdraw(snapshot.case, user_input.person.id, user_input.at)
    snapshot = await recorder.case_acts.record(snapshot, events, user_input.at)
    await case_notices.notify_of_closing(recorder, snapshot.case)
    return say("case.closed", case=snapshot.case.id)


ACTS: Final[Mapping[CaseAction, Callable[[Service, UserInput, CaseSnapshot], Awaitable[Text]]]] = {
    CaseAction.ASK: ask_opinions,
    CaseAction.NOTIFIED: note_notified,
    CaseAction.HEAR: ask_players,
    CaseAction.CLOSE: close,
}
"""Each action with its function, which returns the arbiter's confirmation."""
