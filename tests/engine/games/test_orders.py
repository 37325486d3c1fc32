"""What an arbiter's orders do to a game: its days, its moves, its scores, its end."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.clock import LeavePeriod
from engine.errors import BrokenLog, EngineError, GameStateError, RuleViolation
from engine.games.audit import audit
from engine.games.commands import AnnounceLeave, CheckTime, Pass, Resign, ReturnPlacement
from engine.games.deadlines import last_day
from engine.games.events import Ending, Event, Passed, PlacementMade, PlacementReturned
from engine.games.fold import begin, evolve, replay
from engine.games.game import Game, Stage
from engine.games.orders import (
    Order,
    annul,
    correct_score,
    end,
    grant_time,
    reopen,
    restore,
    take_seat,
)
from engine.games.ruling_events import MovesAnnulled, MovesRestored, ScoreCorrected
from engine.ids import PersonId, Seat
from engine.rulesets import RULESETS
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

PARTNER = RULESETS["cn-2025-partner"]
MOVES = ("H7 CASA", "I8 STIRE", "J8 TIN")


def order(day: int = 0, article: str = "10.1") -> Order:
    """Return an order given at noon of that day."""
    return Order(at=noon(day), arbiter=ARBITER, article=article, reason="Întrerupere de curent")


def obeyed(game: Game, events: tuple[Event, ...]) -> Game:
    """Return the game after the ordered events."""
    for event in events:
        game = evolve(game, event)
    return game


def slowly(game: Game, days: int = 4) -> Game:
    """Return the game with two more moves, each sent that many days after it arrived."""
    at = (game.received - START).days
    return play(play(game, "PAS", at=noon(at + days)), "PAS", at=noon(at + 2 * days))


@pytest.mark.article("7.2")
def test_granted_days_push_the_last_day_out_and_lift_a_flag() -> None:
    """Thirty days are over, the flag falls; five days more and the player may answer again."""
    game = play(game_after(), CheckTime(), at=noon(32))
    assert game.red.time_exceeded

    longer = obeyed(game, grant_time(game, order(32), Seat.RED, 5))

    assert not longer.red.time_exceeded
    assert (last_day(longer) - last_day(game)).days == 5
    assert (longer.allowance(Seat.RED), longer.allowance(Seat.BLUE)) == (35, 30)
    assert ask(longer, CheckTime(), at=noon(36)) == ()
    assert ask(longer, CheckTime(), at=noon(37))


def test_days_given_by_mistake_can_be_taken_back_but_no_more_than_those() -> None:
    """A grant is undone by the opposite one; nobody's budget falls below the regulation's."""
    game = game_after()
    given_ = obeyed(game, grant_time(game, order(), Seat.BLUE, 7))

    assert obeyed(given_, grant_time(given_, order(), Seat.BLUE, -7)) == game
    for days in (0, 61, -8):
        with pytest.raises(RuleViolation, match="grant_out_of_range"):
            grant_time(given_, order(), Seat.BLUE, days)


def test_taking_days_back_from_who_has_used_them_leaves_his_flag_standing() -> None:
    """Whoever has used the days that are taken back has exceeded his time still."""
    game = play(game_after(), "PAS", at=noon(34))
    assert game.red.time_exceeded
    one_more = obeyed(game, grant_time(game, order(34), Seat.RED, 1))

    assert one_more.red.days == 33
    assert one_more.red.time_exceeded


@pytest.mark.article("5.2")
@pytest.mark.parametrize("keep", [0, 1, 2])
def test_annulling_goes_back_to_the_very_game_of_that_placement(keep: int) -> None:
    """Board, hands, scores, turn and days are those of the game after that many moves."""
    game = game_after(*MOVES)
    there = game_after(*MOVES[:keep])

    back = obeyed(game, annul(game, order(3), keep))

    assert replace(back, annulled=(), received=there.received) == there
    assert back.received == noon(3).date()
    assert [move.word for move, _ in back.annulled if isinstance(move, PlacementMade)] == [
        placed.word for placed in game.moves[keep:] if isinstance(placed, PlacementMade)
    ]


@pytest.mark.article("7.1")
def test_days_of_annulled_moves_are_given_back_unless_the_ruling_charges_them() -> None:
    """The clock forgets an annulled placement; a returned one has used its days (art. 5.2)."""
    game = slowly(game_after("H7 CASA"))
    assert (game.red.days, game.blue.days) == (3, 3)

    freed = obeyed(game, annul(game, order(9), 1))
    charged = obeyed(game, annul(game, order(9), 1, charged=True))

    assert (freed.red.days, freed.blue.days) == (0, 0)
    assert (charged.red.days, charged.blue.days) == (3, 3)


def test_a_later_annulment_gives_back_what_a_return_before_it_had_charged() -> None:
    """Going back behind a returned placement undoes what came of it, once and for all."""
    game = play(game_after(rules=PARTNER), "H7 CASA", at=noon(4))
    game = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(4), lexicon=())
    assert game.red.days == 3
    game = play(game, "H7 CASA", "I8 STIRE", at=noon(4))

    kept = obeyed(game, annul(game, order(5), 1))
    undone = obeyed(kept, annul(kept, order(5), 0))
    on = play(undone, "H7 CASA", "I8 STIRE", at=noon(5))
    again = obeyed(on, annul(on, order(6), 1))

    assert [g.red.days for g in (kept, undone, again)] == [3, 0, 0]


def test_leave_and_granted_days_survive_an_annulment() -> None:
    """What the player announced and what he was given does not depend on the moves."""
    period = LeavePeriod(noon(3).date(), noon(5).date())
    game = play(game_after("H7 CASA"), AnnounceLeave(by=Seat.BLUE, period=period))
    game = obeyed(game, grant_time(game, order(), Seat.BLUE, 4))

    back = obeyed(game, annul(game, order(1), 0))

    assert back.blue.leave == (period,)
    assert back.allowance(Seat.BLUE) == 34


def test_exceeded_time_is_judged_anew_after_an_annulment() -> None:
    """A flag that fell for a placement that is annulled is no longer up."""
    game = play(game_after(), "PAS", at=noon(40))
    assert game.red.time_exceeded

    assert not obeyed(game, annul(game, order(41), 0)).red.time_exceeded


def test_an_annulment_opens_a_finished_game_again() -> None:
    """The end goes with the moves that made it."""
    game = play(game_after("H7 CASA"), "PAS", "PAS", "PAS", "PAS")
    assert game.stage is Stage.ENDED

    back = obeyed(game, annul(game, order(2), 1))

    assert back.stage is Stage.RUNNING
    assert back.turn is Seat.BLUE
    assert (back.red.score, back.blue.score) == (8, 0)


@pytest.mark.article("5.3")
def test_a_returned_placement_that_was_right_stands_again_as_it_stood() -> None:
    """The partner's clock runs from the ruling; the author's days are those he had used."""
    game = play(game_after(rules=PARTNER), "H7 CASA", at=noon(4))
    back = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(4), lexicon=())

    again = obeyed(back, restore(back, order(6, "5.3")))

    assert again == replace(game, received=noon(6).date(), returnable=False)
    with pytest.raises(GameStateError, match="nothing_to_return"):
        ask(again, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())


def test_moves_annulled_by_mistake_stand_again_even_if_the_game_has_gone_on() -> None:
    """What was played in their place is annulled first; points and days are the old ones."""
    game = slowly(game_after(*MOVES))
    back = obeyed(game, annul(game, order(9), 1))
    on = play(back, "PAS", at=noon(10))

    for wrong in (back, on):
        again = obeyed(wrong, restore(wrong, order(12)))
        assert again.moves == game.moves
        assert (again.red, again.blue, again.board) == (game.red, game.blue, game.board)
        assert again.received == noon(12).date()


@pytest.mark.article("5.3")
def test_points_put_right_stay_so_when_the_placement_stands_again() -> None:
    """With what they were before, however often it is annulled and restored."""
    game = game_after(*MOVES)
    right = obeyed(game, correct_score(game, order(), 2, 12))
    again = right
    for day in (2, 4):
        back = obeyed(again, annul(again, order(day), 1))
        again = obeyed(back, restore(back, order(day + 1)))

    assert (again.moves, again.red.score) == (right.moves, 8 + 12)
    assert again.corrections == right.corrections


@pytest.mark.article("4.3")
def test_a_finished_game_that_stands_again_is_finished_again() -> None:
    """The annulment had opened it: with its last moves the end comes back, tiles left and all."""
    game = play(game_after("H7 CASA"), "PAS", "PAS", "PAS", "PAS")
    back = obeyed(game, annul(game, order(2), 1))

    again = obeyed(back, restore(back, order(3)))

    assert (again.stage, again.red.score) == (Stage.ENDED, game.red.score)


def test_what_stands_again_opens_a_game_that_a_ruling_had_ended() -> None:
    """Lost on time after a placement had been returned wrongly: it stands, and the game goes on."""
    game = play(game_after(rules=PARTNER), "H7 CASA")
    back = play(game, ReturnPlacement(by=Seat.BLUE), lexicon=())
    over = obeyed(back, end(back, order(1), Ending.TIME, Seat.RED))

    again = obeyed(over, restore(over, order(2)))

    assert (again.stage, again.moves) == (Stage.RUNNING, game.moves)


def test_there_must_be_something_to_restore() -> None:
    """Nothing was ever taken back; or what was stood behind moves that are gone, too."""
    with pytest.raises(GameStateError, match="nothing_to_restore"):
        restore(game_after(*MOVES), order())
    game = play(game_after("H7 CASA", rules=PARTNER), "I8 STIRE")
    game = play(game, ReturnPlacement(by=Seat.RED), lexicon=())
    game = replace(obeyed(game, annul(game, order(1), 0)), annulled=())
    with pytest.raises(GameStateError, match="nothing_to_restore"):
        restore(game, order(2))


@pytest.mark.article("5.3")
def test_a_score_is_put_right_under_its_cap_and_at_any_time() -> None:
    """Another figure for Red's second placement; its cap of 30 still holds."""
    game = game_after(*MOVES)
    made = game.moves[2]
    assert isinstance(made, PlacementMade)
    right = obeyed(game, correct_score(game, order(), 2, 12))
    assert right.red.score == 8 + 12
    assert right.moves[2] == replace(made, points=12, counted=12)

    capped = obeyed(game, correct_score(game, order(), 2, 61))
    assert capped.red.score == 8 + 30

    over = play(game, Resign(by=Seat.BLUE))
    assert obeyed(over, correct_score(over, order(), 1, 9)).blue.score == 9


def test_after_the_caps_every_point_of_a_correction_counts() -> None:
    """Red's third placement has no cap: what the arbiter finds is what counts."""
    game = play(game_after("H7 CASA", "I8 STIRE", "PAS", "PAS"), "J8 TIN")
    assert isinstance(game.moves[4], PlacementMade)

    right = obeyed(game, correct_score(game, order(), 4, game.moves[4].points + 62))

    assert right.red.score == game.red.score + 62


@pytest.mark.parametrize("move", [-1, 3, 2])
def test_only_a_placement_that_stands_has_a_score_to_correct(move: int) -> None:
    """Neither a pass nor a move that is not there."""
    game = play(game_after(*MOVES[:2]), "PAS")

    with pytest.raises(GameStateError, match="no_such_placement"):
        correct_score(game, order(), move, 5)


def test_a_correction_must_change_something() -> None:
    """The same figure is no correction."""
    game = game_after("H7 CASA")

    with pytest.raises(GameStateError, match="score_unchanged"):
        correct_score(game, order(), 0, 8)


@pytest.mark.parametrize("keep", [-1, 3, 4])
def test_there_must_be_something_to_annul(keep: int) -> None:
    """A placement number that is not there is refused."""
    with pytest.raises(GameStateError, match="no_such_placement"):
        annul(game_after(*MOVES), order(), keep)


@pytest.mark.article("9.4")
@pytest.mark.parametrize("ending", [Ending.TIME, Ending.NO_SHOW, Ending.FORFEITED, Ending.CLOSED])
def test_a_game_ended_by_a_ruling_can_be_opened_again_by_another(ending: Ending) -> None:
    """The clock runs from the day it is opened again, and nothing else has changed."""
    game = game_after("H7 CASA")

    over = obeyed(game, end(game, order(1), ending, Seat.BLUE))
    again = obeyed(over, reopen(over, order(4)))

    assert over.stage is Stage.ENDED
    assert again == replace(game, received=noon(4).date())


def test_another_end_keeps_what_the_last_tiles_did_to_the_score() -> None:
    """A game played to its end and then lost by a ruling shows the score of its sheet."""
    game = play(game_after("H7 CASA"), "PAS", "PAS", "PAS", "PAS")

    lost = obeyed(game, end(game, order(1, "10.3"), Ending.FORFEITED, Seat.RED))

    assert (lost.red.score, lost.blue.score) == (game.red.score, game.blue.score)
    assert lost.ended is not None
    assert lost.ended.ending is Ending.FORFEITED


def test_only_a_decided_game_goes_on_without_an_annulment() -> None:
    """A running game needs no opening, a game played out has nothing to go on with."""
    with pytest.raises(GameStateError, match="game_not_over"):
        reopen(game_after(), order())
    passed = play(game_after(), "PAS", "PAS", "PAS", "PAS")
    with pytest.raises(GameStateError, match="game_played_out"):
        reopen(passed, order())
    with pytest.raises(ValueError, match="played_out"):
        end(game_after(), order(), Ending.PLAYED_OUT, Seat.RED)
    with pytest.raises(GameStateError, match="game_over"):
        grant_time(passed, order(), Seat.RED, 3)


def test_a_late_player_takes_his_seat_and_only_his() -> None:
    """His account was known already: the game is his from then on."""
    late = PersonId(77)
    game = game_after("H7 CASA")

    taken = obeyed(game, take_seat(game, noon(2), Seat.BLUE, late))

    assert taken.seat_of(late) is Seat.BLUE
    assert taken.seat_of(BLUE) is None
    with pytest.raises(GameStateError, match="already_the_partner"):
        take_seat(game, noon(2), Seat.BLUE, RED)


def test_a_log_with_an_order_that_cannot_be_is_refused() -> None:
    """Nobody can slip in a correction of nothing, or an annulment of everything and more."""
    game = play(game_after("H7 CASA"), "PAS")
    wrong: tuple[Event, ...] = (
        MovesRestored(
            at=noon(), arbiter=ARBITER, voided=noon(), keep=2, on=START, article="", reason=""
        ),
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
    over = play(game, Resign(by=Seat.RED))
    for event in reopen(over, order()):
        with pytest.raises(BrokenLog):
            evolve(replace(over, ended=None), event)


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


@settings(max_examples=60)
@given(STEPS, st.data())
def test_whatever_is_ordered_tiles_scores_and_days_add_up(
    steps: list[str], data: st.DataObject
) -> None:
    """All tiles are there, the score is that of the standing moves, the log tells the same game."""
    start = started()
    game = begin(start)
    log: list[Event] = []
    for day, step in enumerate(steps):
        try:
            events = _step(game, step, day, data)
        except EngineError:
            continue
        game = obeyed(game, events)
        log += events

    assume(log)
    assert replay([start, *log]) == fold(start, log) == game
    assert tiles_everywhere(game) == tiles_everywhere(begin(start))
    for seat in Seat:
        made = [move for move in game.moves if move.by is seat]
        counted = sum(move.counted for move in made if isinstance(move, PlacementMade))
        charged = [m for m, ruling in game.annulled if ruling.charged and m.by is seat]
        end_ = game.ended
        gained = (end_.red_adjustment if seat is Seat.RED else end_.blue_adjustment) if end_ else 0
        assert game.side(seat).score == counted + gained
        assert game.side(seat).moves == len(made)
        days = sum(move.days for move in made)
        assert days <= game.side(seat).days <= days + sum(move.days for move in charged)
    assert audit([start, *log]) == audit([start])


def _step(game: Game, step: str, day: int, data: st.DataObject) -> tuple[Event, ...]:
    if step in {"annul", "charge"}:
        keep = data.draw(st.integers(0, max(0, len(game.moves) - 1)))
        return annul(game, order(day), keep, charged=step == "charge")
    if step == "restore":
        return restore(game, order(day))
    if step == "correct":
        return correct_score(game, order(day), data.draw(st.integers(0, 3)), 12)
    if step == "grant":
        return grant_time(game, order(day), Seat.RED, data.draw(st.integers(-3, 5)))
    if step == "reopen":
        return reopen(game, order(day))
    return ask(game, step, at=noon(day))


def test_passes_may_be_annulled_like_placements() -> None:
    """A pass is a move: it goes like any other and gives its round back."""
    game = play(game_after("H7 CASA"), Pass(by=Seat.BLUE))

    back = obeyed(game, annul(game, order(), 1))

    assert isinstance(back.annulled[0][0], Passed)
    assert back.round == 1
