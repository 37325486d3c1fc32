"""A warning about word lists for a match or phase that starts later (art. 3.1). Pure."""

from datetime import date

from bot.texts.messages import Text, say
from engine.games.events import EditionRef


def edition_note(today: EditionRef, then: EditionRef, start: date) -> Text | None:
    """Return a warning if the list in force at the start differs from today's; else None."""
    if today == then:
        return None
    return say("edition.differs", today=today.name, start=start.isoformat(), edition=then.name)
