"""Similar names: found, asked about only if reasonable, and corrected."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.ratings.lists.inputs import Calendar, RatedResults, read_calendar, read_results
from bot.ratings.lists.likeness import (
    Likeness,
    calendar_with,
    groups_of,
    likenesses,
    pairs_of,
    results_with,
)
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player, RatedGame
from tests.bot.ratings.lists.given import table_file
from tests.rating_files import EVENTS, GAMES, csv_of

ROWS = (
    "2025-02-01,Open,1,Ana Pop,Ion Rus,400,300",
    "2025-02-01,Open,2,Ana Popp,Dan Luca,400,300",
    "2025-02-01,Open,3,Dann Luca,Dan Luca,400,300",
)


def results(*rows: str) -> RatedResults:
    """Return the results of these rows, everybody being new."""
    return read_results(None, table_file(csv_of(GAMES, rows)))


def doubts(found: RatedResults, *known: str, certain: tuple[str, ...] = ()) -> list[Likeness]:
    """Return the names in doubt."""
    lines = {player: line for player, (line, _) in found.played.items()}
    return likenesses(lines, known, certain, pairs_of(found))


def test_a_name_close_to_another_is_asked_about_once() -> None:
    """The question names its first line; two players who met are never asked about."""
    assert doubts(results(*ROWS)) == [
        Likeness(found="Ana Popp", near="Ana Pop", line=3, is_known=False)
    ]


def test_a_name_close_to_a_known_one_is_asked_about_first() -> None:
    """Starting and published lists have known names; another spelling is no doubt."""
    found = doubts(results(*ROWS), "ION RUSS", "ANA POP", "Dan Luca")

    assert [(one.found, one.near, one.is_known) for one in found] == [
        ("Ion Rus", "ION RUSS", True),
        ("Ana Popp", "ANA POP", True),
    ]


def test_who_is_somebody_else_for_certain_is_not_asked_about() -> None:
    """A name that certainly is another person's brings no question, however similar."""
    assert doubts(results(*ROWS), certain=("ana popp",)) == []


def test_people_of_one_collective_game_are_different_people() -> None:
    """Two similar names in one collective game bring no question."""
    rows = [f"2025-02-01,free,1,{name},{n}" for n, name in enumerate(("Ana Pop", "Ana Popp"), 1)]
    calendar = read_calendar(table_file(csv_of(EVENTS, rows)))

    lines = {player: line for player, (line, _) in calendar.played.items()}
    assert likenesses(lines, (), (), groups_of(calendar)) == []
    assert len(likenesses(lines, (), (), ())) == 1


def test_games_go_to_the_name_that_was_meant() -> None:
    """Corrections cover all spellings of the wrong name, and chains of corrections."""
    found = results_with(results(*ROWS), {"ANA POPP": "Ana Pop", "Ana Pop": "Anna Pop"})

    assert [game.first for game in found.games] == ["Anna Pop", "Anna Pop", "Dann Luca"]
    assert found.played[Player("Anna Pop")] == (2, "player1")
    assert found.understood.players == 4


def test_places_go_to_the_name_that_was_meant() -> None:
    """A corrected name gets its ranks in every collective game."""
    event = CalendarGame(
        kind=FrsType.FREE,
        name="1",
        day=date(2025, 2, 1),
        places={Player("Ana Popp"): 1, Player("Ion Rus"): 2},
    )
    calendar = Calendar(events=[event], played={Player("Ana Popp"): (2, "player")})
    found = calendar_with(calendar, {"Ana Popp": "Ana Pop"})

    assert found.events[0].places == {"Ana Pop": 1, "Ion Rus": 2}
    assert found.understood.players == 2
    assert calendar_with(calendar, {}) is calendar


@given(st.lists(st.tuples(st.sampled_from("ABCDEF"), st.sampled_from("GHIJKL")), min_size=1))
def test_putting_names_right_loses_no_game(pairs: list[tuple[str, str]]) -> None:
    """Scores, days and rounds stay, and a repetition changes nothing."""
    games = [
        RatedGame(date(2025, 2, 1), "T", number, Player(one), Player(other), number, 0)
        for number, (one, other) in enumerate(pairs, 1)
    ]
    played = {Player(name): (1, "") for pair in pairs for name in pair}
    before = RatedResults(starts={}, games=games, played=played)
    same = {"A": "B", "G": "H"}
    once = results_with(before, same)

    assert [game[:3] + game[5:] for game in once.games] == [game[:3] + game[5:] for game in games]
    assert results_with(once, same).games == once.games
    assert not {"A", "G"} & {name for game in once.games for name in (game.first, game.second)}
