"""Exceeded time and open cases, which need a ruling before approval (art. 7.2, 9.4)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cases.events import RulingKind
from engine.coefficients import time_exceeded
from engine.errors import GameStateError
from engine.games.commands import CheckTime, Resign, ReturnPlacement
from engine.games.deadlines import arrival
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.moving import with_side
from engine.games.orders import Order, annul, end
from engine.ids import GameId, Leg, Seat
from engine.matches.approval import ApprovalStatus, approval_status
from engine.matches.decide import approve_results, end_leg, start_leg
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import (
    NOTHING_OUTSTANDING,
    Outstanding,
    Overdrawn,
    is_overdrawn,
    overdrawn,
    worth_if_lost,
)
from engine.matches.result_events import LegEnded
from engine.matches.results import leg_results
from engine.matches.rulings import follow_ruling, propose_results, uphold_result
from engine.rulesets import NATIONAL_2025, Ruleset
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, PARTNER_RULES, START, game_after, noon, on_leave, play
from tests.engine.cases.bench import codes, order, ruled, situation
from tests.engine.games.ordered import obeyed
from tests.engine.matches.staged import after, coefficients_of, joined, leg_ended
from tests.examples import HALF

ORDER = Order(at=noon(90), arbiter=ARBITER, article="9.4", reason="Partenerul nu se plânge")


def over(days: int, *, by: Seat = Seat.RED) -> tuple[Match, Game]:
    """Return a proposed match whose home game has Blue's answer after `days` and a resignation."""
    game = play(play(opened(), "I8 STIRE", at=noon(days + 1)), "PAS", at=noon(days + 1))
    return finished(play(game, Resign(by=by), at=noon(days + 1)))


def opened(rules: Ruleset = NATIONAL_2025) -> Game:
    """Return the home game after Red's first move."""
    return replace(game_after("H7 CASA", rules=rules), id=GameId("K7QF/1"))


def finished(game: Game) -> tuple[Match, Game]:
    """Return the match with this home game finished and its results proposed."""
    match = after(joined(), *start_leg(joined(), noon()))
    colours = match.colours(Leg.HOME)
    game = replace(
        game,
        red=replace(game.red, person=colours[0]),
        blue=replace(game.blue, person=colours[1]),
    )
    match = after(match, *end_leg(match, game, noon(60)))
    match = after(match, *start_leg(match, noon(70)), leg_ended(Leg.RETURN, red=200, blue=600))
    return after(match, *propose_results(match, noon(70))), game


@pytest.mark.article("7.2", "9.4")
@given(days=st.integers(25, 40), by=st.sampled_from(Seat), wait=st.integers(0, 12))
def test_exceeded_time_that_the_result_leaves_out_is_never_undisputed(
    days: int, by: Seat, wait: int
) -> None:
    """Exceeded time needs a ruling, with player, days and round, unless that player lost."""
    match, game = over(days, by=by)
    found = Outstanding(overdrawn=overdrawn(match, (game,)))
    today = START + timedelta(days=70 + wait)

    if days <= 30 or by is Seat.BLUE:
        assert not found
        assert approval_status(match, today, found) is not ApprovalStatus.TO_RULE
        assert approve_results(match, ARBITER, noon(90), found)
        return
    (late,) = found.overdrawn
    assert (late.seat, late.over, late.round) == (Seat.BLUE, days - 30, 1)
    assert approval_status(match, today, found) is ApprovalStatus.TO_RULE
    with pytest.raises(GameStateError, match="time_to_rule"):
        approve_results(match, ARBITER, noon(90), found)
    if_lost = time_exceeded(game.red.score, game.blue.score, rounds=game.complete_rounds)
    worth = worth_if_lost(match, late)
    assert (worth.first, worth.second) == (if_lost.first, if_lost.second)


@pytest.mark.article("7.1", "7.2")
@settings(max_examples=HALF)
@given(
    turns=st.lists(st.tuples(st.integers(0, 14), st.booleans()), max_size=10),
    last=st.integers(0, 40),
    by=st.sampled_from(Seat),
    checked=st.booleans(),
    granted=st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
def test_what_is_to_be_ruled_on_is_what_adding_the_days_up_by_hand_finds(
    turns: list[tuple[int, bool]],
    last: int,
    by: Seat,
    checked: bool,
    granted: tuple[int, int],
) -> None:
    """Player, days over and round equal a plain sum; annulled but charged moves count."""
    game = replace(game_after(rules=replace(NATIONAL_2025, passes_to_end=99)), id=GameId("K7QF/1"))
    most = {}
    for seat, days in zip(Seat, granted, strict=True):
        game, most[seat] = with_side(game, seat, granted=days), 30 + days
    used: dict[Seat, list[tuple[int, int]]] = {Seat.RED: [], Seat.BLUE: []}
    day = 0
    for days, is_struck in turns:
        day += days + 1
        used[game.turn].append((game.side(game.turn).moves + 1, days))
        game = play(game, "PAS", at=noon(day))
        if is_struck:
            at = replace(ORDER, at=noon(day))
            game = obeyed(game, annul(game, at, len(game.moves) - 1, charged=True))
    seat, day = game.turn, day + last
    used[seat].append((game.side(seat).moves + 1, max(0, last - 1)))
    if checked:
        game = play(game, CheckTime(), at=noon(day))
    match, game = finished(play(game, Resign(by=by), at=noon(day)))

    found = [
        (one.game, one.seat, one.allowance, one.over, one.round)
        for one in overdrawn(match, (game,))
    ]

    expected = []
    for other in {*Seat} - {by}:
        since = [
            number
            for at, (number, _) in enumerate(used[other], 1)
            if sum(days for _, days in used[other][:at]) > most[other]
        ]
        if since:
            over = sum(days for _, days in used[other]) - most[other]
            expected.append((game.id, other, most[other], over, since[0]))
    assert found == expected


@pytest.mark.article("7.2")
def test_leave_in_the_turn_in_which_time_ran_out_is_no_time_exceeded() -> None:
    """Three days of leave in the last turn do not count as exceeded time."""
    away = LeavePeriod(START + timedelta(days=5), START + timedelta(days=7))
    game = on_leave(replace(game_after(), id=GameId("K7QF/1")), Seat.RED, away)
    game = play(play(game, CheckTime(), at=noon(36)), Resign(by=Seat.BLUE), at=noon(36))

    match, game = finished(game)
    (late,) = overdrawn(match, (game,))

    assert (late.seat, late.over) == (Seat.RED, 35 - 3 - 30)


@pytest.mark.article("7.1", "7.2")
def test_time_that_ran_out_before_late_sheets_were_known_is_not_exceeded() -> None:
    """Days before the arrival do not count, even if people were told that the time is exceeded."""
    game = play(opened(), CheckTime(), at=noon(33))
    game = obeyed(game, arrival(game, START + timedelta(days=3), noon(34)))
    running = play(game, Resign(by=Seat.RED), at=noon(34))
    answered = play(play(game, "I8 STIRE", at=noon(34)), Resign(by=Seat.RED), at=noon(50))
    assert answered.blue.days == 30

    for ended in (running, answered):
        match, game = finished(ended)
        assert overdrawn(match, (game,)) == ()


@pytest.mark.article("9.1", "9.4")
@given(red=st.integers(0, 700), blue=st.integers(0, 700))
def test_the_figures_shown_for_a_loss_are_those_of_the_ruling(red: int, blue: int) -> None:
    """The coefficients shown for a loss on time are those after the ruling."""
    match, game = over(35)
    back = leg_ended(Leg.RETURN, red=red, blue=blue)
    match = replace(match, ended=(match.ended[0], back))
    (late,) = overdrawn(match, (game,))

    lost = obeyed(game, end(game, ORDER, late.lost_as, late.seat))
    ruled_so = after(match, *follow_ruling(match, lost, noon(91)))

    assert worth_if_lost(match, late) == coefficients_of(ruled_so)[0]


@pytest.mark.article("7.2", "9.4")
def test_the_figures_shown_for_a_loss_correct_official_results() -> None:
    """A loss on time that is found after the approval is shown with the figures it brings."""
    match, game = over(35)
    match = replace(match, ended=(match.ended[0], leg_ended(Leg.RETURN)))
    (late,) = overdrawn(match, (game,))
    official = replace(match, stage=MatchStage.HOMOLOGATED, results=leg_results(match))

    assert worth_if_lost(official, late) == worth_if_lost(match, late)


@pytest.mark.article("9.1", "9.4")
def test_the_figures_shown_for_a_loss_give_nothing_to_a_player_who_never_came() -> None:
    """Who exceeded their time against an opponent who never moved gives them nothing."""
    late = play(opened(PARTNER_RULES), ReturnPlacement(by=Seat.BLUE), at=noon(1), lexicon=())
    match, game = finished(play(late, Resign(by=Seat.BLUE), at=noon(2)))
    one = Overdrawn(
        game=game.id,
        leg=Leg.HOME,
        seat=Seat.RED,
        allowance=30,
        over=1,
        round=1,
        lost_as=Ending.TIME,
        silent=(Seat.BLUE,),
    )

    assert worth_if_lost(match, one).second == 0
    assert worth_if_lost(match, replace(one, silent=())).second > 1
    empty = replace(match, ended=(replace(match.ended[0], untaken=(Seat.BLUE,), since=None),))
    assert worth_if_lost(empty, replace(one, silent=())).second == 0


@pytest.mark.article("5.2", "7.1", "7.2")
def test_time_exceeded_by_holding_a_placement_is_found_in_the_round_of_that_placement() -> None:
    """A move sent back too late exceeds the time in that move's round."""
    game = play(opened(PARTNER_RULES), ReturnPlacement(by=Seat.BLUE), at=noon(33), lexicon=())
    for move in ("H7 CASA", "I8 STIRE", "J8 TIN"):
        game = play(game, move, at=noon(33))
    match, game = finished(play(game, "PAS", Resign(by=Seat.RED), at=noon(36)))

    (late,) = overdrawn(match, (game,))

    assert (late.seat, late.over, late.round) == (Seat.BLUE, 32 + 2 - 30, 1)


@pytest.mark.article("9.4")
def test_a_ruling_settles_it_one_way_or_the_other() -> None:
    """The result counts after a ruling: as played, lost on time, or level."""
    match, game = over(35)
    (upheld,) = uphold_result(match, ORDER, game, Seat.BLUE)
    stands = after(match, upheld)
    assert stands.stage is MatchStage.PROPOSED
    assert stands.results == match.results
    assert overdrawn(stands, (game,)) == ()
    with pytest.raises(GameStateError, match="ended_so_already"):
        uphold_result(stands, ORDER, game, Seat.BLUE)
    with pytest.raises(GameStateError, match="time_not_exceeded"):
        uphold_result(match, ORDER, game, Seat.RED)
    homologated = after(stands, *approve_results(stands, ARBITER, noon(91), NOTHING_OUTSTANDING))
    with pytest.raises(GameStateError, match="results_homologated"):
        uphold_result(homologated, ORDER, game, Seat.BLUE)

    for ending, by in ((Ending.TIME, Seat.BLUE), (Ending.LEVEL, None)):
        assert overdrawn(match, (obeyed(game, end(game, ORDER, ending, by)),)) == ()
    other = obeyed(game, end(game, ORDER, Ending.FORFEITED, Seat.RED))
    assert len(overdrawn(match, (other,))) == 1
    assert is_overdrawn(other, Seat.BLUE)


@pytest.mark.article("7.2")
def test_an_open_case_about_the_match_is_ruled_on_first() -> None:
    """An open case prevents approval, however long the players say nothing."""
    match, _ = over(5)
    waiting = Outstanding(cases=("K7QF/1#1",))

    assert approval_status(match, START + timedelta(days=99), waiting) is ApprovalStatus.TO_RULE
    with pytest.raises(GameStateError, match="case_to_rule"):
        approve_results(match, ARBITER, noon(99), waiting)


@pytest.mark.article("9.4")
def test_as_played_is_ruled_of_a_finished_game_with_exceeded_time_alone() -> None:
    """A ruling that the result counts as played changes neither game nor proposal."""
    now = situation("H7 CASA", "I8 STIRE")
    assert codes(now, RulingKind.AS_PLAYED, seat=Seat.BLUE) == ["game_not_over"]
    slow = replace(now, game=replace(now.game, blue=replace(now.game.blue, days=33)))
    done = ruled(slow, RulingKind.LOSS, order(40), seat=Seat.RED).after

    found = ruled(done, RulingKind.AS_PLAYED, order(41), seat=Seat.BLUE)

    assert found.here.game_events == ()
    assert found.after.match.upheld.keys() == {(Leg.HOME, Seat.BLUE)}
    assert codes(found.after, RulingKind.AS_PLAYED, seat=Seat.BLUE) == ["ended_so_already"]
    assert all(isinstance(each, LegEnded) for each in found.after.match.ended)


@pytest.mark.article("7.2", "9.4")
@pytest.mark.parametrize("seat", Seat)
def test_days_granted_are_counted_for_who_has_them_alone(seat: Seat) -> None:
    """33 days are within 30 and 5 granted; the opponent without a grant exceeds 30."""
    game = with_side(opened(), seat, days=33, granted=5)
    game = with_side(game, seat.partner, days=33)

    assert not is_overdrawn(game, seat)
    assert is_overdrawn(game, seat.partner)
