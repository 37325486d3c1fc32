"""What is said of word lists when something is set up that starts later (art. 3.1). Pure."""

from datetime import date

from bot.texts.messages import Text, say
from engine.games.events import EditionRef


def edition_note(today: EditionRef, then: EditionRef, start: date) -> Text | None:
    """Return a warning where the list in force on that day, `then`, is another one than today's."""
    if today == then:
        return None
    return say("edition.differs", today=today.name, start=start.isoformat(), edition=then.name)
