"""Which language somebody is spoken to in."""

import pytest

from bot.texts.i18n import negotiate


@pytest.mark.parametrize(
    ("announced", "language"),
    [
        ("ro", "ro"),
        ("ro-RO", "ro"),
        ("ro_MD", "ro"),
        ("mo", "ro"),
        ("", "ro"),
        (None, "ro"),
        ("en", "en"),
        ("en-GB", "en"),
        ("hu", "en"),
        ("pt-br", "en"),
    ],
)
def test_the_language_follows_what_the_app_announces(announced: str | None, language: str) -> None:
    """Romanian first: it is also chosen when nothing is announced; other languages get English."""
    assert negotiate(announced) == language
