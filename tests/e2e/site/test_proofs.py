"""Proof files beside the pages of the public site: their contents, and when they appear."""

import json
from pathlib import Path

import pytest

from bot.program.schedule import run_job
from storage import fingerprints
from tests.e2e.harness import Table
from tests.e2e.public_site import written
from tests.e2e.season import Season


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_nothing_is_shown_before_it_is_due(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """While a game on these letters runs, a proof has only the commitment and no log."""
    (pair,) = await season.pairs()
    await season.play(pair, 2)
    (job,) = (each for each in table.app.schedule._jobs if each.name == "fingerprint")
    await run_job(job)
    site = await written(table, tmp_path / "site")
    match = await table.stored.match(pair.code)

    text = site.text(f"m/{pair.code.lower()}.proof.json")
    proof = json.loads(text)
    assert [game["seed"] or game["sequence"] or game["result"] for game in proof["games"]] == [
        None,
        None,
    ]
    assert all(len(game["commitment"]) == 64 for game in proof["games"])
    assert not [seed for seed in match.seeds.values() if seed in text]
    assert proof["logs"] == []


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_verifica_shows_the_last_fingerprint(table: Table, season: Season) -> None:
    """A player of the competition can read and note it without a group or site."""
    ana = season.players["Ana Pop"]
    (before,) = await table.say(ana, f"/verifica {season.code}")
    (job,) = (each for each in table.app.schedule._jobs if each.name == "fingerprint")
    await run_job(job)

    (after,) = await table.say(ana, f"/verifica {season.code}")

    async with table.stored.database.reading() as tx:
        last = await fingerprints.latest(tx)
    assert last is not None
    assert f"{last.day} {last.fingerprint}" in after.text
    assert "amprentă" not in before.text
