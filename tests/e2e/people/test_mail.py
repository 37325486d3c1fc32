"""Mails to players in browsers: an address confirmed by a code, and one mail a turn."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import select

from engine.games.game import Game
from storage.people.mail_codes import MOST_MISSES
from storage.schema import events, mail_addresses, mail_codes, outbox, persons
from tests.e2e.browser_user import NO_TLS
from tests.e2e.people.browsers_shared import both_seated
from tests.e2e.people.mail_shared import (
    ANA,
    MailWorld,
    address_confirmed,
    casa_by_ana,
    mail_world,
    passed,
    played,
)
from tests.e2e.plays import best
from tests.e2e.texts import worded
from tests.engine.referee.time import Turn, charged_days
from tests.smtp import CUT, DATA_REFUSED, RCPT_LATER, RCPT_REFUSED


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed) as world:
        yield world


@pytest_asyncio.fixture(name="ions_turn")
async def _ions_turn(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=casa_by_ana) as world:
        yield world


@pytest_asyncio.fixture(name="unconfirmed")
async def _unconfirmed(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=both_seated) as world:
        yield world


async def first_game(world: MailWorld, code: str) -> Game:
    """Return the home game."""
    return await world.table.stored.game(f"{code}/1")


async def test_a_turn_is_one_mail_with_the_board_and_both_sheets(world: MailWorld) -> None:
    """Subject, text, three pictures, a link that signs nobody in, and one-click unsubscription."""
    code, _, _ = await world.seated()

    (mail,) = [each for each in world.box.to(ANA) if "rândul" in str(each["Subject"])]
    assert re.fullmatch(rf"E rândul tău: Ion Rus, {code}/1, până pe .+", str(mail["Subject"]))
    names = [part.get_filename() for part in mail.walk() if part.get_content_type() == "image/png"]
    assert names == [f"tabla-{code}-1.png", f"fișa-de-concurs-{code}-1.png",
                     f"fișa-de-timp-{code}-1.png"]  # fmt: skip
    plain = mail.get_body(("plain",))
    assert plain is not None
    text = plain.get_content()
    assert f"/app/?game={code}%2F1" in text
    assert "Ion Rus" in text
    assert not re.search(r"#(seat|device)=|token|t\.me/", text)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "/app/mail/stop/" in mail["List-Unsubscribe"]


async def test_only_the_code_of_the_mail_confirms_an_address(unconfirmed: MailWorld) -> None:
    """The page does not show it; five wrong ones, or ten minutes, make it void.

    Once the address is confirmed, a word to the opponent is not refused as an address.
    """
    world = unconfirmed
    _, ana, _ = await world.seated(confirmed=False)
    asked = await ana.say(world.table, f"/email {ANA}")
    code = world.box.code(ANA)
    assert code not in "".join(each.text for each in asked)
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    for _again in range(MOST_MISSES):
        await ana.say(world.table, wrong)
    (void,) = await ana.say(world.table, code)
    assert "nu mai e bun" in void.text

    await ana.say(world.table, f"/email {ANA}")
    late = world.box.code(ANA)
    await world.table.sandbox.travel(timedelta(minutes=10))
    (void,) = await ana.say(world.table, late)
    assert "nu mai e bun" in void.text

    await world.confirm(ana)
    async with world.table.app.runtime.database.reading() as tx:
        assert (await tx.execute(select(mail_addresses.c.address))).scalar_one() == ANA
        assert (await tx.execute(select(mail_codes))).all() == []
    (talk,) = await ana.say(world.table, "ce vreme")
    assert worded("mail.bad_address") not in talk.text


async def test_answers_and_silent_messages_are_not_mailed(world: MailWorld) -> None:
    """Commands, previews and their edits bring no mail; a partner's message does.

    No log and no message to others has the address.
    """
    code, ana, ion = await world.seated()
    before = len(world.box.mails)
    await ana.say(world.table, "/jocuri")
    (preview,) = await ana.say(world.table, "H8 CASA")
    send = next(each for each in preview.buttons if each.data.startswith("send:"))
    await ana.press(preview, send.data)
    await world.table.settle()
    assert len(world.box.mails) == before

    await passed(world, ion)
    assert len(world.box.mails) == before + 1
    (question,) = await world.table.say(ion, f"/abandon {code}/1")
    await world.table.press(ion, question, "button.abandon")
    ended = [each for each in world.box.mails[before + 1 :] if code in str(each["Subject"])]
    assert [str(each["Subject"]) for each in ended] == [f"Partida cu Ion Rus, {code}/1"]

    runtime = world.table.app.runtime
    async with runtime.database.reading() as tx:
        logged = "".join((await tx.execute(select(events.c.payload))).scalars().all())
        address = await tx.execute(select(persons.c.address).where(persons.c.name == "Ana Pop"))
        own = {each for each in address.scalars() if each is not None}
        others = await tx.execute(select(outbox.c.payload).where(outbox.c.chat.not_in(own)))
        assert ANA not in logged
        assert ANA not in "".join(others.scalars().all())
    for user in (ion, world.table.arbiter, world.table.operator):
        assert ANA not in "".join(each.text for each in user.messages)


@pytest.mark.article("7.1")
@pytest.mark.parametrize("opened_after", [None, 0, 2])
async def test_the_days_after_an_outage_are_those_of_the_reference(
    ions_turn: MailWorld, opened_after: int | None
) -> None:
    """The days run from the 250, or from the day on which the player opens the game before it.

    The page has the turn at once, and the mail arrives after the outage.
    """
    world = ions_turn
    code, ana, ion = await world.seated()
    await world.box.down()
    await passed(world, ion)
    assert [each for each in await ana.messages() if len(each.pictures) == 2]
    sent, now = (await first_game(world, code)).received, world.table.sandbox.clock.now()
    if opened_after is not None:
        await world.table.travel_to(now + timedelta(opened_after))
        await ana.session()
        assert (await ana.ask("GET", f"/games/{code}%2F1")).status_code == 200
    else:
        assert (await first_game(world, code)).arrivals == ()
    await world.table.travel_to(now + timedelta(3))
    assert len(world.turns()) == 1
    await world.server_back()
    days = 3 if opened_after is None else opened_after
    game = await first_game(world, code)
    assert game.received == sent + timedelta(days)
    assert [(each.on - each.sent).days for each in game.arrivals] == [days] * (days > 0)

    await world.table.travel_to(now + timedelta(7))
    await ana.session()
    await played(world, ana, "PAS")
    answered = sent + timedelta(7)
    charged = charged_days(Turn(game.received, answered), answered)
    assert (await first_game(world, code)).red.days == len(charged)
    assert len(world.turns()) == 2


@pytest.mark.article("7.1")
async def test_a_first_view_already_counts_from_its_own_day(ions_turn: MailWorld) -> None:
    """A page that opens on a game whose mail is stuck shows the day on which it was opened."""
    world = ions_turn
    code, ana, ion = await world.seated()
    await world.box.down()
    await passed(world, ion)
    sent, now = (await first_game(world, code)).received, world.table.sandbox.clock.now()
    await world.table.travel_to(now + timedelta(2))

    first = (await ana.session(f"?game={code}/1")).json()["first"]

    assert first["game"]["received"] == (sent + timedelta(2)).isoformat()
    assert first["game"] == (await ana.ask("GET", f"/games/{code}%2F1")).json()
    assert first["games"] == (await ana.ask("GET", "/games")).json()


@pytest.mark.article("7.2")
async def test_the_server_that_accepted_a_mail_stays_its_proof(ions_turn: MailWorld) -> None:
    """The arbiter's card names the server of that day, not the one that is configured now."""
    world, table = ions_turn, ions_turn.table
    code, _, ion = await world.seated()
    await table.stop_bot()
    table.config = replace(table.config, mail=replace(table.config.mail, host="localhost"))
    await table.start_bot()

    (before,) = await table.say(table.arbiter, f"/invitatie {code}")
    await passed(world, ion)
    (after,) = await table.say(table.arbiter, f"/invitatie {code}")

    assert "de serverul 127.0.0.1" in before.text
    assert "de serverul localhost" in after.text


async def test_who_is_told_of_a_refusal(world: MailWorld) -> None:
    """Its writer, of a mistyped address; the operator, of a mail; the arbiter, of an address.

    The page has every turn, days run, and to a refused address no further mail is tried.
    """
    table, box = world.table, world.box
    code, ana, ion = await world.seated()
    table.dead_messages = 3
    box.faults = [RCPT_REFUSED]
    answers = await ana.say(table, "/email ana@exmaple.org")
    assert "a refuzat adresa ana@exmaple.org" in answers[-1].text
    assert not any("refuz" in each.text for each in table.arbiter.messages)
    assert ANA in (await ana.say(table, "/email"))[-1].text

    await played(world, ana, "H8 CASA")
    box.faults = [DATA_REFUSED]
    await passed(world, ion)
    assert any("554" in each.text for each in table.operator.messages)
    assert not any("a refuzat adresa" in each.text for each in table.arbiter.messages)
    assert len([each for each in await ana.messages() if len(each.pictures) == 2]) == 2
    assert len(world.turns()) == 1

    await played(world, ana, "PAS")
    box.fault = RCPT_REFUSED
    await passed(world, ion)
    told = [each for each in table.arbiter.messages if "a refuzat adresa" in each.text]
    assert len(told) == 1
    assert ANA not in "".join(each.text for each in table.arbiter.messages)
    assert len([each for each in await ana.messages() if len(each.pictures) == 2]) == 3
    assert "a refuzat" in (await ana.say(table, "/email"))[-1].text
    (seats,) = await table.say(table.arbiter, f"/invitatie {code}")
    assert "e-mail refuzat definitiv pe 1 mai 2025" in seats.text
    assert "adresa nu mai primește mesaje" in seats.text
    box.fault = ""
    await table.travel(1)
    assert len(world.turns()) == 1
    assert (await first_game(world, code)).arrivals == ()


FAULTS = {
    "greylisted": ([RCPT_LATER, RCPT_LATER], [1]),
    "the answer is lost": ([CUT], [2]),
    "both answers are lost": ([CUT, CUT], [2]),
}
"""Faults of a server for a moment, and how often it then has the mail of the turn."""


async def test_a_mail_is_repeated_and_costs_at_most_a_second_copy(ions_turn: MailWorld) -> None:
    """Greylisting costs minutes, not the turn; without an answer to the second copy it is sent.

    Both copies have the same id.
    """
    world = ions_turn
    code, ana, ion = await world.seated()
    for fault, (faults, copies) in FAULTS.items():
        before, sent = world.box.copies(), len(world.turns())
        world.box.faults = faults
        await passed(world, ion)
        for _again in range(3):
            await world.table.sandbox.travel(timedelta(minutes=6))
            await world.table.settle()
        assert list((world.box.copies() - before).values()) == copies, fault
        assert len(world.turns()) == sent + copies[0], fault
        await played(world, ana, best(await first_game(world, code)) or "PAS")


async def test_unsubscription_needs_a_post_and_leaves_the_seat(world: MailWorld) -> None:
    """A scanner's GET ends nothing; one POST without a page does; a forged address does not."""
    code, ana, ion = await world.seated()
    mail = world.box.to(ANA)[-1]
    path = str(mail["List-Unsubscribe"]).strip().strip("<>").removeprefix("http://127.0.0.1")
    async with httpx.AsyncClient(base_url=world.web.base_url, verify=NO_TLS) as client:
        for method in ("GET", "HEAD"):
            await client.request(method, path)
        forged = await client.post(f"{path[:-1]}{'0' if path[-1] != '0' else '1'}")
        async with world.table.app.runtime.database.reading() as tx:
            found = await tx.execute(select(mail_addresses.c.stopped_at))
            assert found.scalars().all() == [None]
        ended = await client.post(path, data={"List-Unsubscribe": "One-Click"})
        again = await client.post(path)
    assert {each.status_code for each in (forged, ended, again)} == {200}
    await world.table.settle()
    async with world.table.app.runtime.database.reading() as tx:
        stopped = (await tx.execute(select(mail_addresses.c.stopped_at))).scalars().all()
    assert None not in stopped
    sent = len(world.turns())
    await played(world, ana, "H8 CASA")
    await passed(world, ion)
    assert len(world.turns()) == sent
    assert len((await first_game(world, code)).moves) == 2
