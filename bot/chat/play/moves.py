"""Typed moves and passes, and the choice of their game (art. 4).

The game is the one named or replied to. Otherwise it is the only one in which the person is to
move, or the only one whose tiles and board allow the move. Otherwise it is the last one opened;
without any, the bot asks. `bot.chat.play.preview` then shows the move.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.choosing import MOST, game_rows
from bot.chat.conversation.offered_lines import offer
from bot.chat.handling import call
from bot.chat.matches import own_proposals
from bot.chat.play import intents
from bot.chat.play.game_list import nothing_running
from bot.chat.play.preview import show, unreadable
from bot.chat.play.sent import gone
from bot.chat.play.typed import (
    TypedMove,
    lone_word,
    may_be_laid,
    read_move,
    spoken_hint,
    told_square,
    told_word,
)
from bot.runtime.shared import Said
from bot.service.cases.ruled_words import lexicon_of
from bot.service.play.games import SeenGame
from bot.service.play.moving import PASS
from bot.service.play.previews import Typed
from bot.service.play.waiting_games import on_turn_in
from bot.service.service import Service
from bot.texts.buttons.play import OTHER, PICK, READ_AS
from bot.texts.buttons.play import PASS as PASS_PRESSED
from bot.texts.messages import Buttons, Relayed, Text, say
from engine.errors import GameStateError, NotationError
from engine.games.appraisal import appraise, refused_words
from engine.ids import MatchCode
from engine.notation import format_placement, is_pass, readings
from engine.written import parse_written, rest_of
from storage.play.game_rows import GameRow


async def typed(service: Service, said: Said, move: TypedMove) -> None:
    """Handle a move or a pass typed as a text of its own."""
    await _choose_game(service, said, move)


async def plain_text(service: Service, said: Said) -> None:
    """Handle a text that is neither a command nor a move: figures, a list, or talk."""
    if await own_proposals.typed(service, said):
        return
    if intents.is_thanks(said.args):
        service.react(said, intents.THUMB)
    elif await service.games.played(said.person.id):
        if not await intents.answered(service, said):
            await _help_player(service, said)
    elif said.person.arbiter:
        await list_of_players(service, said)
    else:
        service.reply(said, say("play.unknown_idle", hint=spoken_hint(said.args)))


async def list_of_players(service: Service, said: Said) -> None:
    """Offer to enter the players in an arbiter's text or file."""
    await call("competitions.lists.unrequested", service, said)


async def _help_player(service: Service, said: Said) -> None:
    """Suggest what a player may have meant, and offer to forward the text."""
    word = await _without_square(service, said)
    buttons = await offer(service, said, said.args)
    plays = bool(buttons) or bool(await service.games.listed(said.person.id))
    hint = await _told_in_words(service, said) or spoken_hint(said.args)
    text = say("play.unknown" if plays else "play.unknown_idle", hint=hint)
    service.reply(said, say("play.where_to", word=word) if word else text, buttons)


async def _without_square(service: Service, said: Said) -> str:
    """Return the text if it is a word that the player could play, else ""."""
    word = lone_word(said.args)
    if word:
        for row in (await _to_move_in(service, said))[:MOST]:
            game = (await service.games.of_row(row)).game
            if may_be_laid(word, game) and word in await lexicon_of(service, game):
                return word
    return ""


async def _told_in_words(service: Service, said: Said) -> Text | None:
    """Return the correct form of a move described in a sentence, if the player is to move."""
    if square := told_square(said.args):
        for row in (await _to_move_in(service, said))[:MOST]:
            word = told_word(said.args, (await service.games.of_row(row)).game)
            if word:
                return say("hint.sentence", placement=f"{square} {word}")
    return None


async def place(service: Service, said: Said) -> None:
    """Handle `/depune H8 CASA`."""
    if not said.args:
        service.reply(said, say("play.how"))
        return
    await _choose_game(service, said, read_move(said.args) or TypedMove(said.args))


async def announce_pass(service: Service, said: Said) -> None:
    """Handle `/pas [GAME]`."""
    coded = f"{said.args} {PASS}".strip()
    await _choose_game(service, said, read_move(coded) or TypedMove(coded))


async def pass_pressed(service: Service, said: Said) -> None:
    """Handle the button under a board that announces a pass: `pass:GAME`."""
    seen = await service.games.of_player(said, PASS_PRESSED.read(said.args).game)
    service.toast(said)
    await show(service, said, seen, PASS)


async def with_photo(service: Service, said: Said, move: TypedMove, photo: Relayed) -> None:
    """Handle a move written under the photograph of its sheet (art. 4.2)."""
    await _choose_game(service, said, move, photo)


async def game_named(service: Service, said: Said) -> None:
    """Handle the button with the game of a typed move: `pick:GAME`."""
    typed = await service.previews.take_typed(said)
    if typed is None:  # already answered: the result of the first press stays
        service.toast(said, say("play.stale"))
        return
    seen = await service.games.of_player(said, PICK.read(said.args).game)
    service.edit(said, say("play.picked", game=seen.game.id, text=typed.text))
    await show(service, _as_typed(typed, said, seen), seen, typed.text, typed.photo)


async def read_as(service: Service, said: Said) -> None:
    """Handle the button with the meaning of a two-letter word: `as:GAME:NUMBER`."""
    game, number = READ_AS.read(said.args)
    typed = await service.previews.take_typed(said)
    if typed is None or number not in {0, 1}:
        service.toast(said, say("play.stale"))
        return
    seen = await service.games.of_player(said, game)
    text = readings(typed.text)[number]
    service.edit(said, say("play.picked", game=seen.game.id, text=text))
    text += rest_of(typed.text)
    await show(service, _as_typed(typed, said, seen), seen, text, typed.photo)


async def another_game(service: Service, said: Said) -> None:
    """Handle the button that moves a preview to another game: `other:TOKEN`."""
    preview = await service.previews.take(said, OTHER.read(said.args).token)
    if preview is None:
        await gone(service, said)
        return
    photo = await service.previews.take_photo(said, preview)
    rows = [row for row in await _to_move_in(service, said) if row.game_id != preview.game_id]
    typed = replace(said, incoming=replace(said.incoming, at=preview.typed_at))
    await service.previews.keep_typed(typed, preview.placement, photo)
    service.edit(said, *await _question(service, said, rows, preview.placement))


def _as_typed(typed: Typed, said: Said, seen: SeenGame) -> Said:
    """Return the answer at the instant of the text, unless the game has changed since."""
    last = seen.game.last_move
    return said if last is not None and last.at > typed.said.at else typed.said


async def _choose_game(
    service: Service, said: Said, move: TypedMove, photo: Relayed | None = None
) -> None:
    """Show the typed move in its game, or ask for the game."""
    text = move.text
    named = await _named(service, said, move.code) or await service.games.replied_to(said)
    if named is not None:
        await show(service, said, named, text, photo)
        return
    mine = await _to_move_in(service, said)
    if len(mine) == 1:
        await show(service, said, await service.games.of_row(mine[0]), text, photo)
    elif mine:
        await _show_in_one(service, said, mine, text, photo)
    else:
        await _nowhere_to_move(service, said, text, photo)


async def _named(service: Service, said: Said, code: str) -> SeenGame | None:
    """Return the game of that code; None if it does not exist or is a word of four letters.

    `pune H8 CASA` names no game; its first word is ignored.

    Raises:
        GameStateError: the text has the form of a code, but none of their games has it.
    """
    if not code:
        return None
    try:
        return await service.games.named(said, code)
    except GameStateError:
        if code.isalpha():
            return None
        raise


async def _to_move_in(service: Service, said: Said) -> list[GameRow]:
    """Return the games in which the person is to move, without those of closed phases.

    If all of them are in closed phases, return those, so that the answer explains it.
    """
    mine = await on_turn_in(service, said.person.id)
    return await service.closings.still_open(mine) or mine


async def _nowhere_to_move(service: Service, said: Said, text: str, photo: Relayed | None) -> None:
    """Explain why no move is possible now."""
    games = await service.games.listed(said.person.id)
    still_open = await service.closings.still_open(games)
    # The preview in this game says whose turn it is, or that its phase is closed.
    if len(games) == 1 or (games and not still_open):
        await show(service, said, await service.games.of_row(games[0]), text, photo)
    elif games:
        service.reply(said, say("play.nothing_on_turn"))
    else:
        none = await nothing_running(service, said.person.id, say("play.no_games"))
        closed = await _last_phase_closed(service, said)
        service.reply(said, none if closed is None else say("play.closed", phase=closed, now=none))


async def _last_phase_closed(service: Service, said: Said) -> Text | None:
    """Return that the phase of the person's last game is closed; None otherwise (art. 9.4)."""
    for row in (await service.games.played(said.person.id))[:1]:
        seen = await service.matches.load(MatchCode(row.match_id))
        closing = await service.closings.past_closing_date(seen.match, said.at)
        if closing is not None:
            return say("play.phase_closed", closing=closing.isoformat())
    return None


async def _show_in_one(
    service: Service, said: Said, mine: Sequence[GameRow], text: str, photo: Relayed | None
) -> None:
    """Show the move in the game that allows it, or in the one opened last; else ask."""
    try:
        allowed = await _allowing(service, said, mine, text)
    except NotationError as error:
        await unreadable(service, said, error)
        return
    pool = allowed or mine
    opened = await service.previews.last_opened(said)
    meant = [row for row in pool if row.game_id == opened] if len(pool) > 1 else pool
    if meant:
        seen = await service.games.of_row(meant[0])
        await show(service, said, seen, text, photo, is_one_of_several=True)
    else:
        await service.previews.keep_typed(said, text, photo)
        service.reply(said, *await _question(service, said, pool, text))


async def _allowing(
    service: Service, said: Said, rows: Sequence[GameRow], text: str
) -> list[GameRow]:
    """Return the games that allow the move, or else those that refuse only its words.

    Raises:
        NotationError: the move cannot be read.
    """
    if is_pass(text):
        return list(rows)
    placements = [parse_written(reading).placement for reading in readings(text)]
    found, but_for_words = list[GameRow](), list[GameRow]()
    for row in rows[:MOST]:
        game = (await service.games.of_row(row)).game
        lexicon, today = await lexicon_of(service, game), game.day_of(said.at)
        faults = [appraise(game, game.turn, each, today, lexicon).faults for each in placements]
        if not all(faults):
            found.append(row)
        elif any(map(refused_words, faults)):
            but_for_words.append(row)
    return found or but_for_words


async def _question(
    service: Service, said: Said, rows: Sequence[GameRow], text: str
) -> tuple[Text, Buttons]:
    """Return the question for the game of a readable move, with a button for each."""
    buttons = await game_rows(service, said.person.id, rows, PICK.button)
    if len(readings(text)) == 1:  # otherwise the next question is about the word as typed
        text = PASS if is_pass(text) else format_placement(parse_written(text).placement)
    example = f"{rows[0].match_id} {text}"
    return say("play.which", text=text, example=example), buttons
