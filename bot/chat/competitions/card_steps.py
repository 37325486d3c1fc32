"""The steps of a competition's card: their buttons, their questions, and the answers to them.

A module of `/campionat` handles each step, and checks its press again.
"""

from collections.abc import Awaitable, Callable

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import YES
from bot.texts.messages import Button, Buttons, Text
from engine.competitions.competition import Competition

Step = Callable[[Service, UserInput, CompetitionSnapshot, OfCard], Awaitable[None]]
"""Handles a button of the card, or a typed answer to the step's question."""


def may_set_up(user_input: UserInput) -> bool:
    """Return whether the person may set up competitions."""
    return user_input.person.arbiter


async def ask(  # noqa: PLR0913  (the person, the competition, the question and its buttons)
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: CardStep,
    question: Text,
    *what: str,
    more: Buttons = (),
) -> None:
    """Ask for a text, with a cancel button.

    `step` handles the answer; it receives `what`, the subject of the step and the choice about it.
    """
    about = CARD.about(snapshot.competition.code, step, *what)
    await service.questions.ask(user_input, Topic.COMPETITION, about)
    out = step_button(snapshot.competition, "give_up", CardStep.CARD)
    service.answer(user_input, question, (*more, (out,)))


async def drop_question(service: Service, user_input: UserInput, competition: Competition) -> None:
    """Close the open question of a step of that competition; any other stays open."""
    await service.questions.drop(user_input, Topic.COMPETITION, competition.code)


def ask_yes_or_no(
    service: Service, user_input: UserInput, question: Text, yes: Button, no: Button
) -> None:
    """Ask a question with these two buttons, before an action that concerns many people.

    `ask_second_tap` is enough where the step needs no arguments.
    """
    service.answer(user_input, question, ((yes,), (no,)))


def ask_second_tap(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    question: Text,
    step: CardStep,
) -> None:
    """Ask for a second tap on the step; the label of its button has the key `yes_STEP`."""
    yes = step_button(snapshot.competition, f"yes_{step}", step, YES)
    no = step_button(snapshot.competition, "give_up", CardStep.CARD)
    ask_yes_or_no(service, user_input, question, yes, no)


def step_button(
    competition: Competition, key: str, step: CardStep, *what: str, **facts: int | str
) -> Button:
    """Return a button for that step of the competition.

    `key` and `facts` are of its label in the catalogue; `what` as in `ask`.
    """
    return CARD.button(Text(f"button.comp.{key}", facts), competition.code, step, *what)
