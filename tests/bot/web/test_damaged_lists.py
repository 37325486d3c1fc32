"""A stored event that was changed stops its game, and no page that lists the person's games."""

import httpx
import pytest
from sqlalchemy import func, update
from starlette.applications import Starlette

from benchmarks.bench_move import START, BenchMatch, shared
from benchmarks.support.clock import SteppedClock
from bot.runtime.unit import Runtime
from bot.service.service import Service
from bot.texts.i18n import load_catalogue
from bot.web.people.calendars import calendar_route
from bot.web.play.own_games import input_of
from bot.web.play.queries import PersonQueries
from engine.ids import PersonId, Seat
from storage.db import Database
from storage.people import calendar_addresses
from storage.schema import events
from storage.streams import game_stream, match_stream


@pytest.fixture(name="match")
def _match(database: Database) -> BenchMatch:
    """Return a match that has not begun."""
    clock = SteppedClock(START)
    return BenchMatch(Runtime(database, clock), clock)


async def _falsified(match: BenchMatch) -> PersonId:
    """Begin the match, change the year in its logs, and return one of its players."""
    game = await match.game(await match.start())
    changed = func.replace(events.c.payload, "2025", "2024")
    streams = (game_stream(game.id), match_stream(game.match))
    async with match.runtime.unit() as unit:
        await unit.tx.execute(
            update(events).where(events.c.stream.in_(streams)).values(payload=changed)
        )
    return game.side(Seat.RED).person


async def test_a_falsified_game_leaves_the_list_of_the_page(match: BenchMatch) -> None:
    """Its player opens the page, which begins with this list."""
    player = await _falsified(match)
    async with match.runtime.unit() as unit:
        service = Service(unit, shared())
        user_input = input_of(await service.persons.get(player), unit.now)

        assert await PersonQueries(service, user_input, load_catalogue("ro")).games() == []


async def test_a_falsified_game_leaves_the_calendar(match: BenchMatch) -> None:
    """Its player's telephone still reads the other dates."""
    player = await _falsified(match)
    async with match.runtime.unit() as unit:
        await calendar_addresses.keep(unit.tx, "secret", player, unit.now)
    app = Starlette(routes=[calendar_route(match.runtime, shared())])

    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://bot.example"
    ) as client:
        answer = await client.get("/calendar/secret.ics")

    assert answer.status_code == 200
    assert "BEGIN:VEVENT" not in answer.text
