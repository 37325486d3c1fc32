"""What people do in a browser as in a chat: they type, press buttons, and take a seat by a link.

Each act goes to the dispatcher of the chat, so that order, rights, answers and times are the same.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final, Self

from bot.runtime.shared import BotSettings, UserInput
from bot.runtime.unit import UnitOfWork
from bot.service.competitions import signing_up
from bot.service.matches import accepting_requests
from bot.service.operations.people import recoveries
from bot.service.people.sign_up_details import read_details, read_email
from bot.service.service import Service
from bot.texts.buttons.people import JOIN, LinkAnswer, mail_button
from bot.texts.fault_texts import fault_text
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Incoming, Notice, Sender, Text, say
from bot.texts.notices.competitions.sign_ups import SIGN_UP_LINK
from bot.web.matches.request_list import begin_match
from bot.web.people.asking_device import AskingDevice
from bot.web.people.chat_input import chat_input
from bot.web.people.feed import Feed
from bot.web.refusals import Json, RefusedError, refusal_error, refusal_of_engine_error
from bot.web.stored_acts import Answer
from engine.errors import EngineError, Fault
from engine.ids import CompetitionCode, PersonId
from storage.matches import match_requests
from storage.people import devices, invitations, people
from storage.people.addresses import is_browser, new_browser
from storage.people.people import Person
from storage.queues import app_requests
from storage.queues import feed as stored_feed
from storage.queues.inbox import Pending

Dispatch = Callable[[Incoming, UnitOfWork], Awaitable[None]]
"""Handles what a person sent, as the chat does."""
_PRESS: Final = "seat"
"""The callback of the press that takes a seat, by which its answers are found."""
_TAKEN: Final = Answer(HTTPStatus.OK, {"taken": True})
"""The new person has what they asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Newcomer:
    """A person who does not exist yet, and the device that asks for them."""

    address: int
    device: AskingDevice
    language: str

    @classmethod
    def of(cls, asked: Json) -> Self:
        """Return the newcomer of a request, with a new address."""
        return cls(
            address=new_browser(),
            device=AskingDevice.from_json(asked),
            language=asked["language"],
        )


@dataclass(frozen=True, slots=True)
class BrowserActs:
    """Hands acts of browsers to the dispatcher."""

    shared: BotSettings
    dispatch: Dispatch
    feed: Feed
    formal: bool = False
    """Whether the bot uses the formal form of address."""

    async def chat(self, pending: Pending, asked: Json, unit: UnitOfWork, person: Person) -> Answer:
        """Handle a text or a press; return the toast, which is the answer to the press.

        Raises:
            RefusedError: 403, the person has a Telegram chat; 404, there is no such message; 429,
                they send too much.
        """
        if not is_browser(person.address):
            raise refusal_error(HTTPStatus.FORBIDDEN, "only_in_browser")
        incoming = await chat_input(unit.tx, person, pending, asked, self.feed)
        newest = await stored_feed.newest(unit.tx, [incoming.chat])
        await self.dispatch(incoming, unit)
        if unit.is_ignored:
            raise refusal_error(HTTPStatus.TOO_MANY_REQUESTS, "too_much")
        catalogue = load_catalogue(person.language, formal=self.formal)
        toast = _toast(_taken_answers(unit, incoming.callback), catalogue)
        return Answer(HTTPStatus.OK, {**toast, "after": newest.get(incoming.chat, 0)})

    async def take_seat(self, pending: Pending, asked: Json, unit: UnitOfWork) -> Answer:
        """Give the seat of a link to a new person, in whose browser it was pressed.

        The person exists only if they get the seat. A repeated request of the same device finds
        the seat as its own.

        Raises:
            RefusedError: 404, it is no link to a seat; 409, it gives nothing any more; 400, the
                device is another person's.
        """
        code = asked["code"]
        invite = await invitations.find_invite(unit.tx, code)
        if invite is None or invite.person is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "bad_link", say("start.bad_code"))
        owner = await devices.of_hash(unit.tx, asked["device"])
        if owner is not None and owner == invite.used_by:
            return _TAKEN
        if owner is not None:
            raise refusal_error(HTTPStatus.BAD_REQUEST, "bad_request")
        newcomer = _Newcomer.of(asked)
        async with unit.savepoint():
            first_new = len(unit.notices)
            invited = await people.get(unit.tx, invite.person)
            await self._create_person(unit, invited.name, newcomer)
            await self.dispatch(_press_of_yes(pending, newcomer, code), unit)
            _taken_answers(unit, _PRESS)
            used = await invitations.find_invite(unit.tx, code)
            person = await people.by_account(unit.tx, newcomer.address)
            if used is None or person is None or used.used_by != person.id:
                answers = [
                    notice for notice in unit.notices[first_new:] if notice.to == newcomer.address
                ]
                raise refusal_error(HTTPStatus.CONFLICT, "seat", _last_text(answers))
            await newcomer.device.sign_in(unit, person)
            if self.shared.mail_key:
                ask = say("mail.ask_how")
                unit.say(Notice(to=newcomer.address, text=ask, buttons=((mail_button(),),)))
        return _TAKEN

    async def _create_person(self, unit: UnitOfWork, name: str, newcomer: _Newcomer) -> Person:
        """Add the person whose device asks; in a browser the address is their account, too."""
        return await people.create(
            unit.tx,
            name,
            self.shared.habits,
            account=newcomer.address,
            address=newcomer.address,
            language=newcomer.language,
            account_name=newcomer.device.name,
        )

    async def sign_up(self, pending: Pending, asked: Json, unit: UnitOfWork) -> Answer:
        """Sign a new person up for a competition, in whose browser they typed their name.

        The person exists only if they are signed up. An arbiter confirms every such sign-up.

        Raises:
            RefusedError: 422, the sign-up or what was typed is refused.
        """
        if await devices.of_hash(unit.tx, asked["device"]) is not None:
            return _TAKEN
        newcomer = _Newcomer.of(asked)
        code = CompetitionCode(asked["code"])
        async with unit.savepoint():
            service = Service(unit, self.shared)
            try:
                email = read_email(asked["email"]) if asked["email"] else ""
                details = await read_details(service, asked["text"], email)
                person = await self._create_person(unit, details.name, newcomer)
                link = SIGN_UP_LINK + code
                incoming = _first_input(pending, newcomer, text=f"/start {link}")
                await signing_up.sign_up(service, UserInput(incoming, person, link), code, details)
            except EngineError as error:
                raise RefusedError(refusal_of_engine_error(error)) from None
            await newcomer.device.sign_in(unit, person)
            await app_requests.assign(unit.tx, pending.id, newcomer.address)
            await self.dispatch(incoming, unit)
        return _TAKEN

    async def accept_friendly(self, pending: Pending, asked: Json, unit: UnitOfWork) -> Answer:
        """Begin the match of a friendly request with a new person, in whose browser they agreed.

        The person exists only if the match begins. A browser that has a person is no second one.

        Raises:
            RefusedError: 409, the request is gone, or the browser has a person already; 422, the
                name is refused.
        """
        token = asked["code"]
        owner = await devices.of_hash(unit.tx, asked["device"])
        if owner is not None:
            request = await match_requests.find(unit.tx, token)
            if request is not None and request.taken_by == owner:
                return _TAKEN
            raise refusal_error(
                HTTPStatus.CONFLICT, "second_seat", fault_text(Fault("requests_browser_second"))
            )
        newcomer = _Newcomer.of(asked)
        async with unit.savepoint():
            service = Service(unit, self.shared)
            try:
                if await accepting_requests.for_browser(service, token) is None:
                    raise refusal_error(HTTPStatus.CONFLICT, "request_gone", say("friendly.gone"))
                details = await read_details(service, asked["text"])
                person = await self._create_person(unit, details.name, newcomer)
                incoming = _first_input(pending, newcomer)
                await newcomer.device.sign_in(unit, person)
                user_input = UserInput(incoming, person, token)
                accepted = await accepting_requests.accept(service, user_input, token)
                if accepted is None:  # another was first
                    raise refusal_error(HTTPStatus.CONFLICT, "request_gone", say("friendly.gone"))
                await begin_match(service, user_input, accepted)
            except EngineError as error:
                raise RefusedError(refusal_of_engine_error(error)) from None
            await app_requests.assign(unit.tx, pending.id, newcomer.address)
        return _TAKEN

    async def recover(self, pending: Pending, asked: Json, unit: UnitOfWork) -> Answer:
        """Mail a link to the people whose address was typed; nobody waits for this answer."""
        del pending
        for number in asked["people"]:
            await recoveries.send_link(Service(unit, self.shared), PersonId(number))
        return Answer(HTTPStatus.OK, {})


def _first_input(pending: Pending, newcomer: _Newcomer, text: str = "") -> Incoming:
    """Return what a new person's browser sends first."""
    return Incoming(
        update=-pending.id,
        sender=Sender(newcomer.address, newcomer.device.name, newcomer.language),
        chat=newcomer.address,
        is_private=True,
        at=pending.received_at,
        message=0,
        text=text,
    )


def _press_of_yes(pending: Pending, newcomer: _Newcomer, code: str) -> Incoming:
    """Return the press of „Da” under the question that the page has asked."""
    data = JOIN.button(say("button.join.yes", who=""), code, LinkAnswer.YES).data
    return replace(_first_input(pending, newcomer), callback=_PRESS, data=data)


def _taken_answers(unit: UnitOfWork, press: str) -> list[Notice]:
    """Take the answers to the press out of the messages, because a browser gets no callback."""
    answers = [notice for notice in unit.notices if press and notice.answers == press]
    unit.notices[:] = [notice for notice in unit.notices if notice not in answers]
    return answers


def _toast(answers: list[Notice], catalogue: Catalogue) -> Json:
    """Return the first answer that says something, as the page shows it; "" if none does."""
    for answer in answers:
        if answer.text is not None:
            return {"toast": catalogue.plain(answer.text), "alert": answer.alert}
    return {"toast": "", "alert": False}


def _last_text(answers: list[Notice]) -> Text:
    """Return what the chat said last; if nothing, that the code is wrong."""
    texts = [answer.text for answer in answers if answer.text is not None]
    return texts[-1] if texts else say("start.bad_code")
