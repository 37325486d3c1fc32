"""An arbiter's requests in the Mini App, carried out by the worker in two steps, as in the chat.

The first stores a ruling with its reason and returns its effects with a token; the second confirms
exactly that.
"""

from http import HTTPStatus

from bot.runtime.shared import UserInput
from bot.service.cases.card_acts import ACTS
from bot.service.decision_kinds import carry_out, preview
from bot.service.operations.cases.decisions import Intention, reason_of, token_to_confirm
from bot.service.operations.days.waiting import wait
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, TASKS, TasksAction
from bot.texts.buttons.verb import verb_of
from bot.texts.i18n import Catalogue
from bot.texts.messages import Notice, say
from bot.web.cases.task_list import answering_404, case_card, decision_of_button
from bot.web.refusals import Json, refusal_error
from engine.errors import Fault, GameStateError
from engine.ids import GameId


async def press(service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json) -> Json:
    """Execute the `button` that is asked, not a ruling; return the card of the case and `told`.

    After a decision to wait in a silent game there is no card, only a confirmation.

    Raises:
        RefusedError: 404, others rule it.
        EngineError: the button makes a ruling or is unknown, or the act is not possible now.
    """
    verb, args = verb_of(asked["button"])
    if verb == TASKS.name and (step := TASKS.read(args)).what == TasksAction.WAIT:
        return await _wait(service, user_input, catalogue, GameId(step.rest))
    pressed = CASE.read(args) if verb == CASE.name else None
    if pressed is None or pressed.what not in ACTS:
        raise GameStateError(Fault("button_unknown"))
    act = ACTS[pressed.what]
    with answering_404():
        snapshot = await service.cases.ruled_by(user_input, pressed.case)
        told = await act(service, user_input, snapshot)
        return {
            **await case_card(service, user_input, catalogue, pressed.case),
            "told": catalogue.plain(told),
        }


async def _wait(
    service: Service, user_input: UserInput, catalogue: Catalogue, game: GameId
) -> Json:
    """Wait in a silent game: no ruling, so it needs neither a reason nor a second press."""
    with answering_404():
        confirmation = await wait(service, user_input, game)
    return {"text": catalogue.html(confirmation), "buttons": [], "told": ""}


async def propose(
    service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json
) -> Json:
    """Store a ruling until it is confirmed; return its effects and its token.

    `asked` has the `button` of the ruling and the `reason` as typed.

    Raises:
        RefusedError: 404, others rule it; 422, the reason is missing or too long.
        EngineError: the ruling is not possible now.
    """
    reason, obstacle = reason_of(asked["reason"])
    if obstacle is not None:
        raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_reason", obstacle)
    with answering_404():
        kind, about = await decision_of_button(service, user_input, asked["button"])
        intention = Intention(kind, about, reason)
        effects = await preview(service, user_input, intention)
    text, buttons = await service.decisions.to_confirm(user_input, intention, effects)
    return {"text": catalogue.html(text), "token": token_to_confirm(buttons)}


async def decide(
    service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json
) -> Json:
    """Make the ruling of the `token` that is asked; return its text, with `token` None.

    If its effects have changed since, make nothing; return the new ones, to confirm with `token`.

    Raises:
        RefusedError: 404, others rule it; 409, it no longer waits for confirmation.
        EngineError: the ruling is not possible now.
    """
    intention = await service.decisions.take(user_input, asked["token"])
    if intention is None:
        raise refusal_error(HTTPStatus.CONFLICT, "decision_stale", say("decision.stale"))
    with answering_404():
        text, buttons = await carry_out(service, user_input, intention)
    token = token_to_confirm(buttons)
    # Without a token the ruling is made; the arbiter's chat keeps its message as well.
    if token is None and user_input.person.address is not None:
        service.unit.say(
            Notice(to=user_input.person.address, text=text, buttons=buttons, silent=True)
        )
    return {"text": catalogue.html(text), "token": token}
