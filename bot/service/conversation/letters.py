"""Letters between a player and his arbiters: kept in the file, passed on, answered (art. 9.7).

The words lie beside the hashed log, as those of cases do, and can be erased; who may write, and how
often, is decided by whoever calls.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.runtime.shared import Said
from bot.texts.formats import clean
from bot.texts.messages import Button, Buttons, Text, say
from engine.cases.events import CaseId
from engine.correspondence import about_of, player_of, thread_of
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import GameId, PersonId, match_of
from engine.matches.letters import LetterRead, LetterWritten
from storage.cases import statements

if TYPE_CHECKING:
    from bot.service.recording import Recorder

LONGEST: Final = 500
"""Characters of a letter."""
AN_HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 10
"""Letters of one person in an hour, in all his matches together."""


async def write(  # noqa: PLR0913  (whose letter, about what, and how it is shown)
    service: "Recorder", said: Said, about: str, text: str, *, key: str, beside: Buttons = ()
) -> None:
    """Pass a player's letter on to all arbiters of the match; `key` words it.

    `beside`: what else they may press under it.

    Raises:
        NotationError: it is empty or too long.
        GameStateError: he plays no such match, or has written enough for an hour.
    """
    seen = await service.matches.of_player(said, match_of(GameId(about)))
    thread = thread_of(about, said.person.id)
    await _keep(service, said, thread, text)
    told = say(key, who=said.person.name, about=about, text=text)
    buttons: Buttons = ((_answer_button(thread),), *beside)
    for arbiter in await service.competitions.arbiters(seen.match):
        await service.tell_person(arbiter, told, buttons, about=thread)


async def unanswered(service: "Recorder", said: Said, thread: str) -> list[Text]:
    """Return what a player has written since an arbiter last answered or read him, a line each.

    Raises:
        GameStateError: the person is no arbiter of the match.
    """
    seen = await service.matches.ruled_by(said, match_of(GameId(about_of(thread))))
    since = seen.match.letters_waiting.get(thread)
    kept = await statements.of_case(service.unit.tx, CaseId(thread))
    return [
        say("letter.row", at=one.at.isoformat(), text=one.text or "…")
        for one in kept.values()
        if since is not None and one.at >= since and one.author == player_of(thread)
    ]


async def read(service: "Recorder", said: Said, thread: str) -> PersonId:
    """Note that an arbiter has read what a player wrote, and needs not answer; he hears of it.

    Raises:
        GameStateError: the person is no arbiter of the match, or nobody waits there.
    """
    about, player = about_of(thread), player_of(thread)
    seen = await service.matches.ruled_by(said, match_of(GameId(about)))
    if player is None or thread not in seen.match.letters_waiting:
        raise GameStateError(Fault("letter_answered"))
    event = LetterRead(at=said.at, game=GameId(about), player=player, arbiter=said.person.id)
    await service.match_acts.advance(seen, (event,), said.at)
    text = say("letter.was_read", who=said.person.name, about=about)
    await service.tell_person(player, text, about=thread, silent=True)
    return player


async def answer(service: "Recorder", said: Said, thread: str, text: str) -> PersonId:
    """Pass an arbiter's letter on to the player, and a copy to the other arbiters.

    Raises:
        NotationError: it is empty or too long.
        GameStateError: he is no arbiter of the match, or has written enough for an hour.
    """
    about = about_of(thread)
    player = player_of(thread)
    seen = await service.matches.ruled_by(said, match_of(GameId(about)))
    if player is None or player not in seen.match.people:
        raise GameStateError(Fault("button_unknown"))
    await _keep(service, said, thread, text)
    told = say("letter.answer", who=said.person.name, about=about, text=text)
    await service.tell_person(player, told, ((_answer_button(about),),), about=thread)
    copy = await _copy(service, said, player, about, text)
    for arbiter in await service.competitions.arbiters(seen.match):
        if arbiter != said.person.id:
            await service.tell_person(arbiter, copy, about=thread, silent=True)
    return player


def _answer_button(about: str) -> Button:
    """Return the button by which a player, or an arbiter, writes back."""
    return Button(say("button.answer"), f"letter:{about}")


async def _copy(service: "Recorder", said: Said, player: PersonId, about: str, text: str) -> Text:
    to = (await service.persons.get(player)).name
    return say("letter.copy", who=said.person.name, to=to, about=about, text=text)


async def _keep(service: "Recorder", said: Said, thread: str, text: str) -> None:
    """Keep a letter in the file: its words beside the log, their digest in it."""
    check(text)
    if await written_since(service, said.person.id, said.at - AN_HOUR) >= MOST_AN_HOUR:
        raise GameStateError(Fault("letters_too_many", facts={"n": MOST_AN_HOUR}))
    about = about_of(thread)
    seen = await service.matches.load(match_of(GameId(about)))
    tx, person = service.unit.tx, said.person.id
    digest = await statements.add(tx, CaseId(thread), person, text, said.at)
    written = LetterWritten(
        at=said.at,
        game=GameId(about),
        player=player_of(thread) or person,
        author=person,
        statement=digest,
    )
    await service.match_acts.advance(seen, (written,), said.at)


def check(text: str) -> None:
    """Refuse a letter that nobody could read.

    Raises:
        NotationError: it is empty or too long.
    """
    if clean(text, longest=LONGEST, lines=True) in {"", "—"}:
        raise NotationError(Fault("letter_empty"))
    if len(text) > LONGEST:
        raise NotationError(Fault("letter_too_long", facts={"n": len(text), "most": LONGEST}))


async def written_since(service: "Recorder", author: PersonId, since: datetime) -> int:
    """Return how much the person has written to arbiters, or as one, since that instant."""
    return await statements.written_since(service.unit.tx, author, since)
