"""A game that continues after its end: both players get its sheets, and whose turn it is."""

from bot.service.notices.notifier import Notifier
from bot.texts.notices.play.relay import standing
from engine.ids import GameId


async def notify_of_resumed(notifier: Notifier, game: GameId) -> None:
    """Send both players the sheets of a running game, and whose turn it is."""
    snapshot = await notifier.games.load(game)
    if snapshot.game.ended is not None:
        return
    participants = await notifier.participants.of(snapshot.game)
    today = notifier.games.today(snapshot.game)
    notices = [
        notice
        for side in (snapshot.game.red, snapshot.game.blue)
        for notice in standing(snapshot.game, snapshot.seq, participants, side.person, today)
    ]
    for notice in notices:
        await notifier.notify(notice)
