"""Views of a game: sheets, tiles, words, history and the record. These commands change nothing.

The game comes from the command's argument or from the message replied to. If the person has
several, buttons offer them.
"""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass

from bot.chat.choosing import game_rows
from bot.chat.commands import SHOWS
from bot.chat.handling import call
from bot.chat.play.game_list import nothing_running, without_game
from bot.runtime.shared import Said
from bot.service.cases.ruled_words import PlayedWith, played_with
from bot.service.play.games import SeenGame
from bot.service.play.notes import own_notes_button
from bot.service.service import Service
from bot.texts.buttons.play import SHOW
from bot.texts.messages import Text, say
from bot.texts.notices.days.ledger import player_text
from bot.texts.notices.matches.match_relay import rated_line
from bot.texts.notices.play.relay import move_text, score_text
from bot.texts.notices.play.sheets import sheets, turn_buttons
from bot.texts.notices.play.whose_turn import state_text, turn_text
from bot.texts.pictures import BoardShown, CompetitionSheet, Document, DocumentKind, TimeSheet
from engine.errors import Fault, GameStateError
from engine.games.events import EditionRef
from engine.games.game import Stage
from engine.ids import Seat
from engine.matches.ledger import ledger
from engine.notation import fold

Show = Callable[[Service, Said, SeenGame], Awaitable[None]]

MOST_WORDS = 20
"""The most words in one query."""
COMING = 14
"""The number of coming tiles shown."""


async def sheet(service: Service, said: Said) -> None:
    """Handle `/fisa`: both sheets of a game."""
    await about_one(service, said, "sheet", show_sheet)


async def show_sheet(service: Service, said: Said, seen: SeenGame) -> None:
    """Send both sheets (art. 2.1)."""
    seen = await service.arrivals.shown(seen)
    participants = await service.games.participants(seen.game)
    body = [score_text(seen.game, participants)]
    if seen.game.last_move is not None:
        body.insert(0, move_text(seen.game.last_move, participants))
    body.append(state_text(seen.game, participants, said.person.id, service.games.today(seen.game)))
    text = say("sheets.caption", body=body, game=seen.game.id, version=seen.seq)
    notes = await own_notes_button(service, said, seen)
    service.reply(said, text, notes, pictures=sheets(seen.game.id, seen.seq), about=seen.game.id)


async def time(service: Service, said: Said) -> None:
    """Handle `/timp`: the thinking-time sheet and both players' days."""
    await about_one(service, said, "time", show_time)


async def show_time(service: Service, said: Said, seen: SeenGame) -> None:
    """Send the thinking-time sheet (art. 7.2)."""
    game = await service.arrivals.judged(seen.game)
    participants, time = await service.games.participants(game), await service.arrivals.clocks(game)
    rows = [
        say(
            "time.row",
            colour=say(f"colour.{seat.value}"),
            who=participants.at(seat).name,
            used=time.used(seat),
            left=time.left(seat),
        )
        for seat in Seat
    ]
    turn = None
    if game.stage is Stage.RUNNING:
        turn = turn_text(game, participants, service.games.today(game))
    rated = rated_line((await service.matches.load(game.match)).match)
    text = say("time.state", game=game.id, rows=rows, rated=rated, turn=turn)
    picture = TimeSheet(game.id, seen.seq)
    service.reply(said, text, pictures=(picture,), about=game.id)


async def sequence(service: Service, said: Said) -> None:
    """Handle `/sir`: the open letter sequence and its remaining tiles."""
    await about_one(service, said, "sequence", show_sequence)


async def show_sequence(service: Service, said: Said, seen: SeenGame) -> None:
    """Show the sequence, with used tiles struck through (art. 1.3, 4.1)."""
    game = seen.game
    text = say(
        "sequence.state",
        game=game.id,
        taken=_in_tens(game.sequence[: game.drawn]),
        left=_in_tens(game.sequence[game.drawn :]) or "—",
        n=game.left_in_sequence,
    )
    service.reply(said, text, about=game.id)


def _in_tens(tiles: str) -> str:
    return " ".join(tiles[n : n + 10] for n in range(0, len(tiles), 10))


async def letters(service: Service, said: Said) -> None:
    """Handle `/litere`: both racks and the next tiles."""
    await about_one(service, said, "letters", show_letters)


async def show_letters(service: Service, said: Said, seen: SeenGame) -> None:
    """Show both racks, which are open like all tiles (art. 1.1), and the next tiles."""
    game, participants = seen.game, await service.games.participants(seen.game)
    hands = [
        say(
            "letters.hand",
            colour=say(f"colour.{seat.value}"),
            who=participants.at(seat).name,
            rack=game.side(seat).rack or "—",
        )
        for seat in Seat
    ]
    coming = game.sequence[game.drawn : game.drawn + COMING]
    text = say(
        "letters.state",
        game=game.id,
        hands=hands,
        coming=coming or "—",
        n=game.left_in_sequence,
    )
    service.reply(said, text, about=game.id)


async def board(service: Service, said: Said) -> None:
    """Handle `/tabla`: the board and the person's own rack."""
    await about_one(service, said, "board", show_board)


async def show_board(service: Service, said: Said, seen: SeenGame) -> None:
    """Send the current board, with how to answer."""
    seen = await service.arrivals.shown(seen)
    participants = await service.games.participants(seen.game)
    body = [score_text(seen.game, participants)]
    body.append(state_text(seen.game, participants, said.person.id, service.games.today(seen.game)))
    text = say("sheets.caption", body=body, game=seen.game.id, version=seen.seq)
    picture = BoardShown(seen.game.id, seen.seq)
    runs = seen.game.stage is Stage.RUNNING and not await service.closings.is_game_closed(seen.game)
    is_to_move = runs and seen.game.seat_of(said.person.id) is seen.game.turn
    notes = await own_notes_button(service, said, seen, with_book=not is_to_move)
    buttons = turn_buttons(seen.game, has_arbiter=participants.has_arbiter) if is_to_move else ()
    service.reply(said, text, (*buttons, *notes), pictures=(picture,), about=seen.game.id)


async def history(service: Service, said: Said) -> None:
    """Handle `/istoric`: every move of a game."""
    await about_one(service, said, "history", show_history)


async def show_history(service: Service, said: Said, seen: SeenGame) -> None:
    """List the moves in order."""
    game, participants = seen.game, await service.games.participants(seen.game)
    rows = [move_text(move, participants) for move in game.moves] or [say("history.none")]
    text = say("history.list", game=game.id, rows=rows, score=score_text(game, participants))
    service.reply(said, text, about=game.id)


async def record(service: Service, said: Said) -> None:
    """Handle `/export`: the game record and sheets as files; others' games once public."""
    named = said.args and await service.games.replied_to(said) is None
    if named and not await service.games.is_seen(said, said.args):
        await _show_public_record(service, said, await service.embargoes.opened(said, said.args))
        return
    await about_one(service, said, "export", show_record, finished=True)


async def _show_public_record(service: Service, said: Said, seen: SeenGame) -> None:
    """Send the record and the competition sheet, without the players' private days."""
    game = seen.game.id
    document = Document(DocumentKind.GCG, game)
    service.reply(said, say("export.gcg", game=game), document=document)
    text = say("sheets.follow", game=game, version=seen.seq)
    service.reply(said, text, pictures=(CompetitionSheet(game, seen.seq),))


async def show_record(service: Service, said: Said, seen: SeenGame) -> None:
    """Send the GCG record and the competition sheet."""
    document = Document(DocumentKind.GCG, seen.game.id)
    service.reply(said, say("export.gcg", game=seen.game.id), document=document)
    await show_sheet(service, said, seen)


async def days_ledger(service: Service, said: Said) -> None:
    """Handle `/jurnal`: a game's ledger of days, for its players and arbiters."""
    await about_one(service, said, "ledger", show_ledger)


async def show_ledger(service: Service, said: Said, seen: SeenGame) -> None:
    """Show how each day of thinking time and leave was used, given or kept (art. 7)."""
    game = seen.game
    entries = ledger(await service.games.events(game.id), await service.matches.events(game.match))
    authors = {entry.author for entry in entries if entry.author is not None}
    names = await service.persons.names(authors | {game.side(seat).person for seat in Seat})
    players = [player_text(seat, names[game.side(seat).person], entries, names) for seat in Seat]
    service.reply(said, say("ledger.list", game=game.id, players=players), about=game.id)


async def words(service: Service, said: Said) -> None:
    """Handle `/cuvant`: whether words are valid in the person's competitions (art. 3.1, 5.3).

    For a person without a game, today's list answers.
    """
    typed = fold(said.args).upper().replace(",", " ").split()
    asked = [*dict.fromkeys(word for each in typed if (word := _bare(each)))]
    if not asked:
        service.reply(said, say("words.how"))
        return
    lists = await played_with(service, said.person.id)
    if not lists:
        lists = [PlayedWith(say("words.today"), service.shared.edition_on(service.today()), {})]
    answers = _answers(service, lists, asked[:MOST_WORDS])
    rest = [say("words.more", most=MOST_WORDS)] if len(asked) > MOST_WORDS else []
    if len(answers) == 1:
        service.reply(said, _list_text(service, answers[0], rest))
        return
    shown = [_list_text(service, answer, (), where=True) for answer in answers]
    service.reply(said, say("words.several", lists=[*shown, *rest]))


@dataclass(frozen=True, slots=True)
class _Answer:
    """One word list's answer about the words, and the competitions that use it."""

    edition: EditionRef
    rows: tuple[Text, ...]
    where: list[Text]


def _answers(service: Service, lists: Sequence[PlayedWith], asked: Sequence[str]) -> list[_Answer]:
    """Return each list's answer; equal answers of one edition are merged."""
    found: list[_Answer] = []
    for each in lists:
        lexicon = service.shared.lexicon(each.edition)
        rows = tuple(say(_judged(word, lexicon, each.ruled), word=word) for word in asked)
        same = [one for one in found if (one.edition, one.rows) == (each.edition, rows)]
        if same:
            same[0].where.append(each.where)
        else:
            found.append(_Answer(each.edition, rows, [each.where]))
    return found


def _list_text(
    service: Service, answer: _Answer, rest: Sequence[Text], *, where: bool = False
) -> Text:
    """Return a list's answer as a text, with the list's name."""
    edition = answer.edition
    note = None if service.shared.official(edition) else say("words.not_official")
    rows = [*answer.rows, *rest]
    if where:
        return say("words.where", where=answer.where, rows=rows, edition=edition.name, note=note)
    return say("words.list", rows=rows, edition=edition.name, note=note)


def _bare(word: str) -> str:
    """Return the word without surrounding punctuation."""
    return word.lstrip("„”\"'(").rstrip("„”\"').;:!?")


def _judged(word: str, lexicon: Container[str], ruled: Mapping[str, bool]) -> str:
    """Return the key of a word's answer; a ruling precedes the list (art. 5.3)."""
    if not word.isalpha():
        return "words.no_word"
    if word in ruled:
        return "words.ruled_right" if ruled[word] else "words.ruled_wrong"
    return "words.right" if word in lexicon else "words.wrong"


async def game_named(service: Service, said: Said) -> None:
    """Handle the button of a game: `show:GAME:WHAT`; `WHAT` is a key of `commands.SHOWS`."""
    game, what = SHOW.read(said.args)
    seen = await service.games.visible(said, game)
    if what not in SHOWS:
        raise GameStateError(Fault("button_unknown"))
    service.toast(said)
    await service.previews.note_opened(said, seen.game.id)
    await call(SHOWS[what], service, said, seen)


async def about_one(
    service: Service, said: Said, what: str, show_it: Show, *, finished: bool = False
) -> None:
    """Show a view of the game meant, or ask which; `what` is a key of `commands.SHOWS`."""
    replied = await service.games.replied_to(said)
    if replied is not None or said.args:
        seen = replied or await service.games.named(said, said.args)
        await service.previews.note_opened(said, seen.game.id)
        await show_it(service, said, seen)
        return
    person = said.person.id
    found = [] if finished else await service.games.listed(person)
    found = found or await service.games.played(person)
    if not found:
        service.reply(said, await nothing_running(service, person, without_game(said.person)))
    elif len(found) == 1:
        await show_it(service, said, await service.games.of_row(found[0]))
    else:
        rows = await game_rows(
            service, person, found, lambda label, game: SHOW.button(label, game, what)
        )
        service.reply(said, say("games.which"), rows)
