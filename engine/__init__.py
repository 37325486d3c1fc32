"""The rules of correspondence Scrabble: pure functions over immutable values.

Nothing here knows Telegram, SQL, a clock or chance; the same input gives the same output for ever.

    ids, errors, rulesets, dates          what everything else is told with
    folding                               what every fold of events does
    chance, sequence…                     the letter sequence, drawn from a seed and checked
    tiles, board, notation, placement     what lies on the board, and what it is worth
    thinking_time, coefficients, figures  thinking time, and what a game is worth
    lexicon, wordlist, dawg               word lists
    spelling, generator                   every legal placement, for whoever does not play
    games/                                one game
    matches/                              two games between two people
    competitions/                         phases, groups, standings
    cases/                                claims and rulings
    ratings/, cnis/                       rating systems, and the national championship's points
    gcg/                                  game records in the field's own format
    person_events                         what must be on record of a person

In each of `games`, `matches`, `competitions` and `cases`, `events` is what can be recorded, `fold`
makes a state of it, and `decide` (or whatever has a verb for its name) says what may be recorded.
"""
