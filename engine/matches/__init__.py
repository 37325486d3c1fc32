"""A match: two games between two people, their leave, and the results (art. 1.2).

    events, result_events  the events of the match and of its results
    correspondence_events  the events of channels and reported states
    letters                the events of letters, and the letters that wait for an answer
    decide                 decisions about a match
    fold                   events → match
    match                  the state
    rulings                the effects of a ruling in a game on its match
    seating, handing_over  freed seats; another arbiter for the match
    friendly, practice     matches without an arbiter; matches against the program
    volunteering           a volunteer arbiter for a match that began without one
    writers                people who enter moves for a player
    silence, closing       ends of a game by silence or at the closing date
    leaving                the games that a player resigns by leaving
    results                coefficients of its games, as proposed
    approval               the state of proposed results
    outstanding            questions to rule on before results can be official
    channel                the channel of its players
    states                 the state of its games, as reported by players
    statements             players' statements at the closing date
    own_proposals          coefficients proposed by a player
    ledger                 the time log of a game, and its entries
    punctuality            how fast a player usually moves

This package does not know competitions, except that a match may belong to one.
"""
