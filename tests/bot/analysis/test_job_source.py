"""The order of requested analyses: everybody's first comes before anybody's second."""

from datetime import timedelta
from pathlib import Path

from bot.analysis.job_source import AnalysisJobSource
from engine.ids import GameId, PersonId
from storage.analysis import analyses
from storage.analysis.analyses import WishSubject
from storage.people import people
from tests.bot.conftest import PostOffice
from tests.somebodys_rows import AT, HABITS


async def test_a_whole_season_of_one_person_does_not_delay_anothers_game(post: PostOffice) -> None:
    """Ana waits for five games, then Ion for one: it is second."""
    async with post.runtime.database.transaction() as tx:
        persons = [(await people.create(tx, name, HABITS)).id for name in ("Ana Pop", "Ion Rus")]
        wished = [(persons[0], f"A{n}/1") for n in range(5)] + [(persons[1], "B0/1")]
        for number, (person, game) in enumerate(wished):
            at = AT + timedelta(seconds=number)
            await analyses.wish(tx, PersonId(person), GameId(game), WishSubject.GAME, at)
        source = AnalysisJobSource(post.runtime, None, Path())  # type: ignore[arg-type]  # not used
        jobs = await source.requested(tx)

    assert [job.key[1] for job in jobs] == ["A0/1", "B0/1", "A1/1", "A2/1", "A3/1", "A4/1"]  # type: ignore[index]
