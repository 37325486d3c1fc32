"""GCG, the common format for Scrabble game records: reading, writing and replaying.

A file has two kinds of lines: pragmas (`#player1 …`, `#title …`) that describe the game, and events
(`>nick: RACK 8G WORD +12 12`). GCG names squares the other way round: there `8G` is across and `G8`
down. `engine.gcg.squares` converts them, so that no code outside this package sees the form of GCG.
"""

from engine.gcg.builder import RecordBuilder
from engine.gcg.reader import parse_gcg, read_gcg, read_legible
from engine.gcg.record import MOST_PLAYERS, GameRecord, GcgEntry, GcgKind, GcgPlayer, Pragma
from engine.gcg.replay import Checked, Replay, replay_record, sequence_in
from engine.gcg.writer import format_gcg, write_gcg

__all__ = [
    "MOST_PLAYERS",
    "Checked",
    "GameRecord",
    "GcgEntry",
    "GcgKind",
    "GcgPlayer",
    "Pragma",
    "RecordBuilder",
    "Replay",
    "format_gcg",
    "parse_gcg",
    "read_gcg",
    "read_legible",
    "replay_record",
    "sequence_in",
    "write_gcg",
]
