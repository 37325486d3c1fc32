"""Waiting some more days in several silent or late games, by one decision (art. 7.2).

Each game gets its own event; each partner gets one message about all of theirs.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.days.silence import WAIT_DAYS
from bot.texts.messages import Text, say
from engine.ids import GameId, PersonId
from engine.matches.silence import put_off

if TYPE_CHECKING:
    from bot.service.recording import Recorder


def until(service: "Recorder") -> date:
    """Return the day until which a decision of today waits."""
    return service.today() + timedelta(days=WAIT_DAYS)


async def wait_in(service: "Recorder", said: Said, games: Sequence[GameId], until: date) -> None:
    """Postpone any ruling in these games until that day, and notify each partner once."""
    told: dict[PersonId, list[Text]] = {}
    about: dict[PersonId, GameId] = {}
    for game in games:
        seen = await service.games.ruled_by(said, game)
        match = await service.matches.load(seen.game.match)
        events = put_off(seen.game, said.person.id, until, said.at)
        await service.match_acts.advance(match, events, said.at)
        participants = await service.games.participants(seen.game)
        who, partner = participants.at(seen.game.turn), participants.at(seen.game.turn.partner)
        line = say("silence.waits", game=game, who=who.name, until=until.isoformat())
        told.setdefault(partner.id, []).append(line)
        about.setdefault(partner.id, game)
    for person, lines in told.items():
        text = lines[0] if len(lines) == 1 else say("silence.waits_several", rows=lines)
        await service.tell_person(person, text, about=about[person], silent=True)
