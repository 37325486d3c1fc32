"""A case file covers one game, case or match at one instant."""

from datetime import timedelta

import pytest

from bot.documents.dossier.facts import NothingToShow, Subject
from bot.documents.dossier.gathering import gather
from engine.ids import Leg
from engine.matches.events import LegStarted
from storage import log
from storage.db import Database
from storage.streams import match_stream
from tests.bot.documents.dossier.match import ASKED, StoredMatch
from tests.bot.documents.dossier.packed import SUBJECT, pack, pdf_text, text_of


async def test_a_case_not_yet_begun_has_no_case_file(
    database: Database, stored: StoredMatch
) -> None:
    """For a day before the case, or an unknown number, none is made."""
    for name, day in (("K7QF/1#1", 25), ("K7QF/1#2", 0)):
        with pytest.raises(NothingToShow):
            await pack(database, stored, Subject.named(name, at=ASKED - timedelta(days=day)))


async def test_the_same_case_file_is_the_same_bytes(
    database: Database, stored: StoredMatch
) -> None:
    """Made again for the same instant, it has the same hash, whatever has happened since."""
    before = await pack(database, stored)
    async with database.transaction() as tx:
        head = await log.head(tx, match_stream("K7QF"))
        begun = LegStarted(
            at=ASKED + timedelta(seconds=1),
            leg=Leg.RETURN,
            red=stored.blue,
            blue=stored.red,
            start=ASKED.date(),
        )
        await log.append(tx, match_stream("K7QF"), head.seq, (begun,), begun.at)

    assert (await pack(database, stored)).content == before.content


async def test_it_shows_what_was_known_at_its_instant(
    database: Database, stored: StoredMatch
) -> None:
    """On the fifth day the game was running, two events existed, nothing was confirmed."""
    fifth_day = SUBJECT.at - timedelta(days=26)
    early = Subject.named("K7QF/1", at=fifth_day)
    async with database.reading() as tx:
        dossier = await gather(tx, stored.shared, early)

    assert dossier.games[0].game.ended is None
    assert len(dossier.games[0].events) == 3
    assert "în desfășurare, după o depunere" in await text_of(database, stored, early)
    with pytest.raises(NothingToShow, match="g/K7QF/1"):
        await pack(database, stored, Subject.named("K7QF/1", at=SUBJECT.at - timedelta(days=31)))


async def test_a_match_is_one_case_file_of_its_games(
    database: Database, stored: StoredMatch
) -> None:
    """The match's file covers every game begun, in the reader's language."""
    whole = await pack(database, stored, Subject.named("K7QF", at=ASKED), "en")
    text = pdf_text(whole)

    assert whole.name == "dossier-K7QF.zip"
    assert "Case file of match K7QF" in text
    assert "Time sheet, game K7QF/1" in text
    assert "page 1 of" in text


def test_a_subject_is_read_back_as_it_was_written() -> None:
    """The outbox keeps instant and name unchanged, of a match, a game and a case."""
    for name in ("K7QF", "K7QF/1", "K7QF/1#2"):
        subject = Subject.named(name, at=ASKED)
        assert Subject.read(subject.written) == subject
        assert subject.name == name
