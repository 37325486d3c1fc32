"""The steps of an arbiter's decision: the reason, and the tap that confirms it."""

from dataclasses import replace

from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_other_reason, ask_to_lift, carry_out, propose
from bot.service.matches import verdicts
from bot.service.operations.cases.decisions import reason_of, token_to_confirm
from bot.service.service import Service
from bot.texts.buttons.cases import BECAUSE, DECIDE, LIFT, OTHER_REASON, UNDECIDE
from bot.texts.messages import say


async def reason_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Store an arbiter's text as the reason, and show the decision's effects."""
    intention = await service.decisions.awaiting_reason(user_input)
    if intention is None:
        await service.questions.close(user_input)
        service.reply(user_input, say("decision.stale"))
        return
    reason, obstacle = reason_of(user_input.args)
    if obstacle is not None:  # the question stays open
        service.reply(user_input, obstacle)
        return
    await service.questions.close(user_input)
    await propose(service, user_input, replace(intention, reason=reason))


async def lift_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button under an act that takes it back: `lift:KIND:ABOUT`."""
    kind, about = LIFT.read(user_input.args)
    service.toast(user_input)
    await ask_to_lift(service, user_input, kind, about)


async def usual_reason_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button for one of the usual reasons: `because:NUMBER:TOKEN`."""
    pressed = BECAUSE.read(user_input.args)
    intention = await service.decisions.for_usual_reason(user_input, pressed)
    if intention is None:
        service.answer_late(user_input, say("decision.stale"))
        return
    await service.questions.close(user_input)  # `for_usual_reason` has read the button's own
    await propose(service, user_input, intention)


async def confirm_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the second tap, which makes the decision: `decide:TOKEN`."""
    intention = await service.decisions.take(user_input, DECIDE.read(user_input.args).token)
    if intention is None:
        service.answer_late(user_input, say("decision.stale"))
        return
    text, buttons = await carry_out(service, user_input, intention)
    if token_to_confirm(buttons) is None:  # the decision is made, and asks for nothing more
        buttons = (*buttons, *await service.task_lists.next_button(user_input.person.id))
    service.edit(user_input, text, buttons)


async def other_reason_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that asks for another reason of a decision: `rereason:TOKEN`."""
    intention = await service.decisions.take(user_input, OTHER_REASON.read(user_input.args).token)
    if intention is None:
        service.answer_late(user_input, say("decision.stale"))
    else:
        await ask_for_other_reason(service, user_input, intention)


async def drop_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the cancel button under the question for a reason or a preview: `undecide:TOKEN`."""
    await service.decisions.drop(user_input, UNDECIDE.read(user_input.args).token)
    service.edit(user_input, say("confirm.kept"))


async def verdict_pressed(service: Service, user_input: UserInput) -> None:
    """Handle `verdict:GAME:ENDING:SEAT`: ask for the reason, and offer one as a button."""
    question, usual = await verdicts.question(service, user_input, user_input.args)
    service.toast(user_input)
    # A separate message, so that the case file keeps its buttons until the ruling is made.
    case_file = user_input.incoming.message
    await service.decisions.ask(
        user_input, verdicts.KIND, user_input.args, question, usual=usual, under=case_file
    )
