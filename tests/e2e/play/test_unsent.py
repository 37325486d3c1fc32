"""A move that is written but not sent: it counts as it says, stays true, and is named in time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox import Message, SandboxUser
from tests.e2e.days.silent_games import final_waits_for_blue
from tests.e2e.harness import Pair, Table, bucharest, table
from tests.e2e.plays import best
from tests.e2e.texts import mentions, says, told

LAST = "2025-05-22"
"""Blue's last day to answer in a final phase (20 days) when they were to move on 1 May."""


@pytest_asyncio.fixture(name="waiting")
async def _waiting(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a game of a final phase in which Red has opened on 1 May."""
    async with table(tmp_path, after=final_waits_for_blue) as laid:
        yield Pair(laid, *laid.done)


async def written(pair: Pair) -> tuple[Message, str]:
    """Have Blue write a possible move; return its preview and the move."""
    move = best(await pair.game()) or "PAS"
    return await pair.type(pair.blue, move), move


def named(user: SandboxUser, move: str) -> list[Message]:
    """Return the messages that name the unsent move."""
    return [each for each in user.messages if mentions(each, "written.below", move=move)]


async def no_digest(laid: Table, user: SandboxUser) -> None:
    """Have a person choose separate reminders."""
    await laid.choose(user, "digest:off")


@pytest.mark.article("7.1")
async def test_a_preview_says_until_when_it_counts_as_written(waiting: Pair) -> None:
    """Within the hour it names its end; then it counts from the press, until the last day."""
    laid = waiting.table
    await laid.travel_to(bucharest("2025-05-10", "21:05:00"))
    preview, _ = await written(waiting)
    assert mentions(
        preview, "preview.prompt", until=bucharest("2025-05-10", "22:05:00").isoformat()
    )
    assert says(preview, "preview.placement", days=8)

    await laid.travel_to(bucharest("2025-05-10", "22:06:00"))
    assert mentions(preview, "preview.from_press")
    assert "22 mai 2025" in preview.text
    assert [each.data.partition(":")[0] for each in preview.buttons] == ["send", "drop"]

    for day, used in (("2025-05-11", 9), ("2025-05-15", 13)):
        await laid.travel_to(bucharest(day, "00:01:00"))
        assert says(preview, "preview.placement", days=used, left=20 - used)
    await laid.press(waiting.blue, preview, "button.send")
    assert says(preview, "play.sent", days=13)


async def test_a_pass_stays_true_as_well(waiting: Pair) -> None:
    """Its days are those of the day on which one looks."""
    laid = waiting.table
    await laid.travel_to(bucharest("2025-05-10", "21:05:00"))
    preview = await waiting.type(waiting.blue, "PAS")
    await laid.travel_to(bucharest("2025-05-12", "00:01:00"))
    assert says(preview, "preview.pass", days=10)
    assert mentions(preview, "preview.from_press")


@pytest.mark.article("7.2")
async def test_leave_moves_the_last_day_of_a_preview_and_does_not_end_it(waiting: Pair) -> None:
    """Days alone change no board, so the move can be sent as it was written."""
    laid = waiting.table
    await laid.travel_to(bucharest("2025-05-10", "10:00:00"))
    preview, _ = await written(waiting)
    await laid.travel_to(bucharest("2025-05-10", "12:00:00"))
    assert "22 mai 2025" in preview.text
    await laid.say(waiting.blue, "/concediu 12.05 14.05")
    await laid.travel_to(bucharest("2025-05-10", "12:01:00"))
    assert "25 mai 2025" in preview.text

    await laid.press(waiting.blue, preview, "button.send")
    assert says(preview, "play.sent", days=8)


async def test_a_press_after_a_change_says_which_change(waiting: Pair) -> None:
    """The game has ended meanwhile, and the press says how."""
    laid = waiting.table
    preview, move = await written(waiting)
    (question,) = await laid.say(waiting.blue, f"/abandon {waiting.id}")
    await laid.press(waiting.blue, question, "button.abandon")

    await laid.press(waiting.blue, preview, "button.send")

    assert says(preview, "play.overtaken", placement=move)
    assert mentions(preview, "overtaken.ended")


async def test_reminders_name_the_unsent_move_with_its_button(waiting: Pair) -> None:
    """The button under the reminder sends it; the reminder stays, the preview loses its buttons."""
    laid, blue = waiting.table, waiting.blue
    await no_digest(laid, blue)
    await laid.travel_to(bucharest("2025-05-10", "10:00:00"))
    preview, move = await written(waiting)
    await laid.travel_to(bucharest("2025-05-12", "10:00:00"))
    reminder = named(blue, move)[-1]
    assert mentions(reminder, "remind.days_left", game=waiting.id)
    before = reminder.text

    (sent,) = await laid.press(blue, reminder, "button.send_written")

    assert says(sent, "play.sent")
    assert reminder.text == before
    assert says(preview, "play.sent_apart", placement=move)
    assert len((await waiting.game()).moves) == 2
    await laid.press(blue, reminder, "button.send_written")
    assert reminder.text == before


async def test_the_digest_names_the_unsent_move_with_its_button(waiting: Pair) -> None:
    """Below the game's line, with a button of its own."""
    laid, blue = waiting.table, waiting.blue
    await laid.choose(blue, "digest:daily")
    preview, move = await written(waiting)
    await laid.travel_to(bucharest("2025-05-02", "10:00:00"))
    (digest,) = told(blue.messages, "digest.text")
    assert mentions(digest, "written.below", move=move)

    (sent,) = await laid.press(blue, digest, "button.send_written")

    assert says(sent, "play.sent")
    assert says(digest, "digest.text")
    assert says(preview, "play.sent_apart", placement=move)


@pytest.mark.article("7.2")
async def test_the_last_evening_names_the_unsent_move_aloud_once(waiting: Pair) -> None:
    """The warning of the last morning names it, and so does one message at eight in the evening."""
    laid, blue = waiting.table, waiting.blue
    await laid.travel_to(bucharest("2025-05-21", "12:00:00"))
    _, move = await written(waiting)
    await laid.travel_to(bucharest(LAST, "12:00:00"))
    assert mentions(named(blue, move)[-1], "remind.last_day", game=waiting.id)
    assert not told(blue.messages, "written.evening")

    await laid.travel_to(bucharest(LAST, "20:00:30"))
    (evening,) = told(blue.messages, "written.evening", move=move, game=waiting.id)
    assert not evening.silent
    await laid.travel_to(bucharest(LAST, "23:00:00"))
    assert len(told(blue.messages, "written.evening")) == 1

    await laid.press(blue, evening, "button.send_written")
    assert told(blue.messages, "play.sent")


@pytest.mark.article("7.2")
async def test_a_move_written_late_on_the_last_evening_is_named_after_its_hour(
    waiting: Pair,
) -> None:
    """Quiet hours do not silence it."""
    laid, blue = waiting.table, waiting.blue
    await laid.choose(blue, "quiet:21-9")
    await laid.travel_to(bucharest(LAST, "20:30:00"))
    _, move = await written(waiting)
    await laid.travel_to(bucharest(LAST, "21:29:00"))
    assert not told(blue.messages, "written.evening")
    await laid.travel_to(bucharest(LAST, "21:31:00"))
    (evening,) = told(blue.messages, "written.evening", move=move)
    assert not evening.silent


async def test_a_sent_or_dropped_move_is_named_nowhere(waiting: Pair) -> None:
    """No evening message comes for a move that was dropped."""
    laid, blue = waiting.table, waiting.blue
    await laid.travel_to(bucharest("2025-05-21", "12:00:00"))
    preview, move = await written(waiting)
    await laid.press(blue, preview, "button.drop")
    await laid.travel_to(bucharest(LAST, "21:00:00"))
    assert not named(blue, move)
    assert not told(blue.messages, "written.evening")
