"""Routes people's actions to their handlers by the tables, after checking permissions.

`bot.chat.commands` contains the commands, `bot.chat.routes` all else. Permissions are checked here
each time; menus and buttons are only a convenience. Every refusal of the engine becomes an answer
in the person's language and rolls back the handler's work.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.chat import free_input
from bot.chat.command_hints import command_hint
from bot.chat.commands import BY_NAME
from bot.chat.competitions import groups, inline
from bot.chat.conversation import chat, forwarded, how, lessons, replies
from bot.chat.handling import Command, CommandRole
from bot.chat.input_kinds import ClassifiedInput, InputKind, command_named, read
from bot.chat.people import starting
from bot.chat.play import moves, photographs
from bot.chat.routes import ANSWERS, BUTTONS, BY_FILE, COMMANDS
from bot.chat.topics import ENTRY
from bot.runtime.limits import LimitDecision
from bot.runtime.shared import BotSettings, UserInput
from bot.runtime.unit import UnitOfWork
from bot.service.held_first import after_held_moves
from bot.service.lookups.play.waiting_games import own_form
from bot.service.people.damages import notify_of_damage
from bot.service.service import Service
from bot.texts.buttons.conversation import AS_OWN
from bot.texts.buttons.people import way_on
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Incoming, say
from engine.errors import EngineError
from engine.notation import fold
from engine.typed import undecorated

_START: Final = BY_NAME["start"]
HOW_LINK: Final = "how"
"""The code of the link that opens *How to play*."""
COMMAND_LINK: Final = "c-"
"""Begins the code of a link that runs a command, which the page shows as a button."""


class Dispatcher:
    """Routes people's actions to their handlers."""

    def __init__(self, shared: BotSettings) -> None:
        self._shared = shared

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Handle one action in the given unit of work."""
        await self._handle(incoming, unit)
        if self._shared.damaged.untold:
            await notify_of_damage(unit, self._shared)

    async def _handle(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Pass an action to its handler, if it is private, permitted and within the rate limit."""
        service = Service(unit, self._shared)
        sent = read(incoming)
        unit.asked_in, unit.is_move = incoming.chat, sent.is_move
        if incoming.inline:
            unit.is_ignored = not await inline.answer_query(service, incoming)
            return
        if not incoming.private:
            if not asks_of_group(incoming) or self._heeds_group(incoming):
                handled = partial(groups.handle_group_message, incoming=incoming)
                await after_held_moves(unit, self._shared, handled)
            else:
                unit.is_ignored = True
            return
        if incoming.blocked is not None:
            await service.meeting.note_blocked(incoming)
            return
        known = await service.meeting.of(incoming)
        user_input = UserInput(incoming, known, sent.args)
        plays = await self._may_play(service, user_input)
        verdict = self._verdict(service, user_input, plays=plays)
        if verdict is not LimitDecision.PASS:
            if verdict is LimitDecision.TELL:
                too_much(service, user_input, plays=plays)
            unit.is_ignored = verdict is LimitDecision.DROP
            return

        async def handled_input(again: Service) -> None:
            again.persons.note(known)
            await handle(again, user_input, sent)

        try:
            await after_held_moves(unit, self._shared, handled_input)
        except EngineError as error:
            answer = say("refused", faults=faults_text(error))
            if incoming.callback and not incoming.captioned:
                service.edit(user_input, answer, way_on(error))
            else:  # a picture's caption and other buttons stay
                service.toast(user_input)
                service.reply(user_input, answer, way_on(error))

    def _heeds_group(self, incoming: Incoming) -> bool:
        gate = self._shared.gate
        asked = gate.groups.asked(incoming.chat, incoming.update, incoming.at, gate.group)
        return asked is LimitDecision.PASS

    async def _may_play(self, service: Service, user_input: UserInput) -> bool:
        """Return whether the person may move in a game; strangers' texts are never moves."""
        unit, chat = service.unit, user_input.incoming.chat
        return unit.is_move and chat not in await unit.strangers.among(unit.tx, {chat})

    def _verdict(self, service: Service, user_input: UserInput, *, plays: bool) -> LimitDecision:
        """Return the rate limiter's decision; moves have a separate allowance.

        Questions count for the Telegram account: the number of a newcomer in the database can
        become another's if their transaction fails.
        """
        incoming, gate = user_input.incoming, self._shared.gate
        if plays:
            return gate.moves.asked(user_input.person.id, incoming.update, incoming.at, gate.move)
        is_official = user_input.person.arbiter or user_input.person.rating_keeper
        trusted = is_official or service.persons.is_operator(user_input)
        allowance = gate.official if trusted else gate.person
        return gate.people.asked(incoming.sender.id, incoming.update, incoming.at, allowance)


def asks_of_group(incoming: Incoming) -> bool:
    """Return whether a person in a group asks for something; else it is a group event."""
    is_command = incoming.text.startswith("/") and incoming.forwarded is None
    return bool(incoming.callback) or is_command


def too_much(service: Service, user_input: UserInput, *, plays: bool) -> None:
    """Say once that the rate limit is exceeded; a flood of questions never refuses moves."""
    text = say("limit.too_many_moves" if plays else "limit.too_much")
    if user_input.incoming.callback:
        service.toast(user_input, text, alert=True)
    else:
        service.reply(user_input, text)


async def handle(service: Service, user_input: UserInput, sent: ClassifiedInput) -> None:
    """Pass a person's input to its handler."""
    match sent.kind:
        case InputKind.BUTTON if sent.name == AS_OWN.name:
            await _as_own(service, user_input)
        case InputKind.BUTTON if sent.name in BUTTONS:
            await BUTTONS[sent.name](service, user_input)
        case InputKind.BUTTON:
            await unknown_button(service, user_input)
        case InputKind.EDIT:
            await free_input.edited(service, user_input)
        case InputKind.LINE:
            await chat.dash(service, user_input)
        case InputKind.COMMAND:
            await _command(service, user_input, command_named(sent.name))
        case InputKind.WORDLESS:
            await _wordless(service, user_input)
        case _:
            await _text_or_file(service, user_input, sent)


async def _text_or_file(service: Service, user_input: UserInput, sent: ClassifiedInput) -> None:
    """Handle a reply, an answer to an open question, a move, or other text.

    A move is an answer only if a move on another player's sheet was requested, or in a lesson.
    """
    is_text = sent.kind not in {InputKind.MOVE, InputKind.FILE}
    if is_text and await replies.taken(service, user_input):
        return
    if await _answered(service, user_input, sent):
        return
    origin = user_input.incoming.forwarded
    if origin is not None and sent.kind is InputKind.FORWARDED:
        await free_input.forwarded_text(service, user_input, origin, is_act=sent.is_act)
        return
    match sent.kind:
        case InputKind.FILE:
            await free_input.file(service, user_input, sent.move)
        case InputKind.LINK:
            await starting.start(service, replace(user_input, args=sent.name))
        case InputKind.TEXT | InputKind.BARE_COMMAND if how.is_asked(user_input.args):
            await how.show(service, user_input)
        case InputKind.BARE_COMMAND:
            await _without_stroke(service, user_input)
        case _ if sent.move is not None:
            await moves.typed(service, user_input, sent.move)
        case _:
            await free_input.plain_text(service, user_input)


async def _answered(service: Service, user_input: UserInput, sent: ClassifiedInput) -> bool:
    """Handle the answer to the open question; return False if the text is no answer.

    A reply to a message about a game belongs to that game and answers no question.
    """
    question = await service.questions.open(user_input)
    if question is None or question.topic not in ANSWERS:
        return False
    is_taken = question.topic == ENTRY or await lessons.takes(
        service, user_input, sent.move, question
    )
    if sent.move is not None and not is_taken:
        return False
    if await service.games.replied_to_by_number(user_input) is not None:
        return False
    origin = user_input.incoming.forwarded
    if origin is not None and question.topic in forwarded.QUOTED:
        user_input = replace(
            user_input, args=await forwarded.quoted(service, user_input.args, origin)
        )
    elif sent.is_act and question.topic != ENTRY:
        return False
    await ANSWERS[question.topic](service, user_input, question.about)
    return True


async def _as_own(service: Service, user_input: UserInput) -> None:
    """Handle the button that does what a forwarded text says: `mine:MESSAGE`."""
    text = await forwarded.taken_as_own(service, user_input)
    if text is not None:
        incoming = replace(user_input.incoming, text=text, callback="", data="", captioned=False)
        sent = read(incoming)
        await handle(service, UserInput(incoming, user_input.person, sent.args), sent)


async def _wordless(service: Service, user_input: UserInput) -> None:
    """Handle unreadable input, such as a voice note; an open question for a file gets it."""
    question = await service.questions.open(user_input)
    if question is not None and question.topic in BY_FILE:
        await ANSWERS[question.topic](service, user_input, question.about)
    else:
        await photographs.wordless(service, user_input)


async def _command(service: Service, user_input: UserInput, command: Command | None) -> None:
    """Run a command if the person may use it.

    A command closes the open question, so the next text does not answer it.
    """
    if command is None:
        await unknown_command(service, user_input)
    elif command is _START and user_input.args == HOW_LINK:
        await how.show(service, user_input)
    elif command is _START and (linked := _linked(user_input.args)) is not None:
        await _command(service, replace(user_input, args=""), linked)
    elif may(command.role, service, user_input):
        await service.questions.close(user_input)
        await COMMANDS[command.romanian](service, user_input)
    else:
        role = say(f"role.{command.role.value}")
        service.reply(user_input, say("command.not_for_you", role=role))


def _linked(code: str) -> Command | None:
    """Return the command that a link runs; an invitation's code may begin alike."""
    return command_named(code.removeprefix(COMMAND_LINK)) if code.startswith(COMMAND_LINK) else None


def may(role: CommandRole, service: Service, user_input: UserInput) -> bool:
    """Return whether the person has the role; operators have every one."""
    operator = service.persons.is_operator(user_input)
    return {
        CommandRole.ANYONE: True,
        CommandRole.ARBITER: user_input.person.arbiter or operator,
        CommandRole.OPERATOR: operator,
    }[role]


async def _without_stroke(service: Service, user_input: UserInput) -> None:
    """Answer a command's bare name with a hint at the command, if the person may use it."""
    command = command_named(user_input.args)
    if command is None or not may(command.role, service, user_input):
        await free_input.plain_text(service, user_input)
    else:
        meant = say("hint.command", command=f"/{undecorated(fold(user_input.args)).lower()}")
        form = await own_form(service, user_input.person.id)
        service.reply(user_input, say("play.unknown", hint=meant, **form))


async def unknown_command(service: Service, user_input: UserInput) -> None:
    """Answer an unknown command, and suggest a similar one."""
    typed = user_input.incoming.text.strip()[1:].partition(" ")[0].partition("@")[0]

    def may_use(command: Command) -> bool:
        return may(command.role, service, user_input)

    hint = command_hint(typed, user_input.person.language, may_use)
    service.reply(user_input, say("command.unknown", hint=hint))


async def unknown_button(service: Service, user_input: UserInput) -> None:
    """Answer a button that this version does not know."""
    service.toast(user_input, say("button.unknown"), alert=True)
