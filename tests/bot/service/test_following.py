"""The table of followed events has every event that another part needs."""

import ast
import inspect

from bot.service import following
from bot.texts.notices.play import relay
from engine.games.fold import EVENTS, TRANSITIONS
from engine.games.game import Stage
from engine.games.ruling_events import MovesAnnulled, SeatTaken


def test_notices_of_a_game_cover_every_event_that_has_words() -> None:
    """The row has exactly the events that a game's notices can report."""
    cases = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(relay.notices_of)))
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)
    ]
    worded = {node.cls.id for node in cases if isinstance(node.cls, ast.Name)}

    assert worded == {event.__name__ for event in following.REPORTED}


def test_a_match_follows_whatever_ends_a_game_or_comes_after_its_end() -> None:
    """The row has every transition into an end, and out of one.

    A changed seat (`SeatTaken`) changes no result and does not concern the match. Moves annulled
    after the end (`MovesAnnulled`) change nothing until an earlier annulment is lifted.
    """
    ends = {event for (stage, event), after in TRANSITIONS.items() if Stage.ENDED in {stage, after}}

    assert ends - {SeatTaken, MovesAnnulled} == set(following.CHANGES_MATCH)


def test_deadlines_are_planned_after_every_event() -> None:
    """Every recorded event of a game updates its deadlines and its people's digests."""
    rows = {row.act.__name__: row.events for row in following.FOLLOWERS.of_games}

    assert all(issubclass(event, rows["_plan"]) for event in EVENTS.values())
