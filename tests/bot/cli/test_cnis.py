"""`turretur cnis`: scales, standings and pairings from files, and refusals of wrong files."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.bot.cli.command import Command

PLAYERS = """player,born,club,rating,opt_out
Ana,1950,X,160,
Bob,1980,X,150,
Cip,2001,Y,140,
Dan,1970,Y,,
Emi,1964,,150,dean
"""
RESULTS = """date,type,event,player,place
2025-03-01,classic,1,Ana,1
2025-03-01,classic,1,Bob,2
2025-03-01,classic,1,Cip,2
2025-03-01,classic,1,Dan,4
2025-03-01,classic,1,Emi,5
"""
HISTORY = """date,tournament,round,player1,player2,score1,score2
2025-03-01,T,1,Ana,Cip,400,300
2025-03-01,T,1,Bob,Dan,400,350
2025-03-01,T,1,Emi,,,
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with players, results and a history, and a result of youth."""
    (tmp_path / "y.csv").write_text(
        "date,type,event,player,points,place,competition\n2025-03-01,free,1,Cip,5,,youth\n",
        encoding="utf-8",
    )
    for name, text in (("p.csv", PLAYERS), ("r.csv", RESULTS), ("h.csv", HISTORY)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


_CNIS = Command("cnis")
run, answer, refusal = _CNIS.run, _CNIS.answer, _CNIS.refusal
STANDINGS = ("standings", "--results", "@r.csv", "--players", "@p.csv")
PAIR = ("pair", "--players", "@p.csv", "--system", "koth")


class TestScale:
    """`turretur cnis scale`."""

    def test_scale_14(self, tmp_path: Path) -> None:
        """14 participants of average strength have the published scale 14."""
        found = answer(tmp_path, "scale", "--participants", "14", "--value", "0")

        assert (found["scale"], found["points"][:3]) == (14, [606, 438, 370])
        assert found["reconstructed"] is True

    def test_by_the_value_of_the_game(self, tmp_path: Path) -> None:
        """A value by rating is taken less 150, rounded half up."""
        by_rating = answer(tmp_path, "scale", "--participants", "14", "--game-value", "152.5")

        assert by_rating == answer(tmp_path, "scale", "--participants", "14", "--value", "3")

    def test_to_read(self, tmp_path: Path) -> None:
        """Each rank has its arithmetic, and a reconstruction is marked as one."""
        _, out, _ = run(tmp_path, "scale", "--participants", "19", "--value", "-5")

        assert "141 - 5 * 13 - 1 * 12" in out
        assert "reconstruction" in out

    def test_equal_points_against_the_print_are_reported(self, tmp_path: Path) -> None:
        """If the step is 0, the answer says that ranks share points here, unlike in print."""
        found = answer(tmp_path, "scale", "--participants", "97", "--value", "-4")
        _, out, _ = run(tmp_path, "scale", "--participants", "97", "--value", "-4")
        other = answer(tmp_path, "scale", "--participants", "19", "--value", "-5")

        (warning,) = [note for note in found["notes"] if "the step is 0" in note]
        assert warning in out
        assert sorted(found["points"], reverse=True) == found["points"]
        assert not any("the step is 0" in note for note in other["notes"])

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_own_table(self, tmp_path: Path, kind: str) -> None:
        """An answer from the organiser's own table does not mention a reconstruction."""
        rows: list[tuple[str, int]] = [("place", 10)]
        rows += [(f"{place}", 1100 - 100 * place) for place in range(1, 11)]
        if kind == "csv":
            text = "\n".join(";".join(map(str, row)) for row in rows)
            (tmp_path / "t.csv").write_text(text, encoding="utf-8")
        else:
            book = Workbook()
            for row in rows:
                book.worksheets[0].append(row)
            book.save(tmp_path / "t.xlsx")
        asked = ("scale", "--participants", "10", "--value", "0", "--table", f"@t.{kind}")

        assert answer(tmp_path, *asked) == {
            "scale": 10,
            "points": [*range(1000, 0, -100)],
            "reconstructed": False,
            "notes": [],
        }

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("place,10\n1,5\n3,4\n", "line 3, column 1: “3” instead of place 2"),
            ("place,10\n1,5\n2,6\n", "line 3, column 10: 6 is more than 5"),
            ("place,10\n1,x\n", "line 2, column 10: “x” is not a whole number"),
            ("place,ten\n1,5\n", "line 1, column 2: “ten” is not a scale from 1 to 100"),
            ("place,1\n1,5\n2,4\n", "line 3, column 1: “4” below the last place of scale 1"),
            (
                "place,11\n" + "".join(f"{n},0\n" for n in range(1, 12)),
                "the column of scale 10 is missing",
            ),
            ("", "the table is empty"),
        ],
    )
    def test_bad_tables(self, tmp_path: Path, text: str, expected: str) -> None:
        """An inconsistent table is refused with line, column and expected value."""
        (tmp_path / "t.csv").write_text(text, encoding="utf-8")
        line = refusal(
            tmp_path, "scale", "--participants", "9", "--value", "0", "--table", "@t.csv"
        )

        assert "t.csv: " in line
        assert expected in line

    def test_a_broken_old_spreadsheet(self, tmp_path: Path) -> None:
        """An old spreadsheet that cannot be opened is refused like any other bad file."""
        (tmp_path / "t.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 broken")

        assert "t.xls" in refusal(
            tmp_path, "scale", "--participants", "9", "--value", "0", "--table", "@t.xls"
        )

    @pytest.mark.parametrize("options", [(), ("--value", "1", "--game-value", "151")])
    def test_one_value(self, tmp_path: Path, options: tuple[str, ...]) -> None:
        """The value must be given in exactly one way."""
        assert "one of --value and --game-value" in refusal(
            tmp_path, "scale", "--participants", "9", *options
        )

    def test_a_value_that_is_none(self, tmp_path: Path) -> None:
        """The error names the option and its allowed values."""
        for option in ("--value", "--game-value"):
            said = refusal(tmp_path, "scale", "--participants", "9", option, "much")
            assert f"{option}: expected a number such as -3 or 12.5, found 'much'" in said


class TestStandings:
    """`turretur cnis standings`."""

    def test_seniors(self, folder: Path) -> None:
        """Seniors, deans and hopefuls have points, titles and arithmetic."""
        found = answer(folder, *STANDINGS)
        general = found["categories"]["senior"]["general"]

        assert [(row["place"], row["player"]) for row in general][:3] == [
            (1, "Ana"),
            (2, "Bob"),
            (2, "Cip"),
        ]
        assert general[1]["results"][0]["terms"].endswith("/ 2")
        assert [row["player"] for row in found["categories"]["dean"]["general"]] == ["Ana"]
        assert found["titles"][0] == {
            "category": "senior",
            "event": None,
            "place": 1,
            "title": "champion",
            "player": "Ana",
        }

    def test_one_category(self, folder: Path) -> None:
        """If one category is requested, only that one is printed."""
        found = answer(folder, *STANDINGS, "--category", "hopeful")

        assert list(found["categories"]) == ["hopeful"]
        assert found["titles"] == []

    def test_to_read(self, folder: Path) -> None:
        """The readable form has a table for each category, with titles below."""
        _, out, _ = run(folder, *STANDINGS)

        assert "Senior, 2025" in out
        assert "champion senior absolute: Ana" in out

    def test_a_youth_stage(self, folder: Path) -> None:
        """A stage of the youth competition has its common table."""
        (folder / "p.csv").write_text("player,born\nIon,2008\nLia,2012\n", encoding="utf-8")
        rows = "2025-03-01,classic,1,Ion,2,1\n2025-03-01,classic,1,Lia,1,1\n"
        text = f"date,type,event,player,place,stage\n{rows}"
        (folder / "r.csv").write_text(text, encoding="utf-8")
        found = answer(folder, *STANDINGS, "--stage", "1")

        assert [row["player"] for row in found["general"]] == ["Lia", "Ion"]
        assert "stage 2 is missing; there are 1" in refusal(folder, *STANDINGS, "--stage", "2")

    def test_who_is_too_old_for_a_youth_stage(self, folder: Path) -> None:
        """A player born in 1990 is named, and is neither in the table nor in its scale."""
        born = "player,born\nIon,2008\nLia,2012\nOld,1990\n"
        (folder / "p.csv").write_text(born, encoding="utf-8")
        rows = "".join(
            f"2025-03-01,classic,1,{name},{n},1\n"
            for n, name in enumerate(("Old", "Lia", "Ion"), 1)
        )
        text = f"date,type,event,player,place,stage\n{rows}"
        (folder / "r.csv").write_text(text, encoding="utf-8")
        _, out, err = run(folder, *STANDINGS, "--stage", "1", "--json")
        found = json.loads(out)

        assert [(row["place"], row["player"]) for row in found["general"]] == [
            (1, "Lia"),
            (2, "Ion"),
        ]
        assert [scale["participants"] for scale in found["scales"]] == [2]
        assert "in no youth table, because they are 21 or older in 2025: Old" in err

    def test_a_year_that_is_asked_for_leaves_out_the_others(self, folder: Path) -> None:
        """Their results do not count, and a remark says that they exist."""
        before = answer(folder, *STANDINGS)
        more = RESULTS + "".join(
            f"2024-03-01,classic,1,{player},{place}\n"
            for place, player in enumerate(("Emi", "Dan", "Ana"), 1)
        )
        (folder / "r.csv").write_text(more, encoding="utf-8")
        status, out, err = run(folder, *STANDINGS, "--year", "2025", "--json")

        assert (status, json.loads(out)) == (0, before)
        assert "you asked for 2025; results of 2024 are left out" in err
        assert "has no results of the competition asked for" in refusal(
            folder, *STANDINGS, "--year", "2023"
        )

    def test_a_senior_among_youth_is_named(self, folder: Path) -> None:
        """No youth table has them, and a remark says so."""
        rows = "2025-03-01,classic,1,Cip,1\n2025-03-01,classic,1,Ana,2\n"
        players = PLAYERS.replace("Cip,2001", "Cip,2008")
        (folder / "p.csv").write_text(players, encoding="utf-8")
        (folder / "r.csv").write_text(RESULTS.split("\n", 1)[0] + f"\n{rows}", encoding="utf-8")
        status, out, err = run(folder, *STANDINGS, "--category", "youth")

        assert status == 0
        assert "Ana" not in out
        assert "in no youth table, because they are 21 or older in 2025: Ana" in err

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            (
                "Dan,4",
                "Dan,3",
                "line 5, column place: place 3 instead of 4; placed better: 3",
            ),
            ("Dan,4", "Dan,x", "line 5, column place: “x” is not a whole number from 1"),
            (
                "Dan,4",
                "Dan,",
                "line 5, column place: write the place, or the points of a local tournament",
            ),
            ("Dan,4", "Zed,4", "line 5, column player: “Zed” is not in"),
            ("Dan,4", "Ana,4", "line 5, column player: Ana is on line 2 already"),
            ("2025-03-01,classic,1,Dan", "1/3,classic,1,Dan", "line 5, column date"),
            ("classic,1,Dan", "chess,1,Dan", "line 5, column type: “chess” is not a type"),
            (
                "2025-03-01,classic,1,Dan,4",
                "2024-03-01,classic,1,Dan,1",
                "2024, 2025; --year says which",
            ),
            ("place\n", "colour\n", "line 1, column place"),
        ],
    )
    def test_bad_results(self, folder: Path, old: str, new: str, expected: str) -> None:
        """The line names place and error, and nothing is calculated."""
        text = RESULTS.replace(old, new)
        if "2024" in new:
            text = text.replace("Emi,5", "Emi,4")
        (folder / "r.csv").write_text(text, encoding="utf-8")

        assert expected in refusal(folder, *STANDINGS)

    def test_no_such_stage(self, folder: Path) -> None:
        """The error lists the stages, or says that there are no youth results."""
        assert "stage Cluj is missing: no result has a stage" in refusal(
            folder, *STANDINGS, "--stage", "Cluj"
        )
        assert "has no results of the competition asked for" in refusal(
            folder, *STANDINGS[:1], "--results", "@y.csv", *STANDINGS[3:], "--category", "senior"
        )

    def test_bad_players(self, folder: Path) -> None:
        """An invalid year of birth is refused with its line."""
        (folder / "p.csv").write_text(PLAYERS.replace("1980", "young"), encoding="utf-8")

        assert "line 3, column born: “young” is not a year of birth" in refusal(folder, *STANDINGS)

    def test_seasons_before_the_regulation_are_refused(self, folder: Path) -> None:
        """The regulation applies from 2025."""
        (folder / "r.csv").write_text(RESULTS.replace("2025-", "2024-"), encoding="utf-8")
        said = refusal(folder, *STANDINGS)
        assert "results of 2024; the regulation is in force from 23 January 2025" in said

    def test_no_double_titles_across_files(self, folder: Path) -> None:
        """A youth player has no senior title, whichever file has the youth result (art. 20)."""
        young = PLAYERS.replace("Cip,2001", "Cip,2008")
        (folder / "p.csv").write_text(young, encoding="utf-8")
        (folder / "r.csv").write_text(
            RESULTS.replace("Ana,1", "Ana,3").replace("Cip,2", "Cip,1").replace("Bob,2", "Bob,2"),
            encoding="utf-8",
        )
        (folder / "y.csv").write_text(
            "date,type,event,player,place\n2025-04-01,classic,1,Cip,1\n", encoding="utf-8"
        )
        alone = answer(folder, *STANDINGS)["titles"]
        both = answer(folder, *STANDINGS, "--youth-results", "@y.csv")["titles"]

        assert "Cip" in {title["player"] for title in alone}
        assert "Cip" not in {title["player"] for title in both}
        assert "is in another file as well" in refusal(folder, *STANDINGS, "--results", "@r.csv")

    def test_youth_by_the_common_tables(self, folder: Path) -> None:
        """With the option of art. 22 the stage's common table gives the points of every game."""
        names = "ABCDEFG"
        born = dict(zip(names, [2006] * 3 + [2011] * 4, strict=True))
        people = "".join(f"Player {name},{year}\n" for name, year in born.items())
        (folder / "p.csv").write_text("player,born\n" + people, encoding="utf-8")
        rows = "".join(
            f"2025-04-01,classic,1,Player {name},{place},Cluj\n"
            for place, name in enumerate("DAEBFCG", 1)
        )
        header = "date,type,event,player,place,stage\n"
        (folder / "y.csv").write_text(header + rows, encoding="utf-8")
        youth = ("standings", "--players", "@p.csv", "--youth-results", "@y.csv")
        own = answer(folder, *youth)["categories"]
        common = answer(folder, *youth, "--common")["categories"]
        stage = answer(folder, *youth, "--stage", "Cluj")["general"]
        points = {row["player"]: row["points"] for row in stage}

        assert own["junior"]["general"][0]["points"] != common["junior"]["general"][0]["points"]
        for category in ("junior", "cadet"):
            for row in common[category]["general"]:
                assert row["points"] == points[row["player"]]
        (folder / "y.csv").write_text(header + rows.replace("Cluj", ""), encoding="utf-8")
        assert "has no stage; the common tables (art.\N{NO-BREAK SPACE}22) need one" in refusal(
            folder, *youth, "--common"
        )


class TestPair:
    """`turretur cnis pair`."""

    def test_next_round(self, folder: Path) -> None:
        """No pair meets again, and the lowest player without a bye gets it."""
        found = answer(folder, *PAIR, "--history", "@h.csv", "--round", "2")
        pairs = [(each["player1"], each["player2"]) for each in found["pairings"]]

        assert pairs == [("Ana", "Bob"), ("Emi", "Dan")]
        assert (found["round"], found["system"], found["bye"]) == (2, "koth", "Cip")
        assert [each["table"] for each in found["pairings"]] == [1, 2]

    def test_what_art_13_says(self, folder: Path) -> None:
        """A system outside art. 13 for this number of players brings a remark."""
        _, out, _ = run(folder, *PAIR, "--round", "1")

        assert "Art. 13: with so few youth players, they play a round robin." in out

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            (
                ",1,Bob,Dan",
                ",2,Bob,Dan",
                "line 3, column round: round 2, although round 2 is to be paired",
            ),
            ("Bob,Dan", "Bob,Bob", "line 3, column player2: Bob is on both sides of the game"),
            (
                "Bob,Dan",
                "Bob,Ana",
                "line 3, column player2: Ana plays in round 1 already, on line 2",
            ),
            ("400,350", "400,x", "line 3, column score2: “x” is not a whole number"),
            ("01,T,1,Bob", "01,U,1,Bob", "line 3, column tournament: “U” instead of “T”"),
        ],
    )
    def test_bad_history(self, folder: Path, old: str, new: str, expected: str) -> None:
        """An impossible history is refused with line and column."""
        (folder / "h.csv").write_text(HISTORY.replace(old, new), encoding="utf-8")

        assert expected in refusal(folder, *PAIR, "--history", "@h.csv", "--round", "2")

    def test_a_round_robin_has_its_own_number_of_rounds(self, folder: Path) -> None:
        """The number of rounds cannot be chosen."""
        arguments = ("pair", "--players", "@p.csv", "--system", "round-robin", "--round", "1")

        assert "--rounds: expected none" in refusal(folder, *arguments, "--rounds", "5")
        assert run(folder, *arguments)[0] == 0

    def test_a_withdrawal_changes_no_system(self, folder: Path) -> None:
        """If one of five leaves after a round, it stays a round robin of five with byes."""
        (folder / "p.csv").write_text(
            "player,withdrawn\nAna,\nBob,\nCip,yes\nDan,\nEmi,\n", encoding="utf-8"
        )
        arguments = ("pair", "--players", "@p.csv", "--system", "round-robin")
        met = {frozenset({"Ana", "Cip"}), frozenset({"Bob", "Dan"})}
        history = HISTORY.replace("Ana,Cip", "Cip,Ana")
        byes = []
        for number in range(2, 6):
            (folder / "h.csv").write_text(history, encoding="utf-8")
            asked = (*arguments, "--history", "@h.csv", "--round", f"{number}")
            found = answer(folder, *asked)
            assert not [note for note in found["notes"] if "Art." in note]
            byes.append(len(found["byes"]))
            for each in found["pairings"]:
                pair = frozenset({each["player1"], each["player2"]})
                assert pair not in met
                met.add(pair)
                history += (
                    f"2025-03-0{number},T,{number},{each['player1']},{each['player2']},400,300\n"
                )
            for name in found["byes"]:
                history += f"2025-03-0{number},T,{number},{name},,,\n"

        assert len(met) == 1 + 6
        assert {tuple(sorted(pair)) for pair in met if "Cip" not in pair} == {
            *combinations(("Ana", "Bob", "Dan", "Emi"), 2)
        }
        assert "there is no round 6: there are 5 in all" in refusal(
            folder, *arguments, "--round", "6"
        )

    def test_clubs_before_repeats_unless_asked_otherwise(self, folder: Path) -> None:
        """By default the last round separates clubmates, even if a pair then meets again."""
        (folder / "p.csv").write_text("player,club\nAna,X\nBob,X\nCip,Y\nDan,Y\n", encoding="utf-8")
        rows = [
            f"2025-03-01,T,{n},{a},{b},400,300"
            for n, a, b in (
                (1, "Ana", "Cip"),
                (1, "Bob", "Dan"),
                (2, "Ana", "Dan"),
                (2, "Bob", "Cip"),
            )
        ]
        text = "\n".join([HISTORY.split("\n", maxsplit=1)[0], *rows])
        (folder / "h.csv").write_text(text, encoding="utf-8")
        asked = (*PAIR, "--history", "@h.csv", "--round", "3", "--rounds", "3")
        usual = answer(folder, *asked)["pairings"]
        other = answer(folder, *asked, "--repeats-first")["pairings"]

        assert [(each["same_club"], each["met"]) for each in usual] == [(False, 1)] * 2
        assert [(each["same_club"], each["met"]) for each in other] == [(True, 0)] * 2

    def test_no_such_round(self, folder: Path) -> None:
        """A round that the tournament does not have is refused."""
        assert "there is no round 6: there are 5 in all" in refusal(folder, *PAIR, "--round", "6")


@pytest.mark.parametrize(
    ("asked", "columns", "row"),
    [
        (("scale", "--participants", "14", "--value", "0"), "place,points", "1,606,"),
        (STANDINGS, "list,place,player", "Seniors (21+),1,Ana,"),
        ((*PAIR, "--round", "1"), "table,player,score,player,score", "1,"),
    ],
)
def test_answers_are_written_to_files(
    folder: Path, asked: tuple[str, ...], columns: str, row: str
) -> None:
    """An answer can be written as CSV or as a spreadsheet, and is printed as well."""
    printed = answer(folder, *asked)
    for name in ("out.csv", "out.xlsx"):
        assert answer(folder, *asked, "--out", f"@{name}") == printed
    header, first, *_ = (folder / "out.csv").read_text(encoding="utf-8").lower().splitlines()

    assert header.startswith(columns)
    assert first.startswith(row.lower())
    assert load_workbook(folder / "out.xlsx").worksheets[0].max_row > 1


def test_a_history_with_holes(folder: Path) -> None:
    """A round without data is refused; a player missing from a round brings a remark."""
    assert "h.csv: before round 3 there are no games of: 2" in refusal(
        folder, *PAIR, "--history", "@h.csv", "--round", "3"
    )
    more = HISTORY + "2025-03-01,T,2,Ana,Bob,400,300\n"
    (folder / "h.csv").write_text(more, encoding="utf-8")
    _, out, _ = run(folder, *PAIR, "--history", "@h.csv", "--round", "3")
    assert "In round 2 these players have neither a game nor a bye: Cip, Dan, Emi." in out


def test_one_or_two_youth_players_are_relocated(folder: Path) -> None:
    """By art. 13 they join other tournaments, so that each has at least three players."""
    (folder / "p.csv").write_text("player\nAna\nBob\n", encoding="utf-8")
    _, out, _ = run(folder, *PAIR, "--round", "1")
    assert "Art. 13: one or two youth players move to another category: prichindei to the" in out
    (folder / "p.csv").write_text("player\nAna\n", encoding="utf-8")
    assert "Art. 13: so few players move to another category" in refusal(
        folder, *PAIR, "--round", "1"
    )
