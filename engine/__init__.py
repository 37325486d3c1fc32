"""The rules of correspondence Scrabble: pure functions over immutable values.

The engine uses no Telegram, SQL, clock or randomness. The same input gives the same output.

In `games`, `matches`, `competitions` and `cases`, `events` defines the events and `fold` builds a
state from them. `decide` and the modules named after an action say which events may be recorded.
"""
