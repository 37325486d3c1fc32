"""Golden games: whole games, and what another program finds in each of their positions.

by_anagrams  that program: no word graph, no anchors, no cross-checks, points by squares
make         plays the games and writes what it finds: `python -m tests.engine.analysis.golden.make`
"""
