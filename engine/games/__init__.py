"""One game: its events, its commands and its state.

    events, ruling_events   the events in the log
    commands                requests of a player or the clock
    decide, orders          turn a command or an arbiter's order into events
    appraisal, endings      validate and score a placement; possible ends of a game
    fold                    events → game
    moving, taking_back     the steps of the fold for moves and for taking moves back
    game                    the state
    courses                 the order of moves before they were taken back, and restoring it
    planned, variations     planned moves; lines of play to try out
    notebook                saved lines of play, and their progress
    conditional, answering  conditional moves, and their use
    entry                   moves entered from a paper sheet
    queries                 questions to the arbiter about a refused word
    clocks, deadlines       thinking time for display; due dates
    outage                  days given back after an outage
    audit                   recalculates every recorded figure

This package does not know matches or competitions.
"""
