"""Waiting some more days in silent or late games, by one decision (art. 7.2).

Each game gets its own event; each opponent gets one message about all their games.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.days.deadline_facts import idle_seat
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text, say
from bot.texts.notices.days.silence import WAIT_DAYS
from bot.texts.notices.participants import Member, Participants
from engine.ids import GameId, PersonId
from engine.matches.silence import put_off


def last_day(context: Context) -> date:
    """Return the last day of a wait that the arbiter decides today.

    It is counted in the federation's zone, so that a decision about several games has one day.
    """
    return context.today() + timedelta(days=WAIT_DAYS)


async def wait(recorder: Recorder, user_input: UserInput, game: GameId) -> Text:
    """Postpone any ruling in one game and notify the opponent; return the arbiter's message."""
    until = last_day(recorder)
    await wait_in(recorder, user_input, (game,), until)
    return say("silence.waited", game=game, until=until.isoformat())


async def wait_in(
    recorder: Recorder, user_input: UserInput, games: Sequence[GameId], until: date
) -> None:
    """Postpone any ruling in these games until that day, and notify each opponent once."""
    lines_of: dict[PersonId, list[Text]] = {}
    first_game: dict[PersonId, GameId] = {}
    for game in games:
        snapshot = await recorder.games.ruled_by(user_input, game)
        participants = await _postpone(recorder, user_input, snapshot, until)
        seat, _ = await idle_seat(recorder, snapshot.game)
        partner = participants.at(seat.partner)
        lines_of.setdefault(partner.id, []).append(_notice(game, participants.at(seat), until))
        first_game.setdefault(partner.id, game)
    for person, lines in lines_of.items():
        text = lines[0] if len(lines) == 1 else say("silence.waits_several", rows=lines)
        await recorder.notify_person(person, text, about=first_game[person], silent=True)


async def _postpone(
    recorder: Recorder, user_input: UserInput, snapshot: GameSnapshot, until: date
) -> Participants:
    """Record that the arbiter waits in the game until that day; return its participants."""
    match = await recorder.matches.load(snapshot.game.match)
    events = put_off(snapshot.game, user_input.person.id, until, user_input.at)
    await recorder.match_acts.advance(match, events, user_input.at)
    return await recorder.participants.of(snapshot.game)


def _notice(game: GameId, idle_player: Member, until: date) -> Text:
    """Return the notice for the opponent that the arbiter waits for the player."""
    return say("silence.waits", game=game, who=idle_player.name, until=until.isoformat())
