"""The process's work on files: contents, errors, lists, terms, and hostile files."""

import io
import json
import zlib
from base64 import b64decode
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from openpyxl import load_workbook

from bot.ratings.calculation.systems import System
from bot.ratings.calculation.task import TaskAction, task_from_json, task_to_json
from bot.ratings.calculation.task_results import unpack, unpack_courses, unpack_sheet
from bot.ratings.calculation.wording import fault_from_json, sheet_text
from bot.ratings.jobs.calculating import check, rate
from bot.texts.i18n import load_catalogue
from tests.bot.documents.tables.files import xlsx
from tests.bot.ratings.lists.given import task_of
from tests.rating_files import (
    EVENTS,
    FNGO_FINAL,
    GAMES,
    STARTS,
    absp_example,
    calendar,
    csv_of,
    fngo_example,
    pfs_example,
    rows_of,
)


def checked(system: str, *contents: bytes, **more: Any) -> dict[str, Any]:
    """Return the outcome of a check, in its transmitted form."""
    outcome: dict[str, Any] = json.loads(json.dumps(check(*task_of(system, *contents, **more))))
    return outcome


def faults(outcome: dict[str, Any]) -> list[str]:
    """Return the errors of a check in Romanian."""
    catalogue = load_catalogue("ro")
    return [
        catalogue.plain(fault_from_json(fault).text)
        for found in outcome["faults"].values()
        for fault in found
    ]


def rated(system: str, *contents: bytes, **more: Any) -> dict[str, Any]:
    """Return the outcome of a rating."""
    stages: list[str] = []
    task, files = task_of(system, *contents, action=TaskAction.RATE, **more)
    outcome = rate(task, files, stages.append)
    assert stages[0] == "reading"
    json.dumps(outcome)
    return outcome


def lists(outcome: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return player → rating of each list."""
    result = unpack(b64decode(outcome["result"]))
    return {each["kind"]: {row[3]: row[5] for row in each["rows"]} for each in result["lists"]}


def sheet(outcome: dict[str, Any], key: str, language: str = "ro") -> str:
    """Return a player's terms in words."""
    _, packed = outcome["sheets"][key]
    texts = sheet_text(unpack_sheet(b64decode(packed)))
    return "\n".join(load_catalogue(language).plain(text) for text in texts)


def test_a_list_has_what_everybody_had_after_each_tournament() -> None:
    """Four games give four points of a chart, and the last is the list's value."""
    outcome = rated("frs", calendar(4))
    _, packed = outcome["sheets"]["ana pop"]

    (course,) = [c for kind, c in unpack_courses(b64decode(packed)).items() if kind == "classic"]

    assert [day for day, _ in course] == [date(2025, 1, 4 + 7 * number) for number in range(4)]
    assert course[0][1] == 200
    assert course[-1][1] == lists(outcome)["classic"]["Ana Pop"]


class TestChecks:
    """The contents of files and their errors."""

    def test_files_are_distinguished_by_their_headers(self) -> None:
        """Names and order do not matter; of two of one kind the later counts."""
        games, starts = absp_example()
        found = checked("absp", starts, games, games)

        assert found["roles"] == {"1": "players", "3": "results"}
        assert found["faults"] == {}
        assert found["understood"] == {
            "players": 13,
            "newcomers": 0,
            "games": 12,
            "competitions": 1,
            "first_day": "2025-02-01",
            "last_day": "2025-02-01",
        }

    def test_xlsx_is_read_like_csv(self) -> None:
        """Dates may be in the spreadsheet's format."""
        rows = rows_of(calendar(3))
        days = [[date.fromisoformat(row[0]), *row[1:]] for row in rows[1:]]

        assert checked("frs", xlsx(rows[0], *days)) == checked("frs", calendar(3)) | {"remarks": {}}

    def test_a_tournament_of_tsh_is_a_file_of_results(self) -> None:
        """Its contents decide, and a comment has its day."""
        games = b"# 2025-02-01 Open\nPop, Ana 1500 2 0; 400 50\nRus, Ion 1400 1 0; 390 50\n"
        found = checked("absp", games, csv_of(STARTS, ["Ana Pop,150,10", "Ion Rus,140,10"]))

        assert found["roles"] == {"1": "results", "2": "players"}
        assert found["understood"]["games"] == 1
        assert found["understood"]["last_day"] == "2025-02-01"

    def test_without_its_games_a_system_has_nothing_to_go_by(self) -> None:
        """The other files are recognised in spite of that."""
        found = checked("absp", absp_example()[1])

        assert found["roles"] == {"1": "players"}
        assert "understood" not in found

    def test_a_file_of_something_else_is_named(self) -> None:
        """None of its headings is known."""
        found = checked("absp", b"a,b,c\n1,2,3\n")
        assert faults(found) == [
            "rândul 1: coloanele nu sunt ale niciunui tabel de care e nevoie aici"
        ]

    def test_every_fault_is_reported_with_its_line(self) -> None:
        """No part of such a file is used."""
        rows = ["2025-02-30,Open,1,A,B,1,2", "2025-02-01,Open,x,A,,1,", "2025-02-01,Open,1,A,A,1,2"]
        found = checked("absp", csv_of(GAMES, rows))

        assert faults(found) == [
            "rândul 2, coloana date: „2025-02-30” nu este o dată ca 2025-05-31 sau 31.05.2025",
            "rândul 3, coloana round: „x” nu este un număr întreg de la 1 în sus",
            "rândul 4, coloana player2: A apare de ambele părți ale partidei",
        ]
        assert "understood" not in found

    def test_close_names_are_doubts_and_no_faults(self) -> None:
        """Names similar to known ones are doubts and no errors; confirmed ones are not reported."""
        games = csv_of(GAMES, ["2025-02-01,Open,1,Ana Popp,Ion Ruus,1,2"])
        starts = csv_of(STARTS, ["Ana Pop,150,10"])
        found = checked("absp", games, starts, known=("Ion Rus",))

        assert found["faults"] == {}
        assert [(one["found"], one["near"], one["line"]) for one in found["doubts"]] == [
            ("Ana Popp", "Ana Pop", 2),
            ("Ion Ruus", "Ion Rus", 2),
        ]
        cleared = checked(
            "absp",
            games,
            starts,
            known=("Ion Rus",),
            same={"Ana Popp": "Ana Pop"},
            new=("Ion Ruus",),
        )
        assert cleared["doubts"] == []
        assert cleared["understood"]["newcomers"] == 1


class TestRatings:
    """The texts' worked examples, with the terms of their figures."""

    def test_fngo_table_2(self) -> None:
        """Every final rating agrees, and so do the terms of D's 902."""
        found = rated("fngo", *fngo_example())

        assert lists(found) == {"overall": FNGO_FINAL}
        terms = sheet(found, "d")
        assert "Rating: 902, grupa EP, 35 de partide" in terms
        assert "FA, rotunjit: 40 · (3,5 − 2,165) = 53" in terms
        assert "rating nou, fără pierdere: FA dinainte de rotunjire e peste 0" in terms
        assert "câștigate: 840 + 62 = 902" in terms
        assert "pragurile sunt deduse" in terms

    def test_pfs_116(self) -> None:
        """24 games at 120 and six scalps of 100 give 116."""
        found = rated("pfs", *pfs_example(), options={"day": "2025-03-01"})

        assert lists(found)["temporary"]["Xenia Radu"] == 116
        terms = sheet(found, "xenia radu")
        assert "6 scalpuri de 100: 600" in terms
        assert "Σ scalpuri : partide, cel puțin 100: 3480 : 30 = 116" in terms

    def test_absp_167(self) -> None:
        """The rating in the tournament is 2001 / 12, displayed with its game points."""
        terms = sheet(rated("absp", *absp_example()), "xenia radu")

        assert "Open (1 februarie 2025): 167; a venit cu 160" in terms
        assert "ratingul turneului: 2001 : 12 = 166,75" in terms
        assert "2001 / 12" not in terms

    def test_frs_weights(self) -> None:
        """The newest of 20 classic games weighs 245, ten less for each before it."""
        terms = sheet(rated("frs", calendar(3)), "ana pop", "en")

        assert "weight 225" in terms
        assert "weight 245" in terms
        assert "150 + 50 · (8 − 2 · 1 + 1) / 7 = 200" in terms

    @pytest.mark.parametrize(("window", "newest"), [("150", 225), ("100", 150)])
    def test_the_window_is_chosen(self, window: str, newest: int) -> None:
        """The newest game weighs 225, or 150 as before 2011."""
        games, starts = absp_example()
        found = rated("absp", games, starts, options={"window": window})

        assert f"Open, 12 partide, ponderi {newest} … " in sheet(found, "xenia radu")

    def test_names_put_right_are_one_player(self) -> None:
        """All their games belong to one player."""
        more = ("2025-02-01,classic,2,Ana Popp,1", "2025-02-01,classic,2,Ion Rus,2")
        content = calendar(1) + "\n".join(more).encode()

        assert set(lists(rated("frs", content))["classic"]) >= {"Ana Pop", "Ana Popp"}
        merged = rated("frs", content, same={"Ana Popp": "Ana Pop"})
        assert "Ana Popp" not in lists(merged)["classic"]
        assert "2 partide" in sheet(merged, "ana pop")

    def test_the_spreadsheet_has_every_list_and_every_step(self) -> None:
        """Figures are numbers; headings are in the asker's language."""
        found = rated("fngo", *fngo_example(), language="en", options={"day": "2025-03-01"})
        book = load_workbook(io.BytesIO(b64decode(found["book"])))

        assert book.sheetnames == ["FNGO", "Terms"]
        ranking = [[cell.value for cell in row] for row in book["FNGO"].rows]
        assert ranking[0][:3] == ["place", "player", "rating"]
        assert {row[1]: row[2] for row in ranking[1:]} == FNGO_FINAL
        steps = [[cell.value for cell in row] for row in book["Terms"].rows]
        assert ["D", "FA, rounded", "40 · (3.5 − 2.165)", 53] in [
            [row[0], *row[2:]] for row in steps
        ]

    def test_the_same_task_gives_the_same_outcome(self) -> None:
        """Byte by byte: a list can be made again from its files."""
        assert rated("fngo", *fngo_example()) == rated("fngo", *fngo_example())

    @pytest.mark.parametrize("system", list(System))
    def test_what_is_saved_is_gone_on_from_as_in_one_run(self, system: System) -> None:
        """Each run has a few rows and starts from the last saved rating."""
        more: dict[str, Any] = {"options": {"day": "2025-03-01"}}
        if system is System.FRS:
            games = calendar(3, kinds=("free", "classic"))
            starts: list[bytes] = []
        else:
            example = {
                System.ABSP: absp_example,
                System.PFS: pfs_example,
                System.FNGO: fngo_example,
            }
            games, *starts = example[system]()
        header, *rows = games.splitlines()
        keys = [row.rpartition(b",")[0].rpartition(b",")[0] for row in rows]
        cuts = [n for n in range(1, len(rows)) if keys[n] != keys[n - 1]][::2]
        before: bytes | None = None
        found: dict[str, Any] = {}
        for begin, end in pairwise([0, *cuts, len(rows)]):
            part = b"\n".join([header, *rows[begin:end]]) + b"\n"
            files = (part, *starts) if before is None else (part, before)
            new = tuple(_names(games)) if before is not None else ()
            found = rated(system, *files, new=new, **more)
            before = zlib.decompress(b64decode(found["saved"]))
        once = rated(system, games, *starts, **more)

        assert [unpack(b64decode(each["result"])) for each in (found, once)] == [
            unpack(b64decode(once["result"]))
        ] * 2
        assert found["sheets"] == once["sheets"]


def _names(games: bytes) -> set[str]:
    """Return everything in a table that may be a name."""
    return {cell for row in games.decode().splitlines() for cell in row.split(",")}


class TestHostileFiles:
    """Any hostile file is refused and does nothing else."""

    @pytest.mark.parametrize(
        ("content", "fault"),
        [
            (
                b"\x89PNG\r\n\x1a\n" + bytes(200),
                "este un fișier PNG; primesc CSV, XLSX, ODS sau XLS",
            ),
            (b"PK\x03\x04" + bytes(50), "nu se poate citi: foaie de calcul stricată sau protejată"),
            (b"", "lipsește antetul"),
            (b'date,type,event,player,place\n"2025', "ghilimelele nu se închid"),
        ],
        ids=["picture", "broken", "empty", "quotes"],
    )
    def test_what_is_no_table_is_refused(self, content: bytes, fault: str) -> None:
        """A file that is no table is refused with the reason."""
        assert fault in faults(checked("frs", content))[0]

    def test_formulas_are_never_worked_out(self) -> None:
        """A formula without a saved value is an error; a text that looks like one is a text."""
        row = ["2025-02-01", "free", "1", "=HYPERLINK(1)", 1]
        found = checked("frs", xlsx(EVENTS.split(","), row))
        assert "formulă" in faults(found)[0]
        name = csv_of(EVENTS, ["2025-02-01,free,1,-cmd x,1", "2025-02-01,free,1,Ana Pop,2"])
        book = load_workbook(io.BytesIO(b64decode(rated("frs", name)["book"])))
        cells = [cell for sheet in book for row in sheet.rows for cell in row]
        assert {cell.data_type for cell in cells if cell.value == "-cmd x"} == {"s"}

    def test_names_written_in_an_old_encoding_are_read_and_remarked_upon(self) -> None:
        """Names in Windows-1250 are read, and a remark names the encoding."""
        content = calendar(1).decode().replace("Ș", "Ş").replace("ț", "ţ").replace("Ț", "Ţ")
        found = checked("frs", content.encode("cp1250"))

        assert found["faults"] == {}
        assert [remark[0] for remark in found["remarks"]["1"]] == ["encoding_guessed"]


def test_a_task_survives_the_wire() -> None:
    """A task that is encoded as JSON is read back unchanged."""
    task, _ = task_of("pfs", b"x", options={"day": "2025-03-01"}, same={"A": "B"}, new=("C",))
    assert task_from_json(json.loads(json.dumps(task_to_json(task)))) == task
    assert task.day == date(2025, 3, 1)
