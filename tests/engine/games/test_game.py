"""The game as the fold of its events: legal events and their effects."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BrokenLog, EngineError, GameStateError, RuleViolation
from engine.games.appraisal import appraise
from engine.games.commands import Pass
from engine.games.events import PlacementMade
from engine.games.fold import begin, evolve, replay, replay_before
from engine.games.game import Game, Stage
from engine.ids import Seat
from engine.notation import parse_placement
from engine.rulesets import NATIONAL_2025
from engine.tiles import without
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
)
from tests.engine.refusals import codes
from tests.examples import HALF


@pytest.mark.article("1.3", "4.1")
def test_red_opens_with_the_first_seven_and_draws_the_next_of_the_sequence() -> None:
    """Red has tiles 1–7 and Blue 8–14, and a play of 4 draws tiles 15–18."""
    game = game_after("H8 CASA")

    assert game.red.rack == "ETN" + SEQUENCE[14:18]
    assert game.blue.rack == SEQUENCE[7:14]
    assert game.turn is Seat.BLUE


@pytest.mark.article("1.4")
def test_the_first_four_placements_count_at_most_10_20_30_40() -> None:
    """The total has the capped points, and the move keeps the uncapped ones beside them."""
    game = game_after("H4 CASAETN", "10A STIREAIN", "PAS", "PAS", "PAS")
    first, second = (move for move in game.moves if isinstance(move, PlacementMade))

    assert (first.counted, second.counted) == (10, 20)
    assert first.points > 50
    assert second.points > 50
    assert game.red.score == 10


@pytest.mark.article("1.4")
def test_a_pass_uses_up_the_cap_of_its_round() -> None:
    """After a pass in round I, Red's next play has the cap of 30, not of 10."""
    game = game_after("PAS", "PAS")

    assert game.cap(Seat.RED) == 30
    assert game.cap(Seat.BLUE) == 40


@pytest.mark.article("1.5")
def test_another_competition_plays_by_its_own_figures() -> None:
    """Caps, rack size, days and passes to the end follow the competition's ruleset."""
    rules = replace(
        NATIONAL_2025,
        name="club",
        rack_size=5,
        red_caps=(),
        blue_caps=(3,),
        preliminary_days=12,
        passes_to_end=2,
    )
    game = game_after("H8 CASA", "I8 STI", rules=rules, sequence="CASAESTIRE" + SEQUENCE[14:])

    assert [move.counted for move in game.moves if isinstance(move, PlacementMade)] == [8, 3]
    assert (len(game.red.rack), len(game.blue.rack)) == (5, 5)
    assert game.allowance(Seat.RED) == 12
    assert game.stage is Stage.RUNNING
    assert play(game, "PAS", "PAS").stage is Stage.ENDED


@pytest.mark.article("4.1")
def test_a_placement_out_of_turn_is_refused() -> None:
    """Blue cannot move while Red is to move, and the game does not change."""
    with pytest.raises(GameStateError) as refusal:
        ask(game_after(), Pass(by=Seat.BLUE))

    assert codes(refusal) == ["not_your_turn"]


@pytest.mark.article("5.1")
def test_all_faults_of_a_placement_are_named_together() -> None:
    """A move off the centre with missing letters is refused for both reasons."""
    with pytest.raises(RuleViolation) as refusal:
        ask(game_after(), "A1 ZEBRA")

    assert codes(refusal) == ["off_centre", "not_on_rack"]


@pytest.mark.article("3.1")
def test_words_outside_the_list_are_refused_by_name() -> None:
    """Under the default policy every unlisted word is named, and the game does not change."""
    with pytest.raises(RuleViolation) as refusal:
        ask(game_after("H7 CASA"), "I8 STIRE", lexicon={"STIRE", "AS", "AI"})

    assert [fault.facts["word"] for fault in refusal.value.faults] == ["ST"]


def test_a_log_that_no_game_can_have_is_not_read() -> None:
    """A log begins with its only start, and only an order can follow the end."""
    passed = game_after("PAS").moves[0]
    for log in ([], [passed], [started(), started()]):
        with pytest.raises(BrokenLog):
            replay(log)


def test_a_preview_shows_what_sending_would_do_and_changes_nothing() -> None:
    """A preview's points, days and next tiles are those of the move made afterwards."""
    game = game_after()
    shown = appraise(
        game, Seat.RED, parse_placement("H8 CASA"), START + timedelta(days=4), ANY_WORD
    )
    (made,) = ask(game, "H8 CASA", at=noon(4))

    assert isinstance(made, PlacementMade)
    assert (shown.points, shown.counted, shown.days) == (made.points, made.counted, made.days)
    assert shown.next_tiles == SEQUENCE[14:18]
    assert without(game.red.rack, shown.tiles) + shown.next_tiles == evolve(game, made).red.rack
    assert game == game_after()


SCRIPTS = st.lists(
    st.sampled_from(
        ["H8 CASA", "H7 CASA", "8H STIRE", "9H TE", "I8 AI", "PAS", "8G ETA", "G8 NEA"]
    ),
    max_size=12,
)


def scripted(script: list[str]) -> tuple[Game, list[Game]]:
    """Return a game after the legal moves of the script, and every game on the way."""
    game, way = begin(started()), []
    for day, text in enumerate(script):
        try:
            game = play(game, text, at=noon(day))
        except EngineError:
            continue
        way.append(game)
    return game, way


@settings(max_examples=HALF)
@given(SCRIPTS)
def test_tiles_are_never_lost_or_made(script: list[str]) -> None:
    """Board, racks and the rest of the sequence always contain the complete set."""
    game, _ = scripted(script)

    assert tiles_everywhere(game) == "".join(sorted(SEQUENCE))


@pytest.mark.article("1.1")
@settings(max_examples=HALF)
@given(SCRIPTS)
def test_tiles_on_a_rack_change_only_by_placing_them(script: list[str]) -> None:
    """A pass changes no rack, and a play changes its author's rack only."""
    _, way = scripted(script)

    for earlier, later in pairwise([begin(started()), *way]):
        placed = isinstance(later.moves[-1], PlacementMade)
        kept = [earlier.turn.partner] if placed else list(Seat)
        assert all(later.side(seat).rack == earlier.side(seat).rack for seat in kept)


@settings(max_examples=HALF)
@given(SCRIPTS, st.integers(0, 12))
def test_replaying_a_log_gives_the_same_game_from_any_point(script: list[str], cut: int) -> None:
    """A log folded in two parts gives the same game as in one."""
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
    assert replay_before(log, start.at) == begin(start)
    assert replay_before(log, noon(len(script))) == game


@settings(max_examples=HALF)
@given(SCRIPTS)
def test_the_clock_never_runs_backwards(script: list[str]) -> None:
    """A player's days used never decrease from one move to the next."""
    _, way = scripted(script)

    for earlier, later in pairwise(way):
        assert later.red.days >= earlier.red.days
        assert later.blue.days >= earlier.blue.days
