"""The card of a competition: its text and buttons, for an arbiter or for a player."""

from collections.abc import Mapping

from bot.chat.competitions.card_steps import drop_question, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions.imports_back import restore_button, take_back_button
from bot.service.competitions.stated_results import stated_in
from bot.service.operations.competitions.redrawing import is_untouched
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.competitions.competitions import card, undo_button
from bot.texts.notices.competitions.own_lists import own_list
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import liftable
from engine.competitions.events import Liftable
from engine.competitions.guards import DRAWING, PREPARING, check_in_force
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.status import Role
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.competitions import sign_ups as stored_sign_ups
from storage.competitions.sign_ups import SignUp, is_under_way


async def show_card(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, note: Text | None = None
) -> None:
    """Show the competition's card with the person's actions, and close its open question.

    `note` reports the last action.

    Raises:
        GameStateError: the person has no role in the competition.
    """
    await drop_question(service, user_input, snapshot.competition)
    competition, person = snapshot.competition, user_input.person.id
    if competition.taken_back:
        await _show_taken_back(service, user_input, competition)
        return
    names = await service.competitions.names(competition)
    if person in competition.arbiters:
        sign_up = await stored_sign_ups.of(service.unit.tx, competition.code)
        last_day = None
        if is_under_way(sign_up):
            last_day = sign_up.last_day(competition.rules.time_zone)
        text = card(competition, names, service.today(), last_day)
        buttons = await _arbiter_buttons(service, competition, names, sign_up)
        if liftable(competition, act(user_input)) is not None:
            buttons += undo_button(competition, Liftable.ADVANCE)
    elif person in names:
        text = own_list(competition, person, names, service.today())
        buttons = _player_buttons(user_input, competition)
    else:
        raise GameStateError(Fault("not_in_competition", facts={"title": competition.title}))
    service.answer(user_input, say("comp.with_note", note=note, text=text), buttons)


async def _show_taken_back(
    service: Service, user_input: UserInput, competition: Competition
) -> None:
    """Show an arbiter that the import of their competition was taken back, and how to restore it.

    Raises:
        GameStateError: the person is not an arbiter of the competition.
    """
    if user_input.person.id not in competition.arbiters:
        check_in_force(competition)  # always refuses here, with the reason for everybody else
    text = say("comp.taken_back", title=competition.title, code=competition.code)
    service.answer(user_input, text, restore_button(competition))


def _player_buttons(user_input: UserInput, competition: Competition) -> Buttons:
    may_leave = participation(competition, user_input.person.id).role is Role.ENTERED
    return ((step_button(competition, "withdraw_me", CardStep.WITHDRAW_ME),),) if may_leave else ()


async def _arbiter_buttons(
    service: Service,
    competition: Competition,
    names: Mapping[PersonId, str],
    sign_up: SignUp | None,
) -> Buttons:
    """Return the buttons of the next steps first, then the general ones."""
    steps = _next_steps(service, competition, sign_up)
    if free_places(competition):
        steps = [*_fill_button(competition, names), *steps]
    general = _general_buttons(service, competition)
    if await stated_in(service, competition):
        general.append(step_button(competition, "stated", CardStep.STATED_RESULTS))
    rows = [*((button,) for button in steps), *rows_of(general, 2)]
    may_advance_again = competition.stage in PREPARING or await is_untouched(service, competition)
    if may_advance_again and competition.changed_qualifiers is not None:
        rows.append((step_button(competition, "again", CardStep.ADVANCE_AGAIN),))
    if competition.stage in DRAWING:  # alone in its row, because it undoes the most
        rows.append((step_button(competition, "annul", CardStep.ANNUL),))
    if competition.imported:
        rows += take_back_button(competition)
    return tuple(rows)


def _fill_button(competition: Competition, names: Mapping[PersonId, str]) -> list[Button]:
    """Return the button that gives the free place to the first reserve; empty without any."""
    return [
        step_button(competition, "fill", CardStep.FILL, f"{entry.player}", who=names[entry.player])
        for entry in reserves(competition)[:1]
    ]


def _general_buttons(service: Service, competition: Competition) -> list[Button]:
    """Return the buttons that do not depend on the next step."""
    lists = step_button(competition, "lists", CardStep.SHOW_LISTS)
    players = step_button(competition, "players", CardStep.PLAYERS)
    names = step_button(competition, "public_names", CardStep.NAMES)
    series = step_button(competition, "series", CardStep.SERIES)
    if competition.stage is CompetitionStage.CLOSED:
        # The names and results of an imported competition may still be mistyped.
        return [*([players] if competition.imported else []), lists, names, series]
    buttons = [players]
    if not competition.claimed >= set(competition.phase.players):  # somebody has yet to come
        buttons.append(step_button(competition, "invitations", CardStep.INVITATIONS))
    buttons += [
        step_button(competition, "plan", CardStep.PLAN),
        step_button(competition, "arbiters", CardStep.ARBITERS),
        names,
        series,
    ]
    if service.shared.public_url:
        buttons.append(step_button(competition, "browsers", CardStep.BROWSERS))
    if competition.phase.groups:
        buttons.append(lists)
    return buttons


def _next_steps(service: Service, competition: Competition, sign_up: SignUp | None) -> list[Button]:
    """Return the buttons of the steps that the stage allows, the usual one first."""
    phase = competition.phase
    match competition.stage:
        case CompetitionStage.OPEN:
            steps = [step_button(competition, "add", CardStep.ADD_PLAYERS)]
            if not competition.number:  # people sign up for the first phase only
                key = "sign_up_new" if sign_up is None else "sign_up_people"
                steps.append(step_button(competition, key, CardStep.SIGN_UP))
            if len(phase.entries) > 1 and not is_under_way(sign_up):
                steps.append(step_button(competition, "commit", CardStep.COMMIT))
        case CompetitionStage.COMMITTED:
            steps = [
                step_button(
                    competition, "draw", CardStep.DRAW, f"{phase.plan.groups}", n=phase.plan.groups
                ),
                step_button(competition, "draw_other", CardStep.ASK_DRAWN_NUMBER),
            ]
        case CompetitionStage.GROUPED:
            steps = [step_button(competition, "list", CardStep.LIST_MATCHES)]
        case CompetitionStage.LISTED:
            steps = [step_button(competition, "publish", CardStep.PUBLISH)]
            if service.today() >= phase.plan.start:
                steps.append(step_button(competition, "start", CardStep.START))
        case CompetitionStage.RUNNING if not phase.open_games():
            is_last_phase = competition.next_phase is None
            step = CardStep.CLOSE if is_last_phase else CardStep.ADVANCE
            # The labels of these two buttons are called as their steps.
            steps = [step_button(competition, step, step)]
        case _:
            steps = []
    return steps
