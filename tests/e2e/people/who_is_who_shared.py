"""What `test_who_is_who` and other tests share."""

from engine.ids import CompetitionCode, PersonId
from sandbox import Message
from tests.e2e.competitions.season_import_shared import ABOUT, result
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import send
from tests.e2e.texts import facts_of
from tests.import_forms import form


async def season(table: Table, title: str, *names: str) -> tuple[CompetitionCode, list[Message]]:
    """Import a season in which each player met the first one; return its code and the answers."""
    first, *others = names
    score = f"{300 + sum(map(ord, title)) % 50}"  # the same results would be the same season
    rows = [result(first, each, red_score="400", blue_score=score) for each in others]
    answers = await send(table, form((), results=rows, about={**ABOUT, "title": title}))
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    return CompetitionCode(facts_of(answers[-1], "import.done_season")["code"]), answers


async def people_of(table: Table, code: CompetitionCode) -> tuple[PersonId, ...]:
    """Return the players of a competition, in order of entry."""
    return tuple((await table.stored.competition(code)).phase.players)
