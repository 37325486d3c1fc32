"""Letters between a player and their arbiters: recorded, forwarded, answered (art. 9.7).

The texts are outside the hashed log, as those of cases, and can be erased. The caller checks
permissions and limits.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.lookups.cases.parties import cases_to_answer
from bot.service.notices.cases import cards as case_cards
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.buttons.conversation import LETTER
from bot.texts.clean_text import is_blank
from bot.texts.messages import Button, Buttons, Text, say
from engine.cases.events import CaseId
from engine.correspondence import about_of, player_of, thread_of
from engine.errors import Fault, GameStateError, NotationError
from engine.games.game import Game
from engine.ids import GameId, PersonId, match_about
from engine.matches.friendly import must_have_arbiter
from engine.matches.letters import LetterRead, LetterWritten
from storage.cases import statements
from storage.queues import outbox

LONGEST_LETTER: Final = 500
"""The most characters of a letter."""
_HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 10
"""The most letters of one person in an hour, in all their matches."""


async def write(  # noqa: PLR0913  (the letter, its author and subject, and its display)
    recorder: Recorder,
    user_input: UserInput,
    about: str,
    text: str,
    *,
    key: str,
    beside: Buttons = (),
) -> None:
    """Store a player's letter, and forward it to all arbiters of the match.

    `about`: the game or match. `key`: the text that contains the letter. `beside`: more buttons
    under it. The cards of the cases that the player may answer are refreshed, and named in it.

    Raises:
        NotationError: the letter is empty or too long.
        GameStateError: the person does not play the match, or has reached the hourly limit.
    """
    snapshot = await recorder.matches.of_player(user_input, match_about(about))
    thread = thread_of(about, user_input.person.id)
    await _store(recorder, user_input, thread, text)
    cases = await cases_to_answer(recorder, user_input.person.id, about)
    named = ", ".join(case.id for case in cases)
    how = say("letter.beside_case", cases=named) if cases else say("letter.no_claim")
    notice = say(key, who=user_input.person.name, about=about, text=text, how=how)
    cards = tuple(
        (CASE.button(say("cases.label", case=case.id), case.id, CaseAction.OPEN),) for case in cases
    )
    buttons: Buttons = ((_answer_button(thread),), *cards, *beside)
    for case in cases:
        await case_cards.refresh(recorder, case)
    for arbiter in await recorder.competitions.arbiters(snapshot.match):
        await recorder.notify_person(arbiter, notice, buttons, about=thread, continues=True)


async def last_about(context: Context, chat: int, game: Game) -> int | None:
    """Return the number of the chat's last message of a letter about the game, or None."""
    threads = [thread_of(game.id, side.person) for side in (game.red, game.blue)]
    messages = [await outbox.latest_about(context.unit.tx, chat, thread) for thread in threads]
    return max((message for message in messages if message is not None), default=None)


async def unanswered(readers: Readers, user_input: UserInput, thread: str) -> list[Text]:
    """Return a player's letters that no arbiter has answered or read, a line each.

    Raises:
        GameStateError: the person is no arbiter of the match.
    """
    snapshot = await readers.matches.ruled_by(user_input, match_about(about_of(thread)))
    since = snapshot.match.letters_waiting.get(thread)
    stored = await statements.of_case(readers.unit.tx, CaseId(thread))
    return [
        say("letter.row", at=statement.at.isoformat(), text=statement.text or "…")  # erased
        for statement in stored.values()
        if since is not None and statement.at >= since and statement.author == player_of(thread)
    ]


async def read(recorder: Recorder, user_input: UserInput, thread: str) -> PersonId:
    """Record that an arbiter has read a letter that needs no answer; notify its author.

    Raises:
        GameStateError: the person is no arbiter of the match, or no letter waits.
    """
    about, player = about_of(thread), player_of(thread)
    snapshot = await recorder.matches.ruled_by(user_input, match_about(about))
    if player is None or thread not in snapshot.match.letters_waiting:
        raise GameStateError(Fault("letter_answered"))
    event = LetterRead(
        at=user_input.at, game=GameId(about), player=player, arbiter=user_input.person.id
    )
    await recorder.match_acts.advance(snapshot, (event,), user_input.at)
    text = say("letter.was_read", who=user_input.person.name, about=about)
    await recorder.notify_person(player, text, about=thread, silent=True, continues=True)
    return player


async def answer(recorder: Recorder, user_input: UserInput, thread: str, text: str) -> PersonId:
    """Forward an arbiter's letter to the player, with a copy to the other arbiters.

    Raises:
        NotationError: the letter is empty or too long.
        GameStateError: the person is no arbiter of the match.
    """
    about = about_of(thread)
    player = player_of(thread)
    snapshot = await recorder.matches.ruled_by(user_input, match_about(about))
    if player is None or player not in snapshot.match.people:
        raise GameStateError(Fault("button_unknown"))
    await _store(recorder, user_input, thread, text)
    notice = say("letter.answer", who=user_input.person.name, about=about, text=text)
    await recorder.notify_person(
        player, notice, ((_answer_button(about),),), about=thread, continues=True
    )
    copy = await _copy(recorder, user_input, player, about, text)
    for arbiter in await recorder.competitions.arbiters(snapshot.match):
        if arbiter != user_input.person.id:
            await recorder.notify_person(arbiter, copy, about=thread, silent=True, continues=True)
    return player


async def write_to(
    recorder: Recorder, user_input: UserInput, player: PersonId, games: Sequence[GameId], text: str
) -> bool:
    """Forward an arbiter's letter about several games to their player, in one message.

    It is stored once, with the first of the games, of which there is at least one. Return whether
    the player can be reached.

    Raises:
        NotationError: the letter is empty or too long.
    """
    thread = thread_of(games[0], player)
    await _store(recorder, user_input, thread, text)
    notice = say("letter.about", who=user_input.person.name, about=games, text=text)
    await recorder.notify_person(
        player, notice, ((_answer_button(games[0]),),), about=thread, continues=True
    )
    return (await recorder.persons.get(player)).can_be_reached


def _answer_button(about: str) -> Button:
    """Return the button by which a player or an arbiter answers."""
    return LETTER.button(say("button.answer"), about)


async def _copy(
    readers: Readers, user_input: UserInput, player: PersonId, about: str, text: str
) -> Text:
    """Return the arbiter's letter to the player, as the other arbiters read it."""
    to = await readers.persons.name(player)
    return say("letter.copy", who=user_input.person.name, to=to, about=about, text=text)


async def _store(recorder: Recorder, user_input: UserInput, thread: str, text: str) -> None:
    """Store a letter: its text outside the log, its digest in the log.

    Only players have an hourly limit: an arbiter may have many to write to on a bad day.

    Raises:
        NotationError: the letter is empty or too long.
        GameStateError: the author has reached the limit, or the match has no arbiter.
    """
    check(text)
    tx, person = recorder.unit.tx, user_input.person.id
    if player_of(thread) == person:
        written = await written_since(recorder, person, user_input.at - _HOUR)
        if written >= MOST_AN_HOUR:
            raise GameStateError(Fault("letters_too_many", facts={"n": MOST_AN_HOUR}))
    about = about_of(thread)
    snapshot = await recorder.matches.load(match_about(about))
    must_have_arbiter(snapshot.match)
    digest = await statements.add(tx, CaseId(thread), person, text, user_input.at)
    event = LetterWritten(
        at=user_input.at,
        game=GameId(about),
        player=player_of(thread) or person,
        author=person,
        statement=digest,
    )
    await recorder.match_acts.advance(snapshot, (event,), user_input.at)


def check(text: str) -> None:
    """Refuse an invalid letter.

    Raises:
        NotationError: the letter is empty or too long.
    """
    if is_blank(text):
        raise NotationError(Fault("letter_empty"))
    if len(text) > LONGEST_LETTER:
        raise NotationError(
            Fault("letter_too_long", facts={"n": len(text), "most": LONGEST_LETTER})
        )


async def written_since(context: Context, author: PersonId, since: datetime) -> int:
    """Return the number of the person's letters as player or arbiter since that instant."""
    return await statements.written_since(context.unit.tx, author, since)
