"""A player's proposed coefficients for the arbiter, beside the calculated ones (art. 8.5)."""

from collections.abc import Mapping
from decimal import Decimal

from bot.texts.buttons.matches import TAKE_OWN
from bot.texts.messages import Buttons, Text, say
from engine.ids import Leg, PersonId
from engine.matches.match import Match


def _proposed(match: Match) -> list[tuple[PersonId, Leg, Decimal, Decimal]]:
    """Return each proposal that does not count already: player, leg and figures."""
    counting = {
        (taken.of.leg, taken.red, taken.blue)
        for taken in map(match.taken_over_for, match.ended)
        if taken is not None
    }
    return [
        (person, leg, red, blue)
        for (person, leg), (red, blue) in sorted(match.own.items())
        if person in match.objected and (leg, red, blue) not in counting
    ]


def shown(match: Match, names: Mapping[PersonId, str], *, of: PersonId | None = None) -> list[Text]:
    """Return a line for each proposal, of all players or of one.

    Penalties in these games are subtracted from the figures (art. 10.3); a line names each.
    """
    legs = {leg for person, leg, *_ in _proposed(match) if of in {None, person}}
    penalties = [
        say("own.less_penalty", who=names[who], points=str(points))
        for (who, leg), points in match.penalties.items()
        if leg in legs
    ]
    rows = [
        say(
            "own.row",
            who=names[person],
            leg=say(f"leg_name.{leg.value}"),
            red=names[match.colours(leg)[0]],
            blue=names[match.colours(leg)[1]],
            red_c=str(red),
            blue_c=str(blue),
        )
        for person, leg, red, blue in _proposed(match)
        if of in {None, person}
    ]
    return [*rows, *penalties]


def buttons(match: Match, names: Mapping[PersonId, str]) -> Buttons:
    """Return the buttons by which the arbiter accepts a player's proposal."""
    proposing = {person for person, *_ in _proposed(match)}
    return tuple(
        (TAKE_OWN.button(say("button.own_take", who=names[person]), match.code, person),)
        for person in sorted(proposing)
    )
