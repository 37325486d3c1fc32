"""The endpoints for browsers that are not signed in: links, codes, and the cookie of a device.

Each gives or takes a seat only by a POST, and nothing is stored before a button is pressed.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bot.runtime.config.checks import is_mail_address
from bot.runtime.unit import UnitOfWork
from bot.service.lookups.competitions import sign_up_offers
from bot.service.matches import accepting_requests, shown_requests
from bot.service.operations.people.recoveries import MINUTES
from bot.service.people.links import LinkStatus, link_of_invite
from bot.service.service import Service
from bot.texts.messages import Param, Text, say
from bot.texts.notices.competitions.sign_ups import about_text
from bot.texts.notices.matches.request_texts import asked_card
from bot.web.api import Api
from bot.web.callers import note_language
from bot.web.endpoints import EndpointRoute
from bot.web.people import device_list
from bot.web.people.entrance import Entrance
from bot.web.people.push_device import PushDevices
from bot.web.play.page_requests import json_of, key_of, text_of
from bot.web.refusals import Json, RefusedError, refusal_error, refusal_of_engine_error
from bot.web.responses import json_response
from bot.web.stored_acts import ActKind
from bot.web.wording import entrance_texts
from engine.competitions.guards import check_access
from engine.errors import GameStateError
from engine.ids import WEB, CompetitionCode, PersonId
from storage.competitions import sign_ups
from storage.matches.match_requests import PlayRequest
from storage.people import invitations, mail_recoveries

_NOBODY: Final = PersonId(-1)
"""Matches no person: the one who opens a link does not exist yet."""
_OWN_TEXTS: Final = frozenset({LinkStatus.USED, LinkStatus.EXPIRED, LinkStatus.ANOTHERS})
"""The states of which the chat also notifies the arbiter, and says so; an opened page does not."""


class EntranceApi:
    """The endpoints of a browser before somebody is signed in."""

    def __init__(self, api: Api, entrance: Entrance, push: PushDevices) -> None:
        self._api, self._entrance, self._push = api, entrance, push

    def routes(self) -> list[EndpointRoute]:
        """Return the routes; that of the session replaces the one of the page in Telegram."""
        return [
            EndpointRoute("POST", "/session", self.session),
            EndpointRoute("POST", "/seat", self.seat),
            EndpointRoute("POST", "/seat/take", self.take_seat),
            EndpointRoute("POST", "/sign-up", self.sign_up_question),
            EndpointRoute("POST", "/sign-up/send", self.sign_up),
            EndpointRoute("POST", "/friendly", self.friendly_question),
            EndpointRoute("POST", "/friendly/accept", self.accept_friendly),
            EndpointRoute("POST", "/devices/add", self.add_device),
            EndpointRoute("POST", "/recover", self.recover),
        ]

    async def session(self, request: Request) -> Response:
        """`POST /session`: as in Telegram, or for the device of the cookie."""
        if request.headers.get("authorization"):
            return await self._api.session(request)
        note_language(request)
        token, callers = self._entrance.token_of(request), self._api.callers
        if not token:
            self._entrance.let_in(request)
        try:
            opened = await callers.sessions.open_device(token, callers.let_in)
        except RefusedError as error:
            words = callers.words(request)
            body = {**error.refusal.json(words), "texts": entrance_texts(words)}
            body["language"] = words.language
            body["mails"] = bool(self._api.shared.mail_key)
            return json_response(body, error.refusal.status)
        async with self._api.runtime.database.reading() as tx:
            push = await self._push.state(tx, opened.device)
        welcome = await self._api.welcome(request, opened, {"push": push})
        return self._entrance.sign_in(welcome, token)

    async def seat(self, request: Request) -> Response:
        """`POST /seat`: return the question of a link, or why it gives nothing; change nothing."""
        sent = await self._anonymous(request)
        code = text_of(sent, "code")
        async with self._reading() as service:
            return json_response(await self._seat_question(request, service, code))

    async def take_seat(self, request: Request) -> Response:
        """`POST /seat/take`: take the seat of a link, and sign this browser in."""
        sent = await self._anonymous(request)
        code, nonce = text_of(sent, "code"), text_of(sent, "nonce")
        device = self._entrance.asked_device(request, nonce)
        async with self._reading() as service:
            await self._seat_question(request, service, code)
        act = {
            "act": ActKind.TAKE_SEAT,
            "code": code,
            "language": request.state.language,
            **device.as_json(),
        }
        status, body = await self._api.asking.ask_as_nobody(key_of(sent, needed=True), act)
        return self._signed_in(json_response(body, status), nonce)

    async def _seat_question(self, request: Request, service: Service, code: str) -> Json:
        """Return what a link to a seat gives, or why it gives nothing any more.

        Raises:
            RefusedError: 404, it is no link to a seat; 409, no browser may take that seat.
        """
        invite = await invitations.find_invite(service.unit.tx, code)
        offer = None if invite is None else await link_of_invite(service, invite)
        if offer is None:
            self._entrance.count_guess(request)
            raise refusal_error(HTTPStatus.NOT_FOUND, "bad_link", say("start.bad_code"))
        status = offer.status(_NOBODY, service.unit.now)
        words = self._api.callers.words(request)
        facts: dict[str, Param] = {"who": offer.who, "where": offer.where, "arbiter": offer.arbiter}
        if offer.is_for_sheets:
            raise refusal_error(HTTPStatus.CONFLICT, "sheets_only", Text("seat.sheets_only", facts))
        if not offer.takes_browsers:
            raise refusal_error(
                HTTPStatus.CONFLICT, "browser_seats_off", Text("seat.no_browsers", facts)
            )
        if status is LinkStatus.OPEN:
            partner = None if offer.partner is None else say("join.partner", who=offer.partner)
            text = Text("join.ask", {**facts, "partner": partner, "known": None})
        else:
            name = status.name.lower()
            text = Text(f"seat.{name}" if status in _OWN_TEXTS else f"join.{name}", facts)
        return {
            "open": status is LinkStatus.OPEN,
            "html": words.html(text),
            "language": words.language,
            "texts": entrance_texts(words),
            "yes": words.plain(say("button.join.yes", who=offer.who)),
        }

    async def sign_up_question(self, request: Request) -> Response:
        """`POST /sign-up`: return a competition's sign-up, or why it is closed; change nothing."""
        sent = await self._anonymous(request)
        code = CompetitionCode(text_of(sent, "code").upper())
        async with self._reading() as service:
            sign_up = await sign_ups.of(service.unit.tx, code)
            if sign_up is None:
                self._entrance.count_guess(request)
                raise refusal_error(HTTPStatus.NOT_FOUND, "no_sign_up", say("sign_up.unknown"))
            competition = (await service.competitions.load(code)).competition
            offer = await sign_up_offers.shown_as(service, competition, sign_up)
        try:
            check_access(competition, WEB)
        except GameStateError as error:
            raise RefusedError(refusal_of_engine_error(error)) from None
        words, is_open = self._api.callers.words(request), sign_up.is_open(service.unit.now)
        text = say("sign_up.browser", about=about_text(offer))
        closed = say("sign_up.closed", title=competition.title)
        return json_response(
            {
                "open": is_open,
                "html": words.html(text if is_open else closed),
                "email": sign_up.asks_email,
                "language": words.language,
            }
        )

    async def sign_up(self, request: Request) -> Response:
        """`POST /sign-up/send`: sign a new person up, and sign this browser in."""
        sent = await self._anonymous(request)
        code, email = text_of(sent, "code").upper(), text_of(sent, "email")
        return await self._act_as_new_person(
            request, sent, {"act": ActKind.SIGN_UP, "code": code, "email": email}
        )

    async def friendly_question(self, request: Request) -> Response:
        """`POST /friendly`: return a request for a friendly match; change nothing."""
        sent = await self._anonymous(request)
        async with self._reading() as service:
            play_request = await self._offered_request(request, service, text_of(sent, "code"))
            edition = service.todays_edition().name
            text, _ = asked_card(await shown_requests.shown(service, play_request), edition)
        words = self._api.callers.words(request)
        return json_response(
            {
                "html": words.html(say("friendly.browser", about=text)),
                "yes": words.plain(say("button.requests.yes")),
                "language": words.language,
            }
        )

    async def _offered_request(self, request: Request, service: Service, token: str) -> PlayRequest:
        """Return the request that a new person in a browser may accept.

        Raises:
            RefusedError: 404, it is gone; 422, it needs a Telegram account.
        """
        try:
            play_request = await accepting_requests.for_browser(service, token)
        except GameStateError as error:
            raise RefusedError(refusal_of_engine_error(error)) from None
        if play_request is None:
            self._entrance.count_guess(request)
            raise refusal_error(HTTPStatus.NOT_FOUND, "request_gone", say("friendly.gone"))
        return play_request

    async def accept_friendly(self, request: Request) -> Response:
        """`POST /friendly/accept`: begin the match of a request, and sign this browser in."""
        sent = await self._anonymous(request)
        act = {"act": ActKind.ACCEPT_FRIENDLY, "code": text_of(sent, "code")}
        return await self._act_as_new_person(request, sent, act)

    async def _act_as_new_person(self, request: Request, sent: Json, act: Json) -> Response:
        """Let a new person act who has typed their name, and sign this browser in."""
        self._entrance.check_guesses(request)
        nonce = text_of(sent, "nonce")
        whole_act = {
            **act,
            "text": text_of(sent, "text"),
            "language": request.state.language,
            **self._entrance.asked_device(request, nonce).as_json(),
        }
        status, body = await self._api.asking.ask_as_nobody(key_of(sent, needed=True), whole_act)
        # One client may add as many people as it may send wrong codes.
        self._entrance.count_guess(request)
        return self._signed_in(json_response(body, status), nonce)

    async def add_device(self, request: Request) -> Response:
        """`POST /devices/add`: sign this browser in by a code of another device or an arbiter."""
        sent = await self._anonymous(request)
        self._entrance.check_guesses(request)
        code, nonce = text_of(sent, "code").replace(" ", ""), text_of(sent, "nonce")
        device = self._entrance.asked_device(request, nonce)
        if not await device_list.add_device(self._api.runtime, self._api.shared, code, device):
            self._entrance.count_guess(request)
            raise refusal_error(HTTPStatus.NOT_FOUND, "bad_device_code")
        return self._signed_in(json_response({"added": True}), nonce)

    async def recover(self, request: Request) -> Response:
        """`POST /recover`: mail a link to the people with that address.

        The answer is the same whether there are any: it tells nobody who plays here.
        """
        sent = await self._anonymous(request)
        address, words = text_of(sent, "email").strip(), self._api.callers.words(request)
        if not self._api.shared.mail_key:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        if not is_mail_address(address):
            raise refusal_error(
                HTTPStatus.UNPROCESSABLE_ENTITY, "bad_address", say("mail.bad_address")
            )
        self._entrance.check_guesses(request)
        # One client may have as many mails sent as it may send wrong codes.
        self._entrance.count_guess(request)
        async with self._api.runtime.database.reading() as tx:
            owners = await mail_recoveries.confirmed_by(tx, address)
        act = {"act": ActKind.RECOVER, "people": owners, "language": words.language}
        await self._api.asking.leave_as_nobody(key_of(sent, needed=True), act)
        return json_response({"html": words.html(say("recover.sent", minutes=MINUTES))})

    def _signed_in(self, response: Response, nonce: str) -> Response:
        """Give the browser its cookie; one whose device was not stored signs nobody in."""
        if response.status_code not in {HTTPStatus.OK, HTTPStatus.ACCEPTED}:
            return response
        return self._entrance.sign_in(response, self._entrance.device_token(nonce))

    async def _anonymous(self, request: Request) -> Json:
        """Return the body of an anonymous request.

        Raises:
            RefusedError: 403, it comes from another site; 429, there were too many.
        """
        note_language(request)
        self._entrance.check_origin(request)
        self._entrance.let_in(request)
        return await json_of(request)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[Service]:
        """Yield the service with a transaction that only reads."""
        async with self._api.runtime.database.reading() as tx:
            yield Service(UnitOfWork(tx, self._api.runtime.clock.now()), self._api.shared)
