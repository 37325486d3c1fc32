"""Conditional replies as tests write them, and what follows from a move they wait for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from engine.games.answering import Outcome, Reason, follow
from engine.games.conditional import Condition
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.planned import Planned, Wordless
from engine.games.planned import planned as one_planned
from engine.ids import Seat
from tests.builders import ANY_WORD, ask, noon


def planned(text: str) -> Planned:
    """Return the move that a text stands for; `*` is whatever the partner does."""
    return Wordless.ANY if text == "*" else one_planned(text)


def when(partner: str, reply: str, own: str = "") -> Condition:
    """Return the condition: if they play this, I answer that, perhaps after a move of mine."""
    first = planned(own) if own else None
    return Condition(partner=planned(partner), reply=planned(reply), own=first)


def rounds(*pairs: tuple[str, str], own: str = "") -> Condition:
    """Return the condition of these rounds: the partner's move and the answer, one by one."""
    (partner, reply), *others = pairs
    then = rounds(*others) if others else None
    return replace(when(partner, reply, own), then=then)


def answered(
    game: Game, move: str, waiting: Mapping[Seat, Sequence[Condition]], day: int = 0
) -> tuple[Game, Outcome]:
    """Return the game after the move and all that followed at once, and what followed."""
    decided = ask(game, move, at=noon(day))
    outcome = follow(game, decided, waiting, noon(day), ANY_WORD)
    return reduce(evolve, (*decided, *outcome.events), game), outcome


def summed(outcome: Outcome) -> tuple[int, list[tuple[Seat, Reason, int]]]:
    """Return how many conditions were used, and whose were dropped, why, and how many."""
    lost = [(each.by, each.reason, len(each.conditions)) for each in outcome.dropped]
    return len(outcome.used), lost
