"""A small `make torture`: real kills, every fault, and a complete inspection."""

from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest

from bot.runtime.limits import PERSON
from tools.torture.campaign import Plan, campaign


@pytest.mark.campaign
async def test_nothing_is_lost_or_doubled_whatever_happens(tmp_path: Path) -> None:
    """Killed repeatedly while people play, the log still matches their messages and sheets.

    The inspection itself is tried with a lost and with a doubled move.
    """
    plan = Plan(
        kills=2,
        placements=6,
        seed=5,
        at_once=1,
        checkpoints=1,
        pauses=(0.1, 0.5),
        report_every=0.5,
        strangers=2,
        writing=1.0,
        spoilt=3,
        acts=3,
    )
    said: list[str] = []
    async with campaign(plan, tmp_path, None) as running:
        outcome = await running.run(said.append)
        inspector = running.inspector
        (game, accepted), *_ = outcome.records.accepted.items()
        accepted.append("H8 PIERDUT")
        robbed = await inspector.inspect()
        accepted[:] = accepted[1:-1]
        doubled = await inspector.inspect()
        season = inspector.season
        assert season is not None
        withdrawn, season.withdrawn = season.withdrawn, {*season.users}
        played_again = await inspector.inspect()
        season.withdrawn = withdrawn
        final = season.dates["final"]
        season.dates["final"] = final._replace(closing=final.closing + timedelta(1))
        unmoved = await inspector.inspect()
        season.dates["final"] = final
        written = next(iter(outcome.records.notebooks.values()))
        written.append({**written[-1], "name": "pierdut"})
        erased = await inspector.inspect()

    assert outcome.good, (outcome.findings, running.programs.log.read_text())
    assert outcome.records.season.total() >= 2
    (found, *still) = set(played_again.wrong) - set(doubled.wrong)
    assert "do not play, instead of" in "".join([found, *still])
    assert [each for each in unmoved.wrong if "final from" in each]
    assert outcome.kills >= 2
    assert outcome.findings.placements >= 6
    assert any("placements, 1 kills;" in line for line in said), said
    assert outcome.findings.sheets == 2 * outcome.findings.placements
    assert outcome.records.faults.total() > outcome.records.faults["crowds of strangers"] > 0
    answers = [sum(each.from_bot for each in user.messages) for user in outcome.crowd.strangers]
    assert min(answers) > PERSON.burst
    running.sandbox.world.pace.admit(1, monotonic() + 60, messages=31)
    assert [*outcome.crowd.too_fast()] == ["31 messages in one second to all"]
    assert [each.startswith(f"{game}: ") for each in robbed.lost] == [True]
    assert "H8 PIERDUT" in robbed.lost[0]
    assert not robbed.doubled
    assert doubled.doubled
    assert not doubled.is_clean
    assert outcome.findings.notebooks > 0
    assert not robbed.unwritten
    assert ["pierdut" in each for each in erased.unwritten] == [True]
    assert not erased.is_clean
