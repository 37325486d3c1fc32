"""The messages between the opponents of a game as JSON. Pure."""

from collections.abc import Mapping, Sequence

from bot.web.refusals import Json
from engine.ids import PersonId
from storage.conversation.chat import ChatLine


def lines_json(
    lines: Sequence[ChatLine],
    me: PersonId,
    names: Mapping[PersonId, str],
    *,
    closed: str | None,
    muted: bool,
) -> Json:
    """Return the messages between the opponents, and whether the person may write one."""
    return {
        "lines": [
            {
                "number": line.id,
                "own": line.author == me,
                "who": names[line.author],
                "at": line.at.isoformat(),
                "text": line.text,
            }
            for line in lines
        ],
        "closed": closed,
        "muted": muted,
    }
