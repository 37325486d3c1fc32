"""The catalogues are complete, consistent, valid, and match the code."""

import re
from html.parser import HTMLParser

import pytest

from bot.texts.formats import FORMATS, LISTS
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.templates import pieces
from tests.bot.texts.catalogue_uses import faults_in, uses_in
from tests.bot.texts.filled import EN, RO

TAGS = {"a", "b", "blockquote", "code", "i", "pre", "s", "tg-spoiler", "u"}


def placeholders(language: str, key: str) -> set[tuple[str, str]]:
    """Return the facts of all forms of the entry, with their formats."""
    forms = load_catalogue(language).entries[key]
    return {(name, spec) for form in forms for _, name, spec in pieces(form) if name}


def test_a_file_is_read_once_however_a_catalogue_is_asked_for() -> None:
    """Who has not chosen a language reads the same catalogue as who has; English has one form."""
    assert load_catalogue(None) is load_catalogue("ro") is load_catalogue("ro", formal=False)
    assert load_catalogue("en") is load_catalogue("en", formal=True)


def test_both_languages_say_the_same_things() -> None:
    """Both catalogues have the same keys."""
    assert set(RO.entries) == set(EN.entries)


def test_both_languages_show_the_same_facts() -> None:
    """An entry names the same facts in the same formats in both languages."""
    named = {
        key: (placeholders("ro", key), placeholders("en", key))
        for key in sorted(RO.entries.keys() & EN.entries.keys())
    }
    assert {key: facts for key, facts in named.items() if facts[0] != facts[1]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_formats_exist(language: str) -> None:
    """Every format in a template is a known one, or a counted unit."""
    for key in load_catalogue(language).entries:
        for name, spec in placeholders(language, key):
            known = not spec or spec in {*FORMATS, *LISTS} or f"unit.{spec}" in RO.entries
            assert known, f"{key}: {name}:{spec}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated(language: str) -> None:
    """No form of any entry is empty."""
    empty = [key for key, forms in load_catalogue(language).entries.items() if not all(forms)]
    assert empty == []


def test_plurals_have_all_their_forms() -> None:
    """A counted entry has three Romanian forms and two English ones."""
    assert {len(forms) for forms in RO.entries.values()} <= {1, 3}
    assert {len(forms) for forms in EN.entries.values()} <= {1, 2}
    counted = {key for key, forms in RO.entries.items() if len(forms) == 3}
    assert counted == {key for key, forms in EN.entries.items() if len(forms) == 2}


def test_romanian_letters_have_commas() -> None:
    """Romanian texts have ș and ț with a comma below, never with a cedilla."""
    wrong = [key for key, forms in RO.entries.items() if set("".join(forms)) & set("şţŞŢ")]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_markup_is_well_formed(language: str) -> None:
    """Every template is valid HTML for Telegram: known tags, each closed in order."""
    for key, forms in load_catalogue(language).entries.items():
        for form in forms:
            checker = MarkupChecker(key)
            checker.feed(form)
            checker.close()
            assert checker.open == [], key


class MarkupChecker(HTMLParser):
    """Follows the tags of a template and fails on those that Telegram refuses."""

    def __init__(self, key: str) -> None:
        super().__init__(convert_charrefs=False)
        self.key = key
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check a start tag: a link has only its address, and a quotation may be expandable."""
        assert tag in TAGS, self.key
        has = [name for name, _ in attrs]
        folded = tag == "blockquote" and has == ["expandable"]
        assert folded or has == (["href"] if tag == "a" else []), self.key
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that the tag ends the last open one."""
        assert self.open, self.key
        assert self.open.pop() == tag, self.key

    def handle_data(self, data: str) -> None:
        """Check that the text has no unescaped sign of HTML."""
        assert not re.search(r"[<>]|&(?!\w+;)", data), self.key


def test_every_key_said_exists_with_its_facts() -> None:
    """Every key in the code has an entry, which names only facts given there."""
    wrong = []
    for said in uses_in("bot").said:
        if said.key not in RO.entries:
            wrong.append(f"{said.where}: no entry {said.key}")
        elif said.facts is not None:
            named = {name for name, _ in placeholders("ro", said.key)}
            if missing := named - said.facts:
                wrong.append(f"{said.where}: {said.key} lacks {sorted(missing)}")
    assert wrong == []


def test_every_entry_is_said() -> None:
    """Some code uses every entry, except the units."""
    uses = uses_in("bot")
    idle = [key for key in RO.entries if not key.startswith("unit.") and not uses.covers(key)]
    assert idle == []


def test_every_fault_of_the_engine_has_its_sentence() -> None:
    """Every error of the engine has an entry, which names only the error's facts."""
    wrong = []
    for fault in faults_in("engine"):
        if fault.key not in RO.entries:
            wrong.append(f"{fault.where}: no entry {fault.key}")
        elif fault.facts is not None:
            named = {name for name, _ in placeholders("ro", fault.key)}
            if missing := named - fault.facts:
                wrong.append(f"{fault.where}: {fault.key} lacks {sorted(missing)}")
    assert wrong == []
