"""The buttons of a preview: send the move, which makes it count, or drop it (art. 4).

A preview is valid until the next event of its game; an invalid one says so.
"""

from datetime import datetime

from bot.chat.play.next_game import next_button
from bot.chat.play.preview import PASS
from bot.runtime.shared import Said
from bot.service.conversation.channel import lacks_sheet
from bot.service.play.games import SeenGame
from bot.service.play.own_sheet import noted, pass_on
from bot.service.service import Service
from bot.texts.buttons.play import DROP, SEND
from bot.texts.i18n import faults_text
from bot.texts.messages import Relayed, say
from bot.texts.notices.play.sent import sent_text
from engine.errors import EngineError
from engine.games.commands import Command, Pass, Place
from engine.notation import parse_placement
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
        GameStateError: it is another person's game.
    """
    seen = await service.games.of_player(said, preview.game_id)
    photo = await service.previews.take_photo(said, preview)
    if seen.step != preview.seq:
        service.edit(said, say("play.overtaken", placement=preview.placement))
        return None
    if await lacks_sheet(service, seen.game, photo):  # agreed since it was shown
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
    seat = service.games.seat(said, seen.game)
    command: Command = Pass(by=seat)
    if preview.placement != PASS:
        command = Place(by=seat, placement=parse_placement(preview.placement))
    try:
        at = await instant_of(service, preview, said)
        done = await service.game_acts.act(seen, command, at)
    except EngineError as error:
        service.edit(said, say("play.overtaken_by_rule", faults=faults_text(error)))
        return
    if photo is not None:
        note = noted(photo, preview.placement)
        await pass_on(service, said.person.id, done.game, photo, note, with_move=True)
    await service.previews.note_sent(said, preview.token)
    participants = await service.games.participants(done.game)
    told = sent_text(done.game, participants, seat, preview.placement)
    service.edit(said, told, await next_button(service, said))


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
