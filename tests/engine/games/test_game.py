"""The game as the fold of its events: what may happen, what follows, and how it ends."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import LeavePeriod
from engine.errors import BrokenLog, EngineError, GameStateError, RuleViolation
from engine.games.appraisal import appraise, rack_after
from engine.games.commands import (
    AcceptPlacement,
    AnnounceLeave,
    AnswerInterruption,
    CheckTime,
    LoseOnTime,
    Pass,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
    WithdrawLeave,
)
from engine.games.decide import decide
from engine.games.events import Ending, GameEnded, PlacementMade, PlacementReturned, TimeExceeded
from engine.games.fold import TRANSITIONS, begin, evolve, replay
from engine.games.game import Game, Stage
from engine.games.ruling_events import GameReopened, ScoreCorrected
from engine.ids import Seat
from engine.notation import parse_placement
from engine.rulesets import NATIONAL_2025, EndBonus, Phase, WordPolicy
from tests.builders import (
    ANY_WORD,
    SEQUENCE,
    START,
    ask,
    game_after,
    noon,
    play,
    started,
    tiles_everywhere,
    with_racks,
)

PARTNER_RULES = replace(NATIONAL_2025, word_policy=WordPolicy.PARTNER)


def codes(error: EngineError) -> list[str]:
    """Return the codes of a refusal's faults."""
    return [fault.code for fault in error.faults]


@pytest.mark.article("4.1")
def test_red_opens_with_the_first_seven_and_draws_the_next_of_the_sequence() -> None:
    """Red holds tiles 1–7, Blue 8–14, and a placement of 4 takes tiles 15–18."""
    game = game_after("H8 CASA")

    assert game.red.rack == "ETN" + SEQUENCE[14:18]
    assert game.blue.rack == SEQUENCE[7:14]
    assert game.turn is Seat.BLUE


@pytest.mark.article("1.4")
def test_the_first_four_placements_count_at_most_10_20_30_40() -> None:
    """The capped figure enters the total, the full one is kept beside it."""
    game = game_after("H4 CASAETN", "10A STIREAIN", "PAS", "PAS", "PAS")
    first, second = (move for move in game.moves if isinstance(move, PlacementMade))

    assert (first.counted, second.counted) == (10, 20)
    assert first.points > 50
    assert second.points > 50
    assert game.red.score == 10


@pytest.mark.article("1.4")
def test_a_pass_uses_up_the_cap_of_its_round() -> None:
    """Red's placement after a pass in round I is capped at 30, not 10."""
    game = game_after("PAS", "PAS")

    assert game.cap(Seat.RED) == 30
    assert game.cap(Seat.BLUE) == 40


@pytest.mark.article("4.1")
def test_a_placement_out_of_turn_is_refused() -> None:
    """Blue cannot move while Red is to move, and the game stays as it was."""
    with pytest.raises(GameStateError) as refusal:
        ask(game_after(), Pass(by=Seat.BLUE))

    assert codes(refusal.value) == ["not_your_turn"]


@pytest.mark.article("5.1")
def test_all_faults_of_a_placement_are_named_together() -> None:
    """A word off the centre with letters not in the hand is told both at once."""
    with pytest.raises(RuleViolation) as refusal:
        ask(game_after(), "A1 ZEBRA")

    assert codes(refusal.value) == ["off_centre", "not_on_rack"]


@pytest.mark.article("3.1")
def test_words_outside_the_list_are_refused_by_name() -> None:
    """With the default policy each wrong word is named and nothing happens."""
    with pytest.raises(RuleViolation) as refusal:
        ask(game_after("H7 CASA"), "I8 STIRE", lexicon={"STIRE", "AS", "AI"})

    assert [fault.facts["word"] for fault in refusal.value.faults] == ["ST"]


@pytest.mark.article("5.2")
def test_a_wrong_word_may_be_returned_by_the_partner_and_its_author_places_again() -> None:
    """A return gives tiles, turn and score back; days already used stay used."""
    before = game_after(rules=PARTNER_RULES)
    wrong = play(before, "H8 CASA", at=noon(4), lexicon=())
    back = play(wrong, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())

    assert back.red.rack == before.red.rack
    assert back.board == before.board
    assert (back.turn, back.red.score, back.red.moves) == (Seat.RED, 0, 0)
    assert back.red.days == 3
    assert back.received == START + timedelta(days=6)
    assert len(back.returned) == 1


@pytest.mark.article("5.2")
def test_a_valid_placement_cannot_be_returned() -> None:
    """The partner's objection is checked against the list."""
    game = game_after("H8 CASA", rules=PARTNER_RULES)
    with pytest.raises(RuleViolation) as refusal:
        ask(game, ReturnPlacement(by=Seat.BLUE))

    assert codes(refusal.value) == ["words_are_valid"]


@pytest.mark.article("5.2")
def test_the_partner_objects_to_the_words_he_names_and_only_to_wrong_ones() -> None:
    """Of two words formed he names one: if the list has it, the placement is not returned."""
    game = game_after("H7 CASA", "I8 STIRE", rules=PARTNER_RULES)
    listed = ("STIRE", "ST", "AI")

    (back,) = ask(game, ReturnPlacement(by=Seat.RED, words=("AS", "STIRE")), lexicon=listed)

    assert isinstance(back, PlacementReturned)
    assert back.words == ("AS",)
    with pytest.raises(RuleViolation, match="words_are_valid"):
        ask(game, ReturnPlacement(by=Seat.RED, words=("STIRE",)), lexicon=listed)


@pytest.mark.article("5.2")
def test_a_placement_once_accepted_stays() -> None:
    """The partner accepts a wrong word: it is no longer to be returned; nothing else changes."""
    game = game_after("H7 CASA", rules=PARTNER_RULES)

    kept = play(game, AcceptPlacement(by=Seat.BLUE))

    assert kept == replace(game, returnable=False)
    for command in (ReturnPlacement(by=Seat.BLUE), AcceptPlacement(by=Seat.BLUE)):
        with pytest.raises(GameStateError, match="nothing_to_return"):
            ask(kept, command, lexicon=())
    with pytest.raises(GameStateError, match="not_your_turn"):
        ask(game, AcceptPlacement(by=Seat.RED))
    with pytest.raises(GameStateError, match="words_already_checked"):
        ask(game_after("H7 CASA"), AcceptPlacement(by=Seat.BLUE))


@pytest.mark.article("5.2")
def test_an_answered_placement_can_no_longer_be_returned() -> None:
    """Playing on accepts it: after the answer there is nothing of the partner's to return."""
    game = play(game_after(rules=PARTNER_RULES), "H8 CASA", "PAS", lexicon=())
    with pytest.raises(GameStateError) as refusal:
        ask(game, ReturnPlacement(by=Seat.RED), lexicon=())

    assert codes(refusal.value) == ["nothing_to_return"]


@pytest.mark.article("5.3")
@pytest.mark.article("4.3")
def test_four_passes_in_a_row_end_the_game_and_both_lose_their_tiles() -> None:
    """Each loses the value of the tiles in his hand."""
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
def test_going_out_moves_the_value_of_the_other_hand(bonus: EndBonus, red: int, blue: int) -> None:
    """Red empties his hand with nothing left to draw: the option says who gets what."""
    rules = replace(NATIONAL_2025, end_bonus=bonus)
    game = game_after("H4 CASAETN", sequence="CASAETN" + "AEIOUR", rules=rules)

    assert game.ended is not None
    assert (game.ended.ending, game.ended.by) == (Ending.PLAYED_OUT, Seat.RED)
    assert (game.red.score, game.blue.score) == (red, blue)


@pytest.mark.article("4.3")
def test_blue_goes_out_as_red_does() -> None:
    """Red holds E, T and N when Blue lays his last tile: 3 points pass from Red to Blue."""
    game = game_after("H8 CASA", sequence="CASAETN" + "AEIOUR")
    events = ask(game, "8H CAEIOUR", at=noon(1))

    assert events[-1] == GameEnded(
        at=noon(1), ending=Ending.PLAYED_OUT, by=Seat.BLUE, red_adjustment=-3, blue_adjustment=3
    )


@pytest.mark.article("7.1")
def test_days_are_counted_strictly_between_arrival_and_dispatch() -> None:
    """Sent on the fourth day after a start on the first, Red has used 2 days."""
    game = play(game_after(), "H8 CASA", at=noon(3))

    assert game.red.days == 2
    assert game.received == date(2025, 5, 4)


@pytest.mark.article("7.2")
def test_leave_pauses_thinking_time_and_never_rescues_it() -> None:
    """5 days of leave within 9 days leave 4 used; exceeded time stays exceeded."""
    leave = LeavePeriod(date(2025, 5, 3), date(2025, 5, 7))
    game = play(game_after(), AnnounceLeave(by=Seat.RED, period=leave))
    game = play(game, "H8 CASA", at=noon(10))

    assert game.red.days == 4

    late = play(game, CheckTime(), at=noon(60))
    assert late.blue.time_exceeded


@pytest.mark.article("7.2")
def test_leave_is_announced_before_it_begins_and_may_be_withdrawn_before() -> None:
    """Leave from today is refused; leave from tomorrow stands until it begins."""
    period = LeavePeriod(START + timedelta(days=1), START + timedelta(days=2))
    with pytest.raises(RuleViolation):
        ask(game_after(), AnnounceLeave(by=Seat.RED, period=LeavePeriod(START, START)))
    game = play(game_after(), AnnounceLeave(by=Seat.RED, period=period))
    assert game.red.leave == (period,)
    assert play(game, WithdrawLeave(by=Seat.RED, period=period)).red.leave == ()
    with pytest.raises(RuleViolation):
        ask(game, WithdrawLeave(by=Seat.RED, period=period), at=noon(1))


@pytest.mark.article("7.2")
@pytest.mark.article("9.4")
@pytest.mark.parametrize(("phase", "budget"), [(Phase.PRELIMINARY, 30), (Phase.FINAL, 20)])
def test_time_is_exceeded_on_the_day_that_finds_no_box(phase: Phase, budget: int) -> None:
    """The last day to answer uses the whole budget; one day later the flag goes up, once."""
    game = game_after(phase=phase)

    assert ask(game, CheckTime(), at=noon(budget + 1)) == ()
    (flag,) = ask(game, CheckTime(), at=noon(budget + 2))
    assert isinstance(flag, TimeExceeded)
    flagged = play(game, CheckTime(), at=noon(budget + 2))
    assert ask(flagged, CheckTime(), at=noon(budget + 3)) == ()
    assert flagged.stage is Stage.RUNNING


@pytest.mark.article("7.2")
def test_a_late_placement_counts_but_raises_the_flag() -> None:
    """Play goes on until the arbiter rules; the finding is in the log before the placement."""
    flag, placement = ask(game_after(), "H8 CASA", at=noon(40))

    assert isinstance(flag, TimeExceeded)
    assert isinstance(placement, PlacementMade)


@pytest.mark.article("9.4")
def test_only_exceeded_time_loses_on_time() -> None:
    """The arbiter's finding needs the days to be really used up, or the option to be on."""
    game = game_after()
    with pytest.raises(GameStateError):
        ask(game, LoseOnTime(by=Seat.RED), at=noon(5))
    over = play(game, LoseOnTime(by=Seat.RED), at=noon(40))
    assert over.ended is not None
    assert (over.ended.ending, over.ended.by) == (Ending.TIME, Seat.RED)
    strict = game_after(rules=replace(NATIONAL_2025, auto_forfeit=True))
    assert play(strict, CheckTime(), at=noon(40)).stage is Stage.ENDED


@pytest.mark.article("9.4")
@given(budget=st.integers(0, 30), late=st.integers(-3, 5))
def test_where_time_forfeits_no_move_is_taken_after_the_last_day(budget: int, late: int) -> None:
    """Under `auto_forfeit` a move sent in time stands; one sent later is refused, not played on."""
    rules = replace(NATIONAL_2025, auto_forfeit=True, preliminary_days=budget)
    game = game_after(rules=rules)
    sent = noon(max(0, budget + 1 + late))

    if late <= 0:
        assert play(play(game, CheckTime(), at=sent), "PAS", at=sent).red.moves == 1
        return
    for move in ("PAS", "H7 CASA"):
        with pytest.raises(GameStateError, match="time_is_up"):
            play(game, move, at=sent)
    over = play(game, CheckTime(), at=sent).ended
    assert over is not None
    assert (over.ending, over.by) == (Ending.TIME, Seat.RED)


@pytest.mark.article("9.1")
def test_either_player_may_abandon_at_any_time_with_the_score_of_the_moment() -> None:
    """Giving up ends the game and moves no points."""
    game = play(game_after("H8 CASA"), Resign(by=Seat.RED))

    assert game.ended == GameEnded(
        at=noon(), ending=Ending.ABANDONED, by=Seat.RED, red_adjustment=0, blue_adjustment=0
    )
    assert game.red.score == 8


@pytest.mark.article("9.2")
def test_interruption_needs_both_and_lapses_with_the_next_placement() -> None:
    """A proposal ends the game when accepted, dies when declined or played over."""
    proposed = play(game_after("H8 CASA"), ProposeInterruption(by=Seat.RED))

    assert play(proposed, "PAS").interruption_by is None
    assert play(proposed, AnswerInterruption(by=Seat.BLUE, accept=False)).interruption_by is None
    with pytest.raises(GameStateError):
        ask(proposed, AnswerInterruption(by=Seat.RED, accept=True))
    ended = play(proposed, AnswerInterruption(by=Seat.BLUE, accept=True))
    assert ended.ended is not None
    assert ended.ended.ending is Ending.INTERRUPTED


@pytest.mark.article("9.2")
def test_who_proposes_to_interrupt_too_has_agreed() -> None:
    """Two proposals are an agreement; one player's second is none, nor is an answer to nothing."""
    proposed = play(game_after("H8 CASA"), ProposeInterruption(by=Seat.RED))

    with pytest.raises(GameStateError) as again:
        ask(proposed, ProposeInterruption(by=Seat.RED))
    assert codes(again.value) == ["interruption_already_proposed"]
    with pytest.raises(GameStateError) as answer:
        ask(game_after(), AnswerInterruption(by=Seat.BLUE, accept=True))
    assert codes(answer.value) == ["no_interruption_proposed"]
    ended = play(proposed, ProposeInterruption(by=Seat.BLUE)).ended
    assert ended is not None
    assert ended.ending is Ending.INTERRUPTED


def test_nothing_happens_in_a_game_that_is_over() -> None:
    """Every command is refused once the game has ended."""
    over = play(game_after(), Resign(by=Seat.BLUE))
    for command in (Pass(by=Seat.RED), Resign(by=Seat.RED), CheckTime()):
        with pytest.raises(GameStateError) as refusal:
            decide(over, command, noon(), ANY_WORD)
        assert codes(refusal.value) == ["game_over"]


def test_only_an_arbiter_touches_a_game_that_is_over() -> None:
    """Once a game has ended nothing happens in it but an arbiter's order (art. 5.3, 10.1)."""
    after = {event for stage, event in TRANSITIONS if stage is Stage.ENDED}

    assert after == {ScoreCorrected, GameReopened}


def test_a_log_that_no_game_can_have_is_not_read() -> None:
    """It begins with the start, there is only one, and nothing follows the end but an order."""
    passed = game_after("PAS").moves[0]
    for log in ([], [passed], [started(), started()]):
        with pytest.raises(BrokenLog):
            replay(log)


def test_a_preview_shows_what_sending_would_do_and_changes_nothing() -> None:
    """The appraisal's points, days and next tiles are those of the placement then made."""
    game = game_after()
    shown = appraise(
        game, Seat.RED, parse_placement("H8 CASA"), START + timedelta(days=4), ANY_WORD
    )
    (made,) = ask(game, "H8 CASA", at=noon(4))

    assert isinstance(made, PlacementMade)
    assert (shown.points, shown.counted, shown.days) == (made.points, made.counted, made.days)
    assert shown.next_tiles == SEQUENCE[14:18]
    assert rack_after(game, Seat.RED, shown) == evolve(game, made).red.rack
    assert game == game_after()


SCRIPTS = st.lists(
    st.sampled_from(
        ["H8 CASA", "H7 CASA", "8H STIRE", "9H TE", "I8 AI", "PAS", "8G ETA", "G8 NEA"]
    ),
    max_size=12,
)


def scripted(script: list[str]) -> tuple[Game, list[Game]]:
    """Return a game after those moves of the script that were legal, and every game on the way."""
    game, way = begin(started()), []
    for day, text in enumerate(script):
        try:
            game = play(game, text, at=noon(day))
        except EngineError:
            continue
        way.append(game)
    return game, way


@settings(max_examples=60)
@given(SCRIPTS)
def test_tiles_are_never_lost_or_made(script: list[str]) -> None:
    """Board, hands and the rest of the sequence always make up the whole set."""
    game, _ = scripted(script)

    assert tiles_everywhere(game) == "".join(sorted(SEQUENCE))


@pytest.mark.article("1.1")
@settings(max_examples=60)
@given(SCRIPTS)
def test_letters_in_hand_change_only_by_placing_them(script: list[str]) -> None:
    """No letter is exchanged: a pass leaves both hands as they are, a placement the other one."""
    _, way = scripted(script)

    for earlier, later in pairwise([begin(started()), *way]):
        placed = isinstance(later.moves[-1], PlacementMade)
        kept = [earlier.turn.partner] if placed else list(Seat)
        assert all(later.side(seat).rack == earlier.side(seat).rack for seat in kept)


@settings(max_examples=60)
@given(SCRIPTS, st.integers(0, 12))
def test_replaying_a_log_gives_the_same_game_from_any_point(script: list[str], cut: int) -> None:
    """A prefix and then the rest makes the same game as the whole log at once."""
    start = started()
    game, log = begin(start), [start]
    for day, text in enumerate(script):
        try:
            events = ask(game, text, at=noon(day))
        except EngineError:
            continue
        game = play(game, text, at=noon(day))
        log += events  # type: ignore[arg-type]  # the list begins with the start
    prefix = replay(log[: max(1, cut)])
    for event in log[max(1, cut) :]:
        prefix = evolve(prefix, event)

    assert prefix == game


@settings(max_examples=40)
@given(SCRIPTS)
def test_the_clock_never_runs_backwards(script: list[str]) -> None:
    """Days used only grow from one move to the next."""
    _, way = scripted(script)

    for earlier, later in pairwise(way):
        assert later.red.days >= earlier.red.days
        assert later.blue.days >= earlier.blue.days
