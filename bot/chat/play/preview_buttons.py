"""The buttons of a preview: send the move, take it back for a few seconds, or drop it (art. 4).

A preview is valid until the next event of its game; an invalid one says so.
"""

from datetime import datetime
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.lookups.play.first_moves import lacks_mail_in
from bot.service.lookups.play.waiting_games import next_button
from bot.service.operations.conversation.channel import lacks_sheet
from bot.service.operations.play.moving import MoveOutcome, make_move
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.people import mail_button
from bot.texts.buttons.play import DROP, SEND, TAKE_BACK
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Relayed, Text, say
from bot.texts.notices.play.overtaken import change_text
from engine.errors import EngineError, Fault, GameStateError
from engine.games.events import SheetsArrived
from storage.people.addresses import is_browser
from storage.play import previews
from storage.play.previews import Preview


class GameAndSheet(NamedTuple):
    """The game of a preview, and the photograph of its sheet; None without one."""

    snapshot: GameSnapshot
    photo: Relayed | None


async def drop(service: Service, user_input: UserInput) -> None:
    """Handle the button that drops a preview: `drop:TOKEN`."""
    token = DROP.read(user_input.args).token
    preview = await service.previews.take(user_input, token)
    if preview is None:
        await answer_gone(service, user_input, token)
        return
    await service.sheet_photos.take(user_input, preview)
    service.edit(user_input, say("play.dropped", placement=preview.placement))


async def game_and_sheet(
    service: Service, user_input: UserInput, preview: Preview
) -> GameAndSheet | None:
    """Return a preview's game and sheet; None after reporting that it is no longer valid.

    Raises:
        GameStateError: the game is another person's.
    """
    snapshot = await service.games.of_player(user_input, preview.game_id)
    photo = await service.sheet_photos.take(user_input, preview)
    if snapshot.step != preview.seq:
        change = await _change_since(service, user_input, snapshot, preview.seq)
        service.answer(
            user_input, say("play.overtaken", placement=preview.placement, change=change)
        )
        return None
    if await lacks_sheet(service, snapshot.game, photo):  # agreed since the preview
        service.answer(user_input, say("play.needs_sheet", move=preview.placement))
        return None
    return GameAndSheet(snapshot, photo)


async def _change_since(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, step: int
) -> Text:
    """Return what changed in the game since that step."""
    events = await service.games.events(snapshot.game.id)
    counted = [event for event in events if not isinstance(event, SheetsArrived)]
    participants = await service.participants.of(snapshot.game)
    seat = service.games.seat(user_input, snapshot.game)
    return change_text(counted[step:], participants, seat)


async def send(service: Service, user_input: UserInput) -> None:
    """Handle the button that sends a preview: `send:TOKEN`.

    With `:yes` at the end, under a reminder or a digest, the outcome is a new message, and the
    preview loses its buttons.
    """
    token, apart = SEND.read(user_input.args)
    if await _asked_for_mail(service, user_input, token):
        return
    preview = await service.previews.take(user_input, token)
    if preview is None:
        await answer_gone(service, user_input, token, apart=apart)
        return
    if apart:
        service.toast(user_input)
        await service.previews.replace(preview, "play.sent_apart")
        user_input = user_input.as_message()
    try:
        outcome = await _make_or_hold(service, user_input, preview)
    except EngineError as error:
        service.answer(user_input, say("play.overtaken_by_rule", faults=faults_text(error)))
        return
    if outcome is None:
        return
    await service.previews.note_sent(user_input, preview.token)
    # In practice the board with the answer follows at once.
    is_practice = outcome.after.game.is_practice
    buttons = () if is_practice else await next_button(service, user_input.person.id)
    service.answer(user_input, outcome.text, buttons)


async def _make_or_hold(
    service: Service, user_input: UserInput, preview: Preview
) -> MoveOutcome | None:
    """Make the previewed move; None if it is held for a moment, or no longer valid."""
    valid = await game_and_sheet(service, user_input, preview)
    if valid is None:
        return None
    snapshot, photo = valid
    written = preview.placement
    at = await instant_of(service, preview, user_input)
    if service.held_moves.may_hold(user_input, snapshot):
        await service.held_moves.hold(
            user_input, snapshot, written, at, token=preview.token, photo=photo
        )
        return None
    return await make_move(service, snapshot, user_input.person.id, written, at, photo)


async def _asked_for_mail(service: Service, user_input: UserInput, token: str) -> bool:
    """Ask a player in a browser for an e-mail address if their first move needs it.

    Their preview stays, so that they can send the move afterwards.
    """
    person = user_input.person
    if not is_browser(person.address):
        return False
    preview = await previews.of_token(service.unit.tx, token)
    if preview is None or preview.person != person.id:
        return False
    snapshot = await service.games.of_player(user_input, preview.game_id)
    if not await lacks_mail_in(service, snapshot.game, person.id):
        return False
    service.toast(user_input)
    text = say("refused", faults=faults_text(GameStateError(Fault("mail_first"))))
    service.reply(user_input, text, ((mail_button(),),), about=snapshot.game.id)
    return True


async def take_back(service: Service, user_input: UserInput) -> None:
    """Handle the button that takes back a sent move: `undo:TOKEN:GAME`."""
    token, game = TAKE_BACK.read(user_input.args)
    if await service.held_moves.take_back(user_input, game, token):
        service.toast(user_input)
        return
    is_gone = await service.previews.was_sent(user_input, token)
    service.toast(
        user_input, say("play.gone" if is_gone else "play.taken_back_already"), alert=True
    )


async def instant_of(service: Service, preview: Preview, user_input: UserInput) -> datetime:
    """Return the instant from which a sent preview counts (art. 7.1)."""
    return await service.previews.instant(preview.typed_at, preview.shown_at, user_input.at)


async def answer_gone(
    service: Service, user_input: UserInput, token: str, *, apart: bool = False
) -> None:
    """Answer a press on a deleted preview: sent, dropped or replaced by another.

    A second tap on `Trimite` must not erase the confirmation of the first one. `apart`: the button
    was under a reminder or a digest, which stays.
    """
    if await service.previews.was_sent(user_input, token):
        service.toast(user_input, say("play.already_sent"), alert=True)
    elif apart:
        service.toast(user_input, say("play.stale"), alert=True)
    else:
        service.edit(user_input, say("play.stale"))
