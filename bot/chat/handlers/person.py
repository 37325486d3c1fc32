"""The person himself: joining by invitation, settings, language, privacy, his own data."""

from datetime import time
from zoneinfo import available_timezones

from bot.chat.handlers import joining
from bot.runtime.shared import Said
from bot.service.digests import MODES
from bot.service.links import offer_of
from bot.service.service import Service
from bot.texts.messages import Button, Buttons, Document, DocumentKind, Notice, Text, say
from bot.texts.notices.dialogue import rows_of
from storage.needed import Needed, needed
from storage.people import RATING_KEEPER, Invite

LANGUAGES = {"ro": "Română", "en": "English"}
HOURS = (7, 9, 12, 18, 20)
QUIET = ((22, 7), (23, 8), (21, 9))
ZONES = ("Europe/Bucharest", "Europe/Chisinau", "Europe/Paris", "Europe/London", "America/Toronto")


async def start(service: Service, said: Said) -> None:
    """Handle `/start`, with an invitation's code or without."""
    if not said.args:
        await _greet(service, said)
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
        await _take_office(service, said, invite)


async def _greet(service: Service, said: Said) -> None:
    """Welcome somebody who came without an invitation, or say how to go on to who has come before.

    Whoever is to be an operator reads his number here.
    """
    number = str(said.incoming.sender.id)
    operator = say("start.operator") if service.persons.is_operator(said) else None
    facts = {"who": said.person.name, "number": number, "operator": operator}
    if await service.meeting.has_place(said.person.id):
        games = ((Button(say("button.my_games"), "games:0"),),)
        service.reply(said, Text("start.hello_again", facts), games)
    else:
        service.reply(said, Text("start.hello", facts))


async def _take_office(service: Service, said: Said, invite: Invite) -> None:
    """Make who opens an operator's link an arbiter, or a rating keeper."""
    is_keeper = invite.role == RATING_KEEPER
    if invite.used_by == said.person.id and (said.person.arbiter or said.person.rating_keeper):
        service.reply(said, say("start.rating_keeper" if is_keeper else "start.arbiter"))
    elif not (invite.is_good(said.at) and await service.person_acts.used(said, invite)):
        service.reply(said, say("start.bad_code"))
    elif is_keeper:
        await service.person_acts.make_rating_keeper(said)
        service.reply(said, say("start.rating_keeper"))
        _tell_operators(service, said, "operator.keeper_named")
    else:
        await service.person_acts.make_arbiter(said)
        service.reply(said, say("start.arbiter"))
        _tell_operators(service, said, "operator.arbiter_named")


def _tell_operators(service: Service, said: Said, key: str) -> None:
    """Tell those who run the bot who has taken an office by a link of theirs."""
    text = Text(key, {"who": said.person.name, "number": str(said.incoming.sender.id)})
    for operator in service.shared.operators:
        if operator != said.incoming.sender.id:
            service.unit.say(Notice(to=operator, text=text))


async def privacy(service: Service, said: Said) -> None:
    """Handle `/confidentialitate`: what is kept, and the person's own data as a file."""
    buttons = (
        (Button(say("button.my_data"), "mydata"),),
        (Button(say("button.forget_me"), "forget"),),
    )
    service.reply(said, say("privacy.text"), buttons)


async def my_data(service: Service, said: Said) -> None:
    """Handle the press that asks for one's own data: `mydata`."""
    service.toast(said)
    document = Document(DocumentKind.MY_DATA, str(said.person.id))
    service.reply(said, say("privacy.data"), document=document)


async def forget_me(service: Service, said: Said) -> None:
    """Handle `/uita_ma` and its button, `forget`: say what that means, and ask once more."""
    left = await needed(service.unit.tx, said.person.id)
    counts = {**_counts(left), "leading": len(left.leading)}
    rows = [say(f"forget.{what}", n=n) for what, n in counts.items() if n]
    text = say("forget.ask", playing=rows or None)
    service.answer(said, text, ((Button(say("button.forget_sure"), "forget:yes"),),))


def _counts(left: Needed) -> dict[str, int]:
    """Return in how many games, matches to go on and matches to rule somebody is still needed."""
    return {
        "playing": len(left.playing),
        "waiting": len(left.waiting),
        "ruling": len(left.ruling),
    }


async def forget_pressed(service: Service, said: Said) -> None:
    """Handle the presses that ask to be forgotten: `forget`, then `forget:yes`.

    Whoever runs the bot is told, once a day at most; he decides and does it.
    """
    if said.args != "yes":
        await forget_me(service, said)
        return
    who, number = said.person.name, str(said.person.id)
    counts = _counts(await needed(service.unit.tx, said.person.id))
    request = Text("operator.forget", {"who": who, "number": number, **counts})
    for operator in service.shared.operators:
        key = f"forget:{said.person.id}:{operator}:{service.today()}"
        service.unit.say(Notice(to=operator, text=request, dedup=key))
    service.edit(said, say("forget.sent" if service.shared.operators else "forget.nobody"))


async def language(service: Service, said: Said) -> None:
    """Handle `/limba [ro|en]`."""
    wanted = said.args.strip().lower()[:2]
    if wanted in LANGUAGES:
        await service.person_acts.speak(said, wanted)
        service.reply(said, say("language.set"))
        return
    buttons = tuple(
        Button(say("button.plain", label=name), f"lang:{code}") for code, name in LANGUAGES.items()
    )
    service.reply(said, say("language.ask"), (buttons,))


async def language_chosen(service: Service, said: Said) -> None:
    """Handle the press on a language: `lang:CODE`."""
    if said.args in LANGUAGES:
        await service.person_acts.speak(said, said.args)
    service.edit(said, say("language.set"))


async def settings(service: Service, said: Said) -> None:
    """Handle `/setari`: what is set, and buttons to change it."""
    text, buttons = _settings(said)
    service.reply(said, text, buttons)


def _settings(said: Said) -> tuple[Text, Buttons]:
    person = said.person
    quiet = say("settings.no_quiet")
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = say("settings.quiet", start=_hour(person.quiet_from), end=_hour(person.quiet_to))
    text = say(
        "settings.state",
        language=LANGUAGES.get(person.language or "ro", "Română"),
        zone=person.time_zone,
        hour=_hour(person.reminder_hour),
        quiet=quiet,
        digest=say(f"settings.digest_{person.digest}"),
    )
    hours = tuple(Button(say("button.hour", at=_hour(hour)), f"set:hour:{hour}") for hour in HOURS)
    nights = tuple(
        Button(say("button.quiet", start=_hour(a), end=_hour(b)), f"set:quiet:{a}-{b}")
        for a, b in QUIET
    )
    nights = (*nights, Button(say("button.no_quiet"), "set:quiet:none"))
    digests = [Button(say(f"button.digest_{mode}"), f"set:digest:{mode}") for mode in MODES]
    zones = [Button(say("button.plain", label=zone), f"set:zone:{zone}") for zone in ZONES]
    return text, (  # as many in a row as a phone shows whole
        *rows_of(hours, 3),
        *rows_of(nights, 2),
        *rows_of(digests, 2),
        *rows_of(zones, 2),
        tuple(Button(say("button.plain", label=n), f"set:lang:{c}") for c, n in LANGUAGES.items()),
    )


def _hour(hour: int) -> str:
    return time(hour).strftime("%H:%M")


async def setting_chosen(service: Service, said: Said) -> None:
    """Handle a press that changes a setting: `set:WHAT:VALUE`; anything else changes nothing."""
    what, _, value = said.args.partition(":")
    if what == "hour" and value.isdecimal() and int(value) < 24:
        await service.person_acts.change(said, reminder_hour=int(value))
    elif what == "quiet" and value == "none":
        await service.person_acts.change(said, quiet_from=None, quiet_to=None)
    elif what == "quiet" and (hours := _quiet_hours(value)):
        await service.person_acts.change(said, quiet_from=hours[0], quiet_to=hours[1])
    elif what == "zone" and value in available_timezones():
        await service.person_acts.change(said, time_zone=value)
    elif what == "lang" and value in LANGUAGES:
        await service.person_acts.speak(said, value)
    elif what == "digest" and value in MODES:
        await service.person_acts.change(said, digest=value)
    if what in {"hour", "zone"}:
        await service.planning.plan_all(said.person.id)
    if what in {"hour", "zone", "digest"}:
        await service.digests.plan(await service.persons.get(said.person.id))
    text, buttons = _settings(await service.persons.again(said))
    service.edit(said, text, buttons)


def _quiet_hours(value: str) -> tuple[int, int] | None:
    first, _, last = value.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        return None
    hours = int(first), int(last)
    return hours if all(hour < 24 for hour in hours) and hours[0] != hours[1] else None


async def edited(service: Service, said: Said) -> None:
    """Tell a person who edits a message that an edit never changes a move."""
    service.reply(said, say("edited.no_effect"))
