"""Clocks that are set, under a running match: order and days are Telegram's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.chronology import backward_steps
from engine.thinking_time import day_of, days_used
from tests.e2e.harness import MORNING, Pair, bucharest, match_begun, table
from tests.e2e.mini_app import mini_app
from tests.examples import HALF

STEP = timedelta(days=2)
"""The longest step of a clock."""
BUCHAREST = "Europe/Bucharest"
NIGHTS = (MORNING, bucharest("2025-03-29"), bucharest("2025-10-25"))
"""An ordinary day, and those before the two nights in which the hour changes."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What happens until a player answers."""

    hours: float
    before: timedelta
    """By how much the machine's clock is set at once."""
    after: timedelta
    """By how much it is set just before the answer, when Telegram has stated no time since."""
    in_app: bool
    restarts: bool


steps = st.one_of(
    st.just(timedelta()),
    st.timedeltas(-STEP, STEP),
    st.timedeltas(timedelta(seconds=-90), timedelta(seconds=90)),
)
waits = st.builds(
    Wait,
    hours=st.one_of(st.floats(0, 70), st.sampled_from([13.999, 14.0, 14.001, 16.999, 17.001])),
    before=steps,
    after=steps,
    in_app=st.booleans(),
    restarts=st.sampled_from([False, False, True]),
)


@pytest.mark.article("7.1")
@settings(max_examples=max(3, HALF // 6), phases=[Phase.generate])
@given(st.sampled_from(NIGHTS), st.lists(waits, min_size=2, max_size=4))
async def test_no_clock_dates_an_act_before_another_or_costs_anybody_a_day(
    begun: datetime, story: Sequence[Wait]
) -> None:
    """In the chat and in the app, over restarts, and also when the hour changes."""
    with TemporaryDirectory() as folder:
        async with table(Path(folder), at=begun, after=match_begun) as laid:
            pair = Pair(laid, *laid.done)
            instants = [laid.sandbox.clock.now()]
            for number, wait in enumerate(story):
                await _answer(pair, wait, "H8 CASA" if number == 0 else "")
                instants.append(laid.sandbox.clock.now())

            days = [day_of(at, BUCHAREST) for at in instants]
            owed = [days_used(*two, ()) for two in pairwise(days)]
            moves = (await pair.game()).moves
            assert [move.days for move in moves] == owed
            assert [move.sent for move in moves] == days[1:]
            stored = await laid.stored.rows(pair.id)
            assert backward_steps(stored) == ()


async def _answer(pair: Pair, wait: Wait, placement: str) -> None:
    """Let time pass, have somebody set the clock, and have the player on turn move."""
    laid, (red, blue) = pair.table, (pair.red, pair.blue)
    laid.clock.travel(wait.before)
    await laid.travel(wait.hours / 24)
    if wait.restarts:
        await laid.stop_bot()
        await laid.start_bot()
    user = red if len((await pair.game()).moves) % 2 == 0 else blue
    laid.clock.travel(wait.after)
    if wait.in_app:
        async with mini_app(laid) as web:
            answer = await (await web.open(user)).move(pair.id, placement)
            assert answer.status_code == 200, answer.text
        await laid.settle()
    else:
        await pair.place(user, placement or "PAS")
