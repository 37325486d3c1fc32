"""What a player writes while a case is open, offered as their statement in it (art. 7.2).

A text, a letter, a photograph or a forwarded message is stored, and a button below the answer adds
it to the case: `k:CASE:attach:MESSAGE`. Nothing is added unasked.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.parties import heard_in
from bot.service.readers.cases.case_snapshots import LONGEST_STATEMENT
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.messages import Button, Buttons, Relayed, say
from engine.cases.case import Case
from engine.ids import PersonId

_STORED_AS: Final = "case offered"
_MOST_KEPT: Final = 4
"""The most texts that wait at once; an album sends several photographs."""
_MOST_CASES: Final = 3


async def offer(
    service: Service,
    user_input: UserInput,
    text: str,
    *,
    about: str = "",
    photo: Relayed | None = None,
) -> tuple[list[Case], Buttons]:
    """Store what a player wrote; return their open cases, and a button that adds it to each.

    `about`: the game or match, if the text is about one.
    """
    if len(text) > LONGEST_STATEMENT:
        return [], ()
    cases = (await heard_in(service, user_input.person.id, about))[:_MOST_CASES]
    if not cases:
        return [], ()
    message = user_input.incoming.message
    waiting = [stored for stored in await _waiting(service, user_input) if stored[0] != message]
    waiting.append((message, text, None if photo is None else asdict(photo)))
    await service.previews.remember(user_input, _STORED_AS, json.dumps(waiting[-_MOST_KEPT:]))
    buttons = tuple((_button(case, user_input.person.id, message),) for case in cases)
    return cases, buttons


def named(cases: Sequence[Case]) -> str:
    """Return the names of the cases, with commas."""
    return ", ".join(case.id for case in cases)


def _button(case: Case, player: PersonId, message: int) -> Button:
    key = "button.case.attach" if case.by == player else "button.case.attach_defence"
    return CASE.button(say(key, case=case.id), case.id, CaseAction.ATTACH, f"{message}")


async def taken(
    service: Service, user_input: UserInput, message: str
) -> tuple[str, Relayed | None] | None:
    """Return the text and photograph that wait under that message, once; None without them."""
    waiting = await _waiting(service, user_input)
    meant = next((stored for stored in waiting if f"{stored[0]}" == message), None)
    rest = [stored for stored in waiting if stored is not meant]
    await service.previews.remember(user_input, _STORED_AS, json.dumps(rest))
    if meant is None:
        return None
    _, text, photo = meant
    return text, None if photo is None else Relayed(**photo)


async def _waiting(service: Service, user_input: UserInput) -> list[Any]:
    kept = await service.previews.recall(user_input, _STORED_AS)
    return json.loads(kept) if kept else []
