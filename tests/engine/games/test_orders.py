"""Effects of an arbiter's orders on a game: days, end and seats all add up."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.errors import BrokenLog, EngineError, GameStateError, RuleViolation
from engine.games.audit import audit
from engine.games.commands import CheckTime
from engine.games.deadlines import last_day
from engine.games.events import Ending, Event, PlacementMade, PlacementReturned, TimeExceeded
from engine.games.fold import begin, evolve, replay
from engine.games.game import Game, Move, Stage
from engine.games.orders import annul, correct_score, end, grant_time, take_seat
from engine.games.ruling_events import MovesAnnulled, ScoreCorrected
from engine.games.turns import charged_stops
from engine.ids import PersonId, Seat
from tests.builders import (
    ARBITER,
    BLUE,
    RED,
    START,
    ask,
    fold,
    game_after,
    noon,
    play,
    started,
    tiles_everywhere,
)
from tests.engine.games.ordered import obeyed, order, reopen, restore
from tests.examples import HALF


@pytest.mark.article("7.2")
def test_granted_days_push_the_last_day_out_and_lift_exceeded_time() -> None:
    """After 30 days are exceeded, five granted days let the player answer again."""
    game = play(game_after(), CheckTime(), at=noon(32))
    assert game.red.told_late

    longer = obeyed(game, grant_time(game, order(32), Seat.RED, 5))

    assert not longer.red.told_late
    assert (last_day(longer) - last_day(game)).days == 5
    assert (longer.allowance(Seat.RED), longer.allowance(Seat.BLUE)) == (35, 30)
    assert ask(longer, CheckTime(), at=noon(36)) == ()
    assert ask(longer, CheckTime(), at=noon(37))


def test_days_given_by_mistake_can_be_taken_back_but_no_more_than_those() -> None:
    """Granted days can be withdrawn, and no budget falls below the regulation's."""
    game = game_after()
    given_ = obeyed(game, grant_time(game, order(), Seat.BLUE, 7))

    assert obeyed(given_, grant_time(given_, order(), Seat.BLUE, -7)) == game
    for days in (0, 61, -8):
        with pytest.raises(RuleViolation, match="grant_out_of_range"):
            grant_time(given_, order(), Seat.BLUE, days)


@pytest.mark.article("7.1")
def test_days_that_the_program_gives_back_have_no_limit() -> None:
    """The limit finds typing errors in an arbiter's order; the program counts its days."""
    automatic = replace(order(), automatic=True)
    longer = obeyed(game_after(), grant_time(game_after(), automatic, Seat.BLUE, 89))

    assert longer.blue.granted == 89


def test_days_taken_back_after_their_use_exceed_no_time() -> None:
    """A player who has used 33 days has exceeded their time, also with one granted day."""
    game = play(game_after(), "PAS", at=noon(34))
    assert game.red.told_late
    one_more = obeyed(game, grant_time(game, order(34), Seat.RED, 1))

    assert one_more.red.days == 33
    assert one_more.red.told_late


def test_days_taken_back_from_who_has_used_them_are_found_at_once() -> None:
    """Withdrawing days in a running turn finds exceeded time at once."""
    game = obeyed(game_after(), grant_time(game_after(), order(), Seat.RED, 5))

    (_, found) = grant_time(game, order(34), Seat.RED, -5)

    assert isinstance(found, TimeExceeded)
    assert (found.by, found.days) == (Seat.RED, 33)


@pytest.mark.article("9.4")
@pytest.mark.parametrize("ending", [Ending.TIME, Ending.NO_SHOW, Ending.FORFEITED, Ending.CLOSED])
def test_a_game_ended_by_a_ruling_can_be_opened_again_by_another(ending: Ending) -> None:
    """A reopened game runs from the day of the ruling, and nothing else changes."""
    game = game_after("H7 CASA")

    over = obeyed(game, end(game, order(1), ending, Seat.BLUE))
    again = obeyed(over, reopen(over, order(4)))

    assert over.stage is Stage.ENDED
    assert again == replace(game, sent=noon(4).date(), arrived=None)


def test_another_end_keeps_what_the_last_tiles_did_to_the_score() -> None:
    """A game played out keeps its score when a ruling gives it another ending."""
    game = play(game_after("H7 CASA"), "PAS", "PAS", "PAS", "PAS")

    lost = obeyed(game, end(game, order(1, "10.3"), Ending.FORFEITED, Seat.RED))

    assert (lost.red.score, lost.blue.score) == (game.red.score, game.blue.score)
    assert lost.ended is not None
    assert lost.ended.ending is Ending.FORFEITED


def test_an_end_that_no_ruling_gives_is_refused() -> None:
    """No ruling ends a game by its last move, and a finished game gets no more days."""
    passed = play(game_after(), "PAS", "PAS", "PAS", "PAS")
    with pytest.raises(ValueError, match="played_out"):
        end(game_after(), order(), Ending.PLAYED_OUT, Seat.RED)
    with pytest.raises(GameStateError, match="game_over"):
        grant_time(passed, order(), Seat.RED, 3)


def test_a_late_player_takes_their_seat_and_only_theirs() -> None:
    """A player who takes a seat late has the game from then on, and no other seat."""
    late = PersonId(77)
    game = game_after("H7 CASA")

    taken = obeyed(game, take_seat(game, noon(2), Seat.BLUE, late))

    assert taken.seat_of(late) is Seat.BLUE
    assert taken.seat_of(BLUE) is None
    with pytest.raises(GameStateError, match="already_the_partner"):
        take_seat(game, noon(2), Seat.BLUE, RED)


def test_a_log_with_an_order_that_cannot_be_is_refused() -> None:
    """Empty corrections and too large annulments are refused."""
    game = play(game_after("H7 CASA"), "PAS")
    wrong: tuple[Event, ...] = (
        MovesAnnulled(
            at=noon(), arbiter=ARBITER, keep=2, on=START, charged=False, article="", reason=""
        ),
        ScoreCorrected(
            at=noon(), arbiter=ARBITER, move=7, points=1, counted=1, article="", reason=""
        ),
        ScoreCorrected(
            at=noon(), arbiter=ARBITER, move=1, points=1, counted=1, article="", reason=""
        ),
    )
    returned = PlacementReturned(at=noon(), by=Seat.RED, on=START)
    for event in (*wrong, returned):
        with pytest.raises(BrokenLog):
            evolve(game, event)


STEPS = st.lists(
    st.sampled_from(
        [
            "H7 CASA",
            "I8 STIRE",
            "J8 TIN",
            "PAS",
            "annul",
            "charge",
            "correct",
            "grant",
            "reopen",
            "restore",
        ]
    ),
    max_size=14,
)


@settings(max_examples=HALF)
@given(STEPS, st.data())
def test_whatever_is_ordered_tiles_scores_and_days_add_up(
    steps: list[str], data: st.DataObject
) -> None:
    """All tiles exist, the score is that of the valid moves, and the log gives the same game."""
    start = started()
    game = begin(start)
    log: list[Event] = []
    charged: list[Move] = []  # annulled with their days, whatever was ruled later
    for day, step in enumerate(steps):
        try:
            events = _step(game, step, day, data)
        except EngineError:
            continue
        for event in events:
            if isinstance(event, MovesAnnulled) and event.charged:
                charged += game.moves[event.keep :]
        game = obeyed(game, events)
        log += events

    assume(log)
    assert replay([start, *log]) == fold(start, log) == game
    assert tiles_everywhere(game) == tiles_everywhere(begin(start))
    for seat in Seat:
        made = [move for move in game.moves if move.by is seat]
        counted = sum(move.counted for move in made if isinstance(move, PlacementMade))
        end_ = game.ended
        gained = (end_.red_adjustment if seat is Seat.RED else end_.blue_adjustment) if end_ else 0
        assert game.side(seat).score == counted + gained
        assert game.side(seat).moves == len(made)
        days = sum(move.days for move in made)
        days += sum(stop.days for stop in charged_stops(game, seat))
        extra = sum(move.days for move in charged if move.by is seat)
        assert days <= game.side(seat).days <= days + extra
    assert audit([start, *log]) == audit([start])


def _step(game: Game, step: str, day: int, data: st.DataObject) -> tuple[Event, ...]:
    if step in {"annul", "charge"}:
        keep = data.draw(st.integers(0, max(0, len(game.moves) - 1)))
        return annul(game, order(day), keep, charged=step == "charge")
    if step == "restore":
        assume(game.voided)
        return restore(game, order(day))
    if step == "correct":
        return correct_score(game, order(day), data.draw(st.integers(0, 3)), 12)
    if step == "grant":
        return grant_time(game, order(day), Seat.RED, data.draw(st.integers(-3, 5)))
    if step == "reopen":
        return reopen(game, order(day))
    return ask(game, step, at=noon(day))
