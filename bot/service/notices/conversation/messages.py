"""Messages between opponents: who may write, writing, reading, muting and reporting.

A message goes only to the opponent. Chat and Mini App use the same log, limits and stops.
"""

from datetime import timedelta
from typing import Final

from bot.runtime.listeners import GameChanged, News, PlayerGames
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.lookups.conversation.opponents_messages import conversation_text
from bot.service.notices.notifier import Notifier
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.texts.clean_text import is_blank
from bot.texts.messages import Card, Notice, Text, say
from bot.texts.notices.conversation.message_buttons import block_buttons, line_buttons, mute_button
from bot.texts.notices.participants import Member
from engine.correspondence import chat_of
from engine.ids import NO_ARBITER, GameId, match_of
from engine.matches.match import FINISHED
from storage.conversation import chat, chat_stops
from storage.conversation.chat_stops import ChatStop, StopKind

LONGEST_MESSAGE: Final = 500
"""The most characters of one message."""
_HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 12
"""The most messages of one person in an hour, in all their games."""
REPORTED: Final = 10
"""The most messages shown to the arbiter in a report."""


async def partner_of(readers: Readers, user_input: UserInput, snapshot: GameSnapshot) -> Member:
    """Return the opponent of the person in the game.

    Raises:
        GameStateError: the person does not play it.
    """
    participants = await readers.participants.of(snapshot.game)
    return participants.at(readers.games.seat(user_input, snapshot.game).partner)


async def _obstacle(
    readers: Readers, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> Card | None:
    """Return the obstacle to this message with the button that removes it, if any; or None."""
    if is_blank(text):
        return Card(say("chat.how"))
    if len(text) > LONGEST_MESSAGE:
        return Card(say("chat.too_long", n=len(text), most=LONGEST_MESSAGE))
    closed = await why_closed(readers, user_input, snapshot)
    return closed or await _too_many(readers, user_input)


async def why_closed(
    readers: Readers, user_input: UserInput, snapshot: GameSnapshot
) -> Card | None:
    """Return the obstacle to any message in the game; None if the person may write."""
    partner = await partner_of(readers, user_input, snapshot)
    match = await readers.matches.get(snapshot.game.match)
    if match.stage in FINISHED:
        return Card(say("chat.over", match=match.code))
    if not match.kind.has_reader:
        return Card(say("chat.practice"))
    in_reach = (await readers.persons.get(partner.id)).can_be_reached
    if partner.is_elsewhere or not in_reach:
        key = "chat.out_of_reach" if match.kind.has_arbiter else "chat.out_of_reach_friendly"
        return Card(say(key, partner=partner.name))
    return await _stopped(readers, user_input, snapshot, partner)


async def _stopped(
    context: Context, user_input: UserInput, snapshot: GameSnapshot, partner: Member
) -> Card | None:
    """Return the block or mute of messages as an obstacle, or None."""
    game = snapshot.game.id
    stops = await chat_stops.stops_of(context.unit.tx, game)
    if any(stop.kind is StopKind.RULED for stop in stops):
        return Card(say("chat.ruled", game=game))
    who_muted = {stop.person for stop in stops if stop.kind is StopKind.MUTED}
    if user_input.person.id in who_muted:
        return Card(
            say("chat.you_muted", partner=partner.name), ((mute_button(game, muted=True),),)
        )
    if partner.id in who_muted:
        return Card(say("chat.muted", partner=partner.name))
    return None


async def _too_many(context: Context, user_input: UserInput) -> Card | None:
    """Return the hourly limit as an obstacle if the person has reached it, or None."""
    written = await chat.written_since(context.unit.tx, user_input.person.id, user_input.at - _HOUR)
    return Card(say("chat.too_many", n=written)) if written >= MOST_AN_HOUR else None


async def send(
    notifier: Notifier, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> Card | None:
    """Store a player's message and forward it, or return the obstacle; None if it is sent.

    The open pages of both players show it.
    """
    obstacle = await _obstacle(notifier, user_input, snapshot, text)
    if obstacle is not None:
        return obstacle
    game, partner = snapshot.game.id, await partner_of(notifier, user_input, snapshot)
    participants = await notifier.participants.of(snapshot.game)
    author = participants.at(notifier.games.seat(user_input, snapshot.game))
    line = say("chat.line", who=author.name, game=game, text=text)
    await chat.add_line(notifier.unit.tx, game, user_input.person.id, text, user_input.at)
    if partner.address is not None:  # without a chat, the message has been refused
        buttons = line_buttons(game, has_arbiter=participants.kind.has_arbiter)
        about = chat_of(game)
        await notifier.notify(Notice(to=partner.address, text=line, buttons=buttons, about=about))
    for person in (user_input.person.id, partner.id):
        notifier.unit.news.append(News(PlayerGames(person), GameChanged(game)))
    return None


async def is_muted(context: Context, user_input: UserInput, game: GameId) -> bool:
    """Return whether the person has muted the opponent of that game."""
    mine = (StopKind.MUTED, user_input.person.id)
    stops = await chat_stops.stops_of(context.unit.tx, game)
    return any((stop.kind, stop.person) == mine for stop in stops)


async def set_muted(
    readers: Readers, user_input: UserInput, snapshot: GameSnapshot, *, muted: bool
) -> Text:
    """Mute or unmute the opponent in the match; return the confirmation."""
    partner, match = await partner_of(readers, user_input, snapshot), match_of(snapshot.game.id)
    if muted:
        new = ChatStop(
            scope=match, kind=StopKind.MUTED, person=user_input.person.id, at=user_input.at
        )
        await chat_stops.stop(readers.unit.tx, new)
    else:
        await chat_stops.resume(readers.unit.tx, match, StopKind.MUTED, user_input.person.id)
    return say("chat.hushed" if muted else "chat.unhushed", partner=partner.name)


async def is_reported(readers: Readers, user_input: UserInput, game: GameId) -> bool:
    """Return whether the person has reported the game's messages today."""
    return await readers.dialogues.is_done_today(user_input, _report_key(game))


def _report_key(game: GameId) -> str:
    return f"report:{game}"


async def report(notifier: Notifier, user_input: UserInput, snapshot: GameSnapshot) -> Text:
    """Show the arbiter the game's last messages, once a day; return the confirmation.

    Operators see those of a match without an arbiter.
    """
    game, arbiter = snapshot.game.id, (await notifier.participants.of(snapshot.game)).arbiter
    if not await notifier.dialogues.first_today(user_input, _report_key(game)):
        return say("chat.reported_already")
    lines = await chat.lines_of(notifier.unit.tx, game)
    conversation = await conversation_text(notifier, game, lines, REPORTED)
    text = say("chat.report", who=user_input.person.name, lines=conversation)
    if arbiter.id == NO_ARBITER:
        _notify_operators(notifier, user_input, game, text)
        return say("chat.reported_friendly")
    if arbiter.address is not None:
        notice = Notice(to=arbiter.address, text=text, buttons=block_buttons(game, ()), about=game)
        await notifier.notify(notice)
    return say("chat.reported")


def _notify_operators(context: Context, user_input: UserInput, game: GameId, text: Text) -> None:
    """Send the report of a match without an arbiter to the operators."""
    for operator in context.shared.operators:
        dedup = f"report:{user_input.person.id}:{operator}:{context.today()}:{game}"
        context.unit.say(Notice(to=operator, text=text, dedup=dedup))
