"""Cups of two years with the same players, both finished, for hall of fame and search."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from bot.service.service import Service
from engine.competitions.guards import Act
from engine.competitions.results import approve_result
from engine.figures import figures
from sandbox import SandboxUser
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import Table, arbiter_made

WINNERS = {
    "Cupa Orașelor 2024": ("Ștefan Ionescu", "Ana Pop", "Dan Ene"),
    "Cupa Orașelor 2025": ("Ana Pop", "Ștefan Ionescu", "Dan Ene"),
}
"""The players of each year, the best first."""


async def begun(
    table: Table, title: str, names: Sequence[str], users: dict[str, SandboxUser]
) -> Championship:
    """Return a started cup of one group; people known from an earlier one keep their account."""
    period = {"phases": "final", "groups": "1", "final": "2025-05-01 2025-09-30"}
    cup = await set_up(table, period, title=title)
    await cup.enter("\n".join(names))
    cup.players |= {name: user for name, user in users.items() if name in names}
    await cup.claim_all(*names)
    users |= cup.players
    await cup.steps("commit", "yes_commit", "draw", "list", "start")
    await table.travel(1 / 1440)
    return cup


async def approved(cup: Championship, order: Sequence[str], only: str = "") -> None:
    """Approve every game, or only that one, as won by the earlier player in that order."""
    app, names = cup.table.app, await cup.names()
    async with app.runtime.unit() as unit:
        service = Service(unit, app.shared)
        snapshot = await service.competitions.load(cup.code)
        act = Act(by=snapshot.competition.arbiters[0], at=unit.now)
        for game, (red, blue) in snapshot.competition.phase.open_games().items():
            if only not in {"", game}:
                continue
            is_red = order.index(names[red]) < order.index(names[blue])
            worth = (Decimal("1.5000"), Decimal("0.5000"))
            scores = (412, 398)
            found = figures(
                *(worth if is_red else worth[::-1]),
                scores=scores if is_red else scores[::-1],
                article="8.1",
            )
            events = approve_result(snapshot.competition, act, game, found)
            snapshot = await service.competition_acts.record(snapshot, events, unit.now)
    await cup.table.settle()


async def decided(cup: Championship, order: Sequence[str]) -> None:
    """Approve every game in that order, and close the cup."""
    await approved(cup, order)
    await cup.say(f"/campionat {cup.code}")
    await cup.steps("close", "yes_close")


async def in_series(cup: Championship, name: str) -> None:
    """Have the arbiter add the cup to the series by its button."""
    await cup.say(f"/campionat {cup.code}")
    await cup.press("button.comp.series")
    await cup.press("button.series.name", label=name)


async def two_years(table: Table) -> tuple[list[Championship], dict[str, SandboxUser]]:
    """Return both finished cups, in their series, and the players by name."""
    users: dict[str, SandboxUser] = {}
    cups = []
    for title, order in WINNERS.items():
        cup = await begun(table, title, order, users)
        await decided(cup, order)
        await in_series(cup, "Cupa Orașelor")
        cups.append(cup)
    return cups, users


async def two_years_over(laid: Table) -> tuple[Any, ...]:
    """Play the opening of both finished cups; return their codes and the players by name."""
    await arbiter_made(laid)
    cups, users = await two_years(laid)
    return [cup.code for cup in cups], users
