"""Handlers of the Mini App's requests, which the worker runs; `asking` stores them and waits.

A request is a row of the inbox, like an update. It is handled once, in the transaction of its
effect, by the same code as in the chat. Its answer is stored with it, in the person's language:
`{"status": …, "body": …}`.
"""

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from bot.runtime.listeners import News
from bot.runtime.shared import BotSettings, UserInput
from bot.runtime.unit import UnitOfWork
from bot.service.held_first import after_held_moves
from bot.service.operations.play.requested_analyses import send_analysis
from bot.service.people.damages import notify_of_damage
from bot.service.service import Service
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import say
from bot.web.cases import acts as of_arbiters
from bot.web.matches import request_list
from bot.web.people import bounced_mails
from bot.web.people import device_acts as of_devices
from bot.web.people.acts import OF_NOBODY, BrowserActs
from bot.web.play import condition_acts, line_acts, move_acts, notebook_acts
from bot.web.play.own_games import input_of
from bot.web.play.person_act import Handler, PersonAct
from bot.web.refusals import (
    Json,
    RefusedError,
    refusal_of_code,
    refusal_of_engine_error,
)
from bot.web.stored_acts import ActKind, Answer
from engine.errors import EngineError
from engine.ids import PersonId
from storage.people import people
from storage.people.people import NoSuchPerson
from storage.queues import app_requests
from storage.queues.inbox import Pending


class Acts:
    """Handles requests of the Mini App.

    `browsers`: handles those of people outside Telegram; None where nobody sends any.
    """

    def __init__(self, shared: BotSettings, *, browsers: BrowserActs | None = None) -> None:
        self._shared, self._browsers = shared, browsers

    async def __call__(self, pending: Pending, unit: UnitOfWork) -> None:
        """Handle a request and store its answer, in the given unit of work."""
        asked = json.loads(pending.raw)
        status, body = await self._carry_out(pending, asked, unit)
        if self._shared.damaged.untold:
            await notify_of_damage(unit, self._shared)
        answer = json.dumps({"status": status, "body": body}, ensure_ascii=False)
        await app_requests.answer(unit.tx, pending.id, answer)
        unit.news.append(News(app_requests.RequestAnswered(asked["key"])))

    async def _carry_out(self, pending: Pending, asked: Json, unit: UnitOfWork) -> Answer:
        """Carry out what the page asked, as the person who asked it; return status and answer."""
        kind = ActKind(asked["act"])
        if kind in OF_NOBODY and self._browsers is not None:
            return await self._browsers.as_nobody(pending, asked, unit)
        try:
            person = await people.get(unit.tx, PersonId(asked["person"]))
        except NoSuchPerson:  # the person was forgotten since
            refusal = refusal_of_code(HTTPStatus.UNAUTHORIZED, "unauthorized")
            words = load_catalogue(None, formal=self._shared.is_formal)
            return Answer(refusal.status, refusal.json(words))
        words = load_catalogue(person.language, formal=self._shared.is_formal)
        unit.asked_in, unit.is_move = person.address, kind is ActKind.MOVE
        # Telegram's updates have positive numbers, so the inbox's own numbers are negative.
        user_input = input_of(person, pending.received_at, number=-pending.id)
        try:
            if kind is ActKind.CHAT and self._browsers is not None:
                return await self._browsers.chat(pending, asked, unit, person)
            return await after_held_moves(
                unit,
                self._shared,
                lambda service: _HANDLERS[kind](PersonAct(service, user_input, words, asked)),
            )
        except RefusedError as error:
            refusal = error.refusal
        except EngineError as error:
            refusal = refusal_of_engine_error(error)
        return Answer(refusal.status, refusal.json(words))


async def _analyse(act: PersonAct) -> Answer:
    """Send the game's analysis to the person's chat, or request it."""
    snapshot = await act.snapshot()
    text = await send_analysis(act.service, act.user_input, snapshot) or say("web.analysis_sent")
    return Answer(HTTPStatus.OK, {"text": act.catalogue.plain(text)})


def _outside_games(
    carry_out: Callable[[Service, UserInput, Catalogue, Json], Awaitable[Json]],
) -> Handler:
    """Return the handler of an act that is not about a game of the person."""

    async def handler(act: PersonAct) -> Answer:
        body = await carry_out(act.service, act.user_input, act.catalogue, act.asked)
        return Answer(HTTPStatus.OK, body)

    return handler


_HANDLERS: Final[dict[ActKind, Handler]] = {
    ActKind.MOVE: move_acts.move,
    ActKind.TAKE_BACK: move_acts.take_back,
    ActKind.SET_CONDITIONS: condition_acts.set_conditions,
    ActKind.LINE_AS_CONDITION: condition_acts.line_as_condition,
    ActKind.DROP_CONDITION: condition_acts.drop_condition,
    ActKind.WRITE_NOTEBOOK: notebook_acts.write,
    ActKind.CLEAR_NOTEBOOK: notebook_acts.clear,
    ActKind.WRITE_LINE: line_acts.write,
    ActKind.READ_LINES: line_acts.read,
    ActKind.MUTE: line_acts.mute,
    ActKind.REPORT: line_acts.report,
    ActKind.SEND_ANALYSIS: _analyse,
    ActKind.PRESS: _outside_games(of_arbiters.press),
    ActKind.PROPOSE: _outside_games(of_arbiters.propose),
    ActKind.DECIDE: _outside_games(of_arbiters.decide),
    ActKind.MAKE_REQUEST: _outside_games(request_list.make),
    ActKind.ACCEPT_REQUEST: _outside_games(request_list.accept),
    ActKind.WITHDRAW_REQUEST: _outside_games(request_list.withdraw),
    ActKind.REMATCH: _outside_games(request_list.rematch),
    ActKind.END_DEVICE: _outside_games(of_devices.end),
    ActKind.NOTE_BOUNCE: _outside_games(bounced_mails.note),
}
