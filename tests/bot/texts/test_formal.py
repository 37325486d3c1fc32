"""„Dumneavoastră” in place of „tu”: that no text says „tu”, and that twins are twins."""

import re

import pytest

from bot.texts.i18n import FORMAL, LANGUAGES, catalogue, entries_of, pieces
from bot.texts.messages import say

FAMILIAR = re.compile(
    r"\b("
    r"tu|tine|ție|îți|ți|te|tău|ta|tale|tăi|voi|vostru|voastră"
    r"|ești|ai|n-ai|aveai|vei|vrei|poți|știi|(?!dovezi)\w+ezi|accepți|adaugi|alegi|anunți|aștepți|ceri|confirmi"
    r"|depui|deschizi|faci|folosești|găsești|hotărăști|iei|intri|încerci|înscrii|întrebi|joci|predai|prelungești"
    r"|primești|propui|pui|rămâi|renunți|retragi|răspunzi|scrii|spui|treci|trimiți|verifici|vezi"
    r"|alege|exportă|fotografiază|lipește"
    r"|(?:abandoneaz|adaugă|cere|confirmă|copiaz|predă|retrage|scrie|spune|termin|trimite)-\w+"
    r")\b",
    re.IGNORECASE,
)
IMPERATIVE = re.compile(
    r"\b(Abandonează|Amintește|Anunță|Apasă|Calculează|Caută|Cere|Citește|Depune|Dă|Fă|Folosește"
    r"|Îndreaptă|Încearcă|Leagă|Numește|Omologhează|Oprește|Predă|Programează|Propune|Pune"
    r"|Returnează|Răspunde|Schimbă|Scrie(?! numai jucătorul)|Spune|Trimite|Verifică|Șterge)\b"
)
"""As a first word only: elsewhere it may be „he does”, which is written alike."""
TWINS = entries_of(FORMAL)


def test_all_texts_speak_in_one_way() -> None:
    """None of them says „tu” to whoever is „dumneavoastră”; a button is what he tells the bot."""
    entries = catalogue("ro", formal=True).entries
    told = {key: forms for key, forms in entries.items() if not key.startswith("button.")}

    assert [key for key, forms in entries.items() if any(map(FAMILIAR.search, forms))] == []
    assert [key for key, forms in told.items() if any(map(IMPERATIVE.search, forms))] == []


@pytest.mark.parametrize("key", sorted(TWINS))
def test_a_twin_says_the_same_in_another_way(key: str) -> None:
    """It stands for a text there is, with the same facts in the same order, and differs from it."""
    familiar, formal = catalogue("ro").entries[key], TWINS[key]

    def facts(forms: tuple[str, ...]) -> list[list[tuple[str, str]]]:
        return [[(name, spec) for _, name, spec in pieces(form)] for form in forms]

    assert facts(formal) == facts(familiar)
    assert formal != familiar


def test_the_choice_changes_romanian_alone() -> None:
    """English has one way of address; what has no twin is said as it is."""
    assert catalogue("en", formal=True).entries == catalogue("en").entries
    assert LANGUAGES[0] == "ro"
    text = say("remind.leave_ends_you")
    assert "dumneavoastră" in catalogue("ro", formal=True).plain(text)
    assert "dumneavoastră" not in catalogue("ro").plain(text)
