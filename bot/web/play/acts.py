"""What is asked in the Mini App, carried out by the worker: the other end of `asking`.

A request is a row of the inbox like an update, and is done like one: in the transaction of its
effect, once, decided by the same code as in the chat. Its answer is written with it, in the
person's language: `{"status": …, "body": …}`.
"""

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from bot.runtime.folding import load_game
from bot.runtime.listeners import News
from bot.service.analysis.shown import check_open, send
from bot.service.conversation import messages
from bot.service.conversation.channel import lacks_sheet
from bot.service.play.conditions import MOST, his_fault_text
from bot.service.play.conditions import line_of as condition_line
from bot.service.play.notebooks import line_of
from bot.service.play.own_sheet import noted, pass_on
from bot.service.service import Service
from bot.texts.i18n import catalogue
from bot.texts.messages import Notice, say
from bot.texts.notices.play.sent import sent_text
from bot.texts.notices.play.whose_turn import step
from bot.web.play.own_games import own
from bot.web.play.queries import check_move, said_by
from bot.web.play.views import condition_json
from bot.web.refusals import Json, Refused, RefusedError, faults_json, of_error, plainly
from engine.errors import EngineError, Fault, GameStateError
from engine.games.commands import Command, Pass, Place
from engine.games.conditional import Rehearsal, of_line
from engine.games.planned import planned
from engine.ids import PersonId, Seat
from engine.notation import format_placement, parse_placement
from storage.conversation import chat
from storage.people import people
from storage.play import conditions, notebooks
from storage.queues import requests

if TYPE_CHECKING:
    from bot.runtime.shared import Said, Shared
    from bot.runtime.unit import UnitOfWork
    from bot.service.play.games import SeenGame
    from bot.texts.i18n import Catalogue
    from storage.queues.inbox import Pending

OK, UNPROCESSABLE = HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY
Answer = tuple[int, Json]
"""Status and body."""
PASS: Final = "PAS"  # noqa: S105  (a move, not a word that opens doors)


class Acts:
    """Carries requests out."""

    def __init__(self, shared: "Shared", *, formal: bool = False) -> None:
        self._shared, self._formal = shared, formal

    async def __call__(self, pending: "Pending", unit: "UnitOfWork") -> None:
        """Carry one out, and write its answer, in the given unit of work."""
        asked = json.loads(pending.raw)
        status, body = await self._done(pending, asked, unit)
        answer = json.dumps({"status": status, "body": body}, ensure_ascii=False)
        await requests.answer(unit.tx, pending.id, answer)
        unit.news.append(News(requests.Answered(asked["key"])))

    async def _done(self, pending: "Pending", asked: Json, unit: "UnitOfWork") -> Answer:
        try:
            person = await people.get(unit.tx, PersonId(asked["person"]))
        except KeyError:  # forgotten since
            return 401, plainly(401, "unauthorized").json(catalogue("ro", formal=self._formal))
        words = catalogue(person.language or "ro", formal=self._formal)
        unit.asked_in, unit.is_move = person.chat, asked["act"] == "move"
        said = said_by(person, pending.received_at, number=-pending.id)
        try:
            async with unit.savepoint():
                service = Service(unit, self._shared)
                return await _ACTS[asked["act"]](_Act(service, said, words, asked))
        except RefusedError as error:
            refused = error.refused
        except EngineError as error:
            refused = of_error(error)
        return refused.status, refused.json(words)


class _Act:
    """A person's request about one of their games."""

    def __init__(
        self, service: Service, said: "Said", words: "Catalogue", asked: dict[str, Any]
    ) -> None:
        self.service, self.said, self.words, self.asked = service, said, words, asked

    async def seen(self) -> "SeenGame":
        """Return the game, which must be the person's own."""
        return await own(self.service, self.said, self.asked["game"])


async def _move(act: _Act) -> Answer:
    """Make a move; its author gets a silent line about it in the chat."""
    service, said, seen = act.service, act.said, await act.seen()
    await _check_version(service, seen, act.asked["version"])
    await check_move(service, said, seen)
    seat, written = service.games.seat(said, seen.game), PASS
    command: Command = Pass(by=seat)
    if not act.asked["pass"]:
        placement = parse_placement(act.asked["placement"])
        command, written = Place(by=seat, placement=placement), format_placement(placement)
    done = await service.game_acts.act(seen, command, said.at)
    photo = await service.previews.played_on_board(said, done.game.id, written)
    if photo is not None:
        note = noted(photo, written)
        await pass_on(service, said.person.id, done.game, photo, note, with_move=True)
    text = sent_text(done.game, await service.games.participants(done.game), seat, written)
    if said.person.chat is not None:
        service.unit.say(Notice(to=said.person.chat, text=text, silent=True, about=done.game.id))
    return OK, {"version": done.seq}


async def _check_version(service: Service, seen: "SeenGame", version: int) -> None:
    """Refuse what was thought up for a board that is no more; an arrival changes no board.

    Raises:
        RefusedError: 409, with the game's version.
    """
    if version == seen.seq:
        return
    if 0 < version < seen.seq:
        then, _ = await load_game(service.unit.tx, service.shared, seen.game.id, version)
        if step(then, version) == seen.step:
            return
    text = say("web.moved_on", game=seen.game.id)
    raise RefusedError(Refused(status=409, code="moved_on", text=text, version=seen.seq))


async def _set_conditions(act: _Act) -> Answer:
    """Keep conditional replies, each judged by itself; if none can be, all that is wrong."""
    service, said, seen = act.service, act.said, await act.seen()
    seat = service.games.seat(said, seen.game)
    if await lacks_sheet(service, seen.game, None):  # it would be made without a sheet
        raise GameStateError(Fault("sheets_only", "4.2"))
    results = list[Json]()
    kept = len(await service.conditions.of(said.person.id, seen.game))
    for line in act.asked["lines"]:
        result = await _set(act, seen, seat, line) if kept < MOST else _no_room(act)
        kept += result["kept"]
        results.append({"line": line, **result})
    if not any(each["kept"] for each in results):
        return UNPROCESSABLE, _none_kept(results)
    return OK, {"version": seen.seq, "results": results, **await _own_conditions(act, seen)}


async def _set(act: _Act, seen: "SeenGame", seat: Seat, line: str) -> Json:
    """Keep one, if all its moves could be made; else say what stands against it, and in whose."""
    try:
        _, tried = await act.service.conditions.keep(seen, seat, line, act.said.at)
    except EngineError as error:
        return _result(faults_json(error.faults, act.words))
    return _tried(act, tried)


def _tried(act: _Act, tried: Rehearsal) -> Json:
    """Return what came of one: what its answers count in all, or what stands against it."""
    last = tried.rounds[-1]
    if last.partner_faults:
        his = faults_json(last.partner_faults, act.words, his_fault_text)
        return _result([{**each, "whose": "partner"} for each in his])
    own = faults_json(last.reply_faults, act.words)
    return _result([{**each, "whose": "own"} for each in own], None if own else tried.points)


def _no_room(act: _Act) -> Json:
    return _result(faults_json([Fault("too_many_conditions", facts={"n": MOST})], act.words))


def _result(faults: list[Json], points: int | None = None) -> Json:
    return {"kept": not faults, "points": points, "faults": faults}


def _none_kept(results: list[Json]) -> Json:
    """Return what is answered where nothing was kept: everything that is wrong."""
    faults = [fault for each in results for fault in each["faults"]]
    first = {name: faults[0][name] for name in ("error", "article", "text")}
    return {**first, "faults": faults, "results": results}


async def _own_conditions(act: _Act, seen: "SeenGame") -> Json:
    own = await act.service.conditions.of(act.said.person.id, seen.game)
    return {"conditions": [condition_json(each, act.words) for each in own]}


async def _line_as_condition(act: _Act) -> Answer:
    """Keep a line of play, from the present board on, as a conditional reply."""
    service, said, seen = act.service, act.said, await act.seen()
    seat = service.games.seat(said, seen.game)
    if await lacks_sheet(service, seen.game, None):
        raise GameStateError(Fault("sheets_only", "4.2"))
    moves = tuple(map(planned, act.asked["moves"]))
    wanted = of_line(moves, is_own=seen.game.turn is seat)
    if len(await service.conditions.of(said.person.id, seen.game)) >= MOST:
        result = _no_room(act)
    else:
        result = _tried(act, await service.conditions.keep_this(seen, seat, wanted, said.at))
    results = [{"line": condition_line(wanted), **result}]
    if not result["kept"]:
        return UNPROCESSABLE, _none_kept(results)
    return OK, {"version": seen.seq, "results": results, **await _own_conditions(act, seen)}


async def _drop_condition(act: _Act) -> Answer:
    """Delete one of one's conditional replies; one that is gone already stays so."""
    seen, me = await act.seen(), act.said.person.id
    for each in await act.service.conditions.of(me, seen.game):
        if each.id == act.asked["condition"]:
            await conditions.remove(act.service.unit.tx, me, each.id, each.at)
    return OK, {"version": seen.seq, **await _own_conditions(act, seen)}


async def _write_notebook(act: _Act) -> Answer:
    """Keep the person's lines of play in the place of those before."""
    seen, me, tx = await act.seen(), act.said.person.id, act.service.unit.tx
    await _check_version(act.service, seen, act.asked["version"])
    before = await notebooks.find(tx, me, seen.game.id)
    revision = 0 if before is None else before.revision
    if act.asked["revision"] not in (None, revision):
        text = say("web.notebook_other", game=seen.game.id)
        refused = Refused(
            status=409, code="notebook_other", text=text, version=seen.seq, revision=revision
        )
        raise RefusedError(refused)
    lines = [line_of(each) for each in act.asked["lines"]]
    written = await act.service.notebooks.keep(me, seen, lines, act.said.at)
    return OK, {"version": seen.seq, "revision": written}


async def _clear_notebook(act: _Act) -> Answer:
    """Forget the person's lines of play."""
    seen = await act.seen()
    await notebooks.remove(act.service.unit.tx, act.said.person.id, seen.game.id)
    return OK, {"version": seen.seq, "revision": 0}


async def _write_line(act: _Act) -> Answer:
    """Send the opponent a message, as `/mesaj` does.

    Raises:
        RefusedError: 422, nobody would get it, or the person has written too many.
    """
    service, said, seen = act.service, act.said, await act.seen()
    obstacle = await messages.obstacle(service, said, seen, act.asked["text"])
    if obstacle is not None:
        raise RefusedError(Refused(status=UNPROCESSABLE, code="not_written", text=obstacle[0]))
    await messages.send(service, said, seen, act.asked["text"])
    return OK, {}


async def _read_lines(act: _Act) -> Answer:
    """Note up to which message the person has read."""
    seen, tx = await act.seen(), act.service.unit.tx
    await chat.read_upto(tx, act.said.person.id, seen.game.id, act.asked["number"], act.said.at)
    return OK, {}


async def _mute(act: _Act) -> Answer:
    """Mute the opponent in the match, or hear them again."""
    seen, muted = await act.seen(), act.asked["muted"]
    text = await messages.set_muted(act.service, act.said, seen, muted=muted)
    return OK, {"text": act.words.plain(text)}


async def _report(act: _Act) -> Answer:
    """Report the game's messages to the arbiter."""
    text = await messages.report(act.service, act.said, await act.seen())
    return OK, {"text": act.words.plain(text)}


async def _analyse(act: _Act) -> Answer:
    """Send the game's analysis to the person's chat, or have it made."""
    seen = await act.seen()
    await check_open(act.service, act.said, seen)
    text = await send(act.service, act.said, seen) or say("web.analysis_sent")
    return OK, {"text": act.words.plain(text)}


_ACTS: Final[dict[str, Callable[[_Act], Awaitable[Answer]]]] = {
    "move": _move,
    "conditions": _set_conditions,
    "line_as_condition": _line_as_condition,
    "drop_condition": _drop_condition,
    "notebook": _write_notebook,
    "clear_notebook": _clear_notebook,
    "line": _write_line,
    "read": _read_lines,
    "mute": _mute,
    "report": _report,
    "analysis": _analyse,
}
