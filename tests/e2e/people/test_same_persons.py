"""Any two entrances, given the same people in the same order, make the same persons.

`PERSON_EXAMPLES=200 .venv/bin/pytest tests/e2e/people/test_same_persons.py` tries more.
"""

import os
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Final
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.ids import PersonId
from tests.e2e.championship import set_up
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.harness import table as laid_out
from tests.e2e.people.who_is_who_shared import people_of, season
from tests.e2e.texts import facts_of

EXAMPLES: Final = int(os.environ.get("PERSON_EXAMPLES", "6"))
NAMES: Final = ("Ana Pop", "Ion Rus", "Ștefan Țîrlea", "Ana Maria Ilie", "Dan Ene", "Vio Marin-Pop")
_TITLES: Final = cycle(("Cupa Mării", "Liga Nordului"))
"""Two seasons of one table never have the same title, which would be brought in once."""
Entered = Callable[[Table, Sequence[str]], Awaitable[tuple[PersonId, ...]]]


def spelt(name: str, how: int) -> str:
    """Return the name in one of the spellings that federations write."""
    *given_names, surname = name.split()
    return (
        name,
        name.upper(),
        f"{surname}, {' '.join(given_names)}",
        f"  {'  '.join(name.split())} ",
        name.translate(str.maketrans("ȘșȚțî", "ŞşŢţi")),
        name.replace(" ", "-"),
    )[how]


async def _listed(table: Table, names: Sequence[str]) -> tuple[PersonId, ...]:
    made = await set_up(table)
    await made.press("button.comp.add")
    await made.say("\n".join(names))
    await made.press("button.comp.enter")
    return await people_of(table, made.code)


async def _sent(table: Table, names: Sequence[str]) -> tuple[PersonId, ...]:
    made = await set_up(table)
    await made.press("button.comp.add")
    rows = "\n".join(f'"{name}",' for name in names)
    await made.send("lista.csv", f"nume,club\n{rows}\n".encode())
    await made.press("button.comp.enter")
    return await people_of(table, made.code)


async def _replacing(table: Table, names: Sequence[str]) -> tuple[PersonId, ...]:
    made = await set_up(table)
    holders = [f"Loc {letter}" for letter in "ABCDEF"[: len(names)]]
    await made.enter("\n".join(holders))
    for holder, name in zip(holders, names, strict=True):
        await made.say(f"/campionat {made.code}")
        await made.press("button.comp.players")
        await made.press("button.plain", label=holder)
        await made.press("button.comp.replace")
        (answer, *_) = await made.say(name)
        if any("same" in key.data for key in answer.buttons):
            await made.press("button.comp.same_person")
    return await people_of(table, made.code)


async def _signed_up(table: Table, names: Sequence[str]) -> tuple[PersonId, ...]:
    signing = await opened(table)
    for name in names:
        user = signing.stranger(f"{len(table.sandbox.users)}")
        card = await signing.asked(user, name)
        await table.press(user, card, "button.sign_up.yes")
    await signing.close()
    return await people_of(table, signing.championship.code)


async def _arranged(table: Table, names: Sequence[str]) -> tuple[PersonId, ...]:
    first, second, *_ = names
    card = (await table.say(table.arbiter, f"/meci {first} ; {second}"))[-1]
    await table.press(table.arbiter, card, "button.arrange.yes")
    match = await table.stored.match(facts_of(card, "arrange.done")["match"])
    return match.first, match.second


async def _imported(table: Table, names: Sequence[str]) -> tuple[PersonId, ...]:
    code, _ = await season(table, next(_TITLES), *names)
    return await people_of(table, code)


ENTRANCES: Final[dict[str, Entered]] = {
    "typed list": _listed,
    "file": _sent,
    "replacement": _replacing,
    "/meci": _arranged,
    "season": _imported,
}


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True),
    st.lists(st.integers(0, 5), min_size=4, max_size=4),
    st.sampled_from([*ENTRANCES, "sign-up link"]),
    st.sampled_from([*ENTRANCES]),
)
async def test_any_two_entrances_make_the_same_persons(
    tmp_path: Path, names: list[str], spellings: list[int], one: str, other: str
) -> None:
    """However the names are spelt; who signs up by a link comes first, with an account."""
    folder = tmp_path / uuid4().hex
    folder.mkdir()
    written = [spelt(name, how) for name, how in zip(names * 2, spellings, strict=True)]
    async with laid_out(folder, after=arbiter_made) as table:
        enter = {**ENTRANCES, "sign-up link": _signed_up}
        first = await enter[one](table, written[:2])
        assert len(set(first)) == 2

        assert await enter[other](table, written[2:]) == first, (one, other, written)
