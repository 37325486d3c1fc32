"""The lists that the program publishes at night, from the results in its own log.

A list is calculated from all results each night, in the process of `bot.ratings.jobs`. It is stored
beside the lists of ratings officers, under a kind of its own (`storage.ratings.person_keys`).

Which games count:

- Official results of every competition that the organiser shows in public. Games brought in from
  other records count like all others once they are official results of a competition.
- Never practice games, and no match outside a competition, unless both players wanted it rated.
- Games of forgotten people, because their opponents' figures depend on them. A forgotten person has
  no row on later lists, and no name on earlier ones.
"""
