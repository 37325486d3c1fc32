"""The list of all texts of the bot, for editors (`python -m tools.texts`)."""

import pytest

from bot.texts.formats import FORMATS, LISTS
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from tools.texts import COUNTS, SHOWN_AS, listing, sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_listed_and_filled_in(language: str) -> None:
    """No key is missing, no placeholder remains, and counted texts have each form."""
    entries = load_catalogue(language).entries
    listed = list(listing((), (language,)))
    worded = {key: sentences(key, language) for key in entries}

    assert {f"\n{key}" for key in entries} <= set(listed)
    assert [key for key, forms in entries.items() if len(forms) > 1] == [
        key for key, found in worded.items() if len(found) == len(COUNTS[language])
    ]
    assert not [key for key, found in worded.items() if any("{" in each for each in found)]


def test_what_is_counted_is_shown_in_each_form_and_where_one_comes_back() -> None:
    """1 mesaj, 2 mesaje, 20 de mesaje, 101 mesaje; English has two forms."""
    counted = [" ".join(each.split()) for each in sentences("unit.messages", "ro")]

    assert counted == ["1 mesaj", "2 mesaje", "20 de mesaje", "101 mesaje"]
    assert len(sentences("unit.messages", "en")) == 2


def test_a_fact_that_is_a_text_is_shown_as_the_code_gives_it() -> None:
    """A phase, whose key the code puts together, has its readable name."""
    (begins,) = sentences("calendar.phase_start", "ro")
    (put_off,) = sentences("fault.phase_over", "ro")
    (agreed,) = sentences("own.row", "ro")

    assert begins == "▶️ Campionatul Național 2026 · Faza preliminară: începe"
    assert put_off == "Faza preliminară s-a încheiat."
    assert "propune pentru partida tur:" in agreed


def test_every_format_has_a_sample() -> None:
    """Every format of a template has a suitable sample fact."""
    assert SHOWN_AS.keys() == FORMATS.keys() | LISTS.keys()


def test_sections_can_be_asked_for() -> None:
    """One section can be listed alone, in one language."""
    listed = "\n".join(listing(("remind",), ("ro",)))

    assert "== remind ==" in listed
    assert "Ultima zi de răspuns: 13 iunie 2026." in listed
    assert "\nresults." not in listed


def test_the_formal_twin_stands_below() -> None:
    """A text with a „dumneavoastră” form shows it below; an identical one shows nothing."""
    entries = "\n".join(listing(("remind",), ("ro",))).split("\n\nremind.")
    twins = {text.split("\n")[0]: text for text in entries}

    assert "  dv  " in twins["leave_ends_you"]
    assert "dumneavoastră" in twins["leave_ends_you"].split("  dv  ")[1]
    assert "  dv  " not in "\n".join(listing(("unit",), LANGUAGES))
