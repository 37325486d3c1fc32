"""A case: a claim or an arbiter's own question, the statements, and the rulings (art. 7.2, 10).

events      the events in its log
decide      decisions about a case
fold        events → case
case        the state
rulings     the effects of a ruling in all logs
in_game     the effects of a ruling in the game itself
effect      a game after a ruling, and its match
situation   everything a ruling may affect, before and after
candidates  the rulings that may fit a case
choices     the possible rulings of a case
articles    the article of each ruling
disputes    the placement in dispute
finality    the rulings that only the chief arbiter may change

A case may use matches and competitions. Neither of them knows cases.
"""
