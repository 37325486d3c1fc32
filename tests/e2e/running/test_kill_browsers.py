"""SIGKILL beside a player in a browser: the page is complete, and nothing takes effect twice.

One match continues through all these tests; a player in a browser plays against one in Telegram.

`make test` tries the steps at which a kill finds a fault of a page: before and after the record,
and when a message is on the page but not recorded. `make soak` tries the other steps too.
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from http import HTTPStatus
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from engine.games.events import PlacementMade
from engine.ids import Seat
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.killable import ANSWERED, ASKED, COMMITTED, DECIDED, RECEIVED, SENT, SHOWN, STORED
from tests.e2e.process import process
from tests.e2e.running.mortal_shared import Address, Mortal, send_of, steps

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def mortal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Mortal]:
    """Give a game that Ana opens in her browser, against Ion in Telegram."""
    async with process(tmp_path_factory.mktemp("mortal")) as bot:
        assert bot.web is not None
        code, (one, other), arbiter = await bot.arranged()
        ana = BrowserUser(Address(str(bot.web.base_url)))
        assert (await ana.take(seat_of(one))).status_code == HTTPStatus.OK
        ion = bot.sandbox.add_user("Ion", "ro")
        await bot.join(ion, other)
        yield Mortal(bot, f"{code}/1", ana, ion, arbiter)


@pytest.mark.parametrize(
    "step", steps(DECIDED, COMMITTED, SHOWN, soak=[ASKED, STORED, SENT, ANSWERED])
)
async def test_killed_while_a_browser_sends_a_move_it_counts_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """The repeated press has one answer and one effect; page, opponent and arbiter show it once."""
    before, typed = await mortal.turn_of(Seat.RED)
    button = await mortal.preview(typed)
    shown, key = await mortal.last(), str(uuid4())
    earlier = [each.id for each in await mortal.ana.messages()]
    mortal.bot.order.write_text(step)

    with suppress(httpx.HTTPError):
        await mortal.ana.ask("POST", "/chat", id=key, button=button, message=shown.id)
    await mortal.bot.dies()
    answers = [await mortal.post(key, button=button, message=shown.id) for _ in range(2)]
    await mortal.bot.settle()

    assert answers[0] == answers[1]
    after = await mortal.game()
    assert after.moves[:-1] == before.moves
    assert isinstance(after.moves[-1], PlacementMade)
    version = len(await mortal.bot.stored.events(mortal.id))
    told_by_telegram = [
        caption for user in (mortal.ion, mortal.arbiter) for caption in mortal.sheets(user, version)
    ]
    assert len(Counter(told_by_telegram)) == 2
    assert len(told_by_telegram) == 2 or step == SENT
    page = await mortal.ana.messages()
    assert [each.id for each in page][: len(earlier)] == earlier
    (confirmed,) = [each for each in page if each.id == shown.id]
    assert not send_of(confirmed)
    assert await mortal.bot.stored.findings() == ()


@pytest.mark.parametrize(
    "step",
    steps(COMMITTED, SHOWN, soak=[RECEIVED, STORED, DECIDED, SENT, ANSWERED]),
)
async def test_killed_while_a_browser_is_told_of_a_move_its_page_shows_it_once(
    mortal: Mortal, step: str
) -> None:
    """The opponent's turn and its sheets are on the page exactly once, whatever was interrupted."""
    before, typed = await mortal.turn_of(Seat.BLUE)
    await mortal.bot.say(mortal.ion, typed)
    earlier = [each.id for each in await mortal.ana.messages()]

    await mortal.bot.killed_at(step, mortal.ion)

    after = await mortal.game()
    assert after.moves[:-1] == before.moves
    assert len(after.moves) == len(before.moves) + 1
    version = len(await mortal.bot.stored.events(mortal.id))
    (sheets,) = await mortal.feed_sheets(version)
    assert len(sheets.pictures) == 2
    page = await mortal.ana.messages()
    ids = [each.id for each in page]
    assert ids[: len(earlier)] == earlier
    assert len(set(ids)) == len(ids)
    new = page[len(earlier) :]
    (turn,) = [each for each in new if not each.silent]
    drawn = await mortal.ana.ask("GET", f"/feed/{turn.pictures[0]}")
    assert drawn.content.startswith(b"\x89PNG")
    assert await mortal.bot.stored.findings() == ()


@pytest.mark.parametrize("step", steps(ASKED, soak=[STORED, DECIDED, COMMITTED, SHOWN]))
async def test_killed_while_a_browser_types_its_text_and_the_answer_are_there_once(
    mortal: Mortal, step: str
) -> None:
    """The page shows the text once with one answer under it."""
    earlier, key = len(await mortal.ana.messages()), str(uuid4())
    mortal.bot.order.write_text(step)

    with suppress(httpx.HTTPError):
        await mortal.ana.ask("POST", "/chat", id=key, text="/regulament 7.2")
    await mortal.bot.dies()
    await mortal.post(key, text="/regulament 7.2")
    await mortal.bot.settle()

    own, answer = (await mortal.ana.messages())[earlier:]
    assert (own.from_bot, own.text) == (False, "/regulament 7.2")
    assert answer.from_bot
    assert "7.2" in answer.text
