"""Seats in browsers in a competition: with or without them, as the organiser sets (art. 6.1)."""

from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio
from openpyxl import load_workbook

from engine.ids import WEB
from engine.matches.events import PlayerJoined
from storage import log
from storage.streams import match_stream
from tests.e2e.browser_user import BrowserUser
from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.harness import table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.texts import told

PAGE = {"server_public_url": "https://scrabble.example.org"}


@pytest_asyncio.fixture(name="web")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the page of a bot with an arbiter and a public address."""
    async with table(tmp_path, settings=PAGE) as laid, mini_app(laid) as web:
        yield web


async def entered(web: MiniApp) -> Championship:
    """Set up a competition with four players who are invited."""
    made = await set_up(web.table, {"phases": "final"})
    await made.press("button.comp.add")
    await made.say(FOUR)
    await web.table.all_are_others(made.arbiter, made.card)
    await made.press("button.comp.enter")
    return made


async def rows_of_invitations(made: Championship) -> list[list[str]]:
    """Return the rows of the workbook with the invitations."""
    await made.say(f"/campionat {made.code}")
    files = [one for one in await made.press("button.comp.invitations") if one.document]
    assert files
    assert files[0].document is not None
    (sheet,) = load_workbook(BytesIO(files[0].document.content)).worksheets
    return [[str(cell.value or "") for cell in row] for row in sheet.iter_rows()]


async def set_seats(made: Championship, key: str) -> None:
    """Have the arbiter open or close seats for browsers."""
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.browsers")
    await made.press(key)


def code_in(link: str) -> str:
    """Return the code of a link to Telegram."""
    return parse_qs(urlsplit(link).query)["start"][0]


@pytest.mark.article("6.1")
async def test_a_competition_without_browsers_gives_them_no_link_and_no_seat(web: MiniApp) -> None:
    """The workbook loses its column, and the page refuses the code of an invitation."""
    made = await entered(web)
    with_web = await rows_of_invitations(made)
    assert [each[4].partition("#")[0] for each in with_web[1:]] == [
        "https://scrabble.example.org/app/"
    ] * 4
    await set_seats(made, "button.comp.browsers_without")
    assert "✓" in next(one.label for one in made.card.buttons if "Telegram" in one.label)
    assert not (await made.now()).browser_seats

    without = await rows_of_invitations(made)

    assert len(without[0]) == len(with_web[0]) - 1
    ana = BrowserUser(web)
    code = code_in(without[1][3])
    for answer in (await ana.look_at(code), await ana.take(code)):
        assert answer.status_code == 409
        assert answer.json()["error"] == "browser_seats_off"
    assert not (await made.now()).claimed
    await set_seats(made, "button.comp.browsers_with")
    assert (await ana.take(code)).status_code == 200
    await web.table.settle()
    assert (await made.now()).claimed


@pytest.mark.article("6.1")
async def test_a_player_in_a_browser_is_named_to_the_arbiter_and_on_the_matches(
    web: MiniApp,
) -> None:
    """The list of those who have come says it, and each match records it at its start."""
    made = await entered(web)
    rows = await rows_of_invitations(made)
    ana = BrowserUser(web)
    assert (await ana.take(code_in(rows[1][3]))).status_code == 200
    await web.table.settle()
    came = told(made.arbiter.messages, "comp.came_list")[-1]
    assert "Ana Pop (prin browser: Chrome, Android)" in came.text

    await made.say(f"/campionat {made.code}")
    await made.draw()
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.publish")
    phase = (await made.now()).phase
    await web.table.travel((phase.plan.start - web.table.sandbox.clock.now().date()).days + 1)
    person = next(iter((await made.now()).claimed))
    async with web.table.stored.database.reading() as tx:
        for match in phase.matches:
            events = [row.event for row in await log.load(tx, match_stream(match.code))]
            joined = [one.via for one in events if isinstance(one, PlayerJoined)]
            assert joined == ([WEB] if person in match.players else [])


async def test_a_player_in_telegram_does_not_leave_a_competition_without_browsers(
    web: MiniApp,
) -> None:
    """`/continua` gives no link to a browser while such a competition runs."""
    made = await entered(web)
    rows = await rows_of_invitations(made)
    made.links["Ana Pop"] = rows[1][3]
    ana = await made.claim("Ana Pop")
    await set_seats(made, "button.comp.browsers_without")

    (refused,) = await web.table.say(ana, "/continua")

    assert "se joacă numai prin Telegram" in refused.text
    assert "#device=" not in refused.text
