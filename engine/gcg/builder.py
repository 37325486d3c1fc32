"""Builds a game record turn by turn from a game of this program, with the running totals."""

from collections.abc import Sequence
from typing import Any

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
        capped = uncapped if uncapped != points else None
        self._add(player, GcgKind.PLAY, points, rack=rack, placement=placement, uncapped=capped)

    def pass_turn(self, player: int, rack: str) -> None:
        """Add a pass."""
        self._add(player, GcgKind.PASS, 0, rack=rack)

    def end_rack(self, player: int, tiles: str, points: int) -> None:
        """Add the points gained for the tiles left on the other rack.

        The end rack of GCG is worth twice the tiles, because there the loser keeps their points.
        Here the gain is at face value beside a rack penalty on the same tiles, so that the pair
        shows that nothing is doubled.
        """
        self._add(player, GcgKind.END_RACK, points, tiles=tiles)

    def rack_penalty(self, player: int, tiles: str, value: int) -> None:
        """Add the loss of the value of the tiles left on the player's own rack."""
        self._add(player, GcgKind.RACK_PENALTY, -value, rack=tiles, tiles=tiles)

    def record(self) -> GameRecord:
        """Return the record so far; add its title and other fields with `dataclasses.replace`."""
        return GameRecord(players=self._players, entries=tuple(self._entries))

    def _add(self, player: int, kind: GcgKind, points: int, **more: Any) -> None:
        self._totals[player] += points
        total = self._totals[player]
        entry = GcgEntry(player=player, kind=kind, points=points, total=total, **more)
        self._entries.append(entry)
