"""The endpoints of the Mini App's API, in Telegram and in browsers (docs/app.md).

A game's code is percent-encoded in a path, `K7QF%2F1`; a plain slash is accepted too.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from http import HTTPStatus
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.service import Service
from bot.web.asking import Asking, admit_all
from bot.web.callers import Caller, Callers, credentials, note_language
from bot.web.cases import task_list
from bot.web.entity_tags import tag_of, unless_known
from bot.web.headers import NO_SNIFFING
from bot.web.matches import request_list
from bot.web.people.sessions import NewToken
from bot.web.play import opening
from bot.web.play.events import Events
from bot.web.play.own_games import input_of
from bot.web.play.page_requests import (
    LONGEST_TEXT,
    accepted_of,
    conditions_of,
    decision_of,
    json_of,
    key_of,
    line_of,
    move_of,
    muted_of,
    notebook_of,
    press_of,
    proposal_of,
    read_of,
    rematch_of,
    request_of,
    taken_back_of,
    text_of,
    whole_number,
    withdrawn_of,
    written_of,
)
from bot.web.play.queries import PersonQueries
from bot.web.refusals import Json, refusal_error
from bot.web.responses import json_bytes, json_response
from bot.web.stored_acts import ActKind
from bot.web.wording import page_texts
from engine.errors import EngineError
from engine.ids import GameId

_LONGEST_CODE: Final = 80
"""The most characters of a game's code that are looked up."""


class Api:
    """The endpoints for everybody; `endpoints.answering` answers what they raise."""

    def __init__(
        self, runtime: Runtime, shared: BotSettings, callers: Callers, asking: Asking
    ) -> None:
        self.runtime, self.shared, self.callers, self.asking = runtime, shared, callers, asking
        self.events = Events(runtime)

    async def session(self, request: Request) -> Response:
        """`POST /session`: return a token for the data that Telegram signed, and the page's texts.

        With `?game=`, the answer also has the page's first view, which saves a round trip.
        """
        note_language(request)
        signed = credentials(request, "tma")
        opened = await self.callers.sessions.open(signed, self.callers.let_in)
        return await self.welcome(request, opened)

    async def welcome(
        self, request: Request, opened: NewToken, more: Json | None = None
    ) -> Response:
        """Return the token, the page's texts, what `more` has, and a first view if it is wanted."""
        request.state.language = opened.person.language or request.state.language
        caller = Caller(opened.person, opened.token, self.callers.words(request))
        body = {
            "token": opened.token,
            "expires": opened.expires.isoformat(),
            "language": caller.catalogue.language,
            "arbiter": caller.person.arbiter,
            "bot": self.shared.bot_name,
            "texts": page_texts(caller.catalogue),
            **(more or {}),
        }
        if (asked := request.query_params.get("game")) is not None:
            body["first"] = await self._first(caller, _normalised(asked))
        return json_response(body)

    async def _first(self, caller: Caller, code: str) -> Json:
        """Return the person's running games, and all of one game with its ETag.

        `code`: the wanted game; "": the first of the running ones. `game` and `tag` of the answer
        are None if the person may not see that game, or has none.
        """
        first, awaited = await self._first_view(caller, code)
        if awaited is None:
            return first
        await opening.note_opened(self.runtime, self.shared, caller.person.id, awaited)
        # The opening is an event of the game, so the game is read again.
        first, _ = await self._first_view(caller, code)
        return first

    async def _first_view(self, caller: Caller, code: str) -> tuple[Json, GameId | None]:
        """Return the answer of `_first`, and the wanted game if the mail of its turn is awaited."""
        async with self.runtime.database.reading() as tx:
            queries = self._queries(tx, caller, self.runtime.clock.now())
            games = await queries.games()
            first_code = games[0]["game"] if games else ""
            try:
                view = await queries.view(code or first_code)
            except EngineError:
                return {"games": games, "game": None, "tag": None}, None
            game = view.snapshot.game
            is_awaited = bool(code) and await opening.is_awaited(tx, caller.person, game)
            body = await view.body()
            first = {"games": games, "game": body, "tag": tag_of(json_bytes(body))}
            return first, game.id if is_awaited else None

    async def games(self, request: Request) -> Response:
        """`GET /games`: return the person's running games."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.games())

    async def game(self, request: Request) -> Response:
        """`GET /games/G`: return all of a game; 304 if the page has its present content."""
        async with self._queries_of(request) as queries:
            view = await queries.view(_code(request))
            person, game = queries.user_input.person, view.snapshot.game
            if not await opening.is_awaited(queries.service.unit.tx, person, game):
                return _private(request, await view.body())
        await opening.note_opened(self.runtime, self.shared, person.id, game.id)
        # The opening is an event of the game, so the game is read again.
        async with self._queries_of(request) as queries:
            view = await queries.view(_code(request))
            return _private(request, await view.body())

    async def preview(self, request: Request) -> Response:
        """`POST /games/G/preview`: return the effect of a move, without making it."""
        caller = await self.callers.admit(request)
        sent = await json_of(request)
        typed, line = text_of(sent, "placement"), line_of(sent, "after")
        async with self.runtime.database.reading() as tx:
            queries = self._queries(tx, caller, self.runtime.clock.now())
            return json_response(await queries.preview(_code(request), typed, line))

    async def notebook(self, request: Request) -> Response:
        """`GET /games/G/notebook`: return the person's own lines of play."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.notebook(_code(request)))

    async def move(self, request: Request) -> Response:
        """`POST /games/G/moves`: make a move or pass."""
        caller = await self.callers.admit(request, self.shared.gate.moves)
        sent = await json_of(request)
        return await self._ask_in_game(request, caller, key_of(sent, needed=True), move_of(sent))

    async def take_back(self, request: Request) -> Response:
        """`POST /games/G/take-back`: take back a move that is not made yet."""
        return await self._game_act(request, taken_back_of)

    async def set_conditions(self, request: Request) -> Response:
        """`POST /games/G/conditions`: set conditional moves, in the format of `/conditie`."""
        return await self._game_act(request, conditions_of)

    async def drop_condition(self, request: Request) -> Response:
        """`DELETE /games/G/conditions/N`: delete a conditional move."""
        caller = await self.callers.admit(request)
        act = {"act": ActKind.DROP_CONDITION, "condition": _number(request)}
        return await self._ask_in_game(request, caller, key_of({}, needed=False), act)

    async def write_notebook(self, request: Request) -> Response:
        """`PUT /games/G/notebook`: replace all of the person's own lines of play."""
        return await self._game_act(request, notebook_of)

    async def clear_notebook(self, request: Request) -> Response:
        """`DELETE /games/G/notebook`: delete the person's own lines of play."""
        caller = await self.callers.admit(request)
        act = {"act": ActKind.CLEAR_NOTEBOOK}
        return await self._ask_in_game(request, caller, key_of({}, needed=False), act)

    async def archive(self, request: Request) -> Response:
        """`GET /archive?page=N`: return a page of the person's finished games."""
        asked = request.query_params.get("page", "0")
        async with self._queries_of(request) as queries:
            return json_response(await queries.archive(whole_number(asked) or 0))

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
        return await self._game_act(request, written_of, needed=True)

    async def read_lines(self, request: Request) -> Response:
        """`POST /games/G/lines/read`: note up to which message the person has read."""
        return await self._game_act(request, read_of)

    async def mute(self, request: Request) -> Response:
        """`POST /games/G/mute`: mute or unmute the opponent."""
        return await self._game_act(request, muted_of)

    async def report(self, request: Request) -> Response:
        """`POST /games/G/report`: report the messages to the arbiter, or else to the operators."""
        return await self._game_act(request, lambda _: {"act": ActKind.REPORT})

    async def analysis(self, request: Request) -> Response:
        """`GET /games/G/analysis`: return the analysis of a finished game, turn by turn."""
        async with self._queries_of(request) as queries:
            return json_response(await queries.analysis(_code(request)))

    async def analyse(self, request: Request) -> Response:
        """`POST /games/G/analysis`: send the game's analysis to the person's chat."""
        return await self._game_act(request, lambda _: {"act": ActKind.SEND_ANALYSIS})

    async def _game_act(
        self, request: Request, act_of: Callable[[Json], Json], *, needed: bool = False
    ) -> Response:
        """Have an act in a game carried out, which `act_of` reads from the body.

        `needed`: whether the client must send a key, because a repetition would do harm.
        """
        caller = await self.callers.admit(request)
        sent = await json_of(request)
        return await self._ask_in_game(request, caller, key_of(sent, needed=needed), act_of(sent))

    async def requests(self, request: Request) -> Response:
        """`GET /requests`: return the open requests for a friendly match, and the person's own."""
        async with self._queries_of(request) as queries:
            return json_response(
                await request_list.requests_json(
                    queries.service, queries.user_input, queries.catalogue
                )
            )

    async def make_request(self, request: Request) -> Response:
        """`POST /requests`: make a request for everybody, or by a link for one person."""
        return await self._matching_act(request, request_of)

    async def accept_request(self, request: Request) -> Response:
        """`POST /requests/accept`: accept a request, so that the match begins."""
        return await self._matching_act(request, accepted_of)

    async def withdraw_request(self, request: Request) -> Response:
        """`POST /requests/withdraw`: withdraw one's own request."""
        return await self._matching_act(request, withdrawn_of)

    async def rematch(self, request: Request) -> Response:
        """`POST /requests/rematch`: ask the opponent of a finished friendly match for another."""
        return await self._matching_act(request, rematch_of)

    async def _matching_act(self, request: Request, act_of: Callable[[Json], Json]) -> Response:
        """Have an act about match requests carried out, which `act_of` reads from the body."""
        caller = await self.callers.admit(request)
        sent = await json_of(request)
        key = key_of(sent, needed=True)
        status, body = await self.asking.ask(caller.person, key, act_of(sent), admit_all)
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
        return await self._arbiter_act(request, press_of)

    async def propose(self, request: Request) -> Response:
        """`POST /tasks/proposals`: store a ruling and its reason until it is confirmed."""
        return await self._arbiter_act(request, proposal_of)

    async def decide(self, request: Request) -> Response:
        """`POST /tasks/decisions`: confirm a ruling."""
        return await self._arbiter_act(request, decision_of)

    async def _arbiter_act(self, request: Request, act_of: Callable[[Json], Json]) -> Response:
        """Have an arbiter's act carried out, which `act_of` reads from the body."""
        caller = await self.callers.admit(request)
        sent = await json_of(request)

        async def check() -> None:
            async with self.runtime.database.reading() as tx:
                queries = self._queries(tx, caller, self.runtime.clock.now())
                await task_list.check_arbiter(queries.service, queries.user_input)

        key = key_of(sent, needed=True)
        status, body = await self.asking.ask(caller.person, key, act_of(sent), check)
        return json_response(body, status)

    async def stream(self, request: Request) -> Response:
        """`GET /events`: stream a line whenever one of the person's games changes."""
        caller = await self.callers.admit(request)
        person = caller.person
        return self.events.streaming(person.id, caller.token, person.address)

    async def unknown(self, request: Request) -> Response:
        """Answer 404 to any other path."""
        del request
        raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")

    async def _ask_in_game(self, request: Request, caller: Caller, key: str, act: Json) -> Response:
        """Have an act carried out in the game of the path, which must be the person's own."""
        code = _code(request)

        async def check() -> None:
            async with self.runtime.database.reading() as tx:
                await self._queries(tx, caller, self.runtime.clock.now()).check_own(code)

        status, body = await self.asking.ask(caller.person, key, {**act, "game": code}, check)
        return json_response(body, status)

    @asynccontextmanager
    async def _queries_of(self, request: Request) -> AsyncIterator[PersonQueries]:
        """Yield the person's queries, which read one consistent state."""
        now = self.runtime.clock.now()
        async with self.runtime.database.reading() as tx:
            caller = await self.callers.identify(tx, request)
            self.callers.let_in(caller.person)
            yield self._queries(tx, caller, now)

    def _queries(self, tx: AsyncConnection, caller: Caller, now: datetime) -> PersonQueries:
        service = Service(UnitOfWork(tx, now), self.shared)
        service.persons.note(caller.person)
        return PersonQueries(service, input_of(caller.person, now), caller.catalogue)


def _code(request: Request) -> str:
    """Return the code of the game in the path."""
    return _normalised(request.path_params["game"])


def _normalised(code: str) -> str:
    """Return a game's code as it is stored, though it was typed in lower case or between blanks."""
    return code.strip().upper()[:_LONGEST_CODE]


def _number(request: Request) -> int:
    """Return the number in the path.

    Raises:
        RefusedError: 404, no condition has such a number.
    """
    number = whole_number(request.path_params["number"])
    if number is None:
        raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
    return number


def _private(request: Request, body: Json) -> Response:
    """Return a person's JSON, which their page alone may keep; 304 if it has this content."""
    headers = {**NO_SNIFFING, "Cache-Control": "private, no-cache"}
    return unless_known(request, json_response(body, headers=headers))
