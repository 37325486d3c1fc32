"""The greeting: what a newcomer or a known person reads after Start."""

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.cases import all_tasks_button
from bot.texts.buttons.play import GAMES
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.conversation.how import first_buttons, how_button
from storage.people.addresses import is_browser


async def greet(service: Service, user_input: UserInput) -> None:
    """Welcome a person without an invitation, or tell a known one how to continue.

    Operators read their number here; so does everybody while the bot has no operator.
    """
    role_lines = _role_lines(service, user_input)
    if service.persons.is_operator(user_input):
        await service.person_acts.show_menu(user_input.person.id)
    facts = {
        "who": user_input.person.name,
        "number": _number_line(service, user_input),
        "offices": role_lines or None,
    }
    task_rows: Buttons = ()
    if user_input.person.arbiter:
        task_rows = ((all_tasks_button(say("button.desk")),),)
    if await service.meeting.has_place(user_input.person.id):
        games_row = (GAMES.button(say("button.my_games"), 0),)
        how_row = (how_button(),)
        service.reply(
            user_input, Text("start.hello_again", facts), (games_row, *task_rows, how_row)
        )
    elif role_lines:
        service.reply(user_input, Text("start.hello_office", facts), task_rows)
    else:
        service.reply(user_input, Text("start.hello", facts), first_buttons())


def _number_line(service: Service, user_input: UserInput) -> Text | None:
    """Return the person's Telegram number, for operators and while the bot has none; or None."""
    if is_browser(user_input.person.address):
        return None
    if service.shared.operators and not service.persons.is_operator(user_input):
        return None
    return say("start.number", number=f"{user_input.incoming.sender.id}")


def _role_lines(service: Service, user_input: UserInput) -> list[Text]:
    """Return the person's roles besides player, with their commands."""
    roles = {
        "start.is_arbiter": user_input.person.arbiter,
        "start.is_keeper": user_input.person.rating_keeper,
        "start.operator": service.persons.is_operator(user_input),
    }
    return [Text(key, {}) for key, holds in roles.items() if holds]
