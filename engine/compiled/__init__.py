"""The search for placements and for the end of a game, compiled: the same answers, far sooner.

WebAssembly, made of the C in `source` by `python -m tools.compiled` and run by wasmtime, which
installs from a wheel: nothing is compiled where the program is installed, and the search has a
memory of its own and nothing else. `engine.plain` and `engine.analysis.endgame` stay the reference,
and do the work where wasmtime does not run.

    machine     a word graph in that memory, questions to it, and its answers
    source      graph.h, board.h, moves.h, endgame.h, and search.c, which Python calls
"""
