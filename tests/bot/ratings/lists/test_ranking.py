"""Published lists: ranks, unranked players, and shared spellings."""

import pytest

from bot.ratings.calculation.systems import System
from bot.ratings.lists.inputs import read_calendar, read_results
from bot.ratings.lists.list_module import ListOptions
from bot.ratings.lists.makers import rated as list_of
from bot.ratings.lists.makers import rules_of
from bot.ratings.lists.ranked_lists import RankedList, ranked_list, ranked_lists
from bot.ratings.lists.rating_list import RatedPlayer
from engine.ratings.statuses import RatedStatus
from storage.ratings.rated_row import RatedRow
from tests.bot.ratings.lists.given import table_file
from tests.bot.ratings.lists.ranking_shared import DAY
from tests.rating_files import (
    FNGO_FINAL,
    absp_example,
    calendar,
    fngo_example,
    pfs_example,
)


def standing(player: str, exact: float, *, is_ranked: bool = True) -> RatedPlayer:
    """Return a player with that number."""
    return RatedPlayer(
        player=player,
        rating=round(exact),
        exact=exact,
        games=5,
        status=RatedStatus.ACTIVE if is_ranked else RatedStatus.PROVISIONAL,
        is_ranked=is_ranked,
    )


def rated(system: System, example: tuple[bytes, bytes]) -> dict[str, RankedList]:
    """Return the lists of a worked example."""
    games, starts = (table_file(content) for content in example)
    results = read_results(starts, games, rules=rules_of(system, ()))
    made = list_of(system, results, ListOptions(day=DAY))
    return {each.kind: each for each in ranked_lists(made)}


def rating_of(found: RankedList, player: str) -> RatedRow:
    """Return the row of a player."""
    return next(row for row in found.rows if row.player == player)


def test_equal_numbers_share_the_better_place() -> None:
    """The next rank skips as many; an unranked player has none."""
    standings = [standing(name, exact) for name, exact in zip("ABCD", (9, 8, 8, 7), strict=True)]
    found = ranked_list("classic", [*standings, standing("E", 9.5, is_ranked=False)])

    assert [row.place for row in found.rows] == [1, 2, 2, 4, None]
    assert [row.number for row in found.rows] == [1, 2, 3, 4, 5]


def test_all_spellings_of_a_name_share_its_key() -> None:
    """Case, diacritics and hyphens do not matter."""
    spellings = [standing(name, 1) for name in ("Ștefan-Radu", "STEFAN RADU")]
    keys = {row.key for row in ranked_list("x", spellings).rows}
    assert keys == {"stefan radu"}


def test_frs_has_a_list_of_each_type_and_the_general_one_first() -> None:
    """Provisional players have no rank; without active players there is no general list."""

    def lists(games: int) -> dict[str, RankedList]:
        content = calendar(games, kinds=("classic", "free"))
        made = list_of(System.FRS, read_calendar(table_file(content)), ListOptions())
        return {each.kind: each for each in ranked_lists(made)}

    early, later = lists(2), lists(3)
    assert list(early) == ["classic", "free"]
    assert {(row.status, row.place) for row in early["classic"].rows} == {("provisional", None)}
    assert [row.place for row in early["free"].rows][:2] == [1, 2]
    assert list(later) == ["general", "classic", "free"]
    assert {row.games for row in later["general"].rows} == {3}


def test_fngo_gives_table_2_of_the_text() -> None:
    """Every final rating equals that of Table 2; newcomers and provisional players are marked."""
    found = rated(System.FNGO, fngo_example())["overall"]

    assert {row.player: row.rating for row in found.rows} == FNGO_FINAL
    assert {row.player: row.status for row in found.rows if row.status != "active"} == {
        "A": "new",
        "B": "new",
        "C": "provisional",
    }
    assert [row.place for row in found.rows] == [1, 2, 3, 4, 5, 6]


def test_pfs_has_listed_and_waiting_players_and_temporary_ratings() -> None:
    """24 games at 120 wait for the list, and play at 116 meanwhile."""
    found = rated(System.PFS, pfs_example())

    waiting = rating_of(found["overall"], "Xenia Radu")
    assert (waiting.rating, waiting.status, waiting.place) == (120, "waiting", None)
    assert rating_of(found["temporary"], "Xenia Radu").rating == 116
    assert rating_of(found["overall"], "Ana Pop").place == 1


def test_absp_shows_overall_ratings() -> None:
    """Everybody has a rank, and the example's player is first."""
    found = rated(System.ABSP, absp_example())["overall"]

    assert {row.status for row in found.rows} == {"active"}
    assert rating_of(found, "Xenia Radu").games == 112


@pytest.mark.parametrize("games", [0, 1])
def test_lists_of_nobody_are_lists(games: int) -> None:
    """An empty list has no rows."""
    assert ranked_list("x", []).rows == ()
    assert len(ranked_list("x", [standing("A", 1)] * games).rows) == games
