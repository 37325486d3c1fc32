"""What happens to a person that must be on record: so far, that he was forgotten.

Nobody's name is ever in a log; the number that stands for him stays, and says nothing of him once
his name is gone.
"""

from dataclasses import dataclass
from datetime import datetime

from engine.ids import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonForgotten:
    """Whoever runs the bot erased what was kept of a person outside the logs, at his wish."""

    at: datetime
    person: PersonId


PERSON_EVENTS: dict[str, type[PersonForgotten]] = {"person.forgotten": PersonForgotten}
"""Wire name → class; see `engine.games.events.EVENTS`."""
