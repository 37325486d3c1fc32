"""The public site: what anybody reads of a competition, and what nobody may."""

from pathlib import Path

from tests.e2e.harness import Table
from tests.e2e.public_site import written
from tests.e2e.season import cup


async def test_the_same_log_gives_the_same_site_and_a_result_changes_what_shows_it(
    table: Table, tmp_path: Path
) -> None:
    """Made twice it is the same; after a result, brought up to date it is as made afresh."""
    season = await cup(table, "Ana Pop", "Ion Rus", "Geo Luca", "Dan Ene", groups=2)
    first = await written(table, tmp_path / "kept")
    again = await written(table, tmp_path / "kept")
    assert again.made.written == again.made.removed == ()
    assert (await written(table, tmp_path / "afresh")).everything() == first.everything()

    (pair, _) = await season.pairs()
    await season.play_both(pair, 2)
    await season.agree(pair)
    await season.homologate(pair)
    match = (await season.competition()).phase.matches[0]
    kept = await written(table, tmp_path / "kept")
    assert kept.everything() == (await written(table, tmp_path / "later")).everything()
    groups = {path for path in kept.made.written if "faza-1-" in path}
    assert {path[-6] for path in groups} == {match.group.lower()}
    assert "2 din 2 partide omologate" in kept.text(
        f"c/{season.code.lower()}/faza-1-{match.group.lower()}.html"
    )
