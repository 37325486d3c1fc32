"""The rules of correspondence Scrabble: pure functions over immutable values.

Nothing here knows Telegram, SQL, a clock or chance; the same input gives the same output for ever.
"""
