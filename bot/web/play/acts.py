"""Handlers of the Mini App's requests, which the worker runs; `asking` stores them and waits.

A request is a row of the inbox, like an update. It is handled once, in the transaction of its
effect, by the same code as in the chat. Its answer is stored with it, in the person's language:
`{"status": …, "body": …}`.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from bot.runtime.folding import load_game
from bot.runtime.listeners import News
from bot.runtime.shared import BotSettings, UserInput
from bot.runtime.unit import UnitOfWork
from bot.service.held_first import after_held_moves
from bot.service.lookups.analysis.access import send_analysis
from bot.service.notices.conversation import messages
from bot.service.operations.play.conditions import TOO_MANY
from bot.service.operations.play.moving import make_move
from bot.service.operations.play.notebooks import of_partner
from bot.service.people.damages import notify_of_damage
from bot.service.pure.play.condition_lines import line_of as condition_line
from bot.service.pure.play.notebook_lines import line_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Notice, say
from bot.texts.notices.play.turn import step
from bot.web.cases import acts as of_arbiters
from bot.web.matches import request_list
from bot.web.people import bounced_mails
from bot.web.people import device_acts as of_devices
from bot.web.people.acts import OF_NOBODY, BrowserActs
from bot.web.play.game_answers import condition_json, held_json
from bot.web.play.move_previews import check_move
from bot.web.play.own_games import input_of, own_game
from bot.web.refusals import (
    Json,
    Refusal,
    RefusedError,
    faults_json,
    refusal_error,
    refusal_of_code,
    refusal_of_engine_error,
)
from bot.web.stored_acts import ActKind, Answer
from engine.errors import EngineError, GameStateError
from engine.games.conditional import Rehearsal, of_line
from engine.games.planned_moves import read_planned
from engine.ids import PersonId
from engine.notation import PASS, format_placement, parse_placement
from storage.conversation import chat
from storage.people import people
from storage.people.people import NoSuchPerson
from storage.play import conditions, notebooks
from storage.queues import app_requests
from storage.queues.inbox import Pending


class Acts:
    """Handles requests of the Mini App.

    `formal`: whether the bot uses the formal form of address; `browsers`: what it does for people
    outside Telegram, None if it serves none.
    """

    def __init__(
        self, shared: BotSettings, *, formal: bool = False, browsers: BrowserActs | None = None
    ) -> None:
        self._shared, self._formal, self._browsers = shared, formal, browsers

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
            words = load_catalogue(None, formal=self._formal)
            return Answer(refusal.status, refusal.json(words))
        words = load_catalogue(person.language, formal=self._formal)
        unit.asked_in, unit.is_move = person.address, kind is ActKind.MOVE
        # Telegram's updates have positive numbers, so the inbox's own numbers are negative.
        user_input = input_of(person, pending.received_at, number=-pending.id)
        try:
            if kind is ActKind.CHAT and self._browsers is not None:
                return await self._browsers.chat(pending, asked, unit, person)
            return await after_held_moves(
                unit,
                self._shared,
                lambda service: _HANDLERS[kind](_Act(service, user_input, words, asked)),
            )
        except RefusedError as error:
            refusal = error.refusal
        except EngineError as error:
            refusal = refusal_of_engine_error(error)
        return Answer(refusal.status, refusal.json(words))


@dataclass(frozen=True, slots=True)
class _Act:
    """A stored request of a person, and what it is carried out with."""

    service: Service
    user_input: UserInput
    catalogue: Catalogue
    asked: Json

    async def snapshot(self) -> GameSnapshot:
        """Return the game, which must be the person's own."""
        return await own_game(self.service, self.user_input, self.asked["game"])


async def _move(act: _Act) -> Answer:
    """Make a move or hold it, and confirm a made one to its author by a silent message in the chat.

    Raises:
        RefusedError: 409, the page shows an older board; 422, another move of theirs is held.
    """
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    await _check_version(service, snapshot, act.asked["version"])
    await _check_none_held(act, snapshot)
    await check_move(service, user_input, snapshot)
    notation = PASS
    if not act.asked["pass"]:
        notation = format_placement(parse_placement(act.asked["placement"]))
    if service.held_moves.may_hold(user_input, snapshot):
        return Answer(HTTPStatus.OK, await _hold(act, snapshot, notation))
    photo = await service.previews.played_on_board(user_input, snapshot.game.id, notation)
    notices_before = len(service.unit.notices)
    result = await make_move(
        service, snapshot, user_input.person.id, notation, user_input.at, photo
    )
    if user_input.person.address is not None:
        line = Notice(
            to=user_input.person.address, text=result.text, silent=True, about=snapshot.game.id
        )
        # The board with an answer to the move, such as a conditional reply, comes last.
        service.unit.say_before(notices_before, line)
    return Answer(HTTPStatus.OK, {"version": result.after.seq})


async def _check_none_held(act: _Act, snapshot: GameSnapshot) -> None:
    """Refuse a second move of the person, sent in another tab, while the first is held.

    Raises:
        RefusedError: 422, with the held move, which may still be taken back.
    """
    held = await act.service.held_moves.of(act.user_input, snapshot.game.id)
    if held is not None:
        text = say("web.already_held", placement=held.placement)
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "held", text)


async def _hold(act: _Act, snapshot: GameSnapshot, written: str) -> Json:
    """Hold the move for a few seconds; return its token and the seconds left to take it back."""
    service, user_input = act.service, act.user_input
    photo = await service.previews.played_on_board(user_input, snapshot.game.id, written)
    token = service.new_token()
    held = await service.held_moves.hold(
        user_input, snapshot, written, user_input.at, token=token, photo=photo
    )
    return {"version": snapshot.seq, "held": held_json(held, service.held_moves.seconds_left(held))}


async def _take_back(act: _Act) -> Answer:
    """Take back a held move.

    Raises:
        RefusedError: 422, the move is made already, or was taken back.
    """
    snapshot, token = await act.snapshot(), act.asked["token"]
    if not await act.service.held_moves.take_back(act.user_input, snapshot.game.id, token):
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "gone", say("play.gone"))
    return Answer(HTTPStatus.OK, {"version": snapshot.seq})


async def _check_version(service: Service, snapshot: GameSnapshot, version: int) -> None:
    """Refuse a request for an older board; the arrival of sheets changes no board.

    Raises:
        RefusedError: 409, with the game's version.
    """
    if version == snapshot.seq:
        return
    if 0 < version < snapshot.seq:
        then, _ = await load_game(service.unit.tx, service.shared, snapshot.game.id, version)
        if step(then, version) == snapshot.step:
            return
    text = say("web.moved_on", game=snapshot.game.id)
    raise RefusedError(Refusal(HTTPStatus.CONFLICT, "moved_on", text, version=snapshot.seq))


async def _set_conditions(act: _Act) -> Answer:
    """Store conditional moves, each checked alone; return all errors if none is stored."""
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    seat = service.games.seat(user_input, snapshot.game)
    await service.conditions.check_allowed(snapshot.game)
    results = list[Json]()
    for line in act.asked["lines"]:
        try:
            _, outcome = await service.conditions.keep(snapshot, seat, line, user_input.at)
        except EngineError as error:
            result = _result(faults_json(error.faults, act.catalogue))
        else:
            result = _result_of(act, outcome)
        results.append({"line": line, **result})
    return await _stored_or_refused(act, snapshot, results)


async def _stored_or_refused(act: _Act, snapshot: GameSnapshot, results: list[Json]) -> Answer:
    """Return the result of each, as `_result` has it.

    If one was stored, return also the player's conditional moves; otherwise 422 with all errors.
    """
    if not any(result["kept"] for result in results):
        return Answer(HTTPStatus.UNPROCESSABLE_ENTITY, _none_kept(results))
    return Answer(
        HTTPStatus.OK,
        {"version": snapshot.seq, "results": results, **await _own_conditions(act, snapshot)},
    )


def _result_of(act: _Act, tried: Rehearsal) -> Json:
    """Return a conditional move's result: the points of its replies, or the errors in it."""
    if tried.is_by_author or not tried.faults:
        faults = faults_json(tried.faults, act.catalogue)
        points = None if faults else tried.points
        return _result([{**fault, "whose": "own"} for fault in faults], points)
    faults = faults_json(map(of_partner, tried.faults), act.catalogue)
    return _result([{**fault, "whose": "partner"} for fault in faults])


def _result(faults: list[Json], points: int | None = None) -> Json:
    """Return whether a conditional move was stored, the points of its replies, and its errors.

    Each error is as `faults_json` has it; `whose` says whether it is in a move of the author's own.
    """
    return {"kept": not faults, "points": points, "faults": faults}


def _none_kept(results: list[Json]) -> Json:
    """Return the answer with all errors if nothing was stored."""
    faults = [fault for result in results for fault in result["faults"]]
    first = {name: faults[0][name] for name in ("error", "article", "text")}
    return {**first, "faults": faults, "results": results}


async def _own_conditions(act: _Act, snapshot: GameSnapshot) -> Json:
    """Return all conditional moves of the person in the game."""
    stored = await act.service.conditions.of(act.user_input.person.id, snapshot.game)
    return {"conditions": [condition_json(condition, act.catalogue) for condition in stored]}


async def _line_as_condition(act: _Act) -> Answer:
    """Store a line of play from the current board as a conditional move."""
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    seat = service.games.seat(user_input, snapshot.game)
    await service.conditions.check_allowed(snapshot.game)
    moves = tuple(map(read_planned, act.asked["moves"]))
    condition = of_line(moves, is_own=snapshot.game.turn is seat)
    try:
        result = _result_of(
            act, await service.conditions.keep_condition(snapshot, seat, condition, user_input.at)
        )
    except GameStateError as error:
        if error.faults[0].code != TOO_MANY:
            raise
        result = _result(faults_json(error.faults, act.catalogue))
    return await _stored_or_refused(act, snapshot, [{"line": condition_line(condition), **result}])


async def _drop_condition(act: _Act) -> Answer:
    """Delete one of the person's conditional moves, if it still exists."""
    snapshot, me = await act.snapshot(), act.user_input.person.id
    for condition in await act.service.conditions.of(me, snapshot.game):
        if condition.id == act.asked["condition"]:
            await conditions.remove(act.service.unit.tx, me, condition.id, condition.at)
    return Answer(HTTPStatus.OK, {"version": snapshot.seq, **await _own_conditions(act, snapshot)})


async def _write_notebook(act: _Act) -> Answer:
    """Replace the person's lines of play in their notebook.

    Raises:
        RefusedError: 409, the game has gone on, or another device has written the notebook since.
    """
    snapshot, me, tx = await act.snapshot(), act.user_input.person.id, act.service.unit.tx
    await _check_version(act.service, snapshot, act.asked["version"])
    stored = await notebooks.find(tx, me, snapshot.game.id)
    revision = 0 if stored is None else stored.revision
    if act.asked["revision"] not in (None, revision):
        text = say("web.notebook_other", game=snapshot.game.id)
        conflict, seq = HTTPStatus.CONFLICT, snapshot.seq
        refusal = Refusal(conflict, "notebook_other", text, version=seq, revision=revision)
        raise RefusedError(refusal)
    lines = [line_of(line) for line in act.asked["lines"]]
    new_revision = await act.service.notebooks.keep(me, snapshot, lines, act.user_input.at)
    return Answer(HTTPStatus.OK, {"version": snapshot.seq, "revision": new_revision})


async def _clear_notebook(act: _Act) -> Answer:
    """Delete the person's lines of play."""
    snapshot = await act.snapshot()
    await notebooks.remove(act.service.unit.tx, act.user_input.person.id, snapshot.game.id)
    return Answer(HTTPStatus.OK, {"version": snapshot.seq, "revision": 0})


async def _write_line(act: _Act) -> Answer:
    """Send the opponent a message, as `/mesaj` does.

    Raises:
        RefusedError: 422, the opponent gets no messages, or the person has written too many.
    """
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    obstacle = await messages.send(service, user_input, snapshot, act.asked["text"])
    if obstacle is not None:
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "not_written", obstacle[0])
    return Answer(HTTPStatus.OK, {})


async def _read_lines(act: _Act) -> Answer:
    """Store the last message that the person has read."""
    snapshot, tx = await act.snapshot(), act.service.unit.tx
    await chat.read_upto(
        tx, act.user_input.person.id, snapshot.game.id, act.asked["number"], act.user_input.at
    )
    return Answer(HTTPStatus.OK, {})


async def _mute(act: _Act) -> Answer:
    """Mute the opponent in the match, or end that."""
    snapshot, muted = await act.snapshot(), act.asked["muted"]
    text = await messages.set_muted(act.service, act.user_input, snapshot, muted=muted)
    return Answer(HTTPStatus.OK, {"text": act.catalogue.plain(text)})


async def _report(act: _Act) -> Answer:
    """Report the game's messages to the arbiter."""
    text = await messages.report(act.service, act.user_input, await act.snapshot())
    return Answer(HTTPStatus.OK, {"text": act.catalogue.plain(text)})


async def _analyse(act: _Act) -> Answer:
    """Send the game's analysis to the person's chat, or request it."""
    snapshot = await act.snapshot()
    text = await send_analysis(act.service, act.user_input, snapshot) or say("web.analysis_sent")
    return Answer(HTTPStatus.OK, {"text": act.catalogue.plain(text)})


_Handler = Callable[[_Act], Awaitable[Answer]]


def _outside_games(
    carry_out: Callable[[Service, UserInput, Catalogue, Json], Awaitable[Json]],
) -> _Handler:
    """Return the handler of an act that is not about a game of the person."""

    async def handler(act: _Act) -> Answer:
        body = await carry_out(act.service, act.user_input, act.catalogue, act.asked)
        return Answer(HTTPStatus.OK, body)

    return handler


_HANDLERS: Final[dict[ActKind, _Handler]] = {
    ActKind.MOVE: _move,
    ActKind.TAKE_BACK: _take_back,
    ActKind.SET_CONDITIONS: _set_conditions,
    ActKind.LINE_AS_CONDITION: _line_as_condition,
    ActKind.DROP_CONDITION: _drop_condition,
    ActKind.WRITE_NOTEBOOK: _write_notebook,
    ActKind.CLEAR_NOTEBOOK: _clear_notebook,
    ActKind.WRITE_LINE: _write_line,
    ActKind.READ_LINES: _read_lines,
    ActKind.MUTE: _mute,
    ActKind.REPORT: _report,
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
