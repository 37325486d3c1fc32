"""Sends what people do to its handler, as the tables say, if they may.

The tables are `bot.chat.commands`, of what is typed, and `bot.chat.routes`, of all else. Rights are
checked here, on the server, each time: menus and buttons are only a convenience. Every refusal of
the engine becomes an answer in the person's language, and takes back whatever the handler had
begun.
"""

import re
from dataclasses import replace
from typing import Final

from bot.chat.commands import BY_NAME, MOVES
from bot.chat.competitions import groups
from bot.chat.conversation import chat, replies
from bot.chat.handling import Command, Handler, Role
from bot.chat.people import person
from bot.chat.play import enter, moves, relayed
from bot.chat.play.typed import command_hint
from bot.chat.play.typed import is_move as means_move
from bot.chat.routes import ANSWERS, BUTTONS, BY_FILE, SENDING
from bot.runtime.limits import Verdict
from bot.runtime.shared import Said, Shared
from bot.runtime.unit import UnitOfWork
from bot.service.conversation.questions import Question
from bot.service.service import Service
from bot.texts.i18n import faults_text
from bot.texts.messages import Incoming, say
from engine.errors import EngineError
from engine.notation import fold, is_pass

_HELP: Final = BY_NAME["ajutor"]
_LINK: Final = re.compile(r"\b(?:t|telegram)\.me/\w+\?start=(?P<code>[\w-]{1,64})")


class Dispatcher:
    """Sends what people do to its handler."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Act on one incoming thing, in the given unit of work."""
        service = Service(unit, self._shared)
        unit.asked_in, unit.is_move = incoming.chat, is_move(incoming)
        if incoming.inline:
            from bot.chat.competitions import inline  # noqa: PLC0415  (docs/adr/0029-late.md)

            unit.is_ignored = not await inline.asked(service, incoming)
            return
        if not incoming.private:
            if not asks_of_group(incoming) or self._heeds_group(incoming):
                await groups.heard(service, incoming)
            else:
                unit.is_ignored = True
            return
        if incoming.blocked is not None:
            await service.meeting.note_blocked(incoming)
            return
        known = await service.meeting.of(incoming)
        handler, args = route(incoming)
        said = Said(incoming, known, args)
        plays = await self._may_play(service, said)
        verdict = self._verdict(service, said, plays=plays)
        if verdict is not Verdict.PASS:
            if verdict is Verdict.TELL:
                too_much(service, said, plays=plays)
            unit.is_ignored = verdict is Verdict.DROP
            return
        try:
            async with unit.savepoint():
                await handler(service, said)
        except EngineError as error:
            answer = say("refused", faults=faults_text(error))
            if incoming.callback and not incoming.captioned:
                service.edit(said, answer)
            else:  # what a picture shows, and its other buttons, stay
                service.toast(said)
                service.reply(said, answer)

    def _heeds_group(self, incoming: Incoming) -> bool:
        gate = self._shared.gate
        asked = gate.groups.asked(incoming.chat, incoming.update, incoming.at, gate.group)
        return asked is Verdict.PASS

    async def _may_play(self, service: Service, said: Said) -> bool:
        """Return whether somebody plays who has a game; what strangers type is like any other."""
        unit, chat = service.unit, said.incoming.chat
        return unit.is_move and chat not in await unit.strangers.among(unit.tx, {chat})

    def _verdict(self, service: Service, said: Said, *, plays: bool) -> Verdict:
        """Return whether the person may ask for more just now; moves are counted by themselves."""
        incoming, gate = said.incoming, self._shared.gate
        if plays:
            return gate.moves.asked(said.person.id, incoming.update, incoming.at, gate.move)
        is_official = said.person.arbiter or said.person.rating_keeper
        trusted = is_official or service.persons.is_operator(said)
        allowance = gate.official if trusted else gate.person
        return gate.people.asked(said.person.id, incoming.update, incoming.at, allowance)


def is_move(incoming: Incoming) -> bool:
    """Return whether somebody plays: types a placement or a pass, or presses to send one."""
    if incoming.edited or incoming.file is not None:
        return False
    return is_of_move(incoming.text, incoming.data)


def is_of_move(text: str, data: str) -> bool:
    """Return whether the text, or without one the data of a button, is of a move."""
    if data:
        return data.partition(":")[0] in SENDING
    text, name = text.strip(), text.partition(" ")[0].lower()
    return means_move(text) or name in MOVES


def asks_of_group(incoming: Incoming) -> bool:
    """Return whether somebody in a group wants something; the rest is news of the group itself."""
    return bool(incoming.callback) or incoming.text.startswith("/")


def too_much(service: Service, said: Said, *, plays: bool) -> None:
    """Say, once, that it was too much at a time; questions are no reason to turn moves away."""
    text = say("limit.too_many_moves" if plays else "limit.too_much")
    if said.incoming.callback:
        service.toast(said, text, alert=True)
    else:
        service.reply(said, text)


def route(incoming: Incoming) -> tuple[Handler, str]:
    """Return the handler for what a person did, and what follows the command or verb."""
    if incoming.callback:
        verb, _, args = incoming.data.partition(":")
        return BUTTONS.get(verb, unknown_button), args
    if incoming.edited:
        return person.edited, ""
    if incoming.file is not None:
        return _answer_or(relayed.file), incoming.text
    text = incoming.text.strip()
    if text.startswith(chat.DASHES):
        return chat.dash, text
    if not text.startswith("/"):
        plain = (
            _without_stroke if named(text) else _pasted if _LINK.search(text) else moves.plain_text
        )
        return (_reply_or(_answer_or(plain)) if text else _wordless), text
    name, args = (*text[1:].split(maxsplit=1), "", "")[:2]
    command = named(name)
    return (unknown_command if command is None else _guarded(command)), args.strip()


def _answer_or(otherwise: Handler) -> Handler:
    """Return the handler of what is the answer to a question, or, if none is open, this one.

    A placement, a pass, and whatever replies to a message about a game belong to the game, unless
    it is a placement that was asked for: that on somebody else's sheet.
    """

    async def handler(service: Service, said: Said) -> None:
        question = await service.questions.open(said)
        answer = ANSWERS.get(question.topic) if question is not None else None
        if answer is None or question is None or await _is_for_a_game(service, said, question):
            await otherwise(service, said)
        else:
            await answer(service, said, question.about)

    return handler


def _reply_or(otherwise: Handler) -> Handler:
    """Return the handler of a reply to somebody's words; of moves, and all else, this one."""

    async def handler(service: Service, said: Said) -> None:
        if means_move(said.args) or not await replies.taken(service, said):
            await otherwise(service, said)

    return handler


async def _wordless(service: Service, said: Said) -> None:
    """Leave what cannot be read to the question that waits for a file, if there is one."""
    question = await service.questions.open(said)
    if question is not None and question.topic in BY_FILE:
        await ANSWERS[question.topic](service, said, question.about)
    else:
        await relayed.wordless(service, said)


async def _is_for_a_game(service: Service, said: Said, question: Question) -> bool:
    text = said.args
    if question.topic != enter.TOPIC and means_move(text):
        return True
    return await service.games.replied_to(said) is not None


def _guarded(command: Command) -> Handler:
    """Return the handler of the command for who may use it.

    Who wants something else has done with what he was asked: his next text is no answer to it.
    """

    async def handler(service: Service, said: Said) -> None:
        if may(command.role, service, said):
            await service.questions.close(said)
            await command.handler(service, said)
        else:
            role = say(f"role.{command.role.value}")
            service.reply(said, say("command.not_for_you", role=role))

    return handler


def may(role: Role, service: Service, said: Said) -> bool:
    """Return whether the person has the role; operators have every one."""
    operator = service.persons.is_operator(said)
    return {
        Role.ANYONE: True,
        Role.ARBITER: said.person.arbiter or operator,
        Role.OPERATOR: operator,
    }[role]


def named(name: str) -> Command | None:
    """Return the command of that name, written with diacritics or without: `/cuvânt`, `/setări`."""
    return BY_NAME.get(fold(name).partition("@")[0].lower())


async def _pasted(service: Service, said: Said) -> None:
    """Open the link that somebody sends, alone or among words, as if it had been tapped."""
    found = _LINK.search(said.args)
    await person.start(service, replace(said, args=found["code"] if found else ""))


async def _without_stroke(service: Service, said: Said) -> None:
    """Answer the bare name of a command, which may be meant for one; or is a pass.

    Who writes `ajutor` gets it at once: nothing else can be meant.
    """
    command = named(said.args)
    if command is _HELP:
        await _HELP.handler(service, replace(said, args=""))
    elif is_pass(said.args) or command is None or not may(command.role, service, said):
        await moves.plain_text(service, said)
    else:
        meant = say("hint.command", command=f"/{fold(said.args).lower()}")
        service.reply(said, say("play.unknown", hint=meant))


async def unknown_command(service: Service, said: Said) -> None:
    """Answer a command that there is not, with the one that was meant if it looks like it."""
    typed = said.incoming.text.strip()[1:].partition(" ")[0].partition("@")[0]
    known = (name for name, command in BY_NAME.items() if may(command.role, service, said))
    service.reply(said, say("command.unknown", hint=command_hint(typed, known)))


async def unknown_button(service: Service, said: Said) -> None:
    """Answer a press on a button that this version does not know."""
    service.toast(said, say("button.unknown"), alert=True)
