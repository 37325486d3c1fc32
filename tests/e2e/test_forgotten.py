"""Asking to be forgotten, and being forgotten while the bot is at work."""

import json

import pytest

from bot.language.i18n import catalogue
from bot.messages import say
from engine.ids import PersonId
from storage import forgetting, people
from tests.e2e.harness import Table
from tests.e2e.texts import facts_of, mentions, says, told, worded


async def test_who_is_forgotten_is_a_name_without_a_person(table: Table) -> None:
    """He asks, the operator does it: his games stay whole under another name, and he is a stranger.

    What is stored still verifies: the table checks that at its end.
    """
    pair = await table.match()
    await pair.place(pair.red, "H8 CASA")
    await table.say(pair.red, "- ne vedem la Cluj")
    assert told(pair.blue.messages, "chat.line")

    (data,) = await table.say(pair.red, "/datele_mele")
    assert data.document is not None
    kept = json.loads(data.document.content)
    assert [line["text"] for line in kept["chat_lines"]] == ["ne vedem la Cluj"]
    (asked,) = await table.say(pair.red, "/uita_ma")
    assert says(asked, "forget.ask")
    for _ in range(3):
        await table.press(pair.red, asked, "button.forget_sure")
        (asked,) = await table.say(pair.red, "/uita_ma")
    (request,) = told(table.operator.messages, "operator.forget", who="Ana Pop")
    number = PersonId(int(facts_of(request, "operator.forget")["number"]))

    await pair.pass_all(pair.blue, pair.red)
    async with table.app.office.database.transaction() as tx:
        name = catalogue("ro").plain(say("person.withdrawn", number=str(number)))
        await forgetting.forget(tx, number, table.sandbox.clock.now(), name)
        assert "Ana Pop" not in {each.name for each in await people.everybody(tx)}

    history = "".join(each.text for each in await table.say(pair.blue, f"/istoric {pair.id}"))
    assert f"Jucător retras {number}" in history
    assert "Ana Pop" not in history
    assert all(each.photo for each in (await table.say(pair.blue, f"/fisa {pair.id}"))[:2])
    await table.say(pair.blue, "/limba en")
    english = "".join(each.text for each in await table.say(pair.blue, f"/history {pair.id}"))
    assert f"Withdrawn player {number}" in english
    talk = await table.say(pair.blue, f"/messages {pair.id}")
    assert "Cluj" not in "".join(each.text for each in talk)

    (stranger,) = await table.say(pair.red, "/start")
    assert says(stranger, "start.hello", who=pair.red.name)
    async with table.app.office.database.reading() as tx:
        again = await people.by_telegram(tx, pair.red.id)
        assert again is not None
        assert again.id != number


@pytest.mark.article("7.2")
async def test_nobody_is_told_that_sheets_went_to_who_is_forgotten(table: Table) -> None:
    """Who is forgotten in the middle of a game is silent: partner and arbiter read why.

    Nor is he offered as somebody who could write for his partner.
    """
    pair = await table.match()
    await pair.place(pair.red, "H8 CASA")
    gone = (await table.stored.person(pair.blue.id)).id
    async with table.app.office.database.transaction() as tx:
        await forgetting.forget(tx, gone, table.sandbox.clock.now(), f"Jucător retras {gone}")

    await table.travel(11)

    for user in (pair.red, table.arbiter):
        assert len(told(user.messages, "remind.resend_impossible", game=pair.id, n=5)) == 1
    assert not told(pair.red.messages, "remind.resend_partner")
    (dossier,) = told(table.arbiter.messages, "silence.dossier", game=pair.id)
    assert mentions(dossier, "silence.comment_unsent", n=10, again=5)
    assert f"{worded('remind.no_delivery').strip()}\n" in dossier.text
    (choices,) = await table.say(table.arbiter, f"/imputernicire {pair.code}")
    offered = worded("writer.choose_partner", who="Ana Pop", writer=f"Jucător retras {gone}")
    assert offered not in choices.labels
    assert worded("writer.choose_me", who="Ana Pop") in choices.labels


async def test_who_is_still_needed_is_told_where(table: Table) -> None:
    """A match between its games, and one to homologate, are named to him and to the operator."""
    pair = await table.match()
    await pair.pass_all(pair.red, pair.blue)
    (asked,) = await table.say(pair.blue, "/uita_ma")
    assert mentions(asked, "forget.waiting", n=1)
    (ruling,) = await table.say(table.arbiter, "/uita_ma")
    assert mentions(ruling, "forget.ruling", n=1)
    await table.press(table.arbiter, ruling, "button.forget_sure")
    (request,) = told(table.operator.messages, "operator.forget", who="Radu Arbitru")
    assert says(request, "operator.forget", playing=0, waiting=0, ruling=1)

    async with table.app.office.database.reading() as tx:
        for user in (pair.red, table.arbiter):
            known = await people.by_telegram(tx, user.id)
            assert known is not None
            assert await forgetting.is_playing(tx, known.id) == [pair.code]
        nobody = await people.by_telegram(tx, table.operator.id)
        assert nobody is not None
        assert await forgetting.is_playing(tx, nobody.id) == []
