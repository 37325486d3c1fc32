"""`/compensare FIRST LAST REASON`: give back the days of a known outage (art. 7.1, 7.2)."""

from bot.desk.decision_kinds import propose
from bot.desk.desk import Desk
from bot.desk.drafts import Intention
from bot.desk.outage_orders import KIND, UNDO, concerned, question
from bot.desk.outages import about_of, dated, outage_of
from bot.desk.questions import way_out
from bot.language.months import in_figures
from bot.messages import say
from bot.office.shared import Said
from engine.dates import take_period
from engine.errors import Fault, GameStateError
from engine.games.ruling_events import Outage

TOPIC = "outage"


async def compensation(desk: Desk, said: Said) -> None:
    """Handle `/compensare 3.05-5.05 botul nu a mers`; without days it asks for them."""
    if not said.args:
        games = await concerned(desk, said)
        await desk.questions.ask(said, TOPIC)
        desk.reply(said, say("outage.how", games=len(games)), (way_out(TOPIC),))
        return
    await days_given(desk, said, "")


async def days_given(desk: Desk, said: Said, about: str) -> None:
    """Take the days of the outage, and its reason if that follows them."""
    del about
    (first, last), reason = take_period(in_figures(said.args), desk.today())
    outage = Outage(first, last)
    found = await question(desk, said, outage)
    if reason:
        await propose(desk, said, Intention(KIND, about_of(outage), reason))
        return
    usual = say("outage.usual", **dated(outage))
    await desk.decisions.ask(said, KIND, about_of(outage), found, usual=usual)


async def pressed(desk: Desk, said: Said) -> None:
    """Handle the presses that take back what was given for an outage.

    They are `outage:FIRST:LAST:undo`, under the decision, and `outage:FIRST:LAST:back`, under the
    report of an outage, which stays: it says where something may be missing.
    """
    about, _, verb = said.args.rpartition(":")
    outage_of(about)
    if verb not in {"undo", "back"}:
        raise GameStateError(Fault("button_unknown"))
    await desk.decisions.ask(said, UNDO, about, say("outage.undo"), beside=verb == "back")
