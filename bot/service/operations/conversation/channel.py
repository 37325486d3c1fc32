"""The channel between players (art. 4.2, 6.1): its notices, its consequences, and rulings.

Another channel changes nothing in the bot: moves and days follow the sheets that it sends. With
photographed sheets only, a move waits for the photograph of its sheet.
"""

from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.notices.notifier import Notifier
from bot.service.pure.acts import order_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.conversation import CHANNEL, ChannelAction
from bot.texts.messages import Buttons, Card, Relayed, Text, say
from bot.texts.notices.conversation.channel import settings_text
from bot.texts.notices.matches.lifting import undo_buttons
from engine.errors import Fault, GameStateError
from engine.games.game import Game
from engine.ids import MatchCode
from engine.matches.channel import ChannelEvent, rule_channel
from engine.matches.correspondence_events import ChannelSet, ChannelSettings
from engine.matches.events import LiftableAct
from engine.matches.friendly import must_have_arbiter
from engine.matches.match import Match, games_of
from storage.play import conditions

KIND: Final = "means"
"""The kind of the decision."""
ARTICLE: Final = "6.1"
"""The article by which players agree on a channel, or the arbiter sets it."""
_SHEETS: Final = "s"
"""The beginning of the code of a channel in which a move needs the photograph of its sheet."""
_TYPED: Final = "t"
"""The beginning of the code of a channel in which moves may be typed."""


def code_of(settings: ChannelSettings) -> str:
    """Return the channel as a button's code, which identifies it."""
    return f"{_SHEETS if settings.sheets_only else _TYPED}:{settings.channel}"


def settings_of(text: str) -> ChannelSettings:
    """Return the channel of a button's code."""
    kind, _, channel = text.partition(":")
    return ChannelSettings(channel=channel, sheets_only=kind == _SHEETS)


async def lacks_sheet(readers: Readers, game: Game, photo: Relayed | None) -> bool:
    """Return whether a move needs the photograph of its sheet and has none (art. 4.2)."""
    return photo is None and (await readers.matches.get(game.match)).channel_settings.sheets_only


async def advance(
    recorder: Recorder,
    user_input: UserInput,
    snapshot: MatchSnapshot,
    events: tuple[ChannelEvent, ...],
) -> MatchSnapshot:
    """Record the events; if they set a channel, notify opponent and arbiters.

    If moves need photographs from now on, conditional moves are deleted. `ask_partner` sends a
    proposal.

    Raises:
        GameStateError: `no_arbiter_here`; a match without an arbiter is played in the bot.
    """
    must_have_arbiter(snapshot.match)
    after = await recorder.match_acts.advance(snapshot, events, user_input.at)
    for event in events:
        if isinstance(event, ChannelSet):
            await _notify_of_channel(recorder, user_input, snapshot.match, event)
    if after.match.channel_settings.sheets_only and not snapshot.match.channel_settings.sheets_only:
        await _drop_conditions(recorder, after.match)
    return after


async def _notify_of_channel(
    notifier: Notifier, user_input: UserInput, before: Match, event: ChannelSet
) -> None:
    """Notify everyone concerned except the person who set it."""
    names = await notifier.persons.names(before.people)
    text = say(
        f"means.told_{event.origin.value}",
        match=before.code,
        who=user_input.person.name,
        first=names[before.first],
        second=names[before.second],
        how=settings_text(event.means),
        reason=event.reason,
    )
    arbiters = set(await notifier.competitions.arbiters(before))
    for person in ({*before.people} | arbiters) - {user_input.person.id}:
        is_silent = person in arbiters
        await notifier.notify_person(person, text, about=before.code, silent=is_silent)


async def _drop_conditions(notifier: Notifier, match: Match) -> None:
    """Delete conditional moves, which would be made without a sheet; notify their authors."""
    for game in games_of(match):
        stored = await conditions.of_game(notifier.unit.tx, game)
        for person in {condition.person for condition in stored}:
            await conditions.clear(notifier.unit.tx, game, person)
            await notifier.notify_person(person, say("means.conditions_dropped", game=game))


async def ask_partner(
    notifier: Notifier, user_input: UserInput, match: Match, settings: ChannelSettings
) -> None:
    """Send a proposal to the opponent, with buttons to accept or refuse.

    Raises:
        GameStateError: the opponent cannot press buttons, so the arbiter must set the channel.
    """
    partner = await notifier.matches.member(match, match.partner(user_input.person.id))
    if partner.address is None or partner.is_elsewhere:
        raise GameStateError(Fault("means_by_arbiter", ARTICLE, {"partner": partner.name}))
    text = say(
        "means.proposed", who=user_input.person.name, match=match.code, how=settings_text(settings)
    )
    await notifier.notify_person(partner.id, text, answers(match, settings), about=match.code)


def answers(match: Match, settings: ChannelSettings) -> Buttons:
    """Return the buttons that answer a proposal."""
    code = code_of(settings)
    yes = CHANNEL.button(say("button.means.yes"), match.code, ChannelAction.ACCEPT, code)
    no = CHANNEL.button(say("button.means.no"), match.code, ChannelAction.REFUSE, code)
    return ((yes, no),)


class _RuledChannel(NamedTuple):
    """A match, and the events that set its channel."""

    snapshot: MatchSnapshot
    events: tuple[ChannelEvent, ...]


async def _ruled_channel(
    readers: Readers, user_input: UserInput, about: str, reason: str
) -> _RuledChannel:
    """Return the decision of a code, `MATCH:CHANNEL`.

    Raises:
        GameStateError: the person does not rule the match, or the channel cannot be ruled.
    """
    code, _, channel = about.partition(":")
    snapshot = await readers.matches.ruled_by(user_input, MatchCode(code))
    order = order_of(user_input, ARTICLE, reason)
    return _RuledChannel(snapshot, rule_channel(snapshot.match, order, channel))


async def _text(
    readers: Readers, snapshot: MatchSnapshot, events: tuple[ChannelEvent, ...]
) -> Text:
    """Return the sentence about the channel that was ruled."""
    names = await readers.persons.names(snapshot.match.people)
    (event,) = (event for event in events if isinstance(event, ChannelSet))
    return say(
        "means.ruled",
        match=snapshot.match.code,
        first=names[snapshot.match.first],
        second=names[snapshot.match.second],
        how=settings_text(event.means),
    )


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the channel to be set, or refuse."""
    return await _text(readers, *await _ruled_channel(readers, user_input, about, reason))


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Set the channel of players who do not agree, and notify both (art. 6.1)."""
    snapshot, events = await _ruled_channel(recorder, user_input, about, reason)
    after = await advance(recorder, user_input, snapshot, events)
    undo = undo_buttons(after.match, LiftableAct.CHANNEL)
    return Card(await _text(recorder, snapshot, events), undo)


def is_agreed(match: Match) -> bool:
    """Return whether a player alone may end the channel."""
    return bool(match.channel_settings.channel) and not match.channel_is_ruled
