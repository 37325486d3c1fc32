"""Turn facts into text: in the reader's language, with instants in the competition's zone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.documents.dossier.facts import LoggedText
from bot.texts.messages import Text, say
from engine.ids import PersonId


@dataclass(frozen=True, slots=True)
class Wording:
    """Returns texts as plain text, with the people's names and the competition's time zone."""

    plain: Callable[[Text], str]
    names: Mapping[PersonId, str]
    zone: ZoneInfo

    def __call__(self, text: Text) -> str:
        """Return the text in the reader's language, without empty lines."""
        lines = self.plain(text).splitlines()
        return "\n".join(line for line in lines if line.strip())


def statement_words(statement: LoggedText, wording: Wording) -> str:
    """Return a person's words in a case; if they were erased, a note with their digest."""
    if statement.is_erased:
        return wording(say("dossier.erased", digest=statement.digest))
    return statement.text


def shown_instant(at: datetime, zone: ZoneInfo) -> str:
    """Return an instant to the second, in figures: `03.05.2025 10:00:07`."""
    return f"{at.astimezone(zone):%d.%m.%Y %H:%M:%S}"
