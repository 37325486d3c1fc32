"""Arbiters' lists of players: pasted or in a file, tidy or not."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from bot.documents.tables.comma_names import known_texts
from bot.documents.tables.faults import TableError
from bot.documents.tables.listed_players import ListedPlayer, PlayerList
from bot.documents.tables.pasted_players import read_pasted
from bot.documents.tables.player_lists import MOST_PLAYERS, players_of, read_file, read_table
from tests.examples import HALF

ANA = ListedPlayer(name="Ana Pop", club="Cluj", seeding=1)
DAN = ListedPlayer(name="Dan Șerban", club="Iași", seeding=2)
GEO = ListedPlayer(name="Geo", club="", seeding=None)


def spreadsheet(*rows: tuple[str | float, ...]) -> bytes:
    """Return an XLSX file with these rows."""
    book = Workbook()
    sheet = book.create_sheet(index=0)
    for row in rows:
        sheet.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def lines_and_codes(found: PlayerList) -> list[tuple[int, str]]:
    """Return line and code of every error."""
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
    """Numbers, a header in any order, and other lines are all optional."""
    found = read_pasted(pasted)

    assert (found.players, found.faults) == ((ANA, DAN, GEO), ())
    assert found.aside == (("Phone",) if "Phone" in pasted else ())


def test_the_last_of_several_names_is_no_heading() -> None:
    """„Jucător I” reads like the heading „jucători”, but nobody follows it."""
    assert [one.name for one in read_pasted("Ana Pop\nJucător I").players] == [
        "Ana Pop",
        "Jucător I",
    ]


def test_a_name_that_reads_like_a_heading_hides_nobody_above_it() -> None:
    """„Jucător I” between others is a player; „Jucători” above the names is a heading."""
    names = [f"Jucător {letter}" for letter in "FGHIJ"]
    for above in ("", "Jucători\n", "Numele și prenumele\n"):
        found = read_pasted(above + "\n".join(names))
        assert ([one.name for one in found.players], found.titles) == (names, ())


def test_a_club_may_stand_in_brackets_and_talk_is_no_player() -> None:
    """Greeting and address in a forwarded message are not names; a telephone is no part of one."""
    found = read_pasted(
        "Bună ziua!\nJucători:\nAna-Maria Pop (Cluj)\nIon Rus (C.S. Iași)\n"
        "Dan Ene 0722123456\nEma ema@x.ro"
    )

    assert [(one.name, one.club) for one in found.players] == [
        ("Ana-Maria Pop", "Cluj"),
        ("Ion Rus", "C.S. Iași"),
        ("Dan Ene", ""),
    ]
    assert lines_and_codes(found) == [(1, "name"), (2, "name"), (6, "name")]


@pytest.mark.parametrize(
    "number", ["a) ", "Nr. 3 ", "Nr.4. ", "#5 ", "#6. ", "7\ufe0f\u20e3 ", "8: ", "9 "]
)
def test_the_number_of_a_line_is_no_part_of_a_name(number: str) -> None:
    """However lists and messages number their lines."""
    (found,) = read_pasted(f"{number}Ana Pop").players

    assert (found.name, found.club) == ("Ana Pop", "")


@pytest.mark.parametrize("mark", ["1.\t", "1\t", "•\t", "- "])
def test_a_marked_line_joins_the_parts_of_a_name_as_any_other(mark: str) -> None:
    """The tab after a number or bullet separates no cells: the first name is no club."""
    known = known_texts([("Ana Pop", "")])

    (found,) = read_pasted(f"{mark}Pop, Ana", known).players

    assert (found.name, found.club) == ("Ana Pop", "")


@pytest.mark.parametrize(
    ("line", "club", "seed"),
    [
        ("Ana Pop (0722 123 456)", "", None),
        ("Ana Pop, 0722 123 456", "", None),
        ("Ana Pop (ana@x.ro)", "", None),
        ("Ana Pop, tel. 0733.111.222, 2", "", 2),
        ("Ana Pop; ana@x.ro; 3", "", 3),
        ("Ana Pop (CS Cluj 1923), 4", "CS Cluj 1923", 4),
        ("Ana Pop (CS Iași, tel. 0744555666)", "CS Iași", None),
    ],
)
def test_a_telephone_or_address_is_no_club(line: str, club: str, seed: int | None) -> None:
    """A club is public; a telephone number in its place or beside it is left out."""
    (found,) = read_pasted(line).players

    assert (found.name, found.club, found.seeding) == ("Ana Pop", club, seed)


@pytest.mark.parametrize("wrong", ["Åžtefan Ilie", "ĹžTEFAN Ilie"])
def test_a_first_letter_in_two_pieces_is_damage(wrong: str) -> None:
    """„Ştefan” in UTF-8, read as the encoding of Western or Eastern Europe, is refused."""
    (fault,) = read_pasted(wrong).faults

    assert fault.facts["likely"] == "utf-8"


def test_quotation_marks_inside_a_word_are_damage() -> None:
    """„Țîrlea” saved by an old Macintosh is refused, and a nickname in quotation marks is not."""
    found = read_pasted("Ana „Anuța” Pop\nŻtefan Ţ”rlea")

    assert [one.name for one in found.players] == ["Ana „Anuța” Pop"]
    assert lines_and_codes(found) == [(2, "letters_unknown")]


def test_a_file_is_read_like_a_pasted_list() -> None:
    """CSV from a Romanian spreadsheet and XLSX with numeric cells give the same list."""
    header = ("name", "club", "seed")
    book = spreadsheet(header, ("Ana Pop", "Cluj", 1), ("Dan Șerban", "Iași", 2.0), ("Geo",))
    table = "\ufeffname;club;seed\r\nAna Pop;Cluj;1\r\nDan Șerban;Iași;2\r\nGeo;;\r\n"

    assert read_file(book, "lista.xlsx") == PlayerList(players=(ANA, DAN, GEO))
    assert read_file(table.encode(), "lista.csv") == PlayerList(players=(ANA, DAN, GEO))


@pytest.mark.parametrize(
    ("table", "unclear"),
    [
        ("Nr;Nume;Club;Cap de serie\n4;Ana Pop;Cluj;1\n9;Dan Șerban;Iași;2\n;Geo;;", None),
        ("Nr. crt.;Nume;Prenume;Club;Loc\n1;Pop;Ana;Cluj;1\n2;Șerban;Dan;Iași;2\n3;Geo", None),
        ("Nume;Club;Nr.\nAna Pop;Cluj;1\nDan Șerban;Iași;2\nGeo;;", None),
        ("Nr.;Nume;Club\n1;Ana Pop;Cluj\n2;Dan Șerban;Iași\n3;Geo;", None),
        ("Nr.;Nume;Club\n7;Ana Pop;Cluj\n5;Dan Șerban;Iași\n;Geo;", "seed"),
        ("Ana Pop;Cluj;1\nDan Șerban;Iași;2\nGeo;;", None),
        ("1;Cluj;Ana Pop\n2;Iași;Dan Șerban\n3;Iași;Geo Luca", None),
        ("Ana Pop;Cluj;1543;12\nDan Șerban;Iași;1620;9", "rating"),
        ("Cluj Est;Ana Pop;1\nIași Sud;Dan Șerban;2", "name"),
        ("Nume;Jucător;Club\nAna Pop;Ana;Cluj\nDan Șerban;Dan;Iași", "name"),
        ("Nume;Clubul;Echipa\nAna Pop;Cluj;A\nDan Șerban;Iași;B", "club"),
    ],
)
def test_columns_are_known_by_their_headings_or_their_content(
    table: str, unclear: str | None
) -> None:
    """A number before the name is a row number; uncertain columns are asked about."""
    found = read_table(table.encode(), "lista.csv")

    assert found.unclear == unclear
    if unclear is None:
        names = [one.name for one in players_of(found).players]
        assert names[:2] == ["Ana Pop", "Dan Șerban"]
        assert names[2].startswith("Geo")
        assert not players_of(found).faults


def test_a_column_of_numbers_may_be_almost_empty() -> None:
    """One number shows what the column holds."""
    found = read_table("Ana Pop;Cluj;\nDan Șerban;Iași;5\nGeo Luca;Iași;".encode(), "lista.csv")

    assert [one.seeding for one in players_of(found).players] == [None, 5, None]


def test_a_column_has_one_role_and_the_last_ones_answer_themselves() -> None:
    """Once no column is left, unclear roles are treated as missing."""
    found = read_table("Ana Pop;Ion Rus\nDan Șerban;Vio Marin".encode(), "lista.csv")
    chosen = found.with_column("name", 1).with_column("club", 0)

    assert chosen.unclear is None
    assert [one.name for one in players_of(chosen).players] == ["Ion Rus", "Vio Marin"]
    assert chosen.with_column("name", 0).unclear == "club"


def test_ratings_become_places() -> None:
    """The highest is first; equal ratings share a rank; players without one come last."""
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
    found = read_pasted("Ana Pop, CS Iași\nDan Rus, cs iasi\nIon Ene, C.S. Iaşi\nEma Ilie, Cluj")

    assert [one.club for one in found.players] == ["CS Iași", "CS Iași", "CS Iași", "Cluj"]


@pytest.mark.parametrize(
    ("line", "name", "club", "seed"),
    [
        ("Pop, Ana", "Ana Pop", "", None),
        ("POP, ANA MARIA", "ANA MARIA POP", "", None),
        ("Marin-Pop, Vio", "Vio Marin-Pop", "", None),
        ("Pop, Ana, CSM Cluj", "Ana Pop", "CSM Cluj", None),
        ("Pop, Ana, CSM Cluj, 2", "Ana Pop", "CSM Cluj", 2),
        ("Pop, Ana (CSM Cluj)", "Ana Pop", "CSM Cluj", None),
        ("Pop, Dan, 1", "Dan Pop", "", 1),
        ("Pop, Oradea, 1", "Pop", "Oradea", 1),
        ("Pop Ana, CSM Cluj", "Pop Ana", "CSM Cluj", None),
        ("Pop Ana, Cluj", "Pop Ana", "Cluj", None),
        ("Pop, CSM Cluj", "Pop", "CSM Cluj", None),
        ("Pop; Steaua", "Pop", "Steaua", None),
        ("Pop, Steaua, 1", "Pop", "Steaua", 1),
    ],
)
def test_a_comma_separates_surname_and_given_name(
    line: str, name: str, club: str, seed: int | None
) -> None:
    """„Pop, Ana” is one name; a line with a whole name before its comma has a club after it."""
    known = known_texts([("Dan Rus", "Steaua")])

    (found,) = read_pasted(line, known).players

    assert (found.name, found.club, found.seeding) == (name, club, seed)


def test_a_known_club_after_a_surname_is_asked_about() -> None:
    """Nobody can tell whether „Pop, Steaua” is a name, unless a player has that given name."""
    known = known_texts([("Dan Rus", "Steaua")])

    found = read_pasted("Ene, Vio\nPop, Steaua", known)

    assert [one.name for one in found.players] == ["Vio Ene"]
    assert [(one.code, one.line) for one in found.faults] == [("name_or_club", 2)]
    assert read_pasted("Pop, Steaua", known).faults[0].code == "name_or_club"
    named = known_texts([("Steaua Rus", ""), ("Dan Rus", "Steaua")])
    assert read_pasted("Pop, Steaua", named).players[0].name == "Steaua Pop"
    assert read_pasted("Dan Ene, Ilva\nPop, Ilva").faults[0].code == "name_or_club"


def test_what_is_wrong_is_reported_by_line_and_the_rest_is_understood() -> None:
    """Correct lines of a list with mistakes are kept."""
    found = read_pasted(
        "Ana Pop, Cluj, 1\n, Iași, 2\nAna POP, , 3\nIon, Cluj, tare\n"
        "Vio Pop, Cluj, 3, 4\nEma, Cluj, 0\nDan Șerban, Iași, 2"
    )

    assert found.players == (ANA, DAN)
    assert lines_and_codes(found) == [
        (2, "no_name"),
        (3, "player_twice"),
        (4, "number"),
        (5, "too_many_cells"),
        (6, "positive"),
    ]
    assert all(f"line {fault.line}" in str(fault) for fault in found.faults)


def test_two_people_of_one_name_are_told_apart_by_their_clubs() -> None:
    """A name again with the same club or without one is a double; with another club it stays."""
    found = read_pasted("Ana Pop, Cluj\nana pop, Iași\nPop Ana, cluj\nAna Pop, Iasi\nAna Pop")

    assert [(one.name, one.club) for one in found.players] == [
        ("Ana Pop", "Cluj"),
        ("Ana Pop", "Iași"),
    ]
    assert lines_and_codes(found) == [
        (3, "turned_list"),
        (4, "player_twice"),
        (5, "player_twice"),
    ]
    assert lines_and_codes(read_pasted("Ana Pop, Cluj, 1\nAna Pop, Iași, 1")) == [(2, "seed_twice")]


def test_nothing_and_too_much_are_refused() -> None:
    """An empty list has its own error, and a very long one is cut with an error."""
    everybody = "\n".join(f"Jucător {number}" for number in range(MOST_PLAYERS + 2))

    assert lines_and_codes(read_pasted("name,club,seed")) == [(0, "empty_list")]
    assert lines_and_codes(read_pasted(everybody)) == [(MOST_PLAYERS + 1, "too_many")]
    assert len(read_pasted(everybody).players) == MOST_PLAYERS


@pytest.mark.parametrize("content", [b"PK\x03\x04 not a spreadsheet", b"\xff\xfe\x00"])
def test_a_file_that_is_no_table_is_refused_whole(content: bytes) -> None:
    """The file gives one error, which says so."""
    with pytest.raises(TableError):
        read_file(content, "x.xlsx")


@settings(max_examples=HALF, deadline=None)
@given(text=st.text(max_size=200))
def test_whatever_is_pasted_ends_in_players_and_faults(text: str) -> None:
    """No text makes it fail, and no player comes out without a name or twice."""
    found = read_pasted(text)
    names = [player.name for player in found.players]

    assert all(names)
    assert len(set(names)) == len(names)
    assert found.players or found.faults


def merged_list(area: str, second: tuple[str | None, ...]) -> PlayerList:
    """Read a list whose second player stands in row 3, with these cells merged."""
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (("Nume", "Club", "Rating"), ("Ana Pop", "Cluj", ""), second):
        sheet.append(row)
    sheet.merge_cells(area)
    out = BytesIO()
    book.save(out)
    return read_file(out.getvalue(), "lista.xlsx")


def test_a_missing_name_is_blamed_on_merged_cells_only_in_its_own_column() -> None:
    """If the cells of the clubs are merged, the name is missing all the same."""
    assert lines_and_codes(merged_list("A2:A3", (None, "Iași", "5"))) == [(3, "merged")]
    assert lines_and_codes(merged_list("B2:B3", (None, None, "5"))) == [(3, "no_name")]
