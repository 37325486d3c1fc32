"""The catalogues' reader agrees with a library that knows the whole format."""

from importlib.resources import files

import pytest
from babel.messages.pofile import read_po

from bot.texts.languages import LANGUAGES
from bot.texts.po_reader import FORMAL, Entries, entries_of, read


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
    """No sentence is different, missing, or in another form."""
    assert entries_of(name) == by_library(name)


def test_long_texts_may_go_on_in_the_next_line() -> None:
    """Files may have comments and obsolete entries between, as editors write them."""
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
        'msgid_plural ""',
        '"words"',
        'msgstr[0] "un \\"cuvânt\\""',
        'msgstr[1] "{n} cuvinte \\\\ n"',
    ]

    assert read(lines) == {
        "play.sent": ("Trimis:\n„{placement}”",),
        "words": ('un "cuvânt"', "{n} cuvinte \\ n"),
    }


@pytest.mark.parametrize(
    "line",
    [
        "msgstr Trimis",
        'msgstr "Trimis',
        'msgstr "Trimis\\"',
        'msgstr "Trimis"!"',
        'msgstring "Trimis"',
        'msgstr[1] "Trimise"',
        'msgctxt "a"',
        "Trimis",
    ],
)
def test_another_line_is_named(line: str) -> None:
    """The error names the line, and no text is lost silently."""
    with pytest.raises(ValueError, match="line 2"):
        read(['msgid "play.sent"', line])


def test_a_key_used_twice_is_named() -> None:
    """A new text with an old key never replaces the old one silently."""
    text = ['msgid "play.sent"', 'msgstr "Trimis"']
    with pytest.raises(ValueError, match=r"play\.sent"):
        read([*text, 'msgid "words"', 'msgstr "Cuvinte"', *text])


def test_an_unknown_escape_is_named() -> None:
    """The error names the line, as for any other mistake in it."""
    with pytest.raises(ValueError, match="line 2"):
        read(['msgid "play.sent"', 'msgstr "\\x"'])


def test_a_key_without_a_text_is_named() -> None:
    """A forgotten text is found when the file is read, not when a person is to read it."""
    with pytest.raises(ValueError, match=r"play\.sent"):
        read(['msgid "play.sent"', 'msgid "words"', 'msgstr "Cuvinte"'])
