"""What must still be ruled before results can be approved: exceeded time, open cases."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.texts.buttons.cases import AS_PLAYED, BOTH, CASE, TIME, CaseAction
from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.notices.matches.cards import worth_text
from engine.cases.events import CaseId
from engine.games.events import Ending
from engine.ids import PersonId, Seat
from engine.matches.match import Match
from engine.matches.outstanding import Outstanding, Overdrawn, worth_if_both_lost, worth_if_lost


class OutstandingRulings(NamedTuple):
    """The rulings still to be made in a match."""

    rows: list[Text]
    buttons: Buttons
    """The buttons that begin them."""


def outstanding_rows(
    match: Match, outstanding: Outstanding, names: Mapping[PersonId, str]
) -> OutstandingRulings:
    """Return a row and the buttons for each ruling still to be made."""
    rows: list[Text] = []
    buttons: list[tuple[Button, ...]] = []
    for overdrawn in outstanding.overdrawn:
        rows.append(overdrawn_text(match, overdrawn, names))
        if overdrawn.lost_as is not Ending.BOTH_TIME:
            who = _name_of(match, overdrawn, names)
            label = say("button.lost_on_time", who=who, game=overdrawn.game)
            buttons.append((TIME.button(label, overdrawn.game, overdrawn.seat.value),))
        buttons.append(
            (
                AS_PLAYED.button(
                    say("button.as_played", game=overdrawn.game),
                    overdrawn.game,
                    overdrawn.seat.value,
                ),
            )
        )
    for overdrawn in outstanding.by_both:
        rows.append(_lost_by_both(match, overdrawn, names))
        buttons.append(
            (TIME.button(say("button.both_lost", game=overdrawn.game), overdrawn.game, BOTH),)
        )
    for case in outstanding.cases:
        rows.append(say("results.case_open", case=case))
        buttons.append(
            (CASE.button(say("button.open_case", case=case), CaseId(case), CaseAction.OPEN),)
        )
    return OutstandingRulings(rows, tuple(buttons))


def _name_of(match: Match, overdrawn: Overdrawn, names: Mapping[PersonId, str]) -> str:
    """Return the name of the player who has exceeded their time."""
    red, blue = match.colours(overdrawn.leg)
    return names[red if overdrawn.seat is Seat.RED else blue]


def _lost_by_both(match: Match, overdrawn: Overdrawn, names: Mapping[PersonId, str]) -> Text:
    """Return the game's value if both players lose it for exceeded time (art. 7.2)."""
    red, blue = (names[who] for who in match.colours(overdrawn.leg))
    worth = worth_text(red, blue, worth_if_both_lost(match, overdrawn))
    return say("results.by_both", game=overdrawn.game, worth=worth)


def overdrawn_text(match: Match, overdrawn: Overdrawn, names: Mapping[PersonId, str]) -> Text:
    """Return who has exceeded their time, and the game's value if they lose it for that."""
    red, blue = (names[who] for who in match.colours(overdrawn.leg))
    return say(
        "results.overdrawn",
        who=_name_of(match, overdrawn, names),
        game=overdrawn.game,
        over=overdrawn.over,
        allowance=overdrawn.allowance,
        round=overdrawn.round,
        worth=worth_text(red, blue, worth_if_lost(match, overdrawn)),
    )
