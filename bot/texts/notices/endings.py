"""How a game ended, in words: one sentence, with its article (art. 4.3, 9, 10.3). Pure."""

from bot.texts.messages import Text, say
from engine.games.events import Ending, GameEnded
from engine.ids import Seat
from engine.matches.events import LegEnded


def ending_text(ended: GameEnded | LegEnded, red: str, blue: str) -> Text:
    """Return how the game ended; `red` and `blue` are the players' names."""
    names = {Seat.RED: red, Seat.BLUE: blue}
    who = names[ended.by] if ended.by else ""
    if ended.ending is Ending.CLOSED:
        return _closed(ended, names, who)
    if ended.ending is Ending.NO_SHOW and not who:
        return say("ending.nobody")
    return say(f"ending.{ended.ending.value}", who=who)


def _closed(ended: GameEnded | LegEnded, names: dict[Seat, str], who: str) -> Text:
    """Return how the closing date found the game (art. 9.1, 9.4)."""
    silent = [names[seat] for seat in ended.silent]
    if len(silent) == len(Seat):
        return say("ending.unknown")
    note = say("ending.silent", who=silent[0]) if silent else None
    if who:
        return say("ending.closed_on_time", who=who, silent=note)
    if isinstance(ended, LegEnded) and not (ended.rounds or ended.red_score or ended.blue_score):
        return say("ending.closed_not_begun", silent=note)
    if ended.declared:
        by = ", ".join(names[seat] for seat in ended.declared)
        return say("ending.closed_declared", who=by, silent=note)
    return say("ending.closed_level", silent=note)
