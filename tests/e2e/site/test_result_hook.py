"""Another site receives each official result, signed, over real HTTP, until it accepts it."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.program import result_hook
from bot.program.result_hook import GIVEN_UP_AFTER, ResultHook
from bot.program.serving import serve_app
from storage.competitions import publicity
from storage.queues import hook_queue
from tests.e2e.harness import Table, table
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import told

SECRET = "0123456789abcdef0123456789abcdef"
GUIDE = Path(__file__).parents[3] / "docs" / "operations.md"


@pytest.fixture(autouse=True)
def _only_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off the program's own job, because these tests decide when results are sent."""
    monkeypatch.setattr(result_hook, "EVERY", timedelta(days=1))


def _is_ours(now: float, request: Request, body: bytes, secret: str) -> bool:
    """Check a request with the guide's own sample code for other sites, by that site's clock."""
    (lines,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    known: dict[str, Any] = {}
    exec(lines, known)  # noqa: S102  (our own guide)
    known["time"] = SimpleNamespace(time=lambda: now)
    return bool(known["is_ours"](request.headers, body, secret))


@dataclass(slots=True)
class OtherSite:
    """A federation's site: the requests it received, and its answers."""

    url: str = ""
    answer: int = 204
    heard: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    async def hook(self, request: Request) -> Response:
        """Check the signature by the guide's rules, and store the request."""
        body = await request.body()
        stamp = int(request.headers["x-turretur-timestamp"])
        for late, content, secret in ((301, body, SECRET), (0, body + b" ", SECRET), (0, body, "")):
            assert not _is_ours(stamp + late, request, content, secret)
        if not _is_ours(stamp, request, body, SECRET):
            return Response(status_code=401)
        self.heard.append(json.loads(body))
        self.keys.append(request.headers["idempotency-key"])
        return Response(status_code=self.answer)


@asynccontextmanager
async def _both(folder: Path) -> AsyncIterator[tuple[Season, OtherSite, ResultHook]]:
    """Give a competition whose results another site wants, and the bot's sender.

    The results of its only match are accepted but not approved.
    """
    secret = folder / "secret.txt"
    secret.write_text(SECRET, encoding="utf-8")
    other = OtherSite()
    app = Starlette(routes=[Route("/results", other.hook, methods=["POST"])])
    async with serve_app(app, 0) as address:
        other.url = f"{address}/results"
        settings = {"hook_url": other.url, "hook_secret_file": str(secret)}
        begun = cup_begun("Ana Pop", "Ion Rus", agreed=2)
        async with table(folder, changed=settings, after=begun) as laid:
            season = Season.at(laid, *laid.done)
            yield season, other, ResultHook(laid.app.runtime, laid.app.shared, other.url, SECRET)


async def _homologated(season: Season) -> None:
    (pair,) = await season.pairs()
    await season.homologate(pair)


async def _waiting(at: Table) -> int:
    async with at.app.runtime.database.reading() as tx:
        return len(await hook_queue.due(tx, at.sandbox.clock.now() + timedelta(days=30), 100))


async def test_each_official_result_is_sent_once_signed_and_as_it_counts(
    tmp_path: Path,
) -> None:
    """Both games of a match are sent, with the standings' figures; then nothing is left to send."""
    async with _both(tmp_path) as (season, other, hook):
        await _homologated(season)
        await hook()
        await hook()

        results = (await season.competition()).phase.results
        assert {one["game"]: one["red_score"] for one in other.heard} == {
            game: found.red_score for game, found in results.items()
        }
        assert {one["event"] for one in other.heard} == {"result.homologated"}
        assert {other.heard[0]["red"], other.heard[0]["blue"]} == {"Ana Pop", "Ion Rus"}
        assert other.keys == [one["id"] for one in other.heard]
        assert await _waiting(season.table) == 0


async def test_a_site_that_fails_gets_the_result_later_under_the_same_key(tmp_path: Path) -> None:
    """The retry is not immediate, and happens also after a restart of the bot."""
    async with _both(tmp_path) as (season, other, hook):
        await _homologated(season)
        other.answer = 503
        await hook()
        await hook()
        assert len(other.keys) == 2

        await season.table.stop_bot()
        await season.table.start_bot()
        other.answer = 200
        await season.table.travel(1 / 24)
        app = season.table.app
        await ResultHook(app.runtime, app.shared, other.url, SECRET)()

        assert other.keys[2:] == other.keys[:2]
        assert await _waiting(season.table) == 0


async def test_operators_are_notified_of_a_site_that_takes_nothing_and_of_giving_up(
    tmp_path: Path,
) -> None:
    """One message comes while it keeps failing, and one for each result given up at last."""
    async with _both(tmp_path) as (season, other, hook):
        await _homologated(season)
        other.answer = 500
        for _ in range(8):
            await hook()
            await season.table.travel(0.25)
        operator = season.table.operator
        assert len(told(operator.messages, "operator.hook_failing")) == 1

        await season.table.travel(GIVEN_UP_AFTER / timedelta(days=1))
        await hook()
        await season.table.settle()

        assert len(told(operator.messages, "operator.hook_given_up")) == 2
        assert await _waiting(season.table) == 0


async def test_two_runs_at_once_give_a_result_up_once(tmp_path: Path) -> None:
    """Operators get one message a result, although two runs meet the same failures."""
    async with _both(tmp_path) as (season, other, hook):
        await _homologated(season)
        other.answer = 500
        await season.table.travel(GIVEN_UP_AFTER / timedelta(days=1) + 1)

        await asyncio.gather(hook(), hook())
        await season.table.settle()

        assert len(other.keys) == 4
        assert len(told(season.table.operator.messages, "operator.hook_given_up")) == 2


async def test_another_site_gets_names_as_they_may_be_shown(tmp_path: Path) -> None:
    """The organiser's choice at the time of sending applies, not at the time of approval."""
    async with _both(tmp_path) as (season, other, hook):
        await _homologated(season)
        async with season.table.app.runtime.database.transaction() as tx:
            await publicity.show_names(tx, season.code, "initials")

        await hook()

        assert {other.heard[0]["red"], other.heard[0]["blue"]} == {"A. P.", "I. R."}


@pytest.mark.cup("Ana Pop", "Ion Rus", agreed=2)
async def test_where_no_site_is_named_nothing_waits(table: Table, season: Season) -> None:
    """A result is approved as usual."""
    await _homologated(season)

    assert await _waiting(table) == 0
