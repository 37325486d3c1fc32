"""A player's proposed coefficients for the arbiter, beside the calculated ones (art. 8.5)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from bot.texts.buttons.matches import TAKE_OWN
from bot.texts.messages import Buttons, Text, say
from engine.ids import Leg, PersonId
from engine.matches.match import Match


class _Proposal(NamedTuple):
    """The coefficients that a player proposes for a game."""

    person: PersonId
    leg: Leg
    red: Decimal
    blue: Decimal


def _proposals(match: Match) -> list[_Proposal]:
    """Return each proposal of an objecting player that does not count already."""
    counting = {
        (taken.of.leg, taken.red, taken.blue)
        for taken in map(match.taken_over_for, match.ended)
        if taken is not None
    }
    return [
        _Proposal(person, leg, red, blue)
        for (person, leg), (red, blue) in sorted(match.answers.own.items())
        if person in match.answers.objected and (leg, red, blue) not in counting
    ]


def shown(match: Match, names: Mapping[PersonId, str], *, of: PersonId | None = None) -> list[Text]:
    """Return a line for each proposal, of all players or of one.

    Penalties in these games are subtracted from the figures (art. 10.3); a line names each.
    """
    proposals = [proposal for proposal in _proposals(match) if of in {None, proposal.person}]
    legs = {proposal.leg for proposal in proposals}
    penalties = [
        say("own.less_penalty", who=names[who], points=str(points))
        for (who, leg), points in match.penalties.items()
        if leg in legs
    ]
    return [*(_row(proposal, match, names) for proposal in proposals), *penalties]


def _row(proposal: _Proposal, match: Match, names: Mapping[PersonId, str]) -> Text:
    """Return the line about a proposal."""
    red, blue = match.colours(proposal.leg)
    return say(
        "own.row",
        who=names[proposal.person],
        leg=say(f"leg_name.{proposal.leg.value}"),
        red=names[red],
        blue=names[blue],
        red_c=str(proposal.red),
        blue_c=str(proposal.blue),
    )


def buttons(match: Match, names: Mapping[PersonId, str]) -> Buttons:
    """Return the buttons by which the arbiter accepts a player's proposal."""
    proposing = {proposal.person for proposal in _proposals(match)}
    return tuple(
        (TAKE_OWN.button(say("button.own_take", who=names[person]), match.code, person),)
        for person in sorted(proposing)
    )
