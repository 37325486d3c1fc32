"""Effects of rulings on a match: endings, reopened games, penalties, closing dates."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.errors import BrokenLog, GameStateError, RuleViolation
from engine.figures import Outcome
from engine.games.commands import Resign
from engine.games.events import Ending
from engine.games.fold import begin
from engine.games.game import Game, Stage
from engine.games.orders import Order, correct_score, end
from engine.ids import GameId, Leg, PersonId, Seat
from engine.matches.decide import approve_results, end_leg, join, start_leg
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.result_events import LegCorrected, LegReopened, ResultsProposed
from engine.matches.results import leg_results, match_figures
from engine.matches.rulings import correct_results, follow_ruling, propose_results, set_penalty
from tests.builders import noon, play, started
from tests.engine.games.ordered import obeyed, reopen
from tests.engine.matches.staged import (
    ANA,
    ARBITER,
    after,
    coefficients_of,
    joined,
    leg_ended,
    new_match,
)

D = Decimal
ORDER = Order(at=noon(30), arbiter=ARBITER, article="10.1", reason="Decizie")


def running(leg: Leg = Leg.HOME) -> tuple[Match, Game]:
    """Return a match with this leg in play, and its game after one move."""
    match = after(joined(), *start_leg(joined(), noon()))
    if leg is Leg.RETURN:
        match = after(match, leg_ended())
        match = after(match, *start_leg(match, noon(30)))
    red, blue = match.colours(leg)
    start = replace(started(), red=red, blue=blue, leg=leg, game=GameId(f"K7QF/{leg.value}"))
    return match, play(begin(start), "H7 CASA")


def over(leg: Leg = Leg.RETURN) -> tuple[Match, Game]:
    """Return a match whose leg Blue has resigned, and the game."""
    match, game = running(leg)
    game = play(game, Resign(by=Seat.BLUE))
    return after(match, *follow_ruling(match, game, noon(5))), game


def proposed() -> tuple[Match, Game]:
    """Return a match with proposed results, and its return game."""
    match, game = over()
    return after(match, ResultsProposed(at=noon(6), results=leg_results(match))), game


@pytest.mark.article("10.1")
def test_a_game_that_goes_on_takes_the_match_back_with_it() -> None:
    """Reopening a game withdraws the proposed results."""
    match, game = proposed()

    again = after(match, *follow_ruling(match, obeyed(game, reopen(game, ORDER)), noon(30)))

    assert again.stage is MatchStage.RETURN
    assert (again.results, len(again.ended)) == ((), 1)


@pytest.mark.article("7.1", "9.4", "10.1")
def test_a_ruling_after_the_closing_gives_back_the_days_that_it_took() -> None:
    """A game with days left gets those; one without keeps its closing."""
    match, game = running()
    game = replace(game, closing=noon(10).date())
    lost = obeyed(game, end(game, replace(ORDER, at=noon(15)), Ending.FORFEITED, Seat.BLUE))
    over = after(match, *follow_ruling(match, lost, noon(15)))
    again = obeyed(lost, reopen(lost, replace(ORDER, at=noon(20))))

    for until, given in ((None, None), (30, 35), (14, None)):
        last = None if until is None else noon(until).date()
        now = replace(again, closing=last or again.closing)
        (event,) = follow_ruling(replace(over, play_until=last), now, noon(20))
        assert isinstance(event, LegReopened)
        assert event.until == (None if given is None else noon(given).date())
        (second,) = follow_ruling(replace(over, play_until=noon(90).date()), now, noon(20))
        assert isinstance(second, LegReopened)
        assert second.until is None


@pytest.mark.article("5.2")
@pytest.mark.parametrize("last", list(Leg))
def test_the_home_game_goes_on_beside_the_return_game(last: Leg) -> None:
    """A home game reopened during the return game runs beside it.

    Results wait for both ends, and the home game is first whichever ends last.
    """
    match, game = over(Leg.HOME)
    open_again = obeyed(game, reopen(game, ORDER))
    assert follow_ruling(match, open_again, noon(6)) == (LegReopened(at=noon(6), leg=Leg.HOME),)
    begun = after(match, *start_leg(match, noon(20)))

    both = after(begun, *follow_ruling(begun, open_again, noon(21)))
    assert (both.stage, both.all_running) == (MatchStage.RETURN, (Leg.HOME, Leg.RETURN))
    back = replace(open_again, leg=Leg.RETURN, red=open_again.blue, blue=open_again.red)
    games = [open_again, back] if last is Leg.RETURN else [back, open_again]
    one = after(both, *end_leg(both, play(games[0], Resign(by=Seat.RED)), noon(22)))
    assert (one.stage, one.running) == (MatchStage.RETURN, last)
    assert propose_results(one, noon(22)) == ()
    done = after(one, *end_leg(one, play(games[1], Resign(by=Seat.RED)), noon(23)))

    assert done.stage is MatchStage.PLAYED
    assert [ended.leg for ended in done.ended] == [Leg.HOME, Leg.RETURN]
    assert done.last_ended_on == noon(23).date()


@pytest.mark.article("5.2")
def test_a_home_game_goes_on_after_both_games_were_over() -> None:
    """A reopened home game withdraws the results and has no end; the return game stays finished."""
    match, _ = proposed()
    home = replace(running(Leg.HOME)[1], stage=Stage.RUNNING)

    again = after(match, *follow_ruling(match, home, noon(30)))

    assert (again.stage, again.all_running) == (MatchStage.RETURN, (Leg.HOME,))
    assert [ended.leg for ended in again.ended] == [Leg.RETURN]
    assert (again.home_ended_on, again.return_day) == (None, None)


@pytest.mark.article("5.3")
def test_a_score_corrected_after_the_end_is_proposed_again() -> None:
    """A corrected score keeps the day of the end and makes both players answer again."""
    match, game = proposed()

    right = obeyed(game, correct_score(game, ORDER, 0, 9))
    changed = after(match, *follow_ruling(match, right, noon(30)))

    assert changed.stage is MatchStage.PLAYED
    assert (changed.ended[1].red_score, changed.ended[1].on) == (9, match.ended[1].on)
    assert follow_ruling(changed, right, noon(31)) == ()


def test_official_results_change_only_by_a_ruling_and_their_games_stay_over() -> None:
    """A ruling can correct official results; reopening their games is refused."""
    match, game = proposed()
    match = after(match, *approve_results(match, ARBITER, noon(7), NOTHING_OUTSTANDING))
    assert correct_results(match, ORDER) == ()
    with pytest.raises(GameStateError, match="results_homologated"):
        follow_ruling(match, obeyed(game, reopen(game, ORDER)), noon(30))

    lost = obeyed(game, end(game, ORDER, Ending.FORFEITED, Seat.RED))
    match = after(match, *follow_ruling(match, lost, noon(30)))
    corrected = after(match, *correct_results(match, ORDER))

    assert corrected.stage is MatchStage.HOMOLOGATED
    assert corrected.results[1] == leg_results(corrected)[1]
    assert corrected.results[1].article == "10.3"
    with pytest.raises(GameStateError, match="not_homologated"):
        correct_results(proposed()[0], ORDER)


@pytest.mark.article("10.3")
def test_a_penalty_comes_off_one_coefficient_and_can_be_lifted() -> None:
    """A penalty lowers one coefficient, gives the opponent nothing, and can be lifted."""
    match, _ = proposed()
    before = coefficients_of(match)[0]
    who = match.colours(Leg.HOME)[0]

    fined = after(match, *set_penalty(match, ORDER, who, Leg.HOME, D("0.25")))

    assert fined.stage is MatchStage.PLAYED
    found = coefficients_of(fined)[0]
    assert (found.first, found.second) == (before.first - D("0.25"), before.second)
    lifted = after(fined, *set_penalty(fined, ORDER, who, Leg.HOME, D(0)))
    assert coefficients_of(lifted) == coefficients_of(match)


@pytest.mark.article("10.3")
def test_a_penalty_changes_the_coefficient_and_not_who_has_won() -> None:
    """A penalised winner still has the win, even with fewer points than the loser."""
    match, _ = over()
    home, back = match_figures(match)
    earned = match_figures(match)[home]
    winner = match.colours(Leg.HOME)[0 if earned.red > earned.blue else 1]

    counted = match_figures(after(match, *set_penalty(match, ORDER, winner, Leg.HOME, D(1))))

    assert earned.outcome in {Outcome.RED, Outcome.BLUE}
    assert counted[home].outcome is earned.outcome
    assert {counted[home].red, counted[home].blue} == {
        max(earned.red, earned.blue) - 1,
        min(earned.red, earned.blue),
    }
    assert (counted[home].article, counted[back].article) == ("10.3", "9.1")


@pytest.mark.article("10.3")
def test_penalties_of_several_cases_add_up_and_a_case_ruled_again_replaces_its_own() -> None:
    """Penalties of different cases add up; a new ruling replaces its own case's penalty."""
    match, _ = over()
    one, other = (replace(ORDER, case=f"{match.code}/1#{n}") for n in (1, 2))

    def fined(match: Match, order: Order, points: str) -> Match:
        return after(match, *set_penalty(match, order, ANA, Leg.HOME, D(points)))

    both = fined(fined(match, one, "0.2"), other, "0.3")
    anew = fined(both, one, "0.4")
    left = fined(anew, one, "0")

    taken = [found.penalties.get((ANA, Leg.HOME)) for found in (both, anew, left)]
    assert taken == [D("0.5"), D("0.7"), D("0.3")]
    assert fined(left, other, "0").penalties == {}
    assert fined(fined(match, ORDER, "0.2"), one, "0").penalties == {}  # of an earlier log


@pytest.mark.article("10.3")
def test_a_sum_of_penalties_above_one_point_never_takes_more_than_there_is() -> None:
    """Three penalties of one point leave a coefficient of 0, not below."""
    match, _ = over()
    for number in range(3):
        order = replace(ORDER, case=f"{match.code}/1#{number}")
        match = after(match, *set_penalty(match, order, ANA, Leg.HOME, D(1)))

    red, blue = match.colours(Leg.HOME)
    found = coefficients_of(match)[0]
    assert dict(zip((red, blue), (found.first, found.second), strict=True))[ANA] == 0


def test_results_are_proposed_only_when_both_games_are_over() -> None:
    """Results are proposed once, after the end of both games."""
    match, _ = over()
    assert propose_results(over(Leg.HOME)[0], noon(6)) == ()
    (event,) = propose_results(match, noon(6))

    assert event == ResultsProposed(at=noon(6), results=leg_results(match))
    assert propose_results(after(match, event), noon(6)) == ()


@pytest.mark.article("10.3")
def test_any_penalty_from_a_tenth_to_a_whole_point_can_be_given() -> None:
    """Every penalty from 0.10 to 1.00 in steps of 0.01 is accepted."""
    match, _ = over(Leg.HOME)
    for points in (D(hundredths) / 100 for hundredths in range(10, 101)):
        (given,) = set_penalty(match, ORDER, ANA, Leg.HOME, points)
        assert after(match, given).penalties == {(ANA, Leg.HOME): points}


@pytest.mark.article("10.3")
@pytest.mark.parametrize(
    ("points", "code"),
    [
        ("0.05", "penalty_out_of_range"),
        ("0.09", "penalty_out_of_range"),
        ("1.01", "penalty_out_of_range"),
        ("-0.1", "penalty_out_of_range"),
        ("0.123", "penalty_step"),
    ],
)
def test_a_penalty_is_from_a_tenth_to_a_whole_point(points: str, code: str) -> None:
    """Other penalties are refused, and so are penalties in a game that never started."""
    match, _ = over(Leg.HOME)
    with pytest.raises(RuleViolation, match=code):
        set_penalty(match, ORDER, ANA, Leg.HOME, D(points))
    with pytest.raises(GameStateError, match="no_such_game"):
        set_penalty(match, ORDER, ANA, Leg.RETURN, D("0.5"))


def coefficients(**changes: object) -> tuple[Decimal, Decimal]:
    """Return Red's and Blue's coefficients of a game with these changes to its end."""
    ended = replace(leg_ended(), **changes)  # type: ignore[arg-type]  # fields of LegEnded
    match = after(joined(), *start_leg(joined(), noon()), ended)
    found = coefficients_of(match)[0]
    return found.first, found.second


@pytest.mark.article("9.1")
def test_who_does_not_show_up_gets_nothing() -> None:
    """A no-show gives 0, and 1.53 to the opponent; two no-shows give 0 to both."""
    assert coefficients(ending=Ending.NO_SHOW, by=Seat.RED) == (D("0.0000"), D("1.5300"))
    assert coefficients(ending=Ending.NO_SHOW, by=Seat.BLUE) == (D("1.5300"), D("0.0000"))
    assert coefficients(ending=Ending.NO_SHOW, by=None) == (D("0.0000"), D("0.0000"))


@pytest.mark.article("9.4")
def test_at_the_closing_date_the_declared_state_counts_else_one_each() -> None:
    """An undeclared game gives 1 each, a declared one its share, a silent player 0."""
    closed = {"ending": Ending.CLOSED, "by": None}
    assert coefficients(**closed) == (D("1.0000"), D("1.0000"))
    declared = {**closed, "declared": (Seat.RED,)}
    assert coefficients(**declared) == (D("1.0219"), D("0.9781"))
    assert coefficients(**declared, silent=(Seat.BLUE,)) == (D("1.0219"), D("0.0000"))
    assert coefficients(**closed, silent=tuple(Seat)) == (D("0.0000"), D("0.0000"))
    for by in Seat:
        late = {**declared, "by": by}
        exceeded = coefficients(ending=Ending.TIME, by=by)
        assert coefficients(**late) == exceeded


@pytest.mark.article("10.3")
def test_a_game_lost_by_a_ruling_is_worth_what_an_abandoned_one_is() -> None:
    """A forfeited game or a disqualification gives the coefficients of a resignation."""
    gone = coefficients(ending=Ending.ABANDONED, by=Seat.RED)
    for ending in (Ending.FORFEITED, Ending.EXCLUDED):
        assert coefficients(ending=ending, by=Seat.RED) == gone


def test_a_penalty_follows_the_player_who_took_their_place_late() -> None:
    """A penalty on a seat applies to the player who takes the seat later."""
    match = new_match(competition="CN25", red=ANA)
    match = after(match, *start_leg(match, noon()))
    match = after(match, *set_penalty(match, ORDER, ANA, Leg.HOME, D("0.5")))
    late = PersonId(9)

    taken = after(match, *join(match, ANA, late, noon(3)))

    assert taken.penalties == {(late, Leg.HOME): D("0.5")}


@pytest.mark.parametrize(
    "event", [LegReopened(at=noon(), leg=Leg.HOME), LegCorrected(at=noon(), ended=leg_ended())]
)
def test_no_ruling_changes_the_end_of_a_game_that_is_running(event: MatchEvent) -> None:
    """A log that reopens or corrects a running game is refused as broken."""
    with pytest.raises(BrokenLog):
        evolve_match(running()[0], event)


def test_a_ruling_that_ends_a_running_game_ends_the_leg() -> None:
    """After a ruling ends the home game, the match waits for the return game."""
    match, game = running()

    lost = obeyed(game, end(game, ORDER, Ending.NO_SHOW, Seat.BLUE))
    match = after(match, *follow_ruling(match, lost, noon(6)))

    assert match.stage is MatchStage.BETWEEN
    assert match.ended[0].ending is Ending.NO_SHOW
