"""An arbiter's decision that takes back an act of an arbiter in a match (art. 10.1).

Such an act is a player's figures taken over, a late return game confirmed, or a channel set. The
match is then as if it had never happened; `engine.matches.lifting` lists the acts and lifts them.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.pure.acts import order_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import LIFT_ACT
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.conversation.channel import settings_text
from engine.cases.rulings import corrections
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.ids import game_id
from engine.matches.events import LiftableAct, MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.lifting import ActInForce, acts_in_force, lift_act
from engine.matches.match import MatchStage
from engine.matches.results import match_coefficients

KIND: Final = "act"
"""The kind of the decision; its code is that of the button `LIFT_ACT`."""
ARTICLES: Final = {
    LiftableAct.TAKEN_OVER: "8.5",
    LiftableAct.LATE_RETURN: "7.1",
    LiftableAct.CHANNEL: "6.1",
}
"""The article by which each act was done, and is taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lifting:
    """An act that an arbiter takes back, with the events that do so."""

    before: MatchSnapshot
    act: ActInForce
    order: Order
    events: tuple[MatchEvent, ...]


async def _lifting_of(readers: Readers, user_input: UserInput, about: str, reason: str) -> _Lifting:
    """Return the lifting that a button's code names.

    Raises:
        GameStateError: the person does not rule the match, or the act is no longer in force.
    """
    code, act, done, person = LIFT_ACT.read(about)
    snapshot = await readers.matches.ruled_by(user_input, code)
    order = order_of(user_input, ARTICLES[act], reason)
    # A button has whole seconds, and person 0 for an act that is nobody's.
    named = (act, person, int(done.timestamp()))
    matching = [
        in_force
        for in_force in acts_in_force(snapshot.match)
        if (in_force.act, in_force.person or 0, int(in_force.done.timestamp())) == named
    ]
    if not matching:
        raise GameStateError(Fault("act_not_in_force", order.article, {"match": code}))
    latest = matching[-1]
    events = lift_act(snapshot.match, order, latest)
    return _Lifting(before=snapshot, act=latest, order=order, events=events)


async def _text(readers: Readers, lifting: _Lifting) -> Text:
    """Return what applies once the act is taken back."""
    act = lifting.act
    after = reduce(evolve_match, lifting.events, lifting.before.match)
    people = {*after.people, *([act.person] if act.person else [])}
    names = await readers.persons.names(people)
    facts: dict[str, Param] = {"match": after.code}
    match act.act:
        case LiftableAct.TAKEN_OVER:
            rows, figures_of = [], match_coefficients(after)
            for ended in after.ended:
                red, blue = after.colours(ended.leg)
                figures = figures_of[game_id(after.code, ended.leg)]
                rows.append(
                    say(
                        "lift.row",
                        leg=say(f"leg_name.{ended.leg.value}"),
                        red=names[red],
                        blue=names[blue],
                        red_c=str(figures.first),
                        blue_c=str(figures.second),
                    )
                )
            who = names[act.person] if act.person else ""
            return say("lift.show.taken_over", who=who, rows=rows, **facts)
        case LiftableAct.LATE_RETURN:
            return say("lift.show.late_return", day=f"{after.return_day}", **facts)
        case LiftableAct.CHANNEL:
            how = settings_text(after.channel_settings)
            return say("lift.show.channel", how=how, **facts)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return what applies once the act is taken back."""
    return await _text(readers, await _lifting_of(readers, user_input, about, reason))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Take the act back, and notify players and arbiters.

    An official result is corrected in the competition. A return game whose day has passed starts.
    """
    lifting = await _lifting_of(service, user_input, about, reason)
    what = await _text(service, lifting)
    snapshot = await service.match_acts.advance(lifting.before, lifting.events, user_input.at)
    match = snapshot.match
    text = say("lift.told", what=what, by=user_input.person.name, reason=reason)
    for player in match.people:
        await service.notify_person(player, text, about=match.code)
    if match.competition:
        competition_snapshot = await service.competitions.load(match.competition)
        if match.stage is MatchStage.HOMOLOGATED:
            corrected = corrections(competition_snapshot.competition, match, lifting.order)
            competition_snapshot = await service.competition_acts.record(
                competition_snapshot, corrected, user_input.at
            )
        await service.notify_arbiters(
            competition_snapshot.competition, text, but=user_input.person.id
        )
    if match.stage is MatchStage.BETWEEN:
        await service.starts.start(snapshot, user_input.at)
    if match.stage is MatchStage.PROPOSED:
        return await service.proposed_results.arbiter_card(snapshot)
    return Card(say("lift.done", what=what))
