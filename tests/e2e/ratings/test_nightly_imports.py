"""Imports and the nightly lists: a continued competition counts, a past season does not."""

from storage.ratings import published_lists
from tests.e2e.competitions.importing_shared import CLOSING, approved
from tests.e2e.competitions.imports_back_shared import card, lifted
from tests.e2e.competitions.season_import_shared import ABOUT, record, result
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import played, resend, send
from tests.e2e.ratings.nightly_lists_shared import figures_of, lists_of, night
from tests.e2e.texts import mentions
from tests.import_forms import form


async def test_a_past_season_and_a_single_imported_match_are_on_no_list(table: Table) -> None:
    """The ends of a season's games are unknown, so even those with a GCG file do not count.

    The two players of a match did not agree that it counts when it began.
    """
    await approved(table)
    game = played(days=1, whole=True)
    scores = {"red_score": f"{game.red.score}", "blue_score": f"{game.blue.score}"}
    rows = (result("Ana Pop", "Ion Rus", **scores),)
    answers = await send(table, form((), results=rows, about=ABOUT))
    assert mentions(answers[-1], "import.shown_season")
    answers = await resend(table, record(game), "tur.gcg")
    await table.press(table.arbiter, answers[-1], "button.import.yes")

    await night(table)

    async with table.stored.database.reading() as tx:
        assert await published_lists.all_in_force(tx) == []


async def test_an_imported_competition_is_on_the_list_until_it_is_taken_back(table: Table) -> None:
    """Its games have moves and ends, so they count like games that began here.

    Taken back, it leaves the list the next night; after the import is restored it is as before.
    """
    await approved(table, title="Cupa Clujului 2025", closing=CLOSING)
    await night(table)
    (made,) = await lists_of(table)
    before = await figures_of(table, made)
    assert sorted(rating for _, _, rating in before) == [150, 150]
    done = await lifted(table, await card(table, "CC25"), "button.import.take_back")

    await night(table)

    assert await figures_of(table, (await lists_of(table))[0]) == []
    await lifted(table, done, "button.import.restore")
    await night(table)
    assert await figures_of(table, (await lists_of(table))[0]) == before
