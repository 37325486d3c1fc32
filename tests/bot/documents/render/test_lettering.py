from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFont

from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style, drawable, text_sprite, text_width
from bot.documents.render.theme import COLOURS, PALETTE, RAMPS, Face, Tone

FONTS = resources.files("bot.documents.render") / "fonts"
ROMANIAN = "ăâîșțĂÂÎȘȚ"
NEEDED = ROMANIAN + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;/()?+−–…·„”"


@pytest.mark.parametrize("face", list(Face))
def test_every_face_has_the_romanian_letters(face: Face) -> None:
    """Every font has all letters and marks that the sheets need."""
    with resources.as_file(FONTS / face.value) as path:
        font = ImageFont.truetype(path, 40, layout_engine=ImageFont.Layout.BASIC)
    missing = bytes(font.getmask("\U0010ffff"))
    assert [letter for letter in NEEDED if bytes(font.getmask(letter)) == missing] == []


@pytest.mark.parametrize("pair", ["șş", "țţ", "ȘŞ", "ȚŢ", "șs", "ăa", "âa", "îi"])
def test_marks_are_really_drawn(pair: str) -> None:
    """Ș and Ț are drawn with a comma, not with a cedilla, and no mark is lost."""
    one, other = (text_sprite(letter, Style(Face.SEMI, 60)).image for letter in pair)
    assert (one.size, one.tobytes()) != (other.size, other.tobytes())


def test_the_typefaces_lie_beside_their_licence() -> None:
    """Each font has less than a megabyte, and their licence is beside them."""
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in licence
    assert all(len((FONTS / face.value).read_bytes()) < 1_000_000 for face in Face)


def test_the_palette_has_room_and_every_ramp_runs_from_ground_to_ink() -> None:
    """A drawing has one byte a pixel, and full coverage gives the ink's own colour."""
    assert len(PALETTE) <= 256 * 3
    assert set(COLOURS) == set(Tone)
    for (ink, ground), ramp in RAMPS.items():
        assert (ramp[0], ramp[255]) == (ground, ink)


@given(
    text=st.text(st.sampled_from(ROMANIAN + "MW ilj.·0"), max_size=60),
    width=st.integers(1, 300),
    align=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_a_label_never_leaves_its_box(text: str, width: int, align: float) -> None:
    """A text of any length stays between the left and right edges of its box."""
    canvas = Canvas(400, 60)
    canvas.label(Box(50, 10, width, 40), text, Style(Face.BOLD, 30), align)
    drawn = canvas.image.point([0] + [255] * 255).getbbox()
    assert drawn is None or (drawn[0] >= 49 and drawn[2] <= 50 + width + 1)


def test_only_what_is_too_wide_shrinks_or_is_shortened() -> None:
    """A text that fits keeps its size and its letters."""
    style = Style(Face.REGULAR, 30)
    name = "Ecaterina Brâncoveanu"
    assert style.fit(name, 1000) == style
    assert style.shorten(name, 1000) == name
    smaller = style.fit(name, 180)
    assert smaller.width(name) <= 180
    assert smaller.size < 30
    cut = style.shorten(name, 180)
    assert cut.endswith("…")
    assert name.startswith(cut[:-1])
    assert style.width(cut) <= 180
    assert style.shorten(name, 2) == ""


def test_lettering_is_cut_out_of_the_page_without_a_rim() -> None:
    """Letters on gold have no pixel of the page's own colour at their edges."""
    canvas = Canvas(200, 60, Tone.GOLD_SOFT)
    canvas.text((10, 45), "Ștefan", Style(Face.BOLD, 40, Tone.RED, Tone.GOLD_SOFT))
    shown = {number for _, number in canvas.image.getcolors(256) or []}
    assert Tone.PAPER not in shown
    assert shown <= set(RAMPS[Tone.RED, Tone.GOLD_SOFT])
    assert isinstance(canvas.image, Image.Image)


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ștefan Țîrlea – „0,5”", "Ștefan Țîrlea – „0,5”"),
        ("Radu 🏆 Arbitru 🇷🇴", "Radu Arbitru"),
        ("🎲 🏆", "?"),
        ("𝓐𝓷𝓪 Ｐｏｐ", "Ana Pop"),
        ("Ⓐna\N{CYRILLIC SMALL LETTER KOMI SJE}", "Ana?"),
        ("\u2068דני\u2069", "???"),
        ("1 234", "1 234"),
    ],
)
def test_what_a_typeface_lacks_is_never_drawn_as_a_box(face: Face, text: str, shown: str) -> None:
    """A missing pictograph is dropped, a fancy letter becomes plain, others become ?."""
    assert drawable(text, face) == shown
    assert text_width(text, face, 30) == text_width(shown, face, 30)
    text_sprite(text, Style(face, 30))
