"""A competition: phases, entries, groups, draws, results, and advancement.

Games and matches have their own logs; here they are only names and results.
"""
