"""The endpoints for people who are signed in without Telegram: their messages and devices."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Protocol

from starlette.requests import Request
from starlette.responses import Response

from bot.runtime.unit import UnitOfWork
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.web.api import Api
from bot.web.asking import IsMove
from bot.web.endpoints import EndpointRoute
from bot.web.headers import NO_SNIFFING, file_name_header
from bot.web.people import device_list
from bot.web.people.entrance import Entrance
from bot.web.people.entrance_api import EntranceApi
from bot.web.people.feed import Feed
from bot.web.people.mail_form import mail_shown
from bot.web.people.push_device import PushDevices, PushOffer
from bot.web.play.page_requests import chat_of, ended_device_of, json_of, key_of, whole_number
from bot.web.refusals import Json, refusal_error
from bot.web.responses import json_response
from storage.people import people
from storage.people.addresses import is_browser

_CACHED_FOR_PERSON: Final = {**NO_SNIFFING, "Cache-Control": "private, max-age=300"}
"""For pictures and files, which the page shows again whenever it scrolls."""


class Menu(Protocol):
    """The bot's menu of commands."""

    def __call__(self, catalogue: Catalogue, *, is_arbiter: bool) -> list[Json]:
        """Return the commands by subject in these words, for an arbiter also theirs."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Browsers:
    """What the page needs outside Telegram."""

    feed: Feed
    is_move: IsMove
    """Which acts in the chat are moves; `bot.web.site` gives it to the queue of acts."""
    menu: Menu
    trusted_proxy: str = ""
    """As `Entrance.trusted_proxy`."""
    push: PushOffer | None = None
    """What browsers need for announcements; None if there are none."""


class BrowserApi:
    """The endpoints of a page outside Telegram."""

    def __init__(self, api: Api, bot_token: str, *, public_url: str, browsers: Browsers) -> None:
        self._api, self._callers = api, api.callers
        self._public_url, self._browsers = public_url, browsers
        self._push = PushDevices(api.runtime, api.callers.sessions, browsers.push)
        entrance = Entrance(api.runtime, public_url, bot_token, browsers.trusted_proxy)
        self._entrance_api = EntranceApi(api, entrance, self._push)

    def routes(self) -> list[EndpointRoute]:
        """Return the routes that the page has only outside Telegram, its entrance included."""
        return [
            *self._entrance_api.routes(),
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

    async def devices(self, request: Request) -> Response:
        """`GET /devices`: return the browsers in which the person is signed in, and their mail."""
        caller = await self._callers.admit(request)
        now = self._api.runtime.clock.now()
        async with self._api.runtime.database.reading() as tx:
            current = await self._callers.sessions.device_of(tx, caller.token)
            listed = await device_list.devices_json(tx, caller.person, current, now)
            service = Service(UnitOfWork(tx, now), self._api.shared)
            mail = await mail_shown(service, caller.person, caller.catalogue)
            return json_response({**listed, "mail": mail})

    async def offer_device(self, request: Request) -> Response:
        """`POST /devices/offer`: make a code with which the person adds a browser."""
        caller = await self._callers.admit(request)
        offered = await device_list.offer_code(self._api.runtime, caller.person, self._public_url)
        return json_response(offered)

    async def end_device(self, request: Request) -> Response:
        """`POST /devices/end`: sign the person out of a browser."""
        return await self._act(request, ended_device_of, needed=False)

    async def subscribe(self, request: Request) -> Response:
        """`POST /push`: announce the person's turns on this device from now on."""
        caller = await self._callers.admit(request)
        await self._push.subscribe(caller.person, caller.token, await json_of(request))
        return json_response({"on": True})

    async def unsubscribe(self, request: Request) -> Response:
        """`POST /push/end`: announce nothing more on this device."""
        caller = await self._callers.admit(request)
        await self._push.end(caller.token)
        return json_response({"on": False})

    async def chat(self, request: Request) -> Response:
        """`POST /chat`: type a text or press a button, as in the chat."""
        return await self._act(request, chat_of, needed=True)

    async def _act(
        self, request: Request, act_of: Callable[[Json], Json], *, needed: bool
    ) -> Response:
        """Have an act carried out that exists in browsers alone; `act_of` reads it from the body.

        `needed`: whether the client must send a key, because a repetition would do harm.
        """
        caller = await self._callers.admit(request)
        sent = await json_of(request)
        act = act_of(sent)

        async def check() -> None:
            if not is_browser(caller.person.address):
                raise refusal_error(HTTPStatus.FORBIDDEN, "only_in_browser")

        status, body = await self._api.asking.ask(
            caller.person, key_of(sent, needed=needed), act, check
        )
        return json_response(body, status)

    async def feed(self, request: Request) -> Response:
        """`GET /feed?before=N`: return the bot's messages to the person, the oldest first."""
        caller = await self._callers.admit(request)
        now = self._api.runtime.clock.now()
        asked = request.query_params.get("before")
        before = None if asked is None else whole_number(asked)
        if asked is not None and before is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        async with self._api.runtime.database.reading() as tx:
            person = await people.get(tx, caller.person.id)  # may have moved since the admission
            return json_response(await self._browsers.feed.page(tx, person, now, before))

    async def picture(self, request: Request) -> Response:
        """`GET /feed/ROW/N`: return a picture of a message."""
        caller = await self._callers.admit(request)
        now = self._api.runtime.clock.now()
        row = whole_number(request.path_params["row"])
        which = whole_number(request.path_params["which"])
        if row is None or which is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        feed = self._browsers.feed
        async with self._api.runtime.database.reading() as tx:
            picture = await feed.picture_of(tx, caller.person, now, row, which)
        content = await feed.draw(caller.person, picture)
        return Response(content, media_type="image/png", headers=_CACHED_FOR_PERSON)

    async def file(self, request: Request) -> Response:
        """`GET /feed/ROW/file`: return the file of a message."""
        caller = await self._callers.admit(request)
        now = self._api.runtime.clock.now()
        row = whole_number(request.path_params["row"])
        if row is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
        feed = self._browsers.feed
        async with self._api.runtime.database.reading() as tx:
            notice = await feed.message_of(tx, caller.person, now, row)
        file, media_type = await feed.file(caller.person, notice)
        headers = {**_CACHED_FOR_PERSON, "X-File-Name": file_name_header(file.name)}
        return Response(file.content, media_type=media_type, headers=headers)

    async def menu(self, request: Request) -> Response:
        """`GET /menu`: return the commands by subject."""
        caller = await self._callers.admit(request)
        return json_response(
            {"subjects": self._browsers.menu(caller.catalogue, is_arbiter=caller.person.arbiter)}
        )
