"""`/setari` and `/limba`: language, city, hours, sound, digest, name.

One message changes in place: a line for each setting and a button for each subject, which opens its
choices with the current one marked. A choice returns to the settings.
"""

from zoneinfo import available_timezones

from bot.chat.people.setting_choices import CHOICES, DEFAULT, MUTE, NONE, SOUND, hour_text
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.pure.days.digest_rows import DigestMode
from bot.service.service import Service
from bot.texts.buttons.people import LANGUAGE, SET, SettingsAction
from bot.texts.cities import zones_named
from bot.texts.languages import DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES
from bot.texts.messages import Card, Text, rows_of, say
from bot.texts.notices.matches.request_texts import blocks_button
from bot.texts.public_names import NameVisibility
from storage.conversation import chat_stops
from storage.people.people import Person


async def settings(service: Service, user_input: UserInput) -> None:
    """Handle `/setari [CITY]`: the settings, with buttons to change them."""
    if user_input.args:
        await _set_city(service, user_input)
        return
    service.reply(user_input, *await _settings_card(service, user_input))


async def _settings_card(service: Service, user_input: UserInput) -> Card:
    """Return the person's settings, with a button to change each."""
    person = user_input.person
    text = say(
        "settings.state",
        language=LANGUAGE_NAMES[person.language or DEFAULT_LANGUAGE],
        zone=person.time_zone,
        hour=hour_text(person.reminder_hour),
        quiet=_quiet_text(person),
        digest=say(f"settings.digest_{person.digest}"),
        sound=say("settings.mute" if person.mute else "settings.sound"),
        public=say(f"settings.name_{person.public_name or 'default'}"),
    )
    choices = rows_of(
        [SET.button(_subject_text(setting), SettingsAction.OPEN, setting) for setting in CHOICES], 2
    )
    is_blocking = await chat_stops.blocked_by(service.unit.tx, person.id)
    return Card(text, (*choices, (blocks_button(),)) if is_blocking else choices)


def _subject_text(setting: SettingsAction) -> Text:
    return say(f"button.set.{setting}")


def _quiet_text(person: Person) -> Text:
    if person.quiet_from is None or person.quiet_to is None:
        return say("settings.no_quiet")
    return say("settings.quiet", start=hour_text(person.quiet_from), end=hour_text(person.quiet_to))


def _subject_page(person: Person, setting: SettingsAction) -> Card:
    """Return a setting's purpose, its choices, and the button back."""
    back = (SET.button(say("button.help_back"), SettingsAction.SHOW),)
    text = say(
        "settings.page", title=_subject_text(setting), about=say(f"settings.about.{setting}")
    )
    return Card(text, (*CHOICES[setting](person), back))


async def setting_pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button: `set:SETTING:VALUE`, `set:open:SETTING`, `set:city`; else show the settings.

    Buttons of older messages without subjects still work.
    """
    action, value = SET.read(user_input.args)
    if action is SettingsAction.ASK_CITY:
        asked = await service.questions.ask(user_input, Topic.CITY)
        service.toast(user_input)
        service.reply(user_input, say("settings.ask_city"), (asked.way_out,))
    elif action is SettingsAction.OPEN and value in CHOICES:
        service.edit(user_input, *_subject_page(user_input.person, SettingsAction(value)))
    else:
        await _store_setting(service, user_input, action, value)
        service.edit(
            user_input, *await _settings_card(service, await service.persons.reloaded(user_input))
        )


async def _store_setting(
    service: Service, user_input: UserInput, setting: SettingsAction, value: str
) -> None:
    """Store a setting chosen by a button; a value that no button has changes nothing."""
    person_acts = service.person_acts
    match setting:
        case SettingsAction.HOUR if value.isdecimal() and int(value) < 24:
            await person_acts.change_own(user_input, reminder_hour=int(value))
        case SettingsAction.QUIET if value == NONE:
            await person_acts.change_own(user_input, quiet_from=None, quiet_to=None)
        case SettingsAction.QUIET if hours := _quiet_hours(value):
            await person_acts.change_own(user_input, quiet_from=hours[0], quiet_to=hours[1])
        case SettingsAction.ZONE if value in available_timezones():
            await person_acts.change_own(user_input, time_zone=value)
            await service.questions.drop(user_input, Topic.CITY)
        case SettingsAction.LANGUAGE if value in LANGUAGES:
            await person_acts.set_language(user_input, value)
        case SettingsAction.DIGEST if value in set(DigestMode):
            await person_acts.change_own(user_input, digest=value)
        case SettingsAction.SOUND if value in {SOUND, MUTE}:
            await person_acts.change_own(user_input, mute=value == MUTE)
        case SettingsAction.NAME if value in {DEFAULT, *NameVisibility}:
            await person_acts.change_own(user_input, public_name="" if value == DEFAULT else value)
    if setting in {SettingsAction.HOUR, SettingsAction.ZONE}:
        await service.planning.plan_all(user_input.person.id)
    if setting in {SettingsAction.HOUR, SettingsAction.ZONE, SettingsAction.DIGEST}:
        await service.digests.plan(await service.persons.get(user_input.person.id))


def _quiet_hours(value: str) -> tuple[int, int] | None:
    """Return the first and last hour of a button; None if they are no hours."""
    first, _, last = value.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        return None
    hours = int(first), int(last)
    return hours if all(hour < 24 for hour in hours) and hours[0] != hours[1] else None


async def city_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Read the requested city."""
    await _set_city(service, user_input)


async def _set_city(service: Service, user_input: UserInput) -> None:
    """Set the time zone of the typed city or country; if it has several, ask which."""
    zones = zones_named(user_input.args)
    if len(zones) == 1:
        await _store_setting(service, user_input, SettingsAction.ZONE, zones[0])
        service.reply(
            user_input, *await _settings_card(service, await service.persons.reloaded(user_input))
        )
    elif zones:
        cities = [
            SET.button(say("button.city", zone=zone), SettingsAction.ZONE, zone) for zone in zones
        ]
        service.reply(
            user_input, say("settings.which_city", place=user_input.args), rows_of(cities, 2)
        )
    else:
        asked = await service.questions.ask(user_input, Topic.CITY)
        service.reply(user_input, say("settings.no_city", place=user_input.args), (asked.way_out,))


async def language(service: Service, user_input: UserInput) -> None:
    """Handle `/limba [ro|en]`."""
    spoken = user_input.args.strip().lower()[:2]  # people also type „romana” or „english”
    if spoken in LANGUAGES:
        await service.person_acts.set_language(user_input, spoken)
        service.reply(user_input, say("language.set"))
        return
    buttons = tuple(
        LANGUAGE.button(say("button.plain", label=name), code)
        for code, name in LANGUAGE_NAMES.items()
    )
    service.reply(user_input, say("language.ask"), (buttons,))
