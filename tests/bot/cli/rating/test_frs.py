"""`turretur rating frs`: collective games, compared with a plain reading."""

import json
import re
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player
from tests import plain_ratings
from tests.bot.cli.rating.command import answer, held_to_its_lines, refusal, run
from tests.bot.cli.rating.tables import write
from tests.rating_files import EVENTS, GAMES


def calendar() -> tuple[list[CalendarGame], list[str]]:
    """Return a calendar, and its rows."""
    chance = Random(3)
    names = [Player(f"Player {number:02}") for number in range(20)]
    events, rows = [], []
    for number in range(90):
        kind, day = chance.choice(list(FrsType)), date(2024, 1, 1) + timedelta(days=number)
        order = chance.sample(names, chance.randrange(2, 13))
        places, place = {}, 1
        for position, player in enumerate(order, 1):
            place = position if chance.random() < 0.8 else place
            places[player] = place
            rows.append(f"{day},{kind},G{number},{player},{place}")
        events.append(CalendarGame(kind=kind, name=f"G{number}", day=day, places=places))
    return events, rows


def test_weights_and_shape(tmp_path: Path) -> None:
    """A first game is worth 150; the second counts 235 to 225 at completive games."""
    rows = ["2025-03-01,completive,1,Ana,1", "2025-03-01,completive,1,Bob,2"]
    rows += [f"2025-03-08,completive,2,{p},{n}" for n, p in enumerate(["Cip", "Bob", "Ana"], 1)]
    write(tmp_path / "e.csv", EVENTS, rows)
    found = answer(tmp_path, "frs", "--events", "@e.csv")
    ana = found["completive"]["Ana"]

    assert list(found) == ["completive", "general", "values"]
    assert list(ana) == ["rating", "exact", "games", "active"]
    assert ana["exact"] == pytest.approx((225 * 200 + 235 * (150 - 50)) / 460)
    assert (ana["rating"], ana["games"], ana["active"]) == (149, 2, False)
    assert found["general"] == {}
    assert [one["exact"] for one in found["values"]["completive"]] == [150, 150]
    assert found["values"]["completive"][1] == {
        "date": "2025-03-08",
        "event": "2",
        "players": 3,
        "value": 150,
        "exact": 150.0,
    }


def test_a_plain_reading_agrees(tmp_path: Path) -> None:
    """Every rating and value of a long calendar agrees, with mixed types and shared ranks."""
    events, rows = calendar()
    write(tmp_path / "e.csv", EVENTS, rows)
    found = answer(tmp_path, "frs", "--events", "@e.csv")

    for kind, (ratings, values) in plain_ratings.frs(events).items():
        shown = found[kind]
        assert {p: r["exact"] for p, r in shown.items()} == pytest.approx(
            {p: float(value) for p, value in ratings.items()}
        )
        assert {p: r["rating"] for p, r in shown.items()} == {
            p: plain_ratings.half_up(value) for p, value in ratings.items()
        }
        assert [one["exact"] for one in found["values"][kind]] == pytest.approx(
            [float(value) for value in values]
        )
    for player, general in found["general"].items():
        parts = [found.get(k, {}).get(player, {"exact": 150})["exact"] for k in list(FrsType)[:5]]
        assert general["exact"] == pytest.approx(sum(parts) / 5)


def test_the_sheet_can_be_checked_by_hand(tmp_path: Path) -> None:
    """Each line's arithmetic on every player's sheet gives the line's figure."""
    _, rows = calendar()
    write(tmp_path / "e.csv", EVENTS, rows)
    sheet = answer(tmp_path, "explain", "frs", "player 01", "--events", "@e.csv")

    assert held_to_its_lines(sheet) > 20
    assert sheet[-1]["title"].startswith("General: ")


def test_lists(tmp_path: Path) -> None:
    """The general ranking is first, and provisional players are separate."""
    rows = [f"2025-03-0{n},free,{n},{p},{m}" for n in (1, 2) for m, p in ((1, "A"), (2, "B"))]
    rows += ["2025-03-03,free,3,A,1", "2025-03-03,free,3,C,2"]
    rows += [f"2025-04-0{n},classic,{n},{p},{m}" for n in (1, 2, 3) for m, p in enumerate("BA", 1)]
    write(tmp_path / "e.csv", EVENTS, rows)
    status, out, err = run(tmp_path, "frs", "--events", "@e.csv")
    lines = [line.split() for line in out.splitlines()]

    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "3 players, 6 games, 1 March 2025 – 3 April 2025"
    assert lines[1] == ["General"]
    assert [line[1] for line in lines[3:5]] == ["B", "A"]
    assert "One-on-one games, provisional, 3 games" in out.splitlines()


def test_names_that_may_be_one_persons_are_remarked_upon(tmp_path: Path) -> None:
    """Both names are rated, and stderr names the pair."""
    rows = ["2025-03-01,free,1,Ion Popescu,1", "2025-03-01,free,1,Ion Popesc,2"]
    write(tmp_path / "e.csv", EVENTS, rows)
    status, out, err = run(tmp_path, "frs", "--events", "@e.csv", "--json")

    assert (status, len(json.loads(out)["free"])) == (0, 2)
    assert "line 3: “Ion Popesc” is close to “Ion Popescu” of line 2" in err


def test_many_such_names_are_counted(tmp_path: Path) -> None:
    """Five pairs are named, and the number of others follows."""
    names = [f"{first} Popesc{last}" for first in ("Dorina", "Horia", "Maria") for last in "aeu"]
    rows = [f"2025-03-01,free,1,{name},{n}" for n, name in enumerate(names, 1)]
    write(tmp_path / "e.csv", EVENTS, rows)
    _, _, err = run(tmp_path, "frs", "--events", "@e.csv")

    assert err.count("is close to") == 5
    assert "other pairs of names that are close to each other: 1" in err


def test_rows_sorted_by_player_give_the_same_list(tmp_path: Path) -> None:
    """Dates give the calendar; another order in the file brings a remark."""
    _, rows = calendar()
    write(tmp_path / "e.csv", EVENTS, rows)
    by_date = run(tmp_path, "frs", "--events", "@e.csv")
    write(tmp_path / "e.csv", EVENTS, sorted(rows, key=lambda row: row.split(",")[3]))
    by_player = run(tmp_path, "frs", "--events", "@e.csv")

    assert by_player[:2] == by_date[:2]
    assert not by_date[2]
    assert "rows are not in date order" in by_player[2]


def test_games_before_the_texts_first_are_refused(tmp_path: Path) -> None:
    """File, line and article are named; nothing is calculated."""
    rows = [f"2009-01-0{day},free,{day},{p},{n}" for day in (2, 1) for n, p in ((1, "A"), (2, "B"))]
    write(tmp_path / "e.csv", EVENTS, rows)

    said = refusal(tmp_path, "frs", "--events", "@e.csv")
    assert (
        "e.csv: line 4, column date: a game of 1 January 2009; games after 1 January 2009 are rated"
        in said
    )


MARCH = ["2025-03-01,free,1,Ion Popescu,1", "2025-03-01,free,1,Ana Marin,2"]
APRIL = ["2025-04-01,free,2,Ion Popesc,1", "2025-04-01,free,2,Ana Marin,2"]


def test_a_misspelt_player_is_asked_about(tmp_path: Path) -> None:
    """One name becomes two players only if the ratings officer says so."""
    write(tmp_path / "e.csv", EVENTS, [*MARCH, *APRIL])
    frs = ("frs", "--events", "@e.csv")

    said = refusal(tmp_path, *frs)
    assert "line 4, column player: “Ion Popesc” is close to “Ion Popescu” of line 2" in said
    assert "if another player: --new 'Ion Popesc'" in said
    found = answer(tmp_path, *frs, "--new", "Ion Popesc")
    assert {"Ion Popescu", "Ion Popesc"} <= found["free"].keys()
    status, _, err = run(tmp_path, *frs, "--new", "Ion Popesc")
    assert (status, err) == (0, "")


def test_names_are_held_to_a_list_of_those_known(tmp_path: Path) -> None:
    """A list or saved ratings give the known names; of a list only the names are read."""
    write(tmp_path / "e.csv", EVENTS, APRIL)
    write(tmp_path / "p.csv", "player,rating,events", ["Ion Popescu,160,3", "Ana Marin,150,3"])
    frs = ("frs", "--events", "@e.csv", "--players", "@p.csv")
    alone = answer(tmp_path, "frs", "--events", "@e.csv")

    assert "“Ion Popesc” is close to “Ion Popescu” of " in refusal(tmp_path, *frs)
    assert answer(tmp_path, *frs, "--new", "Ion Popesc") == alone
    assert refusal(tmp_path, "explain", "frs", "Ana Marin", *frs[1:])

    write(tmp_path / "m.csv", EVENTS, MARCH)
    answer(tmp_path, "frs", "--events", "@m.csv", "--save", "@s.json")
    going_on = ("frs", "--from", "@s.json", "--events", "@e.csv")
    assert "is close to “Ion Popescu” of the saved rating" in refusal(tmp_path, *going_on)
    assert len(answer(tmp_path, *going_on, "--new", "Ion Popesc")["free"]) == 3


def test_a_list_of_events_is_no_start_of_games(tmp_path: Path) -> None:
    """FRS counts events; as games they would give 154 instead of 213 in three games."""
    rows = [f"2025-03-0{n},free,{n},{p},{m}" for n in (1, 2) for m, p in ((1, "A"), (2, "B"))]
    write(tmp_path / "e.csv", EVENTS, rows)
    answer(tmp_path, "frs", "--events", "@e.csv", "--out", "@list.csv")
    write(tmp_path / "r.csv", GAMES, ["2025-04-01,T,1,A,B,400,300"])
    absp = ("absp", "--results", "@r.csv", "--players")

    said = refusal(tmp_path, *absp, "@list.csv")
    assert "column games" in said
    assert "events" in said
    text = (tmp_path / "list.csv").read_text(encoding="utf-8").replace("events", "games")
    (tmp_path / "list.csv").write_text(text, encoding="utf-8")
    assert run(tmp_path, *absp, "@list.csv")[0] == 0


def test_who_is_provisional_is_marked_on_the_general_list(tmp_path: Path) -> None:
    """Players active in no type have no rank but are still listed."""
    rows = [f"2025-04-0{n},classic,{n},{p},{m}" for n in (1, 2, 3) for m, p in enumerate("BA", 1)]
    rows += ["2025-04-04,elliptic,4,C,1", "2025-04-04,elliptic,4,A,2"]
    write(tmp_path / "e.csv", EVENTS, rows)
    _, out, _ = run(tmp_path, "frs", "--events", "@e.csv")
    lines = [line.split() for line in out.splitlines()]
    apart = lines.index(["General,", "provisional"])

    assert lines[apart + 2] == ["1", "C", "160"]  # (200 + 4 · 150) / 5
    assert lines[1] == ["General"]
    _, sheet, _ = run(tmp_path, "explain", "frs", "C", "--events", "@e.csv")
    assert "General" in sheet


def test_the_help_names_no_option_that_is_not_there(tmp_path: Path) -> None:
    """Every option that a system's help names exists."""
    for system in ("frs", "absp", "pfs", "fngo"):
        _, out, _ = run(tmp_path, system, "--help")
        taken = set(re.findall(r"^  (?:-h, )?(--[a-z]+)", out, re.MULTILINE))
        assert {"--json", "--help"} < set(re.findall(r"--[a-z]+", out)) <= taken


def test_names_with_commas_are_separated_by_semicolons(tmp_path: Path) -> None:
    """With commas in "Surname, Name" nobody could see where one name ends."""
    rows = [
        f'2020-0{n}-01,free,{n},"{p}",{m}'
        for n in (1, 2)
        for m, p in ((1, "Pop, Ana"), (2, "Rus, Ion"))
    ]
    rows += [
        f"2025-01-{n:02},free,{n + 9},{p},{m}"
        for n in range(1, 21)
        for m, p in ((1, "A"), (2, "B"))
    ]
    write(tmp_path / "e.csv", EVENTS, rows)
    _, _, err = run(tmp_path, "frs", "--events", "@e.csv")

    assert "Pop, Ana; Rus, Ion" in err
