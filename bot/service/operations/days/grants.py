"""Days that an arbiter gives or takes back: an event in each game, one notice for each person.

An extension is for one player, both, or a whole phase (art. 7.2). Its code is `GAME:WHOM:DAYS` or
`@COMPETITION:WHOM:DAYS`. WHOM is `red`, `blue` or `both`, in a competition `all` or a player's
number. The dialogues are `bot.chat.days.extension` and `bot.chat.days.compensation`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby

from bot.runtime.shared import UserInput
from bot.service.pure.acts import order_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.days import EXTENSION
from bot.texts.messages import Card, Param, Text, say
from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_left
from engine.games.endings import check_running
from engine.games.fold import evolve
from engine.games.game import Game, Stage
from engine.games.orders import Order, grant_time
from engine.games.ruling_events import Outage
from engine.ids import CompetitionCode, GameId, PersonId, Seat

ARTICLE = "7.2"
MOST_SHOWN = 60
"""The most lines of a card."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Days for one seat of one game; a negative number takes earlier ones back."""

    snapshot: GameSnapshot
    seat: Seat
    days: int
    outage: Outage | None = None


async def rows(
    readers: Readers, user_input: UserInput, grants: Iterable[Grant], reason: str
) -> list[Text]:
    """Return a line for each grant, for the arbiter to confirm.

    Raises:
        EngineError: one of them is not possible.
    """
    lines = []
    for grant in grants:
        game = grant.snapshot.game
        events = grant_time(
            game, order_of(user_input, ARTICLE, reason), grant.seat, grant.days, grant.outage
        )
        after = reduce(evolve, events, game)
        participants = await readers.games.participants(after)
        left = days_left(after, grant.seat, readers.games.today(after))
        lines.append(
            _line(after, grant, participants.at(grant.seat).name, left, participants.until(after))
        )
    return lines


def listed(lines: Sequence[Text]) -> dict[str, Param]:
    """Return the facts `rows` and `more` of a card, with as many lines as a phone shows."""
    more = len(lines) - MOST_SHOWN
    return {
        "rows": lines[:MOST_SHOWN],
        "more": say("grant.more", n=more) if more > 0 else None,
    }


async def give(recorder: Recorder, order: Order, author: str, grants: Sequence[Grant]) -> None:
    """Record the grants; notify everyone but their author, once for all their games.

    Raises:
        EngineError: one of them is not possible; then none is recorded.
    """
    lines_of: dict[PersonId, list[Text]] = {}
    about = (
        grants[0].snapshot.game.id if len({grant.snapshot.game.id for grant in grants}) == 1 else ""
    )
    for _, of_game in groupby(grants, key=lambda grant: grant.snapshot.game.id):
        seats = list(of_game)
        snapshot = seats[0].snapshot
        events = [
            event
            for grant in seats
            for event in grant_time(snapshot.game, order, grant.seat, grant.days, grant.outage)
        ]
        recorded = await recorder.game_acts.record(snapshot, events, order.at)
        after = recorded.game
        participants = await recorder.games.participants(after)
        for grant in seats:
            left = days_left(after, grant.seat, recorder.games.today(after))
            line = _line(
                after, grant, participants.at(grant.seat).name, left, participants.until(after)
            )
            for other in {participants.at(grant.seat.partner).id, participants.arbiter.id} - {
                order.arbiter
            }:
                lines_of.setdefault(other, []).append(line)
            own = _own_line(after, grant, left, participants.until(after))
            lines_of.setdefault(participants.at(grant.seat).id, []).append(own)
    for person, lines in lines_of.items():  # automatic grants follow a notice of the outage
        text = say("grant.told", rows=lines, reason=order.reason, author=author)
        await recorder.notify_person(person, text, about=about, silent=order.automatic)


def _line(game: Game, grant: Grant, who: str, left: int, until: str) -> Text:
    """Return one grant's effect, for everyone but the player."""
    key = "grant.taken" if grant.days < 0 else "grant.given"
    last = _last(game, grant.seat, until)
    return Text(
        key, {"game": game.id, "who": who, "n": abs(grant.days), "left": left, "until": last}
    )


def _own_line(game: Game, grant: Grant, left: int, until: str) -> Text:
    """Return one grant's effect, for the player."""
    key = "grant.taken_you" if grant.days < 0 else "grant.given_you"
    last = _last(game, grant.seat, until)
    return Text(key, {"game": game.id, "n": abs(grant.days), "left": left, "until": last})


def _last(game: Game, seat: Seat, until: str) -> Text | None:
    """Return the last day to answer if the seat is to move, else None."""
    is_to_move = game.stage is Stage.RUNNING and game.turn is seat
    return say("grant.until", until=until) if is_to_move else None


KIND = "extension"
BOTH, ALL = "both", "all"
OF_COMPETITION = "@"


@dataclass(frozen=True, slots=True)
class GrantChoices:
    """The choices so far; empty where there is none."""

    scope: str
    whom: str = ""
    days: str = ""

    @property
    def about(self) -> str:
        """Return the choices as a code for buttons and questions."""
        return EXTENSION.about(self.scope, self.whom, self.days)

    @property
    def competition(self) -> CompetitionCode | None:
        """Return the competition whose phase is meant, or None."""
        if not self.scope.startswith(OF_COMPETITION):
            return None
        return CompetitionCode(self.scope.removeprefix(OF_COMPETITION))


def choices_of(about: str) -> GrantChoices:
    """Return the choices of a code.

    Raises:
        GameStateError: the bot never wrote this code.
    """
    choices = GrantChoices(*EXTENSION.read(about))
    days = choices.days.removeprefix("-").removeprefix("+")
    if not choices.scope or not (days == "" or days.isdecimal()):
        raise GameStateError(Fault("button_unknown"))
    return choices


async def targets(readers: Readers, user_input: UserInput, choices: GrantChoices) -> list[Grant]:
    """Return the grants by these choices, in running games that the person rules.

    Raises:
        GameStateError: the person does not rule the games, or the choices name no player.
    """
    days = int(choices.days or "0")
    grants = [
        Grant(snapshot, seat, days)
        for snapshot in await _games(readers, user_input, choices)
        for seat in Seat
        if _is_meant(snapshot, seat, choices.whom)
    ]
    if days < 0 and choices.competition is not None:
        # Days are taken back only from players who have them, because a game may have begun since.
        grants = [
            grant for grant in grants if grant.snapshot.game.side(grant.seat).granted >= -days
        ]
    if not grants:
        raise GameStateError(Fault("nobody_meant", "7.2"))
    return grants


async def _games(
    readers: Readers, user_input: UserInput, choices: GrantChoices
) -> list[GameSnapshot]:
    if choices.competition is None:
        snapshot = await readers.games.ruled_by(user_input, GameId(choices.scope))
        check_running(snapshot.game)
        return [snapshot]
    await readers.competitions.ruled_by(user_input, choices.competition)
    return await readers.games.running_in(choices.competition)


def _is_meant(snapshot: GameSnapshot, seat: Seat, whom: str) -> bool:
    person: PersonId = snapshot.game.side(seat).person
    return whom in {BOTH, ALL, seat.value, str(person)}


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return each player's days, and their balance afterwards."""
    grants = await targets(readers, user_input, choices_of(about))
    return Text("extension.show", listed(await rows(readers, user_input, grants, reason)))


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Give the days, notify everybody, and offer the opposite grant."""
    choices = choices_of(about)
    grants = await targets(recorder, user_input, choices)
    facts = listed(await rows(recorder, user_input, grants, reason))
    await give(recorder, order_of(user_input, ARTICLE, reason), user_input.person.name, grants)
    opposite = replace(choices, days=str(-int(choices.days)))
    undo = EXTENSION.button(say("button.undo"), opposite.scope, opposite.whom, opposite.days)
    return Card(Text("extension.done", {**facts, "reason": reason}), ((undo,),))
