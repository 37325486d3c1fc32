"""What makes the public site be built again, in both storages."""

from dataclasses import replace

from engine.matches.match import MatchStage
from storage.competitions.public_state import public_state
from storage.db import Database
from storage.matches import match_rows
from tests.storage.rows import MATCH


async def test_a_friendly_match_changes_the_site_once_it_is_official(db: Database) -> None:
    """Its games may be shown from then on, without any other event."""
    proposed = replace(MATCH, status=MatchStage.PROPOSED.value)
    async with db.transaction() as tx:
        await match_rows.save_match(tx, proposed)
        before = await public_state(tx)
        await match_rows.save_match(tx, replace(MATCH, status=MatchStage.HOMOLOGATED.value))

        assert await public_state(tx) != before
