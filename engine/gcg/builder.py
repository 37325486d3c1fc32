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
        self._add(
            GcgEntry(
                player=player,
                kind=GcgKind.PLAY,
                points=points,
                total=0,
                rack=rack,
                placement=placement,
                uncapped=uncapped if uncapped != points else None,
            )
        )

    def pass_turn(self, player: int, rack: str) -> None:
        """Add a pass."""
        self._add(GcgEntry(player=player, kind=GcgKind.PASS, points=0, total=0, rack=rack))

    def withdraw(self, player: int) -> None:
        """Take back the player's placement, which must be the last entry (art. 5.2).

        Raises:
            ValueError: the last entry is not a placement of that player.
        """
        last = self._entries[-1] if self._entries else None
        if last is None or last.kind is not GcgKind.PLAY or last.player != player:
            raise ValueError("there is no placement to take back")
        rack, points = last.rack, -last.points
        self._add(
            GcgEntry(player=player, kind=GcgKind.WITHDRAWN, points=points, total=0, rack=rack)
        )

    def end_rack(self, player: int, tiles: str, points: int) -> None:
        """Add the points gained for the tiles left on the other rack.

        The end rack of GCG is worth twice the tiles, because there the loser keeps their points.
        Here the gain is at face value beside a rack penalty on the same tiles, so that the pair
        shows that nothing is doubled.
        """
        self._add(
            GcgEntry(player=player, kind=GcgKind.END_RACK, points=points, total=0, tiles=tiles)
        )

    def rack_penalty(self, player: int, tiles: str, value: int) -> None:
        """Add the loss of the value of the tiles left on the player's own rack."""
        kind = GcgKind.RACK_PENALTY
        self._add(
            GcgEntry(player=player, kind=kind, points=-value, total=0, rack=tiles, tiles=tiles)
        )

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

    def _add(self, entry: GcgEntry) -> None:
        self._totals[entry.player] += entry.points
        self._entries.append(replace(entry, total=self._totals[entry.player]))
