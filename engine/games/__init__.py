"""One game: what can happen in it, what may, and how it stands.

    events, ruling_events   what happened, as facts: the log
    commands                what a player, or the clock, asks for
    decide, orders          what may happen: a command, or an arbiter's order, becomes events
    appraisal, natural_end  the judgement of a placement, and the end that a last move brings
    no_show, interruption   who has not come to it; when it may be interrupted
    fold                    events → game, with the help of moving and taking_back
    game                    how it stands
    courses                 what stood each time moves were taken back, and how it stands again
    planned, variations     moves that are planned; lines of play, tried out
    notebook                lines that somebody keeps, and what becomes of them
    conditional, answering  answers set beforehand, and what becomes of them
    entry                   moves typed in from a paper sheet
    queries                 a refused word put to the arbiter, while the placement waits
    deadlines, outage       what falls due when; what an outage cost
    audit                   every recorded figure worked out again

Nothing here knows of matches or competitions.
"""
