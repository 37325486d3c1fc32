"""GCG, the field's game record, read, written and replayed.

A file is lines of two kinds: pragmas (`#player1 …`, `#title …`) that describe the game, and events
(`>nick: RACK 8G WORD +12 12`) that happened in it. GCG names squares the other way round than we
do: there `8G` is across and `G8` down. `engine.gcg.squares` turns one into the other, and nothing
outside this package ever sees GCG's own form.

    record   what a file says, as values
    reader   bytes or text → record, refused by line
    writer   record → text
    builder  a finished game → record, turn by turn
    replay   record → what each event should have scored
"""

from engine.gcg.builder import RecordBuilder
from engine.gcg.reader import parse_gcg, read_gcg, read_legible
from engine.gcg.record import MOST_PLAYERS, Entry, GameRecord, Kind, Player, Pragma
from engine.gcg.replay import Checked, Replay, replay_record
from engine.gcg.writer import format_gcg, write_gcg

__all__ = [
    "MOST_PLAYERS",
    "Checked",
    "Entry",
    "GameRecord",
    "Kind",
    "Player",
    "Pragma",
    "RecordBuilder",
    "Replay",
    "format_gcg",
    "parse_gcg",
    "read_gcg",
    "read_legible",
    "replay_record",
    "write_gcg",
]
