"""„Dumneavoastră” in place of „tu”: which texts have a twin, and that twins are twins."""

import re

import pytest

from bot.texts.i18n import FORMAL, LANGUAGES, catalogue, entries_of, pieces
from bot.texts.messages import say

WHOLE = (
    "abandon",
    "absence",
    "album",
    "answer",
    "arbiter",
    "archive",
    "arrange",
    "arrival",
    "article",
    "button",
    "call_off",
    "case",
    "cases",
    "channel",
    "chat",
    "choice",
    "claim",
    "closing",
    "club",
    "cnis",
    "colour",
    "command",
    "comp",
    "condition",
    "confirm",
    "copies",
    "crosstable",
    "decision",
    "delivery",
    "digest",
    "docket",
    "dossier",
    "edited",
    "edition",
    "effect",
    "ending",
    "entry",
    "error",
    "exclusion",
    "export",
    "extension",
    "fault",
    "forget",
    "game",
    "games",
    "grant",
    "group",
    "leg",
    "preview",
    "remind",
)
"""The sections in which every text that says „tu” has its twin; the others are still to come."""
FAMILIAR = re.compile(
    r"\b(tu|tine|ție|îți|ți|te|tău|ta|tale|tăi|voi|vostru|voastră"
    r"|ești|ai|n-ai|vei|vrei|poți|știi|(?!dovezi)\w+ezi|scrii|trimiți|depui|răspunzi|joci|ceri|spui|iei|propui"
    r"|adaugi|confirmi|încerci|deschizi|găsești|hotărăști|înscrii|prelungești|primești|retragi|aștepți|rămâi"
    r"|apasă|alege|fotografiază|exportă|lipește"
    r"|(?:abandoneaz|adaugă|cere|confirmă|copiaz|predă|retrage|spune|termin|trimite)-\w+"
    r"|(?<!se )(?<!mai )(?<!cine )(?<!poate )(?<!puteți )(?<!o )(?<!fișe )"
    r"scrie(?! numai jucătorul))\b",
    re.IGNORECASE,
)
"""Words of „tu”; those that a third person shares („trimite”, „deschide”) only before a hyphen."""
TWINS = entries_of(FORMAL)


@pytest.mark.parametrize("section", WHOLE)
def test_a_section_speaks_in_one_way(section: str) -> None:
    """No text of it says „tu” to whoever is „dumneavoastră”."""
    entries = catalogue("ro", formal=True).entries
    its = {key: forms for key, forms in entries.items() if key.split(".")[0] == section}

    assert its
    assert [key for key, forms in its.items() if any(map(FAMILIAR.search, forms))] == []


@pytest.mark.parametrize("key", sorted(TWINS))
def test_a_twin_says_the_same_in_another_way(key: str) -> None:
    """It stands for a text there is, with the same facts in the same order, and differs from it."""
    familiar, formal = catalogue("ro").entries[key], TWINS[key]

    def facts(forms: tuple[str, ...]) -> list[list[tuple[str, str]]]:
        return [[(name, spec) for _, name, spec in pieces(form)] for form in forms]

    assert facts(formal) == facts(familiar)
    assert formal != familiar
    assert not any(map(FAMILIAR.search, formal))


def test_the_choice_changes_romanian_alone() -> None:
    """English has one way of address; what has no twin is said as it is."""
    assert catalogue("en", formal=True).entries == catalogue("en").entries
    assert LANGUAGES[0] == "ro"
    text = say("remind.leave_ends_you")
    assert "dumneavoastră" in catalogue("ro", formal=True).plain(text)
    assert "dumneavoastră" not in catalogue("ro").plain(text)
