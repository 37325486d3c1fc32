"""A player's dates in a personal calendar, read over HTTP in the same way as by a phone."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from icalendar import Calendar

from bot.program.answering import front
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.games.deadlines import last_day
from engine.ids import GameId
from engine.matches.approval import last_day_to_object
from sandbox import SandboxUser
from storage.people import calendar_addresses, forgetting
from tests.e2e.browser_user import NO_TLS
from tests.e2e.conftest import home_passed_out
from tests.e2e.harness import Opening, Pair, Table, match_begun, table
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import says

PUBLIC = "http://127.0.0.1"


@asynccontextmanager
async def _at_table(
    folder: Path, after: Opening = match_begun
) -> AsyncIterator[tuple[Pair, httpx.AsyncClient]]:
    """Give the match of that opening, and a reader of what the bot serves."""
    settings = {"server_public_url": PUBLIC}
    async with table(folder, changed=settings, after=after) as laid:
        config = replace(laid.config, server=replace(laid.config.server, port=0))
        async with (
            front(config, laid.app) as base_url,
            httpx.AsyncClient(base_url=base_url, verify=NO_TLS) as client,
        ):
            code, red, blue = laid.done
            yield Pair(laid, code, red, blue), client


async def _address(at: Table, user: SandboxUser) -> str:
    """Have the person ask for a calendar address; return its path."""
    (card,) = await at.say(user, "/calendar")
    key = "button.calendar_new" if says(card, "calendar.how") else "button.calendar_other"
    await at.press(user, card, key)
    found = re.search(rf"{re.escape(PUBLIC)}(/calendar/[\w-]{{43}}\.ics)", card.text)
    assert found, card.text
    return found[1]


async def _events(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """Return the calendar's events by name."""
    answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.text)
    assert calendar["version"] == "2.0"
    return {str(one["uid"]).partition("@")[0]: one for one in calendar.walk("VEVENT")}


async def test_the_last_day_to_move_is_in_the_calendar_of_the_player_to_move(
    tmp_path: Path,
) -> None:
    """With the move it changes to the opponent's calendar, and is never in both.

    Unchanged dates have the same ETag and are not sent twice. Leave moves the day in the same
    entry, with a greater sequence number, and is an entry of its own.
    """
    async with _at_table(tmp_path) as (pair, client):
        red, blue = [await _address(pair.table, each) for each in (pair.red, pair.blue)]
        uid = f"answer-{pair.id.replace('/', '-').lower()}"
        before = await _events(client, red)
        assert uid in before
        assert uid not in await _events(client, blue)
        tag = (await client.get(red)).headers["etag"]
        again = await client.get(red, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")

        await pair.table.say(pair.red, "/concediu 3.05 5.05")

        assert (await client.get(red, headers={"If-None-Match": tag})).status_code == 200
        found = await _events(client, red)
        assert (found[uid]["dtstart"].dt - before[uid]["dtstart"].dt).days == 3
        assert found[uid]["sequence"] > before[uid]["sequence"]
        (leave,) = [one for name, one in found.items() if name.startswith("leave-")]
        days = leave["dtstart"].dt.isoformat(), leave["dtend"].dt.isoformat()
        assert days == ("2025-05-03", "2025-05-06")

        await pair.place(pair.red, "H8 CASA")

        assert uid not in await _events(client, red)
        after = (await _events(client, blue))[uid]
        assert after["dtstart"].dt == last_day(await pair.game())
        assert pair.red.name.split()[0] in str(after["summary"])


async def test_ones_competitions_stand_there_from_their_start_to_their_last_date(
    tmp_path: Path,
) -> None:
    """A moved closing date updates its entry; then come the return game and the objection."""
    changed, begun = {"server_public_url": PUBLIC}, cup_begun("Ana Pop", "Ion Rus")
    async with table(tmp_path, changed=changed, after=begun) as laid:
        config = replace(laid.config, server=replace(laid.config.server, port=0))
        season = Season.at(laid, *laid.done)
        (pair,) = await season.pairs()
        of = f"{season.code}-final".lower()
        async with (
            front(config, laid.app) as base_url,
            httpx.AsyncClient(base_url=base_url, verify=NO_TLS) as client,
        ):
            path = await _address(laid, pair.red)

            before = await _events(client, path)
            assert before[f"start-{of}"]["dtstart"].dt.isoformat() == "2025-05-01"
            assert before[f"closing-{of}"]["dtstart"].dt.isoformat() == "2025-09-30"
            card = season.championship
            await card.say(f"/campionat {season.code}")
            await card.steps("plan", "dates_only")
            await card.say("2025-05-01 2025-10-15")
            after = await _events(client, path)
            assert after[f"closing-{of}"]["dtstart"].dt.isoformat() == "2025-10-15"
            assert after[f"closing-{of}"]["sequence"] > before[f"closing-{of}"]["sequence"]

            code = pair.code.lower()
            assert f"return-{code}" not in after
            await season.abandoned(GameId(pair.id), (await pair.game()).red.person)
            between = await laid.stored.match(pair.code)
            returns = (await _events(client, path))[f"return-{code}"]
            assert returns["dtstart"].dt == between.return_day
            (match,) = await season.matches()
            await season.return_now(match)
            back = Pair(laid, pair.code, red=pair.blue, blue=pair.red, leg=2)
            await season.abandoned(GameId(back.id), (await back.game()).red.person)
            over = await _events(client, path)
            assert f"return-{code}" not in over
            assert over[f"object-{code}"]["dtstart"].dt == last_day_to_object(
                await laid.stored.match(pair.code)
            )
            await season.agree(pair)
            assert f"object-{code}" not in await _events(client, path)


async def test_days_are_those_of_the_readers_clock(tmp_path: Path) -> None:
    """Midnight in Bucharest is five in the afternoon in Toronto.

    The card says since when the address exists, on the reader's calendar.
    """
    async with _at_table(tmp_path) as (pair, client):
        at, number = pair.table, (await pair.table.stored.person(pair.red.id)).id
        async with at.app.runtime.database.transaction() as tx:
            made = datetime(2025, 10, 1, 22, 30, tzinfo=UTC)
            await calendar_addresses.keep(tx, "secret", number, made)
        (card,) = await at.say(pair.red, "/calendar")
        assert "2 octombrie 2025" in card.text

        path = await _address(at, pair.red)
        await at.say(pair.red, "/setari Toronto")

        (entry,) = [
            one for name, one in (await _events(client, path)).items() if name[:7] == "answer-"
        ]
        end = entry["dtend"].dt.astimezone(ZoneInfo("America/Toronto"))
        assert (end.hour, end.minute) == (17, 0)


async def test_an_address_that_was_taken_back_leads_nowhere(tmp_path: Path) -> None:
    """An address replaced, withdrawn, or without owner is answered like a wrong one.

    The database stores only a hash.
    """
    async with _at_table(tmp_path, home_passed_out) as (pair, client):
        at, user = pair.table, pair.red
        number = (await at.stored.person(user.id)).id
        replaced = await _address(at, user)
        async with at.app.runtime.database.reading() as tx:
            rows = await tx.exec_driver_sql("SELECT * FROM calendar_addresses")
            assert replaced.removeprefix("/calendar/")[:43] not in str(rows.all())
        withdrawn = await _address(at, user)
        assert (await client.get(withdrawn)).status_code == 200
        await _leads_nowhere(client, replaced)

        (card,) = await at.say(user, "/calendar")
        await at.press(user, card, "button.calendar_off")
        await _leads_nowhere(client, withdrawn)

        last = await _address(at, user)
        async with at.app.runtime.database.transaction() as tx:
            name = load_catalogue("ro").plain(say("person.withdrawn", number=str(number)))
            await forgetting.forget(tx, number, at.sandbox.clock.now(), name)
            assert await calendar_addresses.of(tx, number) is None
        await _leads_nowhere(client, last)


async def _leads_nowhere(client: httpx.AsyncClient, path: str) -> None:
    """Check that the address is answered like one that never was."""
    gone, wrong = await client.get(path), await client.get("/calendar/nothing.ics")
    assert (gone.status_code, gone.content) == (wrong.status_code, wrong.content) == (404, b"")


async def test_who_asks_without_end_is_answered_no_more_and_closes_nobodys_calendar(
    tmp_path: Path,
) -> None:
    """However many wrong addresses one client tries, valid ones work, and the wrong are blocked.

    After too many requests the answer says when to try again.
    """
    async with _at_table(tmp_path) as (pair, client):
        path = await _address(pair.table, pair.red)
        wrong = [await client.get(f"/calendar/{n:043}.ics") for n in range(301)]
        assert (wrong[0].status_code, wrong[-1].status_code) == (404, 429)

        answers = [await client.get(path) for _ in range(40)]

        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].headers["retry-after"]


async def test_without_an_address_of_the_bot_there_is_none_of_a_calendar(pair: Pair) -> None:
    """The answer names another place with the player's dates."""
    (answer,) = await pair.table.say(pair.red, "/calendar")

    assert says(answer, "calendar.not_served")
