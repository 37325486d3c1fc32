"""Who hears what, as texts and buttons: pure functions of what happened, without a database.

Sentences themselves are in the catalogues; here are the keys, the facts, and the people addressed.
"""
