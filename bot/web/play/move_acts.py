"""Handlers of the page's moves: made at once, or held for a few seconds and taken back."""

from http import HTTPStatus

from bot.service.operations.play.moving import make_move
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.texts.messages import Notice, say
from bot.web.play.game_answers import held_json
from bot.web.play.move_previews import check_move
from bot.web.play.person_act import PersonAct
from bot.web.refusals import Json, refusal_error
from bot.web.stored_acts import Answer
from engine.notation import PASS, format_placement, parse_placement


async def move(act: PersonAct) -> Answer:
    """Make a move or hold it, and confirm a made one to its author by a silent message in the chat.

    Raises:
        RefusedError: 409, the page shows an older board; 422, another move of theirs is held.
    """
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    await act.check_version(snapshot)
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


async def _check_none_held(act: PersonAct, snapshot: GameSnapshot) -> None:
    """Refuse a second move of the person, sent in another tab, while the first is held.

    Raises:
        RefusedError: 422, with the held move, which may still be taken back.
    """
    held = await act.service.held_moves.of(act.user_input, snapshot.game.id)
    if held is not None:
        text = say("web.already_held", placement=held.placement)
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "held", text)


async def _hold(act: PersonAct, snapshot: GameSnapshot, written: str) -> Json:
    """Hold the move for a few seconds; return its token and the seconds left to take it back."""
    service, user_input = act.service, act.user_input
    photo = await service.previews.played_on_board(user_input, snapshot.game.id, written)
    token = service.new_token()
    held = await service.held_moves.hold(
        user_input, snapshot, written, user_input.at, token=token, photo=photo
    )
    return {"version": snapshot.seq, "held": held_json(held, service.held_moves.seconds_left(held))}


async def take_back(act: PersonAct) -> Answer:
    """Take back a held move.

    Raises:
        RefusedError: 422, the move is made already, or was taken back.
    """
    snapshot, token = await act.snapshot(), act.asked["token"]
    if not await act.service.held_moves.take_back(act.user_input, snapshot.game.id, token):
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "gone", say("play.gone"))
    return Answer(HTTPStatus.OK, {"version": snapshot.seq})
