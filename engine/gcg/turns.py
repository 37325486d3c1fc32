"""Whose event a line is, and what it means: totals decide where a file is not explicit.

Files of other programs write a lost turn as `-- +0`, a withdrawn play as `-- +0` with the smaller
total, and a time penalty without its sign; and both players may have one nickname.
"""

from dataclasses import replace

from engine.gcg.event_line import EventLine
from engine.gcg.racks import TURNS
from engine.gcg.record import GcgKind

_OF_LAST_MOVER = frozenset({GcgKind.WITHDRAWN, GcgKind.CHALLENGE_BONUS, GcgKind.END_RACK})
"""Events that usually belong to the player of the last turn."""


class TurnReader:
    """The players' totals and the last play, as far as a file is read; players count from 1."""

    def __init__(self) -> None:
        self._totals: dict[int, int] = {}
        self._mover = 0
        """The player of the last turn; 0 before the first."""
        self._play: tuple[int, int] | None = None
        """The player and points of the last play while it can be withdrawn."""

    def can_withdraw(self, player: int) -> bool:
        """Return whether the last play is this player's and still on the board."""
        return self._play is not None and self._play[0] == player

    def player_of(self, event: EventLine, namesakes: tuple[int, ...]) -> int:
        """Return the player of an event; of two namesakes the one whose total fits.

        If both totals fit, or neither, the turns decide: they alternate, and player 1 begins.
        """
        if len(namesakes) < 2:
            return namesakes[0] if namesakes else 0
        kind = event.action.kind
        last = self._mover or namesakes[1]
        other = namesakes[0] if last == namesakes[1] else namesakes[1]
        usual = last if kind in _OF_LAST_MOVER else other
        fitting = [one for one in namesakes if self._fits(one, self.meant(event, one))]
        return usual if usual in fitting or not fitting else fitting[0]

    def _fits(self, player: int, event: EventLine) -> bool:
        return self._totals.get(player, 0) + event.points == event.total

    def meant(self, event: EventLine, player: int) -> EventLine:
        """Return the event with the kind and the points that its total shows."""
        kind, total = event.action.kind, self._totals.get(player, 0)
        if kind is GcgKind.WITHDRAWN and not event.points:
            if self._play is None or self._play[0] != player:
                return replace(event, action=replace(event.action, kind=GcgKind.PASS))
            if total - self._play[1] == event.total:
                return replace(event, points=-self._play[1])
        is_unsigned = kind is GcgKind.TIME_PENALTY and event.points > 0
        if is_unsigned and total - event.points == event.total:
            return replace(event, points=-event.points)
        return event

    def note(self, event: EventLine, player: int) -> None:
        """Store an event whose player and meaning are known."""
        kind = event.action.kind
        self._totals[player] = event.total
        if kind in TURNS:
            self._mover = player
            self._play = (player, event.points) if kind is GcgKind.PLAY else None
        elif kind is GcgKind.WITHDRAWN:
            self._play = None
