"""Articles are cited where a decision is made or a right is lost, and once in a refusal."""

import re
from pathlib import Path

import pytest

from bot.texts.articles import ARTICLES
from bot.texts.fault_texts import fault_text
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text, say
from bot.texts.po_reader import FORMAL, entries_of
from engine.errors import Fault

CITING = {
    "a decision, before it is made, when it is made, and its reasons": (
        *("case", "effect", "exclusion", "extension", "grant", "homologate", "lift", "more"),
        *("outage", "player", "query", "ruling", "silence", "silences", "stalled", "why"),
        *(
            "arrival.lost",
            "arrival.lost_left",
            "arrival.lost_mail",
            "comp.ask.arbiter_main",
            "comp.forgotten_plays",
            "comp.player_plays",
        ),
        *("forgotten", "means.rule", "means.ruled", "means.told_ruled", "own.less_penalty"),
        *("own.show", "own.taken", "return_leg.late", "words.ruled_right", "words.ruled_wrong"),
        "writer.show",
    ),
    "a right that is claimed, used, nearly lost or lost": (
        *("abandon", "claim", "closing", "interruption", "remind", "requests", "results"),
        *("retire", "return", "standing", "time"),
        *("comp.ask.closing_today", "comp.member_out", "comp.own_out", "condition.wrong_words"),
        *("fault.placed_already", "game.turn_closed", "game.turn_late", "game.your_query_late"),
        *("game.your_turn_closed", "game.your_turn_late", "game.your_turn_late_friendly"),
        *("play.phase_closed", "preview.late", "return_leg.offer_closing"),
    ),
    "how a game ended and what it brings": (
        *("ending", "feed", "result.worth"),
        *("standings.excluded_kept", "standings.excluded_lifted", "standings.excluded_void"),
        *("standings.note_kept", "standings.note_void", "workbook.state.void", "site.ruled_on"),
    ),
    "a record that an arbiter or the commission reads": ("dossier", "ledger", "sheet", "story"),
    "an explanation for which the reader asked": (
        *("comp.reading", "import.odd_sequence", "verify", "verifying", "site.seals_why"),
        *("site.reading_excluded", "site.reading_rounding", "site.reading_shown"),
        "site.reading_unfinished",
    ),
    "the rule by which a rating or a table is calculated": (
        *("cnis", "rating", "table.cnis_no_stage", "table.frs_too_early"),
    ),
    "the entry that adds the article to a refusal": ("fault.by_article",),
}
"""Each reason to cite an article, with the texts and the sections of texts that have it."""
_CITES = re.compile(r"\bart\.|:article\}")
_REFUSAL = re.compile(r"Fault\(\s*\"(\w+)\",\s*(?:\"(\d[\d.]*)\"|(?!facts)[\w.]+)")
_ROOT = Path(__file__).resolve().parents[3]


def citing(name: str) -> set[str]:
    """Return the keys of the catalogue's texts that cite an article."""
    return {key for key, forms in entries_of(name).items() if any(map(_CITES.search, forms))}


def is_of(key: str, place: str) -> bool:
    """Return whether the text is that one, or of that section."""
    return key == place or key.startswith(f"{place}.")


@pytest.mark.parametrize("name", [*LANGUAGES, FORMAL])
def test_only_a_decision_or_a_right_cites_its_article(name: str) -> None:
    """A text cites an article for one of the reasons above; other texts stay plain."""
    places = [place for listed in CITING.values() for place in listed]

    assert sorted(key for key in citing(name) if not any(is_of(key, p) for p in places)) == []


def test_the_reasons_name_only_texts_that_cite() -> None:
    """Each listed text or section has an article, so that the list stays true."""
    keys = citing("ro") | citing("en")

    assert [
        place
        for listed in CITING.values()
        for place in listed
        if not any(is_of(key, place) for key in keys)
    ] == []


def test_no_button_cites_an_article() -> None:
    """A button says what it does."""
    buttons = re.compile(r"(?:button|choice)\.|\w+\.usual")
    names = [*LANGUAGES, FORMAL]

    assert [key for name in names for key in citing(name) if buttons.match(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("formal", [False, True])
def test_a_refusal_cites_its_article_once_inside_its_first_sentence(
    language: str, formal: bool
) -> None:
    """No refusal that the program makes has its article after a full stop, or twice."""
    catalogue = load_catalogue(language, formal=formal)
    sources = (path.read_text("utf-8") for path in _modules())
    refusals = {found[1] for source in sources for found in _REFUSAL.finditer(source)}
    shown = {
        code: _shown(catalogue, code)
        for code in refusals & {key.removeprefix("fault.") for key in catalogue.entries}
    }

    assert len(shown) > 100
    assert {
        code: text
        for code, text in shown.items()
        if re.search(r"[.?!]\s*\(art\.", text) or text.count("(art.") != 1
    } == {}


def _modules() -> list[Path]:
    return [*(_ROOT / "engine").rglob("*.py"), *(_ROOT / "bot").rglob("*.py")]


def _shown(catalogue: Catalogue, code: str) -> str:
    """Return the refusal with its article; each fact shows its own name."""
    template = re.sub(r"\{(\w+)[^}]*\}", r"\1", catalogue.entries[f"fault.{code}"][-1])
    entries = {**catalogue.entries, "fault.named": (template,)}
    named = Catalogue(catalogue.language, entries)
    return named.plain(fault_text(Fault("named", ARTICLES[0])))


def test_an_article_stands_before_the_way_on() -> None:
    """The article follows what was wrong; the way on ends the refusal."""
    catalogue = load_catalogue("ro")
    fault = Fault("leave_not_ahead", "7.2", {"first": "2025-05-03"})

    assert catalogue.plain(fault_text(fault)) == (
        "Concediul se anunță înainte să înceapă: prima zi, 3 mai 2025, nu poate fi azi sau mai "
        "devreme (art.\N{NO-BREAK SPACE}7.2). Poți începe de mâine."
    )


def test_a_refusal_without_a_full_stop_ends_with_its_article() -> None:
    """A refusal that ends with a command has the article behind the command."""
    sentence = say("fault.case_open_there", case="C1")
    text = Text("fault.by_article", {"sentence": sentence, "article": "7.2"})

    assert load_catalogue("ro").plain(text).endswith("/cazuri (art.\N{NO-BREAK SPACE}7.2)")
