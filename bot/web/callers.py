"""Who sends a request: a person, known by their token, within their rate limit."""

from dataclasses import dataclass
from http import HTTPStatus

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request

from bot.runtime.limits import Gate, RateLimits
from bot.runtime.unit import Runtime
from bot.texts.i18n import Catalogue, load_catalogue
from bot.web.people.sessions import Sessions
from bot.web.preferences import preferred_language
from bot.web.refusals import refusal_error
from bot.web.request_counter import RequestCounter
from storage.people.people import Person


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who sends a request, and the texts in the language of the answer."""

    person: Person
    token: str
    catalogue: Catalogue


class Callers:
    """Identifies and counts the people who send requests."""

    def __init__(self, runtime: Runtime, gate: Gate, bot_token: str, *, formal: bool) -> None:
        """`formal`: whether the bot uses the formal form of address."""
        self._runtime, self._gate, self._formal = runtime, gate, formal
        self.sessions = Sessions(runtime, bot_token)
        self._requests = RequestCounter()

    async def admit(self, request: Request, limits: RateLimits | None = None) -> Caller:
        """Return the person of the request's token, and count the request as `let_in` does.

        Raises:
            RefusedError: 401, the token is not valid; 429, they ask too often.
        """
        async with self._runtime.database.reading() as tx:
            caller = await self.identify(tx, request)
        self.let_in(caller.person, limits)
        return caller

    async def identify(self, tx: AsyncConnection, request: Request) -> Caller:
        """Return the person of the token, without counting; errors are now in their language.

        Raises:
            RefusedError: 401, the token is not valid.
        """
        note_language(request)
        token = credentials(request, "Bearer")
        person = await self.sessions.person_of(tx, token)
        request.state.language = person.language or request.state.language
        return Caller(person, token, self.words(request))

    def let_in(self, person: Person, limits: RateLimits | None = None) -> None:
        """Count a request of the person in `limits`; by default as a look.

        Raises:
            RefusedError: 429, they ask too often.
        """
        now = self._runtime.clock.now()
        if not self._requests.admits(limits or self._gate.looks, person.id, now):
            raise refusal_error(HTTPStatus.TOO_MANY_REQUESTS, "too_much")

    def words(self, request: Request) -> Catalogue:
        """Return the texts in the language noted for the request, by default in Romanian."""
        language = getattr(request.state, "language", "ro")
        return load_catalogue(language, formal=self._formal)


def note_language(request: Request) -> None:
    """Note the language that the browser prefers, until the person is known."""
    request.state.language = preferred_language(request)


def credentials(request: Request, scheme: str) -> str:
    """Return what follows that scheme in the header `Authorization`; "" for any other scheme."""
    sent_scheme, _, text = request.headers.get("authorization", "").partition(" ")
    return text.strip() if sent_scheme.lower() == scheme.lower() else ""
