"""What may happen: a command against a game becomes new events, or is refused with every fault.

Pure: the instant and the word list are arguments. `appraise` judges a placement without making it,
for the preview; `decide` makes it by the same judgement.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from engine.clock import check_leave, check_leave_withdrawal, day_of, is_exceeded
from engine.commands import (
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
from engine.errors import Fault, GameStateError, RuleViolation
from engine.events import (
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
from engine.fold import evolve
from engine.game import Game, Stage, thinking_days, used_and_running
from engine.ids import Seat
from engine.placement import Placement, score, survey, technical_faults, unknown_words
from engine.rulesets import EndBonus, WordPolicy
from engine.tiles import value_of, without


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraisal:
    """A placement judged and priced, but not made."""

    word: str
    """The main word as it would lie, jokers in lower case."""
    tiles: str
    words: tuple[str, ...]
    unknown: tuple[str, ...]
    """The words that the competition's list does not have."""
    points: int
    counted: int
    """The points after the cap of art. 1.4."""
    faults: tuple[Fault, ...]
    """Technical errors, and unknown words where the ruleset refuses them; none: it may be sent."""
    days: int
    """Days of thinking time it uses if sent that day."""
    next_tiles: str
    """What the player would take from the sequence."""


def decide(
    game: Game, command: Command, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Return the events that the command makes of the game at that instant.

    Raises:
        GameStateError: it is not the moment, or not this person's turn.
        RuleViolation: the regulation forbids it; every fault is named.
    """
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3"))
    return _DECISIONS[type(command)](game, command, at, lexicon)


def appraise(
    game: Game, seat: Seat, placement: Placement, on: date, lexicon: Container[str]
) -> Appraisal:
    """Return the judgement of a placement sent by that seat on that day."""
    laid = survey(game.board, placement)
    side = game.side(seat)
    readable = not laid.overhang and set(laid.word) <= game.tile_set.values.keys()
    points = score(laid, game.tile_set, game.rules) if readable else 0
    faults = list(technical_faults(game.board, placement, laid, side.rack, points))
    technical = bool(faults)
    unknown = () if technical else unknown_words(laid, lexicon)
    if game.rules.word_policy is WordPolicy.REFUSE:
        faults += [Fault("unknown_word", "3.1", {"word": word.upper()}) for word in unknown]
    cap = game.cap(seat)
    return Appraisal(
        word=laid.word,
        tiles=laid.new,
        words=laid.words,
        unknown=unknown,
        points=points,
        counted=points if cap is None else min(points, cap),
        faults=tuple(faults),
        days=thinking_days(game, seat, on),
        next_tiles=game.sequence[game.drawn : game.drawn + len(laid.new)],
    )


def _on_turn(game: Game, seat: Seat) -> None:
    if game.turn is not seat:
        raise GameStateError(Fault("not_your_turn", "4.1"))


def _in_time(game: Game, seat: Seat, sent: date) -> None:
    """Refuse a move after time, where the ruleset has the game lost then without a ruling."""
    used, budget = used_and_running(game, seat, sent), game.allowance(seat)
    if game.rules.auto_forfeit and is_exceeded(used, budget):
        raise GameStateError(Fault("time_is_up", "7.2", {"days": used, "budget": budget}))


def _day(game: Game, at: datetime) -> date:
    """Return the day the instant falls on where the competition is, never before the last one."""
    return max(day_of(at, game.rules.time_zone), game.received)


def _place(game: Game, command: Place, at: datetime, lexicon: Container[str]) -> tuple[Event, ...]:
    _on_turn(game, command.by)
    sent = _day(game, at)
    _in_time(game, command.by, sent)
    judged = appraise(game, command.by, command.placement, sent, lexicon)
    if judged.faults:
        raise RuleViolation(*judged.faults)
    made = PlacementMade(
        at=at,
        by=command.by,
        round=game.round,
        square=command.placement.square,
        axis=command.placement.axis,
        word=judged.word,
        tiles=judged.tiles,
        words=judged.words,
        points=judged.points,
        counted=judged.counted,
        received=game.received,
        sent=sent,
        days=judged.days,
    )
    exceeded = _exceeded(game, command.by, at)
    return (*exceeded, made, *natural_end(evolve(game, made), at))


def _pass(game: Game, command: Pass, at: datetime, lexicon: Container[str]) -> tuple[Event, ...]:
    del lexicon
    _on_turn(game, command.by)
    sent = _day(game, at)
    _in_time(game, command.by, sent)
    passed = Passed(
        at=at,
        by=command.by,
        round=game.round,
        received=game.received,
        sent=sent,
        days=thinking_days(game, command.by, sent),
    )
    exceeded = _exceeded(game, command.by, at)
    return (*exceeded, passed, *natural_end(evolve(game, passed), at))


def natural_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end that the last move brings by itself, if it brings one (art. 4.3)."""
    last = game.last_move
    if isinstance(last, PlacementMade):
        out = game.left_in_sequence == 0 and not game.side(last.by).rack
        return (_played_out(game, last.by, at),) if out else ()
    if game.passes_in_a_row < game.rules.passes_to_end:
        return ()
    held = {seat: value_of(game.side(seat).rack, game.tile_set) for seat in Seat}
    return (
        GameEnded(
            at=at,
            ending=Ending.PASSES,
            by=None,
            red_adjustment=-held[Seat.RED],
            blue_adjustment=-held[Seat.BLUE],
        ),
    )


def _played_out(game: Game, out: Seat, at: datetime) -> GameEnded:
    """Return the end of a game in which that seat has no tiles left (art. 4.3)."""
    held = value_of(game.side(out.partner).rack, game.tile_set)
    gain, loss = {
        EndBonus.TRANSFER: (held, -held),
        EndBonus.DEDUCT_ONLY: (0, -held),
        EndBonus.DOUBLE: (2 * held, 0),
    }[game.rules.end_bonus]
    red, blue = (gain, loss) if out is Seat.RED else (loss, gain)
    return GameEnded(
        at=at, ending=Ending.PLAYED_OUT, by=out, red_adjustment=red, blue_adjustment=blue
    )


def _return(
    game: Game, command: ReturnPlacement, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Send the last placement back; only words may be disputed, technical errors never get here."""
    placement = _returnable(game, command.by)
    objected = command.words or placement.words
    wrong = tuple(word for word in placement.words if word.upper() not in lexicon)
    found = tuple(word for word in wrong if word in objected)
    if not found:
        raise RuleViolation(Fault("words_are_valid", "5.2", {"words": objected}))
    return (PlacementReturned(at=at, by=command.by, on=_day(game, at), words=found),)


def _accept(
    game: Game, command: AcceptPlacement, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    """Accept the last placement: whatever its words, it is no longer to be returned."""
    del lexicon
    _returnable(game, command.by)
    return (PlacementAccepted(at=at, by=command.by),)


def _returnable(game: Game, seat: Seat) -> PlacementMade:
    """Return the placement that the seat may still judge, or refuse."""
    _on_turn(game, seat)
    placement = game.last_move
    if not game.may_return:
        raise GameStateError(Fault("words_already_checked", "5.2"))
    if not game.returnable or not isinstance(placement, PlacementMade):
        raise GameStateError(Fault("nothing_to_return", "5.2"))
    return placement


def _announce_leave(
    game: Game, command: AnnounceLeave, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del lexicon
    today = day_of(at, game.rules.time_zone)
    own = game.side(command.by).leave
    check_leave(command.period, announced=today, own=own, allowance=game.rules.leave_days)
    return (LeaveAnnounced(at=at, by=command.by, period=command.period),)


def _withdraw_leave(
    game: Game, command: WithdrawLeave, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del lexicon
    today = day_of(at, game.rules.time_zone)
    check_leave_withdrawal(command.period, today=today, own=game.side(command.by).leave)
    return (LeaveWithdrawn(at=at, by=command.by, period=command.period),)


def _resign(
    game: Game, command: Resign, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del game, lexicon
    return (_ended(at, Ending.ABANDONED, command.by),)


def _propose_interruption(
    game: Game, command: ProposeInterruption, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del lexicon
    if game.interruption_by is command.by:
        raise GameStateError(Fault("interruption_already_proposed", "9.2"))
    if game.interruption_by is command.by.partner:
        return (_ended(at, Ending.INTERRUPTED, None),)
    return (InterruptionProposed(at=at, by=command.by),)


def _answer_interruption(
    game: Game, command: AnswerInterruption, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del lexicon
    if game.interruption_by is None:
        raise GameStateError(Fault("no_interruption_proposed", "9.2"))
    if not command.accept:
        return (InterruptionDeclined(at=at, by=command.by),)
    if game.interruption_by is command.by:
        raise GameStateError(Fault("own_interruption", "9.2"))
    return (_ended(at, Ending.INTERRUPTED, None),)


def _check_time(
    game: Game, command: CheckTime, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del command, lexicon
    exceeded = _exceeded(game, game.turn, at)
    if exceeded and game.rules.auto_forfeit:
        return (*exceeded, _ended(at, Ending.TIME, game.turn))
    return exceeded


def _lose_on_time(
    game: Game, command: LoseOnTime, at: datetime, lexicon: Container[str]
) -> tuple[Event, ...]:
    del lexicon
    exceeded = _exceeded(game, command.by, at)
    if not exceeded and not game.side(command.by).time_exceeded:
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    return (*exceeded, _ended(at, Ending.TIME, command.by))


def _ended(at: datetime, ending: Ending, by: Seat | None) -> GameEnded:
    """Return an end that leaves the score of the moment as it is (art. 9.1, 9.2, 9.4)."""
    return GameEnded(at=at, ending=ending, by=by, red_adjustment=0, blue_adjustment=0)


def _exceeded(game: Game, seat: Seat, at: datetime) -> tuple[TimeExceeded, ...]:
    """Return the finding that the seat's time is exceeded, once a game (art. 7.2)."""
    days = used_and_running(game, seat, _day(game, at))
    if not is_exceeded(days, game.allowance(seat)) or game.side(seat).time_exceeded:
        return ()
    return (TimeExceeded(at=at, by=seat, days=days),)


Decision = Callable[[Game, Any, datetime, Container[str]], tuple[Event, ...]]

_DECISIONS: Mapping[type[Command], Decision] = {
    Place: _place,
    Pass: _pass,
    ReturnPlacement: _return,
    AcceptPlacement: _accept,
    AnnounceLeave: _announce_leave,
    WithdrawLeave: _withdraw_leave,
    Resign: _resign,
    ProposeInterruption: _propose_interruption,
    AnswerInterruption: _answer_interruption,
    CheckTime: _check_time,
    LoseOnTime: _lose_on_time,
}


def rack_after(game: Game, seat: Seat, judged: Appraisal) -> str:
    """Return the hand the player would hold after the appraised placement."""
    return without(game.side(seat).rack, judged.tiles) + judged.next_tiles
