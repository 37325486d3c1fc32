"""A match: two games between two people, their leave, and the results (art. 1.2).

    events, result_events  the events of the match and of its results
    told_events, letters   the events of channels, reported states and letters
    decide                 decisions about a match
    fold                   events → match
    match                  the state
    rulings                the effects of a ruling in a game on its match
    seating, handing_over  freed seats; another arbiter for the match
    writers                people who enter moves for a player
    silence, closing       ends of a game by silence or at the closing date
    leaving                the games that a player resigns by leaving
    results                coefficients of its games, as proposed
    homologation           the state of proposed results
    outstanding            questions to rule on before results can be official
    channel                the channel of its players
    states                 the state of its games, as reported by players
    statements             players' statements at the closing date
    own_proposals          coefficients proposed by a player
    ledger                 the time log of a game, from ledger_entries

This package does not know competitions, except that a match may belong to one.
"""
