"""Views of a game: sheets, tiles, history and the record. These commands change nothing.

For each view, one function handles its command and another shows a game (`game_buttons.SHOWS`).
Views that name days or whose turn it is take the game with the days of today: sheets that have not
arrived yet arrive today at the earliest (art. 7.1). Tiles, moves and scores do not depend on it.
"""

from typing import Final

from bot.chat.play.notes_list import own_notes_button
from bot.chat.play.one_game import about_one
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import View
from bot.texts.formats import in_tens
from bot.texts.messages import Text, say
from bot.texts.notices.days.ledger import player_text
from bot.texts.notices.matches.match_relay import rated_line
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.relay import move_text, score_text
from bot.texts.notices.play.sheets import captioned, sheets, turn_buttons
from bot.texts.notices.play.turn import leave_lines, state_text, turn_text
from bot.texts.pictures import BoardShown, CompetitionSheet, Document, DocumentKind, TimeSheet
from engine.games.game import Game, Stage
from engine.ids import Seat
from engine.matches.ledger.ledger import ledger

_COMING_TILES: Final = 14
"""The number of coming tiles shown."""


async def sheet(service: Service, user_input: UserInput) -> None:
    """Handle `/fisa`: both sheets of a game."""
    await about_one(service, user_input, View.SHEET, show_sheet)


async def show_sheet(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Send both sheets (art. 2.1)."""
    snapshot = await service.arrivals.with_days_of_today(snapshot)
    participants = await service.participants.of(snapshot.game)
    body = _state_lines(service, user_input, snapshot.game, participants)
    if snapshot.game.last_move is not None:
        body.insert(0, move_text(snapshot.game.last_move, participants))
    text = captioned(body, snapshot.game, snapshot.seq)
    notes = await own_notes_button(service, user_input, snapshot)
    service.reply(
        user_input,
        text,
        notes,
        pictures=sheets(snapshot.game.id, snapshot.seq),
        about=snapshot.game.id,
    )


def _state_lines(
    service: Service, user_input: UserInput, game: Game, participants: Participants
) -> list[Text]:
    """Return the score, the turn as the reader is concerned, and who is on leave."""
    reader, today = user_input.person.id, service.games.today(game)
    return [
        score_text(game, participants),
        state_text(game, participants, reader, today),
        *leave_lines(game, participants.names, reader, today),
    ]


async def thinking_time(service: Service, user_input: UserInput) -> None:
    """Handle `/timp`: the thinking-time sheet and both players' days."""
    await about_one(service, user_input, View.TIME, show_thinking_time)


async def show_thinking_time(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> None:
    """Send the thinking-time sheet (art. 7.2)."""
    game = await service.arrivals.for_time_decisions(snapshot.game)
    participants = await service.participants.of(game)
    clocks = await service.arrivals.clocks(game)
    rows = [
        say(
            "time.row",
            colour=say(f"colour.{seat.value}"),
            who=participants.at(seat).name,
            used=clocks.used[seat],
            left=clocks.left[seat],
        )
        for seat in Seat
    ]
    today = service.games.today(game)
    rows += leave_lines(game, participants.names, user_input.person.id, today)
    turn = turn_text(game, participants, today) if game.stage is Stage.RUNNING else None
    rated = rated_line((await service.matches.load(game.match)).match)
    text = say("time.state", game=game.id, rows=rows, rated=rated, turn=turn)
    picture = TimeSheet(game.id, snapshot.seq)
    service.reply(user_input, text, pictures=(picture,), about=game.id)


async def open_sequence(service: Service, user_input: UserInput) -> None:
    """Handle `/sir`: the open letter sequence and its remaining tiles."""
    await about_one(service, user_input, View.SEQUENCE, show_open_sequence)


async def show_open_sequence(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> None:
    """Show the sequence, with used tiles struck through (art. 1.3, 4.1)."""
    game = snapshot.game
    text = say(
        "sequence.state",
        game=game.id,
        taken=in_tens(game.sequence[: game.drawn]),
        coming=say(
            "sequence.coming",
            left=in_tens(game.sequence[game.drawn :]),
            n=game.left_in_sequence,
        )
        if game.left_in_sequence
        else say("letters.sequence_over"),
    )
    service.reply(user_input, text, about=game.id)


async def racks(service: Service, user_input: UserInput) -> None:
    """Handle `/litere`: both racks and the next tiles."""
    await about_one(service, user_input, View.LETTERS, show_racks)


async def show_racks(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Show both racks, which are open like all tiles (art. 1.1), and the next tiles."""
    game, participants = snapshot.game, await service.participants.of(snapshot.game)
    hands = [
        say(
            "letters.hand" if game.side(seat).rack else "letters.hand_empty",
            colour=say(f"colour.{seat.value}"),
            who=participants.at(seat).name,
            rack=game.side(seat).rack,
        )
        for seat in Seat
    ]
    coming = game.sequence[game.drawn : game.drawn + _COMING_TILES]
    text = say(
        "letters.state",
        game=game.id,
        hands=hands,
        coming=say("letters.coming", coming=coming, n=game.left_in_sequence)
        if coming
        else say("letters.sequence_over"),
    )
    service.reply(user_input, text, about=game.id)


async def board(service: Service, user_input: UserInput) -> None:
    """Handle `/tabla`: the board and the person's own rack."""
    await about_one(service, user_input, View.BOARD, show_board)


async def show_board(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Send the current board and the person's rack, with how to answer if they are to move."""
    snapshot = await service.arrivals.with_days_of_today(snapshot)
    participants = await service.participants.of(snapshot.game)
    body = _state_lines(service, user_input, snapshot.game, participants)
    text = captioned(body, snapshot.game, snapshot.seq)
    picture = BoardShown(snapshot.game.id, snapshot.seq)
    is_open = snapshot.game.stage is Stage.RUNNING and not await service.closings.is_game_closed(
        snapshot.game
    )
    is_to_move = is_open and snapshot.game.seat_of(user_input.person.id) is snapshot.game.turn
    notes = await own_notes_button(service, user_input, snapshot, with_book=not is_to_move)
    buttons = turn_buttons(snapshot.game, participants.kind) if is_to_move else ()
    service.reply(user_input, text, (*buttons, *notes), pictures=(picture,), about=snapshot.game.id)


async def history(service: Service, user_input: UserInput) -> None:
    """Handle `/istoric`: every move of a game."""
    await about_one(service, user_input, View.HISTORY, show_history)


async def show_history(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """List the moves in order."""
    game, participants = snapshot.game, await service.participants.of(snapshot.game)
    rows = [move_text(move, participants) for move in game.moves] or [say("history.none")]
    text = say("history.list", game=game.id, rows=rows, score=score_text(game, participants))
    service.reply(user_input, text, about=game.id)


async def export(service: Service, user_input: UserInput) -> None:
    """Handle `/export`: the game record and sheets as files; others' games once public."""
    public_game = await _others_public_game(service, user_input)
    if public_game is not None:
        await _show_public_record(service, user_input, public_game)
        return
    await about_one(service, user_input, View.RECORD, show_export, of_any_stage=True)


async def _others_public_game(service: Service, user_input: UserInput) -> GameSnapshot | None:
    """Return the typed game if others play it; None if the person's own games are meant.

    Raises:
        GameStateError: there is no such game, or it is not public yet.
    """
    code = await service.named_games.code_in(user_input)
    if not code or await service.named_games.is_seen(user_input, code):
        return None
    return await service.embargoes.open_game(user_input, code)


async def _show_public_record(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> None:
    """Send the record and the competition sheet, without the players' private days."""
    game = snapshot.game.id
    document = Document(DocumentKind.GCG, game)
    service.reply(user_input, say("export.gcg", game=game), document=document)
    text = say("sheets.follow", game=game, version=snapshot.seq)
    service.reply(user_input, text, pictures=(CompetitionSheet(game, snapshot.seq),))


async def show_export(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Send the GCG record, then both sheets with the state of the game."""
    document = Document(DocumentKind.GCG, snapshot.game.id)
    service.reply(user_input, say("export.gcg", game=snapshot.game.id), document=document)
    await show_sheet(service, user_input, snapshot)


async def days_ledger(service: Service, user_input: UserInput) -> None:
    """Handle `/jurnal`: a game's ledger of days, for its players and arbiters."""
    await about_one(service, user_input, View.LEDGER, show_ledger)


async def show_ledger(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Show how each day of thinking time and leave was used, given or kept (art. 7)."""
    game = snapshot.game
    entries = ledger(await service.games.stored(game.id), await service.matches.events(game.match))
    authors = {entry.author for entry in entries if entry.author is not None}
    names = await service.persons.names(authors | {game.side(seat).person for seat in Seat})
    players = [player_text(seat, game.side(seat).person, entries, names) for seat in Seat]
    service.reply(user_input, say("ledger.list", game=game.id, players=players), about=game.id)
