"""A friendly match with a player in a browser: the web link, the e-mail first, and its limits."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest_asyncio

from engine.games.game import Stage
from engine.ids import Seat
from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser
from tests.e2e.harness import Table
from tests.e2e.harness import table as opened_table
from tests.e2e.matches.requests_shared import Strangers
from tests.e2e.mini_app import mini_app
from tests.e2e.people.friendly_shared import MARK, offered, web_link
from tests.e2e.people.mail_shared import ANA, MailWorld, mail_world


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path) as world:
        yield world


async def accept(ana: BrowserUser, token: str, name: str = "Ana Pop") -> httpx.Response:
    """Type a name and press „Accept”; sign in."""
    key = str(uuid4())
    answer = await ana.ask(
        "POST", "/friendly/accept", code=token, text=name, nonce=ana.nonce, id=key
    )
    if answer.status_code == 200:
        await ana.session()
    return answer


async def test_an_unrated_link_has_two_addresses_and_a_text_for_whatsapp(world: MailWorld) -> None:
    """The author gets both links, and one message with both for any messenger.

    Looking changes nothing: the page shows author, terms and rules; only „Accept” with a name makes
    a person. This browser takes no second friendly: neither by another link, nor by its own
    request, nor as a second person.
    """
    table = world.table
    _, card = await offered(table, "play:10:1:link")
    assert "Telegram: https://t.me/" in card.text
    assert f"Orice browser, fără cont: http://127.0.0.1{MARK}" in card.text
    whatsapp = next(each for each in card.buttons if "WhatsApp" in each.label)
    said = parse_qs(urlsplit(whatsapp.url).query)["text"][0]
    assert "Ion Rus te cheamă la Scrabble prin corespondență: 10 zile" in said
    assert "https://t.me/" in said
    assert f"În orice browser, fără cont: http://127.0.0.1{MARK}" in said

    token = card.text.rpartition(MARK)[2].split()[0]
    ana = BrowserUser(world.web)
    for _again in range(2):
        asked = await ana.ask("POST", "/friendly", code=token)
        assert "Ion Rus" in asked.json()["html"]
        assert "adresă de e-mail înainte de prima depunere" in asked.json()["html"]
    assert not ana.cookies
    assert (await accept(ana, token, name="7")).status_code == 422
    assert not ana.cookies
    gone = await ana.ask("POST", "/friendly", code=f"{token}x")
    assert gone.status_code == 404
    assert "Cere-i alt link" in gone.json()["text"]

    assert (await accept(ana, token)).status_code == 200
    assert (await accept(ana, token)).status_code == 200  # a repeated request of the same press
    mia = table.sandbox.add_user("Mia Dan", language_code="ro")
    card = await Strangers(table, mia, mia).offer("play:10:1:link")
    other = card.text.rpartition(MARK)[2].split()[0]

    same = await accept(ana, other, name="Ana Alta")
    assert same.status_code == 409
    assert same.json()["error"] == "device_taken"
    (refused,) = await ana.say(table, f"/start joc-{other}")
    assert "continuă în Telegram (/continua)" in refused.text
    terms = {"days": 10, "single": True, "words": "", "rated": False, "by_link": True}
    made = await ana.post("/requests", **terms)
    assert made.status_code == 422
    assert made.json()["error"] == "requests_browser_second"


async def test_a_rated_link_is_for_telegram_alone(world: MailWorld) -> None:
    """A rated request shows no web link, and its token is refused with what to do instead.

    So is an open request, with the token of its button.
    """
    _, card = await offered(world.table, "play:10:1:link:yes")
    assert MARK not in card.text
    assert not any("WhatsApp" in each.label for each in card.buttons)
    token = card.text.rpartition("joc-")[2].split()[0]
    ana = BrowserUser(world.web)
    for answer in (
        await ana.ask("POST", "/friendly", code=token),
        await accept(ana, token),
    ):
        assert answer.status_code == 422
        assert "fără rating, prin link" in answer.json()["text"]
    assert (await ana.session()).status_code == 401

    author, _ = await offered(world.table, "play:10:1:public")
    mia = world.table.sandbox.add_user("Mia Dan", language_code="ro")
    (listed,) = await world.table.say(mia, "/cereri")
    token = next(each.data for each in listed.buttons if each.data.startswith("req:")).split(":")[1]
    answer = await accept(ana, token)
    assert answer.status_code == 422
    assert "Cere un meci unui arbitru" in answer.json()["text"]
    assert author.last.text.startswith("📣")


async def test_a_bot_without_mails_offers_no_web_link(tmp_path: Path) -> None:
    """Nothing would give a lost seat back, so the card names Telegram alone."""
    page = {"server_public_url": "http://127.0.0.1"}
    async with opened_table(tmp_path, settings=page) as table, mini_app(table) as web:
        _, card = await offered(table, "play:10:1:link")
        assert MARK not in card.text
        assert "browser" not in card.text
        assert not any("WhatsApp" in each.label for each in card.buttons)
        token = card.text.rpartition("joc-")[2].split()[0]
        assert (await accept(BrowserUser(web), token)).status_code == 409


async def test_a_whole_friendly_waits_first_for_a_confirmed_address(world: MailWorld) -> None:
    """In the chat and on the board the first move is refused with the way on; it stays written.

    Once the address is confirmed, the browser's turns are mailed until the game is over.
    """
    ion, token = await web_link(world)
    ana = BrowserUser(world.web)
    assert (await accept(ana, token)).status_code == 200
    table = world.table
    await table.settle()
    asked = next(each for each in await ana.messages() if "nu are arbitru. Înainte" in each.text)
    assert [each.data for each in asked.buttons] == ["mail:new"]
    if "Începi" not in " ".join(each.text for each in await ana.messages()):
        await red_moves(table, ion)
    (game,) = (await ana.ask("GET", "/games")).json()
    code = game["game"]

    (preview,) = await ana.say(table, "PAS")
    send = next(each for each in preview.buttons if each.data.startswith("send:"))
    await ana.press(preview, send.data)
    await table.settle()
    refused = (await ana.messages())[-1]
    assert "Înainte de prima depunere confirmă o adresă" in refused.text
    assert "mail:new" in [each.data for each in refused.buttons]
    shown = next(each for each in await ana.messages() if each.id == preview.id)
    assert shown.text == preview.text
    assert shown.buttons == preview.buttons
    version = (await ana.ask("GET", f"/games/{code.replace('/', '%2F')}")).json()["version"]
    path = f"/games/{code.replace('/', '%2F')}/moves"
    on_board = await ana.post(path, **{"pass": True, "version": version})
    assert on_board.status_code == 422
    assert on_board.json()["error"] == "mail_first"

    await ana.press(refused, "mail:new")
    await table.settle()
    await ana.say(table, ANA)
    (confirmed,) = await ana.say(table, world.box.code(ANA))
    (sends,) = [each for each in confirmed.buttons if each.data.startswith("send:")]
    game_before = await table.stored.game(code)
    before = sum(game_before.side(seat).moves for seat in Seat)
    await ana.press(confirmed, sends.data)
    await table.settle()

    stored = await table.stored.game(code)
    assert sum(stored.side(seat).moves for seat in Seat) == before + 1
    await both_pass_to_the_end(world, ana, ion, code)


async def both_pass_to_the_end(
    world: MailWorld, ana: BrowserUser, ion: SandboxUser, code: str
) -> None:
    """Have both pass until the game is over; check that it says who played in a browser."""
    table = world.table
    for _turn in range(12):
        game = await table.stored.game(code)
        if game.stage is not Stage.RUNNING:
            break
        (mine,) = (await ana.ask("GET", "/games")).json()
        if mine["mine"]:
            (preview,) = await ana.say(table, "PAS")
            send = next(each for each in preview.buttons if each.data.startswith("send:"))
            await ana.press(preview, send.data)
            await table.settle()
        else:
            await red_moves(table, ion)
    assert (await table.stored.game(code)).stage is not Stage.RUNNING
    assert world.turns()
    match = await table.stored.match(code.partition("/")[0])
    assert len(match.in_browser) == 1  # recorded (art. 6.1)


async def red_moves(table: Table, ion: SandboxUser) -> None:
    """Have Ion pass, who begins."""
    preview = (await table.say(ion, "PAS"))[-1]
    await table.press(ion, preview, "button.send")


async def test_a_seat_of_an_arbiter_allows_friendlies(world: MailWorld) -> None:
    """A player whom an arbiter has seated accepts the link in their page."""
    _, ana, _ = await world.seated()
    mia = world.table.sandbox.add_user("Mia Dan", language_code="ro")
    card = await Strangers(world.table, mia, mia).offer("play:10:1:link")
    token = card.text.rpartition("joc-")[2].split()[0]
    (asked,) = await ana.say(world.table, f"/start joc-{token}")
    await ana.press(asked, asked.buttons[0].data)
    await world.table.settle()
    assert any("Ana Pop a acceptat cererea ta" in each.text for each in mia.messages)
