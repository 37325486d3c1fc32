"""Deceptive or breaking names and texts are readable everywhere and do nothing."""

import io
import logging
import re
from datetime import date
from unicodedata import category

import openpyxl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.chat.input_kinds import is_of_move
from bot.documents.render.lettering import Style, text_sprite
from bot.documents.render.theme import Face
from bot.documents.views.record import game_record
from bot.documents.views.spreadsheets import BookSheet, spreadsheet
from bot.runtime import log
from bot.service.readers.people.persons import LONGEST_NAME, readable_name
from bot.texts.clean_text import MOST_MARKS, clean, is_blank
from bot.texts.formats import one_line
from bot.transport.receiving.storing import raw_update
from bot.transport.sending.press import harmless_name
from bot.web.headers import file_name_header
from engine.gcg.reader import read_gcg
from engine.gcg.writer import write_gcg
from tests.builders import BLUE, RED, game_after

HIDDEN = (
    "\u202e\u202a\u2066\u2069\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u061c"
    "\x00\x07\x1b\x7f\x85\u2028"
)
NASTY = [
    "Ana\u202egpj.exe",
    "A\u200bn\u200ca",
    "Z" + "\u0337\u0334\u035d" * 400,
    "x" * 10_000,
    "Ana\nPop\r\nadmin=True",
    "\ud800Ana\udfff",
    "\x1b[31mAna\x1b[0m",
    "<b>Ana</b> & \"Co\" '--; DROP TABLE persons",
    '=HYPERLINK("http://evil")',
    "+1+1", "-1", "@SUM(A1)",
    HIDDEN,
]  # fmt: skip
ANY_TEXT = st.text(
    st.one_of(
        st.characters(codec=None), st.sampled_from(HIDDEN + "\u0301\u0337\u20dd<>&\"'=+-@\n\r\t")
    ),
    max_size=80,
)
FEW = settings(deadline=None)


def is_safe(line: str) -> bool:
    """Return whether a line has no controls, direction marks, lone surrogates or mark stacks."""
    kinds = "".join("m" if category(each) in {"Mn", "Me"} else "." for each in line)
    hides = any(category(each)[0] == "C" or category(each) in {"Zl", "Zp"} for each in line)
    return not hides and "m" * (MOST_MARKS + 1) not in kinds


@FEW
@given(st.one_of(ANY_TEXT, st.sampled_from(NASTY)))
@example("x" * 10_000)
def test_a_name_is_kept_readable_or_not_at_all(name: str) -> None:
    """A stored name is one short line of visible letters, stable when read again."""
    kept = readable_name(name)
    assert is_safe(kept)
    assert len(kept) <= LONGEST_NAME
    assert readable_name(kept) == kept
    assert kept.encode() is not None


@pytest.mark.parametrize(
    "name", ["Ștefăniță Țuțu", "O’Neill", "שרה לוי", "محمد علي", "Łukasz Żółć", "李小龍", "Đặng"]
)  # fmt: skip
def test_names_of_all_writings_stay_as_they_are(name: str) -> None:
    """A real name stays as it is, and one from right to left affects only itself."""
    assert readable_name(name) == name
    shown = one_line(name)
    assert shown.strip("\u2068\u2069") == name
    assert (shown != name) == (name in {"שרה לוי", "محمد علي"})


@FEW
@given(ANY_TEXT)
def test_what_is_shown_in_a_message_is_safe(text: str) -> None:
    """A fact becomes one line of escaped HTML, without anything that hides or reorders."""
    shown = one_line(text)
    assert is_safe(shown.strip("\u2068\u2069"))
    assert not set("<>") & set(shown)
    assert len(shown) < 2000


@FEW
@given(ANY_TEXT)
def test_a_longer_text_keeps_its_lines_and_nothing_hidden(text: str) -> None:
    """Quotes, notes and chat lines are cleaned like names, line by line."""
    assert all(map(is_safe, clean(text, longest=3000, lines=True).split("\n")))


@pytest.mark.parametrize(
    ("text", "blank"), [("", True), (" \u200b\n", True), ("—", False), ("…", False)]
)
def test_only_a_text_without_a_visible_character_is_blank(text: str, blank: bool) -> None:
    """A person may answer with a dash, although a dash also stands for what was left out."""
    assert is_blank(text) is blank


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_drawn_whatever_it_is(name: str) -> None:
    """Drawing never fails, and the text is no wider than measured."""
    style = Style(Face.REGULAR, 16)
    short = style.shorten(name[:200], 300)
    assert style.width(short) <= 300
    assert text_sprite(short, style).image.height < 80


@pytest.mark.parametrize("name", NASTY)
def test_a_spreadsheet_holds_names_as_texts(name: str) -> None:
    """A name that looks like a formula is a text in the sheet, without control characters."""
    kept = readable_name(name) or "?"
    sheet = BookSheet(name=kept, columns=("Nume",), rows=[(kept,)])
    book = openpyxl.load_workbook(io.BytesIO(spreadsheet([sheet], date(2025, 5, 3))))
    cell = book.worksheets[0]["A2"]
    assert cell.data_type == "s"
    assert cell.value == kept


@pytest.mark.parametrize(
    "name", ["../../etc/passwd.png", "C:\\x\\nul.jpg", "a\nb.png", "\u202egpj.exe", "", "." * 99]
)  # fmt: skip
def test_a_picture_is_passed_on_under_a_harmless_name(name: str) -> None:
    """Its name has no path, no control character, and only its real ending."""
    assert re.fullmatch(r"[\w -]{1,40}\.jpg", harmless_name(name))


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("fișa Ană.jpg", "fisa Ana.jpg"),
        ("a/../date.json", "date.json"),
        ("日.jpg", "_.jpg"),
        ('Lista "A": 1\n2.zip', "Lista _A__ 1_2.zip"),
    ],
)
def test_a_browser_gets_a_file_under_a_name_that_every_system_takes(
    name: str, offered: str
) -> None:
    """Letters lose their diacritics, and every sign that a system refuses becomes a line."""
    assert file_name_header(name) == offered


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("name", NASTY)
def test_nobodys_text_passes_for_a_line_of_the_log(name: str, as_json: bool) -> None:
    """Each entry begins one line; controls are visible, and further lines are indented."""
    out = io.StringIO()
    root = logging.getLogger()
    before = (root.handlers, root.level)
    try:
        log.set_up(as_json=as_json, stream=out)
        forged = f"{name}\n2025-05-03T08:00:00Z [info] paid"
        log.get_logger().info("joined", who=forged)
        logging.getLogger("library").warning("odd: %s", forged)
        try:
            int(forged)
        except ValueError:
            log.get_logger().exception("failed")
    finally:
        root.handlers, root.level = before
    lines = out.getvalue().rstrip("\n").split("\n")
    assert sum(not line.startswith("    ") for line in lines) == 3
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e\u2028]", out.getvalue())
    assert out.getvalue().encode()


def test_half_a_character_stops_no_update() -> None:
    """Characters that databases refuse are replaced first, so later updates are processed."""
    hostile = {"update_id": 1, "message": {"text": "\ud83d \x00", "chat": {"id": 5}}}
    row = raw_update(hostile, is_of_move)
    assert row is not None
    assert row.raw.encode()
    assert "\x00" not in row.raw
    assert row.chat == 5


@pytest.mark.parametrize("name", NASTY)
def test_a_name_adds_no_line_to_a_game_record(name: str) -> None:
    """The record is read back with its two players, under those names and no other lines."""
    kept = readable_name(name) or "?"
    game = game_after("H8 CASA", "PAS")
    names = {RED: kept, BLUE: "#player2 x\n>x: AE 8H A +9 9\n#player2 y"}
    written = write_gcg(game_record(game, names, f"Cupa {kept}"))
    record = read_gcg(written)
    assert [player.name for player in record.players] == [
        " ".join(each.split()) for each in names.values()
    ]
    assert len(record.entries) == 2
    assert sum(line.startswith("#player") for line in written.decode().splitlines()) == 2
