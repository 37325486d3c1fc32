"""What partners and arbiters hear of a player's leave (art. 7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts.messages import Text, say
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True)
class Change:
    """What a player wants: `old` taken back, `new` announced, or one for the other."""

    old: LeavePeriod | None = None
    new: LeavePeriod | None = None


def change_told(who: str, change: Change, codes: Sequence[str]) -> Text:
    """Return what is told of a change, with the games it concerns."""
    old, new = change.old, change.new
    games = ", ".join(codes)
    game = say("leave.games", game=games) if games else None
    if old is not None and new is not None:
        return say(
            "leave.changed",
            who=who,
            old_first=old.first.isoformat(),
            old_last=old.last.isoformat(),
            first=new.first.isoformat(),
            last=new.last.isoformat(),
            n=new.days,
            games=game,
        )
    period = new or old
    if period is None:
        raise ValueError("a change of leave takes back or announces something")
    first, last, days = period.first.isoformat(), period.last.isoformat(), period.days
    if new is not None:
        return say("leave.announced", who=who, first=first, last=last, n=days, games=game)
    return say("leave.withdrawn", who=who, first=first, last=last, n=days, games=game)
