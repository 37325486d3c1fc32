"""A player's record against one opponent."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.competitions.tally import Tally
from engine.figures import figures

WON_BY_RED = figures(Decimal("1.2000"), Decimal("0.8000"), scores=(400, 300), article="8.1")


@pytest.mark.article("9.1")
@pytest.mark.parametrize("is_red", [True, False])
def test_a_penalty_changes_the_sum_but_not_the_winner(is_red: bool) -> None:
    """A winner whose coefficient falls below the loser's by a penalty has still won."""
    tally = Tally()
    tally.add(replace(WON_BY_RED, red=Decimal("0.7000")), is_red=is_red)

    assert (tally.won, tally.drawn, tally.lost) == (int(is_red), 0, int(not is_red))
    assert {tally.own, tally.other} == {Decimal("0.7000"), Decimal("0.8000")}


@pytest.mark.article("9.1")
def test_nobody_wins_or_draws_a_game_with_two_zeros() -> None:
    """As in the standings, both players lose it; it is no draw."""
    tally = Tally()
    tally.add(figures(Decimal(0), Decimal(0), scores=(0, 0), article="9.1"), is_red=True)

    assert (tally.games, tally.won, tally.drawn, tally.lost) == (1, 0, 0, 1)
