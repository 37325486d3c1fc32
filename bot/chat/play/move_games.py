"""The choice of a typed move's game (art. 4).

The game is the one named or replied to. Otherwise it is the only one in which the person is to
move, or the only one whose tiles and board allow the move. Otherwise it is the last one opened;
without any, the bot asks.
"""

from collections.abc import Sequence

from bot.chat.choosing import MOST_BUTTONS, game_rows
from bot.chat.play.coming_games import nothing_running
from bot.chat.play.preview import show, unreadable
from bot.chat.play.typed_moves import TypedMove
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.lookups.play.waiting_games import on_turn_in
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import PICK
from bot.texts.messages import Card, Relayed, Text, say
from engine.errors import NotationError
from engine.games.appraisal import appraise, refused_words
from engine.ids import MatchCode
from engine.notation import PASS, format_placement, is_pass, readings
from engine.written_placement import parse_written
from storage.play.game_rows import GameRow


async def show_in_its_game(
    service: Service, user_input: UserInput, move: TypedMove, photo: Relayed | None = None
) -> None:
    """Show the typed move in its game, or ask for the game."""
    text = move.text
    snapshot = await _game_of_code(
        service, user_input, move.code
    ) or await service.named_games.replied_to(user_input)
    if snapshot is not None:
        await show(service, user_input, snapshot, text, photo)
        return
    waiting = await to_move_in_or_closed(service, user_input)
    if len(waiting) == 1:
        await show(service, user_input, await service.games.of_row(waiting[0]), text, photo)
    elif waiting:
        await _show_in_likeliest(service, user_input, waiting, text, photo)
    else:
        await _nowhere_to_move(service, user_input, text, photo)


async def _game_of_code(service: Service, user_input: UserInput, code: str) -> GameSnapshot | None:
    """Return the game of that code; None without one, or for a word of four letters.

    `pune H8 CASA` names no game; its first word is ignored.

    Raises:
        GameStateError: a code with a digit is of none of their games, or the game's log is damaged.
    """
    is_word = code.isalpha() and not await service.named_games.is_seen(user_input, code)
    if not code or is_word:
        return None
    return await service.named_games.of_code(user_input, code)


async def to_move_in_or_closed(service: Service, user_input: UserInput) -> list[GameRow]:
    """Return the games in which the person is to move, without those of closed phases.

    If all of them are in closed phases, return those, so that the answer explains it.
    """
    waiting = await on_turn_in(service, user_input.person.id)
    return await service.closings.still_open(waiting) or waiting


async def _nowhere_to_move(
    service: Service, user_input: UserInput, text: str, photo: Relayed | None
) -> None:
    """Explain why no move is possible now."""
    games = await service.game_lists.listed(user_input.person.id)
    still_open = await service.closings.still_open(games)
    # The preview in this game says whose turn it is, or that its phase is closed.
    if len(games) == 1 or (games and not still_open):
        await show(service, user_input, await service.games.of_row(games[0]), text, photo)
    elif games:
        service.reply(user_input, say("play.nothing_on_turn"))
    else:
        to_come = await nothing_running(service, user_input.person.id, say("play.no_games"))
        closed = await _last_phase_closed(service, user_input)
        service.reply(
            user_input,
            to_come if closed is None else say("play.closed", phase=closed, now=to_come),
        )


async def _last_phase_closed(service: Service, user_input: UserInput) -> Text | None:
    """Return that the phase of the person's last game is closed; None otherwise (art. 9.4)."""
    for row in (await service.game_lists.played(user_input.person.id))[:1]:
        snapshot = await service.matches.load(MatchCode(row.match_id))
        closing = await service.closings.past_closing_date(snapshot.match, user_input.at)
        if closing is not None:
            return say("play.phase_closed", closing=closing.isoformat())
    return None


async def _show_in_likeliest(
    service: Service,
    user_input: UserInput,
    waiting: Sequence[GameRow],
    text: str,
    photo: Relayed | None,
) -> None:
    """Show the move in the game that allows it, or in the one opened last; else ask."""
    try:
        allowed = await _allowing(service, user_input, waiting, text)
    except NotationError as error:
        await unreadable(service, user_input, error)
        return
    candidates = allowed or waiting
    meant = candidates
    if len(candidates) > 1:
        opened = await service.previews.last_opened(user_input)
        meant = [row for row in candidates if row.game_id == opened]
    if meant:
        snapshot = await service.games.of_row(meant[0])
        await show(service, user_input, snapshot, text, photo, is_one_of_several=True)
    else:
        token = await service.previews.keep_typed(user_input, text, photo)
        service.reply(user_input, *await which_game(service, user_input, candidates, text, token))


async def _allowing(
    service: Service, user_input: UserInput, rows: Sequence[GameRow], text: str
) -> list[GameRow]:
    """Return the games that allow the move, or else those that refuse only its words.

    A move with several readings is allowed if one of them is. Only as many games are tried as a
    question offers.

    Raises:
        NotationError: the move cannot be read.
    """
    if is_pass(text):
        return list(rows)
    placements = [parse_written(reading).placement for reading in readings(text)]
    allowing, but_for_words = list[GameRow](), list[GameRow]()
    for row in rows[:MOST_BUTTONS]:
        with leaving_out_damaged():
            game = (await service.games.of_row(row)).game
            lexicon, today = await lexicon_of(service, game), game.day_of(user_input.at)
            faults = [
                appraise(game, game.turn, placement, today, lexicon).faults
                for placement in placements
            ]
            if not all(faults):
                allowing.append(row)
            elif any(map(refused_words, faults)):
                but_for_words.append(row)
    return allowing or but_for_words


async def which_game(
    service: Service, user_input: UserInput, rows: Sequence[GameRow], text: str, token: str
) -> Card:
    """Return the question for the game of a readable move, with a button for each.

    `rows`: at least one game. `token`: as the stored move has it.
    """
    buttons = await game_rows(
        service, user_input.person.id, rows, lambda label, game: PICK.button(label, game, token)
    )
    if len(readings(text)) == 1:  # otherwise the next question is about the word as typed
        text = PASS if is_pass(text) else format_placement(parse_written(text).placement)
    example = f"{rows[0].match_id} {text}"
    return Card(say("play.which", text=text, example=example), buttons)
