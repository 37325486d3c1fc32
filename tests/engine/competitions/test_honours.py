"""Podiums of finished competitions, and the medals of a series (art. 8.1)."""

from dataclasses import replace
from datetime import date

import pytest

from engine.competitions.honours import final_places, latest_last, medals, podium, year_of
from engine.competitions.results import advance, approve_result, close
from engine.figures import figures
from engine.ids import PersonId
from tests.engine.competitions.desk import ANA, DAN, EVA, FINAL, ION, LEVEL, WON, Desk


def stronger_wins(desk: Desk) -> None:
    """Approve every open game as won by the player with the lower number."""
    lost = figures(WON.blue, WON.red, scores=(480, 524), article="8.1")
    for game, (red, blue) in desk.now.phase.open_games().items():
        desk.does(approve_result, game, WON if red < blue else lost)


def final(groups: int = 1, players: int = 4) -> Desk:
    """Return a competition whose only phase is a final with results, before its close."""
    desk = Desk(players, plans=(FINAL,))
    desk.starts(groups)
    stronger_wins(desk)
    return desk


@pytest.mark.article("8.1")
def test_places_are_given_once_the_competition_is_closed() -> None:
    """Each of four players won every game against those after them; the podium has three."""
    desk = final()
    assert final_places(desk.now) == ()

    desk.does(close)

    found = final_places(desk.now)
    assert [(each.player, each.place, each.games) for each in found] == [
        (ANA, 1, 6),
        (ION, 2, 6),
        (DAN, 3, 6),
        (EVA, 4, 6),
    ]
    assert found[0].coefficients == 6 * WON.red
    assert podium(desk.now) == found[:3]


@pytest.mark.article("8.1")
def test_the_places_are_those_of_the_last_phase() -> None:
    """Of six players the two of the final have a place each; the others have none."""
    desk = Desk(6)
    desk.starts(2)
    stronger_wins(desk)
    desk.does(advance)
    desk.starts()
    desk.homologates_all(LEVEL)
    desk.does(close)

    assert {each.player for each in podium(desk.now)} == set(desk.now.phase.players)
    assert all(each.coefficients == 2 for each in podium(desk.now))


@pytest.mark.article("8.1")
def test_groups_of_a_last_phase_are_one_order() -> None:
    """Two groups without a final after them give each place once."""
    desk = final(groups=2, players=6)
    desk.does(close)

    assert [each.place for each in final_places(desk.now)] == [1, 2, 3, 4, 5, 6]


def test_a_competition_belongs_to_the_year_of_its_title() -> None:
    """A season that begins in the autumn before is that of the named year."""
    named = replace(Desk().now, title="Campionatul Național 2026")

    assert year_of(named) == 2026
    for title in ("Cupa Primăverii", "Cupa 1 Decembrie 1918", "Cupa 2025, la 100 de ani din 1925"):
        assert year_of(replace(named, title=title)) == 2025
    assert latest_last(named) == (2026, date(2025, 5, 1))


def test_most_titles_come_first_then_the_other_medals() -> None:
    """One title precedes any number of second places."""
    ana, ion, dan = map(PersonId, (1, 2, 3))
    found = medals([(ana, 2), (ana, 2), (dan, 1), (ion, 1), (ion, 3)])

    assert [(each.person, each.counts, each.titles) for each in found] == [
        (ion, (1, 0, 1), 1),
        (dan, (1, 0, 0), 1),
        (ana, (0, 2, 0), 0),
    ]
