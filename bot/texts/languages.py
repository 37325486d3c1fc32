"""The languages of the catalogues, and the choice of one for a person's app."""

from collections.abc import Sequence
from typing import Final

LANGUAGE_NAMES: Final = {"ro": "Română", "en": "English"}
"""The name of each language in itself, by its code."""
LANGUAGES: Final = tuple(LANGUAGE_NAMES)
DEFAULT_LANGUAGE: Final = "ro"
"""The language of people who have not chosen one."""
_INTERNATIONAL: Final = "en"
"""The language of people whose own has no catalogue."""
_OLD_CODES: Final = {"mo": "ro"}
"""Language codes that some devices still send, and what they mean: Moldovan is Romanian."""


def language_of(code: str | None) -> str:
    """Return the language in an app's code: `pt` for `pt-BR` or `pt_BR`; "" without a code."""
    return (code or "").strip().lower().replace("_", "-").split("-")[0]


def negotiate(code: str | None) -> str:
    """Return the catalogue for an app's language code, such as `ro-RO`.

    No code means the default language; an unsupported language means English.
    """
    language = language_of(code)
    return best_language([language] if language else [])


def best_language(codes: Sequence[str]) -> str:
    """Return the catalogue of the first of these language codes that has one.

    No code at all means the default language; unsupported languages alone mean English.
    """
    known = (_OLD_CODES.get(language, language) for language in map(language_of, codes))
    without = _INTERNATIONAL if codes else DEFAULT_LANGUAGE
    return next((language for language in known if language in LANGUAGES), without)
