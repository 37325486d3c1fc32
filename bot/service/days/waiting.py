"""Waiting some more days in silent or late games, by one decision (art. 7.2).

Each game gets its own event; each opponent gets one message about all their games.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.days.planning import idle
from bot.service.days.silence import WAIT_DAYS
from bot.texts.messages import Text, say
from engine.ids import GameId, PersonId
from engine.matches.silence import put_off

if TYPE_CHECKING:
    from bot.service.play.games import SeenGame
    from bot.service.recording import Recorder
    from bot.texts.notices.participants import Member, Participants


def last_day(service: "Recorder") -> date:
    """Return the last day of a wait that the arbiter decides today."""
    return service.today() + timedelta(days=WAIT_DAYS)


async def wait(service: "Recorder", said: Said, game: GameId) -> Text:
    """Postpone any ruling in one game and notify the opponent; return the arbiter's message."""
    seen = await service.games.ruled_by(said, game)
    until = service.games.today(seen.game) + timedelta(days=WAIT_DAYS)
    participants = await _postpone(service, said, seen, until)
    about = (await idle(service, seen)).seat
    text = _waits(game, participants.at(about), until)
    await service.tell_person(participants.at(about.partner).id, text, about=game, silent=True)
    return say("silence.waited", game=game, until=until.isoformat())


async def wait_in(service: "Recorder", said: Said, games: Sequence[GameId], until: date) -> None:
    """Postpone any ruling in these games until that day, and notify each opponent once."""
    told: dict[PersonId, list[Text]] = {}
    about: dict[PersonId, GameId] = {}
    for game in games:
        seen = await service.games.ruled_by(said, game)
        participants = await _postpone(service, said, seen, until)
        who, partner = participants.at(seen.game.turn), participants.at(seen.game.turn.partner)
        told.setdefault(partner.id, []).append(_waits(game, who, until))
        about.setdefault(partner.id, game)
    for person, lines in told.items():
        text = lines[0] if len(lines) == 1 else say("silence.waits_several", rows=lines)
        await service.tell_person(person, text, about=about[person], silent=True)


async def _postpone(
    service: "Recorder", said: Said, seen: "SeenGame", until: date
) -> "Participants":
    """Record that the arbiter waits in the game until that day; return its participants."""
    match = await service.matches.load(seen.game.match)
    events = put_off(seen.game, said.person.id, until, said.at)
    await service.match_acts.advance(match, events, said.at)
    return await service.games.participants(seen.game)


def _waits(game: GameId, who: "Member", until: date) -> Text:
    return say("silence.waits", game=game, who=who.name, until=until.isoformat())
