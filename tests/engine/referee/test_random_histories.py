"""Engine and reference agree on random histories of a match."""

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from engine.ids import Leg, Seat
from tests.engine.referee.deciding import Deciding
from tests.engine.referee.random_histories_shared import EACH, GATE, SHORTEST, STEPS


@pytest.mark.article("7.1", "7.2", "8.1", "9.1", "9.2", "9.4", "10.1", "10.3")
def test_the_program_and_the_referee_agree_after_every_step() -> None:
    """Days used, possible rulings and both coefficients agree after every event."""
    phases = [Phase.generate, *([Phase.shrink] if STEPS > GATE else [])]
    many = settings(max_examples=STEPS // SHORTEST, stateful_step_count=EACH, phases=phases)
    run_state_machine_as_test(Deciding, settings=many)
    assert Deciding.steps >= STEPS


@pytest.mark.article("5.2", "10.3")
def test_they_agree_on_a_game_resumed_after_both_disqualifications() -> None:
    """The opponent may still send back the move made before the first disqualification."""
    history = Deciding()
    history.begins(partner=True, short=False, days=80, late=(), returns=None, opening="")
    history.moves(leg=Leg.HOME, tiles=4)
    for seat in Seat:
        history.excludes(leg=Leg.HOME, seat=seat)

    for last in (history.program.match.people[1] == history.pair.people[Leg.HOME][0], False):
        history.waits(days=2)
        history.reinstates(leg=Leg.HOME, last=last)
        history.agree()

    assert history.pair.sheets[Leg.HOME].returnable


@pytest.mark.article("5.2", "10.3")
def test_they_agree_on_moves_annulled_in_a_lost_game() -> None:
    """The loss stays, on the other board; once it is lifted, the game resumes there."""
    history = Deciding()
    history.begins(partner=True, short=False, days=80, late=(), returns=None, opening="")
    for tiles in (4, 3, 2):
        history.moves(leg=Leg.HOME, tiles=tiles)
    history.waits(days=4)
    history.decides(leg=Leg.HOME, seat=Seat.RED, kind="loss")
    history.waits(days=3)
    for kind in ("annulled", "returned"):
        history.takes_back(leg=Leg.HOME, back=1, kind=kind)
        history.agree()
    history.waits(days=2)
    history.decides(leg=Leg.HOME, seat=Seat.RED, kind="lifted_end")
    history.agree()

    assert history.pair.sheets[Leg.HOME].ended is None
    assert len(history.pair.sheets[Leg.HOME].moves) == 1


@pytest.mark.article("7.1", "9.1", "10.3")
def test_they_agree_on_the_days_before_a_loss_below_a_later_one() -> None:
    """The game was over since the first loss, so leave announced meanwhile changes nothing."""
    history = Deciding()
    history.begins(partner=False, short=False, days=20, late=(), returns=None, opening="")
    history.rules_again_on_conduct(leg=Leg.HOME, seat=Seat.BLUE, first="loss", then="loss")
    history.goes_on_leave(first=False, ahead=4, more=5)
    history.excludes_both(seat=Seat.BLUE)
    history.waits(days=8)
    history.decides(leg=Leg.HOME, seat=Seat.RED, kind="loss")
    history.rules_on_conduct(last=True, measure="warning")

    history.agree()

    assert not history.pair.may_be_ruled(Leg.HOME, "no_show", Seat.RED, history.today)


@pytest.mark.article("5.3", "10.3")
def test_they_agree_on_a_loss_after_a_refused_word_is_accepted() -> None:
    """The move is made after all, below the loss, which only its own case takes back."""
    history = Deciding()
    history.begins(partner=True, short=False, days=80, late=(), returns=None, opening="")
    history.asks_of_word(leg=Leg.HOME, tiles=4)
    history.waits(days=3)
    history.answers_word(last=False, upheld=False)
    history.decides(leg=Leg.HOME, seat=Seat.BLUE, kind="loss")
    history.waits(days=2)

    history.answers_word(last=False, upheld=True)
    history.agree()

    sheet = history.pair.sheets[Leg.HOME]
    assert (len(sheet.moves), sheet.ended and sheet.ended.how) == (1, "forfeited")
    history.decides(leg=Leg.HOME, seat=Seat.BLUE, kind="lifted_end")
    history.agree()
    assert sheet.returnable


@pytest.mark.article("5.3", "7.1")
def test_they_agree_on_a_refused_word_accepted_after_another_move_was_wrong() -> None:
    """The move counts from the question, so the move made instead of it costs no days either."""
    history = Deciding()
    history.begins(partner=True, short=False, days=80, late=(), returns=None, opening="")
    history.waits(days=3)
    history.asks_of_word(leg=Leg.HOME, tiles=4)
    history.answers_word(last=False, upheld=False)
    history.waits(days=5)
    history.moves(leg=Leg.HOME, tiles=3)
    history.waits(days=2)
    history.claims_word(leg=Leg.HOME, back=1, taken_back=False)
    history.rules_on_word(last=False, answer="invalid", more=False)
    history.agree()
    before = history.program.games[Leg.HOME].red.days

    history.waits(days=2)
    history.answers_word(last=False, upheld=True)
    history.agree()

    assert history.program.games[Leg.HOME].red.days < before
