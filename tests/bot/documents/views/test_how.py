"""*How to play* as pictures and on paper."""

from io import BytesIO

import pytest
from PIL import Image

from bot.documents.views.how import how_page, how_picture, lesson_picture
from bot.texts.i18n import load_catalogue
from bot.texts.notices.conversation.how import glossary_text, screen_text
from engine.coefficients import normal
from engine.games.events import EditionRef
from engine.lessons import LESSONS

EDITION = EditionRef(name="list", sha256="0" * 64)
CAPTION = 1024
"""The most characters under a picture in Telegram."""
LANGUAGES = [("ro", False), ("ro", True), ("en", False)]


@pytest.mark.parametrize(("language", "formal"), LANGUAGES)
def test_the_screen_fits_under_its_picture(language: str, formal: bool) -> None:
    """In every language and form of address, the eight points are one message."""
    assert len(load_catalogue(language, formal=formal).plain(screen_text())) < CAPTION


@pytest.mark.parametrize(("language", "formal"), LANGUAGES)
def test_the_page_is_one_sheet_of_paper(language: str, formal: bool) -> None:
    """Points, picture and glossary fit A4, and the same texts give the same file."""
    catalogue = load_catalogue(language, formal=formal)
    page = how_page(EDITION, catalogue)
    assert page == how_page(EDITION, catalogue)
    assert page.count(b"/Type /Page\n") == 1
    assert catalogue.plain(glossary_text())


def test_the_pictures_are_drawn() -> None:
    """The four steps, and each lesson with and without a move; a wrong move is left out."""
    word = load_catalogue("ro").plain
    drawn = [how_picture(EDITION, word)]
    for lesson in LESSONS:
        plain = lesson_picture(lesson.number, "", EDITION, word)
        assert lesson_picture(lesson.number, "nothing", EDITION, word) == plain
        drawn += [plain, lesson_picture(lesson.number, lesson.example, EDITION, word)]
    assert len(set(drawn)) == len(drawn)
    for each in drawn:
        assert Image.open(BytesIO(each)).width > 1000


def test_the_page_names_the_right_coefficients() -> None:
    """524 to 480 gives what the page says."""
    worth = normal(524, 480)
    assert (f"{worth.first}", f"{worth.second}") == ("1.5219", "0.4781")
    assert "1,5219" in load_catalogue("ro").entries["how.full.result"][0]
