"""Fixtures of tables: the whole bot in the sandbox, with one arbiter.

Every test has its own table, so that no test depends on another. Common beginnings are played once
and stored (`tests.e2e.kept`), so a table takes a twentieth of a second. A module whose tests only
read one long story plays it once in its own fixture, and uses one event loop, declared in its
`pytestmark`.
"""

import logging
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
import structlog

from engine.ids import CompetitionCode, GameId
from sandbox import Message
from tests import drawn_once
from tests.e2e import inline_sqlite, lean_http, words_once
from tests.e2e.analysed import cup_over
from tests.e2e.championship import FOUR, Championship, set_up, set_up_in_chat
from tests.e2e.days.silent_games import eleven_days_silent, eleven_days_unopened
from tests.e2e.finals import Qualified
from tests.e2e.harness import (
    CODES,
    KEPT,
    Opening,
    Pair,
    Table,
    arbiter_made,
    casa_placed,
    continues,
    match_begun,
    table,
)
from tests.e2e.people.browsers_shared import both_seated
from tests.e2e.players import ALL_IN_BROWSER, BROWSER, TELEGRAM, play_in
from tests.e2e.season import Season, cup_begun

SHARED = inline_sqlite.SharedStatements()
IN_BROWSERS_TOO: Final = frozenset(
    {"cases.test_claims", "conversation.test_chat", "play.test_turn"}
)
"""The modules whose tests `make test` runs once more with the players in browsers; the campaign
`make browsers` does so for all."""
ALONE_IN_BROWSERS_TOO: Final = {
    "cases.test_claims": frozenset(
        {
            "test_a_claim_meets_its_three_requirements_and_the_arbiter_gets_one_card",
            "test_an_opponent_who_is_out_of_reach_is_notified_by_the_arbiter",
            "test_what_is_written_is_not_lost_and_no_claim_is_made_twice",
        }
    ),
    "conversation.test_chat": frozenset(
        {
            "test_lines_go_to_the_opponent_alone_and_stay_with_the_game",
            "test_a_line_to_who_has_blocked_the_bot_is_not_called_sent",
            "test_what_is_no_placement_goes_to_the_opponent_by_a_press",
            "test_an_opponent_is_muted_unmuted_and_shown_to_the_arbiter",
            "test_lines_make_no_sound_in_quiet_hours",
        }
    ),
    "play.test_turn": frozenset(
        {
            "test_a_pass_is_announced_from_the_board_and_counts_when_it_is_sent",
            "test_the_board_leads_to_the_sheets_the_time_and_a_claim",
            "test_the_board_leads_to_the_notebook_at_no_further_row",
            "test_a_line_to_the_opponent_is_written_from_the_board",
            "test_a_question_is_dropped_by_the_next_command",
        }
    ),
}
"""The tests of such a module that depend on what a browser does; `make soak` runs the rest there.
"""
IN_BROWSERS_BY_SOAK: Final = frozenset(
    {"days.test_leave", "matches.test_endings", "play.test_conditional", "play.test_typing"}
)
"""The modules for which `make soak` does so."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some modules with players in Telegram and with players in browsers."""
    name = metafunc.module.__name__.removeprefix("tests.e2e.")
    if ALL_IN_BROWSER or name not in IN_BROWSERS_TOO | IN_BROWSERS_BY_SOAK:
        return
    only_telegram = metafunc.definition.get_closest_marker("only_telegram")
    test = metafunc.definition.originalname
    by_soak = name in IN_BROWSERS_BY_SOAK or test not in ALONE_IN_BROWSERS_TOO.get(name, {test})
    marks = [pytest.mark.campaign] if by_soak else []
    in_browsers = [] if only_telegram else [pytest.param(BROWSER, marks=marks)]
    metafunc.parametrize("_players", [TELEGRAM, *in_browsers], indirect=True)


@pytest.fixture(autouse=True)
def _players(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the players of a test play in Telegram or in browsers."""
    mark = request.node.get_closest_marker("only_telegram")
    if ALL_IN_BROWSER and mark is not None:
        pytest.skip(mark.args[0])
    usual = BROWSER if ALL_IN_BROWSER else TELEGRAM
    play_in(getattr(request, "param", usual))
    yield
    play_in(usual)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    """Keep the log's warnings for failed tests only."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
        ],
    )
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="module", autouse=True)
def _lean_connections() -> Iterator[None]:
    """Make the calls of SQLite connections in the event loop, and of Telegram with less work."""
    with pytest.MonkeyPatch.context() as patch:
        SHARED.use(patch)
        lean_http.use(patch)
        yield


@pytest.fixture(scope="module", autouse=True)
def _made_once() -> Iterator[None]:
    """Draw equal pictures of games once, and open the shipped word lists once."""
    with pytest.MonkeyPatch.context() as patch:
        drawn_once.remember(patch)
        words_once.remember(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def _same_codes() -> Iterator[None]:
    """Give matches the same codes in every run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "choice", CODES.choice)
        yield


@pytest.fixture(scope="session", autouse=True)
def _kept_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let all processes of a run share the stored beginnings (each process has its own folder)."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        KEPT.folder = tmp_path_factory.getbasetemp().parent


async def cup_set_up(laid: Table) -> tuple[CompetitionCode, Message]:
    """Have the arbiter set up a competition; return its code and the arbiter's card."""
    await arbiter_made(laid)
    made = await set_up_in_chat(laid, title="Cupa Primăverii 2025")
    return made.code, made.card


async def match_arranged(laid: Table) -> tuple[str, str, str]:
    """Arrange a match; return its code and both players' links."""
    await arbiter_made(laid)
    return await laid.invite()


async def four_listed(laid: Table) -> tuple[Any, ...]:
    """Set up a competition of two phases, and enter four players."""
    await arbiter_made(laid)
    championship = await set_up(laid)
    await championship.enter(FOUR)
    return Season(championship).left


@continues(match_begun)
async def match_given_up(laid: Table) -> tuple[Any, ...]:
    """Have each player resign one game of the match; return its code, Red and Blue."""
    await Pair(laid, *laid.done).give_up_both()
    return laid.done


@continues(casa_placed)
async def home_passed_out(laid: Table) -> tuple[Any, ...]:
    """Have both pass twice after the home game's only move; return code, Red and Blue."""
    pair = Pair(laid, *laid.done)
    await pair.pass_all(pair.blue, pair.red)
    return laid.done


_BY_FIXTURE: Final[dict[str, Opening]] = {
    "invited": match_arranged,
    "four": four_listed,
    "pair": match_begun,
    "casa": casa_placed,
    "given_up": match_given_up,
    "passed_out": home_passed_out,
    "silent": eleven_days_silent,
    "unopened": eleven_days_unopened,
    "championship": cup_set_up,
    "browser_pair": both_seated,
}


def _opening(request: pytest.FixtureRequest) -> Opening:
    """Return the beginning of the test's table, named by the other fixture that the test uses."""
    for name, opening in _BY_FIXTURE.items():
        if name in request.fixturenames:
            return opening
    if "season" in request.fixturenames:
        cup = request.node.get_closest_marker("cup")
        return cup_begun(*cup.args, **cup.kwargs)
    if "between_phases" in request.fixturenames:
        mark = request.node.get_closest_marker("qualified")
        return Qualified(mark.args, **mark.kwargs) if mark else Qualified()
    return arbiter_made


@pytest_asyncio.fixture(name="table")
async def _table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """Give a table for one test, on 1 May 2025, 10:00 in Bucharest."""
    async with table(tmp_path, after=_opening(request)) as laid:
        yield laid


@pytest.fixture
def invited(table: Table) -> tuple[str, str, str]:
    """Give the code and both links of a match that is arranged."""
    code, one, other = table.done
    return code, one, other


@pytest.fixture
def four(table: Table) -> Championship:
    """Give a competition of two phases whose four players have not joined."""
    return Season.at(table, *table.done).championship


@pytest.fixture
def pair(table: Table) -> Pair:
    """Give a match whose home game has just begun: Red holds SLOPAAC, Blue ADESEIN."""
    return Pair(table, *table.done)


@pytest.fixture
def casa(table: Table) -> Pair:
    """Give that match after Red's first move, CASA; Blue is on turn."""
    return Pair(table, *table.done)


@pytest.fixture
def championship(table: Table) -> Championship:
    """Give a newly created competition, at the table of 1 May."""
    return Championship(table, *table.done)


@pytest.fixture
def season(table: Table) -> Season:
    """Give the cup that has just begun, with the names of the test's mark `cup`."""
    return Season.at(table, *table.done)


@pytest.fixture
def between_phases(table: Table) -> Season:
    """Give the championship of three after its preliminary phase, or of the mark `qualified`."""
    return Season.at(table, *table.done)


@pytest_asyncio.fixture(name="pairs")
async def _pairs(tmp_path: Path) -> AsyncIterator[list[Pair]]:
    """Give the pairs of a finished cup, at a table for one test."""
    async with cup_over(tmp_path) as pairs:
        yield pairs


@pytest.fixture
def home(pair: Pair) -> GameId:
    """Give the pair's home game."""
    return GameId(f"{pair.code}/1")


@pytest.fixture
def given_up(table: Table) -> Pair:
    """Give a match whose results are proposed: Blue resigned the home game, Red the return."""
    return Pair(table, *table.done)


@pytest.fixture
def passed_out(table: Table) -> Pair:
    """Give a match whose home game has ended after Red's move and four passes."""
    return Pair(table, *table.done)


@pytest.fixture
def silent(table: Table) -> Pair:
    """Give a match in which Red opened on 1 May and Blue has not answered by 12 May."""
    return Pair(table, *table.done)


@pytest.fixture
def unopened(table: Table) -> Pair:
    """Give a match that Red has not opened by 12 May."""
    return Pair(table, *table.done)
