"""An arbiter's tasks and cases for the Mini App: the chat's own texts and buttons, as JSON.

A text is Telegram HTML. A button has its label and its data, which the page sends back; those that
need the chat, for example a typed figure, are left out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.cases import rulings
from bot.service.cases.card_acts import ACTS
from bot.service.lookups.cases.statements import all_statements
from bot.service.matches import verdicts
from bot.service.notices.cases import cards
from bot.service.recording.days.deadline_facts import idle
from bot.service.service import Service
from bot.texts.buttons.cases import (
    AS_PLAYED,
    CASE,
    OPEN_TASK,
    RULE,
    TASKS,
    TIME,
    VERDICT,
    CaseAction,
    OfCase,
    TaskKind,
    TasksAction,
)
from bot.texts.buttons.verb import verb_of
from bot.texts.i18n import Catalogue
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.cases.codes import ruling_of
from bot.texts.notices.cases.task_list import when
from bot.texts.notices.cases.tasks import Task
from bot.texts.notices.days.silence import file_of
from bot.web.refusals import OF_OTHERS, UNKNOWN, Json, refusal_error
from engine.cases.events import CaseId, RulingKind
from engine.errors import EngineError, Fault, GameStateError
from engine.games.endings import check_running
from engine.ids import GameId

_CASES: Final = frozenset({TaskKind.CASE, TaskKind.QUERY, TaskKind.UNTOLD})
"""The tasks that open the card of a case."""
_FILES: Final = frozenset({TaskKind.TIME, TaskKind.SILENCE})
"""The tasks that open the case file of a game."""
_RULINGS: Final = frozenset({RULE.name, TIME.name, AS_PLAYED.name, VERDICT.name})
"""The verbs of buttons that begin a ruling."""
_SHOWING: Final = frozenset({CaseAction.ALL, CaseAction.MORE, CaseAction.SAID})
"""The buttons of a case that only show something."""
_HIDDEN: Final = OF_OTHERS | UNKNOWN | {"no_such_case"}
"""The codes of faults that would tell an arbiter what others rule."""


@contextmanager
def answering_404() -> Iterator[None]:
    """Answer 404 for what other arbiters rule, as for what does not exist."""
    try:
        yield
    except EngineError as error:
        if error.faults[0].code in _HIDDEN:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found") from None
        raise


async def check_arbiter(service: Service, user_input: UserInput) -> None:
    """Check that the person rules something.

    Raises:
        RefusedError: 404, they do not.
    """
    if not (
        user_input.person.arbiter or await service.task_lists.rules_anything(user_input.person.id)
    ):
        raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")


async def tasks(service: Service, user_input: UserInput, catalogue: Catalogue) -> Json:
    """Return the person's tasks as an arbiter, in the order of `/mesa`."""
    await check_arbiter(service, user_input)
    items = (await service.task_lists.of(user_input.person.id)).items
    return {
        "tasks": [_task(item, catalogue) for item in items],
        "text": "" if items else catalogue.plain(say("docket.empty")),
    }


async def view(service: Service, user_input: UserInput, catalogue: Catalogue, data: str) -> Json:
    """Return what a button shows: a task, more of a case, or the question before a ruling.

    Raises:
        RefusedError: 404, others rule it.
        EngineError: the bot never wrote the button, or the ruling is not possible now.
    """
    verb, args = verb_of(data)
    with answering_404():
        if verb in _RULINGS:
            question, reasons = await _question(
                service, user_input, *await decision_of_button(service, user_input, data)
            )
            return {
                **_card(question, (), catalogue),
                "usual": [catalogue.plain(reason) for reason in reasons],
            }
        if verb == CASE.name:
            return await _case_view(service, user_input, catalogue, CASE.read(args))
        if verb == TASKS.name and (step := TASKS.read(args)).what == TasksAction.OPEN:
            kind, about = OPEN_TASK.read(step.rest)
            if kind in _CASES:
                return await case_card(service, user_input, catalogue, CaseId(about))
            if kind in _FILES:
                return await _game_file(service, user_input, catalogue, GameId(about))
        raise GameStateError(Fault("button_unknown"))


async def case_card(
    service: Service,
    user_input: UserInput,
    catalogue: Catalogue,
    case: CaseId,
    *,
    with_every_ruling: bool = False,
) -> Json:
    """Return the card of a case that the person rules; it usually has the likely rulings alone."""
    snapshot = await service.cases.ruled_by(user_input, case)
    text, buttons = await cards.card(service, snapshot.case, every=with_every_ruling)
    return {**_card(text, buttons, catalogue), "game": snapshot.case.game}


async def decision_of_button(service: Service, user_input: UserInput, data: str) -> tuple[str, str]:
    """Return the kind of decision that a button chooses, and its content as `Intention` has them.

    Raises:
        GameStateError: the bot never wrote the button, or others rule the game.
    """
    verb, args = verb_of(data)
    if verb == VERDICT.name:
        return verdicts.KIND, args
    if verb == RULE.name:
        name, code = RULE.read(args)
        snapshot = await service.cases.ruled_by(user_input, name)
        return rulings.KIND, rulings.about_of(snapshot, ruling_of(code, snapshot.case))
    if verb in {TIME.name, AS_PLAYED.name}:
        kind = RulingKind.LOST_ON_TIME if verb == TIME.name else RulingKind.AS_PLAYED
        return rulings.KIND, rulings.about_of(
            *await rulings.time_ruling(service, user_input, args, kind)
        )
    raise GameStateError(Fault("button_unknown"))


async def _question(
    service: Service, user_input: UserInput, kind: str, about: str
) -> tuple[Text, list[Text]]:
    """Return the effects of a decision, and the usual reasons for it."""
    if kind == verdicts.KIND:
        effects, usual_reason = await verdicts.question(service, user_input, about)
        return effects, [usual_reason]
    snapshot, ruling = await rulings.read(service, user_input, about)
    await rulings.check_not_final(service, user_input, snapshot.case, ruling)
    effects = await rulings.question(service, user_input, snapshot, ruling)
    return effects, await rulings.usual_reasons(service, snapshot.case, ruling)


async def _case_view(
    service: Service, user_input: UserInput, catalogue: Catalogue, press: OfCase
) -> Json:
    """Return what a button of a case's card shows: every ruling, statements, or figures."""
    if press.what is CaseAction.ALL:
        return await case_card(service, user_input, catalogue, press.case, with_every_ruling=True)
    snapshot = await service.cases.ruled_by(user_input, press.case)
    if press.what is CaseAction.SAID:
        return _card(
            await all_statements(service, snapshot.case, user_input.person.id), (), catalogue
        )
    if press.what is not CaseAction.MORE or press.which not in set(RulingKind):
        raise GameStateError(Fault("button_unknown"))
    kind = RulingKind(press.which)
    buttons = await rulings.figure_buttons(service, user_input, snapshot.case, kind)
    rows = tuple((button,) for button in buttons)
    return _card(say(f"choice.more.{kind.value}"), rows, catalogue)


async def _game_file(
    service: Service, user_input: UserInput, catalogue: Catalogue, game: GameId
) -> Json:
    """Return the case file of a silence or of exceeded time."""
    snapshot = await service.games.ruled_by(user_input, game)
    check_running(snapshot.game)
    return {**_card(*file_of(await idle(service, snapshot)), catalogue), "game": snapshot.game.id}


def _task(item: Task, catalogue: Catalogue) -> Json:
    """Return a task as JSON."""
    is_here = item.kind in _CASES or item.is_silence
    return {
        "code": item.code,
        "title": catalogue.plain(say(f"docket.{item.kind}")),
        "who": catalogue.plain(item.who),
        "when": catalogue.plain(when(item)),
        "note": "" if item.note is None else catalogue.plain(item.note),
        "overdue": item.is_overdue,
        "button": OPEN_TASK.data(item.kind, item.about) if is_here else None,
    }


def _card(text: Text, buttons: Buttons, catalogue: Catalogue) -> Json:
    """Return a card as JSON, with the buttons that the page can press."""
    pressable = [button for row in buttons for button in row if _is_pressable(button.data)]
    return {
        "text": catalogue.html(text),
        "buttons": [
            {
                "label": catalogue.plain(button.label),
                "button": button.data,
                "acts": _acts_at_once(button.data),
            }
            for button in pressable
        ],
    }


def _is_pressable(data: str) -> bool:
    """Return whether the page can press the button: it shows something, or it acts at once."""
    verb, args = verb_of(data)
    if verb in _RULINGS or (verb == CASE.name and CASE.read(args).what in _SHOWING):
        return True
    return _acts_at_once(data)


def _acts_at_once(data: str) -> bool:
    """Return whether the button acts without showing anything first."""
    verb, args = verb_of(data)
    if verb == CASE.name:
        return CASE.read(args).what in ACTS
    return verb == TASKS.name and TASKS.read(args).what == TasksAction.WAIT
