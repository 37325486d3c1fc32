"""Commands about the person: joining by invitation, privacy, their own data."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.chat.competitions import sign_up
from bot.chat.conversation import regulation
from bot.chat.handling import Handler
from bot.chat.matches import request_commands
from bot.chat.people import first_language, joining, moving, offices
from bot.chat.people.greeting import greet
from bot.runtime.shared import UserInput
from bot.service.people import moving as moving_codes
from bot.service.people.links import offer_of
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.people import FORGET, MY_DATA
from bot.texts.messages import Notice, Param, Text, say
from bot.texts.pictures import Document, DocumentKind
from engine.ids import CompetitionCode
from storage.people import web_sessions
from storage.people.obligations import Obligations, obligations_of

_LINKS: Final[Sequence[tuple[Callable[[str], bool], Handler]]] = (
    (regulation.is_cited, regulation.cited),
    (request_commands.is_request, request_commands.opened),
    (moving_codes.is_link, moving.opened),
    (sign_up.is_link, sign_up.opened),
)
"""The links that are no invitations: how each is recognised, and its handler."""


async def start(service: Service, user_input: UserInput) -> None:
    """Handle `/start` with the code of an invitation or article, or without."""
    if not user_input.args:
        if not await first_language.ask(service, user_input):
            await greet(service, user_input)
        return
    for is_meant, handler in _LINKS:
        if is_meant(user_input.args):
            await handler(service, user_input)
            return
    gate, who = service.shared.gate, user_input.incoming.sender.id
    if not gate.may_guess(who, user_input.at):
        service.reply(user_input, say("start.too_many_codes"))
        return
    invite = await service.persons.invitation(user_input.args)
    if invite is None:
        gate.guessed_wrong(who, user_input.incoming.update, user_input.at)
        service.reply(user_input, say("start.bad_code"))
        return
    offer = await offer_of(service, invite)
    if offer is not None:
        await joining.opened(service, user_input, offer)
    else:
        await offices.opened(service, user_input, invite)


async def privacy(service: Service, user_input: UserInput) -> None:
    """Handle `/confidentialitate`: what is stored, and the person's data as a file."""
    buttons = (
        (MY_DATA.button(say("button.my_data")),),
        (FORGET.button(say("button.forget_me")),),
    )
    service.reply(user_input, say("privacy.text"), buttons)


async def my_data(service: Service, user_input: UserInput) -> None:
    """Handle the button for one's own data: `mydata`."""
    service.toast(user_input)
    document = Document(DocumentKind.MY_DATA, str(user_input.person.id))
    service.reply(user_input, say("privacy.data"), document=document)


async def forget_me(service: Service, user_input: UserInput) -> None:
    """Handle `/uita_ma` and its button, `forget`: explain the effect and ask for confirmation."""
    await web_sessions.end(service.unit.tx, user_input.person.id)
    left = await obligations_of(service.unit.tx, user_input.person.id)
    counts = {**_counts(left), "leading": len(left.leading)}
    rows = [say(f"forget.{what}", n=n) for what, n in counts.items() if n]
    text = say("forget.ask", playing=rows or None)
    yes = FORGET.button(say("button.forget_sure"), sure=True)
    no = KEEP.button(say("button.undecide"))
    service.answer(user_input, text, ((yes,), (no,)))


def _counts(left: Obligations) -> dict[str, int]:
    """Return the person's numbers of games, matches, matches to rule and competition seats."""
    return {
        "playing": len(left.playing),
        "waiting": len(left.waiting),
        "ruling": len(left.ruling),
        "places": len(left.places),
    }


async def forget_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that ask to be forgotten: `forget`, then `forget:yes`.

    The operators are notified, at most once a day; they decide and do it.
    """
    if not FORGET.read(user_input.args).sure:
        await forget_me(service, user_input)
        return
    who, number = user_input.person.name, str(user_input.person.id)
    left = await obligations_of(service.unit.tx, user_input.person.id)
    held = [await service.competitions.load(CompetitionCode(code)) for code in left.places]
    where = ", ".join(snapshot.competition.title for snapshot in held)
    facts: dict[str, Param] = {"who": who, "number": number, **_counts(left)}
    request = Text("operator.forget", {**facts, "where": where or None})
    for operator in service.shared.operators:
        key = f"forget:{user_input.person.id}:{operator}:{service.today()}"
        service.unit.say(Notice(to=operator, text=request, dedup=key))
    service.edit(user_input, say("forget.sent" if service.shared.operators else "forget.nobody"))


async def edited(service: Service, user_input: UserInput) -> None:
    """Answer an edited message: an edit never changes a move."""
    service.reply(user_input, say("edited.no_effect"))
