"""The catalogues' files are read as the library that knows their whole format reads them."""

from importlib.resources import files

import pytest
from babel.messages.pofile import read_po

from bot.texts.entries import Entries, read
from bot.texts.i18n import FORMAL, LANGUAGES, entries_of


def by_library(name: str) -> Entries:
    """Return the texts of one of our files as Babel reads them."""
    with files("bot.texts").joinpath("locales", f"{name}.po").open(encoding="utf-8") as lines:
        messages = read_po(lines, abort_invalid=True)
    found: Entries = {}
    for message in messages:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = message.string or ""
        if key:
            found[key] = (forms,) if isinstance(forms, str) else tuple(forms)
    return found


@pytest.mark.parametrize("name", [*LANGUAGES, FORMAL])
def test_every_text_is_the_one_that_the_library_reads(name: str) -> None:
    """Nobody reads another sentence, another form of it, or one fewer."""
    assert entries_of(name) == by_library(name)


def test_long_texts_may_go_on_in_the_next_line() -> None:
    """As editors of such files write them, comments and old entries between."""
    lines = [
        'msgid ""',
        'msgstr ""',
        '"Language: ro\\n"',
        "",
        "#, fuzzy",
        'msgid "play."',
        '"sent"',
        'msgstr ""',
        '"Trimis:\\n"',
        '"„{placement}”"',
        '#~ msgid "old"',
        'msgid "words"',
        'msgid_plural "words"',
        'msgstr[0] "un \\"cuvânt\\""',
        'msgstr[1] "{n} cuvinte \\\\ n"',
    ]

    assert read(lines) == {
        "play.sent": ("Trimis:\n„{placement}”",),
        "words": ('un "cuvânt"', "{n} cuvinte \\ n"),
    }


@pytest.mark.parametrize("line", ["msgstr Trimis", 'msgstr "Trimis', 'msgctxt "a"', "Trimis"])
def test_another_line_is_named(line: str) -> None:
    """Anyone who breaks a file learns where, and no text is lost in silence."""
    with pytest.raises(ValueError, match="line 2"):
        read(['msgid "play.sent"', line])
