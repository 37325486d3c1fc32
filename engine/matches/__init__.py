"""A match: two games between two people, their leave, and the results they come to (art. 1.2).

    events              what happened, as facts: the log
    told_events         what is said of it beside its games, as facts
    decide              what may happen
    fold                events → match
    match               how it stands
    rulings, writers    what a ruling in a game means for it; who writes for whom
    silence, closing    what becomes of a game when somebody is silent, or the phase is over
    results             coefficients of its games, as they are proposed
    homologation        where proposed results stand
    outstanding         what is ruled on before they count
    means               by what means its players correspond
    states              how its games stand, as players say when they are asked
    own_proposals       coefficients that players propose themselves
    ledger              every change of days in a game: ledger_entries, from ledger_moves

Nothing here knows of competitions, but that a match may be played in one.
"""
