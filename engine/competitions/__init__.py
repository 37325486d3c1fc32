"""A competition: phases, entries, groups, draws, results, and who goes on.

    parts                        what it is made of: plans, entries, groups, matches
    events                       what happened, as facts: the log
    guards                       what every decision looks at first
    planning, entering, drawing  what may happen before a phase starts
    results, leave               what may happen while it is played
    fold                         events → competition
    competition, phase           how it stands
    participation                what each person is in it
    advancing                    who goes on, and where the lot decided
    groups                       dividing players, and who plays Red at home
    standings, prospects         tables, and what can still change in them

Games and matches have logs of their own; here they are names and results.
"""
