"""Texts and files that are neither a command nor a move: what their author may have meant.

They may belong to several subjects, so this module is above them.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.chat import attaching
from bot.chat.choosing import MOST_BUTTONS
from bot.chat.command_hints import spoken_hint
from bot.chat.competitions import entry_lists
from bot.chat.conversation import forwarded
from bot.chat.matches import own_proposals
from bot.chat.play import intents, photographs
from bot.chat.play.described_moves import described_square, described_word, lone_word, may_be_laid
from bot.chat.play.joined_sheets import reply_under
from bot.chat.play.move_games import to_move_in_or_closed
from bot.chat.play.offered_lines import offer_line
from bot.chat.play.preview import not_your_turn
from bot.chat.play.typed_moves import TypedMove
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.lookups.play.waiting_games import own_form
from bot.service.service import Service
from bot.texts.messages import Forwarded, Text, say
from engine.ids import PersonId
from storage.play.game_rows import GameRow


async def handle_file(service: Service, user_input: UserInput, move: TypedMove | None) -> None:
    """Handle a photograph, or an arbiter's list of players."""
    sent = user_input.incoming.file
    if sent is not None and photographs.is_picture(sent):
        if (origin := user_input.incoming.forwarded) is not None:
            text = await forwarded.quoted(service, user_input.args, origin)
            user_input = replace(user_input, args=text)
        await photographs.receive_sheet(service, user_input, sent, move)
    elif user_input.person.arbiter:
        await entry_lists.read_unrequested(service, user_input)
    else:
        await reply_under(service, user_input, say("relayed.no_picture"))


async def handle_forwarded(
    service: Service, user_input: UserInput, origin: Forwarded, *, is_act: bool
) -> None:
    """Ask what to do with a forwarded text; `is_act`: typed, it would be a command or a move.

    An arbiter who plays nowhere forwards lists of players, which are read as such.
    """
    if not is_act and not await _has_played(service, user_input.person.id):
        await handle_text(service, user_input)
        return
    text = await forwarded.quoted(service, user_input.args, origin)
    _, rows = await attaching.offer_to_cases(service, user_input, text)
    rows = (*rows, *await offer_line(service, user_input, text))
    if is_act:
        rows = (*rows, *await forwarded.as_own_row(service, user_input))
    key = "forwarded.ask" if rows else "forwarded.nothing"
    who = await forwarded.author(service, origin) or say("forwarded.somebody")
    service.reply(user_input, say(key, who=who, at=origin.at.isoformat()), rows)


async def handle_text(service: Service, user_input: UserInput) -> None:
    """Handle a text that is neither a command nor a move: figures, a list, or talk."""
    if await own_proposals.read_unrequested(service, user_input):
        return
    if intents.is_thanks(user_input.args):
        service.react(user_input, intents.THUMB)
    elif await _has_played(service, user_input.person.id):
        if not await intents.answer_question(service, user_input):
            await _help_player(service, user_input)
    elif user_input.person.arbiter:
        await entry_lists.read_unrequested(service, user_input)
    else:
        service.reply(user_input, say("play.unknown_idle", hint=_spoken_hint(user_input)))


def _spoken_hint(user_input: UserInput) -> Text | None:
    return spoken_hint(user_input.args, user_input.person.language)


async def _has_played(service: Service, person: PersonId) -> bool:
    """Return whether the person plays or has played; the list of running games is read anyway."""
    return bool(await service.game_lists.listed(person) or await service.game_lists.played(person))


async def _help_player(service: Service, user_input: UserInput) -> None:
    """Suggest what a player may have meant, and offer to forward the text."""
    replied = await service.named_games.replied_to(user_input)
    about = "" if replied is None else replied.game.id
    cases, case_rows = await attaching.offer_to_cases(
        service, user_input, user_input.args, about=about
    )
    line_rows = await offer_line(service, user_input, user_input.args)
    word = await _word_without_square(service, user_input)
    if word is not None:
        answer = say("play.where_to", word=word)
    elif (early_answer := await _out_of_turn(service, user_input)) is not None:
        answer = early_answer
    elif cases:
        answer = say("case.attach_ask", cases=attaching.case_names(cases), n=len(cases))
    else:
        plays = bool(line_rows) or bool(await service.game_lists.listed(user_input.person.id))
        answer = await _not_understood(service, user_input, plays=plays)
    service.reply(user_input, answer, (*case_rows, *line_rows))


async def _not_understood(service: Service, user_input: UserInput, *, plays: bool) -> Text:
    """Return what the person may have meant, and for a player how a move is written."""
    if (described := await _described_move(service, user_input)) is not None:
        return described
    hint = _spoken_hint(user_input)
    if not plays:
        return say("play.unknown_idle", hint=hint)
    return say("play.unknown", hint=hint, **await own_form(service, user_input.person.id))


async def _word_without_square(service: Service, user_input: UserInput) -> str | None:
    """Return the text if it is a word that the player could play, else None."""
    rows = await to_move_in_or_closed(service, user_input)
    return lone_word(user_input.args) if await _is_playable(service, user_input, rows) else None


async def _out_of_turn(service: Service, user_input: UserInput) -> Text | None:
    """Return that it is not the player's turn, if the text is a word that they could then play.

    None for any other text, and if several games are meant of which one waits for them.
    """
    listed = await service.game_lists.listed(user_input.person.id)
    rows = await service.closings.still_open(listed)
    not_to_move = [row for row in rows if row.turn_person != user_input.person.id]
    if not await _is_playable(service, user_input, not_to_move):
        return None
    if len(not_to_move) == 1:
        game = (await service.games.of_row(not_to_move[0])).game
        return not_your_turn(game, (await service.participants.of(game)).at(game.turn).name)
    return say("play.nothing_on_turn") if len(not_to_move) == len(rows) else None


async def _is_playable(service: Service, user_input: UserInput, rows: Sequence[GameRow]) -> bool:
    """Return whether the text is a word for which the player has the tiles in one of the games."""
    word = lone_word(user_input.args)
    if word is None:
        return False
    for snapshot in await service.game_lists.of_rows(rows[:MOST_BUTTONS]):
        game = snapshot.game
        seat = game.seat_of(user_input.person.id)
        is_possible = seat is not None and may_be_laid(word, game, seat)
        if is_possible and word in await lexicon_of(service, game):
            return True
    return False


async def _described_move(service: Service, user_input: UserInput) -> Text | None:
    """Return the correct form of a move described in a sentence.

    None for any other text, and if the player is not to move.
    """
    square = described_square(user_input.args)
    if square is None:
        return None
    rows = await to_move_in_or_closed(service, user_input)
    for snapshot in await service.game_lists.of_rows(rows[:MOST_BUTTONS]):
        word = described_word(user_input.args, snapshot.game)
        if word is not None:
            return say("hint.sentence", placement=f"{square} {word}")
    return None


async def answer_edit(service: Service, user_input: UserInput) -> None:
    """Answer an edited message: what its author wrote first counts."""
    service.reply(user_input, say("edited.no_effect"))
