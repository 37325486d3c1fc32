"""Checks the turns of a record: who moves, from which rack, and with tiles that the set has.

A record may leave racks out, and a rack may have fewer tiles than the player held. Whatever it has
must be possible: no tile is laid or exchanged that is not on the recorded rack.
"""

from collections import Counter
from collections.abc import Iterable

from engine.errors import Fault
from engine.gcg.record import GameRecord, GcgEntry, GcgKind, record_fault
from engine.rulesets import Ruleset
from engine.tiles import TileSet, as_held, missing_tiles, without

TURNS = frozenset({GcgKind.PLAY, GcgKind.PASS, GcgKind.EXCHANGE})
"""The events that are a player's turn."""


class RackCheck:
    """The racks of a record up to a turn; `fault` checks the next turn, and `note` adds it."""

    def __init__(self, record: GameRecord, tile_set: TileSet, rules: Ruleset) -> None:
        self._nicks = [player.nick for player in record.players]
        self._tile_set, self._size = tile_set, rules.rack_size
        self._mover: int | None = None
        """The player of the last turn; None if either player may move."""
        self._laid: Counter[str] = Counter()
        """The tiles on the board, as held."""
        self._last = ""
        """Those of the last turn."""
        self._kept: dict[int, str] = {}
        """The tiles that each player kept after their last turn, as far as they are known."""
        self._before = ""
        """The rack before the last turn, to which a withdrawn play returns its tiles."""

    def fault(self, entry: GcgEntry, laid: Iterable[str] = ()) -> Fault | None:
        """Return why a turn that lays these tiles cannot be; None if it can."""
        if entry.player == self._mover and len(self._nicks) > 1:
            return record_fault("twice", self._nicks[entry.player])
        rack = entry.rack.upper()
        if len(rack) > self._size:
            return record_fault("rack_size", rack, n=len(rack), most=self._size)
        used = "".join(map(as_held, laid)) or entry.tiles.upper()
        counts = self._tile_set.counts
        strange = next((tile for tile in rack + used if tile not in counts), None)
        if strange is not None:
            return record_fault("unknown_tile", strange, tiles=self._tile_set.name)
        if rack and (short := missing_tiles(used, rack)):
            return Fault("not_on_rack", "", {"tiles": short, "rack": rack})
        return self._too_many(entry.player, rack or used)

    def _too_many(self, player: int, held: str) -> Fault | None:
        """Return the fault of a tile of which board and racks have more than the set."""
        others = "".join(kept for other, kept in self._kept.items() if other != player)
        for tile in sorted(set(held)):
            n = self._laid[tile] + held.count(tile) + others.count(tile)
            has = self._tile_set.counts[tile]
            if n > has:
                return record_fault("too_many", tile, n=n, has=has, tiles=self._tile_set.name)
        return None

    def note(self, entry: GcgEntry, laid: Iterable[str] = ()) -> None:
        """Store what the players have after a turn, or after a play was withdrawn."""
        rack = entry.rack.upper()
        if entry.kind is GcgKind.WITHDRAWN:
            self._mover, self._kept[entry.player] = None, self._before
            self._laid.subtract(self._last)
            self._last = ""
        else:
            self._last = "".join(map(as_held, laid))
            self._laid.update(self._last)
            used = self._last or entry.tiles.upper()
            is_known = rack and not entry.count
            self._mover, self._before = entry.player, rack
            self._kept[entry.player] = without(rack, used) if is_known else ""
