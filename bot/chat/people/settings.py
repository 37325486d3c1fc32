"""`/setari` and `/limba`: language, city, hours, sound, digest, name.

One message changes in place: a line for each setting and a button for each subject, which opens its
choices with the current one marked. A choice returns to the settings.
"""

from collections.abc import Callable, Mapping
from datetime import time
from typing import Final
from zoneinfo import available_timezones

from bot.chat.people.first_language import LANGUAGES
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.pure.days.digest_rows import DigestMode
from bot.service.readers.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.people import LANGUAGE, SET, SettingsAction
from bot.texts.cities import zones_named
from bot.texts.i18n import DEFAULT_LANGUAGE
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say
from bot.texts.notices.matches.request_texts import blocks_button
from bot.texts.public_names import NameVisibility
from storage.conversation import chat_stops
from storage.people.people import Person

HOURS = (7, 9, 12, 18, 20)
QUIET = ((22, 7), (23, 8), (21, 9))
ZONES = ("Europe/Bucharest", "Europe/Chisinau", "Europe/Paris", "Europe/London", "America/Toronto")
"""The zones of most players; any other city is typed."""
_NONE, _DEFAULT = "none", "default"
"""The values for no quiet hours, and for the name that public pages show unless asked."""
_SOUND, _MUTE = "on", "off"


async def settings(service: Service, user_input: UserInput) -> None:
    """Handle `/setari [CITY]`: the settings, with buttons to change them."""
    if user_input.args:
        await _live_in(service, user_input)
        return
    service.reply(user_input, *await _settings(service, user_input))


async def _settings(service: Service, user_input: UserInput) -> Card:
    """Return the person's settings, with a button to change each."""
    person = user_input.person
    text = say(
        "settings.state",
        language=LANGUAGES[person.language or DEFAULT_LANGUAGE],
        zone=person.time_zone,
        hour=_hour(person.reminder_hour),
        quiet=_nights(person),
        digest=say(f"settings.digest_{person.digest}"),
        sound=say("settings.mute" if person.mute else "settings.sound"),
        public=say(f"settings.name_{person.public_name or 'default'}"),
    )
    choices = rows_of(
        [SET.button(_subject(setting), SettingsAction.OPEN, setting) for setting in _CHOICES], 2
    )
    is_blocking = await chat_stops.blocked_by(service.unit.tx, person.id)
    return Card(text, (*choices, (blocks_button(),)) if is_blocking else choices)


def _subject(setting: SettingsAction) -> Text:
    return say(f"button.set.{setting}")


def _nights(person: Person) -> Text:
    if person.quiet_from is None or person.quiet_to is None:
        return say("settings.no_quiet")
    return say("settings.quiet", start=_hour(person.quiet_from), end=_hour(person.quiet_to))


def _subject_page(person: Person, setting: SettingsAction) -> Card:
    """Return a setting's purpose, its choices, and the button back."""
    back = (SET.button(say("button.help_back"), SettingsAction.SHOW),)
    text = say("settings.page", title=_subject(setting), about=say(f"settings.about.{setting}"))
    return Card(text, (*_CHOICES[setting](person), back))


def _hours(person: Person) -> Buttons:
    """Return the hours, as many in a row as a phone shows in full."""
    hours = [
        _choice(
            say("button.hour", at=_hour(at)),
            SettingsAction.HOUR,
            f"{at}",
            is_so=at == person.reminder_hour,
        )
        for at in sorted({*HOURS, person.reminder_hour})
    ]
    return rows_of(hours, 3)


def _quiet(person: Person) -> Buttons:
    """Return the buttons of quiet hours; hours that were typed come first."""
    chosen = person.quiet_from, person.quiet_to
    offered = [*QUIET]
    if person.quiet_from is not None and person.quiet_to is not None and chosen not in QUIET:
        offered.insert(0, (person.quiet_from, person.quiet_to))
    nights = [
        _choice(
            say("button.quiet", start=_hour(a), end=_hour(b)),
            SettingsAction.QUIET,
            f"{a}-{b}",
            is_so=(a, b) == chosen,
        )
        for a, b in offered
    ]
    none = _choice(say("button.no_quiet"), SettingsAction.QUIET, _NONE, is_so=None in chosen)
    return *rows_of(nights, 2), (none,)


def _sounds(person: Person) -> Buttons:
    """Return the buttons for messages with sound and without."""
    heard = _choice(say("button.sound"), SettingsAction.SOUND, _SOUND, is_so=not person.mute)
    return (
        (heard,),
        (_choice(say("button.mute"), SettingsAction.SOUND, _MUTE, is_so=person.mute),),
    )


def _digests(person: Person) -> Buttons:
    """Return a button for each way to get daily summaries."""
    modes = [
        _choice(
            say(f"button.digest_{mode}"),
            SettingsAction.DIGEST,
            f"{mode}",
            is_so=mode == person.digest,
        )
        for mode in reversed(DigestMode)
    ]
    return rows_of(modes, 1)


def _names(person: Person) -> Buttons:
    """Return a button for each way to show the name in public."""
    ways = [_DEFAULT, *NameVisibility]
    chosen = person.public_name or _DEFAULT
    choices = [
        _choice(say(f"button.name_{how}"), SettingsAction.NAME, f"{how}", is_so=how == chosen)
        for how in ways
    ]
    return rows_of(choices, 1)


def _cities(person: Person) -> Buttons:
    """Return a button for each offered time zone, by its city, and one for any other city."""
    offered = ZONES if person.time_zone in ZONES else (person.time_zone, *ZONES)
    cities = [
        _choice(
            say("button.city", zone=zone),
            SettingsAction.ZONE,
            f"{zone}",
            is_so=zone == person.time_zone,
        )
        for zone in offered
    ]
    return rows_of([*cities, SET.button(say("button.other_city"), SettingsAction.ASK_CITY)], 2)


def _languages(person: Person) -> Buttons:
    """Return a button for each language of the bot."""
    spoken = person.language or DEFAULT_LANGUAGE
    languages = [
        _choice(
            say("button.plain", label=name),
            SettingsAction.LANGUAGE,
            f"{code}",
            is_so=code == spoken,
        )
        for code, name in LANGUAGES.items()
    ]
    return rows_of(languages, 2)


_CHOICES: Final[Mapping[SettingsAction, Callable[[Person], Buttons]]] = {
    SettingsAction.HOUR: _hours,
    SettingsAction.DIGEST: _digests,
    SettingsAction.QUIET: _quiet,
    SettingsAction.SOUND: _sounds,
    SettingsAction.ZONE: _cities,
    SettingsAction.LANGUAGE: _languages,
    SettingsAction.NAME: _names,
}
"""The settings in display order, with their choices."""


def _choice(label: Text, setting: SettingsAction, value: str, *, is_so: bool) -> Button:
    """Return the button of a choice, marked if it is the current one."""
    return SET.button(say("button.chosen", what=label) if is_so else label, setting, value)


def _hour(hour: int) -> str:
    return time(hour).strftime("%H:%M")


async def setting_chosen(service: Service, user_input: UserInput) -> None:
    """Handle a button: `set:SETTING:VALUE`, `set:open:SETTING`, `set:city`; else show the settings.

    Buttons of older messages without subjects still work.
    """
    action, value = SET.read(user_input.args)
    if action is SettingsAction.ASK_CITY:
        await service.questions.ask(user_input, Topic.CITY)
        service.toast(user_input)
        service.reply(user_input, say("settings.ask_city"), (way_out(Topic.CITY),))
    elif action is SettingsAction.OPEN and value in _CHOICES:
        service.edit(user_input, *_subject_page(user_input.person, SettingsAction(value)))
    else:
        await _change(service, user_input, action, value)
        service.edit(
            user_input, *await _settings(service, await service.persons.reloaded(user_input))
        )


async def _change(
    service: Service, user_input: UserInput, setting: SettingsAction, value: str
) -> None:
    """Store a setting chosen by a button; a value that no button has changes nothing."""
    person_acts = service.person_acts
    match setting:
        case SettingsAction.HOUR if value.isdecimal() and int(value) < 24:
            await person_acts.change(user_input, reminder_hour=int(value))
        case SettingsAction.QUIET if value == _NONE:
            await person_acts.change(user_input, quiet_from=None, quiet_to=None)
        case SettingsAction.QUIET if hours := _quiet_hours(value):
            await person_acts.change(user_input, quiet_from=hours[0], quiet_to=hours[1])
        case SettingsAction.ZONE if value in available_timezones():
            await person_acts.change(user_input, time_zone=value)
            await service.questions.drop(user_input, Topic.CITY)
        case SettingsAction.LANGUAGE if value in LANGUAGES:
            await person_acts.speak(user_input, value)
        case SettingsAction.DIGEST if value in set(DigestMode):
            await person_acts.change(user_input, digest=value)
        case SettingsAction.SOUND if value in {_SOUND, _MUTE}:
            await person_acts.change(user_input, mute=value == _MUTE)
        case SettingsAction.NAME if value in {_DEFAULT, *NameVisibility}:
            await person_acts.change(user_input, public_name="" if value == _DEFAULT else value)
    if setting in {SettingsAction.HOUR, SettingsAction.ZONE}:
        await service.planning.plan_all(user_input.person.id)
    if setting in {SettingsAction.HOUR, SettingsAction.ZONE, SettingsAction.DIGEST}:
        await service.digests.plan(await service.persons.get(user_input.person.id))


def _quiet_hours(value: str) -> tuple[int, int] | None:
    first, _, last = value.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        return None
    hours = int(first), int(last)
    return hours if all(hour < 24 for hour in hours) and hours[0] != hours[1] else None


async def city_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Read the requested city."""
    await _live_in(service, user_input)


async def _live_in(service: Service, user_input: UserInput) -> None:
    """Set the time zone of the typed city or country; if it has several, ask which."""
    zones = zones_named(user_input.args)
    if len(zones) == 1:
        await _change(service, user_input, SettingsAction.ZONE, zones[0])
        service.reply(
            user_input, *await _settings(service, await service.persons.reloaded(user_input))
        )
    elif zones:
        cities = [
            SET.button(say("button.city", zone=zone), SettingsAction.ZONE, zone) for zone in zones
        ]
        service.reply(
            user_input, say("settings.which_city", place=user_input.args), rows_of(cities, 2)
        )
    else:
        service.reply(
            user_input, say("settings.no_city", place=user_input.args), (way_out(Topic.CITY),)
        )


async def language(service: Service, user_input: UserInput) -> None:
    """Handle `/limba [ro|en]`."""
    spoken = user_input.args.strip().lower()[:2]
    if spoken in LANGUAGES:
        await service.person_acts.speak(user_input, spoken)
        service.reply(user_input, say("language.set"))
        return
    buttons = tuple(
        LANGUAGE.button(say("button.plain", label=name), code) for code, name in LANGUAGES.items()
    )
    service.reply(user_input, say("language.ask"), (buttons,))
