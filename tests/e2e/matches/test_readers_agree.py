"""Every view of a game shows the same days and the same last day after any history."""

import json
import os
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from icalendar import Calendar

from bot.documents.views.setting import GameSetting
from bot.documents.views.sheets import player_time
from bot.site.open_data import path_of
from bot.site.paths import match_path
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.notices.days.ledger import balance_text, entry_text
from engine.games.game import Stage
from engine.ids import Leg, MatchCode, Seat
from engine.matches.ledger.ledger import ledger
from engine.matches.match import MatchStage
from sandbox import SandboxUser
from sandbox.faults import ServerError
from tests.e2e.bench import REASON, choose, confirm, own_case, rule, tap
from tests.e2e.cases.dossier_shared import archive_of, evened, pdf_text
from tests.e2e.harness import Pair, table
from tests.e2e.mini_app import NO_TLS, MiniApp, mini_app
from tests.e2e.plays import best
from tests.e2e.public_site import written
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import mentions, worded

CLOSING, PUBLIC = "2025-05-20", "http://127.0.0.1"
ALBUM = "sendMediaGroup"
SEASONS = int(os.environ.get("READERS", "1"))
"""How many seasons are played: one with all other tests, more by `make referee`."""
ACTS = 9
FILED = 1 if SEASONS > 1 else 3
"""After how many acts the case file is read; to make it takes as long as all other views."""
SHARED = ("version", "turn", "clock", "received", "last_day", "scores")


@dataclass(slots=True)
class _Readers:
    """Both players, the arbiter, and every view in which they see the game."""

    pair: Pair
    app: MiniApp
    chance: Random
    calendars: dict[str, str]
    code: str
    """The competition's."""
    folder: Path
    """Where the public site is written."""
    closing: str = CLOSING
    held: SandboxUser | None = None
    """To whom Telegram brings nothing now: the sheets of the turn are under way."""

    @property
    def today(self) -> str:
        """Return the present day, which is the same in Bucharest at this hour."""
        return self.pair.table.sandbox.clock.now().date().isoformat()

    async def last_day(self) -> str:
        """Return the last day of play: the closing, or a later day because a ruling was lifted."""
        match = await self.pair.table.stored.match(MatchCode(self.pair.code))
        return str(match.last_day(date.fromisoformat(self.closing)))

    async def act(self) -> None:
        """Perform one random act in the game or its phase, or only advance the clock.

        A move, a move whose sheets are delayed, an extension, a ruling and its reversal, or a moved
        closing.
        """
        laid, game = self.pair.table, await self.pair.game()
        mover, other = self.pair.red, self.pair.blue
        if game.turn is Seat.BLUE:
            mover, other = other, mover
        act = self.chance.choice(
            ("move", "held", "held", "grant", "wait", "ruled", "ruled", "closing")
        )
        if act != "wait":
            laid.sandbox.faults.clear()
            await laid.travel(1 / 24)  # what was held goes out first
            self.held = None
        if act in {"move", "held"} and self.today <= await self.last_day():
            if act == "held":
                laid.sandbox.faults.add(ServerError(), method=ALBUM, chat=other.id, times=999)
                self.held = other
            await laid.answer_sheet(mover, self.pair.id, best(game) or "PAS")
        elif act == "grant":
            name = mover.name.split()[0].lower()
            (card,) = await laid.say(laid.arbiter, f"/prelungire {self.pair.id} {name} 2 boală")
            await laid.press(laid.arbiter, card, "button.decide")
        elif act == "ruled":
            await self._rule_and_reverse()
        elif act == "closing":
            await self._move_closing()
        await laid.travel(self.chance.randint(1, 4))

    async def _rule_and_reverse(self) -> None:
        """Have the arbiter make a ruling, and reverse it some days later."""
        laid = self.pair.table
        made = len((await self.pair.game()).moves)
        card = await own_case(laid, self.pair.id)
        # A running game ends level only after the closing (art. 9.4).
        end = "level" if self.today > await self.last_day() else "loss"
        ruling = self.chance.choice(("loss", end, "annulled", "penalty"))
        if ruling == "annulled" and made:
            last = self.chance.randrange(made)
            await choose(laid, card, ruling, f"annulled.m{last}")
        elif ruling == "penalty":
            await choose(laid, card, ruling, "penalty.blue.p0.3")
        else:
            await rule(laid, card, "level" if ruling == "level" else "loss.red")
        await laid.travel(self.chance.randint(0, 2))
        more = await laid.press(laid.arbiter, card, "button.case.reverse")
        # A long list of rulings has its buttons below its last part.
        (asked,) = await tap(laid, laid.arbiter, [card, *more][-1], "lifted")
        await confirm(laid, laid.arbiter, REASON, asked)
        assert (await self.pair.game()).stage is Stage.RUNNING

    async def _move_closing(self) -> None:
        """Have the organiser move the closing, before or after its day."""
        laid = self.pair.table
        to = laid.sandbox.clock.now().date() + timedelta(self.chance.randint(3, 20))
        (card,) = await laid.say(laid.arbiter, f"/campionat {self.code}")
        await laid.forge(laid.arbiter, card, f"c:{self.code}:dates:final")
        await laid.say(laid.arbiter, f"1.05.2025 {to:%d.%m.%Y}")
        self.closing = to.isoformat()

    async def agree(self, *, filed: bool) -> None:
        """Compare the times, lists, calendar, site and, if `filed`, the case file with the app."""
        laid, pair = self.pair.table, self.pair
        tabs = {"red": await self.app.open(pair.red), "blue": await self.app.open(pair.blue)}
        shown, other = await tabs["red"].game(pair.id), await tabs["blue"].game(pair.id)
        assert [other[key] for key in SHARED] == [shown[key] for key in SHARED]
        for tab in tabs.values():
            rows = (await tab.get("/games")).json()
            assert [row["last_day"] for row in rows if row["game"] == pair.id] == [
                shown["last_day"]
            ]
        for colour, path in self.calendars.items():
            day = await self._in_calendar(path)
            assert day == (shown["last_day"] if colour == shown["turn"] else None)
        for user in (pair.red, pair.blue, laid.arbiter):
            if user is not self.held:
                (time,) = await laid.say(user, f"/timp {pair.id}")
                for seat in Seat:
                    clock = shown["clock"][seat.value]
                    assert mentions(time, "time.row", used=clock["used"], left=clock["left"])
        await self._lists(shown)
        await self._sheets_and_journal(shown)
        if filed:
            await self._dossier(shown)
        await self._site()

    async def _sheets_and_journal(self, shown: dict[str, Any]) -> None:
        """Compare the time sheet and time log of the case file with the app's clocks."""
        laid, game = self.pair.table, await self.pair.game()
        game = replace(game, closing=date.fromisoformat(await self.last_day()))
        names = {side.person: "" for side in (game.red, game.blue)}
        today = date.fromisoformat(self.today)
        setting = GameSetting(
            names=names, arbiters=(), competition="", word_list_official=True, today=today
        )
        journal = "\n".join(
            message.text for message in await laid.say(laid.arbiter, f"/jurnal {self.pair.id}")
        )
        entries = ledger(await self.pair.events())
        for seat in Seat:
            rows = player_time(game, seat, setting, load_catalogue("ro").plain).rows
            used = shown["clock"][seat.value]["used"]
            if self.held is None:
                assert sum(row.days for row in rows) == used
            last = [one for one in entries if one.seat is seat][-1]
            assert load_catalogue("ro").plain(balance_text(last)) in journal
            assert last.left == game.allowance(seat) - game.side(seat).days
            if seat is not game.turn:
                assert last.left == shown["clock"][seat.value]["left"]

    async def _dossier(self, shown: dict[str, Any]) -> None:
        """Compare the case file's days left and last entries with the app's."""
        laid, game = self.pair.table, await self.pair.game()
        (answer,) = await laid.say(laid.arbiter, f"/dosar {self.pair.id}")
        text = pdf_text(archive_of(answer))
        users = (self.pair.red, self.pair.blue, laid.arbiter)
        known = [await laid.stored.person(user.id) for user in users]
        people = {person.id: person.name for person in known}
        entries = ledger(await self.pair.events())
        for seat in Seat:
            last = [one for one in entries if one.seat is seat][-1]
            entry = re.escape(evened(load_catalogue("ro").plain(entry_text(last, people))))
            # An earlier entry may have the same words.
            left = re.findall(rf"{entry} (?:[+−]?\d+ )?(\d+|−\d+) [+−\d]", text)
            assert last.left in {int(each.replace("−", "-")) for each in left}
            if seat is not game.turn:
                assert last.left == shown["clock"][seat.value]["left"]

    async def _site(self) -> None:
        """Compare the public pages and open data with the running game and its closing date."""
        made = await written(self.pair.table, self.folder)
        page = made.text(match_path(MatchCode(self.pair.code)))
        assert worded("site.game_running") in page
        (phase,) = json.loads(made.text(path_of(self.code, "date.json")))["phases"]
        assert phase["closing"] == self.closing
        assert phase["results"] == []

    async def _lists(self, shown: dict[str, Any]) -> None:
        """Compare `/meciuri` and both players' `/jocuri` with the app's game."""
        laid, pair = self.pair.table, self.pair
        mover, other = (pair.red, pair.blue) if shown["turn"] == "red" else (pair.blue, pair.red)
        (matches,) = await laid.say(laid.arbiter, "/meciuri")
        facts = {"left": shown["clock"][shown["turn"]]["left"], "until": shown["last_day"]}
        closing = await self.last_day()
        is_closed = self.today > closing
        if is_closed:
            assert mentions(matches, "matches.closed", closing=closing)
        else:
            assert mentions(matches, "matches.turn", since=shown["received"], **facts)
        for user, key in ((mover, "games.row_mine"), (other, "games.row_theirs")):
            if user is self.held:
                continue
            (listed,) = await laid.say(user, "/jocuri")
            if is_closed:
                assert mentions(listed, "games.row_closed", closing=closing)
            elif user is mover:
                late = facts["left"] < 0
                more = {"until": facts["until"]} if late else facts
                assert mentions(listed, "games.row_late" if late else key, **more)
            else:
                assert mentions(listed, key, since=shown["received"])

    async def _in_calendar(self, path: str) -> str | None:
        """Return the last day to answer in the calendar at that address, or `None`."""
        async with httpx.AsyncClient(base_url=self.app.base_url, verify=NO_TLS) as client:
            answer = await client.get(path)
        uid = f"answer-{self.pair.id.replace('/', '-').lower()}"
        events: list[Any] = Calendar.from_ical(answer.text).walk("VEVENT")
        days = [str(one["dtstart"].dt) for one in events if str(one["uid"]).startswith(uid)]
        return days[0] if days else None


async def _address(pair: Pair, user: SandboxUser) -> str:
    """Have the player ask for a calendar address; return its path."""
    (card,) = await pair.table.say(user, "/calendar")
    await pair.table.press(user, card, "button.calendar_new")
    found = re.search(r"(/calendar/[\w-]{43}\.ics)", card.text)
    assert found, card.text
    return found[1]


@pytest.mark.article("7.1", "7.2", "9.4")
@pytest.mark.parametrize("seed", range(1, SEASONS + 1))
@pytest.mark.campaign
async def test_every_reader_shows_the_same_days_in_a_random_history(
    tmp_path: Path, seed: int
) -> None:
    """Chat, lists, app, calendar and site agree after each act, the case file after some."""
    opening, changed = (
        cup_begun("Ana Pop", "Ion Rus", until=CLOSING),
        {"server_public_url": PUBLIC},
    )
    async with table(tmp_path, changed=changed, after=opening) as laid:
        season = Season.at(laid, *laid.done)
        (pair,) = await season.pairs()
        calendars = {
            "red": await _address(pair, pair.red),
            "blue": await _address(pair, pair.blue),
        }
        async with mini_app(laid) as app:
            chance, site = Random(seed), tmp_path / "site"
            readers = _Readers(pair, app, chance, calendars, season.code, site)
            for number in range(1, ACTS + 1):
                await readers.act()
                await readers.agree(filed=number % FILED == 0)
        laid.sandbox.faults.clear()
        await laid.travel(1)


async def _worth_everywhere(season: Season, pair: Pair, calendar: str, folder: Path) -> None:
    """Compare both games' coefficients in case file, site and chat with the match."""
    laid, match = season.table, await season.table.stored.match(pair.code)
    final = match.stage is MatchStage.HOMOLOGATED
    (card,) = await laid.say(laid.arbiter, f"/omologheaza {pair.code}")
    (answer,) = await laid.say(laid.arbiter, f"/dosar {pair.code}")
    dossier = pdf_text(archive_of(answer))
    made = await written(laid, folder)
    page = " ".join(re.sub(r"<[^>]+>", " ", made.text(match_path(match.code))).split())
    data = json.loads(made.text(path_of(season.code, "date.json")))["phases"][0]["results"]
    official = {line["game"]: line for line in data}
    assert (set(official) == {f"{match.code}/1", f"{match.code}/2"}) is final
    key = "dossier.homologated" if final else "dossier.proposed"
    for result in match.results:
        red, blue = (f"{one:.4f}".replace(".", ",") for one in (result.red, result.blue))
        facts = {"red": str(result.red), "blue": str(result.blue), "article": result.article}
        assert evened(load_catalogue("ro").plain(say(key, **facts))) in dossier
        game = f"{match.code}/{1 if result.leg is Leg.HOME else 2}"
        assert {red, blue} <= set(re.findall(r"\d,\d{4}", page))
        if final:
            line = official[game]
            exported = (line["red_coefficient"], line["blue_coefficient"], line["article"])
            assert exported == (f"{result.red:.4f}", f"{result.blue:.4f}", result.article)
        else:
            assert {red, blue} <= set(re.findall(r"\d,\d{4}", card.text))
    async with (
        mini_app(laid) as app,
        httpx.AsyncClient(base_url=app.base_url, verify=NO_TLS) as client,
    ):
        tab = await app.open(pair.red)
        assert match.code not in (await tab.get("/games")).text
        assert "answer-" not in (await client.get(calendar)).text


@pytest.mark.article("8.5", "10.3")
@pytest.mark.parametrize("seed", range(1, SEASONS + 1))
@pytest.mark.campaign
async def test_every_reader_shows_the_same_results_of_a_random_end(
    tmp_path: Path, seed: int
) -> None:
    """Chat, file, site and data agree when proposed, when official, and after a later penalty."""
    opening = cup_begun("Ana Pop", "Ion Rus")
    changed, chance = {"server_public_url": PUBLIC}, Random(seed)
    async with table(tmp_path, changed=changed, after=opening) as laid:
        season = Season.at(laid, *laid.done)
        (pair,) = await season.pairs()
        calendar = await _address(pair, pair.red)
        for leg in Leg:
            if leg is Leg.RETURN:
                (listed,) = await season.matches()
                await season.return_now(listed)
            game = await season.game(MatchCode(pair.code), leg)
            for _ in range(chance.randrange(4)):
                await season.place(await season.game(MatchCode(pair.code), leg))
            end = chance.choice(("loss.red", "loss.blue", "abandoned"))
            if end == "abandoned":
                await season.abandoned(game.id, game.side(chance.choice([*Seat])).person)
            else:
                await rule(laid, await own_case(laid, game.id), end)
        await _worth_everywhere(season, pair, calendar, tmp_path / "site")
        await season.homologate(pair)
        await _worth_everywhere(season, pair, calendar, tmp_path / "site")
        card = await own_case(laid, f"{pair.code}/{chance.randint(1, 2)}")
        await choose(laid, card, "penalty", f"penalty.{chance.choice(('red', 'blue'))}.p0.3")
        await _worth_everywhere(season, pair, calendar, tmp_path / "site")
