"""The card of a competition: its text and buttons, for an arbiter or for a player.

The other modules of `/campionat` handle the buttons, and check each press again.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.chat import topics
from bot.runtime.shared import UserInput
from bot.service.competitions.imports_back import restore_button, take_back_button
from bot.service.competitions.stated_results import stated_in
from bot.service.operations.competitions.redrawing import is_untouched
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot, act
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, OfCard
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.competitions.competitions import card, own_list, undo_button
from engine.competitions.advancing import changed_goers
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import DRAWING, PREPARING, check_in_force
from engine.competitions.participation import Role, free_places, participation, reserves
from engine.competitions.player_events import Liftable
from engine.competitions.taking_back import liftable
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.competitions import sign_ups as stored
from storage.competitions.sign_ups import SignUp

Step = Callable[[Service, UserInput, CompetitionSnapshot, OfCard], Awaitable[None]]
"""Handles a button of the card, or a typed answer to the step's question."""


def may_rule(user_input: UserInput) -> bool:
    """Return whether the person may set up competitions."""
    return user_input.person.arbiter


async def answer(
    service: Service, user_input: UserInput, text: Text, buttons: Buttons = ()
) -> None:
    """Answer a button by editing its message, and a typed text by a new message."""
    if user_input.incoming.callback:
        service.edit(user_input, text, buttons)
    else:
        service.reply(user_input, text, buttons)


async def ask(  # noqa: PLR0913  (the person, the competition, the question and its buttons)
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: str,
    question: Text,
    *what: str,
    more: Buttons = (),
) -> None:
    """Ask for a text, with a cancel button. `step` handles the answer and receives `what`."""
    about = CARD.about(snapshot.competition.code, step, *what)
    await service.questions.ask(user_input, topics.COMPETITION, about)
    out = step_button(snapshot.competition, "give_up", "card")
    await answer(service, user_input, question, (*more, (out,)))


async def show_card(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, note: Text | None = None
) -> None:
    """Show the competition's card with the person's actions; `note` reports the last action.

    Raises:
        GameStateError: the person has no role in the competition.
    """
    await service.questions.close(user_input)
    competition, person = snapshot.competition, user_input.person.id
    if competition.taken_back:
        await _show_taken_back(service, user_input, competition)
        return
    names = await service.competitions.names(competition)
    if person in competition.arbiters:
        sign_up = await stored.of(service.unit.tx, competition.code)
        last = None
        if sign_up is not None and sign_up.closed_at is None:
            last = sign_up.last_day(competition.rules.time_zone)
        shown = card(competition, names, service.today(), last)
        text = say("comp.with_note", note=note, text=shown)
        untouched = await is_untouched(service, competition)
        buttons = _arbiters_buttons(
            service,
            competition,
            names,
            untouched=untouched,
            sign_up=sign_up,
            stated=bool(await stated_in(service, competition)),
        )
        if liftable(competition, act(user_input)) is not None:
            buttons += undo_button(competition, Liftable.ADVANCE)
        await answer(service, user_input, text, buttons)
    elif person in names:
        text = say(
            "comp.with_note", note=note, text=own_list(competition, person, names, service.today())
        )
        await answer(service, user_input, text, _players_buttons(user_input, competition))
    else:
        raise GameStateError(Fault("not_in_competition", facts={"title": competition.title}))


async def _show_taken_back(
    service: Service, user_input: UserInput, competition: Competition
) -> None:
    """Show an arbiter that the import of their competition was taken back, and how to restore it.

    Raises:
        GameStateError: the person is not an arbiter of the competition.
    """
    if user_input.person.id not in competition.arbiters:
        check_in_force(competition)
    text = say("comp.taken_back", title=competition.title, code=competition.code)
    await answer(service, user_input, text, restore_button(competition))


async def ask_twice(
    service: Service, user_input: UserInput, question: Text, yes: Button, no: Button
) -> None:
    """Ask for a confirmation before an action that cannot be undone."""
    await answer(service, user_input, question, ((yes,), (no,)))


def step_button(
    competition: Competition, key: str, step: str, *what: str, **facts: int | str
) -> Button:
    """Return a button for that step of the competition."""
    return CARD.button(Text(f"button.comp.{key}", facts), competition.code, step, *what)


def _players_buttons(user_input: UserInput, competition: Competition) -> Buttons:
    may_leave = participation(competition, user_input.person.id).role is Role.ENTERED
    return ((step_button(competition, "withdraw_me", "out"),),) if may_leave else ()


def _arbiters_buttons(  # noqa: PLR0913  (the competition, and what decides its buttons)
    service: Service,
    competition: Competition,
    names: Mapping[PersonId, str],
    *,
    untouched: bool,
    sign_up: SignUp | None,
    stated: bool,
) -> Buttons:
    """Return the buttons of the next steps first, then the general ones.

    `stated`: whether results of it were stated without moves, and may be corrected.
    """
    rows: list[tuple[Button, ...]] = [
        (button,) for button in _next_steps(service, competition, sign_up)
    ]
    if free_places(competition):
        rows[:0] = [
            (step_button(competition, "fill", "fill", f"{entry.player}", who=names[entry.player]),)
            for entry in reserves(competition)[:1]
        ]
    others = [
        step_button(competition, "players", "players"),
        step_button(competition, "plan", "plan"),
        step_button(competition, "arbiters", "arb"),
        step_button(competition, "public_names", "pub"),
        step_button(competition, "series", "series"),
    ]
    if service.shared.public_url:
        others.append(step_button(competition, "browsers", "web"))
    if len(competition.claimed & set(competition.phase.players)) < len(competition.phase.players):
        others.insert(1, step_button(competition, "invitations", "inv"))
    if competition.phase.groups:
        others.append(step_button(competition, "lists", "lists"))
    if competition.stage is CompetitionStage.CLOSED:
        others = [
            step_button(competition, "lists", "lists"),
            step_button(competition, "public_names", "pub"),
            step_button(competition, "series", "series"),
        ]
        if competition.imported:  # its names and results may still be mistyped
            others.insert(0, step_button(competition, "players", "players"))
    if stated:
        others.append(step_button(competition, "stated", "stated"))
    rows += rows_of(others, 2)
    may_advance_again = untouched or competition.stage in PREPARING
    if may_advance_again and changed_goers(competition) is not None:
        rows.append((step_button(competition, "again", "again"),))
    if competition.stage in DRAWING:  # alone in its row, because it undoes the most
        rows.append((step_button(competition, "annul", "annul"),))
    if competition.imported:
        rows += take_back_button(competition)
    return tuple(rows)


def _next_steps(service: Service, competition: Competition, sign_up: SignUp | None) -> list[Button]:
    """Return the buttons of the steps that the stage allows, the usual one first."""
    phase = competition.phase
    is_signing_up = sign_up is not None and sign_up.closed_at is None
    match competition.stage:
        case CompetitionStage.OPEN:
            steps = [step_button(competition, "add", "add")]
            if not competition.number:
                key = "sign_up_new" if sign_up is None else "sign_up_people"
                steps.append(step_button(competition, key, "su"))
            if len(phase.entries) > 1 and not is_signing_up:
                steps.append(step_button(competition, "commit", "commit"))
        case CompetitionStage.COMMITTED:
            steps = [
                step_button(
                    competition, "draw", "draw", f"{phase.plan.groups}", n=phase.plan.groups
                ),
                step_button(competition, "draw_other", "drawn"),
            ]
        case CompetitionStage.GROUPED:
            steps = [step_button(competition, "list", "list")]
        case CompetitionStage.LISTED:
            steps = [step_button(competition, "publish", "publish")]
            if service.today() >= phase.plan.start:
                steps.append(step_button(competition, "start", "start"))
        case CompetitionStage.RUNNING if not phase.open_games():
            last = competition.next_phase is None
            step = "close" if last else "advance"
            steps = [step_button(competition, step, step)]
        case _:
            steps = []
    return steps
