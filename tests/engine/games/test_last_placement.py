"""A last move that the opponent may still send back does not end the game (4.3, 5.2)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError
from engine.games.audit import audit
from engine.games.commands import (
    AcceptPlacement,
    CheckTime,
    LoseOnTime,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
)
from engine.games.deadlines import Deadline, deadlines, last_day
from engine.games.endings import scores_if_accepted
from engine.games.events import Ending, Event, GameEnded, PlacementAccepted, PlacementMade
from engine.games.fold import replay
from engine.games.game import Game, Stage
from engine.games.orders import correct_score, end
from engine.games.turns import used_and_running
from engine.ids import Leg, Seat
from engine.matches.closing import close_game, ended_at_closing
from engine.matches.decide import start_leg
from engine.matches.result_events import LegEnded
from engine.matches.results import coefficients_after, game_coefficients, leg_coefficients
from engine.rulesets import NATIONAL_2025, RULESETS
from engine.thinking_time import LeavePeriod
from tests.builders import PARTNER_RULES, START, ask, game_after, noon, play, started
from tests.engine.games.ordered import obeyed
from tests.engine.matches.closing_shared import ORDER
from tests.engine.matches.staged import after, joined
from tests.engine.refusals import error_lines

SHORT = "CASAETN" + "AEIOUR"
"""Red lays seven letters and the sequence is exhausted: Blue holds six, worth 6 points."""
NONE: frozenset[str] = frozenset()


def waiting(name: str = "cn-2025.2-partner") -> Game:
    """Return a game in which Red has just laid their last tiles and Blue may send them back."""
    return game_after("H4 CASAETN", sequence=SHORT, rules=RULESETS[name])


@pytest.mark.article("4.3", "5.2")
@pytest.mark.parametrize("name", ["cn-2025.2-partner", "cn-2025.2-warn", "cn-2025-partner"])
def test_a_last_placement_ends_the_game_only_when_it_is_accepted(name: str) -> None:
    """An accepted last move ends the game; one sent back lets its author move again."""
    game = waiting(name)
    assert (game.stage, game.turn) == (Stage.RUNNING, Seat.BLUE)

    accepted, ended = ask(game, AcceptPlacement(by=Seat.BLUE), at=noon(2))
    assert isinstance(accepted, PlacementAccepted)
    assert ended == GameEnded(
        at=noon(2), ending=Ending.PLAYED_OUT, by=Seat.RED, red_adjustment=6, blue_adjustment=-6
    )

    back = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(2), lexicon=NONE)
    assert (back.stage, back.turn, back.red.rack) == (Stage.RUNNING, Seat.RED, "CASAETN")
    again = play(back, "H4 CASAETN", at=noon(3))
    assert again.waits_for_acceptance
    assert play(again, AcceptPlacement(by=Seat.BLUE), at=noon(3)).stage is Stage.ENDED


@pytest.mark.article("4.3")
def test_where_wrong_words_are_refused_a_last_placement_ends_the_game_at_once() -> None:
    """Where moves cannot be sent back, the last one ends the game at once."""
    assert game_after("H4 CASAETN", sequence=SHORT, rules=NATIONAL_2025).stage is Stage.ENDED


@pytest.mark.article("5.2", "7.1")
@given(day=st.integers(0, 60))
def test_five_days_of_silence_accept_it_and_cost_nothing(day: int) -> None:
    """After five days the last move is accepted; until then no time runs out."""
    game = waiting()
    assert last_day(game) == START + timedelta(days=5)
    assert used_and_running(game, Seat.BLUE, START + timedelta(days=day)) == 0
    with pytest.raises(GameStateError):
        ask(game, LoseOnTime(exceeded=Seat.BLUE), at=noon(day))

    found = ask(game, CheckTime(), at=noon(day))

    if day <= 5:
        assert found == ()
        assert (
            play(game, ReturnPlacement(by=Seat.BLUE), at=noon(day), lexicon=NONE).turn is Seat.RED
        )
    else:
        (ended,) = found
        assert isinstance(ended, GameEnded)
        assert (ended.ending, ended.red_adjustment) == (Ending.PLAYED_OUT, 6)


@pytest.mark.article("7.2")
def test_leave_puts_the_five_days_off_and_nothing_else_is_called_to_mind() -> None:
    """Leave delays the acceptance, and no warning, resend or case file follows."""
    game = waiting()
    away = LeavePeriod(first=START + timedelta(days=2), last=START + timedelta(days=4))
    assert last_day(replace(game, blue=replace(game.blue, leave=(away,)))) == START + timedelta(8)
    kinds = {due.kind for due in deadlines(game, START)}
    assert kinds == {Deadline.YOUR_TURN, Deadline.TIME_EXCEEDED}


@pytest.mark.article("4.3", "5.2")
def test_nothing_is_played_after_a_last_placement() -> None:
    """Neither a move, a pass nor an early end is possible before it is accepted or sent back."""
    game = waiting()
    for command in ("PAS", "H11 RE", ProposeInterruption(by=Seat.BLUE)):
        with pytest.raises(GameStateError) as refused:
            ask(game, command, at=noon(1))
        assert error_lines(refused) == ["last_placement_waits (art. 5.2)"]


@pytest.mark.article("5.2", "9.4")
def test_the_closing_date_finds_it_played_out() -> None:
    """A last move is accepted at the closing date, and the game counts as played."""
    match, game = after(joined(), *start_leg(joined(), noon())), waiting()

    over = obeyed(game, close_game(match, game, ORDER, START + timedelta(days=3)))

    assert over.ended is not None
    assert (over.ended.ending, over.ended.at) == (Ending.PLAYED_OUT, ORDER.at)
    ended = ended_at_closing(match, game, START + timedelta(days=3), noon(4))
    worth = coefficients_after(match, ended)
    assert worth.first > 1 > worth.second


@pytest.mark.article("4.3")
def test_a_log_in_which_it_ended_the_game_at_once_folds_as_it_did() -> None:
    """Old logs in which the last move ended the game at once fold as before."""
    rules = PARTNER_RULES
    made = next(
        e
        for e in ask(game_after(sequence=SHORT, rules=rules), "H4 CASAETN")
        if isinstance(e, PlacementMade)
    )
    end = GameEnded(
        at=noon(), ending=Ending.PLAYED_OUT, by=Seat.RED, red_adjustment=6, blue_adjustment=-6
    )
    log: list[Event] = [started(SHORT, rules), made, end]

    assert replay(log).stage is Stage.ENDED
    assert [line for line in audit(log) if "sequence" not in line] == []
    wrong: list[Event] = [*log[:2], replace(end, red_adjustment=7)]
    assert any("red_adjustment" in line for line in audit(wrong))


@pytest.mark.article("5.2", "9.1")
@pytest.mark.parametrize("ahead", [-60, 0, 60])
def test_who_resigns_instead_of_accepting_gains_nothing(ahead: int) -> None:
    """Blue has at most the figure of the game played out, also after a loss by a ruling."""
    moves, rules = ("PAS", "PAS", "H4 CASAETN"), RULESETS["cn-2025.2-partner"]
    game = game_after(*moves, sequence=SHORT, rules=rules)
    game = replace(game, blue=replace(game.blue, score=game.red.score + ahead))
    played = play(game, AcceptPlacement(by=Seat.BLUE), at=noon(2))
    accepted = game_coefficients(played)

    over = play(game, Resign(by=Seat.BLUE), at=noon(2))

    assert scores_if_accepted(over) == (played.red.score, played.blue.score)
    worth = game_coefficients(over)
    assert worth.second <= accepted.second
    assert worth.first + worth.second <= 2
    by_red = play(game, Resign(by=Seat.RED), at=noon(2))
    assert scores_if_accepted(by_red) is None
    lost = obeyed(over, end(over, ORDER, Ending.FORFEITED, Seat.BLUE))
    assert scores_if_accepted(lost) == scores_if_accepted(over)
    assert game_coefficients(lost).second <= worth.second


@pytest.mark.article("5.2", "5.3", "9.1")
def test_points_corrected_later_count_for_who_resigned_instead_of_accepting() -> None:
    """The scores of the game played out follow a correction of its points."""
    moves, rules = ("PAS", "PAS", "H4 CASAETN"), RULESETS["cn-2025.2-partner"]
    over = play(game_after(*moves, sequence=SHORT, rules=rules), Resign(by=Seat.BLUE), at=noon(2))
    red, blue = scores_if_accepted(over) or (0, 0)

    right = obeyed(over, correct_score(over, ORDER, 2, 20))

    assert scores_if_accepted(right) == (red + right.red.score - over.red.score, blue)
    assert right.red.score != over.red.score


@pytest.mark.article("5.2", "9.1")
def test_red_who_resigns_instead_of_accepting_has_the_figures_played_out() -> None:
    """If the game played out is worth less to Red, these are the figures of the game."""
    ended = LegEnded(
        at=noon(),
        leg=Leg.HOME,
        on=START,
        ending=Ending.ABANDONED,
        by=Seat.RED,
        red_score=540,
        blue_score=560,
        rounds=20,
        if_accepted=(532, 568),
    )
    found = leg_coefficients(ended, NATIONAL_2025)
    assert (f"{found.first}", f"{found.second}") == ("0.4836", "1.5164")
    kept = leg_coefficients(replace(ended, if_accepted=(560, 540)), NATIONAL_2025)
    assert kept == leg_coefficients(replace(ended, if_accepted=None), NATIONAL_2025)
