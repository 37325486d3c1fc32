"""Kinds of fault that readers found, each sought in the whole of every catalogue."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts.languages import LANGUAGES
from bot.texts.po_reader import FORMAL, entries_of
from bot.texts.templates import without_markup

NAMES = (*LANGUAGES, FORMAL)
BOT = Path(__file__).resolve().parents[3] / "bot"
APART = (
    *("button.", "choice.", "menu.", "column.", "why.", "article.", "regulation.", "how."),
    *("lesson.", "help.", "language.first", "page.welcome", "cases.note"),
)
"""Labels, the regulation, and pages whose headings are questions."""
TO_DO = re.compile(
    r"(?:(?:Apoi|Sau|Or|Dacă nu,|If not,) )?(?i:Scrie|Scrieți|Alege|Alegeți|Apasă|Apăsați"
    r"|Trimite|Trimiteți|Poți scrie|Puteți scrie|De exemplu|Fără club|Despre toate"
    r"|Write|Choose|Press|Send|For example|You can|You may|Without a club|All games|I will then)\b"
)
"""How a sentence begins that says how to answer."""
WAY_ON = re.compile(
    r"/[a-z_]{3,}|<code>|\b(?i:Scrie|Scrieți|Alege|Alegeți|Apasă|Apăsați|Trimite|Trimiteți|Deschide|"
    r"Deschideți|Încearcă|Încercați|Caută|Căutați|Cere|Cereți|Retrage|Retrageți|Adaugă|Adăugați|"
    r"Write|Choose|Press|Send|Open|Try|Look|Ask|Search|Withdraw|Add|Check)\b"
)
"""What tells a reader how to continue."""


def texts(name: str) -> Iterator[tuple[str, str]]:
    """Yield each form of each text with its key, without typed samples."""
    for key, forms in entries_of(name).items():
        for form in forms:
            yield key, re.sub(r"<(code|pre)>.*?</\1>", "…", form, flags=re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
def test_a_question_comes_last(name: str) -> None:
    """After a question a text says only how to answer, or lists the answers."""
    late = []
    for key, form in texts(name):
        if key.startswith(APART):
            continue
        shown = without_markup(re.sub(r"[„“][^”]*”", "…", form))
        *_, rest = re.split(r"\?(?!\S*\w)", shown)
        if rest == shown:
            continue
        listed = re.sub(r"\{(?:rows|later|none|meanwhile|example|accounts)\}|\([^)]*\)", "", rest)
        lines = [line.strip() for line in listed.split("\n")]
        sentences = [one for line in lines for one in re.split(r"(?<=[.!:;]) ", line) if one]
        if any(one[0].isupper() and not TO_DO.match(one) for one in sentences):
            late.append(f"{key}: {form}")

    assert late == []


@pytest.mark.parametrize("name", NAMES)
def test_a_score_has_one_spacing(name: str) -> None:
    """A score is written 524–480, without spaces round its dash; coefficients have spaces."""
    score = re.compile(
        r"\{(?:red|blue|own|other|mine|theirs|first|second)_?(?:score|points|total)?\} – "
        r"\{\w*(?:score|points|total|theirs)\w*\}|\d{2,3} – \d{2,3}(?!\d)"
    )

    assert [f"{key}: {form}" for key, form in texts(name) if score.search(form)] == []


def test_a_missing_fact_has_words() -> None:
    """No sentence shows a bare dash for what is not there; a table's cell may be empty."""
    sources = [*BOT.glob("chat/**/*.py"), *BOT.glob("texts/notices/**/*.py"), BOT / "web" / "page"]
    files = [
        file
        for source in sources
        for file in ([source] if source.is_file() else source.glob("*.js"))
    ]

    assert [
        f"{file.name}: {line.strip()}"
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"(?:\bor|\|\||\?) \"[—–]\"", line) and 'make("td"' not in line
    ] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_found_leads_on(name: str) -> None:
    """A refusal of something unknown or unreadable names what to type, press or open."""
    lost = re.compile(r"fault\.(?:no_such_|unreadable_|nobody_meant|not_readable|.*_unread$)")

    assert [
        f"{key}: {form}"
        for key, forms in entries_of(name).items()
        for form in forms
        if lost.match(key) and not WAY_ON.search(form)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_digests_tasks_name_their_command(language: str) -> None:
    """Each task of the daily digest says where it is done."""
    entries = entries_of(language)
    tasks = ("digest.results", "digest.defence")

    assert [key for key in tasks if "/" not in entries[key][0]] == []
