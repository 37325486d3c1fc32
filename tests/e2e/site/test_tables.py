"""A group's table verified on its own page: honest tables of every kind, and forged figures."""

import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from bot.service.service import Service
from engine.competitions.guards import Act
from engine.competitions.results import approve_result, exclude
from engine.figures import Figures, Outcome, figures
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import arbiter_made, table
from tests.e2e.public_site import Written, written
from tests.e2e.site.verify_shared import (
    BROKEN,
    KEPT,
    _offline,
    _page,
    check_soundness,
    claims,
    give_files,
    press_verify,
)

__all__ = ["_offline", "_page"]
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ENTERED = "Ana Pop\nIon Rus\nGeo Luca\nDan Ene\nEma Ilie"
OUT = "Ema Ilie"


def _worth(red: str, blue: str, scores: tuple[int, int], article: str = "8.1") -> Figures:
    return figures(Decimal(red), Decimal(blue), scores=scores, article=article)


RESULTS = (
    _worth("1.5471", "0.4529", (180, 149)),
    _worth("1.0000", "1.0000", (300, 300), "8.4"),
    _worth("0.4700", "1.5300", (-8, 12), "8.3"),
    _worth("1.5000", "0.5000", (-2, -20), "8.2"),
    _worth("0.4700", "1.5300", (210, 90), "9.1"),
    _worth("0.0000", "0.0000", (0, 0), "9.1"),
    _worth("1.6667", "0.0333", (200, 100), "10.3"),
    Figures(
        red_score=250,
        blue_score=250,
        red=Decimal("0.0000"),
        blue=Decimal("0.0000"),
        outcome=Outcome.DRAW,
        article="10.3",
    ),
)
"""Won, below zero, level, given up, played by nobody; of two, something was taken off."""
VOID = _worth("1.6667", "0.3333", (500, 100))
"""Of the disqualified player: it counts for nobody."""
UNLIKE = 7
"""How many of their coefficients do not follow from the score."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of five with one disqualified player, and its site."""

    code: str
    site: Written

    @property
    def page(self) -> Path:
        """Return the group's page."""
        return self.site.folder / f"c/{self.code.lower()}/faza-1-a.html"

    @property
    def data(self) -> dict[str, Any]:
        """Return the competition's open data."""
        found: dict[str, Any] = json.loads(self.page.with_name("date.json").read_text("utf-8"))
        return found


async def _homologated(championship: Championship) -> None:
    """Approve a game of every kind directly in the storage, and disqualify a player."""
    app = championship.table.app
    names = await championship.names()
    async with app.runtime.unit() as unit:
        service = Service(unit, app.shared)
        snapshot = await service.competitions.load(championship.code)
        act = Act(by=snapshot.competition.arbiters[0], at=unit.now)
        (out,) = (who for who, name in names.items() if name == OUT)
        games = snapshot.competition.phase.open_games()
        own_games, others = (
            [game for game, seats in games.items() if (out in seats) is is_own]
            for is_own in (True, False)
        )
        for game, worth in zip([own_games[0], *others], [VOID, *RESULTS], strict=False):
            events = approve_result(snapshot.competition, act, game, worth)
            snapshot = await service.competition_acts.record(snapshot, events, unit.now)
        events = exclude(snapshot.competition, act, out, reason="Nu a mai răspuns.")
        await service.competition_acts.record(snapshot, events, unit.now)
    await championship.table.settle()


@pytest_asyncio.fixture(name="group", scope="module", loop_scope="session")
async def _group(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Group]:
    folder = tmp_path_factory.mktemp("group")
    async with table(folder, after=arbiter_made) as laid:
        answers = {"phases": "final", "groups": "1", "final": "2025-05-01 2025-09-30"}
        championship = await set_up(laid, answers)
        await championship.enter(ENTERED)
        await championship.steps("commit", "yes_commit", "draw", "list", "start")
        await laid.travel(1 / 1440)
        await _homologated(championship)
        yield Group(championship.code, await written(laid, folder / "site"))


@pytest.mark.article("8.1", "10.3")
@pytest.mark.parametrize("language", ["", "en/"])
async def test_a_table_of_every_kind_of_game_adds_up(
    group: Group, page: Page, language: str
) -> None:
    """Sums, declarations and order agree; a game worth other than its score is named, not false."""
    path = group.page.relative_to(group.site.folder)
    await page.goto((group.site.folder / language / path).as_uri())
    await page.get_by_role("button", name=re.compile("Verif")).click()

    await expect(page.locator(".verdict.kept")).to_be_visible()
    assert await claims(page, "broken") == []
    elsewhere = await claims(page, "elsewhere")
    assert len(elsewhere) == UNLIKE
    assert any(re.search(r"\w+ \w+, (210:90|90:210):", line) for line in elsewhere)
    assert len(await claims(page, "kept")) == 2 * len(ENTERED.splitlines()) + 2
    await check_soundness(page)


def _swapped_rows(text: str) -> str:
    head, body, rest = re.split(r"(?<=<tbody>)|(?=</tbody>)", text, maxsplit=2)
    rows = re.findall(r"<tr.*?</tr>\n", body, re.DOTALL)
    return "".join([head, "\n", rows[1], rows[0], *rows[2:], rest])


FORGERIES: dict[str, Callable[[str], str]] = {
    "a sum of coefficients": lambda text: re.sub(r"<td><b>\d,", "<td><b>9,", text, count=1),
    "a number of games": lambda text: re.sub(r"</b></td><td>\d", "</b></td><td>8", text, count=1),
    "a difference": lambda text: re.sub(r"<td>[+−]\d+</td>", "<td>+999</td>", text, count=1),
    "a game's coefficient": lambda text: text.replace("<b>1,5471</b>", "<b>1,6471</b>", 1),
    "a game's score": lambda text: text.replace(">180–149<", ">180–148<", 1),
    "a game that is gone": lambda text: re.sub(
        r'<span class="cell [rb] won">.*?</span>', '<span class="open">·</span>', text, count=1
    ),
    "a winner": lambda text: text.replace(' won"', '"', 1),
    "two players' places": _swapped_rows,
}


async def test_a_figure_changed_in_one_place_is_named(group: Group, page: Page) -> None:
    """Whatever the figure, the page says no in words and shows its own result."""
    honest = group.page.read_text("utf-8")
    for number, (changed, forge) in enumerate(FORGERIES.items()):
        forged = forge(honest)
        assert forged != honest, changed
        file = group.page.with_name(f"forged{number}.html")
        file.write_text(forged, encoding="utf-8")

        await press_verify(page, file)

        await expect(page.locator(".verdict")).to_contain_text(BROKEN)
        broken = page.locator(".claim.broken")
        assert all("NU se verifică" in line for line in await claims(page, "broken")), changed
        await expect(broken.get_by_text("Calculat aici").first).to_be_visible()


async def test_open_data_are_verified_and_a_changed_line_is_named(group: Group, page: Page) -> None:
    """The verifying page accepts honest rows and rejects a changed score, sum or rank."""
    honest = group.data
    await _dropped(page, group, honest)
    await expect(page.locator(".verdict")).to_have_text(KEPT)

    for change in (
        {"results": {"red_score": 999}},
        {"results": {"blue_coefficient": "1.9999"}},
        {"standings": {"coefficients": "9.0000"}},
        {"standings": {"wins": 9}},
    ):
        forged = group.data
        for key, facts in change.items():
            forged["phases"][0][key][0] |= facts
        await _dropped(page, group, forged)
        await expect(page.locator(".verdict")).to_contain_text(BROKEN)


async def test_open_data_without_a_score_are_verified_by_what_they_state(
    group: Group, page: Page
) -> None:
    """A score that is not stated makes no sum false; a changed coefficient beside it is named."""
    data = group.data
    (phase,) = data["phases"]
    game = phase["results"][-1]
    game |= {"red_score": None, "blue_score": None}
    players = (game["red_player"], game["blue_player"])
    for row in phase["standings"]:
        if row["player"] in players:
            row |= {"difference": None, "points": None}

    await _dropped(page, group, data)

    await expect(page.locator(".verdict")).to_have_text(KEPT)
    game["red_coefficient"] = "1.9999"
    await _dropped(page, group, data)
    await expect(page.locator(".verdict")).to_contain_text(BROKEN)


async def _dropped(page: Page, group: Group, data: dict[str, Any]) -> None:
    await give_files(page, group.site, json.dumps(data))
