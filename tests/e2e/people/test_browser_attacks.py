"""What a page in a browser must refuse, and what it must not store."""

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from bot.program.answering import front
from bot.web.people.asking_device import DEVICE_LIFE
from bot.web.people.entrance import ALL, EACH
from storage.schema import metadata
from tests.e2e.browser_user import API, NO_TLS, BrowserUser, connections, seat_of
from tests.e2e.harness import Table
from tests.e2e.matches.places_shared import freed
from tests.e2e.mini_app import MiniApp
from tests.e2e.people.mail_shared import ANA, mail_world

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")
SITE = "https://scrabble.example.org"


async def test_no_script_and_no_other_site_gets_the_cookie(table: Table) -> None:
    """Over TLS it is `__Host-`, Secure, HttpOnly, Strict, without a domain, for 400 days."""
    _, one, _ = await table.invite()
    server = replace(table.config.server, public_url=SITE, port=0)
    async with (
        front(replace(table.config, server=server), table.app) as base_url,
        httpx.AsyncClient(base_url=base_url, verify=NO_TLS, headers={"Origin": SITE}) as client,
    ):
        sent = {
            "code": seat_of(one),
            "nonce": "n" * 43,
            "id": "8c5b1ab7-0b0a-4c4f-9d2c-2b0e6f3a7f10",
        }
        answer = await client.post(f"{API}/seat/take", json=sent)
        assert answer.status_code == 200, answer.text
        cookie, *parts = answer.headers["set-cookie"].split("; ")

        assert cookie.startswith("__Host-tr=")
        assert {each.lower() for each in parts} == {
            *("httponly", "secure", "path=/", "samesite=strict"),
            f"max-age={int(DEVICE_LIFE.total_seconds())}",
        }
        stolen = {"Cookie": cookie, "Origin": base_url}
        assert (await client.post(f"{API}/session", headers=stolen)).status_code == 403


async def test_no_address_and_no_full_user_agent_is_stored(table: Table, web: MiniApp) -> None:
    """Of what a browser tells of itself only its name and system are in the database."""
    _, one, _ = await table.invite()
    client = "203.0.113.77"
    ana = BrowserUser(web, client=client)
    assert (await ana.take(seat_of(one))).status_code == 200
    await ana.say(table, "/timp")

    async with table.app.runtime.database.reading() as tx:
        rows = [
            str(row) for each in metadata.sorted_tables for row in await tx.execute(select(each))
        ]
    assert any("Chrome, Android" in each for each in rows)
    assert not any(client in each or "AppleWebKit" in each for each in rows)


async def test_strangers_are_limited_each_and_together(table: Table, web: MiniApp) -> None:
    """Many clients together are turned away, and people who are signed in go on."""
    _, one, _ = await table.invite()
    ana = BrowserUser(web)
    await ana.take(seat_of(one))

    async with connections() as shared:

        async def looked(client: str) -> int:
            stranger = BrowserUser(web, client=client, connections=shared)
            return (await stranger.look_at("x")).status_code

        alone = [await looked("203.0.113.1") for _ in range(EACH.burst + 1)]
        many = [await looked(f"198.51.{n // 200}.{n % 200 + 1}") for n in range(ALL.burst)]

    assert alone[-1] == 429
    assert 429 not in alone[:-1]
    assert many[0] == 404
    assert many[-1] == 429
    assert (await ana.ask("GET", "/feed")).status_code == 200


async def test_a_device_takes_no_second_seat(table: Table, web: MiniApp) -> None:
    """The browser that has one seat of a match gets no second one, with or without its cookie."""
    _, one, other = await table.invite()
    ana = BrowserUser(web)
    assert (await ana.take(seat_of(one))).status_code == 200

    assert (await ana.take(seat_of(other))).status_code != 200
    answers = await ana.say(table, f"/start {seat_of(other)}")
    assert not any(each.data.startswith("join:") for message in answers for each in message.buttons)
    assert (await BrowserUser(web).look_at(seat_of(other))).json()["open"]


async def test_a_freed_seat_gets_no_mail_that_still_waits(tmp_path: Path) -> None:
    """Of what was stuck while the arbiter freed the seat, only the notice of that is mailed."""
    async with mail_world(tmp_path) as world:
        code, _, ion = await world.seated()
        await world.box.down()
        sent = len(world.box.to(ANA))
        (asked,) = await world.table.say(ion, f"/mesaj {code}/1 Spor!")
        assert asked.from_bot

        await freed(world.table, code, "Ana Pop")
        await world.server_back()

        late = [str(each.get_body()) for each in world.box.to(ANA)[sent:]]
        assert len(late) == 1
        assert not any("Spor!" in each for each in late)
