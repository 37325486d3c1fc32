"""Requests for friendly matches: made, accepted and withdrawn, and the start of their match.

A person who has blocked another cannot accept their requests, and the refusal does not say why.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.lookups.play.first_moves import lacks_mail
from bot.service.matches.request_limits import check_browser, check_second, is_acceptable
from bot.service.matches.shown_requests import links_of, shown
from bot.service.notices.matches import request_posts
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.people import mail_button
from bot.texts.messages import Text, say
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.matches.request_texts import begun_text
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.matches.friendly import FriendlyTerms, red_in_rematch
from engine.person_names import are_alike
from storage.conversation import chat_stops
from storage.matches import match_requests
from storage.matches.match_requests import NO_MATCH, PlayRequest, RequestKind
from storage.people.addresses import BROWSERS

OPEN_FOR: Final = timedelta(days=14)
"""The time for which a request is open."""
MOST_OPEN: Final = 3
"""The most open requests of one person."""


async def make(  # noqa: PLR0913  (the facts of a request, and two more of a rematch)
    readers: Readers,
    user_input: UserInput,
    kind: RequestKind,
    terms: FriendlyTerms,
    *,
    wanted: PersonId | None = None,
    after: MatchCode = NO_MATCH,
) -> PlayRequest:
    """Store a new request of the person; a public one is posted to the groups that show them.

    `wanted`: the only person who may accept it. `after`: the match of which it is a rematch.

    Raises:
        GameStateError: `requests_too_many`, `requests_browser` or `requests_browser_second`.
    """
    now = readers.unit.now
    check_browser(user_input.person.address, kind, rated=terms.rated)
    await check_second(readers, user_input.person)
    if len(await match_requests.open_of(readers.unit.tx, user_input.person.id, now)) >= MOST_OPEN:
        raise GameStateError(Fault("requests_too_many", facts={"n": MOST_OPEN}))
    new = PlayRequest(
        token=readers.new_token(),
        person=user_input.person.id,
        kind=kind,
        days=terms.days,
        is_single=terms.is_single,
        rated=terms.rated,
        edition=terms.edition,
        at=now,
        expires_at=now + OPEN_FOR,
        wanted=wanted,
        after=after,
    )
    await match_requests.add(readers.unit.tx, new)
    if kind is RequestKind.PUBLIC:
        await request_posts.post(readers, await shown(readers, new))
    return new


async def acceptable(readers: Readers, person: PersonId, token: str) -> PlayRequest | None:
    """Return an open request that the person may accept; None without the reason.

    The reason may be a block, which nobody learns of.

    Raises:
        GameStateError: `requests_same_name`, both players would have the same name on the sheets;
            `requests_browser`; or `requests_browser_second`.
    """
    request = await _open_request(readers, token)
    if request is None or request.person == person:
        return None
    known = await readers.persons.get(person)
    check_browser(known.address, request.kind, rated=request.rated)
    if request.wanted not in {None, person}:
        return None
    if request.person in await chat_stops.apart_from(readers.unit.tx, person):
        return None
    await check_second(readers, known)
    names = await readers.persons.names((person, request.person))
    if are_alike(names[person], names[request.person]):
        raise GameStateError(Fault("requests_same_name", facts={"name": names[request.person]}))
    return request


async def _open_request(readers: Readers, token: str) -> PlayRequest | None:
    """Return the request of that token if somebody may still accept it, or None."""
    request = await match_requests.find(readers.unit.tx, token)
    if request is None or not request.is_open(readers.unit.now):
        return None
    if request.edition is not None and request.edition not in readers.shared.installed():
        return None
    return request if await is_acceptable(readers, request) else None


async def for_browser(readers: Readers, token: str) -> PlayRequest | None:
    """Return a request that a new person in a browser may accept, or None.

    Raises:
        GameStateError: `requests_browser`.
    """
    request = await _open_request(readers, token)
    if request is None or request.wanted is not None:
        return None
    check_browser(BROWSERS, request.kind, rated=request.rated)
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
    The match starts with `begin`, so that the caller's answer comes before the sheets.

    Raises:
        GameStateError: as `acceptable`.
    """
    request = await acceptable(service, user_input.person.id, token)
    if request is None or not await match_requests.take(
        service.unit.tx, token, user_input.person.id, service.unit.now
    ):
        return None
    await request_posts.end(service, token, request_posts.TAKEN)
    snapshot = await _arrange(service, request, user_input)
    terms, match = await shown(service, request), snapshot.match
    names = await service.persons.names(match.people)
    for_author = begun_text(match, terms, names[user_input.person.id], is_author=True)
    button = verify_match_button(match.code)
    await service.notify_person(request.person, for_author, button, about=match.code)
    text = begun_text(match, terms, names[request.person], is_author=False)
    return AcceptedRequest(snapshot, text)


async def _arrange(service: Service, request: PlayRequest, user_input: UserInput) -> MatchSnapshot:
    """Arrange the match of an accepted request; in a rematch the colours are swapped."""
    red = None
    if request.after:
        red = red_in_rematch(await service.matches.get(request.after))
    return await service.starts.arrange_friendly(request, user_input.person.id, user_input.at, red)


async def withdraw(context: Context, user_input: UserInput, token: str) -> bool:
    """Withdraw the person's own request and end its posts; return False if it is not open."""
    if not await match_requests.close(
        context.unit.tx, token, user_input.person.id, context.unit.now
    ):
        return False
    await request_posts.end(context, token)
    return True
