"""The invitations as a spreadsheet."""

from datetime import date
from io import BytesIO

from openpyxl import load_workbook

from bot.documents.views.exports import FileForm, exported
from bot.service.competitions.invite_sheet import invite_sheet
from bot.service.competitions.open_seats import OpenSeat
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from bot.texts.notices.people.links import SeatLinks
from engine.competitions.parts import Entry
from engine.ids import PersonId


def test_names_are_text_whatever_they_begin_with() -> None:
    """A name that looks like a formula is not one for anyone who opens the file."""
    name = '=HYPERLINK("http://example.org")'
    places = [
        OpenSeat(
            Entry(player=PersonId(1), club="+Cluj", seeding=3),
            name,
            SeatLinks("https://t.me/x?start=1"),
        ),
        OpenSeat(Entry(player=PersonId(2)), "Ion Rus", SeatLinks("https://t.me/x?start=2")),
    ]

    def word(text: Text) -> str:
        return load_catalogue("ro").plain(text)

    content = exported([invite_sheet(places, word)], FileForm.XLSX, date(2025, 3, 1), word)
    (sheet,) = load_workbook(BytesIO(content)).worksheets
    header, first, second = sheet.iter_rows()

    assert [cell.value for cell in header] == [
        "Cap de serie",
        "Nume",
        "Club",
        "Invitația personală",
    ]
    assert [cell.value for cell in first] == [3, name, "+Cluj", "https://t.me/x?start=1"]
    assert {cell.data_type for cell in first[1:]} == {"s"}
    assert second[0].value is None


def test_a_bot_with_a_page_also_gives_the_links_for_browsers() -> None:
    """The column is there only if the bot has an address."""
    seat = OpenSeat(
        Entry(player=PersonId(1)),
        "Ana Pop",
        SeatLinks("https://t.me/x?start=1", "https://x.org/app/#seat=1"),
    )

    word = load_catalogue("ro").plain
    content = exported([invite_sheet([seat], word)], FileForm.XLSX, date(2025, 3, 1), word)

    (sheet,) = load_workbook(BytesIO(content)).worksheets
    header, row = sheet.iter_rows()
    assert header[-1].value == "Invitația pentru orice browser"
    assert row[-1].value == "https://x.org/app/#seat=1"
