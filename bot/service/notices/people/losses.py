"""Notifies operators and affected people of the data that a restored database has lost.

The bot asks players to repeat everything they sent after their last sheet. Operators get the list
of chats and games.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.runtime.unit import Runtime
from bot.service.notices.notifier import Notifier
from bot.texts.messages import Notice, Param, Text, say
from storage.days import outages
from storage.high_water_mark import Loss, MarkFile
from storage.people import people
from storage.play import game_rows

MOST_ROWS: Final = 40
"""The most people in the operators' list; the others are counted."""


async def notify_affected(
    notifier: Notifier, runtime: Runtime, loss: Loss, marker: MarkFile
) -> None:
    """Notify everyone concerned, once for each loss.

    `marker` knows the chats of the loss only by its own numbers, not by their addresses.
    """
    tx = notifier.unit.tx
    loss_key = f"loss:{loss.mark.hash[:16]}:{loss.mark.inbox}"
    until = datetime.fromisoformat(loss.mark.at)
    # If the loss does not say its beginning, the restored database was last written at that beat.
    since = loss.since or await outages.last_beat(tx) or until
    times: dict[str, Param] = {"since": since.isoformat(), "until": until.isoformat()}
    rows = []
    for person in await people.everybody(tx):
        if person.address is None or marker.number(person.address) not in loss.chats:
            continue
        games = list(await game_rows.running_of(tx, person.id))
        rows.append(say("loss.row", who=person.name, games=", ".join(games) or "–"))
        text = say("loss.player", games=_games_line(games), **times)
        await notifier.notify(Notice(to=person.address, text=text, dedup=f"{loss_key}:{person.id}"))
    left_out = len(rows) - MOST_ROWS
    text = say(
        "operator.loss",
        updates=_updates_line(loss),
        rows=rows[:MOST_ROWS] or None,
        more=say("grant.more", n=left_out) if left_out > 0 else None,
        **times,
    )
    runtime.alert(notifier.unit, text, once=loss_key)


def _games_line(games: Sequence[str]) -> Text | None:
    return say("loss.games", games=", ".join(games)) if games else None


def _updates_line(loss: Loss) -> Text | None:
    """Return how many updates are lost, and the first and last number; None if none is lost."""
    if not loss.updates:
        return None
    first = "?" if loss.after is None else str(loss.after + 1)
    last = "?" if loss.mark.update is None else str(loss.mark.update)
    return say("loss.updates", n=loss.updates, first=first, last=last)
