"""The messages between two opponents, as their text."""

from collections.abc import Sequence

from bot.service.readers.readers import Readers
from bot.texts.messages import Text, say
from engine.ids import GameId
from storage.conversation.chat import ChatLine


async def conversation_text(
    readers: Readers, game: GameId, lines: Sequence[ChatLine], most: int
) -> Text:
    """Return the last `most` messages, each with its author and instant."""
    if not lines:
        return say("chat.none", game=game)
    names = await readers.persons.names({line.author for line in lines})
    rows = [
        say("chat.row", who=names[line.author], at=line.at.isoformat(), text=line.text)
        for line in lines[-most:]
    ]
    left_out = len(lines) - len(rows)
    more = say("chat.earlier", n=left_out) if left_out else None
    return say("chat.list", game=game, earlier=more, rows=rows)
