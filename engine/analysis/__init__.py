"""Analysis of a finished game with knowledge of all tiles; not available in a running game.

`engine.embargo` decides who may see an analysis, and when. No part of the bot that speaks to
players may import this package. Every figure has a label. *static* counts the points of one play
alone. *estimated* counts three plays with the tiles that were drawn. *proven* is the value of the
game if both players make their best plays until its end.
"""
