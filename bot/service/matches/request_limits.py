"""Limits of requests: what needs an account, because one person could have many browsers.

A browser costs nothing. So it makes no public and no rated request, and plays one friendly match at
a time until an arbiter has seated its person somewhere.
"""

from bot.service.readers.readers import Readers
from engine.errors import Fault, GameStateError
from storage.matches.match_requests import PlayRequest, RequestKind
from storage.people.addresses import is_browser
from storage.people.people import Person


def check_browser(chat: int | None, kind: RequestKind, *, rated: bool) -> None:
    """Refuse what needs an account: a browser costs nothing, so one person could be many.

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
    """Return whether only accounts make and accept such a request."""
    return rated or kind is RequestKind.PUBLIC


async def is_acceptable(readers: Readers, request: PlayRequest) -> bool:
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
