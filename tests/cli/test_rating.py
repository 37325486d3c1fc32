"""`turretur rating`: lists from files, held to the texts' examples and to a plain reading."""

import csv
import json
import re
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import plain_fngo, plain_ratings
from bot.__main__ import main
from engine.ratings.frs_games import Event, Kind
from engine.ratings.pfs_values import Selection
from engine.ratings.protocol import Game, Player, Start
from tests.bot.tables.files import xlsx

GAMES = "date,tournament,round,player1,player2,score1,score2"
STARTS = "player,rating,games"
EVENTS = "date,type,event,player,place"
FNGO_GAMES = """1 A 37 B 27, 1 C 31 D 33, 1 E 30 F 34, 2 A 22 C 42, 2 D 14 F 50, 2 B 32 E 32,
3 A 16 D 48, 3 C 29 E 35, 3 B 10 F 54, 4 A 18 E 46, 4 B 24 D 40, 4 C 20 F 44, 5 A 13 F 51,
5 B 54 C 10, 5 D 32 E 32"""
FNGO_STARTS = ["C,720,8", "D,840,30", "E,950,30", "F,1425,30"]
HEAD_TO_HEAD = ("--players", "@p.csv", "--results", "@r.csv")


def write(path: Path, header: str, rows: Iterable[str]) -> None:
    """Write a table."""
    path.write_text("\n".join([header, *rows, ""]), encoding="utf-8")


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command; arguments that begin with @ are files of the folder."""
    paths = [f"{folder / each[1:]}" if each.startswith("@") else each for each in arguments]
    result = CliRunner().invoke(main, ["rating", *paths])
    return result.exit_code, result.stdout, result.stderr


def answer(folder: Path, *arguments: str) -> Any:
    """Return the JSON of a command that must succeed."""
    status, out, err = run(folder, *arguments, "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def refusal(folder: Path, *arguments: str) -> str:
    """Return the one line of a command that must be refused."""
    status, out, err = run(folder, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("turretur: ")
    assert err.count("\n") == 1
    return err


def fngo_files(folder: Path) -> None:
    """Write the text's worked tournament."""
    rows = []
    for line in FNGO_GAMES.replace("\n", " ").split(", "):
        round_, one, own, other, their = line.split()
        rows.append(f"2025-03-01,Open,{round_},{one},{other},{own},{their}")
    write(folder / "r.csv", GAMES, rows)
    write(folder / "p.csv", STARTS, FNGO_STARTS)


def season(folder: Path, *, discs: bool = False, tournaments: int = 8) -> None:
    """Write a season: twelve players, some of them new, some off after a while."""
    chance = Random(7)
    names = [f"Player {number:02}" for number in range(12)]
    starts = [
        f"{name},{chance.randrange(60, 200)},{chance.choice([5, 20, 90, 250])}"
        for name in names[:8]
    ]
    rows, day = [], date(2024, 1, 6)
    for tournament in range(tournaments if not discs else 1):
        field = chance.sample(names, 8)
        for round_ in range(1, 9):
            chance.shuffle(field)
            for one, other in zip(field[::2], field[1::2], strict=True):
                own = chance.randrange(0, 65)
                their = 64 - own if discs else chance.randrange(0, 65)
                on = day + timedelta(days=round_ > 4)
                rows.append(f"{on},T{tournament},{round_},{one},{other},{own},{their}")
        day += timedelta(days=chance.choice([14, 60, 200]))
    chance.shuffle(rows)
    write(folder / "r.csv", GAMES, rows)
    write(folder / "p.csv", STARTS, starts)


def read_season(folder: Path) -> tuple[dict[Player, Start], list[Game]]:
    """Return what the files of a season hold, read without our readers."""
    with (folder / "p.csv").open(encoding="utf-8") as source:
        starts = {
            Player(row["player"]): Start(rating=Fraction(row["rating"]), games=int(row["games"]))
            for row in csv.DictReader(source)
        }
    with (folder / "r.csv").open(encoding="utf-8") as source:
        games = [
            Game(
                date.fromisoformat(row["date"]),
                row["tournament"],
                int(row["round"]),
                Player(row["player1"]),
                Player(row["player2"]),
                int(row["score1"]),
                int(row["score2"]),
            )
            for row in csv.DictReader(source)
        ]
    return starts, games


def evaluated(expression: str) -> float:
    """Return what an expression of a sheet comes to."""
    code = expression.replace("·", "*").replace("−", "-")
    assert re.fullmatch(r"[-+*/(). 0-9]+", code)
    value = eval(code)  # noqa: S307  (digits and signs, see above)
    return float(value)


def held_to_its_lines(sections: list[dict[str, Any]]) -> int:
    """Check each line of a sheet by its own arithmetic; return how many there were."""
    checked = 0
    for section in sections:
        for line in section["lines"]:
            if line["expression"]:
                # Figures are shown with four decimals, and some are rounded or limited by a rule.
                rounded = "rounded" in line["name"] or "at least" in line["name"]
                wanted = pytest.approx(float(line["value"]), abs=0.6 if rounded else 0.2)
                assert evaluated(line["expression"]) == wanted, line
                checked += 1
    return checked


class TestFrs:
    """Collective games."""

    def test_weights_and_shape(self, tmp_path: Path) -> None:
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

    def test_a_plain_reading_agrees(self, tmp_path: Path) -> None:
        """Every rating and value of a long calendar, types mixed, places shared."""
        events, rows = self.calendar()
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
            parts = [found.get(k, {}).get(player, {"exact": 150})["exact"] for k in list(Kind)[:5]]
            assert general["exact"] == pytest.approx(sum(parts) / 5)

    def test_the_sheet_can_be_checked_by_hand(self, tmp_path: Path) -> None:
        """Every line of every player's sheet comes to the figure that it says."""
        _, rows = self.calendar()
        write(tmp_path / "e.csv", EVENTS, rows)
        sheet = answer(tmp_path, "explain", "frs", "player 01", "--events", "@e.csv")

        assert held_to_its_lines(sheet) > 20
        assert sheet[-1]["title"].startswith("Player 01, general: ")

    def test_lists(self, tmp_path: Path) -> None:
        """The general ranking first, provisional players apart."""
        rows = [f"2025-03-0{n},free,{n},{p},{m}" for n in (1, 2) for m, p in ((1, "A"), (2, "B"))]
        rows += ["2025-03-03,free,3,A,1", "2025-03-03,free,3,C,2"]
        rows += [
            f"2025-04-0{n},classic,{n},{p},{m}" for n in (1, 2, 3) for m, p in enumerate("BA", 1)
        ]
        write(tmp_path / "e.csv", EVENTS, rows)
        status, out, err = run(tmp_path, "frs", "--events", "@e.csv")
        lines = [line.split() for line in out.splitlines()]

        assert (status, err) == (0, "")
        assert lines[0] == ["3", "players,", "6", "games,", "2025-03-01", "…", "2025-04-03"]
        assert lines[1] == ["general"]
        assert [line[1] for line in lines[3:5]] == ["B", "A"]
        assert ["free,", "provisional"] in lines

    def test_names_that_may_be_one_persons_are_remarked_upon(self, tmp_path: Path) -> None:
        """Nobody can say who is meant: both are rated, and stderr says so."""
        rows = ["2025-03-01,free,1,Ion Popescu,1", "2025-03-01,free,1,Ion Popesc,2"]
        write(tmp_path / "e.csv", EVENTS, rows)
        status, out, err = run(tmp_path, "frs", "--events", "@e.csv", "--json")

        assert (status, len(json.loads(out)["free"])) == (0, 2)
        assert "line 3: 'Ion Popesc' is close to 'Ion Popescu' of line 2" in err

    def test_many_such_names_are_counted(self, tmp_path: Path) -> None:
        """Five pairs are named; the keeper sees that there are more."""
        names = [
            f"{first} Popesc{last}" for first in ("Dorina", "Horia", "Maria") for last in "aeu"
        ]
        rows = [f"2025-03-01,free,1,{name},{n}" for n, name in enumerate(names, 1)]
        write(tmp_path / "e.csv", EVENTS, rows)
        _, _, err = run(tmp_path, "frs", "--events", "@e.csv")

        assert err.count("is close to") == 5
        assert "more pairs of names that are close to each other: 1" in err

    @staticmethod
    def calendar() -> tuple[list[Event], list[str]]:
        """Return a calendar, and the rows that hold it."""
        chance = Random(3)
        names = [Player(f"Player {number:02}") for number in range(20)]
        events, rows = [], []
        for number in range(90):
            kind, day = chance.choice(list(Kind)), date(2024, 1, 1) + timedelta(days=number)
            order = chance.sample(names, chance.randrange(2, 13))
            places, place = {}, 1
            for position, player in enumerate(order, 1):
                place = position if chance.random() < 0.8 else place
                places[player] = place
                rows.append(f"{day},{kind},G{number},{player},{place}")
            events.append(Event(kind=kind, name=f"G{number}", day=day, places=places))
        return events, rows


class TestAbsp:
    """The British association's system."""

    def test_the_notes_example(self, tmp_path: Path) -> None:
        """2001 / 12, shown as 167."""
        opponents = [161, 157, 154, 167, 155, 167, 160, 159, 154, 156, 155, 156]
        starts = [f"Q{n:02},{own},100" for n, own in enumerate(opponents)]
        write(tmp_path / "p.csv", STARTS, ["X,160,100", *starts])
        games = [f"2025-03-01,T,{n + 1},X,Q{n:02},{500 if n < 7 else 300},400" for n in range(12)]
        write(tmp_path / "r.csv", GAMES, games)
        found = answer(tmp_path, "absp", *HEAD_TO_HEAD)["X"]
        _, out, _ = run(tmp_path, "absp", *HEAD_TO_HEAD)

        assert list(found) == ["tournament", "overall", "games", "terms"]
        assert found["tournament"] == pytest.approx(2001 / 12)
        assert found["games"] == 112
        assert [one["points"] for one in found["terms"]["tournament"]] == [
            own + (50 if n < 7 else -50) for n, own in enumerate(opponents)
        ]
        weights = sum(range(225 - 111, 226))
        assert sum(one["weights"] for one in found["terms"]["overall"]) == weights
        (row,) = [line.split() for line in out.splitlines() if " X " in line]
        assert row[4] == "167"

    @pytest.mark.parametrize("window", ["150", "100"])
    def test_a_plain_reading_agrees(self, tmp_path: Path, window: str) -> None:
        """Every overall and tournament rating of a season, newcomers and restarts among them."""
        season(tmp_path)
        found = answer(tmp_path, "absp", *HEAD_TO_HEAD, "--window", window)
        overall, latest = plain_ratings.absp(*read_season(tmp_path), int(window), float)

        assert {p: r["overall"] for p, r in found.items()} == pytest.approx(overall)
        assert {p: r["tournament"] for p, r in found.items() if r["tournament"]} == pytest.approx(
            latest
        )
        assert list(found) == sorted(found, key=lambda p: -found[p]["overall"])
        for one in found.values():
            terms = one["terms"]["overall"]
            mean = sum(t["weights"] * t["points"] for t in terms) / sum(t["weights"] for t in terms)
            assert one["overall"] == pytest.approx(max(mean, 50))

    def test_the_sheet_can_be_checked_by_hand(self, tmp_path: Path) -> None:
        """Every line of every player's sheet comes to the figure that it says."""
        season(tmp_path)
        for player in ("PLAYER 01", "Player 10"):
            sheet = answer(tmp_path, "explain", "absp", player, *HEAD_TO_HEAD)
            assert held_to_its_lines(sheet) > 20

    def test_how_somebody_came_to_his_tournament(self, tmp_path: Path) -> None:
        """New, with a rating, or restarted because it moved by ten."""
        write(tmp_path / "p.csv", STARTS, ["Ana,100,29", "Bob,100,100"])
        games = [f"2025-03-01,T,{n},Ana,Bob,400,300" for n in range(1, 9)]
        write(tmp_path / "r.csv", GAMES, [*games, "2025-03-01,T,9,Bob,Cip,300,400"])
        shown = {
            name: run(tmp_path, "explain", "absp", name, *HEAD_TO_HEAD)[1].splitlines()[0]
            for name in ("Ana", "Bob", "Cip")
        }

        assert "came with 100, restarted at 11" in shown["Ana"]
        assert shown["Ana"].endswith("by the ten-point rule")
        assert shown["Bob"].endswith("; came with 100")
        assert shown["Cip"].endswith("; new")

    def test_one_line_for_each_thing(self, tmp_path: Path) -> None:
        """Who did not play keeps his rating, and the sheet says why it is what it is."""
        season(tmp_path, tournaments=1)
        starts, games = read_season(tmp_path)
        idle = min(starts.keys() - {p for game in games for p in (game.first, game.second)})
        _, out, _ = run(tmp_path, "explain", "absp", idle, *HEAD_TO_HEAD)

        assert out.splitlines()[1].startswith("  did not play = ")


class TestPfs:
    """The Polish federation's list."""

    def test_the_texts_example(self, tmp_path: Path) -> None:
        """24 games at 120 make a temporary rating of 116."""
        write(tmp_path / "p.csv", f"{STARTS},career_games", ["X,120,24,24", "Y,150,30,30"])
        write(tmp_path / "r.csv", GAMES, [])
        found = answer(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", "2025-04-01")

        assert found == {
            "listed": [{"place": 1, "player": "Y", "rating": 150, "exact": 150.0, "games": 30}],
            "waiting": [{"place": None, "player": "X", "rating": 120, "exact": 120.0, "games": 24}],
            "temporary": {"X": 116},
        }

    def test_why_is_mine_116(self, tmp_path: Path) -> None:
        """The sheet is the one that README.md shows."""
        write(tmp_path / "p.csv", f"{STARTS},career_games", ["X,120,24,24"])
        write(tmp_path / "r.csv", GAMES, [])
        _, out, _ = run(tmp_path, "explain", "pfs", "X", *HEAD_TO_HEAD, "--date", "2025-04-01")
        readme = Path(__file__).parents[2] / "README.md"

        assert f"```\n{out}```" in readme.read_text(encoding="utf-8")

    @pytest.mark.parametrize("selection", ["latest", "best"])
    def test_a_plain_reading_agrees(self, tmp_path: Path, selection: str) -> None:
        """Every listed, waiting and temporary rating of a season."""
        season(tmp_path, tournaments=14)
        day = date(2026, 1, 31)
        options = ("--date", f"{day}", "--selection", selection)
        found = answer(tmp_path, "pfs", *HEAD_TO_HEAD, *options)
        starts, games = read_season(tmp_path)
        plain = plain_ratings.PlainPfs(starts, games, Selection(selection))
        plain.run(day)

        assert found["listed"]
        for name in ("listed", "waiting"):
            for row in found[name]:
                rating = plain.list_rating(row["player"], day)
                assert rating is not None
                assert row["exact"] == pytest.approx(float(rating[0]))
                assert (row["games"], name == "listed") == rating[1:]
                assert row["rating"] == plain_ratings.half_up(rating[0])
        for player, rating in found["temporary"].items():
            assert rating == plain.tournament_rating(player, day)

    def test_lists(self, tmp_path: Path) -> None:
        """Listed with places, then who waits, then temporary ratings, and what was read."""
        write(tmp_path / "p.csv", STARTS, ["Ana,150,40", "Bob,150,40", "Cip,90,50", "Dan,120,24"])
        write(tmp_path / "r.csv", GAMES, ["2025-03-01,T,1,Eva,Ana,1,1"])
        _, out, _ = run(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", "2025-04-01")

        assert [line.split() for line in out.splitlines()] == [
            ["5", "players", "(1", "new),", "1", "game,", "2025-03-01", "…", "2025-03-01"],
            ["Listed", "on", "2025-04-01"],
            ["player", "rating", "games"],
            ["1", "Bob", "150", "40"],
            ["2", "Ana", "149", "41"],
            ["3", "Cip", "90", "50"],
            ["Waiting", "(fewer", "than", "30", "games)"],
            ["player", "rating", "games"],
            ["Eva", "150", "1"],
            ["Dan", "120", "24"],
            ["Temporary", "ratings", "for", "a", "tournament", "on", "2025-04-01"],
            ["player", "rating"],
            ["Cip", "100"],
            ["Dan", "116"],
            ["Eva", "102"],
        ]

    def test_the_sheet_can_be_checked_by_hand(self, tmp_path: Path) -> None:
        """Every line of every player's sheet comes to the figure that it says."""
        season(tmp_path, tournaments=14)
        for number in range(12):
            arguments = ("explain", "pfs", f"Player {number:02}", "--date", "2026-01-31")
            assert held_to_its_lines(answer(tmp_path, *arguments, *HEAD_TO_HEAD))


class TestFngo:
    """Privitera's system."""

    def test_table_2_whole(self, tmp_path: Path) -> None:
        """Every figure of the text's worked tournament."""
        fngo_files(tmp_path)
        found = answer(tmp_path, "fngo", *HEAD_TO_HEAD)
        keys = ("group", "FA", "FB", "VR", "feedback", "final", "games")

        assert {p: tuple(row[key] for key in keys) for p, row in found.items()} == {
            "A": ("UP", None, None, None, 6, 712, 5),
            "B": ("UP", None, None, None, 6, 817, 5),
            "C": ("PP", None, None, None, 6, 734, 13),
            "D": ("EP", 53, 9, 62, 0, 902, 35),
            "E": ("EP", 10, 10, 20, 6, 976, 35),
            "F": ("EP", 1, -13, -12, 6, 1425, 35),
        }
        assert list(found["A"]) == [*keys, "terms"]
        (terms,) = found["D"]["terms"]
        assert (terms["expected"], terms["given"], terms["bands"]) == (2.165, 6, "inferred")
        (terms,) = found["C"]["terms"]
        assert (terms["RFa"], terms["RFb"], terms["RFx"], terms["RF"]) == (834.4, 646.4, 740.4, 728)

    def test_a_plain_reading_agrees(self, tmp_path: Path) -> None:
        """Every rating of a tournament with newcomers, provisional and stable players."""
        season(tmp_path, discs=True)
        found = answer(tmp_path, "fngo", *HEAD_TO_HEAD)

        for player, (_, fa, fb, back, final) in plain_fngo.fngo(*read_season(tmp_path)).items():
            row = found[player]
            assert (row["FA"], row["FB"], row["feedback"], row["final"]) == (fa, fb, back, final)

    def test_the_sheet_can_be_checked_by_hand(self, tmp_path: Path) -> None:
        """Every line of every player's sheet comes to the figure that it says."""
        fngo_files(tmp_path)
        checked = 0
        for player in "ABCDEF":
            sheet = answer(tmp_path, "explain", "fngo", player, *HEAD_TO_HEAD)
            checked += held_to_its_lines(sheet)

        assert checked > 30

    def test_a_loss_is_limited(self, tmp_path: Path) -> None:
        """Who loses everything loses 50, and the sheet says why no more."""
        write(tmp_path / "p.csv", STARTS, ["Ana,1000,40", "Bob,1000,40"])
        games = [f"2025-03-01,T,{n},Ana,Bob,0,64" for n in range(1, 6)]
        write(tmp_path / "r.csv", GAMES, games)
        _, out, _ = run(tmp_path, "explain", "fngo", "Ana", *HEAD_TO_HEAD)

        assert "  new rating, losing at most 50 = 1000 − 50 = 950" in out.splitlines()

    def test_inferred_bands_are_said(self, tmp_path: Path) -> None:
        """In the list and in the sheet, until the federation's own are given."""
        fngo_files(tmp_path)
        own = ("--bands", "4:0,12:5,24:10,40:15,64:20")
        for arguments in (("fngo",), ("explain", "fngo", "D")):
            assert "inferred" in run(tmp_path, *arguments, *HEAD_TO_HEAD)[1]
            assert "inferred" not in run(tmp_path, *arguments, *HEAD_TO_HEAD, *own)[1]
        wide = answer(tmp_path, "fngo", *HEAD_TO_HEAD, "--bands", "64:20")

        assert wide["D"]["FB"] != 9

    @pytest.mark.parametrize("bands", ["", "4", "64:x", "12:0,4:5,64:20", "4:0,12:5"])
    def test_bad_bands(self, tmp_path: Path, bands: str) -> None:
        """What they should look like is said."""
        fngo_files(tmp_path)

        assert "4:0,12:5,24:10" in refusal(tmp_path, "fngo", *HEAD_TO_HEAD, "--bands", bands)


class TestFiles:
    """Formats, faults and options."""

    def test_spreadsheets_do_as_well(self, tmp_path: Path) -> None:
        """XLSX gives the same list as CSV."""
        fngo_files(tmp_path)
        for name in "pr":
            with (tmp_path / f"{name}.csv").open(encoding="utf-8") as source:
                rows = [[int(c) if c.isdigit() else c for c in row] for row in csv.reader(source)]
            (tmp_path / f"{name}.xlsx").write_bytes(xlsx(*rows))
        books = ("--players", "@p.xlsx", "--results", "@r.xlsx")

        assert run(tmp_path, "fngo", *books) == run(tmp_path, "fngo", *HEAD_TO_HEAD)

    def test_a_misspelt_name_is_asked_about(self, tmp_path: Path) -> None:
        """It makes no newcomer, unless the keeper says that it is one."""
        write(tmp_path / "p.csv", STARTS, ["Ion Popescu,120,40"])
        write(tmp_path / "r.csv", GAMES, ["2025-03-01,T,1,Ion Popesc,Ana,1,2"])

        assert "did you mean 'Ion Popescu'?" in refusal(tmp_path, "absp", *HEAD_TO_HEAD)
        found = answer(tmp_path, "absp", *HEAD_TO_HEAD, "--new", "ion popesc")
        assert set(found) == {"Ion Popescu", "Ion Popesc", "Ana"}

    def test_old_encodings_are_said(self, tmp_path: Path) -> None:
        """The list is made, and stderr says how the file was read."""
        write(tmp_path / "p.csv", STARTS, [])
        text = f"{GAMES}\n2025-03-01,T,1,Ştefan,Łukasz,1,2\n"
        (tmp_path / "r.csv").write_bytes(text.encode("cp1250"))
        status, out, err = run(tmp_path, "absp", *HEAD_TO_HEAD, "--json")

        assert (status, set(json.loads(out))) == (0, {"Ştefan", "Łukasz"})
        assert "r.csv: line 2: read as windows-1250" in err

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            ("score2\n", "score3\n", "r.csv: line 1, column score3: expected one of date,"),
            (",22,42", ",x,42", "r.csv: line 5, column score1: expected a whole number, found 'x'"),
            ("A,C,22", "A,A,22", "r.csv: line 5, column player2: expected another player than 'A'"),
            ("01,Open,1,C", "41,Open,1,C", "r.csv: line 3, column date: expected a date such as"),
            ("1,C,D,31,33", "1,B,A,27,37", "r.csv: line 3: expected each game once; line 2 has"),
            (",22,42", ",22,41", "r.csv: line 5, column score2: expected both scores to make 64"),
        ],
    )
    def test_bad_results(self, tmp_path: Path, old: str, new: str, expected: str) -> None:
        """File, line, column and what was expected; nothing is computed."""
        fngo_files(tmp_path)
        text = (tmp_path / "r.csv").read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "r.csv").write_text(text.replace(old, new, 1), encoding="utf-8")

        assert expected in refusal(tmp_path, "fngo", *HEAD_TO_HEAD)

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (("frs",), "Missing option '--events'"),
            (("frs", "--events", "@none.csv"), "none.csv: No such file or directory"),
            (("frs", "--events", "@"), "Is a directory"),
            (("absp", "--players", "@p.csv"), "Missing option '--results'"),
            (("absp", *HEAD_TO_HEAD, "--window", "99"), "'99' is not one of"),
            (("pfs", *HEAD_TO_HEAD), "Missing option '--date'"),
            (("pfs", *HEAD_TO_HEAD, "--date", "1.4.2025"), "--date: expected a date such as"),
            (("pfs", *HEAD_TO_HEAD, "--date", "0001-01-01"), "--date: expected a date such as"),
            (("explain", "frs", "A"), "rating explain frs needs --events"),
            (("explain", "pfs", "A", *HEAD_TO_HEAD), "rating explain pfs needs --date"),
            (
                ("explain", "absp", "A", *HEAD_TO_HEAD, "--date", "2025-04-01"),
                "rating explain absp takes no --date",
            ),
            (("explain", "fngo", "Zoe", *HEAD_TO_HEAD), "nobody is called 'Zoe' in this list"),
            (("explain", "elo", "A"), "'elo' is not one of"),
        ],
    )
    def test_bad_options(self, tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
        """One line that says what is missing or wrong."""
        fngo_files(tmp_path)

        assert expected in refusal(tmp_path, *arguments)

    def test_a_near_name_is_suggested(self, tmp_path: Path) -> None:
        """Who mistypes a name in `explain` is told which one he may mean."""
        write(tmp_path / "p.csv", STARTS, ["Ion Popescu,120,40"])
        write(tmp_path / "r.csv", GAMES, [])
        said = refusal(tmp_path, "explain", "absp", "Ion Popesc", *HEAD_TO_HEAD)

        assert "did you mean 'Ion Popescu'?" in said

    def test_empty_files_make_empty_lists(self, tmp_path: Path) -> None:
        """No players, no games: no list, and no fault either."""
        write(tmp_path / "p.csv", STARTS, [])
        write(tmp_path / "r.csv", GAMES, [])
        write(tmp_path / "e.csv", EVENTS, [])

        assert answer(tmp_path, "absp", *HEAD_TO_HEAD) == {}
        assert answer(tmp_path, "frs", "--events", "@e.csv") == {"general": {}, "values": {}}
        assert run(tmp_path, "absp", *HEAD_TO_HEAD)[1] == "0 players, 0 games, none\n"


class TestPfsCheck:
    """The checklist."""

    FORM = """minutes = 20\nrounds = 5\ndays = [2025-06-14, 2025-06-15]\nannounced = 2025-05-20
closed = false\nclub = true\nclub_days = [2025-06-01]\n"""

    def test_each_letter_has_its_verdict(self, tmp_path: Path) -> None:
        """Met, not met or not stated, in the order of the text, with what the text asks."""
        (tmp_path / "f.toml").write_text(self.FORM, encoding="utf-8")
        found = answer(tmp_path, "pfs-check", "@f.toml")
        met = {row["letter"]: row["met"] for row in found}

        assert [list(row) for row in found] == [["letter", "met", "text"]] * 15
        assert "".join(met) == "abcdefghijklłmn"
        assert [letter for letter in met if met[letter] is True] == ["a", "c", "g"]
        assert [letter for letter in met if met[letter] is False] == ["f", "h", "m"]
        assert found[13]["text"].endswith("not so with 2025-06-01")

    def test_polish_holidays_are_days_off(self, tmp_path: Path) -> None:
        """Corpus Christi 2025 is a Thursday; the Friday after it lies between days off."""
        for days, met in (("2025-06-19, 2025-06-20", True), ("2025-06-18", False)):
            (tmp_path / "f.toml").write_text(f"days = [{days}]", encoding="utf-8")
            found = answer(tmp_path, "pfs-check", "@f.toml")
            assert found[6]["met"] is met

    def test_for_people(self, tmp_path: Path) -> None:
        """A line a letter, and who decides in the end."""
        (tmp_path / "f.csv").write_text("key,value\nrounds,5\n", encoding="utf-8")
        status, out, _ = run(tmp_path, "pfs-check", "@f.csv")

        assert status == 0
        assert "f  NOT MET     there are at least 6 rounds" in out
        assert out.splitlines()[-1] == "The board of the federation has the last word."

    def test_an_empty_form_to_fill_in(self, tmp_path: Path) -> None:
        """It is valid, and states nothing yet."""
        _, form, _ = run(tmp_path, "pfs-check", "--form")
        (tmp_path / "f.toml").write_text(form, encoding="utf-8")

        assert {row["met"] for row in answer(tmp_path, "pfs-check", "@f.toml")} == {None}
        assert "--form prints an empty one" in refusal(tmp_path, "pfs-check")

    def test_bad_forms(self, tmp_path: Path) -> None:
        """By line and key."""
        (tmp_path / "f.toml").write_text("\nrounds = 'six'", encoding="utf-8")

        assert "f.toml: line 2, column rounds: expected a whole number from 0" in refusal(
            tmp_path, "pfs-check", "@f.toml"
        )
