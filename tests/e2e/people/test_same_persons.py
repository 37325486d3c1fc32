"""Any two entrances, given the same people in the same order, make the same persons."""

from itertools import pairwise
from pathlib import Path
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.service.operations.people.resolving import Here, Named, Resolved, persons_of, resolve
from bot.service.service import Service
from engine.ids import PersonId
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.harness import table as laid_out

NAMES = ("Ana Pop", "Ion Rus", "Ștefan Țîrlea", "Ana Maria Ilie", "Dan Ene", "Vio Marin-Pop")


def _spelt(name: str, how: int) -> str:
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


async def _entered(table: Table, names: list[str], *, is_here: bool) -> list[PersonId]:
    """Give the names to the resolver, as an entrance of a new or the same competition does."""
    async with table.app.runtime.unit() as unit:
        service = Service(unit, table.app.shared)
        named = [Named(name=one) for one in names]
        found: list[Resolved] = await resolve(service, named, {}, Here())
        assert not [one for one in found if one.doubts]
        persons = await persons_of(service, found, {})
        if is_here:
            again = await resolve(
                service, named, {}, Here(names=dict(zip(persons, names, strict=True)))
            )
            assert await persons_of(service, again, {}) == persons
    return persons


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=6),
    st.lists(st.integers(0, 5), min_size=18, max_size=18),
    st.booleans(),
)
async def test_three_entrances_make_the_same_persons(
    tmp_path: Path, names: list[str], spellings: list[int], is_here: bool
) -> None:
    """However the names are spelt, and however often one person is in the list."""
    folder = tmp_path / uuid4().hex
    folder.mkdir()
    async with laid_out(folder, after=arbiter_made) as laid:
        made = []
        for number in range(3):
            own = spellings[number * 6 :]
            written = [_spelt(one, how) for one, how in zip(names, own, strict=False)]
            made.append(await _entered(laid, written, is_here=is_here))

        assert all(one == other for one, other in pairwise(made))
        assert len(set(made[0])) == len(set(names))
