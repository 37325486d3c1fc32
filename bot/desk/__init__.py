"""Where an update, or a due row, is dealt with: the desk and its sides.

`desk.Desk` is what a handler gets. Each of its sides does one thing with people, games, matches,
cases or competitions: it reads, lets the engine decide, stores, and says who is to hear of it. The
sides know each other through the desk alone; only their types look back.
"""
