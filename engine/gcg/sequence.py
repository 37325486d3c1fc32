"""The letter sequence of a recorded game, from the racks that its events name."""

from collections import Counter

from engine.errors import Fault
from engine.gcg.faults import record_fault
from engine.gcg.record import GameRecord, GcgKind
from engine.gcg.replay import replay_record
from engine.placement import survey
from engine.tiles import TileSet, as_held


def sequence_in(record: GameRecord, tiles: TileSet) -> str | Fault:
    """Return a sequence of all tiles that agrees with the record, or why there is none.

    The order of tiles that a player drew at once is not known, and does not matter. Tiles that
    nobody drew come last, in alphabetical order. The fault has the line of the event.
    """
    replay = replay_record(record, tiles)
    if replay.fault is not None:
        return replay.fault
    turns = [one for one in replay.checked if one.entry.kind in {GcgKind.PLAY, GcgKind.PASS}]
    hands: list[str | None] = [None, None]
    drawn: list[str] = ["", ""]
    """The tiles of each draw, in order: both first racks, then the tiles drawn after each play."""
    waiting: dict[int, int] = {}
    """The index in `drawn` of each player's latest draw, until their next rack shows its tiles."""
    for turn in turns:
        player, rack, line = turn.entry.player, turn.entry.rack.upper(), turn.entry.line
        if player >= len(hands):
            return record_fault("player_number", f"#player{player + 1}", most=len(hands), line=line)
        if not rack:
            return record_fault("no_rack", line=line)
        before = hands[player]
        if before is None:
            drawn[player] = rack
        elif player in waiting:
            new = Counter(rack) - Counter(before)
            if gone := Counter(before) - Counter(rack):
                kept = "".join(sorted(gone.elements()))
                return record_fault("kept_tile", kept, rack=rack, line=line)
            drawn[waiting.pop(player)] = "".join(sorted(new.elements()))
        hands[player] = rack
        if turn.placement is not None:
            used = Counter(map(as_held, survey(turn.before, turn.placement).new))
            hands[player] = "".join((Counter(rack) - used).elements())
            waiting[player] = len(drawn)
            drawn.append("")
    left = Counter(tiles.counts)
    left.subtract("".join(drawn))
    short = min(left, key=lambda tile: left[tile])
    if left[short] < 0:
        has = tiles.counts[short]
        n, line = has - left[short], turns[-1].entry.line
        return record_fault("too_many", short, n=n, has=has, tiles=tiles.name, line=line)
    return "".join(drawn) + "".join(sorted(left.elements()))
