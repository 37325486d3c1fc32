"""The choices of each setting as buttons, the current one marked."""

from collections.abc import Callable, Mapping
from datetime import time
from typing import Final

from bot.service.pure.days.digest_rows import DigestMode
from bot.texts.buttons.people import SET, SettingsAction
from bot.texts.languages import DEFAULT_LANGUAGE, LANGUAGE_NAMES
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.public_names import NameVisibility
from storage.people.people import Person

_HOURS: Final = (7, 9, 12, 18, 20)
"""The hours offered for reminders."""
_QUIET_HOURS: Final = ((22, 7), (23, 8), (21, 9))
"""The nights offered: the first quiet hour, and the first one with sound."""
_ZONES: Final = (
    "Europe/Bucharest",
    "Europe/Chisinau",
    "Europe/Paris",
    "Europe/London",
    "America/Toronto",
)
"""The zones of most players; any other city is typed."""
NONE: Final = "none"
"""The value of a button for no quiet hours."""
DEFAULT: Final = "default"
"""The value for the form of the name that each competition has chosen."""
SOUND, MUTE = "on", "off"
"""The values for messages with sound and without."""


def _hours(person: Person) -> Buttons:
    """Return the hours, as many in a row as a phone shows in full."""
    hours = [
        _choice_button(
            say("button.hour", at=hour_text(at)),
            SettingsAction.HOUR,
            f"{at}",
            is_current=at == person.reminder_hour,
        )
        for at in sorted({*_HOURS, person.reminder_hour})
    ]
    return rows_of(hours, 3)


def _quiet_nights(person: Person) -> Buttons:
    """Return the buttons of quiet hours; hours that were typed come first."""
    chosen = person.quiet_from, person.quiet_to
    offered = [*_QUIET_HOURS]
    if person.quiet_from is not None and person.quiet_to is not None and chosen not in _QUIET_HOURS:
        offered.insert(0, (person.quiet_from, person.quiet_to))
    nights = [
        _choice_button(
            say("button.quiet", start=hour_text(start), end=hour_text(end)),
            SettingsAction.QUIET,
            f"{start}-{end}",
            is_current=(start, end) == chosen,
        )
        for start, end in offered
    ]
    none = _choice_button(
        say("button.no_quiet"), SettingsAction.QUIET, NONE, is_current=None in chosen
    )
    return *rows_of(nights, 2), (none,)


def _sounds(person: Person) -> Buttons:
    """Return the buttons for messages with sound and without."""
    heard = _choice_button(
        say("button.sound"), SettingsAction.SOUND, SOUND, is_current=not person.mute
    )
    return (
        (heard,),
        (_choice_button(say("button.mute"), SettingsAction.SOUND, MUTE, is_current=person.mute),),
    )


def _digests(person: Person) -> Buttons:
    """Return a button for each way to get daily summaries."""
    modes = [
        _choice_button(
            say(f"button.digest_{mode}"),
            SettingsAction.DIGEST,
            mode,
            is_current=mode == person.digest,
        )
        for mode in reversed(DigestMode)
    ]
    return rows_of(modes, 1)


def _names(person: Person) -> Buttons:
    """Return a button for each way to show the name in public."""
    ways = [DEFAULT, *NameVisibility]
    chosen = person.public_name or DEFAULT
    choices = [
        _choice_button(
            say(f"button.name_{how}"), SettingsAction.NAME, how, is_current=how == chosen
        )
        for how in ways
    ]
    return rows_of(choices, 1)


def _cities(person: Person) -> Buttons:
    """Return a button for each offered time zone, by its city, and one for any other city."""
    offered = _ZONES if person.time_zone in _ZONES else (person.time_zone, *_ZONES)
    cities = [
        _choice_button(
            say("button.city", zone=zone),
            SettingsAction.ZONE,
            zone,
            is_current=zone == person.time_zone,
        )
        for zone in offered
    ]
    return rows_of([*cities, SET.button(say("button.other_city"), SettingsAction.ASK_CITY)], 2)


def _languages(person: Person) -> Buttons:
    """Return a button for each language of the bot."""
    spoken = person.language or DEFAULT_LANGUAGE
    languages = [
        _choice_button(
            say("button.plain", label=name),
            SettingsAction.LANGUAGE,
            code,
            is_current=code == spoken,
        )
        for code, name in LANGUAGE_NAMES.items()
    ]
    return rows_of(languages, 2)


CHOICES: Final[Mapping[SettingsAction, Callable[[Person], Buttons]]] = {
    SettingsAction.HOUR: _hours,
    SettingsAction.DIGEST: _digests,
    SettingsAction.QUIET: _quiet_nights,
    SettingsAction.SOUND: _sounds,
    SettingsAction.ZONE: _cities,
    SettingsAction.LANGUAGE: _languages,
    SettingsAction.NAME: _names,
}
"""The settings in display order, with their choices."""


def _choice_button(label: Text, setting: SettingsAction, value: str, *, is_current: bool) -> Button:
    """Return the button of a choice, marked if it is the current one."""
    return SET.button(say("button.chosen", what=label) if is_current else label, setting, value)


def hour_text(hour: int) -> str:
    """Return an hour of the day as people read it."""
    return time(hour).strftime("%H:%M")
