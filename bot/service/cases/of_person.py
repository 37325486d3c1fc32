"""One decision about all games of a player: its code, its preview and its execution.

`engine.cases.of_person` calculates the effect on each game. The code of a decision is
`DECISION:PLAYER:COMPETITION`, without a competition for the arbiter's own matches. Each opponent
gets one message, and so does the player.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from bot.documents.standings.stored_scene import matches_of
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.competitions import retirement, staying
from bot.service.context import Context
from bot.service.lookups.cases.situation import proposed_figures
from bot.service.operations.days import waiting
from bot.service.pure.acts import order_of
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, LIFT, PLAYER, RESUME, CaseAction, PlayerAction
from bot.texts.messages import Buttons, Card, Text, rows_of, say
from bot.texts.notices.cases.of_person import decision_text, match_row
from bot.texts.notices.cases.ruling_texts import Names
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.cases.of_person import Decision, Effects, Holding, PersonStates, effects_of
from engine.errors import EngineError, Fault, GameStateError
from engine.figures import Figures
from engine.games.game import Game, Stage
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, Leg, PersonId, game_id
from engine.matches.match import Match

KIND = "person"
"""The kind of these decisions."""
MOST_OPENED = 6
"""The most cases with a button under a decision."""
_DECISIONS: Final = {PlayerAction(decision): decision for decision in Decision}
"""The actions of a player's card that are decisions."""


async def matches_with(
    readers: Readers,
    user_input: UserInput,
    player: PersonId,
    scope: CompetitionCode | None = None,
) -> list[MatchSnapshot]:
    """Return the player's matches that the person rules, by code, without damaged ones.

    `scope`: only those of that competition; `NO_COMPETITION` for those outside any, None for all.
    """
    played = await (
        readers.matches.readable_of(player)
        if scope is None
        else readers.matches.readable_in(player, scope)
    )
    return [
        snapshot
        for snapshot in sorted(played, key=lambda played_match: played_match.match.code)
        if user_input.person.id in await readers.competitions.arbiters(snapshot.match)
    ]


class _ReadDecision(NamedTuple):
    """A decision, and the states that it may affect."""

    decision: Decision
    states: PersonStates


async def _read(readers: Readers, user_input: UserInput, about: str) -> _ReadDecision:
    """Return the decision of a code, and the states that it may affect.

    Raises:
        GameStateError: the bot never wrote the code, or the person does not rule these games. A
            withdrawal is also refused if the log of one is damaged.
    """
    action, player, code = PLAYER.read(about)
    decision = _DECISIONS.get(action)
    if decision is None:
        raise GameStateError(Fault("button_unknown"))
    snapshot = await readers.competitions.ruled_by(user_input, code) if code else None
    if decision is Decision.WITHDRAWAL:
        if snapshot is None:
            raise GameStateError(Fault("button_unknown"))
        # Only for its errors: whether the player can leave each of their games.
        await retirement.of_competition(readers, user_input, snapshot, player)
    holdings = [
        await _holding(readers, match_snapshot.match, is_timed=decision is not Decision.WITHDRAWAL)
        for match_snapshot in await matches_with(readers, user_input, player, code)
        if decision is not Decision.WITHDRAWAL or _is_present(match_snapshot.match, snapshot)
    ]
    states = PersonStates(
        player=player,
        holdings=holdings,
        competition=None if snapshot is None else snapshot.competition,
        proposed=await _proposed(readers, snapshot),
    )
    return _ReadDecision(decision, states)


def _is_present(match: Match, snapshot: CompetitionSnapshot | None) -> bool:
    """Return whether the match is played in the competition's present phase."""
    return snapshot is not None and match.phase is snapshot.competition.phase.plan.phase


async def _holding(readers: Readers, match: Match, *, is_timed: bool) -> Holding:
    """Return the match with its running games; none once its phase is over (art. 9.4).

    Damaged ones are left out. `is_timed`: the decision depends on the days used, so sheets on their
    way count.
    """
    running: dict[Leg, Game] = {}
    if not await readers.closings.is_match_closed(match, readers.unit.now):
        for leg in match.all_running:
            with leaving_out_damaged():
                game = await readers.games.get(game_id(match.code, leg))
                if game.stage is not Stage.RUNNING:
                    continue
                if is_timed:
                    game = await readers.arrivals.for_time_decisions(game)
                running[leg] = game
    return Holding(match=match, running=running)


async def _proposed(
    context: Context, snapshot: CompetitionSnapshot | None
) -> dict[GameId, Figures]:
    """Return the results of the present phase that wait for approval."""
    if snapshot is None:
        return {}
    competition = snapshot.competition
    matches = await matches_of(
        context.unit.tx, context.shared, competition, competition.number, unsettled=True
    )
    return proposed_figures(matches)


@dataclass(frozen=True, slots=True)
class _Calculated:
    """A decision, the states that it meets, and its effects on them."""

    decision: Decision
    states: PersonStates
    effects: Effects


async def _calculated(
    readers: Readers, user_input: UserInput, about: str, reason: str
) -> _Calculated:
    """Return the decision of a code with its effects.

    Raises:
        GameStateError: the decision changes no game, or is not possible.
    """
    decision, states = await _read(readers, user_input, about)
    order = order_of(user_input, "9.1", reason)
    effects = effects_of(states, order, decision, waiting.last_day(readers))
    if not effects.changed and decision is not Decision.WITHDRAWAL:
        raise GameStateError(Fault("no_game_changes"))
    return _Calculated(decision, states, effects)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the effects on each game and on the standings.

    Raises:
        GameStateError: the decision changes no game, or is not possible.
    """
    calculated = await _calculated(readers, user_input, about, reason)
    names = await _names(readers, calculated)
    return decision_text(
        calculated.decision, calculated.states, calculated.effects, names, readers.today()
    )


async def _names(readers: Readers, calculated: _Calculated) -> Names:
    """Return the names of the player, of the opponents, and of those whose rank changes."""
    people = {
        calculated.states.player,
        *calculated.effects.moved,
        *(effect.partner for effect in calculated.effects.games),
    }
    return await readers.persons.names(people)


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Carry the decision out in every game, and notify everyone concerned."""
    calculated = await _calculated(service, user_input, about, reason)
    decision, states, effects = calculated.decision, calculated.states, calculated.effects
    names = await _names(service, calculated)
    cases: dict[GameId, CaseId] = {}
    if decision is Decision.NO_SHOW:
        cases = await _rule_no_shows(service, user_input, calculated, reason)
    elif decision is Decision.WAIT:
        games = [game_effect.game for game_effect in effects.changed]
        await waiting.wait_in(service, user_input, games, waiting.last_day(service))
    elif states.competition is not None:
        snapshot = await service.competitions.load(states.competition.code)
        await retirement.withdraw_for(service, user_input, snapshot, states.player, reason)
    rows: list[Text] = []
    for game_effect in effects.changed:
        rows.append(match_row(game_effect, names, states.player))
        if game_effect.game in cases:
            rows.append(say("player.row_case", case=cases[game_effect.game]))
    who, n = names[states.player], len(effects.changed)
    text = say(f"player.done.{decision.value}", who=who, n=n, rows=rows or None)
    case_buttons = [
        CASE.button(say("cases.label", case=case), case, CaseAction.OPEN)
        for case in [*cases.values()][:MOST_OPENED]
    ]
    return Card(text, (*_undo(decision, states, user_input.at), *rows_of(case_buttons, 2)))


def _undo(decision: Decision, states: PersonStates, at: datetime) -> Buttons:
    """Return the button that takes the decision back; a wait needs none, as it binds nobody."""
    code = NO_COMPETITION if states.competition is None else states.competition.code
    if decision is Decision.NO_SHOW:
        return ((RESUME.button(say("button.undo"), code, at, states.player),),)
    if decision is Decision.WITHDRAWAL:
        about = staying.about_of(code, states.player)
        return ((LIFT.button(say("button.undo"), staying.KIND, about),),)
    return ()


async def _rule_no_shows(
    service: Service, user_input: UserInput, calculated: _Calculated, reason: str
) -> dict[GameId, CaseId]:
    """Rule in each game; the player reads all of it in one message. Return the case of each."""
    states, effects = calculated.states, calculated.effects
    cases: dict[GameId, CaseId] = {}
    for game_effect in effects.changed:
        snapshot = await service.games.load(game_effect.game)
        ruling = Ruling(kind=RulingKind.NO_SHOW, seat=snapshot.game.seat_of(states.player))
        ruled = await service.rulings.make_own(
            user_input, snapshot, ruling, reason, but=states.player
        )
        cases[game_effect.game] = ruled.snapshot.case.id
    names = await _names(service, calculated)
    rows = [
        say(
            "player.own_row",
            game=game_effect.game,
            partner=names[game_effect.partner],
            own=str(game_effect.own),
        )
        for game_effect in effects.changed
    ]
    text = say("player.told_no_show", by=user_input.person.name, reason=reason, rows=rows)
    await service.notify_person(states.player, text, about=effects.changed[0].game)
    return cases


async def possible(
    readers: Readers, user_input: UserInput, player: PersonId, scope: CompetitionCode
) -> list[Decision]:
    """Return the decisions that would change a game of the player now."""
    decisions: list[Decision] = []
    for decision in Decision:
        if decision is Decision.WITHDRAWAL and not scope:
            continue
        try:
            await _calculated(
                readers, user_input, PLAYER.about(PlayerAction(decision), player, scope), ""
            )
        except EngineError:
            continue
        decisions.append(decision)
    return decisions


def scopes_of(matches: Iterable[MatchSnapshot]) -> list[CompetitionCode]:
    """Return the competitions of the matches; an empty code, last, means those outside any."""
    competitions = {snapshot.match.competition for snapshot in matches}
    return sorted(competitions, key=lambda code: (not code, code))
