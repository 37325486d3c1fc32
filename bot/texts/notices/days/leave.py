"""Notices about a player's leave, for opponents and arbiters (art. 7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts.messages import Text, say
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True)
class LeaveChange:
    """A requested change of leave: `old` cancelled, `new` announced, or `old` replaced by `new`."""

    old: LeavePeriod | None = None
    new: LeavePeriod | None = None


@dataclass(frozen=True, slots=True)
class AcceptedLeave:
    """What has changed: the cancelled period, and the announced days that count."""

    withdrawn: LeavePeriod | None
    announced: tuple[LeavePeriod, ...]


def leave_told(who: str, accepted: AcceptedLeave, codes: Sequence[str]) -> list[Text]:
    """Return a notice of each period, with the games concerned; of one moved period, one notice.

    There is none if no day counts and none was cancelled.
    """
    games = say("leave.games", game=[*codes]) if codes else None
    if len(codes) == 1:
        games = say("leave.one_game", game=codes[0])
    old, new = accepted.withdrawn, accepted.announced
    if old is not None and len(new) == 1:
        replaced = {"old_first": old.first.isoformat(), "old_last": old.last.isoformat()}
        changes = [("leave.changed", new[0], replaced)]
    else:
        withdrawn = () if old is None else (old,)
        changes = [("leave.withdrawn", period, {}) for period in withdrawn]
        changes += [("leave.announced", period, {}) for period in new]
    return [
        say(key, who=who, **period.facts, n=period.days, **replaced, games=games)
        for key, period, replaced in changes
    ]
