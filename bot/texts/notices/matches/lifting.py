"""The button that takes an act of an arbiter in a match back (art. 10.1)."""

from bot.texts.buttons.cases import LIFT_ACT
from bot.texts.messages import Buttons, say
from engine.ids import PersonId
from engine.matches.events import LiftableAct
from engine.matches.lifting import acts_in_force
from engine.matches.match import Match

NOBODY = PersonId(0)
"""In the button of an act that concerns no single player."""


def undo_buttons(match: Match, *acts: LiftableAct) -> Buttons:
    """Return the button that takes the last of these acts back; none if there is no such act."""
    liftable = [each for each in acts_in_force(match) if each.act in acts]
    if not liftable:
        return ()
    last = liftable[-1]
    person = last.person or NOBODY
    return ((LIFT_ACT.button(say("button.undo"), match.code, last.act, last.done, person),),)
