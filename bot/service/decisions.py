"""What an arbiter is about to order, until he confirms it.

Every order takes its reason and a second tap. First he is asked for the reason (`ask`), then he is
shown what will follow from it (`bot.service.decision_kinds`), then he confirms that very intention.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.texts.i18n import catalogue
from bot.texts.messages import Button, Buttons, Text, say

if TYPE_CHECKING:
    from bot.service.readers import Readers


@dataclass(frozen=True, slots=True)
class Intention:
    """A decision with its reason, not confirmed yet."""

    kind: str
    about: str
    """What it decides and on what, as its kind writes it."""
    reason: str


REASON = "reason"
"""The question's topic, and the key under which an intention is kept."""


class Decisions:
    """What a handler asks an arbiter before anything is ordered."""

    def __init__(self, service: "Readers") -> None:
        self._service = service

    async def ask(  # noqa: PLR0913  (what is asked, and how it is shown)
        self,
        said: Said,
        kind: str,
        about: str,
        question: Text,
        *,
        usual: Text | Sequence[Text] | None = None,
        beside: bool = False,
    ) -> None:
        """Ask for the reason of a decision; a tap may give one of the `usual` ones.

        A reason is part of the decision and stands as it was written, so the usual ones are worded
        now, in the language of whoever decides. `beside`: the message whose button was pressed is
        left as it is.
        """
        offered = () if usual is None else (usual,) if isinstance(usual, Text) else tuple(usual)
        words = catalogue(said.person.language or "ro")
        worded = [words.plain(each) for each in offered]
        rows = [
            (Button(say("button.plain", label=each), f"because:{number}"),)
            for number, each in enumerate(worded)
        ]
        rows.append((Button(say("button.undecide"), "undecide"),))
        await self._service.questions.ask(said, REASON, json.dumps([kind, about, worded]))
        answer = self._service.reply if beside else self._service.answer
        answer(said, say("decision.why", question=question), tuple(rows))

    async def asked(self, said: Said, usual: int | None = None) -> Intention | None:
        """Return what the person was asked the reason of, given that usual one; it stays open."""
        question = await self._service.questions.open(said)
        if question is None or question.topic != REASON:
            return None
        kind, about, worded = json.loads(question.about)
        known = usual is not None and usual < len(worded)
        return Intention(kind, about, worded[usual] if known else "")

    async def to_confirm(
        self, said: Said, intention: Intention, shown: Text
    ) -> "tuple[Text, Buttons]":
        """Keep the intention, and return what is shown of it with the tap that confirms it."""
        token = secrets.token_urlsafe(9)
        kept = json.dumps([token, *astuple(intention)])
        await self._service.previews.remember(said, REASON, kept)
        yes = Button(say("button.decide"), f"decide:{token}")
        no = Button(say("button.undecide"), f"undecide:{token}")
        return say("decision.confirm", what=shown, reason=intention.reason), ((yes, no),)

    async def take(self, said: Said, token: str) -> Intention | None:
        """Return the person's intention of that token and forget it; None if it is gone."""
        kept = await self._service.previews.recall(said, REASON)
        if kept is None:
            return None
        known, *fields = json.loads(kept)
        if known != token:
            await self._service.previews.remember(said, REASON, kept)
            return None
        return Intention(*fields)
