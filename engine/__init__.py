"""The rules of correspondence Scrabble: pure functions over immutable values.

The engine uses no Telegram, SQL, clock or source of randomness. The same input always gives the
same output.

    ids, errors, rulesets, dates          basic values that every other module uses
    folding                               helpers for building a state from events
    chance, sequence…                     drawing the letter sequence from a seed, and checking it
    tiles, board, notation, placement     tiles on the board, and their score
    thinking_time, coefficients, figures  thinking time, and the coefficients of a game
    lexicon, wordlist, dawg               word lists
    spelling, generator                   every legal play; never for people in a running game
    games/                                one game
    matches/                              two games between two people
    competitions/                         phases, groups, standings
    cases/                                claims and rulings
    ratings/, cnis/                       rating systems, and the national championship's points
    gcg/                                  game records in the GCG format
    person_events                         events about a person

In `games`, `matches`, `competitions` and `cases`, `events` defines the events and `fold` builds a
state from them. `decide` and the modules named after an action say which events may be recorded.
"""
