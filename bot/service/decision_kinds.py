"""The kinds of an arbiter's decision, each with its preview and its execution.

Hours may pass between the two taps. So both functions of a kind check the state and the permission,
and a preview that has changed by the second tap must be confirmed again.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.runtime.shared import UserInput
from bot.service.cases import of_person, resuming, rulings, silences
from bot.service.competitions import (
    closing_orders,
    imports_back,
    stated_results,
    staying,
    taking_back,
)
from bot.service.matches import (
    calling_off,
    freeing,
    handovers,
    lifted_acts,
    own_takeovers,
    verdicts,
)
from bot.service.operations.cases.decisions import Intention
from bot.service.operations.conversation import channel
from bot.service.operations.days import extensions, outage_orders
from bot.service.people import giving_back, writers
from bot.service.service import Service
from bot.texts.messages import Card, Text, say
from engine.errors import Fault, GameStateError


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """One kind of decision; both functions get its code (`Intention.about`) and its reason."""

    show: Callable[[Service, UserInput, str, str], Awaitable[Text]]
    """Returns the preview with the consequences, or refuses; writes nothing."""
    carry_out: Callable[[Service, UserInput, str, str], Awaitable[Card]]
    """Executes it and notifies everyone; returns the arbiter's confirmation."""
    hides_reason: bool = False
    """Whether it is confirmed without its reason, because the preview already shows that text."""


KINDS: Mapping[str, DecisionKind] = {
    extensions.KIND: DecisionKind(extensions.show, extensions.carry_out),
    outage_orders.KIND: DecisionKind(outage_orders.show, outage_orders.carry_out),
    verdicts.KIND: DecisionKind(verdicts.show, verdicts.carry_out),
    outage_orders.UNDO: DecisionKind(outage_orders.show_undo, outage_orders.carry_out_undo),
    channel.KIND: DecisionKind(channel.show, channel.carry_out),
    staying.KIND: DecisionKind(staying.show, staying.carry_out),
    taking_back.KIND: DecisionKind(taking_back.show, taking_back.carry_out),
    freeing.KIND: DecisionKind(freeing.show, freeing.carry_out),
    giving_back.KIND: DecisionKind(giving_back.show, giving_back.carry_out),
    handovers.KIND: DecisionKind(handovers.show_lifting, handovers.lift),
    calling_off.KIND: DecisionKind(calling_off.show, calling_off.carry_out),
    writers.KIND: DecisionKind(writers.show, writers.carry_out),
    rulings.KIND: DecisionKind(rulings.show, rulings.carry_out),
    silences.KIND: DecisionKind(silences.show, silences.carry_out, hides_reason=True),
    of_person.KIND: DecisionKind(of_person.show, of_person.carry_out),
    own_takeovers.KIND: DecisionKind(own_takeovers.show, own_takeovers.carry_out),
    closing_orders.KIND: DecisionKind(closing_orders.show, closing_orders.carry_out),
    lifted_acts.KIND: DecisionKind(lifted_acts.show, lifted_acts.carry_out),
    resuming.KIND: DecisionKind(resuming.show, resuming.carry_out),
    imports_back.TAKE_BACK: DecisionKind(imports_back.show, imports_back.carry_out),
    stated_results.KIND: DecisionKind(stated_results.show, stated_results.carry_out),
    imports_back.RESTORE: DecisionKind(imports_back.show_restoring, imports_back.restore),
}
LIFTING = (
    lifted_acts.KIND,
    resuming.KIND,
    staying.KIND,
    giving_back.KIND,
    handovers.KIND,
    imports_back.TAKE_BACK,
    imports_back.RESTORE,
)
"""The decisions that only take another act back; one button begins each (`ask_to_lift`)."""


async def ask_to_lift(service: Service, user_input: UserInput, kind: str, about: str) -> None:
    """Show what taking an act back changes, and ask for the reason.

    Raises:
        EngineError: it cannot be taken back any more.
    """
    if kind not in LIFTING:
        raise GameStateError(Fault("button_unknown"))
    await ask_for_reason(service, user_input, kind, about, usual=say("lift.usual"), beside=True)


async def ask_for_reason(  # noqa: PLR0913  (the decision, the question, and how to show it)
    service: Service,
    user_input: UserInput,
    kind: str,
    about: str,
    question: Text | None = None,
    *,
    usual: Text | Sequence[Text] | None = None,
    beside: bool = False,
) -> None:
    """Ask for the reason of a decision that is possible now.

    The question shows the consequences, unless another is given; see `Decisions.ask`.

    Raises:
        EngineError: the decision is not possible; the person is not asked for a reason in vain.
    """
    consequences = await KINDS[kind].show(service, user_input, about, "")
    await service.decisions.ask(
        user_input, kind, about, question or consequences, usual=usual, beside=beside
    )


async def ask_for_other_reason(
    service: Service, user_input: UserInput, intention: Intention
) -> None:
    """Ask for another reason of a decision that waited for its confirmation.

    Raises:
        EngineError: the decision is no longer possible.
    """
    kind, about, reason = intention.kind, intention.about, intention.reason
    question = await KINDS[kind].show(service, user_input, about, reason)
    await service.decisions.ask(user_input, kind, about, question)


async def propose(service: Service, user_input: UserInput, intention: Intention) -> None:
    """Show the consequences of the decision, to be confirmed by a second tap.

    Raises:
        EngineError: the decision is not possible.
    """
    text = await preview(service, user_input, intention)
    service.answer(user_input, *await _to_confirm(service, user_input, intention, text))


async def preview(service: Service, user_input: UserInput, intention: Intention) -> Text:
    """Return the consequences of the decision, and store that the person has seen them.

    Raises:
        EngineError: the decision is not possible.
    """
    show = KINDS[intention.kind].show
    text = await show(service, user_input, intention.about, intention.reason)
    await service.dialogues.remember_shown(user_input, _shown_key(intention), text)
    return text


async def carry_out(service: Service, user_input: UserInput, intention: Intention) -> Card:
    """Carry the confirmed decision out, and return the arbiter's confirmation.

    If its preview has changed meanwhile, nothing is written; return the new one to be confirmed.

    Raises:
        EngineError: the decision is no longer possible.
    """
    kind = KINDS[intention.kind]
    text = await kind.show(service, user_input, intention.about, intention.reason)
    if not await service.dialogues.is_as_shown(user_input, _shown_key(intention), text):
        changed = say("ruling.changed", shown=text)
        return await _to_confirm(service, user_input, intention, changed)
    return await kind.carry_out(service, user_input, intention.about, intention.reason)


def _shown_key(intention: Intention) -> str:
    """Return the key for the hash of the last preview of that kind."""
    return f"{intention.kind}_shown"


async def _to_confirm(
    service: Service, user_input: UserInput, intention: Intention, text: Text
) -> Card:
    """Store the intention, and return its preview with the buttons that confirm or drop it."""
    hides_reason = KINDS[intention.kind].hides_reason
    return await service.decisions.to_confirm(
        user_input, intention, text, hides_reason=hides_reason
    )
