"""Conditional moves in tests, and the effects of a move that they wait for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from engine.games.answering import ConditionsOutcome, DropReason, follow
from engine.games.conditional import Condition
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.planned_moves import Planned, Wordless
from engine.games.planned_moves import read_planned as one_planned
from engine.ids import Seat
from tests.builders import ANY_WORD, ask, noon


def read_planned(text: str) -> Planned:
    """Return the move of a text; `*` is any move of the opponent."""
    return Wordless.ANY if text == "*" else one_planned(text)


def when(partner: str, reply: str, own: str = "") -> Condition:
    """Return the conditional move: the opponent's move, the answer, perhaps after an own move."""
    first = read_planned(own) if own else None
    return Condition(partner=read_planned(partner), reply=read_planned(reply), own=first)


def rounds(*pairs: tuple[str, str], own: str = "") -> Condition:
    """Return the conditional move of these rounds, each an opponent's move and an answer."""
    (partner, reply), *others = pairs
    then = rounds(*others) if others else None
    return replace(when(partner, reply, own), then=then)


def answered(
    game: Game, move: str, waiting: Mapping[Seat, Sequence[Condition]], day: int = 0
) -> tuple[Game, ConditionsOutcome]:
    """Return the game after the move and all that followed at once, and what followed."""
    decided = ask(game, move, at=noon(day))
    outcome = follow(game, decided, waiting, noon(day), ANY_WORD)
    return reduce(evolve, (*decided, *outcome.events), game), outcome


def summed(outcome: ConditionsOutcome) -> tuple[int, list[tuple[Seat, DropReason, int]]]:
    """Return how many conditions were used, and whose were dropped, why, and how many."""
    lost = [(each.by, each.reason, len(each.conditions)) for each in outcome.dropped]
    return len(outcome.used), lost
