"""`/compensare FIRST LAST REASON`: give back the days of a known outage (art. 7.1, 7.2)."""

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason, propose
from bot.service.operations.cases.decisions import Intention
from bot.service.operations.days.outage_orders import KIND, UNDO, games_in_charge, question
from bot.service.operations.days.outages import about_of, day_facts, outage_of
from bot.service.service import Service
from bot.texts.buttons.days import OUTAGE, OutageAction
from bot.texts.days import as_typed, in_figures
from bot.texts.fault_texts import faults_text
from bot.texts.messages import say
from engine.dates import take_period
from engine.errors import EngineError, Fault, GameStateError
from engine.games.ruling_events import Outage


async def compensation(service: Service, user_input: UserInput) -> None:
    """Handle `/compensare 3.05-5.05 botul nu a mers`; ask for missing days."""
    if not user_input.args:
        games = await games_in_charge(service, user_input)
        asked = await service.questions.ask(user_input, Topic.OUTAGE)
        service.reply(user_input, say("outage.how", games=len(games)), (asked.way_out,))
        return
    await days_given(service, user_input, "")


async def days_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Read the days of the outage, and the reason if it follows; show what they give back."""
    typed = user_input.args.strip()
    (first, last), rest = take_period(in_figures(typed), service.today())
    reason = as_typed(rest, typed)  # which may name other days
    outage = Outage(first, last)
    effects = await question(service, user_input, outage)
    if reason:
        await service.questions.close(user_input)
        await propose(service, user_input, Intention(KIND, about_of(outage), reason))
        return
    usual = say("outage.usual", **day_facts(outage))
    await service.decisions.ask(user_input, KIND, about_of(outage), effects, usual=usual)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that take back the days given for an outage.

    They are `outage:FIRST:LAST:undo`, under the decision, and `outage:FIRST:LAST:back`, under the
    report of an outage, which stays because it lists possible losses.
    """
    first, last, action = OUTAGE.read(user_input.args)
    about = OUTAGE.about(first, last)
    outage_of(about)  # refuses the data of a button that no outage has
    if action not in {OutageAction.IN_PLACE, OutageAction.BESIDE}:
        raise GameStateError(Fault("button_unknown"))
    is_beside = action is OutageAction.BESIDE
    try:
        await ask_for_reason(service, user_input, UNDO, about, say("outage.undo"), beside=is_beside)
    except EngineError as error:
        if not is_beside:
            raise
        service.answer_late(user_input, say("refused", faults=faults_text(error)))
