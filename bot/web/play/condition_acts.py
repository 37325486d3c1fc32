"""Handlers of the page's conditional moves."""

from http import HTTPStatus

from bot.service.operations.play.conditions import TOO_MANY
from bot.service.operations.play.notebooks import of_partner
from bot.service.pure.play.condition_lines import line_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.web.play.game_answers import condition_json
from bot.web.play.person_act import PersonAct
from bot.web.refusals import Json, faults_json
from bot.web.stored_acts import Answer
from engine.errors import EngineError, GameStateError
from engine.games.conditional import Rehearsal, of_line
from engine.games.planned_moves import read_planned
from storage.play import conditions


async def set_conditions(act: PersonAct) -> Answer:
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


async def line_as_condition(act: PersonAct) -> Answer:
    """Store a line of play from the current board as a conditional move."""
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    seat = service.games.seat(user_input, snapshot.game)
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
    return await _stored_or_refused(act, snapshot, [{"line": line_of(condition), **result}])


async def drop_condition(act: PersonAct) -> Answer:
    """Delete one of the person's conditional moves, if it still exists."""
    snapshot, me = await act.snapshot(), act.user_input.person.id
    for condition in await act.service.conditions.of(me, snapshot.game):
        if condition.id == act.asked["condition"]:
            await conditions.remove(act.service.unit.tx, me, condition.id, condition.at)
    return Answer(HTTPStatus.OK, {"version": snapshot.seq, **await _own_conditions(act, snapshot)})


async def _stored_or_refused(act: PersonAct, snapshot: GameSnapshot, results: list[Json]) -> Answer:
    """Return the result of each, as `_result` has it.

    If one was stored, return also the player's conditional moves; otherwise 422 with all errors.
    """
    if not any(result["kept"] for result in results):
        return Answer(HTTPStatus.UNPROCESSABLE_ENTITY, _none_kept(results))
    return Answer(
        HTTPStatus.OK,
        {"version": snapshot.seq, "results": results, **await _own_conditions(act, snapshot)},
    )


def _result_of(act: PersonAct, tried: Rehearsal) -> Json:
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


async def _own_conditions(act: PersonAct, snapshot: GameSnapshot) -> Json:
    """Return all conditional moves of the person in the game."""
    stored = await act.service.conditions.of(act.user_input.person.id, snapshot.game)
    return {"conditions": [condition_json(condition, act.catalogue) for condition in stored]}
