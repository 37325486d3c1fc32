"""Handlers of a person's private notebook."""

from http import HTTPStatus

from bot.service.pure.play.notebook_lines import line_of
from bot.texts.messages import say
from bot.web.play.person_act import PersonAct
from bot.web.refusals import Refusal, RefusedError
from bot.web.stored_acts import Answer
from storage.play import notebooks


async def write(act: PersonAct) -> Answer:
    """Replace the person's lines of play in their notebook.

    Raises:
        RefusedError: 409, the game has gone on, or another device has written the notebook since.
    """
    snapshot, me, tx = await act.snapshot(), act.user_input.person.id, act.service.unit.tx
    await act.check_version(snapshot)
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


async def clear(act: PersonAct) -> Answer:
    """Delete the person's lines of play."""
    snapshot = await act.snapshot()
    await notebooks.remove(act.service.unit.tx, act.user_input.person.id, snapshot.game.id)
    return Answer(HTTPStatus.OK, {"version": snapshot.seq, "revision": 0})
