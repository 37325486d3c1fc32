"""The languages of the catalogues, and the choice of one for a person's app."""

from typing import Final

LANGUAGES: Final = ("ro", "en")
DEFAULT_LANGUAGE: Final = "ro"
"""The language of people who have not chosen one."""
_INTERNATIONAL: Final = "en"
"""The language of people whose own has no catalogue."""
_OLD_CODES: Final = {"mo": "ro"}
"""Language codes that some devices still send, and what they mean: Moldovan is Romanian."""


def negotiate(code: str | None) -> str:
    """Return the catalogue for an app's language code, such as `ro-RO`.

    No code means the default language; an unsupported language means English.
    """
    language = (code or "").strip().lower().replace("_", "-").split("-")[0]
    language = _OLD_CODES.get(language, language) or DEFAULT_LANGUAGE
    return language if language in LANGUAGES else _INTERNATIONAL
