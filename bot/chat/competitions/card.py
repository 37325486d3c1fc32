"""The card of a competition: its text for an arbiter and for a player, and its buttons.

Other modules of `/campionat` handle the buttons and check each press again.
"""

from collections.abc import Mapping

from bot.chat import topics
from bot.runtime.shared import Said
from bot.service.competitions.competitions import SeenCompetition
from bot.service.competitions.redrawing import is_untouched
from bot.service.service import Service
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.competitions.competitions import card, own_list
from engine.competitions.advancing import changed_goers
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.participation import Role, free_places, participation, reserves
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

PREPARING = (
    CompetitionStage.OPEN,
    CompetitionStage.COMMITTED,
    CompetitionStage.GROUPED,
    CompetitionStage.LISTED,
)
"""The stages before the start of the present phase."""


def may_rule(said: Said) -> bool:
    """Return whether the person may set up competitions."""
    return said.person.arbiter


async def answer(service: Service, said: Said, text: Text, buttons: Buttons = ()) -> None:
    """Answer a button by editing its message, and a typed text by a new message."""
    if said.incoming.callback:
        service.edit(said, text, buttons)
    else:
        service.reply(said, text, buttons)


async def ask(  # noqa: PLR0913  (whom, about what, the question and its answers)
    service: Service,
    said: Said,
    seen: SeenCompetition,
    step: str,
    question: Text,
    *,
    more: Buttons = (),
) -> None:
    """Ask for a text that `step` will handle, with a cancel button."""
    code = seen.competition.code
    await service.questions.ask(said, topics.COMPETITION, f"{code}:{step}")
    out = Button(say("button.comp.give_up"), f"c:{code}:card")
    await answer(service, said, question, (*more, (out,)))


async def show_card(
    service: Service, said: Said, seen: SeenCompetition, note: Text | None = None
) -> None:
    """Show the competition's card with the person's actions; `note` reports the last one.

    Raises:
        GameStateError: they have no role in it.
    """
    await service.questions.close(said)
    competition, person = seen.competition, said.person.id
    names = await service.competitions.names(competition)
    if person in competition.arbiters:
        text = say("comp.with_note", note=note, text=card(competition, names, service.today()))
        untouched = await is_untouched(service, competition)
        buttons = _arbiters_buttons(service, competition, names, untouched=untouched)
        await answer(service, said, text, buttons)
    elif person in names:
        text = say(
            "comp.with_note", note=note, text=own_list(competition, person, names, service.today())
        )
        await answer(service, said, text, _players_buttons(said, competition))
    else:
        raise GameStateError(Fault("not_in_competition", facts={"title": competition.title}))


async def ask_twice(service: Service, said: Said, question: Text, yes: Button, no: Button) -> None:
    """Ask for the second tap before an action that cannot be undone."""
    await answer(service, said, question, ((yes,), (no,)))


def step_button(competition: Competition, key: str, step: str, **facts: int | str) -> Button:
    """Return a button for that step of the competition."""
    return Button(Text(f"button.comp.{key}", facts), f"c:{competition.code}:{step}")


def _players_buttons(said: Said, competition: Competition) -> Buttons:
    may_leave = participation(competition, said.person.id).role is Role.ENTERED
    return ((step_button(competition, "withdraw_me", "out"),),) if may_leave else ()


def _arbiters_buttons(
    service: Service,
    competition: Competition,
    names: Mapping[PersonId, str],
    *,
    untouched: bool,
) -> Buttons:
    """Return the next step's button first, then the general ones."""
    rows: list[tuple[Button, ...]] = [(one,) for one in _next_steps(service, competition)]
    if free_places(competition):
        rows[:0] = [
            (step_button(competition, "fill", f"fill:{one.player}", who=names[one.player]),)
            for one in reserves(competition)[:1]
        ]
    others = [
        step_button(competition, "players", "players"),
        step_button(competition, "plan", "plan"),
        step_button(competition, "arbiters", "arb"),
        step_button(competition, "public_names", "pub"),
    ]
    if len(competition.claimed & set(competition.phase.players)) < len(competition.phase.players):
        others.insert(1, step_button(competition, "invitations", "inv"))
    if competition.phase.groups:
        others.append(step_button(competition, "lists", "lists"))
    if competition.stage is CompetitionStage.CLOSED:
        others = [
            step_button(competition, "lists", "lists"),
            step_button(competition, "public_names", "pub"),
        ]
    rows += rows_of(others, 2)
    may_again = untouched or competition.stage in PREPARING
    if may_again and changed_goers(competition) is not None:
        rows.append((step_button(competition, "again", "again"),))
    if competition.stage in PREPARING[1:]:  # alone in its row, because it undoes the most
        rows.append((step_button(competition, "annul", "annul"),))
    return tuple(rows)


def _next_steps(service: Service, competition: Competition) -> list[Button]:
    phase = competition.phase
    match competition.stage:
        case CompetitionStage.OPEN:
            steps = [step_button(competition, "add", "add")]
            if len(phase.entries) > 1:
                steps.append(step_button(competition, "commit", "commit"))
        case CompetitionStage.COMMITTED:
            steps = [
                step_button(competition, "draw", f"draw:{phase.plan.groups}", n=phase.plan.groups),
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
            key, step = ("close", "close") if last else ("advance", "advance")
            steps = [step_button(competition, key, step)]
        case _:
            steps = []
    return steps
