"""The letter sequence of a recorded game, from the racks that its events name."""

from collections import Counter

from engine.gcg.record import GameRecord, GcgKind
from engine.gcg.replay import replay_record
from engine.placement import survey
from engine.tiles import TileSet, as_held


def sequence_in(record: GameRecord, tiles: TileSet) -> str | None:
    """Return a sequence of all tiles that agrees with the record; None if racks are missing.

    The order of tiles that a player drew at once is not known, and does not matter. Tiles that
    nobody drew come last, in alphabetical order.
    """
    replay = replay_record(record, tiles)
    turns = [one for one in replay.checked if one.entry.kind in {GcgKind.PLAY, GcgKind.PASS}]
    hands: list[str | None] = [None, None]
    drawn: list[str] = ["", ""]
    """The tiles of each draw, in order: both first racks, then the tiles drawn after each play."""
    waiting: dict[int, int] = {}
    """The index in `drawn` of each player's latest draw, until their next rack shows its tiles."""
    for turn in turns:
        player, rack = turn.entry.player, turn.entry.rack
        if not rack or player >= len(hands):
            return None
        before = hands[player]
        if before is None:
            drawn[player] = rack
        elif player in waiting:
            new = Counter(rack) - Counter(before)
            if Counter(before) - Counter(rack):
                return None
            drawn[waiting.pop(player)] = "".join(sorted(new.elements()))
        hands[player] = rack
        if turn.placement is not None:
            used = Counter(map(as_held, survey(turn.before, turn.placement).new))
            if used - Counter(rack):
                return None
            hands[player] = "".join((Counter(rack) - used).elements())
            waiting[player] = len(drawn)
            drawn.append("")
    left = Counter(tiles.counts)
    left.subtract("".join(drawn))
    if min(left.values()) < 0:
        return None
    return "".join(drawn) + "".join(sorted(left.elements()))
