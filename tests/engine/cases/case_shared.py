"""What `test_case` and other tests share."""

from functools import reduce

from engine.cases.case import Case
from engine.cases.decide import (
    Claim,
    NewCase,
    file_claim,
    give_comment,
    note_opponent_notified,
    rule,
)
from engine.cases.events import (
    CaseEvent,
    CaseId,
    ClaimKind,
    Digest,
    Ruling,
    RulingKind,
)
from engine.cases.fold import evolve_case, replay_case
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.orders import Order, placements_made
from engine.ids import PersonId
from tests.builders import ARBITER, BLUE, game_after, noon
from tests.engine.laws.notes import Setting
from tests.engine.laws.organisers import OrganisedMatch
from tests.engine.laws.world import World

ID = CaseId("TEST/1#1")


DEPUTY = PersonId(31)


WORDS = Digest("ab" * 32)


REJECTED = Ruling(kind=RulingKind.REJECTED)


TIME = Claim(kind=ClaimKind.TIME, by=BLUE)


def new(day: int = 0) -> NewCase:
    """Return a new case, at noon of that day."""
    return NewCase(case=ID, at=noon(day), copy=4)


def order(day: int = 0, reason: str = "Fișa arată 12 zile folosite.") -> Order:
    """Return the ruling arbiter and the reason, at noon of that day."""
    return Order(at=noon(day), arbiter=ARBITER, article="7.2", reason=reason)


def after(case: Case, *events: CaseEvent) -> Case:
    """Return the case after these events."""
    return reduce(evolve_case, events, case)


def filed(claim: Claim = TIME, game: Game | None = None) -> Case:
    """Return a case with only a claim, still without a comment."""
    (event,) = file_claim(game or game_after("H7 CASA"), new(), claim)
    return replay_case([event])


def complete(day: int = 0) -> Case:
    """Return a complete claim: it has a comment, and the opponent was notified on that day."""
    case = after(filed(), *give_comment(filed(), BLUE, WORDS, noon()))
    return after(case, *note_opponent_notified(case, noon(day), noon(day)))


def ruled(*rulings: Ruling) -> Case:
    """Return a case after these rulings, one a day."""
    case = complete()
    for day, ruling in enumerate(rulings, 1):
        case = after(case, *rule(case, order(day), ruling))
    return case


def placed(game: Game, number: int = 0) -> PlacementMade:
    """Return a move that a claim may concern."""
    return placements_made(game)[number]


def begun(opening: str, setting: Setting = Setting.CHAMPIONSHIP, *, short: bool = False) -> World:
    """Return the match after one of the openings; a short home game soon has its last tiles."""
    played = OrganisedMatch()
    played.begins(
        partner=False, short=short, closing=200, returns=None, setting=setting, opening=opening
    )
    return played.world
