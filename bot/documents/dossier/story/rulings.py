"""What an arbiter decides in a game, as sentences (art. 7.2, 10.3)."""

from collections.abc import Mapping
from typing import Final

from bot.documents.dossier.story.cast import Cast, Teller, ruled
from bot.texts.messages import Text, say
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)


def _granted(event: TimeGranted, cast: Cast) -> Text:
    if event.automatic:
        facts = {"reason": event.reason, "article": event.article}
        return say("story.made_good", who=cast.at(event.by), n=event.days, **facts)
    key = "story.granted" if event.days > 0 else "story.taken_back"
    return ruled(key, event, cast, who=cast.at(event.by), n=abs(event.days))


def _annulled(event: MovesAnnulled, cast: Cast) -> Text:
    charged = say("story.charged" if event.charged else "story.given_back")
    return ruled("story.annulled", event, cast, n=event.keep, charged=charged)


def _corrected(event: ScoreCorrected, cast: Cast) -> Text:
    return ruled(
        "story.corrected",
        event,
        cast,
        number=event.move + 1,
        points=event.points,
        counted=event.counted,
    )


TELLERS: Final[Mapping[type, Teller]] = {
    TimeGranted: _granted,
    MovesAnnulled: _annulled,
    ScoreCorrected: _corrected,
    MovesRestored: lambda e, c: ruled("story.restored", e, c),
    GameReopened: lambda e, c: ruled("story.reopened", e, c, on=e.on.isoformat()),
    SeatTaken: lambda e, c: say("story.seat_taken", who=c.name(e.person)),
}
