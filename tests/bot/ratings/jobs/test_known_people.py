"""The people whom the names of a rating table may mean."""

from datetime import UTC, datetime, timedelta

from bot.ratings.jobs.known_people import known_people
from engine.ids import MatchCode
from engine.person_names import name_key
from storage.db import Database
from storage.people import invitations, people
from storage.people.invitations import Invite
from storage.people.people import Habits

NOW = datetime(2025, 5, 3, 8, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


async def test_a_freed_seat_hides_no_player_of_its_name(database: Database) -> None:
    """A seat that nobody can take any longer is no namesake."""
    async with database.transaction() as tx:
        player = await people.create(tx, "Ion Rus", HABITS, account=11)
        freed = await people.create(tx, "Ion Rus", HABITS)
        code = Invite(
            code="i", match_id=MatchCode("K7QF"), person=freed.id, expires_at=NOW + timedelta(1)
        )
        await invitations.invite(tx, code, NOW)

        known = await known_people(tx)

    assert known.by_key[name_key("Ion Rus")].id == player.id
