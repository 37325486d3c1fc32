"""The two catalogues, and templates of a test filled in."""

from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Param, Text

RO = load_catalogue("ro")
EN = load_catalogue("en")
NBSP = "\N{NO-BREAK SPACE}"


def worded(template: str, language: str = "ro", **facts: Param) -> str:
    """Return the filled template, in a catalogue that also has the language's units."""
    entries = {**load_catalogue(language).entries, "test": (template,)}
    return Catalogue(language, entries).html(Text("test", facts))
