"""A competition: phases, entries, groups, draws, results, and advancement.

    parts                        the values in a competition: plans, entries, groups, matches
    events, player_events        the events in its log
    guards                       the checks at the start of every decision
    planning                     creating a competition and planning its phases
    entering, drawing            decisions before a phase starts
    results, leave, moved_leave  decisions during a phase
    fold, seats                  events → competition
    competition, phase           the current state
    participation                the role of each person
    advancing                    the players who advance, and the cases decided by lot
    groups                       dividing players into groups, and colours of the home leg
    standings, prospects         tables, and the ranks that players can still reach

Games and matches have their own logs; here they are only names and results.
"""
