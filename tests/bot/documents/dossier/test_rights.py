"""The people who may have the case file of a running game."""

from dataclasses import replace

import pytest

from bot.chat.cases import dossier
from bot.runtime.clock import FixedClock
from bot.runtime.shared import UserInput
from bot.runtime.unit import Runtime
from bot.service.service import Service
from bot.texts.messages import Incoming, Notice, Sender
from bot.texts.pictures import DocumentKind
from engine.errors import GameStateError
from engine.ids import PersonId
from storage.cases import case_rows
from storage.db import Database
from storage.people import people
from tests.bot.documents.dossier.match import ASKED, HABITS, StoredMatch, stored_match


@pytest.fixture
async def stored(database: Database) -> StoredMatch:
    """Store the match with its game still running, and a ruling in one of its cases."""
    return await stored_match(database, over=False)


async def asked(database: Database, stored: StoredMatch, person: PersonId, what: str) -> Notice:
    """Return the bot's answer to a person who asks for a case file."""
    runtime = Runtime(database, FixedClock(ASKED))
    async with runtime.unit() as unit:
        service = Service(unit, stored.shared)
        incoming = Incoming(
            update=1, sender=Sender(1, "x"), chat=5, is_private=True, at=ASKED, message=1
        )
        await dossier.send(service, UserInput(incoming, await service.persons.get(person), what))
        (answer,) = unit.notices
        return answer


async def without_ruling(database: Database) -> None:
    """Have the case wait for its ruling."""
    async with database.transaction() as tx:
        row = await case_rows.case(tx, "K7QF/1#1")
        assert row is not None
        await case_rows.save(tx, replace(row, ruling=""))


@pytest.mark.article("10.2")
async def test_a_ruling_lets_both_players_have_it(database: Database, stored: StoredMatch) -> None:
    """After a ruling both players get the claim's file on request, because they may appeal."""
    for person in (stored.red, stored.blue, stored.arbiter):
        answer = await asked(database, stored, person, "k7qf/1#1")
        assert answer.document is not None
        assert answer.document.kind is DocumentKind.DOSSIER
        assert answer.document.of.startswith("K7QF/1#1@2025-05-31T")
    whole = await asked(database, stored, stored.red, "K7QF")
    assert whole.about == "K7QF"


@pytest.mark.article("10.2")
async def test_without_a_ruling_only_the_arbiter_has_it(
    database: Database, stored: StoredMatch
) -> None:
    """In a running game without ruling a player reads when to ask again."""
    await without_ruling(database)

    for what in ("K7QF/1#1", "K7QF"):
        with pytest.raises(GameStateError) as refusal:
            await asked(database, stored, stored.red, what)
        assert refusal.value.faults[0].code == "dossier_too_early"
        assert (await asked(database, stored, stored.arbiter, what)).document is not None


async def test_strangers_and_wrong_numbers_get_nothing(
    database: Database, stored: StoredMatch
) -> None:
    """A person who neither plays nor rules is refused; a claim that does not exist is named."""
    async with database.transaction() as tx:
        stranger = (await people.create(tx, "Dan", HABITS)).id

    for what in ("K7QF/1#1", "K7QF"):
        with pytest.raises(GameStateError) as refusal:
            await asked(database, stored, stranger, what)
        assert refusal.value.faults[0].code == "not_your_match"
    with pytest.raises(GameStateError) as refusal:
        await asked(database, stored, stored.red, "K7QF/1#9")
    assert refusal.value.faults[0].code == "no_such_case"
    with pytest.raises(GameStateError) as refusal:
        await asked(database, stored, stored.red, "ZZZZ")
    assert refusal.value.faults[0].code == "no_such_match"
