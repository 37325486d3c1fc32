"""Friendly matches without an arbiter: their rules, and a claim on the opponent's time.

The players agree to these rules before the match. A word is valid if it is in the list. A player
who has exceeded their time loses the game if the opponent claims it. Results count at once.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from engine.errors import Fault, GameStateError
from engine.games.commands import LoseOnTime
from engine.games.endings import check_running
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.games.turns import exceeded
from engine.ids import Leg, PersonId, Seat
from engine.matches.match import Match
from engine.rulesets import Ruleset, WordPolicy

THINKING_DAYS: Final = (5, 10, 30)
"""The days of thinking time per player and game from which the players choose."""
MOST_LEAVE: Final = 10
"""The most days of leave; a shorter thinking time allows as many days of leave as it has days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FriendlyTerms:
    """The terms on which two people agree before a friendly match."""

    days: int
    """Thinking time per player and game, in days."""
    is_single: bool = False
    """Whether one game is played instead of home and return."""
    rated: bool = False
    """Whether its games count for ratings outside championships."""
    edition: EditionRef | None = None
    """The word list; None: the list in force when the match begins."""


def friendly_rules(rules: Ruleset, days: int) -> Ruleset:
    """Return the rules of a match without an arbiter, with that thinking time in days.

    Raises:
        ValueError: `days` is not in `THINKING_DAYS`.
    """
    if days not in THINKING_DAYS:
        raise ValueError(f"no thinking time of a friendly match: {days} days")
    return replace(
        rules,
        name=f"{rules.name}-friendly-{days}",
        word_policy=WordPolicy.REFUSE,
        preliminary_days=days,
        leave_days=min(days, MOST_LEAVE),
        auto_forfeit=False,
    )


def must_have_arbiter(match: Match) -> None:
    """Refuse an action that needs an arbiter, if the match has none.

    Raises:
        GameStateError: `no_arbiter_here`, or `practice_unruled` in a practice game.
    """
    if not match.kind.has_claims:
        raise GameStateError(Fault("practice_unruled", facts={"match": match.code}))
    if not match.kind.has_arbiter:
        raise GameStateError(Fault("no_arbiter_here", facts={"match": match.code}))


def is_claimable(game: Game, seat: Seat, on: date) -> bool:
    """Return whether that seat's opponent has exceeded their time by that day."""
    return game.ended is None and exceeded(game, seat.partner, on)


def claim_on_time(match: Match, game: Game, seat: Seat, on: date) -> LoseOnTime:
    """Return the command that ends the game on that seat's claim (art. 7.2, 9.4).

    If both players have exceeded their time, both lose.

    Raises:
        GameStateError: `claim_to_arbiter`, if the match has one; `time_not_exceeded`, if the
            opponent has time left; or `game_over`.
    """
    if match.kind.has_arbiter:
        raise GameStateError(Fault("claim_to_arbiter", "7.2"))
    check_running(game)
    if not is_claimable(game, seat, on):
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    return LoseOnTime(exceeded=None if exceeded(game, seat, on) else seat.partner)


def red_in_rematch(match: Match) -> PersonId:
    """Return the player who begins a rematch: the Blue player of the match's home game."""
    return match.colours(Leg.HOME)[1]
