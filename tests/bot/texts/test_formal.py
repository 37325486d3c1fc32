"""„Dumneavoastră” in place of „tu”: no formal text says „tu”, and each twin matches."""

import re

from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import say
from bot.texts.po_reader import FORMAL, entries_of
from bot.texts.templates import pieces, without_markup
from tests.bot.texts.formal_shared import FAMILIAR

IMPERATIVE = re.compile(
    r"\b(Abandonează|Amintește|Anunță|Apasă|Calculează|Caută|Cere|Citește|Depune|Dă|Fă|Folosește"
    r"|Îndreaptă|Încearcă|Leagă|Numește|Omologhează|Oprește|Predă|Programează|Propune|Pune"
    r"|Returnează|Răspunde|Schimbă|Scrie(?! numai jucătorul)|Spune|Trimite|Verifică|Șterge)\b"
)
"""As a first word only: elsewhere it may be „he does”, which is written alike."""
TWINS = entries_of(FORMAL)
ADDRESS = set(
    re.findall(
        r"[\w-]+",
        """
        tu tine ție îți te ți ta tău tale tăi meu vostru voi dumneavoastră vă vi te-a v-a te-ai
        v-ați ți-a ți-am v-am ți-au v-au ți-l vi-l ți-o v-o de-a de-al a al
        """,
    )
)
"""Whom it is said to, and words that hang on that."""
IRREGULAR = {
    **dict.fromkeys(("ați", "aveți"), "ai"),
    **dict.fromkeys(("puteți", "poți"), "put"),
    **dict.fromkeys(("jucați", "jucați-o", "jucați-le"), "joc"),
    **dict.fromkeys(("ia", "iei", "ia-o", "luați", "luați-o"), "lua"),
    **dict.fromkeys(("fă", "fă-o", "faceți", "faceți-o"), "fac"),
    **dict.fromkeys(("dă", "dați"), "da"),
    **dict.fromkeys(("lasă", "lăsați"), "las"),
    **dict.fromkeys(("caută", "căutați", "căutați-o"), "căuta"),
    "sunteți": "ești",
    "adăugare": "adaugă",
}
"""Forms of one verb that do not begin alike."""


def test_all_texts_speak_in_one_way() -> None:
    """No formal text says „tu”; the words of a button are the reader's own."""
    entries = load_catalogue("ro", formal=True).entries
    others = {key: forms for key, forms in entries.items() if not key.startswith("button.")}

    familiar = {key for key, forms in entries.items() if any(map(FAMILIAR.search, forms))}
    familiar |= {key for key, forms in others.items() if any(map(IMPERATIVE.search, forms))}
    assert not familiar, f"write these in ro_formal.po: {sorted(familiar)}"


def test_a_twin_says_the_same_in_another_way() -> None:
    """A formal text replaces an existing one with the same facts in order, and differs from it."""

    def facts(forms: tuple[str, ...]) -> list[list[tuple[str, str]]]:
        return [[(name, spec) for _, name, spec in pieces(form)] for form in forms]

    entries = load_catalogue("ro").entries
    for key, formal in TWINS.items():
        assert facts(formal) == facts(entries[key]), key
        assert formal != entries[key], key


def test_a_twin_leaves_nothing_out_and_adds_nothing() -> None:
    """Apart from the form of address, the words are equal: „scrie”, „scrieți”."""

    def said(form: str) -> list[str]:
        words = re.findall(r"[\w{}:/-]+\w", without_markup(form).lower())
        kept = [IRREGULAR.get(word, word)[:2] for word in words if word not in ADDRESS]
        return [word for word in kept if word not in {"un", "ve"}]  # a name of a menu; „vezi”

    entries = load_catalogue("ro").entries
    for key, formal in TWINS.items():
        assert [*map(said, formal)] == [*map(said, entries[key])], key


def test_the_choice_changes_romanian_alone() -> None:
    """English has one form; a text without a twin is used unchanged."""
    assert load_catalogue("en", formal=True).entries == load_catalogue("en").entries
    assert LANGUAGES[0] == "ro"
    text = say("remind.leave_ends_you")
    assert "dumneavoastră" in load_catalogue("ro", formal=True).plain(text)
    assert "dumneavoastră" not in load_catalogue("ro").plain(text)
