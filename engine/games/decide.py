"""Decides a command: it becomes new events, or is refused with every fault.

Pure: instant and word list are arguments. The same function validates a placement and its preview:
`engine.games.appraisal.appraise`.
"""

from collections.abc import Container
from dataclasses import replace
from datetime import date, datetime

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.appraisal import appraise
from engine.games.commands import (
    AcceptPlacement,
    AnnounceLeave,
    AnswerInterruption,
    CheckTime,
    Command,
    LoseOnTime,
    Pass,
    Place,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
    WithdrawLeave,
)
from engine.games.deadlines import last_day
from engine.games.endings import (
    accepted_end,
    check_goes_on,
    check_interruption,
    check_running,
    check_turn,
    lost_as,
    natural_end,
    plain_end,
)
from engine.games.events import (
    Ending,
    Event,
    GameEnded,
    InterruptionDeclined,
    InterruptionProposed,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.turns import counted_days, exceeded, thinking_days, used_and_running
from engine.ids import Seat
from engine.thinking_time import check_leave, check_leave_withdrawal, day_of, is_exceeded


def decide(  # noqa: PLR0911  (one line for each command)
    game: Game, command: Command, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Return the events of the command in the game at that instant.

    Raises:
        GameStateError: it is not possible now, or not this person's turn.
        RuleViolation: the regulation forbids it; the error lists every fault.
    """
    check_running(game)
    if isinstance(command, Place | Pass | ReturnPlacement | AcceptPlacement):
        at = answered_at(game, at)
    match command:
        case Place():
            return _place(game, command, at, lexicon)
        case Pass():
            return _pass(game, command, at)
        case ReturnPlacement():
            return _return(game, command, at, lexicon)
        case AcceptPlacement():
            return _accept(game, command, at)
        case AnnounceLeave():
            return _announce_leave(game, command, at)
        case WithdrawLeave():
            return _withdraw_leave(game, command, at)
        case Resign():
            return _resign(game, command, at)
        case ProposeInterruption():
            return _propose_interruption(game, command, at)
        case AnswerInterruption():
            return _answer_interruption(game, command, at)
        case CheckTime():
            return _check_time(game, at)
        case _:  # only LoseOnTime is left
            return _lose_on_time(game, command, at)


def answered_at(game: Game, at: datetime) -> datetime:
    """Return the instant at least of the move that is answered; clocks may differ by seconds."""
    return max([at, *(move.at for move in game.moves[-1:])])


def _may_move(game: Game, seat: Seat) -> None:
    """Refuse a move out of turn, or after the last placement of the game (art. 4.3, 5.2)."""
    check_turn(game, seat)
    check_goes_on(game)


def _in_time(game: Game, seat: Seat, sent: date) -> None:
    """Refuse a move after time, if the ruleset then ends the game without a ruling."""
    used, budget = used_and_running(game, seat, sent), game.allowance(seat)
    if game.rules.auto_forfeit and is_exceeded(used, budget):
        raise GameStateError(Fault("time_is_up", "7.2", {"days": used, "budget": budget}))


def _place(game: Game, command: Place, at: datetime, lexicon: Container[str]) -> tuple[Event, ...]:
    _may_move(game, command.by)
    sent = game.day_of(at)
    _in_time(game, command.by, sent)
    appraisal = appraise(game, command.by, command.placement, sent, lexicon)
    if appraisal.faults:
        raise RuleViolation(*appraisal.faults)
    made = PlacementMade(
        at=at,
        by=command.by,
        round=game.round,
        square=command.placement.square,
        axis=command.placement.axis,
        word=appraisal.word,
        tiles=appraisal.tiles,
        words=appraisal.words,
        points=appraisal.points,
        counted=appraisal.counted,
        received=game.received,
        sent=sent,
        days=appraisal.days,
    )
    exceeding = _exceeded(replace(game, asked=None), command.by, at)
    return (*exceeding, made, *natural_end(evolve(game, made), at))


def _pass(game: Game, command: Pass, at: datetime) -> tuple[Event, ...]:
    _may_move(game, command.by)
    sent = game.day_of(at)
    _in_time(game, command.by, sent)
    passed = Passed(
        at=at,
        by=command.by,
        round=game.round,
        received=game.received,
        sent=sent,
        days=thinking_days(game, command.by, sent),
    )
    exceeding = _exceeded(replace(game, asked=None), command.by, at)
    return (*exceeding, passed, *natural_end(evolve(game, passed), at))


def _return(
    game: Game, command: ReturnPlacement, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Return the events that send the last placement back, for words only.

    Technical errors are refused earlier. The days for which the placement was held count as used
    (art. 5.2, 7.1).
    """
    placement = _returnable(game, command.by)
    on = game.day_of(at)
    _in_time(game, command.by, on)
    objected = command.words or placement.words
    wrong = tuple(word for word in placement.words if word.upper() not in lexicon)
    found = tuple(word for word in wrong if word in objected)
    if not found:
        raise RuleViolation(Fault("words_are_valid", "5.2", {"words": objected}))
    return _sent_back(game, on, found, at)


def sent_back(
    game: Game, placement: PlacementMade, on: date, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Return the events for a placement that the player to move sent back outside the bot.

    The function does not check whether the player was allowed to send it back. The words objected
    to are those missing from the list, or all words if none is missing.
    """
    wrong = tuple(word for word in placement.words if word.upper() not in lexicon)
    return _sent_back(game, on, wrong or placement.words, at)


def _sent_back(game: Game, on: date, words: tuple[str, ...], at: datetime) -> tuple[Event, ...]:
    returned = PlacementReturned(
        at=at,
        by=game.turn,
        on=on,
        words=words,
        received=game.received,
        days=thinking_days(game, game.turn, on),
    )
    return (*_exceeded(game, game.turn, at), returned)


def _accept(game: Game, command: AcceptPlacement, at: datetime) -> tuple[Event, ...]:
    """Accept the last placement with all its words; it can then not be returned."""
    _returnable(game, command.by)
    accepted = PlacementAccepted(at=at, by=command.by)
    return (accepted, *natural_end(evolve(game, accepted), at))


def _returnable(game: Game, seat: Seat) -> PlacementMade:
    """Return the placement that the seat may still return, or refuse."""
    check_turn(game, seat)
    placement = game.last_move
    if not game.may_return:
        raise GameStateError(Fault("words_already_checked", "5.2"))
    if not game.returnable or not isinstance(placement, PlacementMade):
        raise GameStateError(Fault("nothing_to_return", "5.2"))
    return placement


def _announce_leave(game: Game, command: AnnounceLeave, at: datetime) -> tuple[Event, ...]:
    today = day_of(at, game.rules.time_zone)
    own = game.side(command.by).leave
    check_leave(command.period, announced=today, own=own, allowance=game.rules.leave(game.phase))
    return (LeaveAnnounced(at=at, by=command.by, period=command.period),)


def _withdraw_leave(game: Game, command: WithdrawLeave, at: datetime) -> tuple[Event, ...]:
    today = day_of(at, game.rules.time_zone)
    check_leave_withdrawal(command.period, today=today, own=game.side(command.by).leave)
    return (LeaveWithdrawn(at=at, by=command.by, period=command.period),)


def _resign(game: Game, command: Resign, at: datetime) -> tuple[Event, ...]:
    if command.unbegun and not game.moves:
        ended = plain_end(game, Ending.NO_SHOW, command.by, at)
    else:
        ended = _lost(game, command.by, Ending.ABANDONED, at)
    return (replace(ended, withdrew=command.withdrew),)


def _propose_interruption(
    game: Game, command: ProposeInterruption, at: datetime
) -> tuple[Event, ...]:
    if game.interruption_by is command.by:
        raise GameStateError(Fault("interruption_already_proposed", "9.2"))
    check_interruption(game)
    if game.interruption_by is command.by.partner:
        return (plain_end(game, Ending.INTERRUPTED, None, at),)
    return (InterruptionProposed(at=at, by=command.by),)


def _answer_interruption(
    game: Game, command: AnswerInterruption, at: datetime
) -> tuple[Event, ...]:
    if game.interruption_by is None:
        raise GameStateError(Fault("no_interruption_proposed", "9.2"))
    if not command.accept:
        return (InterruptionDeclined(at=at, by=command.by),)
    if game.interruption_by is command.by:
        raise GameStateError(Fault("own_interruption", "9.2"))
    check_interruption(game)
    return (plain_end(game, Ending.INTERRUPTED, None, at),)


def _check_time(game: Game, at: datetime) -> tuple[Event, ...]:
    if game.query:  # the arbiter's answer decides whether these days count (art. 5.3)
        return ()
    if game.waits_for_acceptance:
        return accepted_end(game, at) if game.day_of(at) > last_day(game) else ()
    found = _exceeded(game, game.turn, at)
    if found and game.rules.auto_forfeit:
        return (*found, _lost(game, game.turn, Ending.TIME, at))
    return found


def _lose_on_time(game: Game, command: LoseOnTime, at: datetime) -> tuple[Event, ...]:
    """End the game by exceeded time, which has the effect of a resignation (art. 7.2, 9.4)."""
    seats = tuple(Seat) if command.by is None else (command.by,)
    if not all(exceeded(game, seat, game.day_of(at)) for seat in seats):
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    found = tuple(one for seat in seats for one in _exceeded(game, seat, at))
    if command.by is None:
        return (*found, plain_end(game, Ending.BOTH_TIME, None, at))
    return (*found, _lost(game, command.by, Ending.TIME, at))


def _lost(game: Game, seat: Seat, ending: Ending, at: datetime) -> GameEnded:
    """Return the end of a game that the seat loses, as a no-show if they never moved (art. 9.1)."""
    return plain_end(game, lost_as(game, seat, ending), seat, at)


def _exceeded(game: Game, seat: Seat, at: datetime) -> tuple[TimeExceeded, ...]:
    """Return the event that people are told, once, that the seat's time is exceeded (art. 7.2)."""
    on = game.day_of(at)
    if game.side(seat).told_late or not exceeded(game, seat, on):
        return ()
    return (TimeExceeded(at=at, by=seat, days=counted_days(game, seat, on)),)
