"""Rating systems, one module each: `frs`, `absp`, `pfs`, `fngo`.

Helper modules begin with the system's name (`frs_games`). Each system is a pure function from
results to ratings, in the form of `engine.ratings.protocol`, and is independent of the others. Sums
are exact; a number is rounded only where the system's text requires it. `pfs_check` is the
checklist by which the Polish federation accepts a tournament for rating. Other packages read files,
match names as people type them, and write messages.
"""
