"""Requests for friendly matches as other people see them.

A request shows its author's public name alone. A person who has blocked another does not see their
requests.
"""

from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.public_names import visibility_of
from bot.service.context import Context
from bot.service.matches.request_limits import is_acceptable
from bot.service.readers.readers import Readers
from bot.texts.messages import Param
from bot.texts.notices.matches.author_texts import ShownRating
from bot.texts.notices.matches.request_texts import ListedRequest, public_name
from bot.texts.notices.people.links import SeatLinks
from bot.texts.public_names import NameVisibility
from engine.games.game import Game
from engine.ids import PersonId
from engine.matches.match import games_of
from engine.matches.punctuality import Punctuality, punctuality
from storage.conversation import chat_stops
from storage.matches import match_requests
from storage.matches.match_requests import PlayRequest, RequestKind
from storage.ratings import published_lists

MOST_GAMES: Final = 10
"""The number of a person's latest games that are enough to show how punctual they are."""


async def listed(readers: Readers, person: PersonId) -> list[ListedRequest]:
    """Return the open public requests that the person may accept, the earliest first."""
    apart = await chat_stops.apart_from(readers.unit.tx, person)
    requests = [
        request
        for request in await match_requests.all_public(readers.unit.tx, readers.unit.now)
        if request.person != person and request.person not in apart
    ]
    await readers.persons.gather({request.person for request in requests})
    return [
        await shown(readers, request)
        for request in requests
        if await is_acceptable(readers, request)
    ]


async def own(readers: Readers, person: PersonId) -> list[ListedRequest]:
    """Return the person's own open requests, the earliest first."""
    requests = await match_requests.open_of(readers.unit.tx, person, readers.unit.now)
    return [await shown(readers, request) for request in requests]


async def shown(readers: Readers, request: PlayRequest) -> ListedRequest:
    """Return a request as other people see it."""
    return ListedRequest(
        token=request.token,
        author=request.person,
        who=await name_of(readers, request.person),
        terms=request.terms,
        is_by_link=request.kind is RequestKind.LINK,
        until=request.expires_at,
        punctual=await _punctuality(readers, request.person),
        rating=await rating_of(readers, request.person),
    )


async def rating_of(context: Context, person: PersonId) -> ShownRating | None:
    """Return the person's rating on the bot's own nightly list, or None if they have none."""
    row = await published_lists.nightly_row(context.unit.tx, person)
    if row is None:
        return None
    # The list gives a place only to a player with enough games.
    return ShownRating(rating=row.rating, is_provisional=row.place is None)


async def _punctuality(readers: Readers, person: PersonId) -> Punctuality:
    """Return how punctual the person was in the games of their latest matches.

    Whole matches are read until there are enough games, so a few more than `MOST_GAMES` may count.
    """
    games: list[Game] = []
    for snapshot in await readers.matches.readable_of(person):
        for game in games_of(snapshot.match):
            with leaving_out_damaged():
                games.append(await readers.games.get(game))
        if len(games) >= MOST_GAMES:
            break
    return punctuality(games, person)


async def name_of(readers: Readers, person: PersonId) -> Param:
    """Return a person's public name."""
    known = await readers.persons.get(person)
    return public_name(known.name, visibility_of(known, NameVisibility.FULL))


def links_of(context: Context, token: str, *, rated: bool) -> SeatLinks:
    """Return the links by which one person may accept the request."""
    return context.shared.friendly_links(token, rated=rated)
