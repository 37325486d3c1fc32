"""The decisions side of the desk: what an arbiter is about to order, until he confirms it.

Every order takes its reason and a second tap. First he is asked for the reason (`ask`), then he is
shown what will follow from it (`propose`), then he confirms that very draft (`confirm`). A kind of
decision looks again, each time, at what stands and at whether the person may order it: hours may
lie between his taps.
"""

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from bot.desk import extensions, means, outage_orders, own_proposals, verdicts, writers
from bot.desk.cases import rulings
from bot.desk.competitions import closing_orders
from bot.desk.drafts import Draft
from bot.language.i18n import catalogue
from bot.messages import Button, Buttons, Text, say
from bot.office.shared import Said

if TYPE_CHECKING:
    from bot.desk.desk import Desk

REASON = "reason"
"""The question's topic, and the key under which a draft is kept."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of decision; both get what it is about and its reason."""

    show: "Callable[[Desk, Said, str, str], Awaitable[Text]]"
    """Says what will follow, or refuses."""
    carry_out: "Callable[[Desk, Said, str, str], Awaitable[tuple[Text, Buttons]]]"
    """Orders it and tells everybody; returns what the arbiter reads in its place."""


KINDS: Mapping[str, Kind] = {
    extensions.KIND: Kind(extensions.show, extensions.carry_out),
    outage_orders.KIND: Kind(outage_orders.show, outage_orders.carry_out),
    verdicts.KIND: Kind(verdicts.show, verdicts.carry_out),
    outage_orders.UNDO: Kind(outage_orders.show_undo, outage_orders.carry_out_undo),
    means.KIND: Kind(means.show, means.carry_out),
    writers.KIND: Kind(writers.show, writers.carry_out),
    rulings.KIND: Kind(rulings.show, rulings.carry_out),
    own_proposals.KIND: Kind(own_proposals.show, own_proposals.carry_out),
    closing_orders.KIND: Kind(closing_orders.show, closing_orders.carry_out),
}


class Decisions:
    """What a handler asks an arbiter before anything is ordered."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

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
        await self._desk.questions.ask(said, REASON, json.dumps([kind, about, worded]))
        answer = self._desk.reply if beside else self._desk.answer
        answer(said, say("decision.why", question=question), tuple(rows))

    async def asked(self, said: Said, usual: int | None = None) -> Draft | None:
        """Return what the person was asked the reason of, given that usual one; it stays open."""
        question = await self._desk.questions.open(said)
        if question is None or question.topic != REASON:
            return None
        kind, about, worded = json.loads(question.about)
        known = usual is not None and usual < len(worded)
        return Draft(kind, about, worded[usual] if known else "")

    async def propose(self, said: Said, draft: Draft) -> None:
        """Show what will follow from the decision, to be confirmed by a second tap.

        Raises:
            EngineError: it cannot be decided.
        """
        shown = await KINDS[draft.kind].show(self._desk, said, draft.about, draft.reason)
        await self._desk.questions.close(said)
        self._desk.answer(said, *await self.to_confirm(said, draft, shown))

    async def to_confirm(self, said: Said, draft: Draft, shown: Text) -> "tuple[Text, Buttons]":
        """Keep the draft, and return what is shown of it with the tap that confirms it."""
        token = secrets.token_urlsafe(9)
        kept = json.dumps([token, *astuple(draft)])
        await self._desk.previews.remember(said, REASON, kept)
        yes = Button(say("button.decide"), f"decide:{token}")
        no = Button(say("button.undecide"), f"undecide:{token}")
        return say("decision.confirm", what=shown, reason=draft.reason), ((yes, no),)

    async def take(self, said: Said, token: str) -> Draft | None:
        """Return the person's draft of that token and forget it; None if it is no longer there."""
        kept = await self._desk.previews.recall(said, REASON)
        if kept is None:
            return None
        known, *fields = json.loads(kept)
        if known != token:
            await self._desk.previews.remember(said, REASON, kept)
            return None
        return Draft(*fields)
