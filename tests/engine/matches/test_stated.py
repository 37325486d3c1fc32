"""A match of which games are known by their official results alone, because they were imported."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.embargo import GameProgress, both_games
from engine.ids import Leg
from engine.matches.decide import join, start_leg
from engine.matches.fold import replay_match
from engine.matches.leaving import games_left
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.rulings import propose_results
from tests.builders import START, noon
from tests.engine.matches.staged import ANA, ION, after, arrangement, leg_ended


def stated(*legs: Leg) -> Match:
    """Return a match of a competition of which these games have no moves here."""
    match = replay_match([replace(arrangement(competition="CN25", red=ANA), stated=legs)])
    if legs != tuple(Leg):
        for person in (ANA, ION):
            match = after(match, *join(match, person, person, noon()))
    return match


@pytest.mark.article("7.1")
def test_after_a_stated_home_game_the_return_game_is_to_come() -> None:
    """It starts within the days that run from the import, with the colours swapped."""
    match = stated(Leg.HOME)

    assert (match.stage, match.next_leg) == (MatchStage.BETWEEN, Leg.RETURN)
    assert match.home_ended_on == START
    assert match.return_day == START + timedelta(days=match.rules.return_leg_days)
    match = after(match, *start_leg(match, noon(20)))
    assert match.stage is MatchStage.RETURN
    assert games_of(match) == ("K7QF/2",)


def test_only_the_return_game_of_such_a_match_has_results_to_approve() -> None:
    """The home game is official already and settled for the embargo."""
    match = stated(Leg.HOME)
    match = after(match, *start_leg(match, noon(20)), leg_ended(Leg.RETURN))

    match = after(match, *propose_results(match, noon(30)))

    assert [one.leg for one in match.results] == [Leg.RETURN]
    assert [one.progress for one in both_games(match)] == [
        GameProgress.SETTLED,
        GameProgress.OVER,
    ]


@pytest.mark.article("9.1")
def test_who_leaves_such_a_match_loses_no_stated_game() -> None:
    """Only the return game, which has not begun, ends with it."""
    found = games_left(stated(Leg.HOME), {}, ANA, noon(1))

    assert [one.leg for one in found] == [Leg.RETURN]


def test_a_match_with_two_stated_games_is_official() -> None:
    """There is nothing to play and nothing to approve."""
    match = stated(*Leg)

    assert match.stage is MatchStage.HOMOLOGATED
    assert games_of(match) == ()
    assert {one.progress for one in both_games(match)} == {GameProgress.SETTLED}
