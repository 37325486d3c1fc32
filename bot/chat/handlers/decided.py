"""The steps of an arbiter's decision: the reason he gives, and the tap that makes it so."""

from dataclasses import replace

from bot.runtime.shared import Said
from bot.service.decision_kinds import KINDS, propose
from bot.service.service import Service
from bot.texts.formats import clean
from bot.texts.messages import say

LONGEST = 600
"""Characters of a reason."""


async def reason_given(service: Service, said: Said, about: str) -> None:
    """Take the text that an arbiter was asked for as the reason, and show what will follow."""
    del about
    intention = await service.decisions.asked(said)
    reason = clean(said.args, longest=LONGEST + 1, lines=False)
    if intention is None or reason in {"", "—"}:
        service.reply(said, say("decision.reason_empty"))
    elif len(said.args) > LONGEST:
        service.reply(said, say("decision.reason_long", n=len(said.args), most=LONGEST))
    else:
        await propose(service, said, replace(intention, reason=reason))


async def usual(service: Service, said: Said) -> None:
    """Handle the press that gives one of the usual reasons: `because:NUMBER`."""
    number = int(said.args) if said.args.isdecimal() and len(said.args) < 3 else 0
    intention = await service.decisions.asked(said, number)
    if intention is None or not intention.reason:
        service.edit(said, say("decision.stale"))
        return
    await propose(service, said, intention)


async def confirmed(service: Service, said: Said) -> None:
    """Handle the second tap, which makes the decision: `decide:TOKEN`."""
    intention = await service.decisions.take(said, said.args)
    if intention is None:
        service.edit(said, say("decision.stale"))
        return
    service.edit(
        said,
        *await KINDS[intention.kind].carry_out(service, said, intention.about, intention.reason),
    )


async def dropped(service: Service, said: Said) -> None:
    """Handle the press that decides nothing: `undecide` before the reason, `undecide:TOKEN`."""
    if said.args:
        await service.decisions.take(said, said.args)
    elif await service.decisions.asked(said) is not None:
        await service.questions.close(said)
    service.edit(said, say("confirm.kept"))
