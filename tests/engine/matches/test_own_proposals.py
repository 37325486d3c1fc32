"""Coefficients that a player proposes: input format, limits and effect."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError, NotationError, RuleViolation
from engine.figures import figures
from engine.games.events import Ending
from engine.games.orders import Order, correct_score, end
from engine.ids import Leg, PersonId
from engine.matches.decide import answer_results, approve_results
from engine.matches.leg_ends import leg_ended as end_of
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.own_proposals import propose_own, read_coefficients, take_over
from engine.matches.result_events import LegCorrected, ResultsCorrected, ResultsHomologated
from engine.matches.results import leg_results, match_figures
from engine.matches.rulings import (
    correct_results,
    follow_ruling,
    propose_results,
    set_penalty,
)
from tests.builders import game_after, noon
from tests.engine.games.ordered import obeyed, order
from tests.engine.matches.staged import ANA, ARBITER, ION, after, coefficients_of, leg_ended, played
from tests.engine.refusals import codes, error_lines

FIGURES = st.decimals(0, Decimal("1.6667"), places=4)


def objected(person: PersonId = ANA) -> Match:
    """Return a match to whose proposed results this player objects."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    match = after(match, *propose_results(match, noon(40)))
    return after(match, *answer_results(match, person, noon(40), agrees=False))


@pytest.mark.article("8.5")
@given(own=FIGURES, partner=FIGURES, person=st.sampled_from((ANA, ION)))
def test_what_the_arbiter_takes_over_is_what_the_game_is_worth(
    own: Decimal, partner: Decimal, person: PersonId
) -> None:
    """Accepted figures count as typed in results and standings; the other game keeps its own."""
    match = objected(person)
    typed = read_coefficients(f"{own:.4f} {partner:.4f}".replace(".", ","))
    assert typed == (own, partner)
    if own + partner > 2:
        with pytest.raises(RuleViolation) as refused:
            propose_own(match, person, Leg.HOME, own, partner, noon(41))
        assert error_lines(refused) == [f"coefficients_above_two (art. 8.1) sum={own + partner}"]
        return
    before = leg_results(match)
    (proposed,) = propose_own(match, person, Leg.HOME, own, partner, noon(41))
    match = after(match, proposed)
    assert leg_results(match) == before
    order = Order(at=noon(42), arbiter=ARBITER, article="8.5", reason="fișa ei")
    (taken,) = take_over(match, order, person)
    match = after(match, taken)
    assert (proposed.at, taken.at) == (noon(41), noon(42))
    assert (taken.arbiter, taken.reason) == (ARBITER, "fișa ei")

    home, back = leg_results(match)
    mine = home.red if match.colours(Leg.HOME)[0] == person else home.blue
    assert (mine, home.red + home.blue, home.article) == (own, own + partner, "8.5")
    assert (home, back) == (match.results[0], before[1])
    counted = next(iter(match_figures(match).values()))
    assert counted == figures(home.red, home.blue, scores=counted.scores, article="8.5")
    assert coefficients_of(match)[0].terms == ()


@pytest.mark.article("10.3")
def test_a_penalty_comes_off_the_figures_that_were_taken_over_given_before_or_after() -> None:
    """A penalty of 0.3 makes an accepted 1.2 into 0.9, whichever came first.

    A log of an earlier version keeps the unreduced figure.
    """
    order = Order(at=noon(42), arbiter=ARBITER, article="8.5", reason="fișa ei")
    fine = replace(order, case="K7QF/1#1")

    def taken(match: Match, *, less_penalties: bool = True) -> Match:
        match = after(match, *answer_results(match, ANA, noon(41), agrees=False))
        figures = Decimal("1.2"), Decimal("0.8")
        match = after(match, *propose_own(match, ANA, Leg.HOME, *figures, noon(41)))
        (event,) = take_over(match, order, ANA)
        return after(match, replace(event, less_penalties=less_penalties))

    def fined(match: Match) -> Match:
        return after(match, *set_penalty(match, fine, ANA, Leg.HOME, Decimal("0.3")))

    def own_of(match: Match) -> Decimal:
        home = leg_results(match)[0]
        return home.red if match.colours(Leg.HOME)[0] == ANA else home.blue

    first = fined(objected())
    first = after(first, *propose_results(first, noon(40)))
    homologated = after(taken(objected()), ResultsHomologated(at=noon(43), arbiter=ARBITER))

    assert own_of(taken(first)) == own_of(fined(homologated)) == Decimal("0.9")
    assert taken(first).results == leg_results(taken(first))
    assert own_of(taken(first, less_penalties=False)) == Decimal("1.2")


@pytest.mark.article("8.5")
@pytest.mark.parametrize("accepted", [ANA, ION])
def test_of_two_proposals_only_the_accepted_one_counts(accepted: PersonId) -> None:
    """The opponent's figures for the same game or the other one change nothing."""
    match = objected()
    match = after(match, *answer_results(match, ION, noon(40), agrees=False))
    own = {ANA: Decimal("1.2"), ION: Decimal("1.4")}
    for person, figure in own.items():
        match = after(match, *propose_own(match, person, Leg.HOME, figure, 2 - figure, noon(41)))
    other = next(person for person in own if person != accepted)
    one = Decimal(1)
    match = after(match, *propose_own(match, other, Leg.RETURN, one, one, noon(41)))
    before = leg_results(match)
    match = after(match, *take_over(match, order(42, "8.5"), accepted))

    home, back = leg_results(match)

    mine = home.red if match.colours(Leg.HOME)[0] == accepted else home.blue
    assert (mine, home.red + home.blue) == (own[accepted], Decimal(2))
    assert back == before[1]


@pytest.mark.article("5.3")
def test_a_game_whose_end_is_ruled_again_no_longer_counts_what_was_taken_over() -> None:
    """A new ruling on the end replaces accepted figures, even after approval (art. 8, 9)."""
    match = objected()
    match = after(
        match, *propose_own(match, ANA, Leg.HOME, Decimal("1.2"), Decimal("0.8"), noon(41))
    )
    order = Order(at=noon(42), arbiter=ARBITER, article="8.5", reason="fișa ei")
    match = after(match, *take_over(match, order, ANA))
    match = after(match, ResultsHomologated(at=noon(43), arbiter=ARBITER))
    level = replace(match.ended[0], ending=Ending.LEVEL, by=None)
    match = after(match, LegCorrected(at=noon(44), ended=level))

    (corrected,) = correct_results(match, order)

    assert isinstance(corrected, ResultsCorrected)
    assert {corrected.results[0].red, corrected.results[0].blue} == {Decimal(1)}
    assert after(match, corrected).results == leg_results(match)


@pytest.mark.article("1.4", "5.3")
def test_points_put_right_and_back_leave_what_was_taken_over() -> None:
    """Accepted figures count for the score they were made for, and again once it returns."""
    game = game_after("H7 CASA")
    high = obeyed(game, correct_score(game, order(), 0, 30))
    over = obeyed(high, end(high, order(1), Ending.LEVEL, None))
    match = played(end_of(over, noon(1)), leg_ended(Leg.RETURN))
    match = after(match, *propose_results(match, noon(40)))
    match = after(match, *answer_results(match, ANA, noon(40), agrees=False))
    match = after(match, *propose_own(match, ANA, Leg.HOME, Decimal(1), Decimal("0.5"), noon(41)))
    match = after(match, *take_over(match, order(42, "8.5"), ANA))
    match = after(match, ResultsHomologated(at=noon(43), arbiter=ARBITER))

    for points, counts in ((40, True), (9, False), (30, True)):
        over = obeyed(over, correct_score(over, order(50), 0, points))
        match = after(match, *follow_ruling(match, over, noon(50)))
        assert (leg_results(match)[0].article == "8.5") is counts


@pytest.mark.article("8.5")
@pytest.mark.parametrize("is_earlier_log", [False, True])
def test_figures_count_again_for_their_end_beneath_figures_for_another(
    *, is_earlier_log: bool
) -> None:
    """A ruling on the end that is taken back brings the first figures back, except in old logs."""
    match = objected()
    first_end = match.ended[0]
    level = replace(first_end, ending=Ending.LEVEL, by=None)
    for day, own in ((41, "1.2"), (43, "0.7")):
        match = after(match, *answer_results(match, ANA, noon(day), agrees=False))
        own_figures = Decimal(own), Decimal("0.8")
        match = after(match, *propose_own(match, ANA, Leg.HOME, *own_figures, noon(day)))
        (event,) = take_over(match, order(day, "8.5"), ANA)
        match = after(match, replace(event, keeps_earlier=not is_earlier_log))
        assert leg_results(match)[0].article == "8.5"
        if day == 41:
            match = after(match, LegCorrected(at=noon(42), ended=level))
            match = after(match, *propose_results(match, noon(42)))

    match = after(match, LegCorrected(at=noon(44), ended=first_end))

    home = leg_results(match)[0]
    if is_earlier_log:
        assert home.article != "8.5"
    else:
        mine = home.red if match.colours(Leg.HOME)[0] == ANA else home.blue
        assert (mine, home.article) == (Decimal("1.2"), "8.5")


@pytest.mark.article("8.5")
def test_only_who_objects_proposes_and_only_what_a_game_can_be_worth() -> None:
    """A proposal needs an objection and possible figures; all errors are reported at once."""
    match = objected()
    with pytest.raises(RuleViolation) as refused:
        propose_own(match, ANA, Leg.HOME, Decimal("1.7"), Decimal("0.4"), noon(41))
    assert error_lines(refused) == [
        "coefficient_out_of_range (art. 9.5) coefficient=1.7",
        "coefficients_above_two (art. 8.1) sum=2.1",
    ]
    for text in ("1,52", "unu doi", "1,52 0,48 0,1", "x" * 41):
        with pytest.raises(NotationError) as unread:
            read_coefficients(text)
        assert error_lines(unread) == [f"two_coefficients (art. 8.5) text={text[:40]}"]
    agreed = after(match, *answer_results(match, ANA, noon(41), agrees=True))
    with pytest.raises(GameStateError) as unasked:
        propose_own(agreed, ANA, Leg.HOME, Decimal(1), Decimal(1), noon(41))
    assert error_lines(unasked) == ["object_first (art. 8.5)"]


@pytest.mark.article("8.5")
def test_nothing_is_taken_over_that_its_author_does_not_stand_by() -> None:
    """The arbiter cannot accept figures that do not exist or whose author has agreed since."""
    order = Order(at=noon(42), arbiter=ARBITER, article="8.5", reason="fișa ei")
    without = objected()
    figures = propose_own(without, ANA, Leg.HOME, Decimal(1), Decimal(1), noon(41))
    match = after(without, *figures)
    agreed = after(match, *answer_results(match, ANA, noon(41), agrees=True))

    for now, person in ((without, ANA), (agreed, ANA), (match, ION)):
        with pytest.raises(GameStateError) as refused:
            take_over(now, order, person)
        assert error_lines(refused) == ["no_own_proposal (art. 8.5)"]


@pytest.mark.article("8.5")
def test_nothing_is_proposed_or_taken_over_after_the_approval() -> None:
    """An old button finds official results, and is refused before anybody writes a reason."""
    match = objected(ANA)
    match = after(match, *propose_own(match, ANA, Leg.HOME, Decimal(1), Decimal(1), noon(41)))
    official = after(match, *approve_results(match, ARBITER, noon(42), NOTHING_OUTSTANDING))

    with pytest.raises(GameStateError) as taken:
        take_over(official, order(43, "8.5"), ANA)
    assert error_lines(taken) == ["no_results_proposed (art. 8.5)"]
    with pytest.raises(GameStateError) as proposed:
        propose_own(official, ANA, Leg.HOME, Decimal(1), Decimal(1), noon(43))
    assert error_lines(proposed) == ["no_results_proposed (art. 8.5)"]


@pytest.mark.article("8.5")
def test_older_logs_take_figures_over_into_the_proposed_results() -> None:
    """The figures count as typed, less a penalty; the other game keeps its results."""
    match, own = objected(ANA), Decimal("1.2")
    match = after(match, *propose_own(match, ANA, Leg.HOME, own, 2 - own, noon(41)))
    (taken,) = take_over(match, order(42, "8.5"), ANA)

    assert after(match, replace(taken, beside=False)).results == after(match, taken).results


@pytest.mark.article("8.5", "10.3")
def test_official_figures_count_even_if_others_would_be_calculated() -> None:
    """What was approved stands, without an arithmetic that would give other figures."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    match = after(match, *propose_results(match, noon(40)))
    first, second = leg_results(match)
    level = replace(first, red=Decimal(1), blue=Decimal(1))
    official = replace(match, stage=MatchStage.HOMOLOGATED, results=(level, second))

    found = coefficients_of(official)

    assert (found[0].first, found[0].second) == (Decimal(1), Decimal(1))
    assert not found[0].terms
    assert found[1] == coefficients_of(match)[1]


@pytest.mark.article("10.3")
def test_a_case_gives_the_same_penalty_once() -> None:
    """The same points again in the same case are refused, other points are not."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    why = replace(order(42, "10.3"), case="K7QF/1#1")
    fined = after(match, *set_penalty(match, why, ANA, Leg.HOME, Decimal("0.3")))

    with pytest.raises(GameStateError) as refused:
        set_penalty(fined, why, ANA, Leg.HOME, Decimal("0.3"))

    assert codes(refused) == ["ruling_unchanged"]
    assert set_penalty(fined, why, ANA, Leg.HOME, Decimal("0.5"))
