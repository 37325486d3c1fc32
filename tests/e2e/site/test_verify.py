"""Verification in the reader's own browser, from a file or an address: true and forged data."""

import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.cli.export import game_files
from bot.program.schedule import run_job
from tests.e2e.harness import Pair, Table, table
from tests.e2e.public_site import Written, served, shown, written
from tests.e2e.season import Season, cup_begun
from tests.e2e.site.verify_shared import (
    BROKEN,
    KEPT,
    check_soundness,
    claims,
    give_files,
    press_verify,
)
from tests.e2e.site.verify_shared import _offline as _offline  # noqa: PLC0414  (a fixture)
from tests.e2e.site.verify_shared import _page as _page  # noqa: PLC0414  (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@dataclass(frozen=True, slots=True)
class PublicCup:
    """A cup of two, played and approved, with its day's fingerprint and its site."""

    table: Table
    season: Season
    pair: Pair
    site: Written
    log: str
    """The home game's, as it is exported."""

    @property
    def page(self) -> Path:
        """Return the match's page."""
        return self.site.folder / f"m/{self.pair.code.lower()}.html"

    @property
    def proof(self) -> dict[str, Any]:
        """Return the match's proof."""
        path = f"m/{self.pair.code.lower()}.proof.json"
        found: dict[str, Any] = json.loads(self.site.text(path))
        return found


@pytest_asyncio.fixture(name="public", scope="module", loop_scope="session")
async def _public(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PublicCup]:
    folder = tmp_path_factory.mktemp("verify")
    async with table(folder, after=cup_begun("Ana Pop", "Ion Rus", agreed=2)) as laid:
        season = Season.at(laid, *laid.done)
        (pair,) = await season.pairs()
        await season.homologate(pair)
        (job,) = (each for each in laid.app.schedule._jobs if each.name == "fingerprint")
        await run_job(job)
        site = await written(laid, folder / "site")
        files = await game_files(laid.stored.database, laid.config, f"{pair.code}/1", "ro")
        (log,) = (files[name].decode() for name in files if name.endswith(".jsonl"))
        yield PublicCup(laid, season, pair, site, log)


@pytest.mark.article("1.3", "2.1", "8.1")
async def test_one_press_recomputes_a_whole_match(public: PublicCup, page: Page) -> None:
    """Seeds, letters, coefficients and logs of both games show what was compared."""
    await press_verify(page, public.page)

    await expect(page.locator(".verdict")).to_have_text(KEPT)
    kept = await claims(page, "kept")
    games = [f"{public.pair.code}/{leg}" for leg in (1, 2)]
    for game in games:
        assert sum(line.startswith(f"✓\n{game}:") or f"{game}:" in line for line in kept) >= 3
    assert sum("amprenta zilei" in line for line in kept) == 3
    letters = page.locator(".claim", has_text="literele sunt cele").first
    await letters.get_by_text("Ce s-a comparat").click()
    home = await public.table.stored.game(games[0])
    await expect(page.get_by_text(home.sequence).first).to_be_visible()
    await check_soundness(page)


async def test_the_page_verifies_where_it_is_served(
    public: PublicCup, browser: Browser, tmp_path: Path
) -> None:
    """The served policy allows only the site's own files, and refuses none of the page."""
    context = await browser.new_context()
    page = await context.new_page()
    wrong: list[str] = []
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    path = f"/m/{public.pair.code.lower()}.html"
    async with served(public.table, tmp_path / "served", is_built=True) as client:
        answer = await shown(client, path, "data-verify")
        await page.goto(f"{client.base_url}".rstrip("/") + path)
        await page.get_by_role("button", name="Verifică").click()
        await expect(page.locator(".verdict")).to_have_text(KEPT)
    await context.close()
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert wrong == []


async def test_english_readers_verify_too(public: PublicCup, page: Page) -> None:
    """Verification works the same on the English page."""
    await page.goto((public.site.folder / f"en/m/{public.pair.code.lower()}.html").as_uri())
    await page.get_by_role("button", name="Verify").click()
    await expect(page.locator(".verdict")).to_have_text(
        "All checks that are possible now have passed."
    )


def _seed(proof: dict[str, Any]) -> None:
    proof["games"][0]["seed"] = "0" * 64


def _letter(proof: dict[str, Any]) -> None:
    letters = proof["games"][1]["sequence"]
    proof["games"][1]["sequence"] = letters[1] + letters[0] + letters[2:]


def _coefficient(proof: dict[str, Any]) -> None:
    proof["games"][0]["result"]["red"] = "0.1234"


def _score(proof: dict[str, Any]) -> None:
    proof["games"][1]["result"]["red_score"] += 10


def _penalty(proof: dict[str, Any]) -> None:
    proof["games"][1]["result"]["penalties"]["blue"] = "0.5"


def _way(proof: dict[str, Any]) -> None:
    proof["logs"][0]["hash"] = "a" * 64


FORGERIES: dict[Callable[[dict[str, Any]], None], list[str]] = {
    _seed: ["sămânța este cea sigilată", "literele sunt cele"],
    _letter: ["literele sunt cele"],
    _coefficient: ["de pe pagină sunt cei din dovadă", "coeficienții sunt cei care ies"],
    _score: ["de pe pagină sunt cei din dovadă", "coeficienții sunt cei care ies"],
    _penalty: ["coeficienții"],
    _way: ["jurnalul stă în amprenta zilei"],
}


async def test_what_was_forged_is_named(public: PublicCup, page: Page) -> None:
    """For a forged seed, letter, score, coefficient or log the page says no, and of what."""
    for forge, named in FORGERIES.items():
        proof = public.proof
        forge(proof)
        forged = _with_proof(public, proof, forge.__name__)

        await press_verify(page, forged)

        await expect(page.locator(".verdict")).to_contain_text(BROKEN)
        broken = await claims(page, "broken")
        assert len(broken) == len(named), forge
        for line, words in zip(broken, named, strict=True):
            assert words in line
            assert "NU se verifică" in line


def _with_proof(public: PublicCup, proof: dict[str, Any], name: str) -> Path:
    """Write the match's page with another proof; return its file."""
    opening, closing = '<script type="application/json" class="proof">', "</script>"
    before, _, rest = public.site.text(
        public.page.relative_to(public.site.folder).as_posix()
    ).partition(opening)
    rest = rest[rest.index(closing) :]
    forged = public.page.with_name(f"forged{name}.html")
    forged.write_text(before + opening + json.dumps(proof) + rest, encoding="utf-8")
    return forged


@pytest.mark.parametrize("shown", ["score", "worth"])
async def test_a_figure_on_the_page_is_held_to_its_proof(
    public: PublicCup, page: Page, shown: str
) -> None:
    """The page detects a score or coefficient changed in its visible text alone."""
    honest = public.page.read_text("utf-8")
    before, mark, rest = honest.partition(f'class="{shown}">')
    forged = public.page.with_name(f"forged-{shown}.html")
    figure = r"<b>\d(?=[\d,])"
    forged.write_text(before + mark + re.sub(figure, "<b>9", rest, count=1), encoding="utf-8")

    await press_verify(page, forged)

    await expect(page.locator(".verdict")).to_contain_text(BROKEN)
    (broken,) = await claims(page, "broken")
    assert "scorul și coeficienții de pe pagină sunt cei din dovadă" in broken


async def test_a_result_in_the_open_data_is_held_to_its_matchs_proof(
    public: PublicCup, page: Page
) -> None:
    """Both files together must have equal results; a consistently rewritten table fails."""
    path = public.site.folder / f"c/{public.season.code.lower()}/date.json"
    data = json.loads(path.read_text("utf-8"))
    await give_files(page, public.site, json.dumps(data), json.dumps(public.proof))
    await expect(page.locator(".verdict")).to_have_text(KEPT)
    assert sum("din dovada meciului" in line for line in await claims(page, "kept")) == 2

    data["phases"][0]["results"][0]["red_score"] += 1
    await give_files(page, public.site, json.dumps(data), json.dumps(public.proof))
    broken = await claims(page, "broken")
    assert sum("din dovada meciului" in line for line in broken) == 1


async def test_an_exported_log_is_held_to_its_chain_and_to_the_proof(
    public: PublicCup, page: Page
) -> None:
    """Log and proof are checked together: the hash chain, the letters, the published day."""
    await give_files(page, public.site, json.dumps(public.proof), public.log)

    await expect(page.locator(".verdict")).to_have_text(KEPT)
    kept = "\n".join(await claims(page, "kept"))
    for words in ("niciun rând schimbat", "jurnalul este cel din dovadă", "s-a jucat cu literele"):
        assert words in kept
    await check_soundness(page)
    await page.locator("textarea").fill(public.log)
    await page.get_by_role("button", name="Verifică").click()
    await expect(page.locator(".claim")).to_have_count(1)
    await expect(page.locator(".verdict")).to_have_text(KEPT)


async def test_a_file_is_dropped(public: PublicCup, page: Page) -> None:
    """The page reads a log that is dropped on it, as well as a chosen one."""
    await page.goto((public.site.folder / "verifica.html").as_uri())
    await page.locator("[data-verify]").evaluate(
        """(panel, text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "log.jsonl"));
            panel.dispatchEvent(new DragEvent("drop", {dataTransfer, cancelable: true}));
        }""",
        public.log,
    )
    await expect(page.locator(".verdict")).to_have_text(KEPT)


async def test_a_log_that_was_tampered_with_is_refused(public: PublicCup, page: Page) -> None:
    """A changed or missing row, a rewritten chain, and a file that is not a log are refused."""
    rows = [json.loads(line) for line in public.log.splitlines()]
    changed = [{**row, "payload": row["payload"].replace("0", "1")} for row in rows]
    for forged in (changed, rows[:2] + rows[3:], rows[1:]):
        text = "\n".join(json.dumps(row, ensure_ascii=False) for row in forged)
        await give_files(page, public.site, text)
        await expect(page.locator(".verdict")).to_contain_text(BROKEN)

    await give_files(
        page, public.site, json.dumps(public.proof), "\n".join(map(json.dumps, rows[:-1]))
    )
    await expect(page.locator(".verdict")).to_contain_text(BROKEN)
    assert ["jurnalul este cel din dovadă" in one for one in await claims(page, "broken")] == [True]
    for text in ("H8 CASA", "{}", "[1, 2]", '{"format": "tur-retur proof 9"}'):
        await give_files(page, public.site, text)
        await expect(page.locator(".verdict")).to_have_text(
            "Aceasta nu este nici dovadă, nici jurnal, nici date, nici amprentă."
        )


async def test_a_groups_message_is_held_to_what_is_published(public: PublicCup, page: Page) -> None:
    """A pasted message finds the day's fingerprint, and a different one is named."""
    (taken,) = json.loads(public.site.text("amprente.json"))
    message = f"🔏 Amprenta zilei:\n{taken['day']} {taken['fingerprint']}\nȚine locul tuturor …"
    await give_files(page, public.site, message)
    await expect(page.locator(".verdict")).to_have_text(KEPT)
    assert len(await claims(page, "kept")) == 2

    await give_files(page, public.site, message.replace(taken["fingerprint"], "a" * 64))
    await expect(page.locator(".verdict")).to_contain_text(BROKEN)
    (wrong,) = await claims(page, "broken")
    assert "amprenta notată" in wrong


async def test_without_javascript_the_reasons_and_the_file_are_there(
    public: PublicCup, browser: Browser
) -> None:
    """No button without effect is shown; the day's fingerprint can be read."""
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(public.page.as_uri())
    await expect(page.get_by_role("button", name="Verifică")).to_be_hidden()
    await expect(page.get_by_role("link", name="Dovada ca fișier (JSON)")).to_be_visible()
    await page.goto((public.site.folder / "verifica.html").as_uri())
    (taken,) = json.loads(public.site.text("amprente.json"))
    await expect(page.get_by_text(taken["fingerprint"])).to_be_visible()
    await expect(page.get_by_text("Mai întâi un plic sigilat.")).to_be_visible()
    await context.close()
