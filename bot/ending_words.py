"""How a game ended, in words: one sentence, with its article (art. 4.3, 9, 10.3). Pure."""

from bot.messages import Text, say
from engine.events import Ending, GameEnded
from engine.ids import Seat
from engine.match_events import LegEnded


def ending_text(ended: GameEnded | LegEnded, red: str, blue: str) -> Text:
    """Return how the game ended; `red` and `blue` are the players' names."""
    names = {Seat.RED: red, Seat.BLUE: blue}
    who = names[ended.by] if ended.by else ""
    silent = [names[seat] for seat in ended.silent]
    if ended.ending is Ending.NO_SHOW and not who:
        return say("ending.nobody")
    if ended.ending is not Ending.CLOSED:
        return say(f"ending.{ended.ending.value}", who=who)
    if len(silent) == len(Seat):
        return say("ending.unknown")
    note = say("ending.silent", who=silent[0]) if silent else None
    if who:
        return say("ending.closed_on_time", who=who, silent=note)
    if ended.declared:
        by = ", ".join(names[seat] for seat in ended.declared)
        return say("ending.closed_declared", who=by, silent=note)
    return say("ending.closed_level", silent=note)
