"""A person as stored, for tests to which only their existence matters."""

from engine.ids import PersonId
from storage.people.people import Person

ANA = Person(
    id=PersonId(1),
    account=1,
    address=1,
    name="Ana",
    language="ro",
    time_zone="Europe/Bucharest",
    reminder_hour=9,
    quiet_from=None,
    quiet_to=None,
    reachable=True,
    arbiter=False,
    club="",
)
