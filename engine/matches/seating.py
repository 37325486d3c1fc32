"""Seats of a match and its arbiter: freed seats, renamed people, another arbiter."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime

from engine.correspondence import about_of, player_of, thread_of
from engine.errors import Fault, GameStateError
from engine.ids import WEB, Leg, PersonId
from engine.matches.events import (
    AccessChanged,
    PersonsMerged,
    PlaceFreed,
    PlayerJoined,
    SeatLeft,
    SeatReturned,
)
from engine.matches.match import FreedSeat, Handover, Match
from engine.thinking_time import day_of


def player_of_game(
    match: Match, leg: Leg, person: PersonId, forgotten: Collection[PersonId]
) -> PersonId:
    """Return who played the finished game in the person's seat.

    A forgotten player keeps what they played, and what was ruled while nobody had the seat.
    """
    end = match.end_of(leg)
    seat = match.freed.get(person)
    if end is None or seat is None or seat.former not in forgotten:
        return person
    if end.on > seat.day and person in match.seated:
        return person
    return player_of_game(match, leg, seat.former, forgotten)


def holder_on(match: Match, person: PersonId, day: date) -> PersonId:
    """Return who had the person's seat on that day: the person, or a former player of it.

    On the day on which the seat came free that is the former player.
    """
    seat = match.freed.get(person)
    if seat is None or seat.day < day:
        return person
    return holder_on(match, seat.former, day)


def freed(match: Match, event: PlaceFreed | SeatLeft) -> Match:
    """Return the match with the seat reserved for another; readiness and answers are dropped."""
    alone = frozenset({event.person})
    left = replace(
        match,
        joined=match.joined - alone,
        ready=match.ready - alone,
        answers=match.answers.only_of(frozenset(match.people) - alone),
        letters_waiting={
            thread: since
            for thread, since in match.letters_waiting.items()
            if player_of(thread) != event.person
        },
    )
    day = day_of(event.at, match.rules.time_zone)
    seat = FreedSeat(former=event.person, day=day, had_joined=event.person in match.joined)
    return replace(
        renamed(left, event.person, event.place), freed={**match.freed, event.place: seat}
    )


def with_access(match: Match, event: PlayerJoined | AccessChanged) -> Match:
    """Return the match with the way in which the player takes part (art. 6.1)."""
    others = match.in_browser - {event.person}
    return replace(match, in_browser=others | {event.person} if event.via == WEB else others)


def returned(match: Match, event: SeatReturned) -> Match:
    """Return the match with the freed seat back in the hands of its former player."""
    back = renamed(match, event.place, event.person)
    still_free = {place: seat for place, seat in match.freed.items() if place != event.place}
    had_joined = {event.person} if event.had_joined else ()
    return replace(back, joined=back.joined.union(had_joined), freed=still_free)


def merge(
    match: Match, arbiter: PersonId, at: datetime, *, person: PersonId, into: PersonId
) -> tuple[PersonsMerged, ...]:
    """Give what `person` has in the match to `into`; return no events without a seat.

    Raises:
        GameStateError: both sit in it (`merge_in_match`), or one of them is its arbiter
            (`arbiter_cannot_play`).
    """
    if {person, into} == {*match.people}:
        raise GameStateError(Fault("merge_in_match", "1.2", {"match": match.code}))
    if person not in match.people:
        return ()
    if match.arbiter in {person, into}:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1", {"player": match.arbiter}))
    return (PersonsMerged(at=at, arbiter=arbiter, person=person, into=into),)


def merged(match: Match, event: PersonsMerged) -> Match:
    """Return the match with the person in the seat of the other number, with all that is theirs."""

    def name(person: PersonId) -> PersonId:
        return event.into if person == event.person else person

    freed_seats = {
        name(place): replace(seat, former=name(seat.former)) for place, seat in match.freed.items()
    }
    return replace(
        renamed(match, event.person, event.into),
        in_browser=frozenset(map(name, match.in_browser)),
        taken_over=tuple(replace(one, person=name(one.person)) for one in match.taken_over),
        freed={place: seat for place, seat in freed_seats.items() if place != seat.former},
        earlier_answers={
            results: answers.renamed(name) for results, answers in match.earlier_answers.items()
        },
        letters_waiting={
            thread
            if player_of(thread) != event.person
            else thread_of(about_of(thread), event.into): since
            for thread, since in match.letters_waiting.items()
        },
    )


def handed_over(
    match: Match, arbiter: PersonId, at: datetime, for_whom: Collection[PersonId] | None = None
) -> Match:
    """Return the match under that arbiter, who also enters moves in place of the former one.

    They do so only for these players, if they are named.
    """
    writers = {
        who: arbiter if by == match.arbiter and (for_whom is None or who in for_whom) else by
        for who, by in match.writers.items()
    }
    return replace(match, arbiter=arbiter, writers=writers, served=(*match.served, (at, arbiter)))


def handed_back(match: Match, at: datetime) -> Match:
    """Return the match under its former arbiter, who is again the writer for the same players."""
    if not match.handed:
        return match
    former, wrote = match.handed[-1]
    return replace(handed_over(match, former, at, wrote), handed=match.handed[:-1])


def renamed(match: Match, old: PersonId, new: PersonId) -> Match:
    """Return the match with one person replaced by another in their seat.

    What is said of people beside their seat does not change: who plays in a browser, whose figures
    were taken over, and who waits for an answer. A penalty stays with the seat, because it comes
    off the coefficient of its game (art. 10.3); that of a disqualified player cannot be freed.
    """

    def name(person: PersonId) -> PersonId:
        return new if person == old else person

    proposed = match.proposed_channel
    return replace(
        match,
        first=name(match.first),
        second=name(match.second),
        red=None if match.red is None else name(match.red),
        joined=frozenset(map(name, match.joined)),
        ready=frozenset(map(name, match.ready)),
        answers=match.answers.renamed(name),
        started=tuple(
            replace(leg, red=name(leg.red), blue=name(leg.blue)) for leg in match.started
        ),
        leave=tuple((name(person), period) for person, period in match.leave),
        statements={(name(who), leg): said for (who, leg), said in match.statements.items()},
        states={(name(who), leg): told for (who, leg), told in match.states.items()},
        fines={(name(who), leg, case): points for (who, leg, case), points in match.fines.items()},
        writers={name(who): name(by) for who, by in match.writers.items()},
        freed={name(place): seat for place, seat in match.freed.items()},
        handed=tuple(Handover(by, frozenset(map(name, wrote))) for by, wrote in match.handed),
        proposed_channel=proposed and (name(proposed[0]), proposed[1]),
    )
