"""A case: a claim or an arbiter's own question, the statements, and the rulings (art. 7.2, 10).

A case may use matches and competitions. Neither of them knows cases.
"""
