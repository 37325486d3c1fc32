"""`/jucator`: a player's games in one card, and one decision for all of them (art. 7.2, 9.1, 10.3).

A disqualification is a ruling in one of the games, which concerns all; an extension is a grant in
each. The other decisions are `bot.service.cases.of_person`.
"""

from collections.abc import Sequence
from typing import Final

from bot.chat.cases.ruling_steps import ask_reason
from bot.chat.matches.match_rows import match_row
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.cases import of_person
from bot.service.cases.of_person import KIND, matches_with, scopes_of
from bot.service.competitions import staying
from bot.service.decision_kinds import ask_for_reason, propose
from bot.service.operations.cases.decisions import Intention
from bot.service.operations.days.extensions import OF_COMPETITION
from bot.service.pure.acts import act
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import PLAYER, PlayerAction
from bot.texts.buttons.days import GIVE_DAYS
from bot.texts.messages import Button, Text, say
from engine.cases.events import Ruling, RulingKind
from engine.competitions.competition import Competition
from engine.competitions.entering import may_be_lifted
from engine.competitions.participation import everybody
from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_silent, is_silent, silent_seat
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, PersonId, game_id
from engine.matches.match import FINISHED, games_of
from engine.person_names import keys_named

_MOST_OFFERED: Final = 12
"""The most people offered if several match the name."""
_MOST_ROWS: Final = 20
"""The most matches on a card."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/jucator NAME`: the card of a player of the arbiter's competitions and matches."""
    if not user_input.args:
        service.reply(user_input, say("player.how"))
        return
    names = await _known_players(service, user_input)
    players = keys_named(names, user_input.args)
    if len(players) == 1:
        await _show_card(service, user_input, players[0])
        return
    buttons = [
        (
            PLAYER.button(
                say("button.plain", label=names[who]), PlayerAction.CARD, who, NO_COMPETITION
            ),
        )
        for who in sorted(players, key=lambda person: names[person])[:_MOST_OFFERED]
    ]
    service.reply(user_input, say("player.which" if players else "player.nobody"), tuple(buttons))


async def _known_players(service: Service, user_input: UserInput) -> dict[PersonId, str]:
    """Return the names of everybody who plays where the person is an arbiter."""
    people = {
        who
        for snapshot in await service.competitions.all_ruled(user_input.person.id)
        for who in everybody(snapshot.competition)
    }
    for snapshot in await service.matches.all_ruled(user_input.person.id):
        people |= set(snapshot.match.people)
    return await service.persons.names(people)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `person:WHAT:PLAYER:COMPETITION`: begin that decision, or show the card."""
    action, who, scope = PLAYER.read(user_input.args)
    if who not in await _known_players(service, user_input):
        raise GameStateError(Fault("button_unknown"))
    service.toast(user_input)
    # A separate message, so that the card keeps its buttons.
    as_message = user_input.as_message()
    match action:
        case PlayerAction.CARD:
            await _show_card(service, as_message, who)
        case PlayerAction.EXCLUSION:
            await _ask_to_exclude(service, as_message, who, scope)
        case PlayerAction.STAY:
            await ask_to_lift(service, as_message, staying.about_of(scope, who))
        case PlayerAction.WAIT:
            await propose(service, as_message, Intention(KIND, user_input.args, ""))
        case PlayerAction.NO_SHOW | PlayerAction.WITHDRAWAL:
            usual = say(f"why.{action.value}")
            await ask_for_reason(service, as_message, KIND, user_input.args, usual=usual)


async def ask_to_lift(service: Service, user_input: UserInput, about: str) -> None:
    """Ask why a withdrawal is taken back; `about` is the code of the decision."""
    usual = say("stay.usual")
    await ask_for_reason(service, user_input, staying.KIND, about, usual=usual, beside=True)


async def _ask_to_exclude(
    service: Service, user_input: UserInput, who: PersonId, scope: CompetitionCode
) -> None:
    """Ask for the reason of a disqualification: a ruling in one of the player's games.

    A running game has precedence.
    """
    matches = await matches_with(service, user_input, who, scope)
    running = [
        game_id(snapshot.match.code, leg)
        for snapshot in matches
        for leg in snapshot.match.all_running
    ]
    begun = [GameId(game) for snapshot in matches for game in games_of(snapshot.match)]
    if not running and not begun:
        raise GameStateError(Fault("no_game_changes"))
    snapshot = await service.games.ruled_by(user_input, (running or begun)[0])
    case = await service.cases.own_case(snapshot, user_input.person.id, user_input.at)
    ruling = Ruling(kind=RulingKind.EXCLUSION, seat=snapshot.game.seat_of(who))
    await ask_reason(service, user_input, case, ruling)


async def _show_card(service: Service, user_input: UserInput, who: PersonId) -> None:
    """Show the player's games and the decisions that would change them."""
    matches = await matches_with(service, user_input, who)
    open_now = [snapshot for snapshot in matches if snapshot.match.stage not in FINISHED]
    rows: list[Text] = []
    for snapshot in open_now[:_MOST_ROWS]:
        with leaving_out_damaged():
            rows.append(await _match_text(service, snapshot))
    more = len(open_now) - _MOST_ROWS
    text = say(
        "player.card",
        who=(await service.persons.get(who)).name,
        n=len(open_now),
        states=await _state_lines(service, matches, who),
        rows=rows or None,
        more=say("player.more", n=more) if more > 0 else None,
        over=len(matches) - len(open_now),
    )
    buttons: list[tuple[Button, ...]] = []
    scopes = scopes_of(matches)
    for scope in scopes:
        buttons += await _decision_rows(
            service, user_input, who, scope, names_competition=len(scopes) > 1
        )
    service.reply(user_input, text, tuple(buttons))


async def _state_lines(
    service: Service, matches: Sequence[MatchSnapshot], who: PersonId
) -> list[Text] | None:
    """Return a line for each competition in which the player is out or has not joined."""
    lines: list[Text] = []
    for scope in filter(None, scopes_of(matches)):
        competition = (await service.competitions.load(scope)).competition
        if who in competition.excluded:
            lines.append(say("player.excluded", title=competition.title))
        elif who in competition.former_players:
            lines.append(say("player.withdrawn", title=competition.title))
        elif who not in competition.claimed:
            lines.append(say("player.never_came", title=competition.title))
    return lines or None


async def _match_text(service: Service, snapshot: MatchSnapshot) -> Text:
    """Return a match with the silences in its running games."""
    silences: list[Text] = []
    for leg in snapshot.match.all_running:
        game = await service.arrivals.for_time_decisions(
            (await service.games.load(game_id(snapshot.match.code, leg))).game
        )
        today = service.games.today(game)
        if is_silent(game, today):
            silent_person = game.side(silent_seat(game)).person
            silent = (await service.persons.get(silent_person)).name
            silences.append(say("player.silence", who=silent, n=days_silent(game, today)))
    return say("player.match", row=await match_row(service, snapshot), silences=silences or None)


async def _decision_rows(
    service: Service,
    user_input: UserInput,
    who: PersonId,
    scope: CompetitionCode,
    *,
    names_competition: bool,
) -> list[tuple[Button, ...]]:
    """Return the buttons of the decisions that would change a game in that competition.

    `scope` is `NO_COMPETITION` for the matches outside any.
    """
    competition = (await service.competitions.load(scope)).competition if scope else None
    where = None
    if names_competition and competition is not None:
        where = say("player.in", title=competition.title)
    rows: list[tuple[Button, ...]] = [
        (
            PLAYER.button(
                say(f"button.player.{decision.value}", where=where),
                PlayerAction(decision),
                who,
                scope,
            ),
        )
        for decision in await of_person.possible(service, user_input, who, scope)
    ]
    if competition is not None:
        rows += await _competition_rows(service, user_input, competition, who, where)
    return rows


async def _competition_rows(
    service: Service,
    user_input: UserInput,
    competition: Competition,
    who: PersonId,
    where: Text | None,
) -> list[tuple[Button, ...]]:
    """Return the buttons of the decisions that only a competition knows.

    They give days in all of its games, take a withdrawal back, or disqualify the player. `where`:
    the competition's name in their labels, if they need it.
    """
    code, rows = competition.code, list[tuple[Button, ...]]()
    running = [snapshot.game for snapshot in await service.game_lists.running_in(code)]
    if any(who in {game.red.person, game.blue.person} for game in running):
        label = say("button.player.extension", where=where)
        rows.append((GIVE_DAYS.button(label, f"{OF_COMPETITION}{code}", f"{who}"),))
    if who in may_be_lifted(competition, act(user_input)):
        label = say("button.player.stay", where=where)
        rows.append((PLAYER.button(label, PlayerAction.STAY, who, code),))
    if who not in competition.excluded:
        label = say("button.player.exclusion", where=where)
        rows.append((PLAYER.button(label, PlayerAction.EXCLUSION, who, code),))
    return rows
