"""What people do in a browser as in a chat: they type, press buttons, and take a seat by a link.

Each act goes to the dispatcher of the chat, so that order, rights, answers and times are the same.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from bot.runtime.shared import BotSettings
from bot.runtime.unit import UnitOfWork
from bot.service.operations.people import recoveries
from bot.texts.i18n import load_catalogue
from bot.web.people.chat_input import Dispatch, chat_input
from bot.web.people.feed import Feed
from bot.web.people.newcomer_friendlies import accept_friendly
from bot.web.people.newcomer_seats import take_seat
from bot.web.people.newcomer_sign_ups import sign_up
from bot.web.people.newcomers import FirstAct
from bot.web.people.press_answers import take_answers, toast
from bot.web.refusals import Json, RefusedError, refusal_error
from bot.web.stored_acts import ActKind, Answer
from engine.ids import PersonId
from storage.people.addresses import is_browser
from storage.people.people import Person
from storage.queues import feed as stored_feed
from storage.queues.inbox import Pending


@dataclass(frozen=True, slots=True)
class BrowserActs:
    """Carries out the acts of browsers outside Telegram."""

    shared: BotSettings
    dispatch: Dispatch
    feed: Feed

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
        catalogue = load_catalogue(person.language, formal=self.shared.is_formal)
        shown = toast(take_answers(unit, incoming.callback), catalogue)
        return Answer(HTTPStatus.OK, {**shown, "after": newest.get(incoming.chat, 0)})

    async def as_nobody(self, pending: Pending, asked: Json, unit: UnitOfWork) -> Answer:
        """Carry out an act of `OF_NOBODY`, in the language of the browser."""
        act = FirstAct(
            pending=pending, asked=asked, unit=unit, shared=self.shared, dispatch=self.dispatch
        )
        try:
            return await OF_NOBODY[ActKind(asked["act"])](act)
        except RefusedError as error:
            words = load_catalogue(asked["language"], formal=self.shared.is_formal)
            return Answer(error.refusal.status, error.refusal.json(words))


async def _recover(act: FirstAct) -> Answer:
    """Mail a link to the people whose address was typed; nobody waits for this answer."""
    for number in act.asked["people"]:
        await recoveries.send_link(act.service, PersonId(number))
    return Answer(HTTPStatus.OK, {})


OF_NOBODY: Final[dict[ActKind, Callable[[FirstAct], Awaitable[Answer]]]] = {
    ActKind.TAKE_SEAT: take_seat,
    ActKind.SIGN_UP: sign_up,
    ActKind.ACCEPT_FRIENDLY: accept_friendly,
    ActKind.RECOVER: _recover,
}
"""The acts of a browser whose person does not exist yet, or does not say who they are."""
