"""Rating lists, the individual championship, and the jobs that calculate both from people's files.

lists   rating lists, from files to messages
cnis    the individual championship, from files to messages
jobs    a calculation: requested, queued, run in a process of its own, and its result sent
"""
