"""Decisions about a match: functions take a match and a request, and return events or refuse.

`engine.matches.rulings` has the effects of a ruling, `engine.matches.writers` the people who enter
moves for others, and `engine.matches.closing` the statements at the closing date.
"""

from datetime import datetime

from engine.errors import Fault, GameStateError, refuse
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.games.orders import Order
from engine.ids import WEB, Leg, PersonId
from engine.matches.arbiters import check_outside_competition
from engine.matches.channel import check_photographs
from engine.matches.events import (
    AccessChanged,
    LateReturnConfirmed,
    LegStarted,
    MatchCancelled,
    MatchEvent,
    MatchLeaveAnnounced,
    MatchLeaveWithdrawn,
    PlaceFreed,
    PlayerJoined,
    ReturnRequested,
    SeatLeft,
    SeatReturned,
)
from engine.matches.leg_ends import leg_ended
from engine.matches.match import Match, MatchStage, check_proposed, check_unfinished
from engine.matches.outstanding import Outstanding
from engine.matches.result_events import (
    LegEnded,
    ResultsConfirmed,
    ResultsHomologated,
    ResultsObjected,
)
from engine.thinking_time import LeavePeriod, check_leave_withdrawal, day_of, leave_faults


def join(
    match: Match, invited: PersonId, person: PersonId, at: datetime, via: str = ""
) -> tuple[MatchEvent, ...]:
    """Let a person take the seat that was reserved for them, also one that became free later.

    `via` is `WEB` for a person in a browser (art. 6.1).

    Raises:
        GameStateError: the seat is taken, the person has the other one or is the arbiter, or
            the match was cancelled; `sheets_browser`, photographed sheets need Telegram.
    """
    _check_not_cancelled(match)
    if invited not in match.people or invited in match.joined:
        raise GameStateError(Fault("place_taken"))
    if person == match.partner(invited):
        raise GameStateError(Fault("already_the_partner", "1.2"))
    if person == match.arbiter:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    check_photographs(match.channel_settings, {person} if via == WEB else ())
    return (PlayerJoined(at=at, invited=invited, person=person, via=via),)


def change_access(match: Match, person: PersonId, via: str, at: datetime) -> tuple[MatchEvent, ...]:
    """Record that a player continues in a browser or in Telegram.

    Return no events if they do so already or have no seat, or if the match is over.

    Raises:
        GameStateError: `sheets_browser`, photographed sheets need Telegram.
    """
    is_unchanged = (person in match.in_browser) == (via == WEB)
    if match.is_over or person not in match.joined or is_unchanged:
        return ()
    check_photographs(match.channel_settings, {person} if via == WEB else ())
    return (AccessChanged(at=at, person=person, via=via),)


def free_place(
    match: Match, order: Order, person: PersonId, place: PersonId
) -> tuple[MatchEvent, ...]:
    """Take a seat from its player and reserve it for `place` until a new player accepts.

    Raises:
        GameStateError: `match_cancelled`; `place_not_taken`, if the person has no seat in it.
    """
    _check_not_cancelled(match)
    if person not in match.seated:
        raise GameStateError(Fault("place_not_taken"))
    return (PlaceFreed(**order.act, person=person, place=place),)


def return_seat(
    match: Match, order: Order, place: PersonId, person: PersonId
) -> tuple[MatchEvent, ...]:
    """Give a freed seat back to its former player, as long as nobody else has taken it.

    Raises:
        GameStateError: `match_cancelled`; `place_taken`, if somebody has the seat;
            `already_entered`, if the person has the other one; or `sheets_browser`.
    """
    _check_not_cancelled(match)
    if place not in match.people or match.former_player_of(place) is None:
        raise GameStateError(Fault("place_taken"))
    if person in {*match.people, match.arbiter}:
        raise GameStateError(Fault("already_entered", facts={"player": person}))
    check_photographs(match.channel_settings, match.in_browser & {person})
    had_joined = match.freed[place].had_joined
    return (SeatReturned(**order.act, place=place, person=person, had_joined=had_joined),)


def leave_seat(
    match: Match, person: PersonId, place: PersonId, at: datetime
) -> tuple[MatchEvent, ...]:
    """Free the seat of a person whose data was erased; return no events if they have none."""
    if match.stage is MatchStage.CANCELLED or person not in match.seated:
        return ()
    return (SeatLeft(at=at, person=person, place=place),)


def call_off(match: Match, order: Order, home: Game | None = None) -> tuple[MatchEvent, ...]:
    """Cancel a match before the first placement; `home` is its home game, if that has begun.

    Raises:
        GameStateError: `match_cancelled`; `handed_with_competition`, if it is in a competition;
            `placed_already`, if a player has placed.
    """
    _check_not_cancelled(match)
    check_outside_competition(match)
    return take_back(match, order, home)


def take_back(match: Match, order: Order, home: Game | None = None) -> tuple[MatchEvent, ...]:
    """Cancel a match before the first placement, also in a competition whose draw is annulled.

    Raises:
        GameStateError: `placed_already`, if a player has placed.
    """
    is_placed = home is not None and bool(home.moves or home.voided)
    if match.stage not in {MatchStage.ARRANGED, MatchStage.HOME} or is_placed:
        raise GameStateError(Fault("placed_already", facts={"match": match.code}))
    return (MatchCancelled(**order.act),)


def start_leg(
    match: Match, at: datetime, *, on_request: bool = False, edition: EditionRef | None = None
) -> tuple[LegStarted, ...]:
    """Start the next game if its time has come; otherwise do nothing.

    The home game starts when both players have joined and the start date has come. The return game
    starts when both ask for it, or on its last day (art. 7.1). In a competition the games start
    even if a player has not joined; that player is a no-show (art. 9.1). `edition` is the word list
    in force that day. The home game fixes it for a match without a competition (art. 3.1), unless
    the players have chosen another.
    """
    leg = match.next_leg
    if leg is None or not (match.competition or match.seated == frozenset(match.people)):
        return ()
    today = day_of(at, match.rules.time_zone)
    due = match.start if leg is Leg.HOME else match.return_day
    both_ready = leg is Leg.RETURN and match.ready == frozenset(match.people)
    if due is None or (today < due and not (both_ready or on_request)):
        return ()
    red, blue = match.colours(leg)
    is_fixed = leg is Leg.RETURN or match.competition or match.edition_chosen
    pinned = None if is_fixed or edition == match.edition else edition
    return (LegStarted(at=at, leg=leg, red=red, blue=blue, start=today, edition=pinned),)


def request_return(match: Match, person: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Record that a player is ready for the return game.

    Raises:
        GameStateError: no return game is waiting, or all of the phase start on one day.
    """
    if match.stage is not MatchStage.BETWEEN:
        raise GameStateError(Fault("no_return_waiting", "7.1"))
    if match.returns is not None:
        raise GameStateError(Fault("returns_together", "2.1", {"date": f"{match.return_day}"}))
    if person in match.ready:
        return ()
    return (ReturnRequested(at=at, person=person),)


def confirm_late_return(match: Match, arbiter: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Let the return game start on its fixed day, although art. 7.1 sets an earlier day.

    Raises:
        GameStateError: `no_return_waiting`, if there is nothing to confirm.
    """
    day = match.late_return_day
    if day is None:
        raise GameStateError(Fault("no_return_waiting", "7.1"))
    return (LateReturnConfirmed(at=at, arbiter=arbiter, day=day),)


def end_leg(match: Match, game: Game, at: datetime) -> tuple[LegEnded, ...]:
    """Return the end of the running leg, from its finished game."""
    if game.leg not in match.all_running or game.ended is None:
        return ()
    return (leg_ended(game, at),)


def announce_leave(
    match: Match, person: PersonId, period: LeavePeriod, at: datetime
) -> tuple[MatchEvent, ...]:
    """Announce leave that has not begun, within the allowance of the phase (art. 7.2).

    Raises:
        RuleViolation: every rule it breaks.
        GameStateError: the match is over.
    """
    check_unfinished(match, "7.2")
    today = day_of(at, match.rules.time_zone)
    own, allowance = match.leave_of(person), match.rules.leave(match.phase)
    refuse(leave_faults(period, announced=today, own=own, allowance=allowance))
    return (MatchLeaveAnnounced(at=at, person=person, period=period),)


def withdraw_leave(
    match: Match, person: PersonId, period: LeavePeriod, at: datetime
) -> tuple[MatchEvent, ...]:
    """Withdraw announced leave that has not begun (art. 7.2).

    Raises:
        RuleViolation: it has begun, or was never announced.
        GameStateError: the match is over.
    """
    check_unfinished(match, "7.2")
    today = day_of(at, match.rules.time_zone)
    check_leave_withdrawal(period, today=today, own=match.leave_of(person))
    return (MatchLeaveWithdrawn(at=at, person=person, period=period),)


def answer_results(
    match: Match, person: PersonId, at: datetime, *, agrees: bool
) -> tuple[MatchEvent, ...]:
    """Confirm the proposed coefficients or object to them (art. 8.5).

    Raises:
        GameStateError: nothing is proposed.
    """
    check_proposed(match)
    answered = match.answers.confirmed if agrees else match.answers.objected
    answer = ResultsConfirmed if agrees else ResultsObjected
    return () if person in answered else (answer(at=at, person=person),)


def approve_results(
    match: Match, arbiter: PersonId, at: datetime, outstanding: Outstanding
) -> tuple[MatchEvent, ...]:
    """Approve the proposed results.

    Raises:
        GameStateError: nothing is proposed; or exceeded time or an open case needs a ruling
            first (art. 7.2, 9.4). The arbiter decides about an objection.
    """
    check_proposed(match)
    if outstanding:
        raise GameStateError(*outstanding.faults)
    return (ResultsHomologated(at=at, arbiter=arbiter),)


def _check_not_cancelled(match: Match) -> None:
    if match.stage is MatchStage.CANCELLED:
        raise GameStateError(Fault("match_cancelled", facts={"match": match.code}))
