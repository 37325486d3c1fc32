"""The PDF of a case file prints whatever people have written."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import Destination

from bot.documents.dossier.blocks import (
    Block,
    CaseFileBlocks,
    CaseFileRow,
    Cover,
    CoverGame,
    CoverPlayer,
    Facts,
    FullPagePicture,
    LongTable,
    Quote,
    SectionHeading,
    Subsection,
    TableColumn,
    TextBlock,
)
from bot.documents.dossier.paper import set_in_type
from bot.documents.dossier.paper.page import WIDTH
from bot.documents.dossier.paper.typefaces import printable
from bot.documents.render.theme import PlayerColour


def book(*blocks: Block, name: str = "Ana Pop") -> CaseFileBlocks:
    """Return a book of these blocks, with that player on its cover."""
    return CaseFileBlocks(
        cover=Cover(
            competition="Cupa",
            title="Dosarul",
            subtitle="Faza finală",
            games=(
                CoverGame(
                    head="K7QF/1",
                    red=CoverPlayer(name, "ROȘU", "1", PlayerColour.RED),
                    blue=CoverPlayer("Ion", "ALBASTRU", "2", PlayerColour.BLUE),
                    below=(),
                ),
            ),
            facts=Facts((("Arbitru", "Maria"),)),
            contents="Cuprins",
        ),
        blocks=blocks,
        language="ro",
        page_of="{page} din {pages}",
        imprint="amprenta",
    )


def text_of(pdf: bytes) -> str:
    """Return all readable text of a PDF in one line."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_romanian_letters_are_the_right_ones() -> None:
    """Ș and ț keep their comma, and ă, â and î are unchanged."""
    shown = text_of(set_in_type(book(TextBlock("Știința țării, însă câte ăstea: ȘȚĂÂÎ"))))

    assert "Știința țării, însă câte ăstea: ȘȚĂÂÎ" in shown


def test_a_table_fills_the_width_of_the_page_by_the_shares_of_its_columns() -> None:
    """The second of two columns begins after the share of the first."""
    columns = (TableColumn("Ce", 3), TableColumn("Cine", 1))
    grid = LongTable(columns, (CaseFileRow(("mutare", "Ana")),), "nimic")
    found: dict[str, float] = {}

    def note(text: str, matrix: list[float], *_others: object) -> None:
        found[text.strip()] = matrix[4]

    for page in PdfReader(io.BytesIO(set_in_type(book(grid)))).pages:
        page.extract_text(visitor_text=note)

    assert found["Cine"] - found["Ce"] == pytest.approx(WIDTH * 3 / 4)


def test_a_reason_longer_than_a_page_goes_on_over_the_next() -> None:
    """A cell, a quotation or a fact of any length is printed completely."""
    long = " ".join(f"cuvânt{number}" for number in range(800))
    columns = (TableColumn("Ce", 1), TableColumn("Cine", 3))
    grid = LongTable(columns, (CaseFileRow((long, "Ana")), CaseFileRow(("scurt", "Ion"))), "nimic")

    shown = text_of(
        set_in_type(
            book(SectionHeading("Unu"), grid, Quote("Ana", long), Facts((("De ce", long),)))
        )
    )

    assert shown.count("cuvânt799") == 3
    assert shown.count("cuvânt0 ") == 3


def test_an_empty_table_says_so() -> None:
    """A table without rows becomes a sentence."""
    shown = text_of(
        set_in_type(book(Subsection("Mesaje"), LongTable((TableColumn("Ce", 1),), (), "Niciunul.")))
    )

    assert "Niciunul." in shown


def test_a_picture_is_on_its_own_page() -> None:
    """The file has the picture's pixels once, with the number of pages below."""
    drawn = io.BytesIO()
    Image.new("RGB", (30, 40), "teal").save(drawn, "PNG")

    pages = PdfReader(
        io.BytesIO(set_in_type(book(FullPagePicture("Fișa", drawn.getvalue()))))
    ).pages

    assert [len(page.images) for page in pages] == [0, 1]
    (picture,) = pages[1].images
    assert picture.image is not None
    assert picture.image.size == (30, 40)
    assert picture.image.getpixel((9, 9)) == (0, 128, 128)
    assert "2 din 2" in pages[1].extract_text()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ion 🎲 Rus", "Ion  Rus"),
        ("日本", "??"),
        ("𝓐𝓷𝓪", "Ana"),
        ("<b>Ana</b> & co", "<b>Ana</b> & co"),
        ("a\nb", "a\nb"),
        ("\x00\u202eana", "ana"),
    ],
)
def test_what_the_typefaces_lack_is_left_out_or_marked(written: str, shown: str) -> None:
    """Pictographs and hidden characters go, fancy letters become plain, other scripts ?."""
    assert printable(written) == shown


@given(st.text(max_size=60), st.text(max_size=200))
@settings(max_examples=12, deadline=None)
def test_no_name_and_no_line_can_break_a_page(name: str, line: str) -> None:
    """The PDF is readable for any name and any text."""
    pdf = set_in_type(book(SectionHeading(line), TextBlock(line), Quote(name, line), name=name))

    assert "Cuprins" in text_of(pdf)


MARKUP = ["<b>tare</b>", "<img src='/etc/passwd'/>", "<font size=99>", "</para>", "a < b && c > d",
          "<a href='http://evil'>x</a>", "&nbsp;&#60;", "<unichar code='8238'/>"]  # fmt: skip


@pytest.mark.parametrize("written", MARKUP)
def test_markup_is_printed_as_it_was_written(written: str) -> None:
    """No name and no text opens a file, makes a link, or changes the layout."""
    blocks = (
        SectionHeading(written),
        Subsection(written),
        TextBlock(written),
        Quote(written, written),
        Facts(((written, written),)),
        LongTable(
            columns=(TableColumn(written, 1),), rows=(CaseFileRow((written,)),), empty=written
        ),
    )
    pdf = set_in_type(book(*blocks, name=written))
    assert "".join(text_of(pdf).split()).count("".join(written.split())) >= 8
    pages = PdfReader(io.BytesIO(pdf)).pages
    links = [one for page in pages for one in page.get("/Annots", ()) if "/URI" in str(one)]
    assert links == []


def test_a_bookmark_has_the_heading_as_it_was_written() -> None:
    """Contents and bookmarks show a sign of markup, not its code."""
    pdf = set_in_type(book(SectionHeading("Ana & <Ion>")))

    (mark,) = PdfReader(io.BytesIO(pdf)).outline
    assert isinstance(mark, Destination)
    assert mark.title == "Ana & <Ion>"
    assert "&amp;" not in text_of(pdf)
