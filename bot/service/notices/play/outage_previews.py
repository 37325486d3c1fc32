"""Previews open at the start of an outage: each stays valid for an hour after it (art. 7.1).

Their authors are notified once, because Telegram may have lost the press of a button.
"""

from datetime import timedelta
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.notices.notifier import Notifier
from bot.service.notices.play.written_moves import fits_game
from bot.service.readers.play.previews import good_until
from bot.texts.messages import Notice, say
from storage.days import outages
from storage.days.outages import Downtime
from storage.play import previews
from storage.play.previews import Preview

_LONGEST_VALID: Final = timedelta(days=1)
"""The age at which a preview has no valid hour left, despite any earlier outages."""


async def notify_authors(notifier: Notifier, downtime: Downtime) -> None:
    """Notify everyone whose preview was valid when that outage began and can still be sent."""
    tx, since = notifier.unit.tx, downtime.since - _LONGEST_VALID
    recorded = await outages.ended_after(tx, since)
    earlier = [outage for outage in recorded if outage.until <= downtime.since]
    for preview in await previews.shown_since(tx, since):
        # One that was shown after the outage is not concerned.
        is_older = preview.shown_at < downtime.until
        if is_older and good_until(preview.shown_at, earlier) >= downtime.since:
            with leaving_out_damaged():
                await _notify(notifier, downtime, preview)


async def _notify(notifier: Notifier, downtime: Downtime, preview: Preview) -> None:
    """Tell a person after an outage that their move is unsent, if it still fits the game."""
    snapshot = await notifier.games.load(preview.game_id)
    if not await fits_game(notifier, preview, snapshot):
        return
    text = say(
        "absence.preview",
        since=downtime.since.isoformat(),
        until=downtime.until.isoformat(),
        move=preview.placement,
        game=preview.game_id,
        good=(await notifier.previews.good_until(preview.shown_at)).isoformat(),
        typed=preview.typed_at.isoformat(),
    )
    await notifier.notify(
        Notice(to=preview.chat, text=text, about=preview.game_id, dedup=f"stood:{preview.token}")
    )
