"""Old nightly lists: data kept for ever, and data deleted after a month."""

from collections.abc import Iterable
from datetime import date, timedelta

from bot.ratings.calculation.task_results import pack, unpack
from bot.ratings.nightly.pruning import prune_terms
from engine.ids import PROGRAM
from engine.ratings.statuses import RatedStatus
from storage.db import Database
from storage.ratings import published_lists, rating_runs
from storage.ratings.person_keys import NightlyKind
from storage.ratings.published_lists import ListId, PublishedList
from storage.ratings.rated_row import RatedRow
from storage.ratings.rating_runs import NewRun, PlayerTerms
from tests.builders import noon

BEGIN = date(2025, 3, 25)
OFFICERS = "classic"
ROW = RatedRow(
    number=1,
    place=1,
    status=RatedStatus.ACTIVE,
    player="#7",
    key="#7",
    rating=187,
    exact="187",
    games=5,
)


async def night(database: Database, kind: str, day: date) -> PublishedList:
    """Publish a list of that kind and day, with terms and results."""
    new = NewRun(
        person=PROGRAM,
        token="nightly",
        system="frs",
        input_sha256=f"{day:%Y%m%d}".ljust(64, "0"),
        task="{}",
        result=pack({"lists": [], "games": {"K7QF/1": "3:2"}, "corrected": ["A2BC/1"]}),
        spreadsheet=b"",
        terms={"#7": PlayerTerms("#7", b"terms"), "#8": PlayerTerms("#8", b"more terms")},
    )
    async with database.transaction() as tx:
        run = await rating_runs.add(tx, new, noon())
        which = ListId(system="frs", kind=kind, day=day)
        (made,) = await published_lists.publish(tx, run, {which: [ROW]}, PROGRAM, noon())
    return made


async def explained(database: Database, lists: Iterable[PublishedList]) -> list[date]:
    """Return the days of the lists that still have all terms and results."""
    found = []
    async with database.reading() as tx:
        for one in lists:
            run = await rating_runs.find(tx, one.run)
            assert run is not None
            assert run.input_sha256.startswith(f"{one.day:%Y%m%d}")
            assert unpack(run.result)["corrected"] == ["A2BC/1"]
            assert await published_lists.rows_of(tx, one.id) == [ROW]
            terms = await rating_runs.players_of(tx, one.run)
            assert (len(terms) == 2) == ("games" in unpack(run.result))
            if terms:
                found.append(one.day)
    return found


async def test_terms_stay_for_a_month_and_with_each_months_last_list(db: Database) -> None:
    """Terms stay for a month and with each month's last list; rows and officers' lists stay."""
    days = [BEGIN + timedelta(days=number) for number in range(14)]  # to 7 April
    nights = [await night(db, NightlyKind.COMPETITIONS, day) for day in days]
    friendly = [await night(db, NightlyKind.FRIENDLIES, day) for day in days[:3]]
    officers = [await night(db, OFFICERS, day) for day in days[:3]]

    for _ in range(2):
        async with db.transaction() as tx:
            await prune_terms(tx, date(2025, 4, 5))

        kept = [date(2025, 3, 31), *(date(2025, 4, day) for day in (5, 6, 7))]
        assert await explained(db, nights) == kept
        assert await explained(db, friendly) == [days[2]]
        assert await explained(db, officers) == days[:3]


async def test_the_last_list_keeps_its_terms_however_old_it_is(db: Database) -> None:
    """Of two versions of a day, the later one does."""
    first, second = [await night(db, NightlyKind.COMPETITIONS, BEGIN) for _ in range(2)]

    async with db.transaction() as tx:
        await prune_terms(tx, date(2027, 1, 1))

    assert await explained(db, [first]) == []
    assert await explained(db, [second]) == [BEGIN]
