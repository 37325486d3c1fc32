"""A dossier set as a PDF bears whatever people have written."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from bot.documents.dossier.blocks import (
    Block,
    Book,
    Chapter,
    Column,
    Cover,
    Facts,
    Grid,
    Lines,
    Player,
    Quote,
    Row,
    Score,
    Section,
)
from bot.documents.dossier.paper import set_in_type
from bot.documents.dossier.paper.typefaces import printable
from bot.documents.render.theme import Side


def book(*blocks: Block, name: str = "Ana Pop") -> Book:
    """Return a book of these blocks, with that player on its cover."""
    return Book(
        cover=Cover(
            competition="Cupa",
            title="Dosarul",
            subtitle="Faza finală",
            scores=(
                Score(
                    head="K7QF/1",
                    red=Player(name, "ROȘU", "1", Side.RED),
                    blue=Player("Ion", "ALBASTRU", "2", Side.BLUE),
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
    """Return all that can be read in a PDF, in one line."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_romanian_letters_are_the_right_ones() -> None:
    """Ș and ț with comma below, ă, â and î come out as they went in."""
    shown = text_of(set_in_type(book(Lines("Știința țării, însă câte ăstea: ȘȚĂÂÎ"))))

    assert "Știința țării, însă câte ăstea: ȘȚĂÂÎ" in shown


def test_a_reason_longer_than_a_page_goes_on_over_the_next() -> None:
    """A cell, a quotation or a fact may be of any length: nothing is cut and nothing fails."""
    long = " ".join(f"cuvânt{number}" for number in range(1500))
    columns = (Column("Ce", 1), Column("Cine", 3))
    grid = Grid(columns, (Row((long, "Ana")), Row(("scurt", "Ion"))), "nimic")

    shown = text_of(
        set_in_type(book(Chapter("Unu"), grid, Quote("Ana", long), Facts((("De ce", long),))))
    )

    assert shown.count("cuvânt1499") == 3
    assert shown.count("cuvânt0 ") == 3


def test_an_empty_table_says_so() -> None:
    """Where there is no row, a sentence stands in the table's place."""
    shown = text_of(set_in_type(book(Section("Mesaje"), Grid((Column("Ce", 1),), (), "Niciunul."))))

    assert "Niciunul." in shown


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
    """Pictographs and hidden signs go, fancy letters are plain, those of other scripts ?."""
    assert printable(written) == shown


@given(st.text(max_size=60), st.text(max_size=200))
@settings(max_examples=25, deadline=None)
def test_no_name_and_no_line_can_break_a_page(name: str, line: str) -> None:
    """Whatever a person is called or writes, the PDF is made and can be read."""
    pdf = set_in_type(book(Chapter(line), Lines(line), Quote(name, line), name=name))

    assert "Cuprins" in text_of(pdf)


MARKUP = ["<b>tare</b>", "<img src='/etc/passwd'/>", "<font size=99>", "</para>", "a < b && c > d",
          "<a href='http://evil'>x</a>", "&nbsp;&#60;", "<unichar code='8238'/>"]  # fmt: skip


@pytest.mark.parametrize("written", MARKUP)
def test_markup_is_printed_as_it_was_written(written: str) -> None:
    """Nobody's name or line opens a file, leads anywhere, or changes how a page is set."""
    blocks = (
        Chapter(written),
        Section(written),
        Lines(written),
        Quote(written, written),
        Facts(((written, written),)),
        Grid(columns=(Column(written, 1),), rows=(Row((written,)),), empty=written),
    )
    pdf = set_in_type(book(*blocks, name=written))
    assert "".join(text_of(pdf).split()).count("".join(written.split())) >= 8
    pages = PdfReader(io.BytesIO(pdf)).pages
    links = [one for page in pages for one in page.get("/Annots", ()) if "/URI" in str(one)]
    assert links == []
