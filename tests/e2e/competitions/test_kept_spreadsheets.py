"""Ten spreadsheets as federations write them, each with three oddities, sent in the chat."""

from io import BytesIO
from typing import Final

from openpyxl import Workbook

from engine.competitions.competition import Competition
from sandbox import Message
from storage.people import people
from tests.e2e.championship import Championship
from tests.e2e.competitions.kept_spreadsheets_shared import (
    ANA,
    DAN,
    EMA,
    ION,
    Rows,
    first_rows,
)
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import send
from tests.e2e.texts import facts_of, mentions, pattern, worded

FOUR: Final = (ANA, ION, DAN, EMA)
LISTS: Final[dict[str, Rows]] = {
    "title, numbers, footer": (
        ("Federația Română de Scrabble", None, None),
        ("Campionatul național 2025", None, None),
        ("Nr. crt.", "Numele și prenumele", "Club/City"),
        (1, ANA, "Cluj"),
        (2, ION, "Iași"),
        (3, DAN, "Cluj"),
        (4, EMA, "Iași"),
        (None, "Total: 4 jucători", None),
    ),
    "two name columns, rating, signature": (
        ("Loc", "Nume", "Prenume", "Rating FRS"),
        (1, "Pop", "Ana", 150),
        (2, "Rus", "Ion", 140),
        (3, "Ene", "Dan", 130),
        (4, "Ilie", "Ștefan", 120),
        (None, None, None, None),
        (None, "Secretar general", "I. Popescu", None),
    ),
    "club in brackets, numbering, telephone": (
        ("Jucători",),
        ("1. Ana Pop (CS Cluj)",),
        ("2. Ion Rus (CS Iași) 0722 123 456",),
        ("3. Dan Ene",),
        ("4. Ștefan Ilie, tel. 0744.555.666",),
    ),
    "Italian headings, team, note": (
        ("N.", "Cognome", "Nome", "Squadra"),
        (1, "Pop", "Ana", "Cluj"),
        (2, "Rus", "Ion", "Iași"),
        (3, "Ene", "Dan", "Cluj"),
        (4, "Ilie", "Ștefan", "Iași"),
        ("Note: elenco provvisorio", None, None, None),
    ),
    "Polish headings, telephone column, total": (
        ("Lp.", "Nazwisko", "Imię", "Klub", "Telefon"),
        (1, "Pop", "Ana", "Cluj", "0722"),
        (2, "Rus", "Ion", "Iași", "0733"),
        (3, "Ene", "Dan", "Cluj", ""),
        (4, "Ilie", "Ștefan", "Iași", ""),
        ("Total", 4, None, None, None),
    ),
    "rtg, dashes, arbiter": (
        ("Name", "Rtg", "Club"),
        (ANA, 1543, "Cluj"),
        (ION, "—", "Iași"),
        (DAN, 1480, "Cluj"),
        (EMA, "-", "Iași"),
        ("Arbitru principal: G. Luca", None, None),
        ("Notă: ratingurile din ianuarie", None, None),
    ),
    "double blanks, date under the table, lines for signatures": (
        ("Numele  jucătorului", "Echipa"),
        ("Ana  Pop", "Cluj"),
        (" Ion Rus ", "Iași"),
        ("Dan Ene", "Cluj"),
        ("Ștefan  Ilie", "Iași"),
        ("București, 12.05.2025", None),
        ("Semnătura organizatorului", "L. Marin"),
        ("____________", "____________"),
    ),
}
ABOUT: Final = "Cupa 2019, 01.02.2019 – 30.06.2019"
CROSSTABLES: Final[dict[str, Rows]] = {
    "total, rank, footer": (
        ("Loc", "Nume", "1", "2", "3", "Total"),
        (1, ANA, "", "400-350", "500-300", "3,1583"),
        (2, ION, "350-400", "", "410-390", "1,9792"),
        (3, DAN, "300-500", "390-410", "", "0,8625"),
        ("Total: 3 jucători", None, None, None, None, None),
    ),
    "given names, clubs, signature": (
        ("Nr. crt.", "Nume", "Prenume", "Club", "1", "2", "3"),
        (1, "Pop", "Ana", "Cluj", "x", "400-350", "500-300"),
        (2, "Rus", "Ion", "Iași", "350-400", "x", "410-390"),
        (3, "Ene", "Dan", "Cluj", "300-500", "390-410", "x"),
        ("Secretar general", "I. Popescu", None, None, None, None, None),
    ),
    "numbering, brackets, note": (
        ("Jucătorul", ANA, ION, DAN),
        ("1. Ana Pop (Cluj)", "", "400-350", "500-300"),
        ("2. Ion Rus (Iași)", "350-400", "", "410-390"),
        ("3. Dan Ene", "300-500", "390-410", ""),
        ("Notă: turneu cu un tur", None, None, None),
    ),
}


def content(rows: Rows) -> bytes:
    """Return a workbook with these rows."""
    book, out = Workbook(), BytesIO()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(out)
    return out.getvalue()


async def names_in(table: Table, competition: Competition) -> list[str]:
    """Return the names of the players of a competition, in order."""
    async with table.stored.database.reading() as tx:
        known = await people.several(tx, competition.phase.players)
    return sorted(one.name for one in known)


OWN_PLACES: Final[dict[str, Rows]] = {
    "headings again, groups, title": (
        ("Lista de participare", None),
        ("Nume", "Club"),
        ("Grupa A", None),
        (ANA, "Cluj"),
        (ION, "Iași"),
        ("Nume", "Club"),
        ("Grupa B", None),
        (DAN, "Cluj"),
        (EMA, "Iași"),
    ),
    "no-break spaces, days, places as decimals": (
        ("Nume", "Înscris la", "Loc"),
        ("Ana\N{NO-BREAK SPACE}Pop", "2025-01-05", "1.0"),
        ("Ion\N{ZERO WIDTH SPACE} Rus", "2025-01-05", "2.0"),
        ("Dan Ene", "2025-01-06", "3.0"),
        ("Ștefan Ilie*", "2025-01-07", "4.0"),
    ),
    "places kept free, a pair in a cell, empty names": (
        ("Nume", "Club"),
        (ANA, "Cluj"),
        ("VACANT", None),
        ("N.N.", None),
        (ION, "Iași"),
        ("Rezervă 1", "Iași"),
        ("Geo Luca / Vlad Popa", "Cluj"),
        ("Geo Luca și Vlad Popa", "Cluj"),
        (None, "Iași"),
        (DAN, "Cluj"),
        (EMA, "Iași"),
    ),
}


async def test_a_federations_list_has_no_wrong_person(championship: Championship) -> None:
    """The preview of each list has its four players and nobody else, and these enter.

    Headings, groups and free places between the players are set aside or refused. A hidden first
    sheet, such as last year's list, is named and not entered.
    """
    for name, rows in (LISTS | OWN_PLACES).items():
        await championship.send("lista.xlsx", content(rows))
        assert sorted(first_rows(championship.card)) == sorted(FOUR), name
        assert worded("button.comp.enter", n=4) in championship.card.labels, name
    book, out = Workbook(), BytesIO()
    old = book.worksheets[0]
    old.title, old.sheet_state = "2024", "hidden"
    old.append(("Nume",))
    old.append(("Vasile Vechi",))
    sheet = book.create_sheet("2025")
    for row in (("Nume",), *((one,) for one in FOUR)):
        sheet.append(row)
    book.active = 1
    book.save(out)
    shown = await championship.send("lista.xlsx", out.getvalue())
    assert pattern("table.first_sheet", name="2025", others="2024").search(shown[-1].text)
    await championship.press("button.comp.enter")

    competition = await championship.now()
    assert await names_in(championship.table, competition) == sorted(FOUR)


async def test_a_federations_crosstable_has_no_wrong_person(table: Table) -> None:
    """The three players of each crosstable have their results, and nobody else has any.

    A player never meets themselves, a free place or a pair.
    """
    for second, key in (
        (ANA, "table.player_twice"),
        ("N.N.", "table.nobody_named"),
        ("Ana & Ion", "table.two_people"),
    ):
        rows = (
            (ABOUT, None, None, None),
            ("Nr.", "Nume", "1", "2"),
            (1, ANA, "", "400-350"),
            (2, second, "350-400", ""),
        )
        (answer,) = await send(table, content(rows), "cupa.xlsx")

        assert pattern(key, found=second).search(answer.text), answer.text

    *_, shown = [await _season_shown(table, name) for name in CROSSTABLES]
    await table.press(table.arbiter, shown, "button.import.yes")

    code = facts_of(shown, "import.done_season")["code"]
    competition = await table.stored.competition(code)
    assert await names_in(table, competition) == sorted((ANA, ION, DAN))


async def _season_shown(table: Table, name: str) -> Message:
    """Send the crosstable of that name; return the preview, which has its three players."""
    await send(table, content(CROSSTABLES[name]), "cupa.xlsx")
    (shown,) = await table.say(table.arbiter, ABOUT)
    assert mentions(shown, "import.shown_season", players=3, number=3), name
    assert all(one in shown.text for one in (ANA, ION, DAN)), name
    return shown
