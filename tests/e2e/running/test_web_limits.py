"""Limits for one web client, which do not affect any other."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import func, select

from bot.runtime.limits import Allowance, Gate, Quota, RateLimits, open_gate
from bot.service.operations.play import notebooks
from bot.web.people.sessions import MOST_TOKENS
from bot.web.play.events import MOST_STREAMS
from engine.games.notebook import validate_position
from sandbox.waiting import PATIENCE
from storage.queues.inbox import RowOrigin
from storage.schema import inbox, web_sessions
from tests.e2e.harness import Pair, Table, match_begun, table
from tests.e2e.mini_app import API, MiniApp, mini_app, of
from tests.e2e.plays import legal, written
from tests.e2e.process import MOMENT


@pytest_asyncio.fixture(name="web")
async def _web(pair: Pair) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match."""
    async with mini_app(pair.table) as web:
        yield web


async def _tokens(at: Table) -> int:
    async with at.app.runtime.database.reading() as tx:
        return int((await tx.execute(select(func.count()).select_from(web_sessions))).scalar_one())


@pytest.mark.only_telegram("signs in by Telegram")
async def test_a_launch_that_is_refused_writes_nothing(tmp_path: Path) -> None:
    """A replay over the limit gets 429, and no token is stored."""
    gate = Gate(looks=RateLimits(Allowance(5, timedelta(hours=1))))
    async with table(tmp_path, gate=gate, after=match_begun) as laid, mini_app(laid) as web:
        pair = Pair(laid, *laid.done)
        signed = f"tma {web.signed(pair.red)}"

        answers = [await web.session(signed) for _ in range(20)]

        assert Counter(each.status_code for each in answers) == {200: 5, 429: 15}
        assert await _tokens(laid) == 5


@pytest.mark.only_telegram("signs in by Telegram")
async def test_a_launch_that_is_replayed_keeps_few_tokens(web: MiniApp, pair: Pair) -> None:
    """Only a person's newest tokens are kept; the newest of all opens the board."""
    signed = f"tma {web.signed(pair.red)}"
    answers = [await web.session(signed) for _ in range(MOST_TOKENS + 5)]

    assert await _tokens(pair.table) == MOST_TOKENS
    tab = await web.with_token(answers[-1].json()["token"])
    assert (await tab.get("/games")).status_code == 200


async def test_streams_opened_at_one_instant_are_counted_each(web: MiniApp, pair: Pair) -> None:
    """Of forty at once only a person's allowance is open; closed ones free their place."""
    tab = await web.open(pair.red)

    async def opened(stack: AsyncExitStack) -> int:
        answer = await stack.enter_async_context(tab.client.stream("GET", f"{API}/events"))
        return answer.status_code

    async with AsyncExitStack() as stack:
        found = Counter(await asyncio.gather(*(opened(stack) for _ in range(40))))
        assert found == {200: MOST_STREAMS, 429: 40 - MOST_STREAMS}
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        while await opened(stack) != 200:  # noqa: ASYNC110  (only the answer shows it)
            await asyncio.sleep(MOMENT)


async def test_a_number_of_thousands_of_digits_is_not_there(web: MiniApp, pair: Pair) -> None:
    """A stranger gets 401, a player 404, and nothing fails."""
    path = f"{of(pair.id)}/conditions/{'9' * 5000}"
    tab = await web.open(pair.red)
    stranger = await web.with_token("nobody's")

    assert (await stranger.client.delete(API + path)).status_code == 401
    assert (await tab.client.delete(API + path)).status_code == 404


@pytest.mark.parametrize("place", ["preview", "moves", "conditions"])
async def test_a_stranger_is_refused_before_the_body_arrives(
    web: MiniApp, pair: Pair, place: str
) -> None:
    """The answer 401 comes after one byte of a hundred."""
    address, path = httpx.URL(web.base_url), f"{API}{of(pair.id)}/{place}"
    reader, writer = await asyncio.open_connection(address.host, address.port)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nobody's\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\nx".encode())

    assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 401")
    writer.close()
    await writer.wait_closed()


async def _stored(at: Table) -> int:
    """Return the number of stored Mini App requests."""
    query = select(func.count()).where(inbox.c.source == RowOrigin.WEB)
    async with at.app.runtime.database.reading() as tx:
        return int((await tx.execute(query)).scalar_one())


async def test_what_is_asked_of_another_persons_game_is_not_stored(
    web: MiniApp, pair: Pair
) -> None:
    """A notebook, a conditional move and a move there are refused before any write."""
    stranger = pair.table.sandbox.add_user("Vasile", language_code="ro")
    await pair.table.say(stranger, "/start")
    tab, path = await web.open(stranger), API + of(pair.id)
    sent, before = {"lines": [["PAS", "x" * 200]] * 200, "version": 1}, await _stored(pair.table)

    for _ in range(20):
        assert (await tab.client.put(f"{path}/notebook", json=sent)).status_code == 404
    assert (await tab.post(f"{of(pair.id)}/conditions", lines=["PAS"])).status_code == 404
    assert (await tab.post("/games/ZZZZ%2F1/conditions", lines=["PAS"])).status_code == 404

    assert await _stored(pair.table) == before


async def test_a_person_fills_no_disk_with_their_own_notebook(tmp_path: Path) -> None:
    """A day's storage for one person is limited; their moves and other people continue."""
    gate = replace(open_gate(), stored=Quota(20_000))
    async with table(tmp_path, gate=gate, after=match_begun) as laid, mini_app(laid) as web:
        pair = Pair(laid, *laid.done)
        tab, other = await web.open(pair.red), await web.open(pair.blue)
        path = f"{API}{of(pair.id)}/notebook"
        sent = {"lines": [{"moves": ["PAS"], "note": "x" * 300}] * 10, "version": 1}

        answers = [await tab.client.put(path, json=sent) for _ in range(20)]

        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert await _stored(laid) < 10
        assert (await other.client.put(path, json=sent)).status_code == 200
        assert (await tab.move(pair.id, "H8 CASA", version=1)).status_code == 200


async def test_a_full_notebook_is_validated_once_and_in_small_parts(
    web: MiniApp, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others get answers in between, and positions are checked again only after a move."""
    checked, parts = [0], [0]

    def counted(*positions: Any) -> None:
        checked[0] += 1
        validate_position(*positions)

    monkeypatch.setattr(notebooks, "validate_position", counted)

    async def watch() -> None:
        while True:
            before = checked[0]
            await asyncio.sleep(0)
            parts.append(checked[0] - before)

    tab = await web.open(pair.red)
    lines = [[written(each)] for each in legal(await pair.game())[:199]]
    sent = {"lines": lines, "version": (await tab.game(pair.id))["version"]}
    watching = asyncio.create_task(watch())
    kept = await tab.client.put(f"{API}{of(pair.id)}/notebook", json=sent)
    found = [len((await tab.get(f"{of(pair.id)}/notebook")).json()["positions"]) for _ in "abc"]
    watching.cancel()

    assert (kept.status_code, found) == (200, [199] * 3)
    assert checked[0] == 2 * 199
    assert 0 < max(parts) <= notebooks.AT_ONCE
    assert (await tab.move(pair.id, lines[0][0])).status_code == 200
    after = (await tab.get(f"{of(pair.id)}/notebook")).json()
    assert "open" not in {each["fate"] for each in after["lines"]}
