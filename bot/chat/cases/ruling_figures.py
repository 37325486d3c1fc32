"""Rulings that need a figure: the moves to take back, points, days, or a penalty.

The usual figures are buttons, in pages if there are many; points and penalties may also be typed.
The bot then asks for the reason, as for any ruling (`bot.chat.cases.ruling_steps`).
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from bot.chat.cases.card_buttons import Action
from bot.chat.cases.ruling_steps import ask_reason
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.cases import rulings
from bot.service.lookups.cases.situation import load_situation
from bot.service.pure.acts import order_of
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, RULE, CaseAction, OfCase
from bot.texts.buttons.verb import number_in, page_in
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Buttons, page_of_buttons, rows_of, say
from bot.texts.notices.cases.codes import code_of
from bot.texts.notices.cases.ruling_texts import placement_button, short_ruling
from engine.cases.case import Case
from engine.cases.choices import choices, concerned
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.coefficients import check_penalty
from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.events import PlacementMade
from engine.games.game import Game

_ON_PAGE: Final = 8
"""The most figures on a page."""
_TYPED: Final = {RulingKind.SCORE: Topic.SCORE, RulingKind.PENALTY: Topic.PENALTY}
"""The kinds whose figure may be typed instead, with the question for it."""
_LONGEST_POINTS: Final = 3
"""The most digits of typed points."""
_FIGURE: Final = re.compile(
    r"[-−]?\s*([0-9]{0,4}[.,][0-9]{1,6}|[0-9]{1,4})\s*(?:p|puncte|punct|points?)?\.?"
)
"""A typed penalty, whose sign says nothing: a penalty is always taken off."""


async def offer_figures(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Offer the figures of a kind of ruling: `KIND`, or `KIND:PAGE`."""
    if press.which not in set(RulingKind):
        raise GameStateError(Fault("button_unknown"))
    kind, case = RulingKind(press.which), snapshot.case
    page, is_page = page_in(press.page), bool(press.page)
    if kind is RulingKind.SCORE and not case.word:
        await _ask_move(service, user_input, case, page, is_page=is_page)
        return
    rows = await _figure_rows(service, user_input, case, kind, page)
    topic = _TYPED.get(kind)
    if topic is not None:
        asked = await service.questions.ask(user_input, topic, case.id)
        rows = (*rows, asked.way_out)
    _show(service, user_input, f"more.{kind}", case, rows, is_page=is_page)


def _show(  # noqa: PLR0913  (the content, and its message)
    service: Service, user_input: UserInput, key: str, case: Case, rows: Buttons, *, is_page: bool
) -> None:
    """Show the figures in a new message; with `is_page`, edit the message whose page is turned."""
    if is_page:
        service.edit(user_input, say(key, case=case.id), rows)
        return
    service.toast(user_input)
    service.reply(user_input, say(key, case=case.id), rows)


async def _figure_rows(
    service: Service, user_input: UserInput, case: Case, kind: RulingKind, page: int
) -> Buttons:
    """Return the rows of the usual figures of that kind, in pages except for two short lists."""
    buttons = await rulings.figure_buttons(service, user_input, case, kind)
    if kind in {RulingKind.EXTENSION, RulingKind.PENALTY}:
        half = len(buttons) // 2  # the second half is the other player's, in rows of its own
        return (*rows_of(buttons[:half], 2), *rows_of(buttons[half:], 2))
    return page_of_buttons(
        buttons, page, _ON_PAGE, CASE.turns(case.id, CaseAction.MORE, kind.value)
    )


async def _ask_move(
    service: Service, user_input: UserInput, case: Case, page: int, *, is_page: bool
) -> None:
    """Ask for the move whose points to correct (art. 5.3): any on the board."""
    game = (await service.games.load(case.game)).game
    participants = await service.participants.of(game)
    buttons = [
        CASE.button(
            placement_button(move, participants.at(move.by).name),
            case.id,
            CaseAction.POINTS,
            str(number),
        )
        for number, move in reversed(tuple(enumerate(game.moves)))
        if isinstance(move, PlacementMade)
    ]
    rows = page_of_buttons(
        buttons, page, _ON_PAGE, CASE.turns(case.id, CaseAction.MORE, RulingKind.SCORE.value)
    )
    _show(service, user_input, "more.score_which", case, rows, is_page=is_page)


async def ask_points(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Ask for the correct points of the move with that number in the game, from 0: `NUMBER`."""
    case = snapshot.case
    current = await load_situation(service, case.game)
    number = _place_in(current.game, press.which)
    order = order_of(user_input, "", "", case=snapshot.case.id)
    names = await service.persons.names(current.match.people)
    rows: Buttons = tuple(
        (RULE.button(short_ruling(ruling, case, current.game, names), case.id, code_of(ruling)),)
        for ruling in choices(case, current, order, RulingKind.SCORE)
        if ruling.move == number
    )
    asked = await service.questions.ask(user_input, Topic.SCORE, f"{case.id} {number}")
    service.toast(user_input)
    service.reply(user_input, say("more.score", case=case.id), (*rows, asked.way_out))


def _place_in(game: Game, text: str) -> int:
    """Return the place of a placement in the game, from 0, that a button names.

    Raises:
        GameStateError: `button_unknown`, the bot never wrote this.
    """
    number = number_in(text)
    if number is None or number >= len(game.moves):
        raise GameStateError(Fault("button_unknown"))
    if not isinstance(game.moves[number], PlacementMade):
        raise GameStateError(Fault("button_unknown"))
    return number


async def score_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the points that an arbiter typed for a move (art. 5.3).

    `about`: the case, and after a space the place of the move if the case is about none.
    """
    case, _, number = about.partition(" ")
    snapshot = await service.cases.ruled_by(user_input, CaseId(case))
    move = int(number) if number else snapshot.case.move
    digits = user_input.args.strip()
    if not digits.isdecimal() or len(digits) > _LONGEST_POINTS or move is None:
        service.reply(user_input, say("more.score_how"))
        return
    await ask_reason(
        service, user_input, snapshot, Ruling(kind=RulingKind.SCORE, move=move, number=int(digits))
    )


def penalty_of(text: str) -> Decimal | None:
    """Return the penalty in a text such as `0,4`, `0.45` or `,5 p`; None if it has no figure.

    The engine checks whether the penalty is allowed.
    """
    figure = _FIGURE.fullmatch(text.strip().casefold())
    return Decimal(figure[1].replace(",", ".")) if figure else None


async def penalty_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read a typed penalty (art. 10.3); ask for the player if it may concern either."""
    snapshot = await service.cases.ruled_by(user_input, CaseId(about))
    penalty = penalty_of(user_input.args)
    if not penalty:  # no figure, or 0
        service.reply(user_input, say("more.penalty_how", typed=user_input.args[:40]))
        return
    try:
        check_penalty(penalty)
    except RuleViolation as error:
        service.reply(user_input, faults_text(error)[0])
        return
    case = snapshot.case
    current = await load_situation(service, case.game)
    possible = [
        Ruling(kind=RulingKind.PENALTY, seat=seat, penalty=penalty)
        for seat in concerned(case, current.game)
    ]
    if len(possible) == 1:
        await ask_reason(service, user_input, snapshot, possible[0])
        return
    names = await service.persons.names(current.match.people)
    buttons = [
        RULE.button(short_ruling(ruling, case, current.game, names), case.id, code_of(ruling))
        for ruling in possible
    ]
    service.reply(user_input, say("more.penalty_whose", case=case.id), rows_of(buttons, 1))


BY_ARBITERS: Final[Mapping[CaseAction, Action]] = {
    CaseAction.MORE: offer_figures,
    CaseAction.POINTS: ask_points,
}
"""The actions of the buttons that ask for a figure, for an arbiter of the game."""
