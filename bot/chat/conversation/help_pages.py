"""`/ajutor`: six commands that are useful to the person now, and the rest by subject.

One message changes in place. The menu texts (`menu.*`) describe the commands, and
`bot.chat.commands` groups them. This module decides only for whom each is useful.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.chat.commands import COMMANDS, SUBJECTS, describe
from bot.chat.handling import CommandRole
from bot.runtime.shared import UserInput
from bot.service.lookups.play.waiting_games import own_form
from bot.service.service import Service
from bot.site.paths import GUIDES
from bot.texts.buttons.conversation import HELP, write_button
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say
from bot.texts.notices.conversation.how import how_button

_MORE: Final = "more"
"""The page with the subjects."""
_ALL: Final = "all"
"""The page with every command of the person's roles."""
_BY_NAME: Final = {command.romanian: command for command in COMMANDS if command.romanian != "start"}
"""The commands by Romanian name; `/start` is pressed and not typed."""


@dataclass(frozen=True, slots=True)
class _Use:
    """The person's activities, which decide the useful commands."""

    playing: bool
    """Whether the person plays against somebody now."""
    practising: bool
    """Whether any game of the person is running, practice included."""
    ruled: bool
    """Whether an arbiter rules, or has ruled, a match of the person."""
    played: bool
    """Whether the person plays or has played a game."""
    competing: bool
    """Whether the person is a player of a competition."""
    arbiter: bool
    keeper: bool
    """Whether the person is a ratings officer."""
    operator: bool
    returns: bool
    """Whether the opponent checks words in one of the person's games (art. 5.2)."""
    writes: bool
    """Whether the person writes for another player (art. 9.6)."""


class _Situation(Enum):
    """What the first page is made for."""

    NEW = "new"
    WAITING = "waiting"
    PRACTISING = "practising"
    PLAYING = "playing"
    OPERATOR = "operator"
    ARBITER = "arbiter"
    BOTH = "both"
    """An arbiter who also plays."""


_FIRST_PAGE: Final[Mapping[_Situation, tuple[str, ...]]] = {
    _Situation.PLAYING: ("jocuri", "tabla", "timp", "mesaj", "concediu", "arbitru"),
    _Situation.ARBITER: ("mesa", "meciuri", "meci", "campionat", "omologheaza", "prelungire"),
    _Situation.BOTH: ("jocuri", "tabla", "timp", "mesa", "meciuri", "omologheaza"),
    _Situation.OPERATOR: (
        "arbitru",
        "responsabil_rating",
        "preda",
        "compensare",
        "rating",
        "setari",
    ),
    _Situation.WAITING: ("jocuri", "arhiva_mea", "clasament", "cuvant", "arbitru", "setari"),
    _Situation.PRACTISING: ("jocuri", "tabla", "litere", "sir", "cuvant", "joaca"),
    _Situation.NEW: ("exerseaza", "joaca", "cuvant", "limba", "setari", "confidentialitate"),
}
"""The six commands of the first page."""
_WITH_NOTE: Final = frozenset({"play", "days", "arbiter", "operator"})
"""The subjects with a note on how to write their commands."""

_SUBJECT_USEFUL: Final[Mapping[str, Callable[[_Use], bool]]] = {
    "play": lambda use: use.practising or use.writes,
    "game": lambda use: use.played,
    "partner": lambda use: use.playing,
    "days": lambda use: use.played or use.competing,
    "arbiter": lambda use: use.arbiter or use.operator,
    "keeper": lambda use: use.keeper,
    "operator": lambda use: use.operator,
}
"""Whether a subject is useful to the person now; subjects not listed always are."""
_COMMAND_USEFUL: Final[Mapping[str, Callable[[_Use], bool]]] = {
    "returneaza": lambda use: use.returns,
    "introdu": lambda use: use.writes or use.arbiter,
    "campionat": lambda use: use.competing or use.arbiter or use.operator,
    "clasament": lambda use: use.competing or use.arbiter,
    "retragere": lambda use: use.competing or use.playing,
    "concediu": lambda use: use.playing or use.competing,
    "contestatie": lambda use: use.playing,
    "mesaj": lambda use: use.playing,
    "arbitru": lambda use: use.ruled or use.operator,
}
"""For single commands of a subject: whether the command is useful to the person now."""
_BACK: Final[Buttons] = ((HELP.button(say("button.help_back"), _MORE),),)
"""The button from a page of commands to the list of subjects."""


async def show_help(service: Service, user_input: UserInput) -> None:
    """Handle `/ajutor`: how to play a move, and the most useful commands."""
    service.reply(user_input, *await _first_page(service, user_input))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle its buttons: `help:` (the first page), `help:more`, `help:all`, `help:SUBJECT`."""
    pages: Mapping[str, Callable[[Service, UserInput], Awaitable[Card]]] = {
        "": _first_page,
        _MORE: _subjects_page,
        _ALL: _all_page,
    }
    name = HELP.read(user_input.args).page
    page = pages.get(name)
    if page is not None:
        service.edit(user_input, *await page(service, user_input))
    elif name in SUBJECTS:
        service.edit(user_input, *await _subject_page(service, user_input, name))
    else:
        service.toast(user_input, say("button.unknown"), alert=True)


async def _use_of(service: Service, user_input: UserInput) -> _Use:
    """Return what the person does with the bot now, and has done."""
    person = user_input.person.id
    running = await service.game_lists.running(person)
    listed = await service.game_lists.listed(person)
    matches = [snapshot.match for snapshot in await service.matches.active(person)]
    operator = service.persons.is_operator(user_input)
    return _Use(
        playing=any(row.kind.has_reader for row in listed),
        practising=bool(listed),
        ruled=await service.matches.has_arbiter(person),
        played=bool(running) or bool(await service.game_lists.played(person)),
        competing=await service.competitions.any_of(person),
        arbiter=user_input.person.arbiter,
        keeper=service.persons.keeps_ratings(user_input),
        operator=operator,
        returns=any(snapshot.game.may_return for snapshot in running),
        writes=any(person in match.writers.values() for match in matches),
    )


async def _first_page(service: Service, user_input: UserInput) -> Card:
    """Return the page with how to play a move, and the most useful commands."""
    use = await _use_of(service, user_input)
    situation = _situation(use)
    useful = [name for name in _FIRST_PAGE[situation] if _COMMAND_USEFUL.get(name, _always)(use)]
    play = None
    if use.practising:
        play = say("help.play", **await own_form(service, user_input.person.id))
    text = say(
        "help.first",
        play=play,
        new=say("help.new") if situation is _Situation.NEW else None,
        rows=_command_lines(service, user_input, useful),
        note=say("help.note.operator") if situation is _Situation.OPERATOR else None,
    )
    rows = [
        (how_button(),),
        (HELP.button(say("button.help_more"), _MORE), *_guide_button(service, user_input, use)),
    ]
    if use.ruled:
        rows.append((write_button(""),))
    return Card(text, tuple(rows))


def _guide_button(service: Service, user_input: UserInput, use: _Use) -> tuple[Button, ...]:
    """Return the button to the person's guide; empty without a public site."""
    if not service.shared.public_site:
        return ()
    offices = {"arbiter": use.arbiter, "organiser": use.operator, "ratings": use.keeper}
    guide = next((name for name, has_it in offices.items() if has_it), "player")
    folder = "en/" if user_input.person.language == "en" else ""
    address = f"{service.shared.public_url}/{folder}{GUIDES[guide]}"
    return (Button(say("button.guide"), url=address),)


def _situation(use: _Use) -> _Situation:
    """Return the situation that decides the first page."""
    if use.arbiter:
        return _Situation.BOTH if use.playing else _Situation.ARBITER
    if use.playing:
        return _Situation.PLAYING
    if use.operator:
        return _Situation.OPERATOR
    if use.practising:
        return _Situation.PRACTISING
    return _Situation.WAITING if use.played or use.competing else _Situation.NEW


def _always(_use: _Use) -> bool:
    return True


async def _subjects_page(service: Service, user_input: UserInput) -> Card:
    """Return the page that offers the useful subjects."""
    use = await _use_of(service, user_input)
    offered = [
        HELP.button(say(f"help.subject.{subject}"), subject)
        for subject in SUBJECTS
        if _SUBJECT_USEFUL.get(subject, _always)(use)
    ]
    all_row = (HELP.button(say("button.help_all"), _ALL),)
    back = (HELP.button(say("button.help_back"), ""),)
    return Card(say("help.more"), (*rows_of(offered, 2), all_row, back))


async def _subject_page(service: Service, user_input: UserInput, subject: str) -> Card:
    """Return the page with the useful commands of a subject."""
    use = await _use_of(service, user_input)
    useful = [name for name in SUBJECTS[subject] if _COMMAND_USEFUL.get(name, _always)(use)]
    note = say(f"help.note.{subject}") if subject in _WITH_NOTE else None
    title = say(f"help.subject.{subject}")
    return Card(
        say("help.page", title=title, rows=_command_lines(service, user_input, useful), note=note),
        _BACK,
    )


async def _all_page(service: Service, user_input: UserInput) -> Card:
    """Return every command that the person may use, useful now or not."""
    roles = {CommandRole.ANYONE}
    if service.persons.is_operator(user_input):
        roles = set(CommandRole)
    elif user_input.person.arbiter:
        roles |= {CommandRole.ARBITER}
    permitted = sorted(name for name, command in _BY_NAME.items() if command.role in roles)
    title = say("button.help_all")
    return Card(
        say(
            "help.page", title=title, rows=_command_lines(service, user_input, permitted), note=None
        ),
        _BACK,
    )


def _command_lines(service: Service, user_input: UserInput, names: list[str]) -> list[Text]:
    """Return a line for each command: its name in the reader's language, and its effect."""
    language = user_input.person.language
    is_operator = service.persons.is_operator(user_input)
    return [
        say(
            "help.row",
            command=f"/{_BY_NAME[name].name_in(language)}",
            what=describe(name, is_operator=is_operator),
        )
        for name in names
    ]
