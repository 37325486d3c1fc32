"""The steps of an arbiter's decision: the reason, and the tap that confirms it."""

from dataclasses import replace

from bot.runtime.shared import Said
from bot.service.decision_kinds import KINDS, propose
from bot.service.decisions import again, reason_of
from bot.service.matches import verdicts
from bot.service.service import Service
from bot.texts.buttons.cases import BECAUSE, DECIDE, UNDECIDE
from bot.texts.messages import Buttons, say
from bot.texts.notices.cases.task_list import next_button


async def reason_given(service: Service, said: Said, about: str) -> None:
    """Store an arbiter's text as the reason, and show the decision's effects."""
    del about
    intention = await service.decisions.asked(said)
    reason, obstacle = reason_of("" if intention is None else said.args)
    if intention is None or obstacle is not None:
        service.reply(said, obstacle or say("decision.reason_empty"))
    else:
        await propose(service, said, replace(intention, reason=reason))


async def usual(service: Service, said: Said) -> None:
    """Handle the button for one of the usual reasons: `because:NUMBER`."""
    intention = await service.decisions.asked(said, BECAUSE.read(said.args).number)
    if intention is None or not intention.reason:
        service.edit(said, say("decision.stale"))
        return
    await propose(service, said, intention)


async def confirmed(service: Service, said: Said) -> None:
    """Handle the second tap, which makes the decision: `decide:TOKEN`."""
    intention = await service.decisions.take(said, DECIDE.read(said.args).token)
    if intention is None:
        service.edit(said, say("decision.stale"))
        return
    text, buttons = await KINDS[intention.kind].carry_out(
        service, said, intention.about, intention.reason
    )
    if again(buttons) is None:
        buttons = (*buttons, *await next_case(service, said))
    service.edit(said, text, buttons)


async def next_case(service: Service, said: Said) -> Buttons:
    """Return the row with the button that opens the next task of an arbiter's list."""
    if not said.person.arbiter:
        return ()
    return next_button(await service.task_lists.of(said.person.id))


async def dropped(service: Service, said: Said) -> None:
    """Handle the cancel button: `undecide` before the reason, `undecide:TOKEN` after it."""
    token = UNDECIDE.read(said.args).token
    if token:
        await service.decisions.take(said, token)
    elif await service.decisions.asked(said) is not None:
        await service.questions.close(said)
    service.edit(said, say("confirm.kept"))


async def ask_reason(service: Service, said: Said) -> None:
    """Handle `verdict:GAME:ENDING:SEAT`: ask for the reason, and offer one as a button."""
    question, usual = await verdicts.question(service, said, said.args)
    service.toast(said)
    # A separate message, so that the case file keeps its buttons until the ruling is made.
    file = said.incoming.message
    await service.decisions.ask(said, verdicts.KIND, said.args, question, usual=usual, under=file)
