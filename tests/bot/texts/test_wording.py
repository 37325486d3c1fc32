"""The style of texts, as far as a program can check it; docs/texts.md has the rest."""

import re

import pytest

from bot.chat.commands import COMMANDS
from bot.texts.articles import ARTICLES
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.po_reader import FORMAL, entries_of
from bot.texts.templates import pieces, without_markup

TEXTS = {name: entries_of(name) for name in (*LANGUAGES, FORMAL)}
ROMANIAN = ("ro", FORMAL)
NOUNS = {
    without_markup(form).replace("{n} ", "").removeprefix("de ")
    for key, forms in TEXTS["ro"].items()
    if key.startswith("unit.") and key not in {"unit.left", "unit.over"}
    for form in forms
} | {"caractere", "celule", "foi", "ori", "părți", "perechi", "nume"}
"""What is counted, in one and in many."""
UNSEALED = ("verify.", "verifying.", "dossier.", "story.", "site.seal")
"""Where people read how the letters were drawn, and nowhere else."""
GONE = {
    "ro": (
        r"\bcardul\b",
        r"\bstă o obiecție",
        r"\bneintra[tț]",
        r"ce se mai poate",
        r"\bdu botul\b",
        r"rămas este",
        r"\bcn-20\d\d",
        r"\bpreliminary\b|\bhome\b|\breturn\b",
        r"\bmutar(?:e|ea)\b|\bmutări(?:i|le|lor)?\b|\bde mutat\b",
        r"\bcontacta(?:t|ți)?\b|\bîmpotriva lui însuși",
        r"\b(?:verific\w+) singur\b",
        r"\bscap\w* din ochi|\bretur(?:e|ele)\b",
        r"\bscriso(?:are|area|ri)\b",
        r"\binadmisibil",
        r"\bva (?:rog|rugam)\b",
        r"\b(?:în|din) cadrul\b|\bla nivelul\b|\bprivind\b|\bîn vederea\b",
        r"\baferent|\bsus-?menționat",
    ),
    "en": (
        r"\byour place is taken\b",
        r"” is no\b",
        r"\bdrop(?:ped)?\b",
        r"\bthinking a game\b",
        r"\byou rule (?:no|the|match|\{)",
        r"\b(?:no|the|stop|allow|last) lines\b(?!:)",
        r"\bby /[a-z]",
        r"\banew\b",
        r"\bis no good\b",
    ),
}
"""What readers stumbled over, and what one word has replaced."""


def found(
    pattern: str, names: tuple[str, ...], *, leaving: tuple[str, ...] = (), facts: bool = True
) -> list[str]:
    """Return the texts that contain it, braces included, without some sections."""
    sought = re.compile(pattern, re.IGNORECASE)
    return [
        f"{name}: {key}: {form}"
        for name in names
        for key, forms in TEXTS[name].items()
        for form in forms
        if not key.startswith(leaving)
        and sought.search(form if facts else re.sub(r"\{[^}]*\}", "…", form))
    ]


def said(pattern: str, names: tuple[str, ...], *, leaving: tuple[str, ...] = ()) -> list[str]:
    """Return the texts that contain it in their own words, between their facts."""
    return found(pattern, names, leaving=leaving, facts=False)


def printed(pattern: str, names: tuple[str, ...]) -> list[str]:
    """Return the texts that contain it in readable parts, not in typed samples."""
    sought = re.compile(pattern)
    return [
        f"{name}: {key}: {line}"
        for name in names
        for key, forms in TEXTS[name].items()
        for form in forms
        for line in without_markup(
            re.sub(r"<(code|pre)>.*?</\1>", "…", form, flags=re.DOTALL)
        ).split("\n")
        if sought.search(line)
    ]


def test_letters_and_quotation_marks_are_those_of_the_language() -> None:
    """Romanian has ș, ț and „…”, English “…” and ’; straight marks are for typed samples."""
    assert found("[şţŞŢ“]", ROMANIAN) == []
    assert found("„", ("en",)) == []
    assert found('(?<!href=)"(?!>)', tuple(TEXTS)) == []
    assert found("'", tuple(TEXTS), leaving=("option.",)) == []


def test_blanks_and_marks_stand_as_they_are_printed() -> None:
    """One space between words, none before a mark, one after it; a dash is not a hyphen.

    Typed samples (`/club -`, `3-10 mai`) and arithmetic (`P : (P + p)`) are ignored.
    """
    every = tuple(TEXTS)

    assert printed(r"\S  +\S", every) == []
    assert printed(r"\s[,;.!?](?!\S)|[(„“]\s|\s[)”]", every) == []
    assert printed(r"(?<![)\wăâîșțΣ·]) :|\w :(?! [(\wΣ])", every) == []
    assert printed(r"\w[,;!?](?=[^\W\d_])", every) == []
    assert printed(r"\.\.\.|\s--?\s(?!…)", every) == []
    assert printed(r"[\d}] %", every) == []


def test_quotation_marks_come_in_pairs() -> None:
    """A mark is closed before another is opened."""
    for names, quoted in ((ROMANIAN, "„[^„”]*”"), (("en",), "“[^“”]*”")):
        for name in names:
            for key, forms in TEXTS[name].items():
                for form in forms:
                    assert not re.search("[„“”]", re.sub(quoted, "", form)), f"{name}: {key}"


def test_what_belongs_together_is_not_parted_at_the_end_of_a_line() -> None:
    """An article and its number stay together, and so do a sheet and its number."""
    whole = {name: load_catalogue(name).entries for name in LANGUAGES}
    whole["formal"] = load_catalogue("ro", formal=True).entries
    parted = re.compile(r"\bart\. \d|\b(?:nr|no)\. \{")

    assert [
        f"{name}: {key}"
        for name, entries in whole.items()
        for key, forms in entries.items()
        if any(map(parted.search, forms))
    ] == []


def test_a_counted_sentence_says_de_from_twenty_on_and_nothing_else_changes() -> None:
    """„20 de mesaje” and „2 mesaje” differ only if a noun follows the number."""
    counted = {
        f"{name}: {key}": forms
        for name in ROMANIAN
        for key, forms in TEXTS[name].items()
        if len(forms) == 3 and key != "sheet.days_left"  # its number is drawn apart
    }
    of = re.compile(r"(\{n\}(?:</\w+>)?) de ")

    assert len(counted) > 100
    for where, (one, few, many) in counted.items():
        assert not of.search(one), where
        assert of.sub(r"\1 ", many) == few, where
        noun = re.search(r"\{n\}(?:</\w+>)? (?!nu |din |dintre )[a-zăâîșț]", few)
        assert noun is None or of.search(many), where


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_had_to_go_is_gone(language: str) -> None:
    """No text has words foreign to a club, calques, or a second word for one thing."""
    names = ROMANIAN if language == "ro" else (language,)

    assert [each for pattern in GONE[language] for each in said(pattern, names)] == []


def test_codes_of_the_draw_stay_where_they_are_checked() -> None:
    """Seeds, commitments and SHA-256 appear only for a person who asked to verify."""
    secret = (
        r"SHA-?256|\bsem(?:in|ânț)\w+|\bsămânț\w+|\bangajament|\bcommit(?:ment|ted to)|\bseeds?\b"
    )
    of_players = ("comp.", "cnis.", "list_fault.", "table.", "fault.", "dossier.")  # seeded players

    assert said(secret, ROMANIAN, leaving=UNSEALED) == []
    assert said(secret, ("en",), leaving=(*UNSEALED, *of_players)) == []


def test_a_name_is_never_put_in_a_case() -> None:
    """„locul lui Elena” is avoided: every sentence uses the name's basic form."""
    tag = r"(?:<\w+>)?"
    people = r"\{(?:who|partner|player|writer|arbiter|by|to|author|old|new|first|second|against)\}"

    assert found(rf"\b(?:lui|jucătorului|jucătoarei|arbitrului) {tag}{people}", ROMANIAN) == []


def test_what_is_counted_agrees_with_its_number() -> None:
    """A number from the code has its noun: 1 zi, 3 zile, 20 de zile."""
    nouns = "|".join(map(re.escape, sorted(NOUNS)))
    single = {key for key, forms in TEXTS["ro"].items() if len(forms) == 1}
    wrong = found(rf"\{{\w+\}}(?:</\w+>)? (?:de )?(?:{nouns})\b", ROMANIAN)

    assert [each for each in wrong if each.split(": ")[1] in single] == []


def test_a_number_that_is_written_out_agrees_too() -> None:
    """„24 de ore” and „10 zile”: „de” follows numbers from 20 on."""
    nouns = "|".join(map(re.escape, sorted(NOUNS)))
    written = re.compile(rf"(?<![\d.,/–-])(\d+) (de )?(?:{nouns})\b")
    wrong = [
        f"{key}: {form}"
        for name in ROMANIAN
        for key, forms in TEXTS[name].items()
        for form in forms
        for number, of in written.findall(form)
        if bool(of) != (number != "0" and not 0 < int(number) % 100 < 20)
    ]

    assert wrong == []


def test_an_article_is_named_once() -> None:
    """The format adds „art.”, and the line above the subject, so texts repeat neither."""
    assert found(r"art\. \{\w+:article\}|art\. art\.", tuple(TEXTS)) == []
    for language in LANGUAGES:
        entries = TEXTS[language]
        for article in ARTICLES:
            (words,), (name,) = entries[f"article.{article}"], entries[f"article.name.{article}"]
            subject = re.sub(r"^(?:the|an?) ", "", name.lower()).split()[0]
            assert words.lower().removeprefix("the ").split()[0] != subject, article


def test_a_button_is_given_up_in_one_way() -> None:
    """To resign is „Renunț”, and to go back is „Înapoi”."""
    buttons = {key: forms[0] for key, forms in TEXTS["ro"].items() if key.startswith("button.")}
    cancelled = {key for key, form in TEXTS["en"].items() if form[0].strip("✖️⬅ ") == "Cancel"}

    assert [
        form for form in buttons.values() if re.search(r"Renunță|Anulează-mă|Abandonă", form)
    ] == []
    assert {buttons[key].strip("✖️⬅ ") for key in cancelled if key in buttons} == {"Renunț"}


def test_a_button_fits_the_width_of_a_telephone() -> None:
    """With a short name or day it has at most forty letters; a longer one is cut.

    Offered reasons (`why.`, `….usual`) are buttons, too.
    """
    labels = re.compile(r"button\.|choice\.|why\.|\w+\.usual")

    assert [
        f"{name}: {key}: {form}"
        for name, entries in TEXTS.items()
        for key, forms in entries.items()
        for form in forms
        if labels.match(key) and len(re.sub(r"\{[^}]*\}", "8 letter", without_markup(form))) > 40
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_named_in_the_language_of_the_text(language: str) -> None:
    """English texts name /cases, not /cazuri, and no text names an unknown command."""
    ours = {each.romanian if language == "ro" else each.english for each in COMMANDS}
    names = ROMANIAN if language == "ro" else (language,)
    named = re.compile(r"(?:(?<=[\s(])|^)/([a-z_]{3,})\b(?![./])")
    wrong = [
        f"{key}: /{name}"
        for catalogue_name in names
        for key, forms in TEXTS[catalogue_name].items()
        for form in forms
        for literal, _, _ in pieces(re.sub("<pre>.*</pre>", "", form, flags=re.DOTALL))
        for name in named.findall(without_markup(literal))
        if name not in ours and name != "start"
    ]

    assert wrong == []
