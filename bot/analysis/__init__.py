"""The analysis of finished games: better plays, points lost, and messages to the players.

No result may be shown before the embargo on the game ends (`engine.embargo`). The search for plays
runs in a process of its own; the modules that the bot imports do not contain it.
"""
