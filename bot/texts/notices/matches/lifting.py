"""The button that takes an act of an arbiter in a match back (art. 10.1)."""

from bot.texts.buttons.cases import LIFT_ACT
from bot.texts.messages import Buttons, say
from engine.ids import PersonId
from engine.matches.events import LiftableAct
from engine.matches.lifting import acts_in_force
from engine.matches.match import Match

NOBODY = PersonId(0)


def undo_buttons(match: Match, *acts: LiftableAct) -> Buttons:
    """Return the button that takes the last of these acts back; none if there is no such act."""
    found = [act for act in acts_in_force(match) if act.act in acts]
    return tuple(
        (LIFT_ACT.button(say("button.undo"), match.code, act.act, act.done, act.person or NOBODY),)
        for act in found[-1:]
    )
