"""The language in which a person gets messages."""

import pytest

from bot.texts.languages import negotiate


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
    """Romanian is the default; other languages than the two get English."""
    assert negotiate(announced) == language
