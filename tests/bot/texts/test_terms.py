"""One word for one thing: no text has a word that docs/glossary.md has replaced."""

import re

import pytest

from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.po_reader import FORMAL, entries_of
from tests.bot.texts.terms_shared import ENGLISH

ROMANIAN = {
    "limita de puncte": r"\blimit\w+ de punctaj\b",
    "victoria": r"\bcer(?:e|i|eți|ut)? partida\b",
    "fișa cazului": r"\bcardul\b|\bfișa cazurilor\b",
    "remiză": r"\begal(?:uri|ul)\b",
    "invitație": r"(?<!ia )(?<!luați )\blegături?l?[ae]?\b(?! cu restul)",
    "se consideră": r"\bsocot\w+",
    "decizie": r"\bhotăr(?!ârile)\w+",
    "fără obiecții": r"\bnecontestatele\b",
    "prima depunere": r"\b(?:ne)?deschi\w+ partid\w+ (?:începute|de)|\btu (?:o )?deschizi\b",
    "de rezolvat": r"\bmasa (?:ta|arbitrului|dumneavoastră)\b|\bpe masă\b(?!\.)",
    "reamintire": r"\bavertismentul că\b",
    "tragere la sorți": r"\bloturi\w*",
    "răspuns pregătit": r"\bcondiți(?:a|ile|i) (?:ta|tale|pus\w+|pregătit\w+)",
    "anunțat": r"\bînștiinț\w+",
    "câștigător": r"\bînvingător\w*",
    "fotografie": r"\bpoz[aăe]\b",
    "de exemplu": r"\bde pildă\b",
    "partidă": r"\bjoc(?:uri)? colectiv\w*|\bunui joc\b",
    "coeficientul 1 pentru amândoi": r"\bvinovat\w*",
    "persoana care": r"\bcelui\b|\bcel care\b",
}
"""Each Romanian term, the federation's where it has one, with the words that it replaces."""
CASES = [
    *(("en", term, gone) for term, gone in ENGLISH.items()),
    *((name, term, gone) for name in ("ro", FORMAL) for term, gone in ROMANIAN.items()),
]


def read(name: str) -> list[tuple[str, str]]:
    """Return every text of a catalogue with its key, without its facts, commands and markup."""
    left = re.compile(r"\{[^}]*\}|<code>.*?</code>|<[^>]*>|(?<!\w)/\w+|--\w+", re.DOTALL)
    return [
        (key, left.sub(" ", form))
        for key, forms in entries_of(name).items()
        for form in forms
        if not key.startswith("column.")
    ]


def test_a_thing_has_one_name() -> None:
    """No text uses a word that the glossary's term has replaced."""
    texts = {name: read(name) for name in ("en", "ro", FORMAL)}
    for name, term, gone in CASES:
        found = re.compile(gone, re.IGNORECASE)
        said = [f"{key}: {form}" for key, form in texts[name] if found.search(form)]
        assert said == [], f"{name}: {term}"


def test_a_guard_knows_what_it_guards_against() -> None:
    """The patterns find the words of earlier texts, and accept the terms."""
    earlier = {
        "opponent": "Your partner knows nothing of it.",
        "rack": "Left in your hand",
        "send back": "the move is returned no more",
        "calculated": "the bot works them out",
        "they": "Whoever lost the game",
    }

    assert [
        term for term, said in earlier.items() if not re.search(ENGLISH[term], said, re.IGNORECASE)
    ] == []
    assert not re.search(ENGLISH["rack"], "Hand the match over", re.IGNORECASE)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_sent_move_leads_to_the_arbiter(language: str) -> None:
    """A move that has gone names the arbiter, since opponents may not return every move."""
    said = load_catalogue(language).plain(say("play.gone"))

    assert "5.2" not in said
    assert ("/arbitru" if language == "ro" else "/arbiter") in said
