"""The end of a match in one sentence: who won, by what, and how the games ended. Pure."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from bot.texts.messages import Text, say
from bot.texts.notices.matches.legs import LegCard, sums_of
from engine.games.events import Ending
from engine.ids import PersonId, Seat
from engine.matches.match import Match
from engine.matches.result_events import LegEnded

_HALF: Final = Decimal("0.5")
NOBODY: Final = PersonId(0)
"""The reader of final results who plays in neither game."""


def headline(
    match: Match,
    legs: Sequence[LegCard],
    names: Mapping[PersonId, str],
    reader: PersonId | None = None,
) -> Text | None:
    """Return who won, the winner first; without a `reader`, of results that are proposed.

    None if no game of the match has ended.
    """
    if not legs:
        return None
    sums, tally = sums_of(match, legs), _tally(match, legs)
    first, second = sorted(match.people, key=lambda person: (-sums[person], person != match.first))
    outcome = "won"
    if sums[first] == sums[second]:  # without any coefficient, both have lost
        outcome = "drawn" if sums[first] else "lost"
    variant = ""
    if reader is None:
        variant = "_proposed"
    elif reader == first and outcome == "won":
        variant = "_you"
    games = say("results.games", first=_halves(tally[first]), second=_halves(tally[second]))
    return say(
        f"results.{outcome}{variant}",
        first=names[first],
        second=names[second],
        games=None if match.is_single else games,
        first_c=str(sums[first]),
        second_c=str(sums[second]),
        why=_why(legs, names),
    )


def _tally(match: Match, legs: Sequence[LegCard]) -> dict[PersonId, Decimal]:
    """Return each player's games won; a drawn game is half a game for each."""
    tally = dict.fromkeys(match.people, Decimal(0))
    for card in legs:
        red, blue = card.worth.first, card.worth.second
        if red == blue and not red:
            continue  # lost by both
        if red == blue:
            tally[card.started.red] += _HALF
            tally[card.started.blue] += _HALF
        else:
            tally[card.started.red if red > blue else card.started.blue] += 1
    return tally


def _halves(games: Decimal) -> str:
    """Return a number of games as it is written: `1½`."""
    whole = int(games)
    return f"{whole}" if games == whole else f"{whole or ''}½"


def _why(legs: Sequence[LegCard], names: Mapping[PersonId, str]) -> Text | list[Text]:
    """Return how the games ended, said once if both ended alike."""
    ways = [
        _way(card.ended, {Seat.RED: names[card.started.red], Seat.BLUE: names[card.started.blue]})
        for card in legs
    ]
    if len(ways) == 1:
        return ways[0]
    if all(way == ways[0] for way in ways):
        return say("results.way_both", way=ways[0])
    of_legs = [
        say(f"results.way_{card.started.leg.value}", way=way)
        for card, way in zip(legs, ways, strict=True)
    ]
    return say("results.ways", first=of_legs[0], second=of_legs[1])


def _way(ended: LegEnded, names: Mapping[Seat, str]) -> Text:
    """Return in what way a game ended."""
    if ended.ending is Ending.NO_SHOW and ended.by is None:
        return say("way.nobody")
    if ended.withdrew:
        return say("way.withdrew", who=names[ended.by] if ended.by else "")
    return say(f"way.{ended.ending.value}", who=names[ended.by] if ended.by else "")
