"""The history of ratings: every player's rating after each tournament."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ratings import absp, frs, pfs
from engine.ratings.absp import CountingWindow
from engine.ratings.frs import courses
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.pfs_values import Selection
from engine.ratings.protocol import Player, RatedGame, Start
from engine.ratings.tournaments import tournaments
from tests.engine.ratings.seasons import beginnings, calendars, played
from tests.examples import HALF

Starts = dict[Player, Start]


@given(calendars())
@settings(max_examples=HALF, deadline=None)
def test_frs_history_is_that_of_a_shorter_calendar(calendar: list[CalendarGame]) -> None:
    """After each FRS game the history has the rating of a calendar that ends there."""
    days = [replace(one, day=one.day + timedelta(days=n)) for n, one in enumerate(calendar)]
    found = courses(days)

    known = {(kind, p, day): r for kind, of in found.items() for p, c in of.items() for day, r in c}
    for number, event in enumerate(days, 1):
        now = frs.rate(days[:number])
        for player in event.places:
            rating = now.types[event.kind].get(player)
            expected = None if rating is None else rating.value.rounded
            assert known.pop((event.kind, player, event.day), None) == expected
            general = now.general.get(player) if event.kind is not FrsType.FREE else None
            expected = None if general is None else general.rounded
            assert known.pop((None, player, event.day), None) == expected
    assert known == {}


@given(beginnings(), played(), st.sampled_from(list(CountingWindow)))
@settings(max_examples=HALF, deadline=None)
def test_absp_history_is_that_of_fewer_tournaments(
    starts: Starts, games: list[RatedGame], window: CountingWindow
) -> None:
    """After each ABSP tournament the history has the rating of the tournaments up to it."""
    season = absp.AbspSeason(starts=starts, games=games, window=window)
    ratings = absp.rate(season)
    order = tournaments(games)

    for number, tournament in enumerate(order, 1):
        known = [game for one in order[:number] for game in one.games]
        now = absp.rate(replace(season, games=known))
        for player in tournament.players:
            place = sum(player in one.players for one in order[:number]) - 1
            point = ratings[player].course[place]
            assert point == (tournament.last_day, now[player].overall)
    for rating in ratings.values():
        assert not rating.course or rating.course[-1][1] == rating.overall


@given(beginnings(), played(tournaments=4), st.sampled_from(list(Selection)))
@settings(max_examples=HALF, deadline=None)
def test_pfs_history_is_the_list_of_the_day_after(
    starts: Starts, games: list[RatedGame], selection: Selection
) -> None:
    """After each PFS tournament the history has the next day's listed rating."""
    day = max(game.day for game in games) + timedelta(days=1)
    season = pfs.PfsSeason(starts=starts, games=games, day=day, selection=selection)
    found = pfs.courses(season)

    for one in tournaments(games):
        after = one.last_day + timedelta(days=1)
        listed = pfs.rate(replace(season, day=after)).listed
        for player in one.players:
            rating = dict(found.get(player, ())).get(one.last_day)
            expected = listed[player].rounded if player in listed else None
            assert rating == expected
