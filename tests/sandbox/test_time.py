from datetime import UTC, datetime, timedelta

import pytest

from bot.runtime.clock import FixedClock, SystemClock
from sandbox import Sandbox, SandboxUser
from sandbox.clock import ShiftedClock
from tests.sandbox.conftest import MAY_DAY


async def test_travelling_moves_the_date_of_messages(sandbox: Sandbox, ana: SandboxUser) -> None:
    """A message has the sandbox's time in whole seconds."""
    await sandbox.travel(timedelta(days=5, hours=1, microseconds=5))

    assert ana.send("salut").date == MAY_DAY + timedelta(days=5, hours=1)


async def test_a_journey_ends_when_all_who_listen_have_acted(sandbox: Sandbox) -> None:
    """Listeners run in order with the new time, and a removed one is not called."""
    heard: list[datetime] = []

    async def listen(now: datetime) -> None:
        heard.append(now)

    leave = sandbox.clock.on_travel(listen)
    arrived = await sandbox.travel(timedelta(days=1))
    assert heard == [arrived] == [MAY_DAY + timedelta(days=1)]
    leave()
    await sandbox.clock.reset()

    assert len(heard) == 1
    assert sandbox.clock.now() == MAY_DAY
    assert await sandbox.clock.travel_to(MAY_DAY) == MAY_DAY


def test_clocks_speak_utc() -> None:
    """A fixed clock turns its instant to UTC and refuses one without a time zone."""
    romanian = timedelta(hours=3)
    fixed = FixedClock(datetime.fromisoformat("2025-05-01T15:00+03:00"))

    assert fixed.now() == MAY_DAY
    assert fixed.now().tzinfo is UTC
    assert SystemClock().now().tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        FixedClock((MAY_DAY + romanian).replace(tzinfo=None))


def test_a_shifted_clock_ticks_with_the_one_under_it() -> None:
    """Time continues after the change; a reset ends the shift."""
    clock = ShiftedClock()
    clock.travel(timedelta(days=1))
    first = clock.now()
    assert clock.now() >= first > SystemClock().now() + timedelta(hours=23)
    clock.travel_to(MAY_DAY)
    assert abs(clock.now() - MAY_DAY) < timedelta(minutes=1)
    clock.reset()

    assert clock.shift == timedelta()
