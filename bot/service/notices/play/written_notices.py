"""Due rows of previews: the preview's figures stay true, and its author is warned in time."""

from datetime import timedelta

from bot.service.lookups.play.waiting_games import on_turn_in
from bot.service.notices.notifier import Notifier
from bot.service.notices.play.written_moves import (
    EVENING,
    FIGURES,
    StandingPreview,
    plan,
    preview_buttons,
    shown_text,
    standing_of,
)
from bot.service.pure.days.hours import at_hour
from bot.service.readers.play.previews import preview_key
from bot.service.readers.readers import Readers
from bot.texts.messages import Notice, say
from bot.texts.notices.play.preview import WrittenMove
from engine.notation import is_pass
from storage.days.due import DueRow
from storage.queues import outbox
from storage.streams import name_of


async def on_due(notifier: Notifier, row: DueRow) -> None:
    """Carry out a due row of a preview, and plan its next ones.

    Its message shows the present figures, or its author is reminded on the last evening. A preview
    that can no longer be sent loses its rows.
    """
    token = name_of(row.stream)
    standing = await standing_of(notifier, token)
    if standing is not None and row.kind == FIGURES:
        await _show_again(notifier, standing)
    elif standing is not None:
        await _remind_of_move(notifier, standing)
    await plan(notifier, token)


async def _show_again(readers: Readers, standing: StandingPreview) -> None:
    """Edit the preview's message, so that its days and its last day are those of now."""
    preview, snapshot = standing.preview, standing.snapshot
    message = await outbox.message_of(readers.unit.tx, preview_key(preview.token), preview.chat)
    if message is None:
        return
    is_one_of_several = len(await on_turn_in(readers, preview.person)) > 1
    readers.unit.say(
        Notice(
            to=preview.chat,
            text=await shown_text(readers, standing),
            buttons=preview_buttons(preview.token, is_one_of_several=is_one_of_several),
            edits=message,
            captioned=not is_pass(preview.placement),
            about=snapshot.game.id,
        )
    )


async def _remind_of_move(notifier: Notifier, standing: StandingPreview) -> None:
    """Remind the author aloud of the unsent move on its last day, once in the turn.

    The last day may have moved since the row was planned.
    """
    preview, game = standing.preview, standing.snapshot.game
    participants = await notifier.participants.of(game)
    if participants.last_day(game) != notifier.games.today(game):
        return
    written = WrittenMove(preview.token, preview.placement)
    text = say(
        "written.evening",
        move=preview.placement,
        game=game.id,
        partner=participants.at(game.turn.partner).name,
        until=participants.until(game),
    )
    await notifier.notify(
        Notice(
            to=preview.chat,
            text=text,
            buttons=((written.button,),),
            about=game.id,
            dedup=f"{EVENING}:{game.id}:{game.turns}",
            expires=at_hour(
                notifier.games.today(game) + timedelta(days=1), 0, game.rules.time_zone
            ),
        ),
        aloud=True,
    )
