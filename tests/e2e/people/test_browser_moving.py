"""One person moves between a browser and Telegram, and keeps games, name, rating and settings."""

from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.bench import own_case
from tests.e2e.browser_user import BrowserUser, FeedMessage, seat_of
from tests.e2e.cases.dossier_shared import archive_of
from tests.e2e.harness import Table, bucharest
from tests.e2e.harness import table as opened_table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.people.browsers_shared import BrowserPair, both_seated, pair_in
from tests.e2e.play.undo_shared import UNDO
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import mentions, told

PAGE = {"server_public_url": "https://scrabble.example.org"}

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")


async def link_of(table: Table, ana: BrowserUser) -> str:
    """Return the link to Telegram that `/continua` gives on the page."""
    shown: list[FeedMessage] = list(await ana.say(table, "/continua"))
    return next(each.url for message in shown for each in message.buttons if each.url)


async def moved(table: Table, account: SandboxUser, link: str) -> None:
    """Have the account open the link and confirm."""
    asked = await table.follow(account, link)
    account.press_button(asked, next(each for each in asked.buttons if each.data.endswith(":yes")))
    await table.settle()


@pytest.mark.article("6.1")
async def test_a_browsers_person_continues_in_telegram(
    table: Table, browser_pair: BrowserPair
) -> None:
    """Games, name and number stay, the board comes to the chat, and the page closes.

    A written move comes along: its button is offered in the new place, and a question of the old
    place is over. The arbiter's question came to the page; that the case is closed is said in
    Telegram. An account with a seat of its own is refused.
    """
    code, ana, ion = browser_pair
    link = await link_of(table, ana)
    await moved(table, ion, link)
    assert any(mentions(each, "fault.moving_taken", name="Ion Rus") for each in ion.messages)
    assert (await ana.session()).status_code == 200
    card = await own_case(table, f"{code}/1")
    await table.press(table.arbiter, card, "button.case.hear")
    await ana.say(table, "H8 CASA")
    await ana.say(table, f"/mesaj {code}/1")
    before = await table.stored.match(code)
    assert before.in_browser
    phone = table.sandbox.add_user("Anișoara", language_code="ro")

    await moved(table, phone, await link_of(table, ana))

    after = await table.stored.match(code)
    assert after.people == before.people
    assert after.in_browser == frozenset()
    person = await table.stored.person(phone.id)
    assert (person.name, person.id) in {("Ana Pop", each) for each in after.people}
    assert (await ana.ask("GET", "/feed")).status_code == 401
    assert (await ana.session()).status_code == 401
    assert any(each.photo and code in each.text for each in phone.messages)
    for user in (ion, table.arbiter):
        (heard,) = told(user.messages, "means.goes_telegram", who="Ana Pop", match=code)
        assert heard.silent
    assert not await table.stored.findings()

    (offered,) = told(phone.messages, "moving.written", move="H8 CASA", game=f"{code}/1")
    await table.press(phone, offered, "button.send_written")
    assert (await table.stored.game(f"{code}/1")).moves
    await table.press(table.arbiter, card, "button.case.close")
    assert told(phone.messages, "case.closed_players", who="Radu Arbitru")


async def test_a_link_to_telegram_is_good_once_and_for_an_hour(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """A used or late link moves nobody; looking at the question moves nobody either.

    Somebody who reads English has English commands in Telegram, also in a Romanian app.
    """
    code, ana, _ = browser_pair
    await ana.say(table, "/limba en")
    phone, thief = (table.sandbox.add_user(name, language_code="ro") for name in ("Anca", "Gigi"))
    link = await link_of(table, ana)
    asked = await table.follow(thief, link)
    await table.press(thief, asked, "button.undecide")
    assert mentions(asked, "moving.stays")
    assert (await ana.session()).status_code == 200

    await moved(table, phone, link)
    shown = table.sandbox.world.menus.shown_to(phone.chat, phone.id, "ro")
    assert "games" in {each["command"] for each in shown}
    again = await table.follow(thief, link)
    assert mentions(again, "moving.bad_code")
    assert (await table.stored.match(code)).in_browser == frozenset()

    other = BrowserUser(web)
    _, one, _ = await table.invite("Vio Marin", "Dan Radu")
    await other.take(seat_of(one))
    link = await link_of(table, other)
    await table.travel_to(table.sandbox.clock.now() + timedelta(minutes=61))
    late = await table.follow(thief, link)
    assert mentions(late, "moving.bad_code")


@pytest.mark.article("6.1")
async def test_a_player_in_telegram_continues_in_a_browser(tmp_path: Path) -> None:
    """The link signs one browser in, the board is there, and the chat gets a last message.

    A public or rated request is no longer there once its author plays in a browser. The bot knows
    operators by their account, so none moves.
    """
    async with opened_table(tmp_path, settings=PAGE) as table, mini_app(table) as web:
        code, one, other = await table.invite()
        ana = table.sandbox.add_user("Anișoara", language_code="ro")
        ion = table.sandbox.add_user("Ionel", language_code="ro")
        await table.join(ana, one)
        await table.join(ion, other)
        number = (await table.stored.person(ana.id)).id
        (refused,) = await table.say(table.operator, "/continua")
        assert mentions(refused, "fault.moving_operator")
        terms = {"days": 10, "single": False, "words": "", "rated": False, "by_link": False}
        made = await (await web.open(ana)).post("/requests", id=str(uuid4()), **terms)
        assert made.status_code == 200, made.text
        tab = await web.open(ion)
        assert len((await tab.get("/requests")).json()["requests"]) == 1
        (given,) = await table.say(ana, "/continua")
        new = given.text.rpartition("#device=")[2]

        page, thief = BrowserUser(web), BrowserUser(web)
        answer = await page.ask("POST", "/devices/add", code=new, nonce=page.nonce)
        assert answer.status_code == 200, answer.text
        again = await thief.ask("POST", "/devices/add", code=new, nonce=thief.nonce)
        assert again.status_code == 404
        await table.settle()

        assert (await page.session()).status_code == 200
        match = await table.stored.match(code)
        assert match.in_browser == {number}
        assert (await tab.get("/requests")).json()["requests"] == []
        assert any(f"{code}/1" in each.text for each in await page.messages())
        assert told(ana.messages, "moving.left_telegram", account="Chrome, Android")
        assert told(ion.messages, "means.goes_browser", who="Ana Pop", match=code)
        (preview,) = await page.say(table, "H8 CASA")
        send = next(each for each in preview.buttons if each.data.startswith("send:"))
        await page.press(preview, send.data)
        await table.settle()
        assert (await table.stored.game(f"{code}/1")).moves

        phone = table.sandbox.add_user("Ana, telefon nou", language_code="ro")
        await moved(table, phone, await link_of(table, page))
        assert (await table.stored.person(phone.id)).id == number
        assert not await table.stored.findings()


async def test_a_bot_without_a_page_offers_no_browser(table: Table) -> None:
    """Without a public address there is nowhere to move to."""
    (answer,) = await table.say(table.sandbox.add_user("Ana", language_code="ro"), "/continua")
    assert mentions(answer, "moving.no_page")


async def test_an_arbiter_continues_in_a_browser(tmp_path: Path) -> None:
    """The task list, the seats and a decision work there; the way back leads to Telegram."""
    async with opened_table(tmp_path, settings=PAGE) as table, mini_app(table) as web:
        pair = await table.match()
        (given,) = await table.say(table.arbiter, "/continua")
        new = given.text.rpartition("#device=")[2]
        page = BrowserUser(web)
        answer = await page.ask("POST", "/devices/add", code=new, nonce=page.nonce)
        assert answer.status_code == 200, answer.text
        await table.settle()
        assert (await page.session()).status_code == 200

        shown = await page.say(table, f"/invitatie {pair.code}")
        assert pair.code in shown[-1].text
        await pair.place(pair.red, "H8 CASA")
        await table.settle()
        phone = table.sandbox.add_user("Radu, telefon nou", language_code="ro")
        await moved(table, phone, await link_of(table, page))
        (card,) = await table.say(phone, f"/invitatie {pair.code}")
        assert pair.code in card.text
        assert not await table.stored.findings()


@pytest.mark.article("7.2")
async def test_the_proof_of_dispatch_stays_with_who_has_moved(
    table: Table, browser_pair: BrowserPair
) -> None:
    """Case file and task list still say what reached the player before they moved."""
    code, ana, _ = browser_pair
    await table.travel_to(bucharest("2025-05-04"))
    await ana.session()
    phone = table.sandbox.add_user("Anișoara", language_code="ro")
    await moved(table, phone, await link_of(table, ana))
    await table.travel_to(bucharest("2025-05-13"))

    file = await from_task_list(table, f"{code}/1")
    assert "1 mai 2025, 10:00: începutul partidei" in file.text
    (sent,) = await table.say(table.arbiter, f"/dosar {code}/1")
    started = [line for line in told_lines(sent) if "Ana Pop · 01.05.2025" in line]
    assert started
    assert not await table.stored.findings()


def told_lines(message: Message) -> list[str]:
    """Return the lines of a case file's list of messages."""
    with archive_of(message) as archive:
        return archive.read("messages.txt").decode().splitlines()


async def test_a_held_move_is_confirmed_where_its_author_is_now(tmp_path: Path) -> None:
    """The move of a player who has just sent it in a browser is confirmed in Telegram."""
    opening = opened_table(tmp_path, settings=UNDO, after=both_seated)
    async with opening as table, mini_app(table) as web:
        code, ana, _ = pair_in(web)
        (preview,) = await ana.say(table, "H8 CASA")
        send = next(each for each in preview.buttons if each.data.startswith("send:"))
        await ana.press(preview, send.data)
        phone = table.sandbox.add_user("Anișoara", language_code="ro")
        await moved(table, phone, await link_of(table, ana))

        assert (await table.stored.game(f"{code}/1")).moves
        assert [each.silent for each in phone.messages if "✅ Trimis: H8 CASA" in each.text] == [
            True
        ]
