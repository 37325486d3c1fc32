"""What changed in a game since a move was written, so that the move was not sent. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.messages import Text, say
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.participants import Participants
from engine.games.events import (
    Event,
    GameEnded,
    InterruptionDeclined,
    InterruptionProposed,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    QueryClosed,
    WordQueried,
)
from engine.games.game import move_notation
from engine.games.ruling_events import MovesAnnulled, RulingLifted, ScoreCorrected
from engine.ids import Seat

_KEY_OF: Final[Mapping[type[Event], str]] = {
    InterruptionDeclined: "overtaken.declined",
    PlacementAccepted: "overtaken.accepted",
    PlacementReturned: "overtaken.returned",
    QueryClosed: "overtaken.answered",
    WordQueried: "overtaken.asked",
    MovesAnnulled: "overtaken.annulled",
    ScoreCorrected: "overtaken.corrected",
}
"""The texts without facts, by the event that they tell of."""


def change_text(events: Sequence[Event], participants: Participants, seat: Seat) -> Text:
    """Return the last change among these events, as the player of that seat reads it."""
    texts = (_change(event, participants, seat) for event in reversed(events))
    return next((text for text in texts if text is not None), say("overtaken.other"))


def _change(event: Event, participants: Participants, seat: Seat) -> Text | None:
    """Return what happened instead of the person's move; None if the event says nothing."""
    match event:
        case PlacementMade() | Passed():
            key = "overtaken.own_move" if event.by is seat else "overtaken.move"
            who = participants.at(event.by).name
            return say(key, who=who, move=move_notation(event))
        case GameEnded():
            how = ending_text(event, participants.red.name, participants.blue.name)
            return say("overtaken.ended", how=how)
        case InterruptionProposed():
            return say("overtaken.proposed", who=participants.at(event.by).name)
        case RulingLifted():
            return say("overtaken.reopened" if event.move is None else "overtaken.restored")
        case _:
            plain_key = _KEY_OF.get(type(event))
            return None if plain_key is None else say(plain_key)
