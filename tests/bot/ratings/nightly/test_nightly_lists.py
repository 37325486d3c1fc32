"""The nightly lists, made night by night, equal one calculation of all results."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ratings.calculation.systems import System
from bot.ratings.calculation.task_results import unpack
from bot.ratings.lists.inputs import read_results
from bot.ratings.nightly.lists import NightlyList, in_one_list, publish_next
from bot.ratings.nightly.tables import digest_of, table_of
from bot.runtime import processes
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from engine.ids import GameId
from engine.ratings.statuses import RatedStatus
from storage.db import Database
from storage.ratings import published_lists, rating_runs
from storage.ratings.person_keys import NightlyKind
from storage.ratings.published_lists import ListId
from storage.ratings.rated_row import RatedRow
from tests.bot.ratings.lists.given import table_file
from tests.bot.ratings.nightly.played import Played, Season, plain_list, tournaments_of
from tests.builders import noon
from tests.e2e.ratings import forked
from tests.examples import HALF


@pytest.fixture(scope="module", autouse=True)
def _forked_jobs() -> Iterator[None]:
    """Fork the processes that calculate lists."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "start", forked.start)
        yield


ZONE = "Europe/Bucharest"
SYSTEMS = (System.FRS, System.ABSP)


def some_games(random: Random) -> list[Played]:
    """Return the games of three phases of a few players, each game with a winner."""
    found = []
    for phase in range(3):
        players = random.sample(range(10, 17), 5)
        for number in range(9):
            red, blue = random.sample(players, 2)
            own, other = random.sample(range(250, 450), 2)
            found.append(Played(phase, number, red, blue, own, other, is_whole=number != 4))
    return found


@pytest.mark.parametrize(
    ("url", "system"), [("sqlite", System.FRS), ("postgres", System.ABSP)], indirect=["url"]
)
async def test_the_list_of_each_night_is_the_list_of_all_results_at_once(
    url: str, system: System
) -> None:
    """Results come in any order and are corrected, and published lists do not change."""
    random = Random(f"nights/{system}")
    games = some_games(random)
    random.shuffle(games)
    known: dict[GameId, Played] = {}
    of = NightlyList(kind=NightlyKind.COMPETITIONS, system=system)
    shown: dict[int, list[RatedRow]] = {}
    async with Database(url) as database:
        for number in range(3):
            runtime = Runtime(database, FixedClock(noon() + timedelta(days=number)))
            new = {one.name: one for one in games[9 * number : 9 * number + 9]}
            known |= new
            wrong = random.choice(sorted(known))
            is_correction = number > 0
            if is_correction:
                known[wrong] = known[wrong].corrected()
            made = await publish_next(runtime, ZONE, of, tournaments_of(known))
            assert made is not None
            assert await publish_next(runtime, ZONE, of, tournaments_of(known)) is None
            async with database.reading() as tx:
                rows = await published_lists.rows_of(tx, made.id)
                run = await rating_runs.find(tx, made.run)
                before = {each: await published_lists.rows_of(tx, each) for each in shown}
            assert {row.key: row.rating for row in rows} == plain_list(system, known)
            assert before == shown
            shown[made.id] = rows
            assert run is not None
            is_told = is_correction and wrong not in new
            assert unpack(run.result)["corrected"] == ([wrong] if is_told else [])


async def test_two_programs_publish_one_list(postgres_url: str) -> None:
    """Both calculate at the same time on one PostgreSQL, and one list is published."""
    games = {one.name: one for one in some_games(Random("fleet"))}
    of = NightlyList(kind=NightlyKind.COMPETITIONS, system=System.FRS)
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        runtimes = [Runtime(each, FixedClock(noon())) for each in (one, other)]
        for version in (1, 2):  # the second night has a list to follow, the first has none
            made = await asyncio.gather(
                *(publish_next(each, ZONE, of, tournaments_of(games)) for each in runtimes)
            )

            published = [each for each in made if each is not None]
            assert [each.version for each in published] == [version]
            async with one.reading() as tx:
                assert len(await published_lists.versions(tx, listed_as(of))) == version
            wrong = min(games)
            games[wrong] = games[wrong].corrected()


def listed_as(of: NightlyList) -> ListId:
    """Return the identity of tonight's list."""
    return ListId(system=of.system.value, kind=of.kind, day=noon().date())


@st.composite
def seasons(draw: st.DrawFn) -> dict[GameId, Played]:
    """Return the results of up to three phases."""
    found = [
        Played(phase, number, red, blue, own, other, is_whole=draw(st.booleans()))
        for phase in range(draw(st.integers(1, 3)))
        for number, ((red, blue), (own, other)) in enumerate(
            draw(st.lists(st.tuples(PAIRS, SCORES), min_size=1, max_size=8))
        )
    ]
    return {one.name: one for one in found}


PAIRS = st.lists(st.integers(1, 6), min_size=2, max_size=2, unique=True)
SCORES = st.lists(st.integers(200, 500), min_size=2, max_size=2, unique=True)


@settings(max_examples=HALF, deadline=None)
@given(season=seasons(), order=st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(season: Season, order: Random) -> None:
    """Equal results, in any order of approval, are the same input."""
    other = list(season.items())
    order.shuffle(other)
    for system in SYSTEMS:
        first, second = tournaments_of(season), tournaments_of(dict(other))
        assert table_of(system, first) == table_of(system, second)
        assert digest_of(system, first) == digest_of(system, second)


def test_tournaments_with_similar_titles_stay_apart() -> None:
    """A reader takes spellings of one name for one tournament, so the titles get their keys."""
    games = [Played(phase, 0, 1, 2, 400, 300) for phase in range(2)]
    first, second = tournaments_of({game.name: game for game in games})
    both = [replace(first, title="Cupa Iași, 1"), replace(second, title="CUPA IASI, 1")]

    file = table_file(table_of(System.ABSP, both))

    assert read_results(None, file).understood.competitions == 2


def test_an_empty_season_and_games_that_were_not_played_out_make_no_table() -> None:
    """Games that were not played out give no list by game; FRS uses ranks in any case."""
    assert table_of(System.FRS, []) == table_of(System.ABSP, []) == b""
    one = Played(0, 0, 1, 2, 300, 310, is_whole=False)
    assert table_of(System.ABSP, tournaments_of({one.name: one})) == b""
    assert table_of(System.FRS, tournaments_of({one.name: one})).count(b"\n") == 3


def test_players_without_a_rank_follow_the_others() -> None:
    """Under ABSP ratings below 30 games are provisional; a missing player leaves no gap."""
    rows = [_row("#1", 150, 40), _row("#2", 140, 10), _row("#3", 130, 30), _row("#4", 120, 31)]
    found = in_one_list(System.ABSP, [rows], {"#1"})
    assert [(row.number, row.place, row.key, row.status) for row in found] == [
        (1, 1, "#3", "active"),
        (2, 2, "#4", "active"),
        (3, None, "#2", "provisional"),
    ]


def _row(key: str, rating: int, games: int) -> RatedRow:
    return RatedRow(
        number=0,
        place=1,
        status=RatedStatus.ACTIVE,
        player=key,
        key=key,
        rating=rating,
        exact=f"{rating}.000000",
        games=games,
    )
