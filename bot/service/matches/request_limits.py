"""Limits of requests: what needs an account, because a browser costs nothing.

One person could have many browsers. So a browser makes no public and no rated request, and plays
one friendly match at a time until an arbiter has seated its person somewhere.
"""

from bot.service.readers.readers import Readers
from engine.errors import Fault, GameStateError
from storage.matches.match_requests import PlayRequest, RequestKind
from storage.people.addresses import is_browser
from storage.people.people import Person


def check_browser(chat: int | None, kind: RequestKind, *, rated: bool) -> None:
    """Refuse a request that needs an account, if the chat is a browser.

    Raises:
        GameStateError: `requests_browser`.
    """
    if is_browser(chat) and _needs_account(kind, rated=rated):
        raise GameStateError(Fault("requests_browser"))


async def check_second(readers: Readers, person: Person) -> None:
    """Refuse a second friendly match of a browser whose person no arbiter has seated.

    Raises:
        GameStateError: `requests_browser_second`.
    """
    if await _has_used_only_match(readers, person):
        raise GameStateError(Fault("requests_browser_second"))


async def _has_used_only_match(readers: Readers, person: Person) -> bool:
    """Return whether a browser's person plays a friendly match, and nothing with an arbiter."""
    if not is_browser(person.address) or await readers.competitions.any_of(person.id):
        return False
    played = [snapshot.match for snapshot in await readers.matches.readable_of(person.id)]
    if any(match.kind.has_arbiter for match in played):
        return False
    return any(match.is_by_request and not match.is_over for match in played)


def _needs_account(kind: RequestKind, *, rated: bool) -> bool:
    """Return whether only accounts make and accept such a request."""
    return rated or kind is RequestKind.PUBLIC


async def is_acceptable(readers: Readers, request: PlayRequest) -> bool:
    """Return whether its author can be reached, and may still play it.

    They may have moved to a browser since, or begun their only friendly match there.
    """
    author = await readers.persons.get(request.person)
    if await _has_used_only_match(readers, author):
        return False
    lacks_account = is_browser(author.address) and _needs_account(request.kind, rated=request.rated)
    return author.can_be_reached and not lacks_account
