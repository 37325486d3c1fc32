"""The steps of an arbiter's decision: the reason he gives, and the tap that makes it so."""

from dataclasses import replace

from bot.desk.decision_kinds import KINDS, propose
from bot.desk.desk import Desk
from bot.language.formats import clean
from bot.messages import say
from bot.office.shared import Said

LONGEST = 600
"""Characters of a reason."""


async def reason_given(desk: Desk, said: Said, about: str) -> None:
    """Take the text that an arbiter was asked for as the reason, and show what will follow."""
    del about
    intention = await desk.decisions.asked(said)
    reason = clean(said.args, longest=LONGEST + 1, lines=False)
    if intention is None or reason in {"", "—"}:
        desk.reply(said, say("decision.reason_empty"))
    elif len(said.args) > LONGEST:
        desk.reply(said, say("decision.reason_long", n=len(said.args), most=LONGEST))
    else:
        await propose(desk, said, replace(intention, reason=reason))


async def usual(desk: Desk, said: Said) -> None:
    """Handle the press that gives one of the usual reasons: `because:NUMBER`."""
    number = int(said.args) if said.args.isdecimal() and len(said.args) < 3 else 0
    intention = await desk.decisions.asked(said, number)
    if intention is None or not intention.reason:
        desk.edit(said, say("decision.stale"))
        return
    await propose(desk, said, intention)


async def confirmed(desk: Desk, said: Said) -> None:
    """Handle the second tap, which makes the decision: `decide:TOKEN`."""
    intention = await desk.decisions.take(said, said.args)
    if intention is None:
        desk.edit(said, say("decision.stale"))
        return
    desk.edit(
        said, *await KINDS[intention.kind].carry_out(desk, said, intention.about, intention.reason)
    )


async def dropped(desk: Desk, said: Said) -> None:
    """Handle the press that decides nothing: `undecide` before the reason, `undecide:TOKEN`."""
    if said.args:
        await desk.decisions.take(said, said.args)
    elif await desk.decisions.asked(said) is not None:
        await desk.questions.close(said)
    desk.edit(said, say("confirm.kept"))
