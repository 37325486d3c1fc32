"""Decides a command: it becomes new events, or is refused with every fault.

The same function validates a placement and its preview: `engine.games.appraisal.appraise`.
"""

from collections.abc import Container
from dataclasses import replace
from datetime import date, datetime

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.appraisal import appraise
from engine.games.commands import (
    AcceptPlacement,
    AnswerInterruption,
    CheckTime,
    Command,
    LoseOnTime,
    Pass,
    Place,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
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
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.games.fold import evolve
from engine.games.game import Game, Move
from engine.games.turns import counted_days, exceeded, thinking_days, used_and_running
from engine.ids import Seat
from engine.thinking_time import is_exceeded


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
        check_turn(game, command.by)
        # At least the instant of the move that is answered; clocks may differ by seconds.
        at = max([at, *(move.at for move in game.moves[-1:])])
    match command:
        case Place():
            return _place(game, command, at, lexicon)
        case Pass():
            return _pass(game, at)
        case ReturnPlacement():
            return _return(game, command, at, lexicon)
        case AcceptPlacement():
            return _accept(game, at)
        case Resign():
            return (_resigned(game, command, at),)
        case ProposeInterruption() | AnswerInterruption():
            return (_interruption(game, command, at),)
        case CheckTime():
            return _check_time(game, at)
        case _:  # only LoseOnTime is left
            return _lose_on_time(game, command, at)


def _check_in_time(game: Game, sent: date) -> None:
    """Refuse a move after time, if the ruleset then ends the game without a ruling."""
    used, budget = used_and_running(game, game.turn, sent), game.allowance(game.turn)
    if game.rules.auto_forfeit and is_exceeded(used, budget):
        raise GameStateError(Fault("time_is_up", "7.2", {"days": used, "budget": budget}))


def _place(game: Game, command: Place, at: datetime, lexicon: Container[str]) -> tuple[Event, ...]:
    check_goes_on(game)
    placement, sent = command.placement, game.day_of(at)
    _check_in_time(game, sent)
    appraisal = appraise(game, command.by, placement, sent, lexicon)
    if appraisal.faults:
        raise RuleViolation(*appraisal.faults)
    made = PlacementMade(
        at=at,
        by=command.by,
        round=game.round,
        square=placement.square,
        axis=placement.axis,
        word=appraisal.word,
        tiles=appraisal.tiles,
        words=appraisal.words,
        points=appraisal.points,
        counted=appraisal.counted,
        received=game.received,
        sent=sent,
        days=appraisal.days,
    )
    return _moved(game, made)


def _pass(game: Game, at: datetime) -> tuple[Event, ...]:
    check_goes_on(game)
    by, sent, received = game.turn, game.day_of(at), game.received
    _check_in_time(game, sent)
    days = thinking_days(game, by, sent)
    return _moved(
        game, Passed(at=at, by=by, round=game.round, received=received, sent=sent, days=days)
    )


def _moved(game: Game, made: Move) -> tuple[Event, ...]:
    """Return the move, after the time that it exceeds, and the end that follows from it."""
    # The move ends a wait for the arbiter, whose days then count (art. 5.3).
    exceeding = _exceeded(replace(game, asked=None), made.by, made.at)
    return (*exceeding, made, *natural_end(evolve(game, made), made.at))


def _return(
    game: Game, command: ReturnPlacement, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Send the last placement back for its words; the days it was held are used (art. 5.2, 7.1)."""
    placement = _placement_to_judge(game)
    on = game.day_of(at)
    _check_in_time(game, on)
    objected = command.words or placement.words
    invalid = tuple(word for word in unlisted(placement, lexicon) if word in objected)
    if not invalid:
        raise RuleViolation(Fault("words_are_valid", "5.2", {"words": objected}))
    return sent_back(game, on, invalid, at)


def unlisted(placement: PlacementMade, lexicon: Container[str]) -> tuple[str, ...]:
    """Return the placement's words that are not in the list."""
    return tuple(word for word in placement.words if word.upper() not in lexicon)


def sent_back(game: Game, on: date, words: tuple[str, ...], at: datetime) -> tuple[Event, ...]:
    """Return the events by which the player to move sends the last placement back, unchecked."""
    by, received, days = game.turn, game.received, thinking_days(game, game.turn, on)
    returned = PlacementReturned(at=at, by=by, on=on, words=words, received=received, days=days)
    return (*_exceeded(game, by, at), returned)


def _accept(game: Game, at: datetime) -> tuple[Event, ...]:
    """Accept the last placement with all its words; it can then not be returned."""
    _placement_to_judge(game)
    accepted = PlacementAccepted(at=at, by=game.turn)
    return (accepted, *natural_end(evolve(game, accepted), at))


def _placement_to_judge(game: Game) -> PlacementMade:
    """Return the placement that the player to move may still accept or return; refuse if none."""
    placement = game.last_move
    if not game.may_return:
        raise GameStateError(Fault("words_already_checked", "5.2"))
    if not game.returnable or not isinstance(placement, PlacementMade):
        raise GameStateError(Fault("nothing_to_return", "5.2"))
    return placement


def _resigned(game: Game, command: Resign, at: datetime) -> GameEnded:
    unbegun = command.unbegun and not game.moves
    ending = Ending.NO_SHOW if unbegun else lost_as(game, command.by, Ending.ABANDONED)
    return replace(plain_end(game, ending, command.by, at), withdrew=command.withdrew)


def _interruption(
    game: Game, command: ProposeInterruption | AnswerInterruption, at: datetime
) -> Event:
    """Propose to end the game early, or end it so if the opponent has proposed it (art. 9.2)."""
    proposer, proposes = game.interruption_by, isinstance(command, ProposeInterruption)
    if proposer is None and not proposes:
        raise GameStateError(Fault("no_interruption_proposed", "9.2"))
    if isinstance(command, AnswerInterruption) and not command.accept:
        return InterruptionDeclined(at=at, by=command.by)
    if proposer is command.by:
        code = "interruption_already_proposed" if proposes else "own_interruption"
        raise GameStateError(Fault(code, "9.2"))
    check_interruption(game)
    if proposer is None:
        return InterruptionProposed(at=at, by=command.by)
    return plain_end(game, Ending.INTERRUPTED, None, at)


def _check_time(game: Game, at: datetime) -> tuple[Event, ...]:
    if game.query:  # the arbiter's answer decides whether these days count (art. 5.3)
        return ()
    if game.waits_for_acceptance:
        return accepted_end(game, at) if game.day_of(at) > last_day(game) else ()
    exceeding = _exceeded(game, game.turn, at)
    if exceeding and game.rules.auto_forfeit:
        return (*exceeding, _lost_on_time(game, game.turn, at))
    return exceeding


def _lose_on_time(game: Game, command: LoseOnTime, at: datetime) -> tuple[Event, ...]:
    """End the game by exceeded time, which has the effect of a resignation (art. 7.2, 9.4)."""
    seats = tuple(Seat) if command.exceeded is None else (command.exceeded,)
    if not all(exceeded(game, seat, game.day_of(at)) for seat in seats):
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    exceeding = tuple(one for seat in seats for one in _exceeded(game, seat, at))
    return (*exceeding, _lost_on_time(game, command.exceeded, at))


def _lost_on_time(game: Game, seat: Seat | None, at: datetime) -> GameEnded:
    ending = Ending.BOTH_TIME if seat is None else lost_as(game, seat, Ending.TIME)
    return plain_end(game, ending, seat, at)


def time_found(game: Game, at: datetime) -> tuple[TimeExceeded, ...]:
    """Return the event that the player to move exceeded their time by then, if nobody was told."""
    return tuple(event for event in _check_time(game, at) if isinstance(event, TimeExceeded))


def _exceeded(game: Game, seat: Seat, at: datetime) -> tuple[TimeExceeded, ...]:
    """Return the event that people are told, once, that the seat's time is exceeded (art. 7.2)."""
    on = game.day_of(at)
    if game.side(seat).told_late or not exceeded(game, seat, on):
        return ()
    return (TimeExceeded(at=at, by=seat, days=counted_days(game, seat, on)),)
