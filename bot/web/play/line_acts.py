"""Handlers of the messages between the opponents of a game."""

from http import HTTPStatus

from bot.service.notices.conversation import messages
from bot.web.play.person_act import PersonAct
from bot.web.refusals import refusal_error
from bot.web.stored_acts import Answer
from storage.conversation import chat


async def write(act: PersonAct) -> Answer:
    """Send the opponent a message, as `/mesaj` does.

    Raises:
        RefusedError: 422, the opponent gets no messages, or the person has written too many.
    """
    service, user_input, snapshot = act.service, act.user_input, await act.snapshot()
    obstacle = await messages.send(service, user_input, snapshot, act.asked["text"])
    if obstacle is not None:
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "not_written", obstacle[0])
    return Answer(HTTPStatus.OK, {})


async def read(act: PersonAct) -> Answer:
    """Store the last message that the person has read."""
    snapshot, tx = await act.snapshot(), act.service.unit.tx
    await chat.read_upto(
        tx, act.user_input.person.id, snapshot.game.id, act.asked["number"], act.user_input.at
    )
    return Answer(HTTPStatus.OK, {})


async def mute(act: PersonAct) -> Answer:
    """Mute the opponent in the match, or end that."""
    snapshot, muted = await act.snapshot(), act.asked["muted"]
    text = await messages.set_muted(act.service, act.user_input, snapshot, muted=muted)
    return Answer(HTTPStatus.OK, {"text": act.catalogue.plain(text)})


async def report(act: PersonAct) -> Answer:
    """Report the game's messages to the arbiter, or else to the operators."""
    text = await messages.report(act.service, act.user_input, await act.snapshot())
    return Answer(HTTPStatus.OK, {"text": act.catalogue.plain(text)})
