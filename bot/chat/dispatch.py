"""The entrance of the chat: every action of a person or group, within its rate limit.

`bot.chat.private_input` passes what a person writes in private to its handler. Every refusal of the
engine becomes an answer in the person's language and rolls back the handler's work.
"""

from functools import partial

from bot.chat.competitions import group_messages, inline
from bot.chat.input_kinds import ClassifiedInput, InputKind, classify
from bot.chat.private_input import handle
from bot.runtime.limits import LimitDecision
from bot.runtime.shared import BotSettings, UserInput
from bot.runtime.unit import UnitOfWork
from bot.service.held_first import after_held_moves
from bot.service.people.damages import notify_of_damage
from bot.service.service import Service
from bot.texts.buttons.people import way_on
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Incoming, say
from engine.errors import EngineError


class Dispatcher:
    """Passes people's actions on, if they are within the rate limits."""

    def __init__(self, shared: BotSettings) -> None:
        self._shared = shared

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Handle one action in the given unit of work."""
        classified = classify(incoming)
        unit.asked_in, unit.is_move = incoming.chat, classified.is_move
        if incoming.inline:
            is_answered = await inline.answer_query(Service(unit, self._shared), incoming)
            unit.is_ignored = not is_answered
        elif not incoming.is_private:
            await self._in_group(incoming, unit)
        elif incoming.blocked is not None:
            await Service(unit, self._shared).meeting.note_blocked(incoming)
        else:
            await self._in_private(incoming, classified, unit)
        if self._shared.damaged.untold:
            await notify_of_damage(unit, self._shared)

    async def _in_group(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Handle an event of a group, or a request in it unless the group asks for too much."""
        if asks_of_group(incoming):
            groups = self._shared.gate.groups
            if not groups.admits(incoming.chat, incoming.update, incoming.at):
                unit.is_ignored = True
                return
        await after_held_moves(
            unit, self._shared, partial(group_messages.handle_group_message, incoming=incoming)
        )

    async def _in_private(
        self, incoming: Incoming, classified: ClassifiedInput, unit: UnitOfWork
    ) -> None:
        """Handle a person's action, unless they ask for too much; then say so once."""
        service = Service(unit, self._shared)
        person = await service.meeting.author_of(incoming)
        user_input = UserInput(incoming, person, classified.args)
        is_move = classified.is_move and await _may_play(service, incoming.chat)
        decision = self._limit_decision(service, user_input, is_move=is_move)
        unit.is_ignored = decision is LimitDecision.DROP
        if decision is LimitDecision.TELL:
            _answer_too_much(service, user_input, is_move=is_move)
        if decision is not LimitDecision.PASS:
            return

        async def attempt(new_service: Service) -> None:
            # Each attempt has a new `Service`; the person may not be in the database before it.
            new_service.persons.note(person)
            await handle(new_service, user_input, classified)

        try:
            await after_held_moves(unit, self._shared, attempt)
        except EngineError as error:
            if classified.kind is InputKind.COMMAND:  # its closing of a question was rolled back
                await service.questions.close(user_input)
            _answer_refused(service, user_input, error)

    def _limit_decision(
        self, service: Service, user_input: UserInput, *, is_move: bool
    ) -> LimitDecision:
        """Return the rate limiter's decision; moves have a separate allowance.

        Other actions count for the Telegram account: the number of a newcomer in the database can
        become another's if their transaction fails.
        """
        incoming, gate = user_input.incoming, self._shared.gate
        if is_move:
            return gate.moves.count(user_input.person.id, incoming.update, incoming.at)
        is_official = user_input.person.arbiter or user_input.person.rating_keeper
        is_trusted = is_official or service.persons.is_operator(user_input)
        limits = gate.officials if is_trusted else gate.people
        return limits.count(incoming.sender.id, incoming.update, incoming.at)


def asks_of_group(incoming: Incoming) -> bool:
    """Return whether a person in a group asks for something; else it is a group event."""
    is_command = incoming.text.startswith("/") and incoming.forwarded is None
    return bool(incoming.callback) or is_command


async def _may_play(service: Service, chat: int) -> bool:
    """Return whether the person of the chat may move in a game; strangers' texts are no moves."""
    return chat not in await service.unit.strangers.among(service.unit.tx, {chat})


def _answer_too_much(service: Service, user_input: UserInput, *, is_move: bool) -> None:
    """Say that the rate limit is exceeded."""
    text = say("limit.too_many_moves" if is_move else "limit.too_much")
    if user_input.incoming.callback:
        service.toast(user_input, text, alert=True)
    else:
        service.reply(user_input, text)


def _answer_refused(service: Service, user_input: UserInput, error: EngineError) -> None:
    """Say why the engine refuses; a picture's caption and the buttons of another message stay."""
    answer = say("refused", faults=faults_text(error))
    if user_input.incoming.callback and not user_input.incoming.captioned:
        service.edit(user_input, answer, way_on(error))
    else:
        service.toast(user_input)
        service.reply(user_input, answer, way_on(error))
