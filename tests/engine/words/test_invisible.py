"""Texts that look alike are equal: characters that show nothing are left out."""

import sys
import unicodedata

import pytest

from engine.notation import fold
from engine.typed import visible

BLANKS = "\u3164\u2800\u034f\u17b4\u180b\ufe00\ufe0f\U000e0100\u200b\u200d\u2060\u00ad\uffa0\u115f"


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_a_name_is_what_people_see(blank: str) -> None:
    """A name with a blank in it, before it or behind it equals the name without."""
    for written in (f"Ana{blank} Pop", f"{blank}Ana Pop", f"Ana Pop{blank}", f"A{blank}na Pop"):
        assert fold(written) == "Ana Pop"
    assert visible(blank) == ""


def test_every_character_that_controls_formats_is_left_out() -> None:
    """No Unicode format character of a text's direction or joining stays, and no letter goes."""
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        name = unicodedata.name(sign, "")
        if visible(sign):
            assert "VARIATION SELECTOR" not in name, ascii(sign)
            assert "FILLER" not in name or unicodedata.category(sign) != "Lo", ascii(sign)
            assert not name.startswith("ZERO WIDTH"), ascii(sign)


def test_a_coloured_symbol_keeps_its_colour() -> None:
    """The selector behind a symbol stays, and nowhere else."""
    assert visible("❤\ufe0f Ana\ufe0f") == "❤\ufe0f Ana"
