"""A game's sheets, calendar, texts and clocks agree on its time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.documents.calendars.days import Version, days_of_game
from bot.documents.views.setting import GameSetting
from bot.documents.views.sheets import player_time
from bot.texts.i18n import load_catalogue
from bot.texts.notices.participants import Member, Participants, ending
from bot.texts.notices.play.turn import is_closed, is_late, turn_text
from engine.errors import EngineError
from engine.games.deadlines import Clocks, arrival, clocks, days_silent, is_silent, received_on
from engine.games.events import Ending, Event
from engine.games.fold import evolve
from engine.games.game import Game, Stage
from engine.games.orders import Order, annul, end, grant_time
from engine.games.queries import query
from engine.games.turns import exceeded
from engine.ids import Seat
from engine.matches.kinds import ARRANGED
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, BLUE, RED, START, game_after, noon, on_leave, play
from tests.engine.games.ordered import reopen, restore

WORD = load_catalogue("ro").plain
ACTS = ("H8 CASA", "PAS", "PAS", "leave", "late", "grant", "annul", "restore", "query", "reopen")


def _acted(game: Game, act: str, day: int) -> Game:
    """Return the game after that day's act, unchanged if the act is refused."""
    at = noon(day)
    order = Order(at=at, arbiter=ARBITER, article="5.2", reason="Am verificat.")
    orders: dict[str, Callable[[], tuple[Event, ...]]] = {
        "late": lambda: arrival(game, START + timedelta(day), at),
        "grant": lambda: grant_time(game, order, game.turn, 2),
        "annul": lambda: annul(game, order, len(game.moves) - 1),
        "restore": lambda: restore(game, order),
        "query": lambda: query(game, game.turn, "TEST/1#1", at),
        "reopen": lambda: end(game, order, Ending.LEVEL, None),
    }
    try:
        if act in orders:
            for event in orders[act]():
                game = evolve(game, event)
            if act == "reopen":
                for event in reopen(game, order):
                    game = evolve(game, event)
            return game
        if act == "leave" and game.stage is not Stage.RUNNING:
            return game  # the match refuses leave for a game that is over
        if act == "leave":
            first = START + timedelta(day + 2)
            period = LeavePeriod(first, first + timedelta(2))
            return on_leave(game, game.turn, period, at=at)
        return play(game, act, at=at)
    except EngineError:
        return game


def _participants(closing: date | None) -> Participants:
    ana, ion, maria = (
        Member(id=who, name=name, address=who)
        for who, name in ((RED, "Ana Pop"), (BLUE, "Ion Rus"), (ARBITER, "Maria Dan"))
    )
    return Participants(red=ana, blue=ion, arbiter=maria, kind=ARRANGED, closing=closing)


def _check(game: Game, today: date) -> None:
    """Compare each view with the clocks of the game."""
    found = clocks(game, today)
    setting = GameSetting(
        names={RED: "Ana Pop", BLUE: "Ion Rus"},
        arbiters=("Maria Dan",),
        competition="Cupa",
        word_list_official=False,
        today=today,
    )
    for seat in Seat:
        time = player_time(game, seat, setting, WORD)
        assert sum(row.days for row in time.rows) == found.used[seat]
        assert time.budget - found.used[seat] == found.left[seat]
        assert time.last_day in {None, found.last_day}
    if game.stage is Stage.RUNNING:
        _check_texts(game, found, today)


def _check_texts(game: Game, found: Clocks, today: date) -> None:
    """Compare a running game's texts and calendar with its clocks."""
    participants, zone = _participants(game.closing), game.rules.time_zone
    assert participants.last_day(game) == found.last_day
    if not is_closed(participants, today):
        assert is_late(game, participants, today) == found.is_late
    facts = turn_text(game, participants, today).params
    if "left" in facts:
        assert facts["left"] == max(0, found.left[game.turn])
    if "until" in facts and not is_closed(participants, today) and not game.waits_for_acceptance:
        assert facts["until"] == ending(found.last_day, zone)
    days = [each.first for each in days_of_game(game, game.side(game.turn).person, "x", VERSION)]
    assert days == ([] if game.query else [found.last_day])
    if game.closing is not None and today >= game.closing and not game.query:
        assert exceeded(game, game.turn, game.closing) == (found.left[game.turn] < 0)


VERSION = Version(1, noon())


@pytest.mark.article("7.1", "7.2", "9.4")
@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 9)), max_size=10),
    st.none() | st.integers(0, 40),
    st.integers(0, 45),
    st.booleans(),
)
def test_all_readers_give_the_same_days_in_a_random_history(
    script: list[tuple[str, int]], closes: int | None, waited: int, under_way: bool
) -> None:
    """Days used and left, last day and exceeded time agree after leave, rulings and queries."""
    game, day = game_after(), 0
    for act, wait in script:
        day += wait
        game = _acted(game, act, day)
    closing = None if closes is None else START + timedelta(closes)
    today = START + timedelta(day + waited)
    game = replace(game, closing=closing)

    _check(received_on(game, max(game.received, today)) if under_way else game, today)

    if closing is not None:
        later = max(today, closing) + timedelta(30)
        assert clocks(game, later) == clocks(game, closing)
        assert days_silent(game, later) == days_silent(game, closing)
        assert is_silent(game, later) == is_silent(game, closing)
