"""`/prelungire`: an arbiter gives days to a player, to both, or to a whole phase (art. 7.2).

One line may contain all, `/prelungire K7QF/1 Ana 3 spitalizare`; buttons ask for missing parts. A
negative number takes the days back.
"""

import re
from dataclasses import replace
from typing import Final

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason, propose
from bot.service.operations.cases.decisions import Intention
from bot.service.operations.days.extensions import (
    ALL,
    BOTH,
    KIND,
    OF_COMPETITION,
    ExtensionChoices,
    choices_of,
    targets,
)
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.days import EXTENSION as CHOOSE
from bot.texts.messages import Button, Text, rows_of, say
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, GameId, MatchCode, Seat, game_id
from engine.notation import fold
from engine.person_names import keys_named
from engine.typed import single_spaced
from storage.competitions import competition_rows

_OFFERED_DAYS: Final = (1, 2, 3, 5, 7, 10)
"""The numbers of days on buttons; any other number is typed."""
_MOST_OFFERED: Final = 20
"""The most games offered as buttons."""
_REASON: Final = "extension"
"""The key under which a reason waits that was written before all other parts were chosen."""
_LINE: Final = re.compile(
    r"(?P<scope>\S+)(?:\s+(?P<whom>[^\d\s]+(?:\s+[^\d\s]+){0,3}))?"
    r"(?:\s+(?P<days>[+−-]?\d{1,3})(?:\s+(?:de\s+)?(?:zi|zile|days?)(?=\s|$))?(?:\s+(?P<reason>.+))?)?",
    re.IGNORECASE | re.DOTALL,
)
"""A line of the command: scope, whom in up to four words, days, and reason, in this order."""
_NUMBER_OF_DAYS: Final = re.compile(r"([+−-]?\d{1,3})(?:\s+(?:de\s+)?\w+)?")
"""A number of days as an answer: `3`, `3 zile`, `−2 zile`."""
_WHOM_BY_WORD: Final = {
    "rosu": Seat.RED.value,
    "red": Seat.RED.value,
    "albastru": Seat.BLUE.value,
    "blue": Seat.BLUE.value,
    "amandoi": BOTH,
    "ambii": BOTH,
    "both": BOTH,
    "toti": ALL,
    "toate": ALL,
    "all": ALL,
}
"""The words for a colour, for both players or for all, and the data of the button that says so."""


async def extension(service: Service, user_input: UserInput) -> None:
    """Handle `/prelungire [GAME or COMPETITION] [WHOM] [DAYS] [REASON]`."""
    await service.dialogues.forget(user_input, _REASON)  # of an earlier command
    if not user_input.args:
        await _ask_scope(service, user_input)
        return
    line = _LINE.fullmatch(user_input.args.strip())
    if line is None:
        service.reply(user_input, say("extension.how"))
        return
    scope = await _scope_of(service, user_input, line["scope"].upper())
    whom = await _whom_of(service, scope, line["whom"]) if line["whom"] else ""
    days = _plain_number(line["days"] or "")
    if line["reason"]:
        await service.dialogues.remember(user_input, _REASON, line["reason"])
    await _ask_next(service, user_input, ExtensionChoices(scope, whom, days))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that choose part by part: `ext:GAME:WHOM:DAYS`."""
    await _ask_next(service, user_input, choices_of(user_input.args))


async def give_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button of a case file, which keeps its buttons: `give:GAME:WHOM`."""
    await service.dialogues.forget(user_input, _REASON)  # of a command about other days
    service.toast(user_input)
    as_message = user_input.as_message()
    await _ask_next(service, as_message, choices_of(user_input.args))


async def days_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read a typed number of days."""
    choices = choices_of(about)
    number = _NUMBER_OF_DAYS.fullmatch(user_input.args.strip())
    if number is None:
        service.reply(user_input, say("extension.no_number"))
        return
    await _ask_next(service, user_input, replace(choices, days=_plain_number(number[1])))


def _plain_number(typed: str) -> str:
    """Return a typed number of days without a plus sign, and with a plain minus."""
    return typed.replace("−", "-").removeprefix("+")


async def _ask_next(service: Service, user_input: UserInput, choices: ExtensionChoices) -> None:
    """Ask for the next missing part; without one, show the effects."""
    # Refuses a scope that the person does not rule, or in which nobody can get days.
    await targets(service, user_input, ExtensionChoices(choices.scope, choices.whom or ALL))
    if not choices.whom:
        await _ask_whom(service, user_input, choices)
    elif not choices.days:
        await _ask_days(service, user_input, choices)
    else:
        reason = await service.dialogues.recall(user_input, _REASON)
        if reason is not None:
            asked_about = replace(choices, days="").about
            await service.questions.drop(user_input, Topic.EXTENSION, asked_about)
            await propose(service, user_input, Intention(KIND, choices.about, reason))
            return
        is_taken_back = int(choices.days) < 0
        question = say(
            "extension.take_back" if is_taken_back else "extension.give", n=abs(int(choices.days))
        )
        await ask_for_reason(service, user_input, KIND, choices.about, question)


async def _ask_scope(service: Service, user_input: UserInput) -> None:
    """Ask for a running game, or for a competition of which every game gets days."""
    running = await service.game_lists.running_ruled_by(user_input.person.id)
    if not running:
        service.reply(user_input, say("extension.no_games"))
        return
    buttons = [
        (CHOOSE.button(await _game_label(service, snapshot), snapshot.game.id),)
        for snapshot in running[:_MOST_OFFERED]
    ]
    for snapshot in await service.competitions.all_ruled(user_input.person.id):
        competition = snapshot.competition
        title = say("extension.phase", title=competition.title)
        buttons.append((CHOOSE.button(title, f"{OF_COMPETITION}{competition.code}"),))
    service.reply(user_input, say("extension.which"), tuple(buttons))


async def _game_label(service: Service, snapshot: GameSnapshot) -> Text:
    """Return a game with the names of both players."""
    participants = await service.participants.of(snapshot.game)
    return say(
        "extension.game",
        game=snapshot.game.id,
        red=participants.red.name,
        blue=participants.blue.name,
    )


async def _ask_whom(service: Service, user_input: UserInput, choices: ExtensionChoices) -> None:
    """Offer both players of the game and, in a competition, all their games and all players."""

    def button(label: Text, scope: str, whom: str) -> Button:
        return CHOOSE.button(label, scope, whom, choices.days)

    if choices.competition is not None:
        everybody = button(say("extension.everybody"), choices.scope, ALL)
        service.answer(user_input, say("extension.whom_in_phase"), ((everybody,),))
        return
    snapshot = await service.games.ruled_by(user_input, GameId(choices.scope))
    participants = await service.participants.of(snapshot.game)
    rows = [
        tuple(
            button(
                say(f"extension.{seat.value}", who=participants.at(seat).name),
                choices.scope,
                seat.value,
            )
            for seat in Seat
        ),
        (button(say("extension.both"), choices.scope, BOTH),),
    ]
    match = (await service.matches.load(snapshot.game.match)).match
    if match.competition:
        scope = f"{OF_COMPETITION}{match.competition}"
        rows += [
            (button(say("extension.his_games", who=member.name), scope, str(member.id)),)
            for member in (participants.red, participants.blue)
        ]
        rows.append((button(say("extension.everybody"), scope, ALL),))
    service.answer(user_input, say("extension.whom", game=snapshot.game.id), tuple(rows))


async def _ask_days(service: Service, user_input: UserInput, choices: ExtensionChoices) -> None:
    """Ask how many days are granted."""
    buttons = [
        CHOOSE.button(say("extension.days", n=days), choices.scope, choices.whom, str(days))
        for days in _OFFERED_DAYS
    ]
    asked = await service.questions.ask(user_input, Topic.EXTENSION, choices.about)
    service.answer(user_input, say("extension.how_many"), (*rows_of(buttons, 3), asked.way_out))


async def _scope_of(service: Service, user_input: UserInput, code: str) -> str:
    """Return the scope: the named game, the running one of a match, or a competition's phase.

    Raises:
        GameStateError: nothing has that code, or the person does not rule it.
    """
    if "/" in code:
        return (await service.games.ruled_by(user_input, GameId(code))).game.id
    if code in await competition_rows.codes(service.unit.tx):
        snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(code))
        return OF_COMPETITION + snapshot.competition.code
    match = (await service.matches.ruled_by(user_input, MatchCode(code))).match
    if match.running is None:
        raise GameStateError(Fault("game_over", "4.3", {"game": match.code}))
    return game_id(match.code, match.running)


async def _whom_of(service: Service, scope: str, text: str) -> str:
    """Return whom the words mean, as the data of a button: a colour, both, all, or a player.

    A player is meant by their name or a part of it.

    Raises:
        GameStateError: `nobody_meant` or `nobody_in_game`, no player or several match.
    """
    sought = single_spaced(fold(text)).casefold()
    if sought in _WHOM_BY_WORD:
        return _WHOM_BY_WORD[sought]
    choices = ExtensionChoices(scope)
    if choices.competition is not None:
        snapshot = await service.competitions.load(choices.competition)
        people = {player: str(player) for player in snapshot.competition.phase.players}
    else:
        game = (await service.games.load(GameId(scope))).game
        people = {game.side(seat).person: seat.value for seat in Seat}
    names = await service.persons.names(people)
    meant = [people[person] for person in keys_named(names, text)]
    if len(meant) != 1 and choices.competition is None:
        first, second = names.values()
        raise GameStateError(Fault("nobody_in_game", "7.2", {"one": first, "other": second}))
    if len(meant) != 1:
        raise GameStateError(Fault("nobody_meant", "7.2"))
    return meant[0]
