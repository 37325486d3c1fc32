"""The regulation and players in a browser: the channel agreed (art. 6.1), recorded and printed."""

from pathlib import Path

import pytest

from engine.ids import WEB, MatchCode
from engine.matches.events import PlayerJoined
from sandbox import Message
from storage import log
from storage.streams import match_stream
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.cases.dossier_shared import archive_of, pdf_text
from tests.e2e.harness import Table, bucharest
from tests.e2e.harness import table as opened_table
from tests.e2e.matches.places_shared import asked_beside, freed
from tests.e2e.mini_app import MiniApp
from tests.e2e.people.browsers_shared import BrowserPair
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import worded

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")


def with_text(messages: list[Message], part: str) -> list[Message]:
    """Return the messages with that part of a text."""
    return [each for each in messages if part in each.text]


@pytest.mark.article("6.1")
async def test_a_browser_is_recorded_and_told_once(table: Table, browser_pair: BrowserPair) -> None:
    """The log says who joined in a browser; the opponent and the arbiter read it once."""
    code, ana, ion = browser_pair
    await table.settle()

    async with table.app.runtime.database.reading() as tx:
        rows = await log.load(tx, match_stream(MatchCode(code)))
    joined = [each.event for each in rows if isinstance(each.event, PlayerJoined)]
    assert [each.via for each in joined] == [WEB, ""]
    assert (await table.stored.match(code)).in_browser == {joined[0].person}
    told = with_text(ion.messages, "prin browser")
    assert len(told) == 1
    assert "A început partida tur" in told[0].text
    assert "Ana Pop joacă prin browser." in told[0].text
    assert len(with_text(table.arbiter.messages, "a intrat în meciul")) == 2
    assert not [each for each in await ana.messages() if "prin browser" in each.text]


@pytest.mark.article("6.1")
async def test_a_player_who_comes_later_in_a_browser_is_announced(
    table: Table, web: MiniApp
) -> None:
    """In a running game the opponent learns silently that the seat was taken in a browser."""
    pair = await table.match()
    link = await freed(table, pair.code, "Ion Rus")
    assert (await BrowserUser(web).take(seat_of(link))).status_code == 200
    await table.settle()

    (told,) = with_text(pair.red.messages, "joacă de acum prin browser")
    assert "Ion Rus" in told.text
    assert told.silent


@pytest.mark.article("6.1")
async def test_the_arbiter_decides_between_a_browser_and_another_channel(
    table: Table, browser_pair: BrowserPair
) -> None:
    """`/legatura` shows who is in a browser, and the arbiter may set `browser` as the channel."""
    code, _, ion = browser_pair
    (card,) = await table.say(ion, f"/legatura {code}")
    assert "Joacă prin browser: Ana Pop." in card.text
    assert "browser" in [each.label for each in card.buttons]

    (asked,) = await table.say(table.arbiter, f"/legatura {code} browser")
    await table.press(table.arbiter, asked, "means.usual")
    await table.press(table.arbiter, asked, "button.decide")

    match = await table.stored.match(code)
    assert match.channel_settings.channel == "browser"
    assert match.channel_is_ruled


async def test_the_case_file_says_who_plays_in_a_browser(
    table: Table, browser_pair: BrowserPair
) -> None:
    """The story of the match in the archive names the browser."""
    code, *_ = browser_pair
    (file,) = await table.say(table.arbiter, f"/dosar {code}/1")
    assert "Ana Pop intră în meci, prin browser" in pdf_text(archive_of(file))


@pytest.mark.article("7.2")
async def test_the_arbiter_sees_when_a_silent_player_last_opened_the_page(
    table: Table, browser_pair: BrowserPair
) -> None:
    """The case file after ten silent days says when the page was last opened, as the card does."""
    code, ana, _ = browser_pair
    await table.travel_to(bucharest("2025-05-04"))
    assert (await ana.session()).status_code == 200
    await table.travel_to(bucharest("2025-05-12"))

    file = await from_task_list(table, f"{code}/1")
    assert "Pagina din browser: deschisă ultima dată pe 4 mai 2025, 10:00" in file.text
    (sent,) = await table.say(table.arbiter, f"/dosar {code}/1")
    assert "Pagina a fost deschisă ultima dată pe 04.05.2025" in pdf_text(archive_of(sent))
    (card,) = await table.say(table.arbiter, f"/invitatie {code}")
    assert "Chrome, Android; deschis ultima dată pe 4 mai 2025" in card.text


@pytest.mark.article("9.6")
async def test_a_writer_comes_after_the_browser(tmp_path: Path) -> None:
    """The card names the browser's link first; the first usual reason is a lack of devices."""
    page = {"server_public_url": "https://scrabble.example.org"}
    async with opened_table(tmp_path, settings=page) as laid:
        code, *_ = await laid.invite()
        (card,) = await laid.say(laid.arbiter, f"/imputernicire {code}")
        assert "orice browser" in card.text
        asked = await asked_beside(laid, card, "writer.choose_me", who="Ion Rus")
        shown = [each.label for each in asked.buttons]
        assert shown.index(worded("writer.usual_device")) < shown.index(worded("writer.usual"))


async def test_a_browser_is_told_no_telegram_number(
    table: Table, browser_pair: BrowserPair
) -> None:
    """`/start` and `/arbitru` show an account's number in Telegram alone."""
    _, ana, _ = browser_pair
    for command in ("/start", "/arbitru"):
        answers = await ana.say(table, command)
        assert answers
        assert not any("Telegram" in each.text for each in answers), command
