"""Results, starting ratings and calendars: values read, and every error by its line."""

import re
from datetime import date
from fractions import Fraction

import pytest

from bot.documents.tables.events import read_events
from bot.documents.tables.faults import MOST_FAULTS, TableError
from bot.documents.tables.games import read_games
from bot.documents.tables.names import Names
from bot.documents.tables.players import read_known, read_starts, refuse_similar
from engine.ratings.frs_games import FrsType
from engine.ratings.protocol import Player, RatedGame, Start
from tests.bot.documents.tables.files import table, xlsx

GAMES = "date,tournament,round,player1,player2,score1,score2\n"
EVENTS = "date,type,event,player,place\n"
STARTS = "player,rating,games\n"
DAY = date(2025, 3, 1)
ANA, BOB = Player("Ana"), Player("Bob")


def games(text: str, discs: int | None = None) -> list[RatedGame]:
    """Return the games of a file."""
    return read_games(table(text), Names(), discs=discs)[0]


def starts(text: str) -> dict[Player, Start]:
    """Return the starting ratings of a file."""
    return read_starts(table(text), Names())


def places(error: TableError) -> list[tuple[str, int, str]]:
    """Return code, line and column of every error."""
    return [(fault.code, fault.line, fault.column) for fault in error.faults]


class TestGames:
    """Head-to-head results."""

    def test_a_game_a_row(self) -> None:
        """Columns may have any order and case; names have one spelling; byes are skipped."""
        text = "\ufeffRound;DATE;tournament;player2;player1;score2;score1;\n"
        text += "1;2025-03-01;Open  1;Bób;Ana;390;400;\n2;2025-03-01;Open 1;;Ana;;;\n"
        text += "2;2025-03-02;Open 1;ana;BOB;-5;0;\n"

        assert games(text) == [
            RatedGame(DAY, "Open 1", 1, ANA, Player("Bób"), 400, 390),
            RatedGame(date(2025, 3, 2), "Open 1", 2, Player("Bób"), ANA, 0, -5),
        ]

    def test_a_spreadsheet_does_as_well(self) -> None:
        """Days and numbers may be in a spreadsheet's own format."""
        book = xlsx(GAMES.strip().split(","), (DAY, "Open", 1.0, "Ana", "Bob", 400, 390))
        found, firsts = read_games(table(book), Names())

        assert found == [RatedGame(DAY, "Open", 1, ANA, BOB, 400, 390)]
        assert firsts == {"Ana": (2, "player1"), "Bob": (2, "player2")}

    @pytest.mark.parametrize(
        ("row", "fault"),
        [
            ("2025-02-30,T,1,Ana,Bob,1,2", ("date", 2, "date")),
            ("03/31/2025,T,1,Ana,Bob,1,2", ("date", 2, "date")),
            ("01.03/2025,T,1,Ana,Bob,1,2", ("date", 2, "date")),
            ("01.03.2025 25:00,T,1,Ana,Bob,1,2", ("date", 2, "date")),
            ("1025-03-01,T,1,Ana,Bob,1,2", ("date", 2, "date")),
            ("2025-03-01,,1,Ana,Bob,1,2", ("text", 2, "tournament")),
            ("2025-03-01,T,0,Ana,Bob,1,2", ("positive", 2, "round")),
            ("2025-03-01,T,1,,Bob,1,2", ("name", 2, "player1")),
            ("2025-03-01,T,1,Ana,ana,1,2", ("same_player", 2, "player2")),
            ("2025-03-01,T,1,Ana,Bob,1.5,2", ("whole", 2, "score1")),
            ("2025-03-01,T,1,Ana,Bob,1,", ("whole", 2, "score2")),
            ("2025-03-01,T,1,Ana,,x,", ("whole", 2, "score1")),
            ("2025-03-01,T,1,Ana,Bob,1", ("cells", 2, "")),
            ("2025-03-01,T,1,Ana,Bob,1,2,3", ("cells", 2, "")),
            ("2025-03-01,T,1,Ana,Bob,1,2\n2025-03-01,T,1,bob,ANA,3,4", ("twice", 3, "")),
        ],
    )
    def test_faults(self, row: str, fault: tuple[str, int, str]) -> None:
        """Each error is named by line and column, in one sentence."""
        with pytest.raises(TableError) as caught:
            games(GAMES + row)

        assert places(caught.value) == [fault]
        where = f"t.csv: line {fault[1]}" + (f", column {fault[2]}: " if fault[2] else ": ")
        assert re.fullmatch(rf"{where}[^\n]{{10,}}", str(caught.value))

    @pytest.mark.parametrize(
        ("scores", "code"), [("65,-1", "discs"), ("30,35", "discs_sum"), ("32,32", None)]
    )
    def test_discs(self, scores: str, code: str | None) -> None:
        """In Othello both scores add up to 64."""
        text = f"{GAMES}2025-03-01,T,1,Ana,Bob,{scores}"
        if code is None:
            assert len(games(text, discs=64)) == 1
            return
        with pytest.raises(TableError) as caught:
            games(text, discs=64)

        assert caught.value.faults[0].code == code

    @pytest.mark.parametrize("bye", ["", "BYE", "Bye", "liber", "LIBER", "pauză", "Pauza", " bye "])
    @pytest.mark.parametrize("row", ["2,Ana,{},,", "2,Ana,{},400,0", "2,{},Ana,0,400"])
    def test_a_bye_is_no_player(self, bye: str, row: str) -> None:
        """Any name of a bye, in either column, is not a player."""
        if row.startswith("2,{}") and not bye.strip():
            bye = "bye"
        text = f"{GAMES}2025-03-01,T,1,Ana,Bob,1,2\n2025-03-01,T,{row.format(bye)}"
        found, firsts = read_games(table(text), Names())

        assert len(found) == 1
        assert set(firsts) == {"Ana", "Bob"}

    @pytest.mark.parametrize(
        ("row", "fault"),
        [
            ("1,Ana,Cip,1,2", ("busy", 3, "player1")),
            ("1,Cip,Bob,1,2", ("busy", 3, "player2")),
            ("1,Ana,bye,,", ("busy", 3, "player1")),
            ("1,Bob,Ana,1,2", ("twice", 3, "")),
        ],
    )
    def test_nobody_plays_twice_in_a_round(self, row: str, fault: tuple[str, int, str]) -> None:
        """A bye counts, too, and the line with the earlier pairing is named."""
        with pytest.raises(TableError, match="line 2") as caught:
            games(f"{GAMES}2025-03-01,T,1,Ana,Bob,1,2\n2025-03-01,T,{row}")

        assert places(caught.value) == [fault]

    @pytest.mark.parametrize(
        "day",
        ["01.03.2025", "1.3.2025", "1/3/2025", "2025-3-1", "2025-03-01 10:30", "2025/03/01",
         "2025-03-01T09:00:00Z", "01.03.2025 19:05", "1.3.2025 9:05:10.500", "01-03-2025"],
    )  # fmt: skip
    def test_dates_as_people_write_them(self, day: str) -> None:
        """The year may be first or last, and a time is ignored."""
        assert games(f"{GAMES}{day},T,1,Ana,Bob,1,2")[0].day == DAY

    @pytest.mark.parametrize(
        "header",
        [
            "Data;Turneu;Runda;Jucător 1;Jucător 2;Scor 1;Scor 2",
            "Data;Torneo;Turno;Giocatore 1;Giocatore 2;Punteggio 1;Punteggio 2",
            "Data;Turniej;Runda;Zawodnik 1;Zawodnik 2;Wynik 1;Wynik 2",
            "DATE;tournament;ROUND;Player_1;player-2;Score 1;score2",
        ],
    )
    def test_columns_in_four_languages(self, header: str) -> None:
        """Romanian, Italian, Polish and English work in any case, diacritics optional."""
        assert games(f"{header}\n2025-03-01;T;1;Ana;Bob;1;2") == [
            RatedGame(DAY, "T", 1, ANA, BOB, 1, 2)
        ]

    def test_a_fault_is_named_by_the_column_as_the_file_has_it(self) -> None:
        """The error uses the heading that the file has."""
        with pytest.raises(TableError, match="line 2, column Scor 1: “x” is not a whole number"):
            games("Data;Turneu;Runda;Jucător 1;Jucător 2;Scor 1;Scor 2\n2025-03-01;T;1;A;B;x;2")

    def test_columns_that_nobody_wants_are_named_and_left_aside(self) -> None:
        """Their contents are ignored, too; the program's own word for a column has precedence."""
        file = table(f"{GAMES.strip()},Masa,,Data\n2025-03-01,T,1,Ana,Bob,1,2,7,x,ieri")

        assert read_games(file, Names())[0] == [RatedGame(DAY, "T", 1, ANA, BOB, 1, 2)]
        assert [str(one) for one in file.remarks] == [
            "line 1: unknown columns, ignored: Masa, —, Data"
        ]

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_a_title_above_the_header_is_passed_over(self, separator: str) -> None:
        """A title above the header is ignored, in text and in a spreadsheet."""
        row = ["2025-03-01", "T", "1", "Ana", "bye", "", ""]
        header = GAMES.strip().split(",")
        text = "\n".join(["Etapa 1, Cluj, martie", "", separator.join(header), separator.join(row)])
        for content in (
            text,
            xlsx(["Etapa 1, Cluj"], header, row, ["2025-03-01", *"T2A", "B", 1, 2]),
        ):
            file = table(content)
            read_games(file, Names())
            assert [remark.code for remark in file.remarks] == ["titles"]

    def test_whole_numbers_as_a_spreadsheet_writes_them(self) -> None:
        """1.0 and 400.0 are 1 and 400; three zeros could mean thousands."""
        (game,) = read_games(table(f"{GAMES}2025-03-01,T,1.0,Ana,Bob,400.0,-5.00\n"), Names())[0]
        assert (game.round, game.first_score, game.second_score) == (1, 400, -5)
        for score in ("400.000", "400.5"):
            with pytest.raises(TableError) as caught:
                games(f"{GAMES}2025-03-01,T,1,Ana,Bob,{score},3\n")
            assert [(one.code, one.line) for one in caught.value.faults] == [("whole", 2)]

    @pytest.mark.parametrize(
        ("scores", "shown"),
        [
            ("1500,-300", []),
            ("1501,0", [1501]),
            ("400,-301", [-301]),
            ("4000,-3000", [4000, -3000]),
        ],
    )
    def test_scores_that_nobody_has_had_are_remarked_on(
        self, scores: str, shown: list[int]
    ) -> None:
        """An unlikely score counts, and a remark lets its author check it."""
        file = table(f"{GAMES}2025-03-01,T,1,Ana,Bob,{scores}\n")
        found, _ = read_games(file, Names())
        remarks = [one for one in file.remarks if one.code == "score_unlikely"]

        assert len(found) == 1
        assert [(one.line, one.facts["found"]) for one in remarks] == [(2, each) for each in shown]

    def test_a_tournament_has_the_spelling_that_came_first(self) -> None:
        """Case and spaces make no second one, nor does a saved rating's spelling."""
        rows = "2025-03-01,Open  Cluj,1,Ana,Bob,400,−5\n2025-03-01,OPEN CLUJ,2,Ana,Bob,1,2\n"
        found = games(GAMES + rows)
        more, _ = read_games(
            table(f"{GAMES}2025-03-02,open cluj,3,Ana,Bob,1,2"), Names(), before=found
        )

        assert [game.tournament for game in [*found, *more]] == ["Open Cluj"] * 3
        assert found[0].second_score == -5

    def test_the_same_players_may_meet_again(self) -> None:
        """In another round, tournament or on another day it is another game."""
        rows = [f"2025-03-0{d},{t},{r},Ana,Bob,1,2" for d in (1, 2) for t in "TU" for r in (1, 2)]

        assert len(games(GAMES + "\n".join(rows))) == 8

    def test_all_faults_are_there_and_the_first_is_said(self) -> None:
        """A person reads one line; the whole list is available to attach."""
        rows = ["x,T,1,Ana,Bob,1,2", "2025-03-01,T,1,Ana,Bob,1,2", "2025-03-01,T,y,Ana,Bob,z,2"]
        with pytest.raises(TableError) as caught:
            games(GAMES + "\n".join(rows))

        assert places(caught.value) == [
            ("date", 2, "date"),
            ("positive", 4, "round"),
            ("whole", 4, "score1"),
        ]
        assert str(caught.value) == (
            "t.csv: line 2, column date: “x” is not a date such as 2025-05-31 or 31.05.2025"
            " (and 2 more, line 4)"
        )

    def test_a_file_of_faults_is_not_read_to_its_end(self) -> None:
        """After a thousand errors a remark says that there may be more."""
        with pytest.raises(TableError) as caught:
            games(GAMES + "x,T,1,Ana,Bob,1,2\n" * 2000)

        assert len(caught.value.faults) == MOST_FAULTS + 1
        assert caught.value.faults[-1].code == "stopped"
        assert "stopped here" in str(caught.value.faults[-1])

    def test_what_was_found_is_shown_shortly(self) -> None:
        """A cell of a hundred thousand letters is shortened in the message."""
        with pytest.raises(TableError) as caught:
            games(f"{GAMES}{'9' * 100_000},T,1,Ana,Bob,1,2")

        assert len(str(caught.value)) < 400

    @pytest.mark.parametrize(
        ("header", "fault"),
        [
            ("date,tournament,round,player1,player2,score1", ("column_missing", 1, "score2")),
            (
                "date,tournament,round,player1,player2,score1,arbiter",
                ("column_missing_beside", 1, "score2"),
            ),
            (f"{GAMES.strip()},date", ("column_twice", 1, "date")),
            (f"data,{GAMES.strip().removeprefix('date,')},zi", ("column_twice", 1, "zi")),
            ("what,ever", ("header", 1, "")),
        ],
    )
    def test_headers(self, header: str, fault: tuple[str, int, str]) -> None:
        """An extra or missing column is named, and no row is read."""
        with pytest.raises(TableError) as caught:
            games(header + "\nx")

        assert places(caught.value)[0] == fault

    def test_an_empty_file(self) -> None:
        """The error names the required header."""
        with pytest.raises(
            TableError, match="the header is missing: date, tournament, round, player1"
        ):
            games("")


class TestStarts:
    """Starting ratings."""

    def test_what_is_known_of_players(self) -> None:
        """A player without a rating is new; columns of other systems are allowed."""
        text = "player,rating,games,career_games,weighted_games\n"
        text += 'Ana,120.5,40,90,30\nBob,,,,\nCip,"99,25",3,,\nDan,–,0,,\n'

        assert starts(text) == {
            "Ana": Start(rating=Fraction(241, 2), games=40, career_games=90, weighted_games=30),
            "Bob": Start(),
            "Cip": Start(rating=Fraction(397, 4), games=3),
            "Dan": Start(),
        }

    @pytest.mark.parametrize(
        ("row", "fault"),
        [
            ("Ana,x,1", ("rating", 2, "rating")),
            ("Ana,-5,1", ("rating", 2, "rating")),
            ("Ana,100,", ("rating_without_games", 2, "games")),
            ("Ana,,3", ("games_without_rating", 2, "games")),
            ("Ana,100,2.5", ("count", 2, "games")),
            (",100,2", ("name", 2, "player")),
            ("Ana,100,2\nANA,90,1", ("player_twice", 3, "player")),
        ],
    )
    def test_faults(self, row: str, fault: tuple[str, int, str]) -> None:
        """Each error is named by line and column."""
        with pytest.raises(TableError) as caught:
            starts(STARTS + row)

        assert places(caught.value) == [fault]

    @pytest.mark.parametrize(
        ("row", "code"), [("Ana,100,9,10,9", "weighted"), ("Ana,100,9,9,8", "career")]
    )
    def test_games_that_do_not_add_up(self, row: str, code: str) -> None:
        """A rating has at most as many games as were played, and a career at least as many."""
        with pytest.raises(TableError) as caught:
            starts(f"player,rating,games,weighted_games,career_games\n{row}")

        assert [fault.code for fault in caught.value.faults] == [code]

    def test_a_dash_in_place_of_a_rating_and_what_else_to_do(self) -> None:
        """The refusal advises to leave the cell empty."""
        with pytest.raises(TableError) as caught:
            starts(f"{STARTS}Ana,unrated,\n")

        assert str(caught.value).endswith("leave the cell empty if there is none yet")

    def test_a_misspelt_name_is_no_newcomer(self) -> None:
        """A name similar to a known one brings a question with line and suggestion."""
        names = Names()
        known = read_starts(table(f"{STARTS}Ion Popescu,120,40\n"), names)
        rows = f"{GAMES}2025-03-01,T,1,Ion Popesc,Ana,1,2\n2025-03-01,T,2,ION popescu,Ana,1,2\n"
        _, firsts = read_games(table(rows), names)
        with pytest.raises(TableError) as caught:
            refuse_similar(dict(names.strangers(known)), "r.csv", firsts, "p.csv")

        assert str(caught.value) == (
            "r.csv: line 2, column player1: “Ion Popesc” is close to “Ion Popescu” of p.csv"
        )


class TestEvents:
    """Collective games."""

    @pytest.mark.parametrize("word", ["clasic", "CLASIC", "classic", "Duplicat clasic"])
    def test_a_type_may_be_in_romanian(self, word: str) -> None:
        """Types may be in Romanian, as columns may."""
        text = f"Data,Tip,Joc,Jucător,Loc\n1.3.2025,{word},1,Ana,1\n1.3.2025,{word},1,Bob,2"
        ((event,), _) = read_events(table(text), Names())

        assert (event.kind, event.places) == (FrsType.CLASSIC, {"Ana": 1, "Bob": 2})

    def test_a_game_has_the_spelling_that_came_first(self) -> None:
        """Within a day and type it is one game, not two without opponents."""
        rows = "2025-03-01,free,Etapa 1,Ana,1\n2025-03-01,free,ETAPA 1,Bob,2\n"
        ((event,), _) = read_events(table(f"date,type,event,player,place\n{rows}"), Names())

        assert (event.name, event.places) == ("Etapa 1", {"Ana": 1, "Bob": 2})

    def test_the_files_order_is_the_calendar(self) -> None:
        """Each participant has a row, in any order; ties share a number and leave a gap."""
        text = f"{EVENTS}2025-03-01,Classic,2,Bob,2\n2025-03-01,free,1,Ana,1\n"
        text += "2025-03-01,free,1,Bob,1\n2025-03-01,classic,2,Ana,1\n2025-03-01,classic,2,Cip,2\n"
        events, firsts = read_events(table(text), Names())

        assert [(event.kind, event.name, dict(event.places)) for event in events] == [
            (FrsType.CLASSIC, "2", {"Bob": 2, "Ana": 1, "Cip": 2}),
            (FrsType.FREE, "1", {"Ana": 1, "Bob": 1}),
        ]
        assert firsts[Player("Ana")] == (3, "player")

    @pytest.mark.parametrize(
        ("rows", "faults"),
        [
            (["x,chess,,,y"], ["date", "type", "text", "name", "positive"]),
            (["2025-03-01,free,1,Ana,1", "2025-03-01,free,1,ana,2"], ["player_twice"]),
            (["2025-03-01,free,1,Ana,1"], ["alone"]),
            (["2025-03-01,free,1,Ana,1", "2025-03-01,free,1,Bob,3"], ["place"]),
            (["2025-03-01,free,1,Ana,2", "2025-03-01,free,1,Bob,3"], ["place"]),
        ],
    )
    def test_faults(self, rows: list[str], faults: list[str]) -> None:
        """Unknown types, missing ranks, gaps, and games without opponents are errors."""
        with pytest.raises(TableError) as caught:
            read_events(table(EVENTS + "\n".join(rows)), Names())

        assert [fault.code for fault in caught.value.faults] == faults


def test_a_player_listed_again_is_one_player_with_a_remark() -> None:
    """A list of names alone has no figures that could contradict each other."""
    file = table("player\nAna\nBob\nANA\n")

    assert read_known(file) == [ANA, BOB]
    assert [(remark.code, remark.line) for remark in file.remarks] == [("player_twice", 4)]
