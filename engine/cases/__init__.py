"""A case: a claim or an arbiter's own question, what is said to it, and the rulings (art. 7.2, 10).

events     what happened, as facts: the log
decide     what may happen
fold       events → case
case       how it stands
rulings    what a ruling does, everywhere at once
in_game    what it does in the game itself
effect     a game after a ruling, and the match that follows it
situation  everything a ruling may touch, before and after
choices    which rulings a case offers
finality   which rulings only the main arbiter may change
"""
