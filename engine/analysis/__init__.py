"""Analysis of a finished game with knowledge of all tiles; not available in a running game.

`engine.embargo` decides who may see an analysis, and when. No part of the bot that speaks to
players may import this package. Every figure has a label. *static* counts the points of one play
alone. *estimated* counts three plays with the tiles that were drawn. *proven* is the value of the
game if both players make their best plays until its end.

  positions   the turns of a record: board, rack, tiles laid, points counted
  static      each turn compared with every possible play
  ahead       each turn with the opponent's best-scoring reply and the answer to it
  endgame     the end of a game with both racks known, by alpha-beta: the reference
  proving     the same end by the compiled search, on machines that can run it
  coefficient the coefficients if both play for coefficients and not for the spread
  ending      the end of a record, proven turn by turn
  found       plays on each line, cached from board to board
  misses      the kind of a missed play
  verdicts    all results for a game, turn by turn, each with its label
  accuracy    points scored out of points possible, for a player or a game
  possible    the highest combined score that was found for a sequence
"""
