"""What a finished game held, with perfect knowledge: never reachable from a running game.

Who may see an analysis, and when, is the embargo's (`engine.embargo`); no part of the bot that
speaks to players may import this package. Every figure carries its label: *static* counts points
of one placement alone, *estimated* those of three with the letters that came, *proven* is the value
of the game with best play of both to its end.

    positions   the turns of a record: board, hand, what was laid, what counted
    static      each turn against all that could have been laid
    ahead       each turn with the reply and the answer to it
    endgame     the end of a game, both hands known, by alpha-beta: the reference
    proving     the same by the compiled search, where that runs
    coefficient what both reach at the end who play for it and not for the spread
    ending      the end of a record, proven turn by turn
    found       what fits on a line, remembered from board to board
    verdicts    all that is said of a game, turn by turn, each with its label
    accuracy    points taken of those that were possible, for a player or a game
    possible    the highest total of both that a sequence allowed
"""
