"""Forgetting in short transactions, while the bot goes on."""

import json

from sqlalchemy import select

from storage.db import Database
from storage.people import forgetting, people
from storage.queues import inbox, outbox
from storage.schema import inbox as inbox_table
from storage.schema import outbox as outbox_table
from tests.somebodys_rows import AT, HABITS

NAME, GONE, ACCOUNT = "Anastasia Tainic", "Jucător retras 1", 7_311_987_654


def told(chat: int, who: str) -> outbox.Outgoing:
    """Return a message that names somebody."""
    payload = {"to": chat, "text": {"key": "x", "params": {"who": who}}}
    return outbox.Outgoing(chat=chat, payload=json.dumps(payload, ensure_ascii=False))


def update(number: int) -> inbox.RawUpdate:
    """Return an update that the person sent."""
    message = {"from": {"id": ACCOUNT, "first_name": "Ana"}, "text": "PAS"}
    raw = json.dumps({"update_id": number, "message": message})
    return inbox.RawUpdate(update_id=number, chat=ACCOUNT, raw=raw)


async def test_what_comes_between_the_search_and_the_erasure_is_found(db: Database) -> None:
    """Messages and updates of that moment are erased, too, and all are counted."""
    async with db.transaction() as tx:
        person = (await people.create(tx, NAME, HABITS, account=ACCOUNT, address=ACCOUNT)).id
        await outbox.queue(tx, [told(12, NAME), told(ACCOUNT, "Ion Rus")], AT)
        await inbox.store(tx, [update(1)], AT)

    searched = await forgetting.search_ahead(db, person, GONE)
    async with db.transaction() as tx:
        await outbox.queue(tx, [told(12, NAME), told(ACCOUNT, "Ion Rus")], AT)
        await inbox.store(tx, [update(2)], AT)
    async with db.transaction() as tx:
        counts = await forgetting.forget(tx, person, AT, GONE, searched)
        messages = (await tx.execute(select(outbox_table.c.payload))).scalars().all()
        updates = (await tx.execute(select(inbox_table.c.id))).all()

    assert (counts["outbox"], counts["inbox"]) == (4, 2)
    assert [json.loads(each)["text"]["params"]["who"] for each in messages] == [GONE, GONE]
    assert updates == []


async def test_a_search_that_was_cut_off_can_be_repeated(db: Database) -> None:
    """The person is still known after it, so the command does the same again."""
    async with db.transaction() as tx:
        person = (await people.create(tx, NAME, HABITS, account=ACCOUNT, address=ACCOUNT)).id
        await outbox.queue(tx, [told(12, NAME)], AT)

    await forgetting.search_ahead(db, person, GONE)
    async with db.transaction() as tx:
        await outbox.queue(tx, [told(12, NAME)], AT)
    searched = await forgetting.search_ahead(db, person, GONE)
    async with db.transaction() as tx:
        assert (await people.get(tx, person)).name == NAME
        await forgetting.forget(tx, person, AT, GONE, searched)
        messages = " ".join((await tx.execute(select(outbox_table.c.payload))).scalars())

    assert NAME not in messages


async def test_a_name_that_begins_another_leaves_no_rest_of_it(db: Database) -> None:
    """A family name that the person has added is in no message of others afterwards."""
    async with db.transaction() as tx:
        person = (await people.create(tx, f"{NAME} Rusu", HABITS)).id
        await people.change(tx, person, name=NAME)
        await outbox.queue(tx, [told(12, f"Mută {NAME} Rusu.")], AT)
        await forgetting.forget(tx, person, AT, GONE)
        payload = (await tx.execute(select(outbox_table.c.payload))).scalar_one()

    assert json.loads(payload)["text"]["params"]["who"] == f"Mută {GONE}."
