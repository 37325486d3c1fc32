"""Endings: played out, four passes, resigned, ended early; and the commands refused then."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError, RuleViolation
from engine.games.commands import AnswerInterruption, CheckTime, Pass, ProposeInterruption, Resign
from engine.games.decide import decide
from engine.games.events import Ending, GameEnded, QueryClosed
from engine.games.fold import TRANSITIONS
from engine.games.game import Stage
from engine.games.ruling_events import MovesAnnulled, RulingLifted, ScoreCorrected, SeatTaken
from engine.ids import Seat
from engine.rulesets import NATIONAL_2025, EndBonus
from tests.builders import ANY_WORD, ask, game_after, noon, play, with_racks
from tests.engine.refusals import codes, error_lines


@pytest.mark.article("5.3")
@pytest.mark.article("4.3")
def test_four_passes_in_a_row_end_the_game_and_both_lose_their_tiles() -> None:
    """After four passes each player loses the value of the tiles on their rack."""
    game = with_racks(game_after("PAS", "PAS", "PAS"), red="CASAETZ", blue="STIREB?")
    events = ask(game, "PAS", at=noon(1))
    ended = play(game, "PAS", at=noon(1))

    assert events[-1] == GameEnded(
        at=noon(1), ending=Ending.PASSES, by=None, red_adjustment=-16, blue_adjustment=-14
    )
    assert ended.stage is Stage.ENDED
    assert (ended.red.score, ended.blue.score) == (-16, -14)


@pytest.mark.article("4.3")
@pytest.mark.parametrize(
    ("bonus", "red", "blue"),
    [
        (EndBonus.TRANSFER, 10 + 6, -6),
        (EndBonus.DEDUCT_ONLY, 10, -6),
        (EndBonus.DOUBLE, 10 + 12, 0),
    ],
)
def test_going_out_moves_the_value_of_the_other_rack(bonus: EndBonus, red: int, blue: int) -> None:
    """The player who goes out gets the value of the other rack, as the option says."""
    rules = replace(NATIONAL_2025, end_bonus=bonus)
    game = game_after("H4 CASAETN", sequence="CASAETN" + "AEIOUR", rules=rules)

    assert game.ended is not None
    assert (game.ended.ending, game.ended.by) == (Ending.PLAYED_OUT, Seat.RED)
    assert (game.red.score, game.blue.score) == (red, blue)


@pytest.mark.article("4.3")
def test_blue_goes_out_as_red_does() -> None:
    """If Blue goes out, Red's remaining 3 points pass to Blue."""
    game = game_after("H8 CASA", sequence="CASAETN" + "AEIOUR")
    events = ask(game, "8H CAEIOUR", at=noon(1))

    assert events[-1] == GameEnded(
        at=noon(1), ending=Ending.PLAYED_OUT, by=Seat.BLUE, red_adjustment=-3, blue_adjustment=3
    )


@pytest.mark.article("9.1")
def test_either_player_may_abandon_at_any_time_with_the_score_of_the_moment() -> None:
    """Resignation ends the game and changes no points."""
    game = play(game_after("H8 CASA"), Resign(by=Seat.RED))

    assert game.ended == GameEnded(
        at=noon(), ending=Ending.ABANDONED, by=Seat.RED, red_adjustment=0, blue_adjustment=0
    )
    assert game.red.score == 8


@pytest.mark.article("9.2")
def test_interruption_needs_both_and_lapses_with_the_next_placement() -> None:
    """An accepted proposal to end early ends the game; a refusal or a move cancels it."""
    proposed = play(game_after("H8 CASA", "PAS"), ProposeInterruption(by=Seat.RED))

    assert play(proposed, "PAS").interruption_by is None
    assert play(proposed, AnswerInterruption(by=Seat.BLUE, accept=False)).interruption_by is None
    with pytest.raises(GameStateError):
        ask(proposed, AnswerInterruption(by=Seat.RED, accept=True))
    ended = play(proposed, AnswerInterruption(by=Seat.BLUE, accept=True))
    assert ended.ended is not None
    assert ended.ended.ending is Ending.INTERRUPTED


@pytest.mark.article("9.2", "9.3")
@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ((), "interruption_too_early (art. 9.2)"),
        (("H8 CASA",), "interruption_too_early (art. 9.2)"),
        (("PAS", "PAS"), "interruption_level (art. 9.3) score=0"),
        (("PAS", "H8 TREI", "PAS", "PAS"), None),
    ],
)
def test_only_a_game_begun_on_both_sides_and_not_level_is_interrupted(
    moves: tuple[str, ...], why: str | None
) -> None:
    """Ending early is refused before both have moved and at a level score."""
    game = game_after(*moves)
    proposed = replace(game, interruption_by=Seat.BLUE)  # before the score was put right

    for asked, command in (
        (game, ProposeInterruption(by=Seat.RED)),
        (proposed, ProposeInterruption(by=Seat.RED)),
        (proposed, AnswerInterruption(by=Seat.RED, accept=True)),
    ):
        if why is None:
            assert ask(asked, command)
            continue
        with pytest.raises(RuleViolation) as refused:
            ask(asked, command)
        assert error_lines(refused) == [why]
    declined = play(proposed, AnswerInterruption(by=Seat.RED, accept=False))
    assert declined.interruption_by is None


@pytest.mark.article("9.2")
def test_who_proposes_to_interrupt_too_has_agreed() -> None:
    """Proposals of both players are an agreement; two of one player are not."""
    proposed = play(game_after("H8 CASA", "PAS"), ProposeInterruption(by=Seat.RED))

    with pytest.raises(GameStateError) as again:
        ask(proposed, ProposeInterruption(by=Seat.RED))
    assert codes(again) == ["interruption_already_proposed"]
    with pytest.raises(GameStateError) as answer:
        ask(game_after(), AnswerInterruption(by=Seat.BLUE, accept=True))
    assert codes(answer) == ["no_interruption_proposed"]
    ended = play(proposed, ProposeInterruption(by=Seat.BLUE)).ended
    assert ended is not None
    assert ended.ending is Ending.INTERRUPTED


def test_nothing_happens_in_a_game_that_is_over() -> None:
    """Every command is refused once the game has ended."""
    over = play(game_after(), Resign(by=Seat.BLUE))
    for command in (Pass(by=Seat.RED), Resign(by=Seat.RED), CheckTime()):
        with pytest.raises(GameStateError) as refusal:
            decide(over, command, noon(), ANY_WORD)
        assert codes(refusal) == ["game_over"]


def test_only_an_arbiter_touches_a_game_that_is_over() -> None:
    """Only an arbiter's order or answer changes a finished game (art. 5.3, 10.1)."""
    after = {event for stage, event in TRANSITIONS if stage is Stage.ENDED}

    assert after == {
        ScoreCorrected,
        MovesAnnulled,
        RulingLifted,
        SeatTaken,
        GameEnded,
        QueryClosed,
    }
