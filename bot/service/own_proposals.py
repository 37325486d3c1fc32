"""A player's own coefficients before the arbiter: shown beside those worked out (art. 8.5)."""

from collections.abc import Mapping

from bot.texts.messages import Button, Buttons, Text, say
from engine.ids import PersonId
from engine.matches.match import Match


def shown(match: Match, names: Mapping[PersonId, str]) -> list[Text]:
    """Return a line for each game of which a player proposes other coefficients."""
    return [
        say(
            "own.row",
            who=names[person],
            leg=say(f"leg.{leg.value}"),
            red=names[match.colours(leg)[0]],
            blue=names[match.colours(leg)[1]],
            red_c=str(red),
            blue_c=str(blue),
        )
        for (person, leg), (red, blue) in sorted(match.own.items())
        if person in match.objected
    ]


def buttons(match: Match, names: Mapping[PersonId, str]) -> Buttons:
    """Return the buttons by which the arbiter takes a player's proposal over."""
    proposing = {person for person, _ in match.own} & match.objected
    return tuple(
        (Button(say("button.own_take", who=names[person]), f"own:take:{match.code}:{person}"),)
        for person in sorted(proposing)
    )
