"""Builds a game record turn by turn from a game of this program, with the running totals."""

from collections.abc import Sequence
from dataclasses import replace

from engine.gcg.record import GameRecord, GcgEntry, GcgKind, GcgPlayer
from engine.placement import Placement


class RecordBuilder:
    """Collects the events of one game; players are named by their index, from 0.

    The end of a game under our rules (art. 4.3) is written so that any GCG reader gets the right
    totals: see `end_rack` and `rack_penalty`.
    """

    def __init__(self, players: Sequence[GcgPlayer]) -> None:
        self._players = tuple(players)
        self._totals = [0] * len(self._players)
        self._entries: list[GcgEntry] = []

    def play(
        self,
        player: int,
        placement: Placement,
        points: int,
        rack: str,
        *,
        uncapped: int | None = None,
    ) -> None:
        """Add a placement: its counted points and, if a cap reduced them, its uncapped points."""
        self._add(player, GcgKind.PLAY, points, rack)
        capped = uncapped if uncapped != points else None
        self._entries[-1] = replace(self._entries[-1], placement=placement, uncapped=capped)

    def pass_turn(self, player: int, rack: str) -> None:
        """Add a pass."""
        self._add(player, GcgKind.PASS, 0, rack)

    def withdraw(self, player: int) -> None:
        """Take back the player's placement, which must be the last entry (art. 5.2).

        Raises:
            ValueError: the last entry is not a placement of that player.
        """
        last = self._entries[-1] if self._entries else None
        if last is None or last.kind is not GcgKind.PLAY or last.player != player:
            raise ValueError("there is no placement to take back")
        self._add(player, GcgKind.WITHDRAWN, -last.points, last.rack)

    def end_rack(self, player: int, tiles: str, points: int) -> None:
        """Add the points gained for the tiles left on the other rack.

        The end rack of GCG is worth twice the tiles, because there the loser keeps their points.
        Here the gain is at face value beside a rack penalty on the same tiles, so that the pair
        shows that nothing is doubled.
        """
        self._add(player, GcgKind.END_RACK, points, tiles=tiles)

    def rack_penalty(self, player: int, tiles: str, value: int) -> None:
        """Add the loss of the value of the tiles left on the player's own rack."""
        self._add(player, GcgKind.RACK_PENALTY, -value, tiles, tiles)

    def note(self, text: str) -> None:
        """Add a note to the last entry, below its other notes.

        Raises:
            ValueError: there is no entry yet; notes on the game belong to the record.
        """
        if not self._entries:
            raise ValueError("a note needs an entry to stand under")
        last = self._entries[-1]
        self._entries[-1] = replace(last, note=f"{last.note}\n{text}".strip())

    def record(self) -> GameRecord:
        """Return the record so far; add its title and other fields with `dataclasses.replace`."""
        return GameRecord(players=self._players, entries=tuple(self._entries))

    def _add(
        self, player: int, kind: GcgKind, points: int, rack: str = "", tiles: str = ""
    ) -> None:
        self._totals[player] += points
        total = self._totals[player]
        self._entries.append(
            GcgEntry(player=player, kind=kind, points=points, total=total, rack=rack, tiles=tiles)
        )
