"""A person's calendar at a secret address, `/calendar/SECRET.ics`: its holder may read it.

The secret is in the path because calendar programs support no other way; this module logs no paths.
Unknown and revoked addresses get the same answer.
"""

from collections.abc import AsyncIterator, Iterable
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.documents.calendars.days import (
    Day,
    Version,
    days_in_competition,
    days_of_game,
    days_of_match,
)
from bot.documents.calendars.writing import calendar_file
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.folding import fold_game, load_competition, load_match
from bot.runtime.limits import Allowance, RateLimits
from bot.runtime.shared import BotSettings
from bot.runtime.stored_games import as_read
from bot.runtime.unit import Runtime
from bot.texts.i18n import load_catalogue
from bot.texts.languages import negotiate
from bot.texts.messages import say
from bot.web.entity_tags import unless_known
from bot.web.headers import SECRET_ADDRESS
from bot.web.request_counter import RequestCounter
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId
from engine.matches.match import FINISHED
from engine.thinking_time import day_of
from storage.competitions import competition_rows
from storage.matches import match_rows
from storage.matches.match_rows import MatchRow
from storage.people import calendar_addresses, people
from storage.people.people import Person
from storage.play import game_rows
from storage.play.game_rows import GameRow

EACH: Final = Allowance(30, timedelta(seconds=30))
"""Rate limit per calendar, for all devices of its owner: 30 at once, then one per 30 seconds."""
MISSES: Final = Allowance(300, timedelta(seconds=0.1))
"""Rate limit for unknown addresses, of all clients together."""
_NOBODY: Final = 0
"""Stands for all clients in the limit on unknown addresses."""
_MOST_GAMES: Final = 1000
"""The most running games of one calendar."""
_OVER: Final = {stage.value for stage in FINISHED}
"""The states in which a match has no days to come."""
_PERSONAL: Final = {
    **SECRET_ADDRESS,
    "Cache-Control": "private, no-cache",
}


def calendar_route(runtime: Runtime, shared: BotSettings) -> Route:
    """Return the route that serves people's calendars."""
    limits, misses, requests = RateLimits(EACH), RateLimits(MISSES), RequestCounter()

    async def endpoint(request: Request) -> Response:
        """`GET /calendar/SECRET.ics`: return the calendar; 304 if the client has this content."""
        now = runtime.clock.now()
        async with runtime.database.reading() as tx:
            owner = await calendar_addresses.find(tx, request.path_params["secret"])
            if owner is None:
                # Only misses count here, so that no attacker can use up the limit of valid
                # addresses.
                if not requests.admits(misses, _NOBODY, now):
                    return _too_much()
                return Response(status_code=HTTPStatus.NOT_FOUND, headers=_PERSONAL)
            if not requests.admits(limits, owner, now):
                return _too_much()
            person = await people.get(tx, owner)
            content = await _calendar(tx, shared, person, now)
        media_type = "text/calendar; charset=utf-8"
        return unless_known(request, Response(content, media_type=media_type, headers=_PERSONAL))

    return Route("/calendar/{secret}.ics", endpoint)


def _too_much() -> Response:
    return Response(
        status_code=HTTPStatus.TOO_MANY_REQUESTS, headers={**_PERSONAL, "Retry-After": "60"}
    )


async def _calendar(
    tx: AsyncConnection, shared: BotSettings, person: Person, now: datetime
) -> bytes:
    """Return the person's calendar as a file."""
    words = load_catalogue(person.language or negotiate(None), formal=shared.is_formal)
    days = [day async for day in _days(tx, shared, person.id, now)]
    return calendar_file(
        days,
        say("calendar.name"),
        words,
        readers_zone=ZoneInfo(person.time_zone),
        public_url=shared.public_url,
    )


async def _days(
    tx: AsyncConnection, shared: BotSettings, person: PersonId, now: datetime
) -> AsyncIterator[Day]:
    """Yield the person's coming days, as a player and as an arbiter of competitions.

    What has a damaged log is left out.
    """
    matches = await match_rows.matches_played_by(tx, person)
    names = await _names_in(tx, matches)
    async for day in _days_of_games(tx, shared, person, now):
        yield day
    for row in matches:
        if row.status not in _OVER:
            days: Iterable[Day] = ()
            with leaving_out_damaged():
                match, _ = await load_match(tx, shared, MatchCode(row.code))
                version = Version(row.seq, row.updated_at)
                days = days_of_match(match, person, names[match.partner(person)], version)
            for day in days:
                yield day
    async for day in _days_in_competitions(tx, shared, person):
        yield day


async def _days_of_games(
    tx: AsyncConnection,
    shared: BotSettings,
    person: PersonId,
    now: datetime,
) -> AsyncIterator[Day]:
    """Yield the last days of the person's running games, except practice games."""
    page = await game_rows.page_of(tx, person, first=0, most=_MOST_GAMES)
    listed = [(row, head) for row, head in page if row.kind.has_reader]
    names = await _names_in(tx, [row for row, _ in listed])
    for row, head in listed:
        partner = names[row.blue if row.red == person else row.red]
        days: Iterable[Day] = ()
        with leaving_out_damaged():
            folded = await fold_game(tx, shared, GameId(row.game_id), head)
            game = await as_read(tx, shared, folded, day_of(now, folded.rules.time_zone))
            days = days_of_game(game, person, partner, Version(row.seq, row.updated_at))
        for day in days:
            yield day


async def _names_in(tx: AsyncConnection, rows: Iterable[MatchRow | GameRow]) -> dict[PersonId, str]:
    """Return the names of the players of these games or matches."""
    players = {player for row in rows for player in (row.red, row.blue)}
    return {known.id: known.name for known in await people.several(tx, players)}


async def _days_in_competitions(
    tx: AsyncConnection, shared: BotSettings, person: PersonId
) -> AsyncIterator[Day]:
    """Yield the days of the competitions that the person plays in or rules, each once."""
    rows = [
        *await competition_rows.played_by(tx, person),
        *await competition_rows.ruled_by(tx, person),
    ]
    for code, row in {row.code: row for row in rows}.items():
        days: Iterable[Day] = ()
        with leaving_out_damaged():
            competition, _ = await load_competition(tx, shared, CompetitionCode(code))
            days = days_in_competition(competition, person, Version(row.seq, row.updated_at))
        for day in days:
            yield day
