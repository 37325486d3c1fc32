"""Lists of players as arbiters have them: pasted or in a file, tidy or not."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from bot.documents.tables.entries import MOST, Listed, PlayerList, read_file, read_pasted
from bot.documents.tables.faults import TableError

ANA = Listed(name="Ana Pop", club="Cluj", seeding=1)
DAN = Listed(name="Dan Șerban", club="Iași", seeding=2)
GEO = Listed(name="Geo", club="", seeding=None)


def spreadsheet(*rows: tuple[str | float, ...]) -> bytes:
    """Return an XLSX file with these rows."""
    book = Workbook()
    sheet = book.create_sheet(index=0)
    for row in rows:
        sheet.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def told(found: PlayerList) -> list[tuple[int, str]]:
    """Return line and code of every fault."""
    return [(fault.line, fault.code) for fault in found.faults]


@pytest.mark.parametrize(
    "pasted",
    [
        "Ana Pop, Cluj, 1\nDan Șerban, Iași, 2\nGeo",
        "1. Ana Pop; Cluj; 1\n2. Dan Șerban;Iași;2\n\n3. Geo",
        "1 Ana Pop, Cluj, 1\n2) Dan Șerban, Iași, 2\n 3 Geo",
        "1\tAna Pop\tCluj\t1\n2\tDan Șerban\tIași\t2\n3\tGeo",
        "- Ana Pop - Cluj - 1\n• Dan Șerban – Iași – 2\n– *Geo*",
        "ana pop, Cluj, 1\n*Dan Șerban*, Iași, 2\ngeo",
        "nume\tclub\tcap de serie\nAna  Pop\tCluj\t1\nDan Șerban\tIași\t2\nGeo",
        "Club, Name, Seed, Phone\nCluj, Ana Pop, 1, 0722\nIași, Dan Șerban, 2\n, Geo",
    ],
)
def test_a_pasted_list_is_read_as_people_write_it(pasted: str) -> None:
    """Numbered or not, with a header in any order or without, whatever stands between."""
    found = read_pasted(pasted)

    assert (found.players, found.faults) == ((ANA, DAN, GEO), ())
    assert found.aside == (("Phone",) if "Phone" in pasted else ())


def test_a_club_may_stand_in_brackets_and_talk_is_no_player() -> None:
    """Of a message as it was received the greeting, an address and a number are no names."""
    found = read_pasted(
        "Bună ziua!\nJucători:\nAna-Maria Pop (Cluj)\nIon Rus (C.S. Iași)\n"
        "Dan Ene 0722123456\nEma ema@x.ro"
    )

    assert [(one.name, one.club) for one in found.players] == [
        ("Ana-Maria Pop", "Cluj"),
        ("Ion Rus", "C.S. Iași"),
    ]
    assert told(found) == [(1, "name"), (2, "name"), (5, "name"), (6, "name")]


def test_a_file_is_read_like_a_pasted_list() -> None:
    """CSV as a Romanian spreadsheet saves it, and XLSX with numbers in its cells."""
    header = ("name", "club", "seed")
    book = spreadsheet(header, ("Ana Pop", "Cluj", 1), ("Dan Șerban", "Iași", 2.0), ("Geo",))
    table = "\ufeffname;club;seed\r\nAna Pop;Cluj;1\r\nDan Șerban;Iași;2\r\nGeo;;\r\n"

    assert read_file(book, "lista.xlsx") == PlayerList((ANA, DAN, GEO))
    assert read_file(table.encode(), "lista.csv") == PlayerList((ANA, DAN, GEO))


def test_ratings_become_places() -> None:
    """The highest is the first; equals share a place, and who has none comes after all."""
    found = read_pasted("Ana, Cluj, 1543\nIon, Cluj, 1620.5\nDan\nVio, Iași, 1543\nEma, Iași, 99")

    assert [(one.name, one.seeding) for one in found.players] == [
        ("Ana", 2),
        ("Ion", 1),
        ("Dan", None),
        ("Vio", 2),
        ("Ema", 4),
    ]
    assert found.has_ratings
    assert not read_pasted("Ana,,7\nIon,,99").has_ratings


def test_a_club_has_one_spelling() -> None:
    """Otherwise clubmates would be drawn into one group."""
    found = read_pasted("Ana, CS Iași\nDan, cs iasi\nIon, C.S. Iaşi\nEma, Cluj")

    assert [one.club for one in found.players] == ["CS Iași", "CS Iași", "CS Iași", "Cluj"]


def test_what_is_wrong_is_told_by_line_and_the_rest_is_understood() -> None:
    """A list with mistakes loses nothing of what is right in it."""
    found = read_pasted(
        "Ana Pop, Cluj, 1\n, Iași, 2\nAna POP, Iași, 3\nIon, Cluj, tare\n"
        "Pop, Vio, Cluj, 3\nEma, Cluj, 0\nDan Șerban, Iași, 2"
    )

    assert found.players == (ANA, DAN)
    assert told(found) == [
        (2, "no_name"),
        (3, "player_twice"),
        (4, "number"),
        (5, "too_many_cells"),
        (6, "positive"),
    ]
    assert all(f"line {fault.line}" in str(fault) for fault in found.faults)


def test_nothing_and_too_much_are_refused() -> None:
    """An empty list has a fault of its own, and a very long one is cut off with one."""
    everybody = "\n".join(f"Jucător {number}" for number in range(MOST + 2))

    assert told(read_pasted("name,club,seed")) == [(0, "empty_list")]
    assert told(read_pasted(everybody)) == [(MOST + 1, "too_many")]
    assert len(read_pasted(everybody).players) == MOST


@pytest.mark.parametrize("content", [b"PK\x03\x04 not a spreadsheet", b"\xff\xfe\x00"])
def test_a_file_that_is_no_table_is_refused_whole(content: bytes) -> None:
    """It ends in the error that says so, and in no other."""
    with pytest.raises(TableError):
        read_file(content, "x.xlsx")


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=200))
def test_whatever_is_pasted_ends_in_players_and_faults(text: str) -> None:
    """No text makes it fail, and no player comes out without a name or twice."""
    found = read_pasted(text)
    names = [player.name for player in found.players]

    assert all(names)
    assert len(set(names)) == len(names)
    assert found.players or found.faults
