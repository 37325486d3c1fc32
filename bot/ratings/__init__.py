"""Rating lists, the individual championship, and the jobs that make them of people's files.

lists   rating lists, from what was read to what is shown
cnis    the individual championship, likewise
jobs    what somebody wants worked out: asked for, queued, done in a process of its own, told
"""
