"""Passes a person's private input to its handler by the tables of routes.

`bot.chat.commands` contains the commands, `bot.chat.routes` all else. The role that a command needs
is checked here each time; menus and buttons are only a convenience.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.chat import free_input
from bot.chat.command_hints import command_hint, hint_instead_of
from bot.chat.commands import BY_NAME, command_named
from bot.chat.conversation import forwarded, how_to_play, lessons, opponent_messages, replies
from bot.chat.handling import Command, CommandRole
from bot.chat.input_kinds import ClassifiedInput, InputKind, classify
from bot.chat.people import starting
from bot.chat.play import moves, photographs
from bot.chat.play.typed_moves import TypedMove
from bot.chat.routes import ANSWERS, BUTTONS, BY_FILE, COMMANDS, takes_file
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.play.waiting_games import own_form
from bot.service.readers.conversation.questions import Question
from bot.service.service import Service
from bot.texts.buttons.conversation import AS_OWN
from bot.texts.messages import say
from engine.notation import fold
from engine.typed import undecorated

_START: Final = BY_NAME["start"]
"""The command of the bot's links, whose argument is the link's code."""
HOW_LINK: Final = "how"
"""The code of the link that opens *How to play*."""
COMMAND_LINK: Final = "c-"
"""Begins the code of a link that runs a command, which the page shows as a button."""


async def handle(service: Service, user_input: UserInput, classified: ClassifiedInput) -> None:
    """Pass what a person wrote or pressed to its handler."""
    match classified.kind:
        case InputKind.BUTTON if classified.name == AS_OWN.name:
            await _carry_out_as_own(service, user_input)
        case InputKind.BUTTON if classified.name in BUTTONS:
            await BUTTONS[classified.name](service, user_input)
        case InputKind.BUTTON:
            service.toast(user_input, say("button.unknown"), alert=True)
        case InputKind.EDIT:
            await free_input.answer_edit(service, user_input)
        case InputKind.LINE:
            await opponent_messages.send_after_dash(service, user_input)
        case InputKind.COMMAND:
            await _run_command(service, user_input, command_named(classified.name))
        case InputKind.WORDLESS:
            await _handle_wordless(service, user_input)
        case _:
            await _text_or_file(service, user_input, classified)


async def _text_or_file(
    service: Service, user_input: UserInput, classified: ClassifiedInput
) -> None:
    """Handle a reply, an answer to an open question, a move, or other text.

    A move is an answer only if a move on another player's sheet was requested, or in a lesson.
    """
    # A move or file under a message about a game belongs to that game, not to the message's author.
    is_text = classified.kind not in {InputKind.MOVE, InputKind.FILE}
    if is_text and await replies.handle_reply(service, user_input):
        return
    if await _handle_answer(service, user_input, classified):
        return
    origin = user_input.incoming.forwarded
    if origin is not None and classified.kind is InputKind.FORWARDED:
        await free_input.handle_forwarded(service, user_input, origin, is_act=classified.is_act)
        return
    match classified.kind:
        case InputKind.FILE:
            await free_input.handle_file(service, user_input, classified.move)
        case InputKind.LINK:
            await starting.start(service, replace(user_input, args=classified.name))
        case InputKind.TEXT | InputKind.BARE_COMMAND if how_to_play.is_asked(user_input.args):
            await how_to_play.show(service, user_input)
        case InputKind.BARE_COMMAND:
            await _answer_bare_command(service, user_input)
        case _ if classified.move is not None:
            await moves.show_typed(service, user_input, classified.move)
        case _:
            await free_input.handle_text(service, user_input)


async def _handle_answer(
    service: Service, user_input: UserInput, classified: ClassifiedInput
) -> bool:
    """Handle the answer to the open question; return False if the text is no answer.

    A reply to a message about a game belongs to that game and answers no question. A photograph or
    file is no answer in words, even with a caption.
    """
    question = await service.questions.open(user_input)
    if question is None or question.topic not in ANSWERS:
        return False
    if classified.kind is InputKind.FILE and not takes_file(question):
        return False
    if classified.move is not None and not await _is_move_wanted(
        service, user_input, classified.move, question
    ):
        return False
    if await service.named_games.replied_to_by_number(user_input) is not None:
        return False
    origin = user_input.incoming.forwarded
    if origin is not None and question.topic in forwarded.QUOTED:
        text = await forwarded.quoted(service, user_input.args, origin)
        user_input = replace(user_input, args=text)
    elif classified.is_act and question.topic != Topic.ENTRY:
        return False
    await ANSWERS[question.topic](service, user_input, question.about)
    return True


async def _is_move_wanted(
    service: Service, user_input: UserInput, move: TypedMove, question: Question
) -> bool:
    """Return whether a typed move answers the question: of a player's sheet, or of a lesson."""
    return question.topic == Topic.ENTRY or await lessons.takes_move(
        service, user_input, move, question
    )


async def _carry_out_as_own(service: Service, user_input: UserInput) -> None:
    """Handle the button that does what a forwarded text says: `mine:MESSAGE`."""
    text = await forwarded.take_as_own(service, user_input)
    if text is not None:
        incoming = replace(user_input.incoming, text=text, callback="", data="", captioned=False)
        classified = classify(incoming)
        await handle(service, UserInput(incoming, user_input.person, classified.args), classified)


async def _handle_wordless(service: Service, user_input: UserInput) -> None:
    """Handle unreadable input, such as a voice note; an open question for a file gets it."""
    question = await service.questions.open(user_input)
    if question is not None and question.topic in BY_FILE:
        await ANSWERS[question.topic](service, user_input, question.about)
    else:
        await photographs.answer_wordless(service, user_input)


async def _run_command(service: Service, user_input: UserInput, command: Command | None) -> None:
    """Run a command if the person may use it.

    A command that is run closes the open question, so the next text does not answer it.
    """
    if command is None:
        _answer_unknown(service, user_input)
    elif command is _START and user_input.args == HOW_LINK:
        await how_to_play.show(service, user_input)
    elif command is _START and (linked_command := _linked_command(user_input.args)) is not None:
        # As if typed, because an answer may repeat the command.
        incoming = replace(user_input.incoming, text=f"/{_linked_name(user_input.args)}")
        await _run_command(service, UserInput(incoming, user_input.person, ""), linked_command)
    elif _may_use(service, user_input, command):
        await service.questions.close(user_input)
        await COMMANDS[command.romanian](service, user_input)
    else:
        role = say(f"role.{command.role.value}")
        hint = hint_instead_of(command, user_input.person.language)
        service.reply(user_input, say("command.not_for_you", role=role, hint=hint))


def _linked_command(code: str) -> Command | None:
    """Return the command that a link runs; None for the code of another link."""
    return command_named(_linked_name(code)) if code.startswith(COMMAND_LINK) else None


def _linked_name(code: str) -> str:
    return code.removeprefix(COMMAND_LINK)


def _may_use(service: Service, user_input: UserInput, command: Command) -> bool:
    """Return whether the person has the command's role; operators have every one."""
    if service.persons.is_operator(user_input):
        return True
    return {
        CommandRole.ANYONE: True,
        CommandRole.ARBITER: user_input.person.arbiter,
        CommandRole.OPERATOR: False,
    }[command.role]


async def _answer_bare_command(service: Service, user_input: UserInput) -> None:
    """Answer a command's bare name with a hint at the command, if the person may use it."""
    command = command_named(user_input.args)
    if command is None or not _may_use(service, user_input, command):
        await free_input.handle_text(service, user_input)
        return
    hint = say("hint.command", command=f"/{undecorated(fold(user_input.args)).lower()}")
    form = await own_form(service, user_input.person.id)
    service.reply(user_input, say("play.unknown", hint=hint, **form))


def _answer_unknown(service: Service, user_input: UserInput) -> None:
    """Answer an unknown command, and suggest a similar one."""
    name = user_input.incoming.text.strip()[1:].partition(" ")[0].partition("@")[0]
    may_use = partial(_may_use, service, user_input)
    hint = command_hint(name, user_input.person.language, may_use)
    service.reply(user_input, say("command.unknown", hint=hint))
