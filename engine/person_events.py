"""Events about a person. There is only one: the person's data has been erased.

No log contains a name. A number identifies the person in every log. The number stays after the name
is erased and then identifies nobody.
"""

from dataclasses import dataclass
from datetime import datetime

from engine.ids import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonForgotten:
    """The operator erased a person's data outside the logs, because the person asked for it."""

    at: datetime
    person: PersonId


PERSON_EVENTS: dict[str, type[PersonForgotten]] = {"person.forgotten": PersonForgotten}
"""Each event class by its stored name."""
