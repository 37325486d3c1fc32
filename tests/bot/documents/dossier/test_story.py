"""Every event of the log has a sentence of its own."""

from decimal import Decimal

import pytest

from bot.documents.dossier.story import case_events, games, matches, sentence
from bot.documents.dossier.story.games import EventNames
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text, say
from engine.cases.events import CASE_EVENTS, CaseRuled
from engine.games.fold import EVENTS
from engine.games.ruling_events import RulingLifted
from engine.ids import Leg, Seat
from engine.matches.correspondence_events import CoefficientsProposed
from engine.matches.fold import MATCH_EVENTS
from storage.db import Database
from storage.log import load
from storage.streams import case_stream, game_stream, match_stream
from tests.bot.documents.dossier.match import stored_match
from tests.builders import ARBITER, noon

TOLD = {*games.TELLERS, *matches.TELLERS, *case_events.TELLERS, CaseRuled}
"""The classes of events that have a sentence; that of a ruling is made elsewhere."""


def test_no_event_is_without_words() -> None:
    """Every event of a game or match has a sentence for the case file."""
    events = {*EVENTS.values(), *MATCH_EVENTS.values(), *CASE_EVENTS.values()}
    assert events - TOLD == set()


def _kind_alone(ruled: CaseRuled) -> Text:
    """Return a ruling by its kind, because other code prints its text."""
    return say("story.other", name=ruled.ruling.kind.value)


async def test_what_happened_can_be_read_in_both_languages(database: Database) -> None:
    """Each stored event becomes a different sentence, with the names of those concerned."""
    stored = await stored_match(database)
    async with database.reading() as tx:
        rows = [
            *await load(tx, game_stream(stored.game)),
            *await load(tx, match_stream("K7QF")),
            *await load(tx, case_stream("K7QF/1#1")),
        ]
    names = {stored.red: "Ana", stored.blue: "Ion", stored.arbiter: "Maria"}
    seats = {Leg.HOME: {Seat.RED: stored.red, Seat.BLUE: stored.blue}}

    people = EventNames(names, seats, Leg.HOME)
    for language in LANGUAGES:
        sentences = [
            load_catalogue(language).plain(
                sentence(row.event, people, wire_name="", decision=_kind_alone)
            )
            for row in rows
        ]
        assert len(set(sentences)) == len(rows)
        assert any("Ion" in one and "Maria" not in one for one in sentences)


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    ("case", "move", "begins"),
    [
        ("K7QF/1#2", None, "Maria takes back the ruling in case K7QF/1#2: "),
        ("", None, "Maria reopens the game: "),
        ("", 2, "Maria restores moves sent back or annulled: "),
    ],
)
def test_an_act_taken_back_is_named(case: str, move: int | None, begins: str) -> None:
    """It is a ruling by its case, otherwise an end of the game or moves taken back."""
    lifted = RulingLifted(
        at=noon(),
        arbiter=ARBITER,
        article="10.1",
        reason="A mistake.",
        case=case,
        ruled=noon(),
        move=move,
    )

    people = EventNames({ARBITER: "Maria"}, {}, Leg.HOME)
    text = load_catalogue("en").plain(sentence(lifted, people, wire_name=""))

    assert text.startswith(f"{begins}A mistake. (")


@pytest.mark.article("8.5")
def test_proposed_coefficients_have_the_decimal_sign_of_the_language() -> None:
    """A Romanian case file writes them with a comma, as all its other coefficients."""
    proposed = CoefficientsProposed(
        at=noon(),
        person=ARBITER,
        leg=Leg.HOME,
        red=Decimal("1.5219"),
        blue=Decimal("0.4781"),
    )

    told = sentence(proposed, EventNames({ARBITER: "Ana"}, {}, Leg.HOME), wire_name="")

    assert "1,5219 – 0,4781" in load_catalogue("ro").plain(told)
    assert "1.5219 – 0.4781" in load_catalogue("en").plain(told)


def test_an_event_of_a_later_version_is_shown_by_its_name() -> None:
    """An unknown event is shown in the log by its stored name."""
    text = sentence(object(), EventNames({}, {}, None), wire_name="game.teleported")

    assert load_catalogue("ro").plain(text) == "game.teleported"
