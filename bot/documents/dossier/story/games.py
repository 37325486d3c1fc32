"""Sentences for the events of a game: moves, leave, ending early, the end."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.texts.messages import Param, Text, say
from bot.texts.notices.matches.endings import ending_text
from engine.games.events import (
    GameEnded,
    GameStarted,
    InterruptionDeclined,
    InterruptionProposed,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    QueryClosed,
    SheetsArrived,
    TimeExceeded,
    WordQueried,
)
from engine.ids import Leg, PersonId, Seat
from engine.notation import format_position
from engine.thinking_time import LeavePeriod

Names = Mapping[PersonId, str]
Seats = Mapping[Leg, Mapping[Seat, PersonId]]
"""The player of each seat, in each game that has begun."""


class EventNames:
    """The names and seats of the participants, used to word one event."""

    def __init__(self, names: Names, seats: Seats, leg: Leg | None) -> None:
        self._names = names
        self._seats = seats
        self._leg = leg

    def name(self, person: PersonId) -> str:
        """Return the person's name."""
        return self._names[person]

    def plays(self, person: PersonId) -> bool:
        """Return whether the person plays in the match; an arbiter does not."""
        return any(person in seats.values() for seats in self._seats.values())

    def at(self, seat: Seat | None, leg: Leg | None = None) -> str:
        """Return the name of the player at that seat, or an empty text if the seat is None."""
        played = leg or self._leg
        if seat is None or played is None:
            return ""
        return self._names[self._seats[played][seat]]


Teller = Callable[[Any, EventNames], Text]
"""Returns the sentence for an event."""


def ruled(key: str, event: Any, people: EventNames, **facts: Param) -> Text:
    """Return an arbiter's decision, with the reason and the article."""
    return Text(
        key,
        {
            "arbiter": people.name(event.arbiter),
            "reason": event.reason,
            "article": event.article,
            **facts,
        },
    )


def leg_text(leg: Leg) -> Text:
    """Return the text that names one of the two games."""
    return say(f"leg.{leg.value}")


def period(leave: LeavePeriod) -> dict[str, Param]:
    """Return a leave period's first and last day, and its number of days."""
    facts = leave.facts
    return {"first": facts["first"], "last": facts["last"], "n": leave.days}


def _game_started(event: GameStarted, people: EventNames) -> Text:
    del people
    return say("story.game_started", start=event.start.isoformat(), edition=event.edition.name)


def _moved(event: PlacementMade | Passed, people: EventNames) -> Text:
    """Return the sentence about a move or a pass."""
    facts: dict[str, Param] = {"who": people.at(event.by), "round": event.round}
    by = None if event.entered_by is None else people.name(event.entered_by)
    hand = None if by is None else say("story.entered_by", author=by)
    if event.conditional:
        hand = say("story.conditional")
    if isinstance(event, Passed):
        return say("story.passed", hand=hand, **facts)
    return say(
        "story.placed",
        hand=hand,
        position=format_position(event.square, event.axis),
        words=", ".join(event.words),
        points=event.points,
        counted=event.counted,
        **facts,
    )


def _returned(event: PlacementReturned, people: EventNames) -> Text:
    words = ", ".join(word.upper() for word in event.words)
    return say("story.returned", who=people.at(event.by), words=words)


def _arrived(event: SheetsArrived, people: EventNames) -> Text:
    sent, on = event.sent.isoformat(), event.on.isoformat()
    return say("story.arrived", who=people.at(event.by), sent=sent, on=on)


def _leave(event: LeaveAnnounced, people: EventNames) -> Text:
    return say("story.leave", who=people.at(event.by), **period(event.period))


def _leave_withdrawn(event: LeaveWithdrawn, people: EventNames) -> Text:
    return say("story.leave_withdrawn", who=people.at(event.by), **period(event.period))


def _ended(event: GameEnded, people: EventNames) -> Text:
    how = ending_text(event, people.at(Seat.RED), people.at(Seat.BLUE))
    why = say("game.why", reason=event.reason) if event.reason else None
    return say("story.game_ended", how=how, why=why)


TELLERS: Final[Mapping[type, Teller]] = {
    GameStarted: _game_started,
    PlacementMade: _moved,
    Passed: _moved,
    PlacementReturned: _returned,
    SheetsArrived: _arrived,
    PlacementAccepted: lambda e, c: say("story.accepted", who=c.at(e.by)),
    WordQueried: lambda e, c: say("story.word_queried", who=c.at(e.by), case=e.case),
    QueryClosed: lambda e, c: say("story.query_closed", who=c.at(e.by), case=e.case),
    LeaveAnnounced: _leave,
    LeaveWithdrawn: _leave_withdrawn,
    InterruptionProposed: lambda e, c: say("story.interruption_proposed", who=c.at(e.by)),
    InterruptionDeclined: lambda e, c: say("story.interruption_declined", who=c.at(e.by)),
    TimeExceeded: lambda e, c: say("story.exceeded", who=c.at(e.by), n=e.days),
    GameEnded: _ended,
}
