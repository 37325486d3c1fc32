"""An arbiter's decision that takes back an act of an arbiter in a match (art. 10.1).

Such an act is a player's figures taken over, a late return game confirmed, or a channel set. The
match is then as if it had never happened; `engine.matches.lifting` lists the acts and lifts them.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.operations.cases.decisions import Intention
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import LIFT_ACT
from bot.texts.messages import Buttons, Param, Text, say
from bot.texts.notices.conversation.channel import settings_text
from engine.cases.rulings import corrections
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.matches.events import LiftableAct, MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.lifting import ActInForce, acts_in_force, lift_act
from engine.matches.match import Match, MatchStage
from engine.matches.results import match_coefficients

KIND: Final = "act"
_SHOWN: Final = "act"
"""The key for the hash of the last preview."""
ARTICLES: Final = {
    LiftableAct.TAKEN_OVER: "8.5",
    LiftableAct.LATE_RETURN: "7.1",
    LiftableAct.CHANNEL: "6.1",
}


async def _meant(
    readers: Readers, user_input: UserInput, about: str, reason: str
) -> tuple[MatchSnapshot, ActInForce, tuple[MatchEvent, ...], Order]:
    """Return the match, the act of a code, and the events that take it back.

    Raises:
        GameStateError: the person does not rule the match, or the act is no longer in force.
    """
    code, act, done, person = LIFT_ACT.read(about)
    snapshot = await readers.matches.ruled_by(user_input, code)
    order = Order(
        at=user_input.at, arbiter=user_input.person.id, article=ARTICLES[act], reason=reason
    )
    second = int(done.timestamp())
    acts = [
        act_in_force
        for act_in_force in acts_in_force(snapshot.match)
        if (act_in_force.act, act_in_force.person or 0, int(act_in_force.done.timestamp()))
        == (act, person, second)
    ]
    if not acts:
        raise GameStateError(Fault("act_not_in_force", order.article, {"match": code}))
    return snapshot, acts[-1], lift_act(snapshot.match, order, acts[-1]), order


async def _text(
    readers: Readers, before: Match, act: ActInForce, events: Sequence[MatchEvent]
) -> Text:
    """Return what applies once the act is taken back."""
    after = reduce(evolve_match, events, before)
    people = {*after.people, *([act.person] if act.person else [])}
    names = await readers.persons.names(people)
    facts: dict[str, Param] = {"match": after.code}
    match act.act:
        case LiftableAct.TAKEN_OVER:
            worth = zip(after.ended, match_coefficients(after), strict=True)
            rows = [
                say(
                    "lift.row",
                    leg=say(f"leg_name.{ended.leg.value}"),
                    red=names[after.colours(ended.leg)[0]],
                    blue=names[after.colours(ended.leg)[1]],
                    red_c=str(figures.first),
                    blue_c=str(figures.second),
                )
                for ended, figures in worth
            ]
            who = names[act.person] if act.person else ""
            return say("lift.show.taken_over", who=who, rows=rows, **facts)
        case LiftableAct.LATE_RETURN:
            return say("lift.show.late_return", day=f"{after.return_day}", **facts)
        case LiftableAct.CHANNEL:
            how = settings_text(after.channel_settings)
            return say("lift.show.channel", how=how, **facts)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return what applies afterwards, and store the hash of this preview."""
    snapshot, act, events, _ = await _meant(readers, user_input, about, reason)
    text = await _text(readers, snapshot.match, act, events)
    await readers.previews.remember_shown(user_input, _SHOWN, text)
    return text


async def carry_out(
    service: Service, user_input: UserInput, about: str, reason: str
) -> tuple[Text, Buttons]:
    """Take the act back, and notify players and arbiters; show a changed preview again."""
    snapshot, act, events, order = await _meant(service, user_input, about, reason)
    text_shown = await _text(service, snapshot.match, act, events)
    intention = Intention(KIND, about, reason)
    changed = await service.decisions.changed(user_input, intention, _SHOWN, text_shown)
    if changed is not None:
        return changed
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    match = snapshot.match
    text = say("lift.told", what=text_shown, by=user_input.person.name, reason=reason)
    for player in match.people:
        await service.notify_person(player, text, about=match.code)
    if match.competition:
        kept = await service.competitions.load(match.competition)
        if match.stage is MatchStage.HOMOLOGATED:
            corrected = corrections(kept.competition, match, order)
            kept = await service.competition_acts.record(kept, corrected, user_input.at)
        await service.notify_arbiters(kept.competition, text, but=user_input.person.id)
    if match.stage is MatchStage.BETWEEN:
        await service.starts.start(snapshot, user_input.at)  # its day may have passed
    if match.stage is MatchStage.PROPOSED:
        return await service.results.arbiter_card(snapshot)
    return say("lift.done", what=text_shown), ()
