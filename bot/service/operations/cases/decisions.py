"""An arbiter's decision until its confirmation.

Every decision takes a reason and a second tap. The bot asks for the reason (`ask`), shows the
consequences (`bot.service.decision_kinds`), and the arbiter confirms exactly that intention.
"""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.readers.readers import Readers
from bot.texts.buttons.cases import BECAUSE, DECIDE, OTHER_REASON, UNDECIDE, UsualReason
from bot.texts.buttons.verb import verb_of
from bot.texts.clean_text import clean, is_blank
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Buttons, Card, Text, say


@dataclass(frozen=True, slots=True)
class Intention:
    """A decision with its reason, not yet confirmed."""

    kind: str
    """A key of `bot.service.decision_kinds.KINDS`."""
    about: str
    """Its code: subject and content, in the format of its kind's module."""
    reason: str
    """The arbiter's reason; "" where it is not asked yet."""


class _AskedReason(NamedTuple):
    """The question for the reason of a decision, as it is stored."""

    kind: str
    about: str
    reasons: Sequence[str]
    """The usual ones, as the buttons under the question show them."""
    token: str = ""
    """The question's, in its buttons; only an earlier version stored it here."""


REASON = "reason"
"""The topic of the question, and the key under which an intention is stored."""
LONGEST_REASON = 600
"""The most characters of a reason."""


class WrittenReason(NamedTuple):
    """A reason as it is stored, or why it cannot be taken."""

    reason: str
    """"" if there is an obstacle."""
    obstacle: Text | None = None


def reason_of(text: str) -> WrittenReason:
    """Return a written reason, or the obstacle: it is empty or too long."""
    if is_blank(text):
        return WrittenReason("", say("decision.reason_empty"))
    if len(text) > LONGEST_REASON:
        return WrittenReason("", say("decision.reason_long", n=len(text), most=LONGEST_REASON))
    return WrittenReason(clean(text, longest=LONGEST_REASON, lines=False))


def token_to_confirm(buttons: Buttons) -> str | None:
    """Return the token of a decision that was shown again, to be confirmed, or None."""
    for row in buttons:
        for button in row:
            verb, args = verb_of(button.data)
            if verb == DECIDE.name:
                return DECIDE.read(args).token
    return None


class Decisions:
    """The questions to an arbiter before a decision."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    async def ask(  # noqa: PLR0913  (the question, and how to show it)
        self,
        user_input: UserInput,
        kind: str,
        about: str,
        question: Text,
        *,
        usual: Text | Sequence[Text] | None = None,
        beside: bool = False,
        under: int | None = None,
    ) -> None:
        """Ask for the reason of a decision; buttons offer the `usual` ones.

        A reason is part of the decision and stays as written, so the usual ones are rendered now in
        the arbiter's language. `beside`: the pressed message stays unchanged. `under`: the number
        of the card or case file to which the question replies, so that both stay one thread.
        """
        if usual is None:
            usual = ()
        elif isinstance(usual, Text):
            usual = (usual,)
        catalogue = load_catalogue(user_input.person.language)
        reasons = [catalogue.plain(text) for text in usual]
        asked = json.dumps([kind, about, reasons])
        token = (await self._readers.questions.ask(user_input, REASON, asked)).token
        rows = [
            (BECAUSE.button(say("button.plain", label=reason), number, token),)
            for number, reason in enumerate(reasons)
        ]
        rows.append((UNDECIDE.button(say("button.undecide"), token),))
        why = say("decision.why", question=question)
        if beside or under is not None:
            self._readers.reply(user_input, why, tuple(rows), under=under)
        else:
            self._readers.answer(user_input, why, tuple(rows))

    async def awaiting_reason(self, user_input: UserInput) -> Intention | None:
        """Return the decision whose reason is asked for, or None; the question stays open."""
        asked = await self._asked(user_input)
        return None if asked is None else Intention(asked.kind, asked.about, "")

    async def for_usual_reason(
        self, user_input: UserInput, pressed: UsualReason
    ) -> Intention | None:
        """Return the decision with the usual reason of that button; the question stays open.

        None unless exactly the question above the button is open.
        """
        asked = await self._asked(user_input)
        if asked is None or asked.token != pressed.token or pressed.number >= len(asked.reasons):
            return None
        return Intention(asked.kind, asked.about, asked.reasons[pressed.number])

    async def drop(self, user_input: UserInput, token: str) -> None:
        """Drop the decision of that token, whether its reason or its confirmation is awaited."""
        asked = await self._asked(user_input)
        if asked is not None and asked.token == token:
            await self._readers.questions.close(user_input)
        else:
            await self.take(user_input, token)

    async def _asked(self, user_input: UserInput) -> _AskedReason | None:
        """Return the open question for a reason, or None."""
        question = await self._readers.questions.open(user_input)
        if question is None or question.topic != REASON:
            return None
        asked = _AskedReason(*json.loads(question.about))
        return asked._replace(token=question.token or asked.token)

    async def to_confirm(
        self, user_input: UserInput, intention: Intention, text: Text, *, hides_reason: bool = False
    ) -> Card:
        """Store the intention in place of an earlier one; return its text with buttons.

        The buttons confirm it, drop it, and change its reason. `hides_reason`: the text is shown
        without the reason.
        """
        token = self._readers.new_token()
        stored = json.dumps([token, *astuple(intention)])
        await self._readers.dialogues.remember(user_input, REASON, stored)
        yes = DECIDE.button(say("button.decide"), token)
        no = UNDECIDE.button(say("button.undecide"), token)
        if hides_reason or not intention.reason:
            return Card(say("decision.confirm_plain", what=text), ((yes, no),))
        other = OTHER_REASON.button(say("button.other_reason"), token)
        confirmed = say("decision.confirm", what=text, reason=intention.reason)
        return Card(confirmed, ((yes, no), (other,)))

    async def take(self, user_input: UserInput, token: str) -> Intention | None:
        """Return and delete the person's intention of that token; None if it is gone."""
        stored = await self._readers.dialogues.recall(user_input, REASON)
        if stored is None:
            return None
        stored_token, *fields = json.loads(stored)
        if stored_token != token:  # another decision waits, and goes on waiting
            await self._readers.dialogues.remember(user_input, REASON, stored)
            return None
        return Intention(*fields)
