"""Seats in browsers in a competition: with or without them, as the organiser sets (art. 6.1)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import uuid4

import pytest
import pytest_asyncio
from httpx import Response
from openpyxl import load_workbook
from sqlalchemy import func, select

from bot.site.options import SiteOptions
from engine.competitions.sign_up import SignUpState
from engine.ids import WEB
from engine.matches.events import PlayerJoined
from storage import log
from storage.schema import persons
from storage.streams import match_stream
from tests.e2e.bench import later
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.competitions.sign_up_shared import SignUp, SignUpOpened
from tests.e2e.harness import Opening, Table, arbiter_made, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.public_site import written
from tests.e2e.season import Season
from tests.e2e.texts import told

PAGE = {"server_public_url": "https://scrabble.example.org"}


async def four_invited(laid: Table) -> tuple[Any, ...]:
    """Set up a competition with four players who are invited."""
    await arbiter_made(laid)
    made = await set_up(laid, {"phases": "final"})
    await made.enter(FOUR)
    return Season(made).left


@asynccontextmanager
async def page_after(folder: Path, opening: Opening) -> AsyncIterator[MiniApp]:
    """Give the page of a bot that has a public address since that opening."""
    async with table(folder, changed=PAGE, after=opening) as laid, mini_app(laid) as web:
        yield web


@pytest_asyncio.fixture(name="web")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the page of a bot with a competition whose four players are invited."""
    async with page_after(tmp_path, four_invited) as web:
        yield web


@pytest_asyncio.fixture(name="form")
async def _form(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the page of a bot with an open sign-up."""
    async with page_after(tmp_path, SignUpOpened()) as web:
        yield web


async def people(laid: Table) -> int:
    """Return how many people the bot knows."""
    async with laid.stored.database.reading() as tx:
        return int((await tx.execute(select(func.count()).select_from(persons))).scalar_one())


def entered(web: MiniApp) -> Championship:
    """Return the competition whose players are invited."""
    return Season.at(web.table, *web.table.done).championship


def opened(web: MiniApp) -> SignUp:
    """Return the open sign-up."""
    return SignUp.at(web.table, *web.table.done)


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
    made = entered(web)
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
    made = entered(web)
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
    await later(web.table, (phase.plan.start - web.table.sandbox.clock.now().date()).days + 1)
    person = next(iter((await made.now()).claimed))
    async with web.table.stored.database.reading() as tx:
        for match in phase.matches:
            events = [row.event for row in await log.load(tx, match_stream(match.code))]
            joined = [one.via for one in events if isinstance(one, PlayerJoined)]
            assert joined == ([WEB] if person in match.players else [])


async def test_the_card_of_a_player_says_in_which_browser_they_play(web: MiniApp) -> None:
    """It names device, last visit and mails; once all devices have ended, what to do.

    The arbiters learn of a new device, also before the first game: silently, with its name.
    """
    made = entered(web)
    rows = await rows_of_invitations(made)
    ana = BrowserUser(web)
    assert (await ana.take(code_in(rows[1][3]))).status_code == 200
    await web.table.settle()

    async def card() -> str:
        await made.say(f"/campionat {made.code}")
        await made.press("button.comp.players")
        await made.press("button.plain", label="Ana Pop")
        return made.card.text

    shown = "A intrat (prin browser: Chrome, Android; deschis ultima dată pe 1 mai 2025"
    assert shown in await card()
    (device,) = (await ana.ask("GET", "/devices")).json()["devices"]
    assert (await ana.post("/devices/end", device=device["id"])).status_code == 200
    assert "niciun dispozitiv nu mai e deschis: trimite un link nou" in await card()

    ion = BrowserUser(web)
    await ion.take(code_in(rows[2][3]))
    code = (await ion.post("/devices/offer")).json()["code"]
    tablet = BrowserUser(web, agent="Mozilla/5.0 (iPad; CPU OS 18_0) Version/18.0 Safari/605.1.15")
    await tablet.ask("POST", "/devices/add", code=code, nonce=tablet.nonce)
    await web.table.settle()
    (heard,) = told(made.arbiter.messages, "device.added_told", who="Ion Rus")
    assert "Safari, iPad" in heard.text
    assert heard.silent


@pytest.mark.only_telegram("the player is in Telegram")
async def test_a_player_in_telegram_does_not_leave_a_competition_without_browsers(
    web: MiniApp,
) -> None:
    """`/continua` gives no link to a browser while such a competition runs."""
    made = entered(web)
    rows = await rows_of_invitations(made)
    made.links["Ana Pop"] = rows[1][3]
    ana = await made.claim("Ana Pop")
    await set_seats(made, "button.comp.browsers_without")

    (refused,) = await web.table.say(ana, "/continua")

    assert "se joacă numai prin Telegram" in refused.text
    assert "#device=" not in refused.text


async def typed(page: BrowserUser, code: str, text: str, email: str = "") -> Response:
    """Have a browser send the form of a sign-up."""
    sent = {"code": code, "text": text, "email": email, "nonce": page.nonce, "id": str(uuid4())}
    return await page.ask("POST", "/sign-up/send", **sent)


async def test_people_sign_up_in_a_browser_and_the_arbiter_confirms(form: MiniApp) -> None:
    """Looking stores nobody; a name gives a person who waits for the arbiter's word.

    A second sign-up from a device is the same person, as in Telegram. A browser with a seat is not
    told that it is signed up for a competition, which it is not.
    """
    sign = opened(form)
    code, laid = sign.championship.code, form.table
    _, one, _ = await laid.invite("Dan Ene", "Ema Ilie")
    seated = BrowserUser(form)
    await seated.take(seat_of(one))
    refused = await typed(seated, code, "Dan Ene, Cluj")
    assert (refused.status_code, refused.json()["error"]) == (409, "device_taken")
    assert not await sign.people()
    known = await people(laid)
    page = BrowserUser(form)
    asked = await page.ask("POST", "/sign-up", code=code)
    assert asked.json()["open"]
    assert "Arbitrul confirmă înscrierea" in asked.json()["html"]
    assert await people(laid) == known

    for wrong in ("", "N.N.", "Ana Pop\nIon Rus"):
        refused = await typed(page, code, wrong)
        assert refused.status_code == 422, wrong
    assert await people(laid) == known
    answer = await typed(page, code, "Ana Pop, Cluj")
    assert answer.status_code == 200, answer.text
    assert (await typed(page, code, "Ana Pop, Cluj")).status_code == 200  # the answer was lost
    await laid.settle()

    (ana,) = await sign.people()
    assert (ana.name, ana.club, ana.state) == ("Ana Pop", "Cluj", SignUpState.ASKED)
    assert (await page.session()).status_code == 200
    assert any("așteaptă acordul arbitrului" in each.text for each in await page.messages())
    shown = await page.say(laid, f"/start ins-{code}")
    assert "așteaptă acordul arbitrului" in shown[-1].text
    assert len(await sign.people()) == 1
    (question,) = told(laid.arbiter.messages, "sign_up.asks_browser", who="Ana Pop")
    await laid.press(laid.arbiter, question, "button.sign_up.accept")
    (ana,) = await sign.people()
    assert ana.state is SignUpState.IN
    assert not await laid.stored.findings()


async def test_many_unconfirmed_browsers_do_not_fill_a_sign_up(
    form: MiniApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser costs nothing, so only some wait at once; an account still gets in."""
    most = 3
    monkeypatch.setattr("bot.service.competitions.signing_up.MOST_FROM_BROWSERS", most)
    sign = opened(form)
    code = sign.championship.code
    for number in range(most + 1):
        name = "".join(chr(ord("a") + int(digit)) for digit in f"{number:02}")
        page = BrowserUser(form, client=f"203.0.113.{number + 1}")
        answer = await typed(page, code, f"Dan Pop{name * 2}")
        assert answer.status_code == (200 if number < most else 422), answer.text
    _, card = await sign.enter("Ion Rus, Iași")
    assert len(await sign.people()) == most + 1
    assert "Ion Rus" in card.text


async def test_the_public_page_has_the_link_for_browsers(form: MiniApp, tmp_path: Path) -> None:
    """The competition's page offers signing up in any browser, as long as there are seats.

    Without them neither the question nor the form opens, and nobody is stored.
    """
    sign = opened(form)
    options = SiteOptions(address=PAGE["server_public_url"], bot="tur_retur_bot")
    page = f"c/{sign.championship.code.lower()}/index.html"
    link = f"{PAGE['server_public_url']}/app/#inscriere={sign.championship.code}"
    assert link in (await written(form.table, tmp_path / "site", options)).text(page)
    card = await sign.manage()
    whatsapp = next(each for each in card.buttons if "WhatsApp" in each.label)
    assert link in unquote(whatsapp.url)

    await set_seats(sign.championship, "button.comp.browsers_without")

    after = (await written(form.table, tmp_path / "site", options)).text(page)
    assert link not in after
    assert "t.me/tur_retur_bot" in after
    known = await people(form.table)
    browser = BrowserUser(form)
    asked = await browser.ask("POST", "/sign-up", code=sign.championship.code)
    sent = await typed(browser, sign.championship.code, "Ana Pop, Cluj")
    assert [asked.json()["error"], sent.json()["error"]] == ["browser_seats_off"] * 2
    assert await people(form.table) == known
    assert (await browser.ask("POST", "/sign-up", code="NIMIC")).status_code == 404
