"""What an arbiter reads of results that he has to rule on before they count (art. 7.2, 9.4).

Pure: who has exceeded his time, by how much and since when, what the game is worth if it is lost
for that, and the buttons of both rulings; and the cases that are open.
"""

from collections.abc import Mapping

from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.notices.cards import worth_text
from engine.ids import MatchCode, PersonId, Seat
from engine.matches.match import Match
from engine.matches.outstanding import Outstanding, Overdrawn, worth_if_lost


def homologate_buttons(match: MatchCode) -> Buttons:
    """Return the button that homologates the results."""
    return ((Button(say("button.homologate"), f"hom:{match}"),),)


def outstanding_rows(
    match: Match, outstanding: Outstanding, names: Mapping[PersonId, str]
) -> tuple[list[Text], Buttons]:
    """Return what is to be ruled on, and the buttons that begin each ruling."""
    rows: list[Text] = []
    buttons: list[tuple[Button, ...]] = []
    for one in outstanding.overdrawn:
        rows.append(overdrawn_text(match, one, names))
        who = names[match.colours(one.leg)[one.seat is Seat.BLUE]]
        about = f"{one.game}:{one.seat.value}"
        buttons += [
            (Button(say("button.lost_on_time", who=who, game=one.game), f"time:{about}"),),
            (Button(say("button.as_played", game=one.game), f"asplayed:{about}"),),
        ]
    for case in outstanding.cases:
        rows.append(say("results.case_open", case=case))
        buttons.append((Button(say("button.open_case", case=case), f"k:{case}:open"),))
    return rows, tuple(buttons)


def overdrawn_text(match: Match, one: Overdrawn, names: Mapping[PersonId, str]) -> Text:
    """Return who has exceeded his time, and what the game is worth if he loses it for that."""
    red, blue = (names[who] for who in match.colours(one.leg))
    return say(
        "results.overdrawn",
        who=red if one.seat is Seat.RED else blue,
        game=one.game,
        over=one.over,
        allowance=one.allowance,
        round=one.round,
        worth=worth_text(red, blue, worth_if_lost(match, one)),
    )
