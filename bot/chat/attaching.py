"""What a player writes while a case is open, offered as their statement in it (art. 7.2).

A text, a letter, a photograph or a forwarded message is stored, and a button below the answer adds
it to the case: `k:CASE:attach:MESSAGE`. Nothing is added unasked.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple, Self

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.parties import cases_to_answer
from bot.service.lookups.cases.statements import LONGEST_STATEMENT
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.messages import Button, Buttons, Relayed, say
from engine.cases.case import Case
from engine.ids import PersonId

_STORED_AS: Final = "case offered"
"""The key under which the texts wait."""
_MOST_KEPT: Final = 4
"""The most texts that wait at once; an album sends several photographs."""
_MOST_CASES: Final = 3
"""The most cases with a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenText:
    """A text that waits for the press that adds it to a case."""

    message: int
    """The number of the message in which the player wrote it."""
    text: str
    photo: Relayed | None

    def to_row(self) -> list[Any]:
        """Return the text as it is stored in JSON."""
        return [self.message, self.text, None if self.photo is None else asdict(self.photo)]

    @classmethod
    def from_row(cls, row: list[Any]) -> Self:
        """Return the text of a stored row."""
        message, text, photo = row
        return cls(message=message, text=text, photo=None if photo is None else Relayed(**photo))


class CaseOffer(NamedTuple):
    """A player's open cases, and the buttons that add a text to them; empty without any."""

    cases: Sequence[Case] = ()
    buttons: Buttons = ()


async def offer_to_cases(
    service: Service,
    user_input: UserInput,
    text: str,
    *,
    about: str = "",
    photo: Relayed | None = None,
) -> CaseOffer:
    """Store what a player wrote; return their open cases, and a button that adds it to each.

    Nothing is stored or returned for a text too long for a statement, or without an open case.
    `about`: the game or match, if the text is about one.
    """
    if len(text) > LONGEST_STATEMENT:
        return CaseOffer()
    cases = (await cases_to_answer(service, user_input.person.id, about))[:_MOST_CASES]
    if not cases:
        return CaseOffer()
    message = user_input.incoming.message
    waiting = [
        written
        for written in await _take_waiting(service, user_input)
        if written.message != message
    ]
    waiting.append(WrittenText(message=message, text=text, photo=photo))
    await _store(service, user_input, waiting[-_MOST_KEPT:])
    buttons = tuple((_button(case, user_input.person.id, message),) for case in cases)
    return CaseOffer(cases, buttons)


def case_names(cases: Sequence[Case]) -> str:
    """Return the names of the cases, with commas."""
    return ", ".join(case.id for case in cases)


def _button(case: Case, player: PersonId, message: int) -> Button:
    key = "button.case.attach" if case.by == player else "button.case.attach_defence"
    return CASE.button(say(key, case=case.id), case.id, CaseAction.ATTACH, f"{message}")


async def take_text(service: Service, user_input: UserInput, message: str) -> WrittenText | None:
    """Return the text that waits under that message, and delete it; None without one."""
    waiting = await _take_waiting(service, user_input)
    taken = next((written for written in waiting if f"{written.message}" == message), None)
    await _store(service, user_input, [written for written in waiting if written is not taken])
    return taken


async def _store(service: Service, user_input: UserInput, waiting: Iterable[WrittenText]) -> None:
    stored = json.dumps([written.to_row() for written in waiting])
    await service.dialogues.remember(user_input, _STORED_AS, stored)


async def _take_waiting(service: Service, user_input: UserInput) -> list[WrittenText]:
    """Return and delete the person's waiting texts."""
    stored = await service.dialogues.recall(user_input, _STORED_AS)
    return [WrittenText.from_row(row) for row in json.loads(stored)] if stored else []
