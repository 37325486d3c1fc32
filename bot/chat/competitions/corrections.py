"""`/campionat`: the stated results of an imported competition, each with its correction."""

from collections.abc import Mapping
from typing import Final

from bot.chat.competitions.card_steps import Step, ask, drop_question, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions import stated_results
from bot.service.competitions.stated_results import about_of, read_result, stated_in, worth_text
from bot.service.decision_kinds import ask_for_reason
from bot.service.pure.competitions.official_results import OfficialResult
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import page_in
from bot.texts.clean_text import cut_code
from bot.texts.messages import Text, rows_of, say, turning
from bot.texts.paging import page_at
from engine.errors import Fault, GameStateError
from engine.ids import GameId, PersonId

_ON_PAGE: Final = 20
"""The results in one message, each with a button."""


def _result_line(number: int, result: OfficialResult, names: Mapping[PersonId, str]) -> Text:
    """Return the line of a result: its players, leg and figures."""
    red, blue = result.seats
    return say(
        "import.fix_row",
        number=number,
        red=names[red],
        blue=names[blue],
        leg=say(f"leg_name.{result.leg.value}"),
        result=worth_text(result.figures),
    )


async def _show_results(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the results whose games have no moves here, each with a button."""
    await drop_question(service, user_input, snapshot.competition)
    competition = snapshot.competition
    stated = await stated_in(service, competition)
    names = await service.competitions.names(competition)
    page = page_at(stated, page_in(step.what), _ON_PAGE)
    first = page.first + 1
    rows = [_result_line(number, result, names) for number, result in enumerate(page.items, first)]
    buttons = [
        CARD.button(
            say("button.plain", label=f"✏️ {number}"),
            competition.code,
            CardStep.CORRECT_RESULT,
            result.game,
        )
        for number, result in enumerate(page.items, first)
    ]
    turn = turning(page.number, page.count, CARD.turns(competition.code, CardStep.STATED_RESULTS))
    text = say("import.fix_which", title=competition.title, rows=rows or None)
    back = (step_button(competition, "back", CardStep.CARD),)
    service.answer(user_input, text, (*rows_of(buttons, 5), *turn, back))


async def _ask_result(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for the correct result of a game."""
    competition = snapshot.competition
    stated_result = next(
        (result for result in await stated_in(service, competition) if result.game == step.what),
        None,
    )
    if stated_result is None:
        raise GameStateError(Fault("result_ruled", "10.2", {"game": cut_code(step.what)}))
    names = await service.competitions.names(competition)
    red, blue = stated_result.listed.seats(stated_result.leg)
    question = say(
        "import.fix_ask",
        red=names[red],
        blue=names[blue],
        leg=say(f"leg_name.{stated_result.leg.value}"),
        result=worth_text(stated_result.figures),
    )
    await ask(service, user_input, snapshot, CardStep.CORRECT_RESULT, question, step.what)


async def _result_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show what the typed result changes, and ask for the reason."""
    result = read_result(user_input.args)
    about = about_of(snapshot.competition.code, GameId(step.what), result)
    usual = say("import.fix_usual")
    await ask_for_reason(service, user_input, stated_results.KIND, about, usual=usual)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.STATED_RESULTS: _show_results,
    CardStep.CORRECT_RESULT: _ask_result,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.CORRECT_RESULT: _result_given}
