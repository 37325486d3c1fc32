"""The time log in its readable form."""

from dataclasses import replace
from datetime import date

import pytest

from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.notices.days.ledger import balance_text, entry_text, player_text
from engine.games.ruling_events import Outage
from engine.ids import PersonId, Seat
from engine.matches.ledger.entries import DaysChange, DaysEntry
from engine.thinking_time import ClockRow, LeavePeriod
from tests.builders import ARBITER, BLUE, RED, noon

NAMES = {RED: "Ana Pop", BLUE: "Ion Rus", ARBITER: "Maria Dan"}
WAY = LeavePeriod(date(2025, 5, 5), date(2025, 5, 8))
ROW = ClockRow(
    round=3, received=date(2025, 5, 1), sent=date(2025, 5, 10), leave_days=4, days=4, article="7.2"
)


def entry(change: DaysChange, author: PersonId | None = ARBITER, **facts: object) -> DaysEntry:
    """Return an entry about Red's days, 20 of which are left, and 6 of leave."""
    plain = DaysEntry(
        at=noon(9),
        seat=Seat.RED,
        change=change,
        author=author,
        article="7.2",
        left=20,
        leave_left=6,
    )
    return replace(plain, **facts)  # type: ignore[arg-type]  # fields of an entry


def said(one: DaysEntry, language: str = "ro") -> str:
    """Return the time log's text of an entry."""
    return load_catalogue(language).plain(entry_text(one, NAMES))


ENTRIES = {
    "începe partida, pe 1 mai 2025: 30 de zile de gândire și 10 zile de concediu": entry(
        DaysChange.ALLOTTED, days=30, leave=10, on=date(2025, 5, 1)
    ),
    "turul 3: primit 1 mai, trimis 10 mai, 4 zile, fără 4 zile de concediu": entry(
        DaysChange.PLACED, RED, row=ROW, days=-4
    ),
    "turul 3, PAS: primit 1 mai, trimis 10 mai, 1 zi": entry(
        DaysChange.PASSED, RED, row=replace(ROW, leave_days=0, days=1), days=-1
    ),
    "concediu anunțat, 5 mai – 8 mai: 4 zile": entry(
        DaysChange.LEAVE_ANNOUNCED, RED, period=WAY, leave=-4
    ),
    "concediu retras, 5 mai – 8 mai: 4 zile înapoi": entry(
        DaysChange.LEAVE_WITHDRAWN, RED, period=WAY, leave=4
    ),
    "Maria Dan a acordat 5 zile\n„botul a fost oprit”": entry(
        DaysChange.GRANTED, days=5, reason="botul a fost oprit"
    ),
    "Maria Dan a acordat 2 zile\n„avarie”\npentru pana din 5 mai – 6 mai": entry(
        DaysChange.GRANTED,
        days=2,
        reason="avarie",
        outage=Outage(date(2025, 5, 5), date(2025, 5, 6)),
    ),
    "Tur-Retur a dat înapoi 2 zile\n„n-a mers”\npentru pana din 5 mai – 6 mai": entry(
        DaysChange.GRANTED,
        None,
        days=2,
        reason="n-a mers",
        outage=Outage(date(2025, 5, 5), date(2025, 5, 6)),
    ),
    "Maria Dan a luat înapoi din zilele acordate: 2 zile\n„greșeală”": entry(
        DaysChange.GRANTED, days=-2, reason="greșeală"
    ),
    "Ion Rus a returnat depunerea din turul 3\ncuvinte în litigiu: CX și XC\n"
    "zile care rămân folosite: 4\ntimpul pornește din nou pe 10 mai": entry(
        DaysChange.RETURNED, BLUE, rounds=(3,), kept=4, on=date(2025, 5, 10), words=("cx", "xc")
    ),
    "Maria Dan a anulat depunerea din turul 3\n„cuvânt greșit”\nzile înapoi: 4": entry(
        DaysChange.ANNULLED, rounds=(3,), days=4, reason="cuvânt greșit"
    ),
    "Maria Dan a anulat depunerile din tururile 2 și 3\n„greșeală”": entry(
        DaysChange.ANNULLED, rounds=(2, 3), reason="greșeală"
    ),
    "Maria Dan a dat înapoi zilele unor depuneri anulate mai demult\nzile înapoi: 4": entry(
        DaysChange.ANNULLED, days=4
    ),
    "Maria Dan a restabilit situația de dinainte\n„apel admis”\nzile în minus: 2\n"
    "timpul pornește din nou pe 20 mai": entry(
        DaysChange.LIFTED, days=-2, on=date(2025, 5, 20), reason="apel admis"
    ),
    "Maria Dan a restabilit situația de dinainte\nzile înapoi: 4": entry(DaysChange.LIFTED, days=4),
    "turul 3: depunerea partenerului, primită 1 mai, returnată 10 mai, 8 zile": entry(
        DaysChange.HELD, RED, row=replace(ROW, leave_days=0, days=8), days=-8
    ),
    "turul 3: depunerea partenerului, primită 1 mai, returnată 10 mai, 4 zile, "
    "fără 4 zile de concediu": entry(DaysChange.HELD, RED, row=ROW, days=-4),
    "fișele trimise pe 1 mai au ajuns pe 2 mai: timpul curge de atunci": entry(
        DaysChange.ARRIVED, None, since=date(2025, 5, 1), on=date(2025, 5, 2)
    ),
    "așteptarea răspunsului arbitrului: 8 zile": entry(DaysChange.WAITED, None, days=-8),
    "timpul de gândire este depășit: 31 de zile folosite": entry(
        DaysChange.EXCEEDED, None, used=31
    ),
}


@pytest.mark.parametrize(("romanian", "one"), ENTRIES.items(), ids=str)
def test_every_change_says_what_happened_by_whom_and_why(romanian: str, one: DaysEntry) -> None:
    """Each kind of change is a sentence of its own, in Romanian as a chess club says it."""
    assert said(one) == romanian


def test_every_kind_of_change_has_its_words() -> None:
    """Every kind of change has a text in both languages."""
    assert {one.change for one in ENTRIES.values()} == set(DaysChange)
    for language in LANGUAGES:
        assert len({said(one, language) for one in ENTRIES.values()}) == len(ENTRIES)


@pytest.mark.parametrize(
    ("one", "romanian"),
    [
        (entry(DaysChange.PLACED, RED, row=ROW), "timp rămas: 20 de zile"),
        (entry(DaysChange.LEAVE_ANNOUNCED, RED, period=WAY), "concediu rămas: 6 zile"),
        (replace(entry(DaysChange.PLACED, RED, row=ROW), left=0), "timp rămas: 0 zile"),
        (replace(entry(DaysChange.EXCEEDED, None), left=-1), "timp depășit cu 1 zi"),
    ],
)
def test_the_balance_is_of_what_has_changed(one: DaysEntry, romanian: str) -> None:
    """Leave shows the leave left, others the time left or exceeded."""
    assert load_catalogue("ro").plain(balance_text(one)) == romanian


@pytest.mark.article("6.1")
def test_a_placement_entered_for_the_player_says_by_whom() -> None:
    """A line between move and balance names the writer."""
    own, other = entry(DaysChange.PLACED, RED, row=ROW), entry(DaysChange.PLACED, ARBITER, row=ROW)
    blue = replace(own, seat=Seat.BLUE)

    lines = load_catalogue("ro").plain(player_text(Seat.RED, RED, [own, other, blue], NAMES))

    assert lines.splitlines()[1:] == [
        "🔴 ROȘU Ana Pop",
        "• 10 mai turul 3: primit 1 mai, trimis 10 mai, 4 zile, fără 4 zile de concediu",
        "timp rămas: 20 de zile, art.\N{NO-BREAK SPACE}7.2",
        "• 10 mai turul 3: primit 1 mai, trimis 10 mai, 4 zile, fără 4 zile de concediu",
        "trecută în fișă de Maria Dan",
        "timp rămas: 20 de zile, art.\N{NO-BREAK SPACE}7.2",
    ]


@pytest.mark.article("6.1")
def test_a_namesake_of_the_player_is_named_as_the_writer() -> None:
    """The person decides whether another hand entered the move, not the name."""
    names = NAMES | {ARBITER: NAMES[RED]}
    other = entry(DaysChange.PLACED, ARBITER, row=ROW)

    lines = load_catalogue("ro").plain(player_text(Seat.RED, RED, [other], names))

    assert "trecută în fișă de Ana Pop" in lines


def test_an_entry_that_lacks_its_facts_is_a_bug_and_is_named() -> None:
    """A move without its row, or leave without its period, is an error."""
    for change in (DaysChange.PLACED, DaysChange.LEAVE_ANNOUNCED):
        with pytest.raises(ValueError, match=" entry "):
            entry_text(entry(change, RED), NAMES)
