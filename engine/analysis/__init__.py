"""What a finished game held, with perfect knowledge: never reachable from a running game.

Who may see an analysis, and when, is the embargo's (`engine.embargo`); no part of the bot that
speaks to players may import this package. Every figure carries its label: *static* counts points
of one placement alone, *proven* is the value of the game with best play of both to its end.

    positions   the turns of a record: board, hand, what was laid, what counted
    static      each turn against all that could have been laid
    endgame     the end of a game, both hands known, by alpha-beta
"""
