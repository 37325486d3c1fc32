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
from engine.thinking_time import LeavePeriod

Names = Mapping[PersonId, str]
Seats = Mapping[Leg, Mapping[Seat, PersonId]]
"""The player of each seat, in each game that has begun."""


class EventNames:
    """The names and seats of the participants, used to word the events of one stream."""

    def __init__(self, names: Names, seats: Seats, leg: Leg | None) -> None:
        """`leg` is that of the game to which seats refer; None for a whole match."""
        self._names = names
        self._seats = seats
        self._leg = leg

    def in_game(self, leg: Leg) -> "EventNames":
        """Return the same names for an event about that game."""
        return EventNames(self._names, self._seats, leg)

    def name(self, person: PersonId) -> str:
        """Return the person's name."""
        return self._names[person]

    def is_player(self, person: PersonId) -> bool:
        """Return whether the person plays in the match; an arbiter does not."""
        return any(person in by_seat.values() for by_seat in self._seats.values())

    def player_at(self, seat: Seat | None, leg: Leg | None = None) -> str:
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


def period_facts(leave: LeavePeriod) -> dict[str, Param]:
    """Return a leave period's first and last day, and its number of days."""
    facts = leave.facts
    return {"first": facts["first"], "last": facts["last"], "n": leave.days}


def _game_started(event: GameStarted, people: EventNames) -> Text:
    del people
    return say("story.game_started", start=event.start.isoformat(), edition=event.edition.name)


def _moved(event: PlacementMade | Passed, people: EventNames) -> Text:
    """Return the sentence about a move or a pass."""
    facts: dict[str, Param] = {"who": people.player_at(event.by), "round": event.round}
    by = None if event.entered_by is None else people.name(event.entered_by)
    hand = None if by is None else say("story.entered_by", author=by)
    if event.conditional:
        hand = say("story.conditional")
    if isinstance(event, Passed):
        return say("story.passed", hand=hand, **facts)
    return say(
        "story.placed",
        hand=hand,
        position=event.square.position(event.axis),
        words=", ".join(event.words),
        points=event.points,
        counted=event.counted,
        **facts,
    )


def _returned(event: PlacementReturned, people: EventNames) -> Text:
    words = [word.upper() for word in event.words]
    return say("story.returned", who=people.player_at(event.by), words=words)


def _arrived(event: SheetsArrived, people: EventNames) -> Text:
    sent, on = event.sent.isoformat(), event.on.isoformat()
    return say("story.arrived", who=people.player_at(event.by), sent=sent, on=on)


def _leave(event: LeaveAnnounced, people: EventNames) -> Text:
    return say("story.leave", who=people.player_at(event.by), **period_facts(event.period))


def _leave_withdrawn(event: LeaveWithdrawn, people: EventNames) -> Text:
    return say(
        "story.leave_withdrawn", who=people.player_at(event.by), **period_facts(event.period)
    )


def _ended(event: GameEnded, people: EventNames) -> Text:
    how = ending_text(event, people.player_at(Seat.RED), people.player_at(Seat.BLUE))
    why = say("game.why", reason=event.reason) if event.reason else None
    return say("story.game_ended", how=how, why=why)


TELLERS: Final[Mapping[type, Teller]] = {
    GameStarted: _game_started,
    PlacementMade: _moved,
    Passed: _moved,
    PlacementReturned: _returned,
    SheetsArrived: _arrived,
    PlacementAccepted: lambda event, people: say("story.accepted", who=people.player_at(event.by)),
    WordQueried: lambda event, people: say(
        "story.word_queried", who=people.player_at(event.by), case=event.case
    ),
    QueryClosed: lambda event, people: say(
        "story.query_closed", who=people.player_at(event.by), case=event.case
    ),
    LeaveAnnounced: _leave,
    LeaveWithdrawn: _leave_withdrawn,
    InterruptionProposed: lambda event, people: say(
        "story.interruption_proposed", who=people.player_at(event.by)
    ),
    InterruptionDeclined: lambda event, people: say(
        "story.interruption_declined", who=people.player_at(event.by)
    ),
    TimeExceeded: lambda event, people: say(
        "story.exceeded", who=people.player_at(event.by), n=event.days
    ),
    GameEnded: _ended,
}
