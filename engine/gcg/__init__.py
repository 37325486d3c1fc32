"""GCG, the common format for Scrabble game records: reading, writing and replaying.

A file has two kinds of lines: pragmas (`#player1 …`, `#title …`) that describe the game, and events
(`>nick: RACK 8G WORD +12 12`). GCG names squares the other way round: there `8G` is across and `G8`
down. `engine.gcg.squares` converts them, so that no code outside this package sees the form of GCG.
"""
