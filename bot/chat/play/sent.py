"""The buttons of a preview: send the move, take it back for a few seconds, or drop it (art. 4).

A preview is valid until the next event of its game; an invalid one says so.
"""

from datetime import datetime

from bot.runtime.shared import Said
from bot.service.conversation.channel import lacks_sheet
from bot.service.play.games import SeenGame
from bot.service.play.moving import make_move
from bot.service.play.waiting_games import next_button
from bot.service.service import Service
from bot.texts.buttons.play import DROP, SEND, TAKE_BACK
from bot.texts.i18n import faults_text
from bot.texts.messages import Relayed, say
from engine.errors import EngineError
from storage.play.previews import Preview


async def drop(service: Service, said: Said) -> None:
    """Handle the button that drops a preview: `drop:TOKEN`."""
    preview = await service.previews.take(said, DROP.read(said.args).token)
    if preview is None:
        await gone(service, said)
        return
    await service.previews.take_photo(said, preview)
    service.edit(said, say("play.dropped", placement=preview.placement))


async def still_good(
    service: Service, said: Said, preview: Preview
) -> tuple[SeenGame, Relayed | None] | None:
    """Return a preview's game and sheet; None after reporting that it is no longer valid.

    Raises:
        GameStateError: the game is another person's.
    """
    seen = await service.games.of_player(said, preview.game_id)
    photo = await service.previews.take_photo(said, preview)
    if seen.step != preview.seq:
        service.edit(said, say("play.overtaken", placement=preview.placement))
        return None
    if await lacks_sheet(service, seen.game, photo):  # agreed since the preview
        service.edit(said, say("play.needs_sheet", move=preview.placement))
        return None
    return seen, photo


async def send(service: Service, said: Said) -> None:
    """Handle the button that sends a preview: `send:TOKEN`."""
    preview = await service.previews.take(said, SEND.read(said.args).token)
    if preview is None:
        await gone(service, said)
        return
    still = await still_good(service, said, preview)
    if still is None:
        return
    seen, photo = still
    written = preview.placement
    try:
        at = await instant_of(service, preview, said)
        if service.held_moves.may_hold(said, seen):
            await service.held_moves.hold(said, seen, written, at, token=preview.token, photo=photo)
            return
        made = await make_move(service, seen, said.person.id, written, at, photo)
    except EngineError as error:
        service.edit(said, say("play.overtaken_by_rule", faults=faults_text(error)))
        return
    await service.previews.note_sent(said, preview.token)
    # In practice the board with the answer follows at once.
    is_practice = made.after.game.is_practice
    buttons = () if is_practice else await next_button(service, said.person.id)
    service.edit(said, made.text, buttons)


async def take_back(service: Service, said: Said) -> None:
    """Handle the button that takes back a sent move: `undo:TOKEN:GAME`."""
    token, game = TAKE_BACK.read(said.args)
    if await service.held_moves.take_back(said, game, token):
        service.toast(said)
        return
    is_gone = await service.previews.was_sent(said, token)
    service.toast(said, say("play.gone" if is_gone else "play.taken_back_already"), alert=True)


async def instant_of(service: Service, preview: Preview, said: Said) -> datetime:
    """Return the instant from which a sent preview counts (art. 7.1)."""
    return await service.previews.instant(preview.typed_at, preview.shown_at, said.at)


async def gone(service: Service, said: Said) -> None:
    """Answer a press on a deleted preview: sent, dropped or replaced by another.

    A second tap on `Trimite` must not erase the confirmation of the first one.
    """
    if await service.previews.was_sent(said, SEND.read(said.args).token):
        service.toast(said, say("play.already_sent"), alert=True)
    else:
        service.edit(said, say("play.stale"))
