"""Requests for friendly matches: visibility, acceptance, and the start of the match.

A request shows its author's public name alone. A person who has blocked another neither sees their
requests nor can accept them, and the refusal does not say why.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.lookups.play.first_moves import lacks_mail
from bot.service.notices.matches import request_posts
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.people import mail_button
from bot.texts.messages import Param, Text, say
from bot.texts.notices.matches.author_texts import ShownRating
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.matches.request_texts import ListedRequest, begun_text, hash_of, public_name
from bot.texts.notices.people.links import SeatLinks
from bot.texts.public_names import NameVisibility, shown_as
from engine.errors import Fault, GameStateError
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.ids import MatchCode, PersonId
from engine.matches.friendly import FriendlyTerms, red_in_rematch
from engine.matches.match import games_of
from engine.matches.punctuality import Punctuality, punctuality
from engine.person_names import are_alike
from storage.conversation import chat_stops
from storage.matches import match_requests
from storage.matches.match_requests import NO_MATCH, PlayRequest, RequestKind
from storage.people.addresses import BROWSERS, is_browser
from storage.people.people import Person
from storage.ratings import published_lists

LASTS: Final = timedelta(days=14)
"""The time for which a request is open."""
MOST_OPEN: Final = 3
"""The most open requests of one person."""
MOST_GAMES: Final = 10
"""The number of a person's latest games that show how punctual they are."""


async def make(  # noqa: PLR0913  (the facts of a request, and two more of a rematch)
    readers: Readers,
    user_input: UserInput,
    kind: RequestKind,
    terms: FriendlyTerms,
    *,
    wanted: PersonId | None = None,
    after: MatchCode = NO_MATCH,
) -> PlayRequest:
    """Store a new request of the person.

    Raises:
        GameStateError: `requests_too_many`, `requests_browser` or `requests_browser_second`.
    """
    now = readers.unit.now
    _check_browser(user_input.person.address, kind, rated=terms.rated)
    await _check_second(readers, user_input.person)
    if len(await match_requests.open_of(readers.unit.tx, user_input.person.id, now)) >= MOST_OPEN:
        raise GameStateError(Fault("requests_too_many", facts={"n": MOST_OPEN}))
    new = PlayRequest(
        token=secrets.token_urlsafe(9),
        person=user_input.person.id,
        kind=kind,
        days=terms.days,
        is_single=terms.is_single,
        rated=terms.rated,
        edition=terms.edition,
        at=now,
        expires_at=now + LASTS,
        wanted=wanted,
        after=after,
    )
    await match_requests.add(readers.unit.tx, new)
    if kind is RequestKind.PUBLIC:
        await request_posts.post(readers, await shown(readers, new))
    return new


def chosen_list(context: Context, words: str) -> EditionRef | None:
    """Return the installed word list with that part of its hash; None for the list in force.

    Raises:
        GameStateError: `button_unknown`, the list is no longer installed.
    """
    if not words:
        return None
    chosen = next(
        (edition for edition in context.shared.installed() if hash_of(edition) == words), None
    )
    if chosen is None:
        raise GameStateError(Fault("button_unknown"))
    return chosen


def links_of(context: Context, token: str, *, rated: bool) -> SeatLinks:
    """Return the links by which one person may accept the request."""
    return context.shared.friendly_links(token, rated=rated)


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
        await shown(readers, request) for request in requests if await _stands(readers, request)
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
    """Return the person's rating on the bot's own lists, or None."""
    row = await published_lists.nightly_row(context.unit.tx, person)
    if row is None:
        return None
    return ShownRating(rating=row.rating, is_provisional=row.place is None)


async def _punctuality(readers: Readers, person: PersonId) -> Punctuality:
    """Return how punctual the person was in their latest games."""
    games: list[Game] = []
    for snapshot in await readers.matches.played_by(person):
        games += [await readers.games.get(game) for game in games_of(snapshot.match)]
        if len(games) >= MOST_GAMES:
            break
    return punctuality(games, person)


def _check_browser(chat: int | None, kind: RequestKind, *, rated: bool) -> None:
    """Refuse what needs an account: a browser costs nothing, so one person could be many.

    Raises:
        GameStateError: `requests_browser`.
    """
    if is_browser(chat) and _needs_account(kind, rated=rated):
        raise GameStateError(Fault("requests_browser"))


async def _check_second(readers: Readers, person: Person) -> None:
    """Refuse a second friendly match of a browser whose person no arbiter has seated.

    Raises:
        GameStateError: `requests_browser_second`.
    """
    if await _has_only_one(readers, person):
        raise GameStateError(Fault("requests_browser_second"))


async def _has_only_one(readers: Readers, person: Person) -> bool:
    """Return whether a browser's person plays a friendly match, and nothing with an arbiter.

    A browser costs nothing, so nothing else keeps one person from many seats.
    """
    if not is_browser(person.address) or await readers.competitions.all_played(person.id):
        return False
    played = [snapshot.match for snapshot in await readers.matches.played_by(person.id)]
    if any(match.kind.has_arbiter for match in played):
        return False
    return any(match.is_by_request and not match.is_over for match in played)


def _needs_account(kind: RequestKind, *, rated: bool) -> bool:
    return rated or kind is RequestKind.PUBLIC


async def _stands(readers: Readers, request: PlayRequest) -> bool:
    """Return whether its author can be reached, and has the account that the request needs.

    They may have moved to a browser since, or begun their only friendly match there.
    """
    author = await readers.persons.get(request.person)
    if await _has_only_one(readers, author):
        return False
    has_account = not is_browser(author.address)
    return author.can_be_reached and (
        has_account or not _needs_account(request.kind, rated=request.rated)
    )


async def acceptable(readers: Readers, person: PersonId, token: str) -> PlayRequest | None:
    """Return an open request that the person may accept, or None.

    Raises:
        GameStateError: `requests_same_name`, both players would have the same name on the sheets;
            `requests_browser`; or `requests_browser_second`.
    """
    request = await _open(readers, token)
    if request is None or request.person == person:
        return None
    known = await readers.persons.get(person)
    _check_browser(known.address, request.kind, rated=request.rated)
    if request.wanted not in {None, person}:
        return None
    if request.person in await chat_stops.apart_from(readers.unit.tx, person):
        return None
    await _check_second(readers, known)
    names = await readers.persons.names((person, request.person))
    if are_alike(names[person], names[request.person]):
        raise GameStateError(Fault("requests_same_name", facts={"name": names[request.person]}))
    return request


async def _open(readers: Readers, token: str) -> PlayRequest | None:
    """Return the request of that token if somebody may still accept it, or None."""
    request = await match_requests.find(readers.unit.tx, token)
    if request is None or not request.is_open(readers.unit.now):
        return None
    if request.edition is not None and request.edition not in readers.shared.installed():
        return None
    return request if await _stands(readers, request) else None


async def for_browser(readers: Readers, token: str) -> PlayRequest | None:
    """Return a request that a new person in a browser may accept, or None.

    Raises:
        GameStateError: `requests_browser`.
    """
    request = await _open(readers, token)
    if request is None or request.wanted is not None:
        return None
    _check_browser(BROWSERS, request.kind, rated=request.rated)
    return request if links_of(readers, token, rated=request.rated).web else None


async def begin(service: Service, snapshot: MatchSnapshot, at: datetime) -> None:
    """Start the match of an accepted request, once its players have been answered.

    Players in browsers are first asked for an e-mail address, without which they cannot move.
    """
    for player in snapshot.match.people:
        if await lacks_mail(service, snapshot.match, player):
            await service.notify_person(player, say("mail.ask_first"), ((mail_button(),),))
    await service.starts.start(snapshot, at)


class AcceptedRequest(NamedTuple):
    """The match of an accepted request, and what the person who accepted it reads."""

    snapshot: MatchSnapshot
    text: Text


async def accept(service: Service, user_input: UserInput, token: str) -> AcceptedRequest | None:
    """Arrange the match of a request and notify its author.

    Return None if the request is no longer open to them. Of two people at once only one gets it.
    The caller calls `begin` once it has answered.

    Raises:
        GameStateError: `requests_same_name`.
    """
    request = await acceptable(service, user_input.person.id, token)
    if request is None or not await match_requests.take(
        service.unit.tx, token, user_input.person.id, service.unit.now
    ):
        return None
    await request_posts.end(service, token, request_posts.TAKEN)
    snapshot = await _arranged(service, request, user_input)
    terms, match = await shown(service, request), snapshot.match
    names = await service.persons.names(match.people)
    author = begun_text(match, terms, names[user_input.person.id], is_author=True)
    button = verify_match_button(match.code)
    await service.notify_person(request.person, author, button, about=match.code)
    text = begun_text(match, terms, names[request.person], is_author=False)
    return AcceptedRequest(snapshot, text)


async def _arranged(service: Service, request: PlayRequest, user_input: UserInput) -> MatchSnapshot:
    """Arrange the match of an accepted request; in a rematch the colours are swapped."""
    red = None
    if request.after:
        red = red_in_rematch(await service.matches.get(request.after))
    return await service.starts.arrange_friendly(request, user_input.person.id, user_input.at, red)


async def name_of(readers: Readers, person: PersonId) -> Param:
    """Return a person's public name."""
    known = await readers.persons.get(person)
    wish = NameVisibility(known.public_name) if known.public_name else None
    return public_name(known.name, shown_as(wish, NameVisibility.FULL, minor=known.minor))


async def withdraw(context: Context, user_input: UserInput, token: str) -> bool:
    """Withdraw the person's own request; return False if it is no longer open."""
    if not await match_requests.close(
        context.unit.tx, token, user_input.person.id, context.unit.now
    ):
        return False
    await request_posts.end(context, token)
    return True


async def is_there(readers: Readers, person: PersonId) -> bool:
    """Return whether the bot can write to the person."""
    return (await readers.persons.get(person)).can_be_reached
