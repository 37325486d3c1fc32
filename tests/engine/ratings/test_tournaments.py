"""Grouping of games into tournaments, and the order of rating."""

from datetime import timedelta

from hypothesis import given

from engine.ratings.protocol import RatedGame
from engine.ratings.tournaments import split, tournaments
from tests.engine.ratings.seasons import DAY, game, played


def test_a_weekend_is_one_tournament_and_next_year_another() -> None:
    """Days less than a week apart are one tournament; a gap of a week ends it."""
    days = [DAY, DAY + timedelta(days=1), DAY + timedelta(days=8), DAY + timedelta(days=364)]
    found = tournaments(game(f"{n} A 1 B 0", day) for n, day in enumerate(days, 1))

    assert [(one.first_day, one.last_day, len(one.games)) for one in found] == [
        (days[0], days[1], 2),
        (days[2], days[2], 1),
        (days[3], days[3], 1),
    ]


def test_tournaments_of_one_day_are_rated_in_the_order_given() -> None:
    """Tournaments on the same days keep the file's order; otherwise the earlier is first."""
    later = DAY + timedelta(days=1)
    rows = [
        game("1 A 1 B 0", later, "Z"),
        game("1 A 1 B 0", later, "Y"),
        game("1 A 1 B 0", DAY, "X"),
    ]

    assert [one.name for one in tournaments(rows)] == ["X", "Z", "Y"]


@given(played())
def test_games_are_in_the_order_of_play_and_none_is_lost(rows: list[RatedGame]) -> None:
    """Each game is in one tournament, ordered by day and round for any order of rows."""
    found = tournaments(rows)

    assert sorted(game for one in found for game in one.games) == sorted(rows)
    for one in found:
        when = [(game.day, game.round) for game in one.games]
        assert when == sorted(when)
        assert one.players == {name for game in one.games for name in (game.first, game.second)}


def test_a_league_is_one_tournament_however_long_nobody_plays() -> None:
    """A marked league is one tournament; an unmarked one is split and reported."""
    rows = [game(f"{n} A 1 B 0", DAY + timedelta(days=14 * n), "Liga") for n in range(4)]
    rows.append(game("1 A 1 B 0", DAY, "Open"))

    assert [len(one.games) for one in tournaments(rows, {"Liga"}) if one.name == "Liga"] == [4]
    assert split(rows) == {"Liga": 4}
    assert split(rows, {"Liga"}) == {}
    assert len(tournaments(rows)) == 5
