"""`/continua`: one person continues in Telegram instead of a browser, or the other way round."""

from bot.runtime.guesses import guess
from bot.runtime.shared import UserInput
from bot.service.people import moving
from bot.service.service import Service
from bot.texts.buttons.people import MOVE
from bot.texts.buttons.play import GAMES
from bot.texts.buttons.verb import YesNo
from bot.texts.messages import Button, Text, say
from storage.people.addresses import is_browser
from storage.people.people import Person


async def offer(service: Service, user_input: UserInput) -> None:
    """Handle `/continua`: give the person a link of their own to the other place."""
    person = user_input.person
    if is_browser(person.address):
        link = await moving.link_to_telegram(service, person)
        button = Button(say("button.moving.telegram"), url=link)
        service.reply(user_input, say("moving.to_telegram"), ((button,),))
    elif not service.shared.public_url:
        service.reply(user_input, say("moving.no_page"))
    else:
        link = await moving.link_to_browser(service, person)
        service.reply(user_input, say("moving.to_browser", link=link))


async def open_link(service: Service, user_input: UserInput) -> None:
    """Handle `/start muta-…`: ask whether the account takes the person's games over."""
    person = await _owner(service, user_input, user_input.args)
    if not isinstance(person, Person):
        service.reply(user_input, person)
        return
    code = user_input.args.removeprefix(moving.TO_TELEGRAM)
    yes = MOVE.button(say("button.moving.yes", who=person.name), code, YesNo.YES)
    no = MOVE.button(say("button.undecide"), code, YesNo.NO)
    service.reply(user_input, say("moving.ask", who=person.name), ((yes,), (no,)))


async def _owner(service: Service, user_input: UserInput, code: str) -> Person | Text:
    """Return the person whom the code moves, or why it moves nobody."""
    owner = await guess(service.shared.gate, user_input, lambda: moving.owner(service, code))
    if owner.is_refused:
        return say("start.too_many_codes")
    return say("moving.bad_code") if owner.meant is None else owner.meant


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `move:CODE:yes` and `…:no`."""
    code, answer = MOVE.read(user_input.args)
    if answer is YesNo.NO:
        service.edit(user_input, say("moving.stays"))
        return
    code = moving.TO_TELEGRAM + code
    person = await _owner(service, user_input, code)
    if not isinstance(person, Person):
        service.edit(user_input, person)
        return
    await moving.take(service, code)
    moved = await moving.to_telegram(service, user_input, person.id)
    games = GAMES.button(say("button.my_games"), 0)
    service.edit(user_input, say("moving.done", who=moved.name), ((games,),))
