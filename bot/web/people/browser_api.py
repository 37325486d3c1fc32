"""The endpoints for people without Telegram: their entrance, their messages and their devices."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bot.runtime.config.checks import is_mail_address
from bot.runtime.unit import UnitOfWork
from bot.service.lookups.competitions import sign_up_terms
from bot.service.matches import accepting_requests
from bot.service.operations.people.recoveries import MINUTES
from bot.service.people.links import LinkStatus, offer_of
from bot.service.service import Service
from bot.texts.i18n import negotiate
from bot.texts.messages import Param, Text, say
from bot.texts.notices.competitions.sign_ups import about_text
from bot.texts.notices.matches.request_texts import asked_card
from bot.web.api import Api, EndpointRoute, body_of, whole
from bot.web.asking import Plays
from bot.web.people import device_list
from bot.web.people.entrance import Entrance
from bot.web.people.feed import Feed
from bot.web.people.mail_form import mail_shown
from bot.web.people.push_device import PushDevices, PushOffer
from bot.web.play.page_requests import chat_of, ended_device_of, key_of, read_json, text_of
from bot.web.refusals import Json, RefusedError, of_error, plainly, refused
from bot.web.responses import NEVER, json_response
from bot.web.stored_acts import ActKind
from bot.web.wording import entrance_texts
from engine.competitions.guards import check_access
from engine.errors import GameStateError
from engine.ids import WEB, CompetitionCode, PersonId
from storage.competitions import sign_ups
from storage.matches.match_requests import PlayRequest
from storage.people import invitations, mail_recoveries, people
from storage.people.addresses import is_browser

_NOBODY: Final = PersonId(-1)
"""Matches no person: the one who opens a link does not exist yet."""
_OWN_TEXTS: Final = frozenset({LinkStatus.USED, LinkStatus.EXPIRED, LinkStatus.ANOTHERS})
"""Where the chat would say that the arbiter was told; an opened page tells nobody."""
_PRIVATE: Final = {**NEVER, "Cache-Control": "private, max-age=300"}

Menu = Callable[[str, bool], list[Json]]
"""Returns the commands by subject, from a language and whether the person is an arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Browsers:
    """What the page needs outside Telegram."""

    feed: Feed
    plays: Plays
    menu: Menu
    trusted_proxy: str = ""
    push: PushOffer | None = None
    """What browsers need for announcements; None if there are none."""


class BrowserApi:
    """The endpoints of a page outside Telegram."""

    def __init__(self, api: Api, bot_token: str, *, public_url: str, browsers: Browsers) -> None:
        self._api = api
        self._public_url, self._browsers = public_url, browsers
        self._push = PushDevices(api.runtime, api.sessions, browsers.push)
        self._entrance = Entrance(api.runtime, public_url, bot_token, browsers.trusted_proxy)

    def routes(self) -> list[EndpointRoute]:
        """Return the routes that the page has only outside Telegram."""
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
            EndpointRoute("GET", "/devices", self.devices),
            EndpointRoute("POST", "/devices/end", self.end_device),
            EndpointRoute("POST", "/devices/offer", self.offer_device),
            EndpointRoute("POST", "/push", self.subscribe),
            EndpointRoute("POST", "/push/end", self.unsubscribe),
            EndpointRoute("GET", "/feed", self.feed),
            EndpointRoute("GET", "/feed/{row}/file", self.file),
            EndpointRoute("GET", "/feed/{row}/{which}", self.picture),
            EndpointRoute("POST", "/chat", self.chat),
            EndpointRoute("GET", "/menu", self.menu),
        ]

    async def session(self, request: Request) -> Response:
        """`POST /session`: as in Telegram, or for the device of the cookie."""
        if request.headers.get("authorization"):
            return await self._api.session(request)
        request.state.language = negotiate(request.headers.get("accept-language"))
        token, gate = self._entrance.token_of(request), self._api.shared.gate
        if not token:
            self._entrance.let_in(request)
        try:
            opened = await self._api.sessions.open_device(
                token, lambda person: self._api.let_in(person, gate.look, gate.looks)
            )
        except RefusedError as error:
            words = self._api.words(request)
            body = {**error.refused.json(words), "texts": entrance_texts(words)}
            body["language"] = words.language
            body["mails"] = bool(self._api.shared.mail_key)
            return json_response(body, error.refused.status)
        async with self._api.runtime.database.reading() as tx:
            push = await self._push.state(tx, opened.device)
        welcome = await self._api.welcome(request, opened, {"push": push})
        return self._entrance.sign_in(welcome, token)

    async def seat(self, request: Request) -> Response:
        """`POST /seat`: return the question of a link, or why it gives nothing; change nothing."""
        sent = await self._sent(request)
        code = text_of(sent, "code")
        async with self._api.runtime.database.reading() as tx:
            service = Service(UnitOfWork(tx, self._api.runtime.clock.now()), self._api.shared)
            return json_response(await self._question(request, service, code))

    async def take_seat(self, request: Request) -> Response:
        """`POST /seat/take`: take the seat of a link, and sign this browser in."""
        sent = await self._sent(request)
        code, nonce = text_of(sent, "code"), text_of(sent, "nonce")
        device = self._entrance.asked_device(request, nonce)
        async with self._api.runtime.database.reading() as tx:
            service = Service(UnitOfWork(tx, self._api.runtime.clock.now()), self._api.shared)
            await self._question(request, service, code)
        what = {
            "act": ActKind.TAKE_SEAT,
            "code": code,
            "language": request.state.language,
            **device.as_json(),
        }
        status, body = await self._api.asking.ask_as_nobody(key_of(sent, needed=True), what)
        return self._signed_in(json_response(body, status), nonce)

    async def _question(self, request: Request, service: Service, code: str) -> Json:
        """Return what a link gives.

        Raises:
            RefusedError: 404, it is no link to a seat.
        """
        invite = await invitations.find_invite(service.unit.tx, code)
        offer = None if invite is None else await offer_of(service, invite)
        if offer is None:
            self._entrance.guessed_wrong(request)
            raise refused(404, "bad_link", say("start.bad_code"))
        status = offer.status(_NOBODY, service.unit.now)
        words = self._api.words(request)
        facts: dict[str, Param] = {"who": offer.who, "where": offer.where, "arbiter": offer.arbiter}
        if offer.is_for_sheets:
            raise refused(409, "sheets_only", Text("seat.sheets_only", facts))
        if not offer.takes_browsers:
            raise refused(409, "browser_seats_off", Text("seat.no_browsers", facts))
        if status is LinkStatus.OPEN:
            partner = None
            if offer.partner is not None:
                partner = say("join.partner", who=offer.partner)
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
        sent = await self._sent(request)
        code = CompetitionCode(text_of(sent, "code").upper())
        async with self._api.runtime.database.reading() as tx:
            service = Service(UnitOfWork(tx, self._api.runtime.clock.now()), self._api.shared)
            sign_up = await sign_ups.of(tx, code)
            if sign_up is None:
                self._entrance.guessed_wrong(request)
                raise refused(404, "no_sign_up", say("sign_up.unknown"))
            competition = (await service.competitions.load(code)).competition
            offer = await sign_up_terms.shown_as(service, competition, sign_up)
        try:
            check_access(competition, WEB)
        except GameStateError as error:
            raise RefusedError(of_error(error)) from None
        words, is_open = self._api.words(request), sign_up.is_open(service.unit.now)
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
        sent = await self._sent(request)
        code, email = text_of(sent, "code").upper(), text_of(sent, "email")
        return await self._enters(
            request, sent, {"act": ActKind.SIGN_UP, "code": code, "email": email}
        )

    async def _enters(self, request: Request, sent: Json, act: Json) -> Response:
        """Let a new person act who has typed their name, and sign this browser in."""
        self._entrance.may_guess(request)
        nonce = text_of(sent, "nonce")
        what = {
            **act,
            "text": text_of(sent, "text"),
            "language": request.state.language,
            **self._entrance.asked_device(request, nonce).as_json(),
        }
        status, body = await self._api.asking.ask_as_nobody(key_of(sent, needed=True), what)
        self._entrance.guessed_wrong(request)  # as many people as wrong codes from one address
        return self._signed_in(json_response(body, status), nonce)

    async def friendly_question(self, request: Request) -> Response:
        """`POST /friendly`: return a request for a friendly match; change nothing."""
        sent = await self._sent(request)
        async with self._api.runtime.database.reading() as tx:
            service = Service(UnitOfWork(tx, self._api.runtime.clock.now()), self._api.shared)
            found = await self._offered(request, service, text_of(sent, "code"))
            edition = service.todays_edition().name
            text, _ = asked_card(await accepting_requests.shown(service, found), edition)
        words = self._api.words(request)
        return json_response(
            {
                "html": words.html(say("friendly.browser", about=text)),
                "yes": words.plain(say("button.requests.yes")),
                "language": words.language,
            }
        )

    async def _offered(self, request: Request, service: Service, token: str) -> PlayRequest:
        """Return the request that a new person in a browser may accept.

        Raises:
            RefusedError: 404, it is gone; 422, it needs a Telegram account.
        """
        try:
            play_request = await accepting_requests.for_browser(service, token)
        except GameStateError as error:
            raise RefusedError(of_error(error)) from None
        if play_request is None:
            self._entrance.guessed_wrong(request)
            raise refused(404, "request_gone", say("friendly.gone"))
        return play_request

    async def accept_friendly(self, request: Request) -> Response:
        """`POST /friendly/accept`: begin the match of a request, and sign this browser in."""
        sent = await self._sent(request)
        act = {"act": ActKind.ACCEPT_FRIENDLY, "code": text_of(sent, "code")}
        return await self._enters(request, sent, act)

    async def add_device(self, request: Request) -> Response:
        """`POST /devices/add`: sign this browser in by a code of another device or an arbiter."""
        sent = await self._sent(request)
        self._entrance.may_guess(request)
        code, nonce = text_of(sent, "code").replace(" ", ""), text_of(sent, "nonce")
        device = self._entrance.asked_device(request, nonce)
        if not await device_list.added(self._api.runtime, self._api.shared, code, device):
            self._entrance.guessed_wrong(request)
            raise RefusedError(plainly(404, "bad_device_code"))
        return self._signed_in(json_response({"added": True}), nonce)

    async def recover(self, request: Request) -> Response:
        """`POST /recover`: mail a link to the people with that address.

        The answer is the same whether there are any: it tells nobody who plays here.
        """
        sent = await self._sent(request)
        address, words = text_of(sent, "email").strip(), self._api.words(request)
        if not self._api.shared.mail_key:
            raise RefusedError(plainly(404, "not_found"))
        if not is_mail_address(address):
            raise refused(422, "bad_address", say("mail.bad_address"))
        self._entrance.may_guess(request)
        self._entrance.guessed_wrong(request)  # as many as wrong codes from one client
        async with self._api.runtime.database.reading() as tx:
            found = await mail_recoveries.confirmed_by(tx, address)
        what = {"act": ActKind.RECOVER, "people": found, "language": words.language}
        await self._api.asking.leave_as_nobody(key_of(sent, needed=True), what)
        return json_response({"html": words.html(say("recover.sent", minutes=MINUTES))})

    def _signed_in(self, response: Response, nonce: str) -> Response:
        """Give the browser its cookie; one whose device was not stored signs nobody in."""
        if response.status_code not in {200, 202}:
            return response
        return self._entrance.sign_in(response, self._entrance.device_token(nonce))

    async def _sent(self, request: Request) -> Json:
        """Return the body of an anonymous request that may pass."""
        request.state.language = negotiate(request.headers.get("accept-language"))
        self._entrance.check_origin(request)
        self._entrance.let_in(request)
        return read_json(await body_of(request))

    async def devices(self, request: Request) -> Response:
        """`GET /devices`: return the browsers in which the person is signed in, and their mail."""
        asker = await self._api.asker(request)
        now = self._api.runtime.clock.now()
        async with self._api.runtime.database.reading() as tx:
            current = await self._api.sessions.device_of(tx, asker.token)
            listed = await device_list.listed(tx, asker.person, current, now)
            service = Service(UnitOfWork(tx, now), self._api.shared)
            mail = await mail_shown(service, asker.person, asker.catalogue)
            return json_response({**listed, "mail": mail})

    async def offer_device(self, request: Request) -> Response:
        """`POST /devices/offer`: make a code with which the person adds a browser."""
        asker = await self._api.asker(request)
        offered = await device_list.offered(self._api.runtime, asker.person, self._public_url)
        return json_response(offered)

    async def end_device(self, request: Request) -> Response:
        """`POST /devices/end`: sign the person out of a browser."""
        return await self._done(request, ended_device_of, needed=False)

    async def subscribe(self, request: Request) -> Response:
        """`POST /push`: announce the person's turns on this device from now on."""
        asker = await self._api.asker(request)
        await self._push.subscribe(asker.person, asker.token, read_json(await body_of(request)))
        return json_response({"on": True})

    async def unsubscribe(self, request: Request) -> Response:
        """`POST /push/end`: announce nothing more on this device."""
        asker = await self._api.asker(request)
        await self._push.end(asker.token)
        return json_response({"on": False})

    async def chat(self, request: Request) -> Response:
        """`POST /chat`: type a text or press a button, as in the chat."""
        return await self._done(request, chat_of, needed=True)

    async def _done(
        self, request: Request, what: Callable[[Json], Json], *, needed: bool
    ) -> Response:
        """Have an act carried out that exists in browsers alone."""
        asker = await self._api.asker(request)
        sent = read_json(await body_of(request))
        asked = what(sent)

        async def check() -> None:
            if not is_browser(asker.person.address):
                raise RefusedError(plainly(403, "only_in_browser"))

        status, body = await self._api.asking.ask(
            asker.person, key_of(sent, needed=needed), asked, check
        )
        return json_response(body, status)

    async def feed(self, request: Request) -> Response:
        """`GET /feed?before=N`: return the bot's messages to the person, the oldest first."""
        asker = await self._api.asker(request)
        now = self._api.runtime.clock.now()
        before = whole(request.query_params.get("before", ""))
        async with self._api.runtime.database.reading_latest() as tx:
            person = await people.get(tx, asker.person.id)
            return json_response(await self._browsers.feed.page(tx, person, now, before))

    async def picture(self, request: Request) -> Response:
        """`GET /feed/ROW/N`: return a picture of a message."""
        asker = await self._api.asker(request)
        now = self._api.runtime.clock.now()
        row, which = whole(request.path_params["row"]), whole(request.path_params["which"])
        if row is None or which is None:
            raise RefusedError(plainly(404, "not_found"))
        feed = self._browsers.feed
        async with self._api.runtime.database.reading() as tx:
            picture = await feed.picture_of(tx, asker.person, now, row, which)
        content = await feed.drawn(asker.person, picture)
        return Response(content, media_type="image/png", headers=_PRIVATE)

    async def file(self, request: Request) -> Response:
        """`GET /feed/ROW/file`: return the file of a message."""
        asker = await self._api.asker(request)
        now = self._api.runtime.clock.now()
        row = whole(request.path_params["row"])
        if row is None:
            raise RefusedError(plainly(404, "not_found"))
        feed = self._browsers.feed
        async with self._api.runtime.database.reading() as tx:
            notice = await feed.own(tx, asker.person, now, row)
        file, media_type = await feed.file(asker.person, notice)
        headers = {
            **_PRIVATE,
            "X-File-Name": PurePath(file.name).name.encode("ascii", "replace").decode(),
        }
        return Response(file.content, media_type=media_type, headers=headers)

    async def menu(self, request: Request) -> Response:
        """`GET /menu`: return the commands by subject."""
        asker = await self._api.asker(request)
        return json_response(
            {"subjects": self._browsers.menu(asker.catalogue.language, asker.person.arbiter)}
        )
