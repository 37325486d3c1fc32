"""An arbiter's form of games that began elsewhere, stored until they confirm its preview."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from bot.documents.tables.import_form import NO_ANSWERS
from bot.documents.tables.import_stated import (
    GcgFile,
    Layout,
    SeasonAnswers,
)
from bot.runtime.shared import UserInput
from bot.service.context import Context
from engine.ids import CompetitionCode
from storage.conversation import dialogues

AGAIN: Final = "again"
"""The answer that the form is right although one of the same title was recorded before."""
ODD: Final = "odd"
"""The answer that the form is right although something in it is unusual."""
REPLACE: Final = "replace."
"""The beginning of the answer that the form replaces a competition; its code follows."""
STORED_AS: Final = "import"
"""The key under which the form waits for the arbiter's confirmation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingForm:
    """A form that waits for confirmation."""

    token: str
    """Identifies the form in the buttons of its preview."""
    name: str
    """The name of the file; its end says the format."""
    content: bytes
    answers: SeasonAnswers = NO_ANSWERS
    games: tuple[GcgFile, ...] = ()
    """GCG files beside the results of a past season."""
    people: Mapping[str, str] = field(default_factory=dict)
    """The arbiter's answers about names (`bot.service.operations.people.resolving`)."""
    settled: frozenset[str] = frozenset()
    """The arbiter's answers about the whole file: `AGAIN`, `ODD`, or `REPLACE` with a code."""

    @property
    def replaces(self) -> CompetitionCode | None:
        """Return the competition that the form replaces, or None."""
        for answer in self.settled:
            if answer.startswith(REPLACE):
                return CompetitionCode(answer.removeprefix(REPLACE))
        return None

    def to_json(self) -> str:
        """Return the form as JSON."""
        content = b64encode(self.content).decode()
        return json.dumps(
            {
                "token": self.token,
                "name": self.name,
                "content": content,
                "answers": _answers_to_json(self.answers),
                "people": dict(self.people),
                "settled": sorted(self.settled),
                "games": [[game.name, b64encode(game.content).decode()] for game in self.games],
            }
        )


def form_from_json(text: str) -> PendingForm:
    """Return the form of stored JSON; fields that an older version did not store are empty."""
    stored = json.loads(text)
    return PendingForm(
        token=stored["token"],
        name=stored["name"],
        content=b64decode(stored["content"]),
        answers=_answers_from_json(stored.get("answers", {})),
        games=tuple(GcgFile(name, b64decode(content)) for name, content in stored.get("games", ())),
        people=stored.get("people", {}),
        settled=frozenset(stored.get("settled", ())),
    )


def _answers_to_json(answers: SeasonAnswers) -> dict[str, str]:
    """Return the answers as JSON; a missing one is empty."""
    return {
        "title": answers.title,
        "start": "" if answers.start is None else answers.start.isoformat(),
        "closing": "" if answers.closing is None else answers.closing.isoformat(),
        "layout": answers.layout or "",
        "swapped": "yes" if answers.is_swapped else "",  # any text but "" is true
    }


def _answers_from_json(stored: Mapping[str, str]) -> SeasonAnswers:
    """Return the answers of stored JSON; a missing one is empty."""
    start, closing = (stored.get(key, "") for key in ("start", "closing"))
    layout = stored.get("layout", "")
    return SeasonAnswers(
        title=stored.get("title", ""),
        start=date.fromisoformat(start) if start else None,
        closing=date.fromisoformat(closing) if closing else None,
        layout=Layout(layout) if layout else None,
        is_swapped=bool(stored.get("swapped", "")),
    )


async def keep(context: Context, user_input: UserInput, form: PendingForm) -> None:
    """Store the form until its confirmation; an earlier one is replaced."""
    await dialogues.put(
        context.unit.tx, user_input.person.id, STORED_AS, form.to_json(), user_input.at
    )


async def kept(context: Context, user_input: UserInput) -> PendingForm | None:
    """Return the form that waits for the arbiter's confirmation, or None."""
    stored = await dialogues.get(context.unit.tx, user_input.person.id, STORED_AS)
    return None if stored is None else form_from_json(stored.value)


async def of_token(context: Context, user_input: UserInput, token: str) -> PendingForm | None:
    """Return the stored form of that token; None if it was replaced, recorded or dropped."""
    form = await kept(context, user_input)
    return form if form is not None and form.token == token else None


async def drop(context: Context, user_input: UserInput) -> None:
    """Delete the stored form."""
    await dialogues.forget(context.unit.tx, user_input.person.id, STORED_AS)
