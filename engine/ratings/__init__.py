"""Rating systems, a module each: `frs`, `absp`, `pfs` and `fngo`; their parts begin with its name.

Each is a pure function from results to ratings, behind the protocol of `engine.ratings.protocol`,
and knows nothing of the others. Sums are exact; a number is rounded only where its text rounds it.
`pfs_check` is the checklist by which the Polish federation rates a tournament at all.
Files, names as people type them, and words for people are not here.
"""
