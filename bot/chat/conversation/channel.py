"""`/legatura`: the channel through which two players correspond (art. 4.2, 6.1).

One player proposes, the other accepts with a button; either may end the agreement alone. An arbiter
is notified, and sets the channel if the players do not agree.
"""

from dataclasses import replace
from typing import Final

from bot.chat import topics
from bot.chat.choosing import match_rows
from bot.chat.play.writing import split_game
from bot.runtime.shared import Said
from bot.service.conversation import channel as service_channel
from bot.service.conversation.questions import way_out
from bot.service.matches.matches import CODE_LENGTH, CODE_LETTERS, SeenMatch
from bot.service.service import Service
from bot.texts.buttons.conversation import CHANNEL
from bot.texts.messages import Buttons, Text, rows_of, say
from bot.texts.notices.conversation.channel import channel_text, settings_text
from engine.errors import Fault, GameStateError
from engine.ids import GameId, MatchCode, match_of
from engine.matches.channel import (
    Channel,
    accept_channel,
    drop_channel,
    end_channel,
    end_sheets_only,
    propose_channel,
    read_channel,
)
from engine.matches.correspondence_events import ChannelSettings

IN_A_ROW: Final = 3
BOT: Final = "bot"
"""The name of the bot as a channel in a button's data."""


async def show(service: Service, said: Said) -> None:
    """Handle `/legatura [MATCH] [CHANNEL]`: show the channel, or propose or set one."""
    seen, channel = await _meant(service, said)
    if seen is None:
        await _which(service, said)
    elif channel:
        await _choose(service, said, seen, read_channel(channel))
    else:
        service.reply(said, *await _card(service, said, seen), about=seen.match.code)


async def _meant(service: Service, said: Said) -> tuple[SeenMatch | None, str]:
    """Return the named or only match (None if unclear), and the rest of the text."""
    game, rest = split_game(said.args)
    if game:
        return await _seen(service, said, match_of(GameId(game))), rest
    first, _, rest = said.args.partition(" ")
    if first:
        try:
            return await _seen(service, said, MatchCode(first.upper())), rest.strip()
        except GameStateError as error:
            if error.faults[0].code != "no_such_match" or _is_code(first):
                raise
    replied = await service.games.replied_to(said)
    if replied is not None:
        return await _seen(service, said, replied.game.match), said.args
    found = await _matches(service, said)
    return (found[0] if len(found) == 1 else None), said.args


def _is_code(word: str) -> bool:
    """Return whether a word has the form of a match code, and so is no channel."""
    return len(word) == CODE_LENGTH and set(word) <= set(CODE_LETTERS)


async def _matches(service: Service, said: Said) -> list[SeenMatch]:
    """Return the matches the person plays now, then those they rule."""
    played = await service.matches.active(said.person.id)
    ruled = await service.matches.ruled_active(said.person.id)
    return [*played, *(one for one in ruled if said.person.id not in one.match.people)]


async def _seen(service: Service, said: Said, code: MatchCode) -> SeenMatch:
    """Return a match that the person plays or rules.

    Raises:
        GameStateError: no match has that code, or they neither play nor rule it.
    """
    seen = await service.matches.load(code)
    if said.person.id in seen.match.people:
        return seen
    return await service.matches.ruled_by(said, code)


async def _which(service: Service, said: Said) -> None:
    found = await _matches(service, said)
    rows = await match_rows(
        service, found, lambda label, match: CHANNEL.button(label, match, "show")
    )
    service.reply(said, say("means.which" if rows else "means.no_match"), rows)


async def pressed(service: Service, said: Said) -> None:
    """Handle `means:MATCH:VERB[:WHAT]`: show, choose a channel, propose sheets, end, answer."""
    code, verb, what = CHANNEL.read(said.args)
    seen = await _seen(service, said, code)
    if verb == "show":
        service.edit(said, *await _card(service, said, seen))
    elif verb == "via":
        await _choose(service, said, seen, "" if what == BOT else read_channel(what))
    elif verb == "other":
        await service.questions.ask(said, topics.CHANNEL, seen.match.code)
        service.edit(
            said, say("means.ask_channel", match=seen.match.code), (way_out(topics.CHANNEL),)
        )
    elif said.person.id not in seen.match.people:
        raise GameStateError(Fault("button_unknown"))
    else:
        await _by_player(service, said, seen, verb, what)


async def _by_player(service: Service, said: Said, seen: SeenMatch, verb: str, what: str) -> None:
    """Handle the player's actions: propose sheets, answer, or end the agreement."""
    match, person = seen.match, said.person.id
    if verb == "sheets":
        await _propose(service, said, seen, replace(match.channel_settings, sheets_only=True))
        return
    if verb == "typed":
        events = end_sheets_only(match, person, said.at)
    elif verb == "end":
        events = end_channel(match, person, said.at)
    elif verb == "yes":
        events = accept_channel(match, person, service_channel.settings_of(what), said.at)
    elif verb == "no":
        await _refuse(service, said, seen, service_channel.settings_of(what))
        return
    else:
        raise GameStateError(Fault("button_unknown"))
    after = await service_channel.advance(service, said, seen, events)
    service.edit(said, *await _card(service, said, after))


async def _refuse(service: Service, said: Said, seen: SeenMatch, refused: ChannelSettings) -> None:
    """Refuse the opponent's proposal and notify them, or withdraw one's own."""
    match = seen.match
    own = match.proposed_channel is not None and match.proposed_channel[0] == said.person.id
    events = drop_channel(match, said.person.id, refused, said.at)
    await service_channel.advance(service, said, seen, events)
    how = settings_text(refused)
    if not own:
        text = say("means.was_refused", who=said.person.name, match=match.code, how=how)
        await service.tell_person(match.partner(said.person.id), text, about=match.code)
    service.edit(said, say("means.dropped", match=match.code, how=how))


async def _choose(service: Service, said: Said, seen: SeenMatch, channel: str) -> None:
    """Propose a channel as a player; ask an arbiter for the reason to set it."""
    match = seen.match
    if said.person.id in match.people:
        await _propose(service, said, seen, replace(match.channel_settings, channel=channel))
        return
    question = say("means.rule", match=match.code, channel=channel_text(channel))
    about = f"{match.code}:{channel}"
    usual = say("means.usual")
    await service.decisions.ask(said, service_channel.KIND, about, question, usual=usual)


async def _propose(service: Service, said: Said, seen: SeenMatch, wanted: ChannelSettings) -> None:
    """Propose a channel to the opponent; it applies at once if they proposed the same."""
    events = propose_channel(seen.match, said.person.id, wanted, said.at)
    after = await service_channel.advance(service, said, seen, events)
    if after.match.proposed_channel is not None:
        await service_channel.ask_partner(service, said, after.match, wanted)
    service.answer(said, *await _card(service, said, after))


async def given(service: Service, said: Said, code: str) -> None:
    """Read the name of another channel."""
    channel = read_channel(said.args)
    await service.questions.close(said)
    await _choose(service, said, await _seen(service, said, MatchCode(code)), channel)


async def _card(service: Service, said: Said, seen: SeenMatch) -> tuple[Text, Buttons]:
    """Return the current channel, the proposal, and the buttons that change it."""
    match = seen.match
    names = await service.persons.names(match.people)
    is_player = said.person.id in match.people
    proposed = None
    if match.proposed_channel is not None:
        who, wanted = match.proposed_channel
        proposed = say("means.row_proposed", who=names[who], how=settings_text(wanted))
    text = say(
        "means.card",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        how=settings_text(match.channel_settings),
        ruled=say("means.row_ruled") if match.channel_is_ruled else None,
        proposed=proposed,
        rule=say("means.rule_player" if is_player else "means.rule_arbiter"),
    )
    if match.is_over:
        return text, ()
    if not is_player:
        return text, _channels(seen)
    return text, (*_answers(said, seen), *_ends(seen), *_channels(seen), *_sheets(seen))


def _answers(said: Said, seen: SeenMatch) -> Buttons:
    """Return the answers to the opponent's proposal, or the button to withdraw one's own."""
    match = seen.match
    if match.proposed_channel is None:
        return ()
    who, wanted = match.proposed_channel
    if who != said.person.id:
        return service_channel.answers(match, wanted)
    code = service_channel.written(wanted)
    return ((CHANNEL.button(say("button.means.take_back"), match.code, "no", code),),)


def _ends(seen: SeenMatch) -> Buttons:
    match, found = seen.match, []
    if match.channel_settings.sheets_only:
        found.append((CHANNEL.button(say("button.means.end_sheets"), match.code, "typed"),))
    if service_channel.is_agreed(match):
        label = say(
            "button.means.end_channel", channel=channel_text(match.channel_settings.channel)
        )
        found.append((CHANNEL.button(label, match.code, "end"),))
    return tuple(found)


def _channels(seen: SeenMatch) -> Buttons:
    """Return a button for each unused channel, and one for any other."""
    match = seen.match
    others = ["", *(each.value for each in Channel)] if match.channel_is_ruled else list(Channel)
    buttons = [
        CHANNEL.button(channel_text(each), match.code, "via", each or BOT)
        for each in others
        if each != match.channel_settings.channel
    ]
    buttons.append(CHANNEL.button(say("button.means.other"), match.code, "other"))
    return rows_of(buttons, IN_A_ROW)


def _sheets(seen: SeenMatch) -> Buttons:
    match = seen.match
    if match.channel_settings.sheets_only:
        return ()
    return ((CHANNEL.button(say("button.means.sheets"), match.code, "sheets"),),)
