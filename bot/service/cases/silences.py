"""One arbiter's decision about several silent players: wait some days, or write to them (7.2).

The chosen games are stored for the person. The code of a decision is `wait` or `write`; the text of
a letter is its reason.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.operations.conversation import letters
from bot.service.operations.days import waiting
from bot.service.readers.readers import Readers
from bot.service.recording.days.deadline_facts import idle_seat
from bot.service.service import Service
from bot.texts.messages import Card, Text, say
from bot.texts.notices.cases.tasks import Task
from engine.errors import Fault, GameStateError
from engine.ids import GameId, PersonId
from storage.conversation import dialogues

KIND = "silences"
"""The kind of the decision."""
WAIT, WRITE = "wait", "write"
"""The two decisions, as their codes."""
_CHOSEN = "silences"
"""The key under which a person's chosen games are stored, as a JSON list."""
MOST_SHOWN = 30
"""The most lines of a card."""


@dataclass(frozen=True, slots=True)
class SilentGame:
    """A game whose player the arbiter waits for."""

    item: Task
    group: str
    """The code of its competition and the name of its group; "" outside groups."""

    @property
    def game(self) -> GameId:
        """Return the game's code, which is what the task is about."""
        return GameId(self.item.about)


async def waiting_now(service: Service, user_input: UserInput) -> list[SilentGame]:
    """Return the silences on the arbiter's task list, in its order."""
    tasks = await service.task_lists.of(user_input.person.id)
    return [
        SilentGame(item, await _group(service, item)) for item in tasks.items if item.is_silence
    ]


async def _group(readers: Readers, item: Task) -> str:
    """Return the competition and the group in which the game is played; "" outside groups."""
    if item.match is None:
        return ""
    match = await readers.matches.get(item.match)
    snapshot = await readers.competitions.of_match(match)
    phase = None if snapshot is None else snapshot.competition.phase_of(GameId(item.about))
    for listed in () if phase is None else phase.matches:
        if item.about in listed.games and listed.group:
            return f"{match.competition} {listed.group}"
    return ""


async def choose(context: Context, user_input: UserInput, games: Iterable[GameId]) -> None:
    """Store the chosen games, in place of earlier ones."""
    stored = json.dumps(sorted(games))
    await dialogues.put(context.unit.tx, user_input.person.id, _CHOSEN, stored, user_input.at)


async def chosen(
    context: Context, user_input: UserInput, among: Sequence[SilentGame]
) -> list[SilentGame]:
    """Return the chosen silences that still wait; all of them if none was ever chosen."""
    stored = await dialogues.get(context.unit.tx, user_input.person.id, _CHOSEN)
    if stored is None:
        return [*among]
    games = set(json.loads(stored.value))
    return [silent_game for silent_game in among if silent_game.game in games]


async def show(service: Service, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the chosen games with the effect on each.

    Raises:
        GameStateError: no chosen game waits any longer.
    """
    return _text(service, await _chosen_for(service, user_input, about), about, reason)


async def _chosen_for(service: Service, user_input: UserInput, about: str) -> list[SilentGame]:
    """Return the chosen silences that still wait, for that decision.

    Raises:
        GameStateError: no chosen game waits any longer, or the bot never wrote the decision.
    """
    if about not in {WAIT, WRITE}:
        raise GameStateError(Fault("button_unknown"))
    silent_games = await chosen(service, user_input, await waiting_now(service, user_input))
    if not silent_games:
        raise GameStateError(Fault("no_game_changes"))
    return silent_games


def _text(context: Context, silent_games: Sequence[SilentGame], about: str, reason: str) -> Text:
    """Return the preview of a decision about several silences."""
    rows = [
        say("docket.row", code=silent_game.item.code, who=silent_game.item.who, note=None)
        for silent_game in silent_games[:MOST_SHOWN]
    ]
    more = len(silent_games) - MOST_SHOWN
    return say(
        f"silences.show.{about}",
        n=len(silent_games),
        until=waiting.last_day(context).isoformat(),
        text=reason or None,
        rows=rows,
        more=say("docket.more", n=more) if more > 0 else None,
    )


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Wait in the chosen games, or write to their players, and forget the choice."""
    games = [silent.game for silent in await _chosen_for(service, user_input, about)]
    await dialogues.forget(service.unit.tx, user_input.person.id, _CHOSEN)
    if about == WAIT:
        until = waiting.last_day(service)
        await waiting.wait_in(service, user_input, games, until)
        return Card(say("silences.done.wait", n=len(games), until=until.isoformat()))
    games_of: dict[PersonId, list[GameId]] = {}
    for game in games:
        snapshot = await service.games.ruled_by(user_input, game)
        seat, _ = await idle_seat(service, snapshot.game)
        games_of.setdefault(snapshot.game.side(seat).person, []).append(game)
    unreached = [
        person
        for person, their_games in games_of.items()
        if not await letters.write_to(service, user_input, person, their_games, reason)
    ]
    names = await service.persons.names(unreached)
    unread = say("silences.unread", who=[*names.values()]) if unreached else None
    return Card(say("silences.done.write", n=len(games_of), unread=unread))
