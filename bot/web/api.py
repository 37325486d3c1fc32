"""The Mini App's API: identify the person, check their rights, answer (docs/app.md).

A game's code is percent-encoded in a path, `K7QF%2F1`; a plain slash is accepted too.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bot.runtime.error_reports import report
from bot.runtime.limits import Allowance, LimitDecision, RateLimits
from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue, load_catalogue, negotiate
from bot.web.asking import Asking, Plays, is_no_move
from bot.web.cases import task_list
from bot.web.matches import request_list
from bot.web.people.sessions import NewToken, Sessions
from bot.web.play import opening
from bot.web.play.events import Events, Streaming
from bot.web.play.game_stamps import GameStamps
from bot.web.play.own_games import input_of
from bot.web.play.page_requests import (
    LARGEST,
    LONGEST_TEXT,
    accepted_of,
    conditions_of,
    decision_of,
    key_of,
    line_of,
    move_of,
    muted_of,
    notebook_of,
    press_of,
    proposal_of,
    read_json,
    read_of,
    rematch_of,
    request_of,
    taken_back_of,
    text_of,
    withdrawn_of,
    written_of,
)
from bot.web.play.queries import PersonQueries
from bot.web.refusals import Json, RefusedError, of_error, plainly
from bot.web.responses import NEVER, compressed, json_response
from bot.web.stored_acts import ActKind
from bot.web.wording import page_texts
from engine.errors import EngineError
from storage.people.people import Person

log = get_logger()

_MOST_DIGITS = 9
"""The most digits of a number, because Python refuses to parse very long ones."""
Endpoint = Callable[[Request], Awaitable[Response]]


class EndpointRoute(NamedTuple):
    """An endpoint with its HTTP method and its path under `/app/api`."""

    method: str
    path: str
    endpoint: Endpoint


@dataclass(frozen=True, slots=True)
class _Asker:
    """The person who asks, and the language of the answer."""

    person: Person
    token: str
    catalogue: Catalogue


class Api:
    """The endpoints; each takes a request and never raises."""

    def __init__(
        self,
        runtime: Runtime,
        shared: BotSettings,
        bot_token: str,
        *,
        formal: bool,
        plays: Plays = is_no_move,
    ) -> None:
        self.runtime, self.shared, self._formal = runtime, shared, formal
        self.sessions = Sessions(runtime, bot_token)
        self.asking = Asking(runtime, shared.gate, plays)
        self.events = Events(runtime)
        self._stamps = GameStamps()
        self._numbers = count(1)

    def answering(self, endpoint: Endpoint) -> Endpoint:
        """Return the endpoint wrapped, so that every refusal and failure is answered as JSON."""

        async def answer(request: Request) -> Response:
            try:
                return compressed(request, await endpoint(request))
            except RefusedError as error:
                refused = error.refused
            except EngineError as error:
                refused = of_error(error)
            except ClientDisconnect:  # the client has gone and reads no answer
                return Response(status_code=400)
            except Exception as error:  # noqa: BLE001  (a client must not see a traceback)
                report(log, "the Mini App could not be answered", error, path=request.url.path)
                refused = plainly(500, "failed")
            return json_response(refused.json(self.words(request)), refused.status)

        return answer

    async def session(self, request: Request) -> Response:
        """`POST /session`: return a token for the data that Telegram signed, and the page's texts.

        With `?game=`, the answer also has the page's first view, which saves a round trip.
        """
        signed = _credentials(request, "tma")
        request.state.language = negotiate(request.headers.get("accept-language"))
        gate = self.shared.gate
        opened = await self.sessions.open(
            signed, lambda person: self.let_in(person, gate.look, gate.looks)
        )
        return await self.welcome(request, opened)

    async def welcome(
        self, request: Request, opened: NewToken, more: Json | None = None
    ) -> Response:
        """Return the token, the page's texts, what `more` has, and a first view if it is wanted."""
        request.state.language = opened.person.language or request.state.language
        asker = _Asker(opened.person, opened.token, self.words(request))
        body = {
            "token": opened.token,
            "expires": opened.expires.isoformat(),
            "language": asker.catalogue.language,
            "arbiter": asker.person.arbiter,
            "bot": self.shared.bot_name,
            "texts": page_texts(asker.catalogue),
            **(more or {}),
        }
        if (asked := request.query_params.get("game")) is not None:
            body["first"] = await self._first(asker, _coded(asked))
        return json_response(body)

    async def _first(self, asker: _Asker, code: str) -> Json:
        """Return the person's games, and the requested or first due game; none if refused."""
        async with self.runtime.database.reading() as tx:
            queries = self._queries(tx, asker, self.runtime.clock.now())
            games = await queries.games()
            due = games[0]["game"] if games else ""
            try:
                snapshot = await queries.snapshot(code or due)
            except EngineError:
                return {"games": games, "game": None}
            self._stamps.show(asker.token, snapshot.game.id, await queries.stamp(snapshot))
            view = {"games": games, "game": await queries.game(snapshot)}
            is_awaited = bool(code) and await opening.is_awaited(tx, asker.person, snapshot.game)
        if is_awaited:
            await opening.note_opened(self.runtime, self.shared, asker.person.id, snapshot.game.id)
        return view

    async def games(self, request: Request) -> Response:
        """`GET /games`: return the person's running games."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.games())

    async def game(self, request: Request) -> Response:
        """`GET /games/G`: return all of a game; 304 if the person has seen its present state."""
        async with self._queries_of(request) as queries:
            snapshot = await queries.snapshot(_code(request))
            person = queries.user_input.person
            if not await opening.is_awaited(queries.service.unit.tx, person, snapshot.game):
                return await self._game_if_changed(request, queries, snapshot)
        await opening.note_opened(self.runtime, self.shared, person.id, snapshot.game.id)
        async with self._queries_of(request) as queries:
            return await self._game_if_changed(
                request, queries, await queries.snapshot(_code(request))
            )

    async def _game_if_changed(
        self, request: Request, queries: PersonQueries, snapshot: GameSnapshot
    ) -> Response:
        """Return a game, or 304 if the page has it already."""
        stamp = await queries.stamp(snapshot)
        token, tag = _credentials(request, "Bearer"), await queries.tag(snapshot)
        headers = {**NEVER, "ETag": tag, "Cache-Control": "private, no-cache"}
        asked = request.headers.get("if-none-match", "")
        is_same = tag in {known_tag.strip().removeprefix("W/") for known_tag in asked.split(",")}
        if is_same and self._stamps.is_shown(token, snapshot.game.id, stamp):
            return Response(status_code=304, headers=headers)
        body = await queries.game(snapshot)
        self._stamps.show(token, snapshot.game.id, stamp)
        return json_response(body, headers=headers)

    async def preview(self, request: Request) -> Response:
        """`POST /games/G/preview`: return the effect of a move, without making it."""
        asker = await self.asker(request)
        sent = read_json(await body_of(request))
        typed, line = text_of(sent, "placement"), line_of(sent, "after")
        async with self.runtime.database.reading() as tx:
            queries = self._queries(tx, asker, self.runtime.clock.now())
            return json_response(await queries.preview(_code(request), typed, line))

    async def notebook(self, request: Request) -> Response:
        """`GET /games/G/notebook`: return the person's own lines of play."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.notebook(_code(request)))

    async def move(self, request: Request) -> Response:
        """`POST /games/G/moves`: make a move or pass."""
        gate = self.shared.gate
        asker = await self.asker(request, gate.move, gate.moves)
        sent = read_json(await body_of(request))
        return await self._ask(request, asker, key_of(sent, needed=True), move_of(sent))

    async def take_back(self, request: Request) -> Response:
        """`POST /games/G/take-back`: take back a move that is not made yet."""
        return await self._act(request, taken_back_of)

    async def set_conditions(self, request: Request) -> Response:
        """`POST /games/G/conditions`: set conditional moves, in the format of `/conditie`."""
        return await self._act(request, conditions_of)

    async def drop_condition(self, request: Request) -> Response:
        """`DELETE /games/G/conditions/N`: delete a conditional move."""
        asker = await self.asker(request)
        act = {"act": ActKind.DROP_CONDITION, "condition": _number(request)}
        return await self._ask(request, asker, key_of({}, needed=False), act)

    async def write_notebook(self, request: Request) -> Response:
        """`PUT /games/G/notebook`: replace all of the person's own lines of play."""
        return await self._act(request, notebook_of)

    async def clear_notebook(self, request: Request) -> Response:
        """`DELETE /games/G/notebook`: delete the person's own lines of play."""
        asker = await self.asker(request)
        act = {"act": ActKind.CLEAR_NOTEBOOK}
        return await self._ask(request, asker, key_of({}, needed=False), act)

    async def archive(self, request: Request) -> Response:
        """`GET /archive?page=N`: return a page of the person's finished games."""
        asked = request.query_params.get("page", "0")
        async with self._queries_of(request) as queries:
            return json_response(await queries.archive(whole(asked) or 0))

    async def replay(self, request: Request) -> Response:
        """`GET /games/G/replay`: return the game after each move."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.replay(_code(request)))

    async def lines(self, request: Request) -> Response:
        """`GET /games/G/lines`: return the messages between the opponents."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.lines(_code(request)))

    async def write_line(self, request: Request) -> Response:
        """`POST /games/G/lines`: send the opponent a message."""
        return await self._act(request, written_of, needed=True)

    async def read_lines(self, request: Request) -> Response:
        """`POST /games/G/lines/read`: note up to which message the person has read."""
        return await self._act(request, read_of)

    async def mute(self, request: Request) -> Response:
        """`POST /games/G/mute`: mute or unmute the opponent."""
        return await self._act(request, muted_of)

    async def report(self, request: Request) -> Response:
        """`POST /games/G/report`: report the messages to the arbiter."""
        return await self._act(request, lambda _: {"act": ActKind.REPORT})

    async def analysis(self, request: Request) -> Response:
        """`GET /games/G/analysis`: return the analysis of a finished game, turn by turn."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.analysis(_code(request)))

    async def analyse(self, request: Request) -> Response:
        """`POST /games/G/analysis`: send the game's analysis to the person's chat."""
        return await self._act(request, lambda _: {"act": ActKind.SEND_ANALYSIS})

    async def _act(
        self, request: Request, act_of: Callable[[Json], Json], *, needed: bool = False
    ) -> Response:
        """Have an act in a game carried out, which `act_of` reads from the body.

        `needed` requires the client's key.
        """
        asker = await self.asker(request)
        sent = read_json(await body_of(request))
        return await self._ask(request, asker, key_of(sent, needed=needed), act_of(sent))

    async def requests(self, request: Request) -> Response:
        """`GET /requests`: return the open requests for a friendly match, and the person's own."""
        async with self._queries_of(request) as queries:
            return json_response(
                await request_list.listed(queries.service, queries.user_input, queries.catalogue)
            )

    async def make_request(self, request: Request) -> Response:
        """`POST /requests`: make a request for everybody, or by a link for one person."""
        return await self._about_requests(request, request_of)

    async def accept_request(self, request: Request) -> Response:
        """`POST /requests/accept`: accept a request, so that the match begins."""
        return await self._about_requests(request, accepted_of)

    async def withdraw_request(self, request: Request) -> Response:
        """`POST /requests/withdraw`: withdraw one's own request."""
        return await self._about_requests(request, withdrawn_of)

    async def rematch(self, request: Request) -> Response:
        """`POST /requests/rematch`: ask the opponent of a finished friendly match for another."""
        return await self._about_requests(request, rematch_of)

    async def _about_requests(self, request: Request, act_of: Callable[[Json], Json]) -> Response:
        asker = await self.asker(request)
        sent = read_json(await body_of(request))
        key = key_of(sent, needed=True)
        status, body = await self.asking.ask(asker.person, key, act_of(sent), _all_may)
        return json_response(body, status)

    async def tasks(self, request: Request) -> Response:
        """`GET /tasks`: return the person's tasks as an arbiter."""
        async with self._queries_of(request) as queries:
            return json_response(
                await task_list.tasks(queries.service, queries.user_input, queries.catalogue)
            )

    async def task(self, request: Request) -> Response:
        """`GET /tasks/view?button=…`: return what a button of a task or case shows."""
        data = request.query_params.get("button", "")[:LONGEST_TEXT]
        async with self._queries_of(request) as queries:
            await task_list.check_arbiter(queries.service, queries.user_input)
            return json_response(
                await task_list.view(queries.service, queries.user_input, queries.catalogue, data)
            )

    async def press(self, request: Request) -> Response:
        """`POST /tasks/press`: execute a button of a case that is not a ruling."""
        return await self._rule(request, press_of)

    async def propose(self, request: Request) -> Response:
        """`POST /tasks/proposals`: store a ruling and its reason until it is confirmed."""
        return await self._rule(request, proposal_of)

    async def decide(self, request: Request) -> Response:
        """`POST /tasks/decisions`: confirm a ruling."""
        return await self._rule(request, decision_of)

    async def _rule(self, request: Request, act_of: Callable[[Json], Json]) -> Response:
        """Have an arbiter's act carried out."""
        asker = await self.asker(request)
        sent = read_json(await body_of(request))

        async def check() -> None:
            async with self.runtime.database.reading() as tx:
                queries = self._queries(tx, asker, self.runtime.clock.now())
                await task_list.check_arbiter(queries.service, queries.user_input)

        key = key_of(sent, needed=True)
        status, body = await self.asking.ask(asker.person, key, act_of(sent), check)
        return json_response(body, status)

    async def stream(self, request: Request) -> Response:
        """`GET /events`: stream a line whenever one of the person's games changes."""
        asker = await self.asker(request)
        place = self.events.place(asker.person.id)
        lines = self.events.stream(place, asker.token, asker.person.address)
        return Streaming(place, lines)

    async def unknown(self, request: Request) -> Response:
        """Answer 404 to any other path."""
        del request
        raise RefusedError(plainly(404, "not_found"))

    async def _ask(self, request: Request, asker: _Asker, key: str, act: Json) -> Response:
        """Have an act carried out in the game of the path, which must be the person's own."""
        code = _code(request)

        async def check() -> None:
            async with self.runtime.database.reading() as tx:
                await self._queries(tx, asker, self.runtime.clock.now()).own(code)

        status, body = await self.asking.ask(asker.person, key, {**act, "game": code}, check)
        return json_response(body, status)

    @asynccontextmanager
    async def _queries_of(self, request: Request) -> AsyncIterator[PersonQueries]:
        """Yield the person's queries, which read one consistent state."""
        now = self.runtime.clock.now()
        async with self.runtime.database.reading() as tx:
            asker = await self._identify(tx, request)
            self.let_in(asker.person, self.shared.gate.look, self.shared.gate.looks)
            yield self._queries(tx, asker, now)

    def _queries(self, tx: AsyncConnection, asker: _Asker, now: datetime) -> PersonQueries:
        service = Service(UnitOfWork(tx, now), self.shared)
        service.persons.note(asker.person)
        return PersonQueries(service, input_of(asker.person, now), asker.catalogue)

    async def asker(
        self, request: Request, allowance: Allowance | None = None, limits: RateLimits | None = None
    ) -> _Asker:
        """Return the person of the request's token, who may ask.

        Raises:
            RefusedError: 401, the token is not valid; 429, they ask too often.
        """
        gate = self.shared.gate
        async with self.runtime.database.reading() as tx:
            asker = await self._identify(tx, request)
        self.let_in(asker.person, allowance or gate.look, limits or gate.looks)
        return asker

    async def _identify(self, tx: AsyncConnection, request: Request) -> _Asker:
        """Return the person of the token; later errors are answered in their language."""
        request.state.language = negotiate(request.headers.get("accept-language"))
        token = _credentials(request, "Bearer")
        person = await self.sessions.person_of(tx, token)
        request.state.language = person.language or request.state.language
        return _Asker(person, token, self.words(request))

    def let_in(self, person: Person, allowance: Allowance, limits: RateLimits) -> None:
        """Count a request of the person.

        Raises:
            RefusedError: 429, they ask too often.
        """
        now: datetime = self.runtime.clock.now()
        if limits.asked(person.id, next(self._numbers), now, allowance) is not LimitDecision.PASS:
            raise RefusedError(plainly(429, "too_much"))

    def words(self, request: Request) -> Catalogue:
        """Return the texts in the language of the request's author."""
        language = getattr(request.state, "language", "ro")
        return load_catalogue(language, formal=self._formal)


async def _all_may() -> None:
    """Refuse nobody."""


def _code(request: Request) -> str:
    return _coded(request.path_params["game"])


def _number(request: Request) -> int:
    """Return the number in the path.

    Raises:
        RefusedError: 404, no condition has such a number.
    """
    number = whole(request.path_params["number"])
    if number is None:
        raise RefusedError(plainly(404, "not_found"))
    return number


def whole(text: str) -> int | None:
    """Return the whole number of a text, or None."""
    is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def _coded(text: str) -> str:
    return text.strip().upper()[:80]


def _credentials(request: Request, scheme: str) -> str:
    """Return the text after the scheme's name in the header, or ""."""
    given, _, text = request.headers.get("authorization", "").partition(" ")
    return text.strip() if given.lower() == scheme.lower() else ""


async def body_of(request: Request) -> bytes:
    """Return the body of the request.

    Raises:
        RefusedError: 413, the body is too long.
    """
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST:
            raise RefusedError(plainly(413, "too_long"))
    return bytes(content)
