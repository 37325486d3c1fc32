"""Rulings that need a figure: the moves to take back, points, days, or a penalty.

The usual figures are buttons, in pages if there are many; points and penalties may also be typed.
The bot then asks for the reason, as for any ruling (`bot.chat.cases.card_buttons`).
"""

import re
from decimal import Decimal

from bot.chat.cases.card_buttons import Action, ask_reason
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.cases import rulings
from bot.service.lookups.cases.situation import situation
from bot.service.pure.acts import order_of
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, RULE, CaseAction, OfCase
from bot.texts.buttons.verb import page_in
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

ON_PAGE = 8
"""The most figures on a page."""
_FIGURE = re.compile(
    r"[-−]?\s*([0-9]{0,4}[.,][0-9]{1,6}|[0-9]{1,4})\s*(?:p|puncte|punct|points?)?\.?"
)


async def more(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Offer the figures of a kind of ruling: `KIND`, or `KIND:PAGE`."""
    kind, page = press.which, press.page
    if kind not in set(RulingKind):
        raise GameStateError(Fault("button_unknown"))
    page_number = page_in(page)
    if kind == RulingKind.SCORE and not snapshot.case.word:
        await _ask_which(service, user_input, snapshot.case, page_number, is_page=bool(page))
        return
    rows = await _offered(service, user_input, snapshot.case, RulingKind(kind), page_number)
    if kind in {Topic.SCORE, Topic.PENALTY}:
        await service.questions.ask(user_input, kind, snapshot.case.id)
        rows = (*rows, way_out(kind))
    _show(service, user_input, f"more.{kind}", snapshot.case, rows, is_page=bool(page))


def _show(  # noqa: PLR0913  (the content, and its message)
    service: Service, user_input: UserInput, key: str, case: Case, rows: Buttons, *, is_page: bool
) -> None:
    """Show the figures in a new message; with `is_page`, edit the message whose page is turned."""
    if is_page:
        service.edit(user_input, say(key, case=case.id), rows)
        return
    service.toast(user_input)
    service.reply(user_input, say(key, case=case.id), rows)


async def _offered(
    service: Service, user_input: UserInput, case: Case, kind: RulingKind, page: int
) -> Buttons:
    """Return a button for each usual figure of that kind."""
    buttons = await rulings.figures(service, user_input, case, kind)
    if kind in {RulingKind.EXTENSION, RulingKind.PENALTY}:
        half = len(buttons) // 2  # the other player's buttons get rows of their own
        return (*rows_of(buttons[:half], 2), *rows_of(buttons[half:], 2))
    return page_of_buttons(buttons, page, ON_PAGE, CASE.turns(case.id, CaseAction.MORE, kind.value))


async def _ask_which(
    service: Service, user_input: UserInput, case: Case, page: int, *, is_page: bool
) -> None:
    """Ask for the move whose points to correct (art. 5.3): any on the board."""
    game = (await service.games.load(case.game)).game
    participants = await service.games.participants(game)
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
        buttons, page, ON_PAGE, CASE.turns(case.id, CaseAction.MORE, Topic.SCORE)
    )
    _show(service, user_input, "more.score_which", case, rows, is_page=is_page)


async def points(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Ask for the correct points of the move with that number in the game, from 0: `NUMBER`."""
    case = snapshot.case
    now = await situation(service, case.game)
    number = int(press.which) if press.which.isdecimal() and len(press.which) < 4 else -1
    move = now.game.moves[number] if 0 <= number < len(now.game.moves) else None
    if not isinstance(move, PlacementMade):
        raise GameStateError(Fault("button_unknown"))
    order = order_of(user_input, "", "", case=snapshot.case.id)
    names = await service.persons.names(now.match.people)
    rows: Buttons = tuple(
        (RULE.button(short_ruling(ruling, case, now.game, names), case.id, code_of(ruling)),)
        for ruling in choices(case, now, order, RulingKind.SCORE)
        if ruling.move == number
    )
    await service.questions.ask(user_input, Topic.SCORE, f"{case.id} {number}")
    service.toast(user_input)
    service.reply(user_input, say("more.score", case=case.id), (*rows, way_out(Topic.SCORE)))


async def score_typed(service: Service, user_input: UserInput, about: str) -> None:
    """Read the points that an arbiter typed for a move (art. 5.3)."""
    case, _, number = about.partition(" ")
    snapshot = await service.cases.ruled_by(user_input, CaseId(case))
    move = int(number) if number else snapshot.case.move
    digits = user_input.args.strip()
    if not digits.isdecimal() or len(digits) > 3 or move is None:
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


async def penalty_typed(service: Service, user_input: UserInput, about: str) -> None:
    """Read a typed penalty (art. 10.3); ask for the player if it may concern either."""
    snapshot = await service.cases.ruled_by(user_input, CaseId(about))
    typed = penalty_of(user_input.args)
    if not typed:
        service.reply(user_input, say("more.penalty_how", typed=user_input.args[:40]))
        return
    try:
        check_penalty(typed)
    except RuleViolation as error:
        service.reply(user_input, faults_text(error)[0])
        return
    case = snapshot.case
    now = await situation(service, case.game)
    possible = [
        Ruling(kind=RulingKind.PENALTY, seat=seat, penalty=typed)
        for seat in concerned(case, now.game)
    ]
    if len(possible) == 1:
        await ask_reason(service, user_input, snapshot, possible[0])
        return
    names = await service.persons.names(now.match.people)
    buttons = [
        RULE.button(short_ruling(ruling, case, now.game, names), case.id, code_of(ruling))
        for ruling in possible
    ]
    service.reply(user_input, say("more.penalty_whose", case=case.id), (*rows_of(buttons, 1),))


BY_ARBITERS: dict[CaseAction, Action] = {CaseAction.MORE: more, CaseAction.POINTS: points}
"""The actions of the buttons that ask for a figure, for an arbiter of the game."""
