"""Commands about the person: joining by invitation, privacy, their own data."""

from bot.chat.competitions import sign_up
from bot.chat.conversation import regulation
from bot.chat.matches import requests
from bot.chat.people import joining, offices
from bot.runtime.shared import Said
from bot.service.people.links import offer_of
from bot.service.service import Service
from bot.texts.buttons.cases import TASKS
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.people import FORGET, MY_DATA
from bot.texts.buttons.play import GAMES
from bot.texts.messages import Notice, Param, Text, say
from bot.texts.notices.matches.practice import practice_button
from bot.texts.pictures import Document, DocumentKind
from engine.ids import CompetitionCode
from storage.people import web_sessions
from storage.people.needed import Needed, needed


async def start(service: Service, said: Said) -> None:
    """Handle `/start` with the code of an invitation or article, or without."""
    if not said.args:
        await _greet(service, said)
        return
    if regulation.is_cited(said.args):
        await regulation.cited(service, said)
        return
    if requests.is_request(said.args):
        await requests.opened(service, said)
        return
    if sign_up.is_link(said.args):
        await sign_up.opened(service, said)
        return
    gate, who = service.shared.gate, said.incoming.sender.id
    if not gate.may_guess(who, said.at):
        service.reply(said, say("start.too_many_codes"))
        return
    invite = await service.persons.invitation(said.args)
    if invite is None:
        gate.guessed_wrong(who, said.incoming.update, said.at)
        service.reply(said, say("start.bad_code"))
        return
    offer = await offer_of(service, invite)
    if offer is not None:
        await joining.opened(service, said, offer)
    else:
        await offices.opened(service, said, invite)


async def _greet(service: Service, said: Said) -> None:
    """Welcome a person without an invitation, or tell a known one how to continue.

    A future operator reads their number here.
    """
    offices = _offices(service, said)
    if service.persons.is_operator(said):
        await service.person_acts.show_menu(said.person.id)
    number = str(said.incoming.sender.id)
    facts = {"who": said.person.name, "number": number, "offices": offices or None}
    desk = (TASKS.button(say("button.desk"), "", "0"),) if said.person.arbiter else None
    if await service.meeting.has_place(said.person.id):
        games = (GAMES.button(say("button.my_games"), 0),)
        service.reply(said, Text("start.hello_again", facts), (games, desk) if desk else (games,))
    elif offices:
        service.reply(said, Text("start.hello_office", facts), (desk,) if desk else ())
    else:
        service.reply(said, Text("start.hello", facts), ((practice_button(),),))


def _offices(service: Service, said: Said) -> list[Text]:
    """Return the person's roles besides player, with their commands."""
    held = {
        "start.is_arbiter": said.person.arbiter,
        "start.is_keeper": said.person.rating_keeper,
        "start.operator": service.persons.is_operator(said),
    }
    return [Text(key, {}) for key, holds in held.items() if holds]


async def privacy(service: Service, said: Said) -> None:
    """Handle `/confidentialitate`: what is stored, and the person's data as a file."""
    buttons = (
        (MY_DATA.button(say("button.my_data")),),
        (FORGET.button(say("button.forget_me")),),
    )
    service.reply(said, say("privacy.text"), buttons)


async def my_data(service: Service, said: Said) -> None:
    """Handle the button for one's own data: `mydata`."""
    service.toast(said)
    document = Document(DocumentKind.MY_DATA, str(said.person.id))
    service.reply(said, say("privacy.data"), document=document)


async def forget_me(service: Service, said: Said) -> None:
    """Handle `/uita_ma` and its button, `forget`: explain the effect and ask for confirmation."""
    await web_sessions.end(service.unit.tx, said.person.id)
    left = await needed(service.unit.tx, said.person.id)
    counts = {**_counts(left), "leading": len(left.leading)}
    rows = [say(f"forget.{what}", n=n) for what, n in counts.items() if n]
    text = say("forget.ask", playing=rows or None)
    yes = FORGET.button(say("button.forget_sure"), sure=True)
    no = KEEP.button(say("button.undecide"))
    service.answer(said, text, ((yes,), (no,)))


def _counts(left: Needed) -> dict[str, int]:
    """Return the person's numbers of games, matches, matches to rule and competition places."""
    return {
        "playing": len(left.playing),
        "waiting": len(left.waiting),
        "ruling": len(left.ruling),
        "places": len(left.places),
    }


async def forget_pressed(service: Service, said: Said) -> None:
    """Handle the buttons that ask to be forgotten: `forget`, then `forget:yes`.

    The operators are notified, at most once a day; they decide and do it.
    """
    if not FORGET.read(said.args).sure:
        await forget_me(service, said)
        return
    who, number = said.person.name, str(said.person.id)
    left = await needed(service.unit.tx, said.person.id)
    held = [await service.competitions.load(CompetitionCode(code)) for code in left.places]
    where = ", ".join(seen.competition.title for seen in held)
    facts: dict[str, Param] = {"who": who, "number": number, **_counts(left)}
    request = Text("operator.forget", {**facts, "where": where or None})
    for operator in service.shared.operators:
        key = f"forget:{said.person.id}:{operator}:{service.today()}"
        service.unit.say(Notice(to=operator, text=request, dedup=key))
    service.edit(said, say("forget.sent" if service.shared.operators else "forget.nobody"))


async def edited(service: Service, said: Said) -> None:
    """Answer an edited message: an edit never changes a move."""
    service.reply(said, say("edited.no_effect"))
