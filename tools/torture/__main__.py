"""The command: `python -m tools.torture`, or `make torture`."""

import asyncio
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from math import inf
from pathlib import Path

import click

from tools.postgres import server
from tools.torture.campaign import STRANGERS, CampaignResult, Plan, campaign, span
from tools.torture.fault_injection import PAUSES

PER_KILL = 8
"""Moves between two kills, unless an option gives their number."""
KILLS_PER_STRANGER = 5
"""The number of kills for each stranger.

A short campaign has few strangers, because the answers to each take four seconds.
"""
_SHOWN = 10
"""The most findings of one kind that are printed."""


@click.command()
@click.option(
    "--kills",
    type=click.IntRange(min=0),
    default=300,
    show_default=True,
    help="How often a program is killed.",
)
@click.option(
    "--placements",
    type=click.IntRange(min=0),
    help="How many are made meanwhile; else eight a kill.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    help="How long at most; what was done by then is enough.",
)
@click.option(
    "--pauses",
    type=(click.FloatRange(min=0), click.FloatRange(min=0)),
    default=PAUSES,
    show_default=True,
    help="Seconds between two faults other than kills, at the least and at most.",
)
@click.option("--seed", default=1, show_default=True, help="What all chance comes from.")
@click.option("--postgres", is_flag=True, help="At a PostgreSQL server, by webhook.")
@click.option(
    "--programs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many; more than one needs --postgres.",
)
@click.option("--keep", type=click.Path(path_type=Path), help="Keep database and log there.")
def command(  # noqa: PLR0913  (one argument for each option)
    *,
    kills: int,
    placements: int | None,
    minutes: float | None,
    pauses: tuple[float, float],
    seed: int,
    postgres: bool,
    programs: int,
    keep: Path | None,
) -> None:
    """Play matches while everything goes wrong; print what was lost (nothing) and what was doubled.

    The seed decides which faults happen, and roughly when; exact instants depend on the machine.
    """
    if programs > 1 and not postgres:
        raise click.UsageError("several programs need --postgres: an SQLite file has one.")
    placements = PER_KILL * kills if placements is None else placements
    plan = Plan(
        kills=kills,
        placements=placements,
        seconds=inf if minutes is None else 60 * minutes,
        pauses=pauses,
        seed=seed,
        programs=programs,
        strangers=min(STRANGERS, kills // KILLS_PER_STRANGER),
    )
    with tempfile.TemporaryDirectory(prefix="turretur-torture-") as folder:
        place = keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        outcome = asyncio.run(_run(plan, place, postgres=postgres))
    for line in report(outcome):
        click.echo(line)
    sys.exit(0 if outcome.good else 1)


async def _run(plan: Plan, folder: Path, *, postgres: bool) -> CampaignResult:
    task = asyncio.current_task()
    if task is not None:  # a campaign that is cancelled stops its programs and its server
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with server() if postgres else nullcontext() as database:
        async with campaign(plan, folder, database) as running:
            return await running.run(lambda line: click.echo(line, err=True))


def report(outcome: CampaignResult) -> Iterator[str]:
    """Yield the figures, a line each, and then the errors."""
    findings, records = outcome.findings, outcome.records
    figures: dict[str, object] = {
        "placements sent": findings.placements,
        "kills": outcome.kills,
        **dict(sorted(records.faults.items())),
        "programs that ended by themselves": outcome.ends,
        "placements lost": len(findings.lost),
        "placements doubled": len(findings.doubled),
        "notebooks written": findings.notebooks,
        "notebooks not as they were written": len(findings.unwritten),
        "figures, chains or projections wrong": len(findings.wrong),
        "sheets delivered": findings.sheets,
        "sheets and messages not delivered": len(findings.undelivered),
        "spoilt files misread": len(outcome.misread),
        "wrong reactions to changed files": len(outcome.aftermath),
        "messages people got": outcome.messages,
        "of these, more than once": _with_share(findings.repeated, outcome.messages),
        "sheets more than once": _with_share(findings.repeated_sheets, findings.sheets),
        **{f"championship: {action}": count for action, count in sorted(records.season.items())},
        **{f"meetings: {action}": count for action, count in sorted(records.meetings.items())},
        **dict(outcome.crowd.figures()),
        **{f"people {action}": count for action, count in sorted(records.asked_again.items())},
        "time": span(outcome.seconds),
    }
    for name, figure in figures.items():
        yield f"{name:<40}{figure}"
    kinds_of_errors = (
        *(findings.lost, findings.doubled, findings.unwritten, findings.undelivered),
        *(findings.wrong, outcome.misread, outcome.aftermath, list(outcome.crowd.too_fast())),
    )
    for errors in kinds_of_errors:
        yield from errors[:_SHOWN]


def _with_share(count: int, total: int) -> str:
    """Return a number with its share of the total."""
    return f"{count} ({count / total:.1%})" if total else f"{count}"


if __name__ == "__main__":
    command()
