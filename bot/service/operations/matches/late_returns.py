"""Return games fixed for a day later than `return_leg_days` after the home game (art. 7.1).

The organiser must confirm each such match; without confirmation the return game starts within the
`return_leg_days`.
"""

from bot.runtime.shared import UserInput
from bot.service.notices.notifier import Notifier
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.matches import LATE_RETURN
from bot.texts.messages import say
from engine.matches.decide import confirm_late_return


async def ask(notifier: Notifier, snapshot: MatchSnapshot) -> None:
    """Ask the chief arbiter whether the return game may start as late as its phase plans.

    Nobody is asked about a return game that is not late.
    """
    match = snapshot.match
    late_day, usual_day, home_ended = match.late_return_day, match.return_day, match.home_ended_on
    if late_day is None or usual_day is None or home_ended is None:
        return
    names = await notifier.persons.names(match.people)
    text = say(
        "return_leg.late",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        ended=home_ended.isoformat(),
        late=late_day.isoformat(),
        day=usual_day.isoformat(),
    )
    button = LATE_RETURN.button(say("button.late_return", match=match.code), match.code)
    arbiter = await notifier.competitions.chief_arbiter(match)
    await notifier.notify_person(arbiter, text, ((button,),), about=match.code)


async def confirm(
    recorder: Recorder, user_input: UserInput, snapshot: MatchSnapshot
) -> MatchSnapshot:
    """Let the return game start on the late day, and notify both players.

    Raises:
        GameStateError: `no_return_waiting`.
    """
    events = confirm_late_return(snapshot.match, user_input.person.id, user_input.at)
    snapshot = await recorder.match_acts.advance(snapshot, events, user_input.at)
    match = snapshot.match
    for person in match.people:
        partner = await recorder.persons.get(match.partner(person))
        text = say(
            "return_leg.late_told",
            match=match.code,
            partner=partner.name,
            who=user_input.person.name,
            day=f"{match.return_day}",
        )
        await recorder.notify_person(person, text, about=match.code)
    return snapshot
