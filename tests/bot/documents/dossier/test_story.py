"""Every event of the log has a sentence of its own."""

import pytest

from bot.documents.dossier.story import case_events, games, matches, sentence
from bot.texts.i18n import LANGUAGES, load_catalogue
from bot.texts.messages import Text, say
from engine.cases.events import CASE_EVENTS, CaseRuled
from engine.games.fold import EVENTS
from engine.ids import Leg, Seat
from engine.matches.fold import MATCH_EVENTS
from storage.db import Database
from storage.log import load
from storage.streams import case_stream, game_stream, match_stream
from tests.bot.documents.dossier.match import stored_match

TOLD = {*games.TELLERS, *matches.TELLERS, *case_events.TELLERS, CaseRuled}
"""The classes of events that have a sentence; that of a ruling is made elsewhere."""


@pytest.mark.parametrize("name", [*EVENTS, *MATCH_EVENTS, *CASE_EVENTS])
def test_no_event_is_without_words(name: str) -> None:
    """Every event of a game or match has a sentence for the case file."""
    assert {**EVENTS, **MATCH_EVENTS, **CASE_EVENTS}[name] in TOLD


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

    for language in LANGUAGES:
        sentences = [
            load_catalogue(language).plain(
                sentence(row.event, "", names, seats, Leg.HOME, decision=_kind_alone)
            )
            for row in rows
        ]
        assert len(set(sentences)) == len(rows)
        assert any("Ion" in one and "Maria" not in one for one in sentences)


def test_an_event_of_a_later_version_is_shown_by_its_name() -> None:
    """An unknown event is shown in the log by its stored name."""
    text = sentence(object(), "game.teleported", {}, {}, None)

    assert load_catalogue("ro").plain(text) == "game.teleported"
