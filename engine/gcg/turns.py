"""Whose event a line of a GCG file is, and what it means where only the totals show it."""

from dataclasses import replace

from engine.gcg.record import TURNS, GcgEntry, GcgKind

_OF_LAST_MOVER = frozenset({GcgKind.WITHDRAWN, GcgKind.CHALLENGE_BONUS, GcgKind.END_RACK})
"""Events that usually belong to the player of the last turn."""


class TurnReader:
    """The players' totals and the last play, as far as a file is read; players count from 1."""

    def __init__(self) -> None:
        self._totals: dict[int, int] = {}
        self._mover: int | None = None
        """The player of the last turn; None before the first."""
        self._play: GcgEntry | None = None
        """The last play while it can be withdrawn."""

    def can_withdraw(self, player: int) -> bool:
        """Return whether the last play is this player's and still on the board."""
        return self._play is not None and self._play.player == player - 1

    def player_of(self, entry: GcgEntry, namesakes: tuple[int, ...]) -> int | None:
        """Return the player of an event; of two namesakes the one whose total fits.

        If both totals fit, or neither, the turns decide: they alternate, and player 1 begins. None
        if nobody has the nickname.
        """
        if len(namesakes) < 2:
            return namesakes[0] if namesakes else None
        last = self._mover or namesakes[1]
        other = namesakes[0] if last == namesakes[1] else namesakes[1]
        usual = last if entry.kind in _OF_LAST_MOVER else other
        fitting = [one for one in namesakes if self._fits(one, self.meant(entry, one))]
        return usual if usual in fitting or not fitting else fitting[0]

    def _fits(self, player: int, entry: GcgEntry) -> bool:
        """Return whether that is the player's total; taking a play with points back lowers it."""
        before = self._totals.get(player, 0)
        if entry.kind is GcgKind.WITHDRAWN and self._play is not None and self._play.points:
            return before + entry.points == entry.total < before
        return before + entry.points == entry.total

    def meant(self, entry: GcgEntry, player: int) -> GcgEntry:
        """Return the event with the kind and the points that its total shows."""
        kind, total = entry.kind, self._totals.get(player, 0)
        if kind is GcgKind.WITHDRAWN and not entry.points:
            if self._play is None or not self.can_withdraw(player):
                return replace(entry, kind=GcgKind.PASS)
            if total - self._play.points == entry.total:
                return replace(entry, points=-self._play.points)
        is_unsigned = kind is GcgKind.TIME_PENALTY and entry.points > 0
        if is_unsigned and total - entry.points == entry.total:
            return replace(entry, points=-entry.points)
        return entry

    def note(self, entry: GcgEntry, player: int) -> None:
        """Store an event whose player and meaning are known."""
        kind = entry.kind
        self._totals[player] = entry.total
        if kind in TURNS:
            self._mover = player
            self._play = entry if kind is GcgKind.PLAY else None
        elif kind is GcgKind.WITHDRAWN:
            self._play = None
