"""`/legatura`: the channel through which two players correspond (art. 4.2, 6.1).

One player proposes, the other accepts with a button; either may end the agreement alone. An arbiter
is notified, and sets the channel if the players do not agree.
"""

from dataclasses import replace
from typing import NamedTuple

from bot.chat.choosing import match_rows
from bot.chat.conversation.channel_cards import channel_card
from bot.chat.play.writing import split_game
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason
from bot.service.operations.conversation import channel as service_channel
from bot.service.readers.matches.match_snapshots import CODE_LENGTH, CODE_LETTERS, MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.conversation import CHANNEL, ChannelAction
from bot.texts.messages import say
from bot.texts.notices.conversation.channel import channel_text, settings_text
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, match_about
from engine.matches.channel import (
    accept_channel,
    drop_channel,
    end_channel,
    end_sheets_only,
    propose_channel,
    read_channel,
)
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.match import check_unfinished


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/legatura [MATCH] [CHANNEL]`: show the channel, or propose or set one."""
    snapshot, channel = await _read_command(service, user_input)
    if snapshot is None:
        await _ask_match(service, user_input)
    elif channel:
        await _propose_or_rule(service, user_input, snapshot, read_channel(channel))
    else:
        service.reply(
            user_input,
            *await channel_card(service, user_input, snapshot),
            about=snapshot.match.code,
        )


class _MatchAndChannel(NamedTuple):
    """The match that a command means, and the channel that it names."""

    match: MatchSnapshot | None
    """None if it is unclear."""
    channel: str
    """As typed; "" without any."""


async def _read_command(service: Service, user_input: UserInput) -> _MatchAndChannel:
    """Return the match that is named, replied to or the only one, and the rest of the text."""
    game, rest = split_game(user_input.args)
    if game:
        return _MatchAndChannel(await _visible_match(service, user_input, match_about(game)), rest)
    first, _, rest = user_input.args.partition(" ")
    if first:
        try:
            named = await _visible_match(service, user_input, MatchCode(first.upper()))
            return _MatchAndChannel(named, rest.strip())
        except GameStateError as error:  # the first word may belong to the channel
            if error.faults[0].code != "no_such_match" or _is_code(first):
                raise
    replied = await service.named_games.replied_to(user_input)
    if replied is not None:
        return _MatchAndChannel(
            await _visible_match(service, user_input, replied.game.match), user_input.args
        )
    snapshots = await _possible_matches(service, user_input)
    return _MatchAndChannel(snapshots[0] if len(snapshots) == 1 else None, user_input.args)


def _is_code(word: str) -> bool:
    """Return whether a word has the form of a match code, and so is no channel.

    Without a digit only capitals have it: `TEAM` is a mistyped code, `Team` and `mail` are
    channels. A typing error in a code must not propose a channel to the opponent.
    """
    has_form = len(word) == CODE_LENGTH and set(word.upper()) <= set(CODE_LETTERS)
    return has_form and (word.isupper() or not word.isalpha())


async def _possible_matches(service: Service, user_input: UserInput) -> list[MatchSnapshot]:
    """Return the matches the person plays now, then those they rule."""
    played = await service.matches.active(user_input.person.id)
    ruled = await service.matches.ruled_active(user_input.person.id)
    return [
        *played,
        *(snapshot for snapshot in ruled if user_input.person.id not in snapshot.match.people),
    ]


async def _visible_match(service: Service, user_input: UserInput, code: MatchCode) -> MatchSnapshot:
    """Return a match that the person plays or rules.

    Raises:
        GameStateError: no match has that code, or they neither play nor rule it.
    """
    snapshot = await service.matches.load(code)
    if user_input.person.id in snapshot.match.people:
        return snapshot
    return await service.matches.ruled_by(user_input, code)


async def _ask_match(service: Service, user_input: UserInput) -> None:
    """Ask which match is meant."""
    snapshots = await _possible_matches(service, user_input)
    rows = await match_rows(
        service, snapshots, lambda label, match: CHANNEL.button(label, match, ChannelAction.SHOW)
    )
    service.reply(user_input, say("means.which" if rows else "means.no_match"), rows)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `means:MATCH:ACTION[:CHANNEL]`: show, choose a channel, propose, end, answer."""
    code, action, settings = CHANNEL.read(user_input.args)
    snapshot = await _visible_match(service, user_input, code)
    if action is ChannelAction.SHOW:
        service.edit(user_input, *await channel_card(service, user_input, snapshot))
    elif action is ChannelAction.CHOOSE:
        await _propose_or_rule(service, user_input, snapshot, read_channel(settings))
    elif action is ChannelAction.OTHER:
        check_unfinished(snapshot.match, "6.1")
        asked = await service.questions.ask(user_input, Topic.CHANNEL, snapshot.match.code)
        service.edit(
            user_input,
            say("means.ask_channel", match=snapshot.match.code),
            (asked.way_out,),
        )
    elif user_input.person.id not in snapshot.match.people:
        raise GameStateError(Fault("button_unknown"))
    else:
        await _player_pressed(service, user_input, snapshot, action, settings)


async def _player_pressed(
    service: Service,
    user_input: UserInput,
    snapshot: MatchSnapshot,
    action: ChannelAction,
    settings: str,
) -> None:
    """Handle the player's actions: propose sheets, answer, or end the agreement."""
    played, person = snapshot.match, user_input.person.id
    match action:
        case ChannelAction.SHEETS_ONLY:
            sheets_only = replace(played.channel_settings, sheets_only=True)
            await _propose(service, user_input, snapshot, sheets_only)
            return
        case ChannelAction.REFUSE:
            await _refuse(service, user_input, snapshot, service_channel.settings_of(settings))
            return
        case ChannelAction.END_SHEETS_ONLY:
            events = end_sheets_only(played, person, user_input.at)
        case ChannelAction.END:
            events = end_channel(played, person, user_input.at)
        case ChannelAction.ACCEPT:
            accepted = service_channel.settings_of(settings)
            events = accept_channel(played, person, accepted, user_input.at)
        case _:
            raise AssertionError(f"`pressed` handles {action.name}")
    changed = await service_channel.advance(service, user_input, snapshot, events)
    service.edit(user_input, *await channel_card(service, user_input, changed))


async def _refuse(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, refused: ChannelSettings
) -> None:
    """Refuse the opponent's proposal and notify them, or withdraw one's own."""
    match = snapshot.match
    is_own = (
        match.proposed_channel is not None and match.proposed_channel[0] == user_input.person.id
    )
    events = drop_channel(match, user_input.person.id, refused, user_input.at)
    await service_channel.advance(service, user_input, snapshot, events)
    settings_line = settings_text(refused)
    if not is_own:
        text = say(
            "means.was_refused", who=user_input.person.name, match=match.code, how=settings_line
        )
        await service.notify_person(match.partner(user_input.person.id), text, about=match.code)
    service.edit(user_input, say("means.dropped", match=match.code, how=settings_line))


async def _propose_or_rule(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, channel: str
) -> None:
    """Propose a channel as a player; ask an arbiter for the reason to set it.

    The empty channel is the bot itself, to which a player returns alone from an agreed one.
    """
    match, person = snapshot.match, user_input.person.id
    if person in match.people and not channel and service_channel.is_agreed(match):
        events = end_channel(match, person, user_input.at)
        changed = await service_channel.advance(service, user_input, snapshot, events)
        service.answer(user_input, *await channel_card(service, user_input, changed))
        return
    if person in match.people:
        await _propose(
            service, user_input, snapshot, replace(match.channel_settings, channel=channel)
        )
        return
    question = say("means.rule", match=match.code, channel=channel_text(channel))
    about = f"{match.code}:{channel}"
    usual = say("means.usual")
    await ask_for_reason(
        service, user_input, service_channel.KIND, about, question, usual=usual, beside=True
    )


async def _propose(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, proposed: ChannelSettings
) -> None:
    """Propose a channel to the opponent; it applies at once if they proposed the same."""
    events = propose_channel(snapshot.match, user_input.person.id, proposed, user_input.at)
    changed = await service_channel.advance(service, user_input, snapshot, events)
    if changed.match.proposed_channel is not None:
        await service_channel.ask_partner(service, user_input, changed.match, proposed)
    service.answer(user_input, *await channel_card(service, user_input, changed))


async def channel_given(service: Service, user_input: UserInput, code: str) -> None:
    """Read the name of another channel."""
    channel = read_channel(user_input.args)
    snapshot = await _visible_match(service, user_input, MatchCode(code))
    await service.questions.close(user_input)
    await _propose_or_rule(service, user_input, snapshot, channel)
