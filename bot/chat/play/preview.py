"""The preview of a move or pass, shown to its author (art. 4).

A typed move is never made at once. The player sees it on the board, scored and checked, and sends
it by a button (`bot.chat.play.preview_buttons`). The preview stores the number of the game's last
event; any later event makes it invalid.
"""

from dataclasses import dataclass
from typing import Final

from bot.chat.play.move_hints import nearest_allowed, rack_hint
from bot.chat.play.offered_lines import offer_line
from bot.chat.play.written_beside import beside_texts, check_no_talk
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.lookups.play.held_move_checks import check_none_held
from bot.service.notices.play.effects import effect_of
from bot.service.notices.play.written_moves import plan, preview_buttons, timing_of
from bot.service.operations.conversation.channel import lacks_sheet
from bot.service.operations.play.moving import check_may_move
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.play.previews import preview_key, refusal_key
from bot.service.service import Service
from bot.texts.buttons.cases import ASK
from bot.texts.buttons.play import READ_AS
from bot.texts.fault_texts import faults_text, refusal_lines
from bot.texts.messages import Buttons, Relayed, Text, say
from bot.texts.notices.play.preview import pass_text, preview_text
from bot.texts.pictures import BoardShown
from engine.errors import GameStateError, NotationError
from engine.games.appraisal import Appraisal, refused_words
from engine.games.game import Game
from engine.games.turns import thinking_days
from engine.ids import Seat
from engine.notation import PASS, format_placement, is_pass, readings
from engine.placement import Placement
from engine.tiles import JOKER
from engine.written_placement import parse_written

_LEAST_TALK: Final = 3
"""The least words of an unreadable text that may be talk: „a 2-a partidă a fost grea”."""
WITHOUT_SHEET: Final = "without_sheet"
"""The key under which a move waits for the photograph of its sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move:
    """A typed move in its game."""

    user_input: UserInput
    snapshot: GameSnapshot
    text: str
    photo: Relayed | None
    """The photograph of its sheet."""
    is_one_of_several: bool
    """Whether the person is to move in other games, too, and one of them may be meant."""
    partner: str

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.snapshot.game


async def show(  # noqa: PLR0913  (the person, the move, its game, and whether that is certain)
    service: Service,
    user_input: UserInput,
    snapshot: GameSnapshot,
    text: str,
    photo: Relayed | None = None,
    *,
    is_one_of_several: bool = False,
) -> None:
    """Show the move's effect, with the buttons to send or drop it.

    `is_one_of_several`: the person is to move in other games, and one of them may be meant.
    """
    seat = snapshot.game.seat_of(user_input.person.id)
    if seat is None:
        service.reply(user_input, say("play.not_your_game"))
        return
    partner = (await service.persons.get(snapshot.game.side(seat.partner).person)).name
    if not await _is_to_move(service, user_input, snapshot.game, seat):
        service.reply(user_input, not_your_turn(snapshot.game, partner))
        return
    await check_none_held(service, (snapshot.game.id,))
    await service.previews.note_opened(user_input, snapshot.game.id)
    move = _Move(
        user_input=user_input,
        snapshot=snapshot,
        text=text,
        photo=photo,
        is_one_of_several=is_one_of_several,
        partner=partner,
    )
    if is_pass(text):
        await _show_pass(service, move)
    elif len(readings(text)) > 1 and JOKER in snapshot.game.side(seat).rack:
        await _ask_reading(service, move)
    else:
        await _show_placement(service, move)


async def _is_to_move(service: Service, user_input: UserInput, game: Game, seat: Seat) -> bool:
    """Return whether it is that seat's turn.

    Raises:
        GameStateError: the seat may not move for any other reason.
    """
    try:
        await check_may_move(service, game, seat, user_input.at)
    except GameStateError as error:
        if error.faults[0].code != "not_your_turn":
            raise
        return False
    return True


def not_your_turn(game: Game, who: str) -> Text:
    """Return whose turn it is, and since when."""
    since = game.received.isoformat()
    return say("play.not_your_turn", who=who, since=since, game=game.id)


async def _ask_reading(service: Service, move: _Move) -> None:
    """Ask whether the small letter of a two-letter word is a blank or the phone's spelling."""
    game = move.game.id
    token = await service.previews.keep_typed(move.user_input, move.text, move.photo, game)
    buttons = tuple(
        (READ_AS.button(say(f"button.read_{key}", text=reading), game, number, token),)
        for number, (key, reading) in enumerate(
            zip(("plain", "joker"), readings(move.text), strict=True)
        )
    )
    question = say("play.which_reading", text=move.text)
    service.reply(move.user_input, question, buttons, about=game)


async def _show_placement(service: Service, move: _Move) -> None:
    """Show the move on the board, scored and checked, or its errors."""
    try:
        placement = parse_written(move.text).placement
        game, at = move.game, move.user_input.at
        appraisal = (await effect_of(service, game, game.turn, placement, at)).appraisal
        check_no_talk(move.text, appraisal)
    except NotationError as error:
        await unreadable(service, move.user_input, error)
        return
    if appraisal.faults:
        await _refuse(service, move, placement, appraisal)
        return
    written = format_placement(placement)
    stored = await _store_preview(service, move, written)
    participants = await service.participants.of(game)
    total = game.side(game.turn).score + appraisal.counted
    text = preview_text(
        game,
        participants,
        appraisal,
        written,
        timing=await timing_of(service, move.snapshot, service.unit.now),
        beside=beside_texts(move.text, appraisal, total),
        sheet=stored.sheet,
    )
    service.reply(
        move.user_input,
        text,
        stored.buttons,
        pictures=(BoardShown(move.game.id, move.snapshot.seq, preview=written),),
        about=move.game.id,
        dedup=stored.key,
    )


async def unreadable(service: Service, user_input: UserInput, error: NotationError) -> None:
    """Explain why the text is no move, and offer to send it to the opponent."""
    talk = user_input.incoming.text.strip()
    is_talk = not talk.startswith("/") and len(talk.split()) >= _LEAST_TALK
    buttons = await offer_line(service, user_input, talk) if is_talk else ()
    service.reply(user_input, say("play.unreadable", faults=faults_text(error)), buttons)


async def _refuse(
    service: Service, move: _Move, placement: Placement, appraisal: Appraisal
) -> None:
    """Explain why the move is refused; if only for words, offer to ask the arbiter (art. 5.3)."""
    game, written = move.game, format_placement(placement)
    asked_with: Text | None = None
    buttons: Buttons = ()
    key = ""  # a refusal that offers nothing is not found again
    has_arbiter = (await service.matches.load(game.match)).match.kind.has_arbiter
    lacks = await lacks_sheet(service, game, move.photo)
    if refused_words(appraisal.faults) and has_arbiter and not lacks:
        token = await service.previews.keep(move.user_input, move.snapshot, written, move.photo)
        asked_with = None if move.photo is None else say("query.with_sheet")
        buttons, key = ((ASK.button(say("button.query.ask"), token),),), refusal_key(token)
    where = say("play.where", game=game.id, partner=move.partner)
    refused = say(
        "play.refused",
        typed=written,
        where=where if move.is_one_of_several else None,
        faults=refusal_lines(appraisal.faults),
        hint=rack_hint(game, game.turn, placement, appraisal)
        or await _near_hint(service, move, placement),
        sheet=asked_with,
    )
    service.reply(move.user_input, refused, buttons, about=game.id, dedup=key)


async def _near_hint(service: Service, move: _Move, placement: Placement) -> Text | None:
    """Return „did you mean …?” with a similar move that is allowed, or None."""
    lexicon = await lexicon_of(service, move.game)
    meant = nearest_allowed(move.game, placement, move.game.day_of(move.user_input.at), lexicon)
    return None if meant is None else say("hint.near", placement=format_placement(meant))


async def _show_pass(service: Service, move: _Move) -> None:
    """Show the cost of a pass, and whether it ends the game (art. 4.3)."""
    stored = await _store_preview(service, move, PASS)
    game = await service.arrivals.for_time_decisions(move.game)
    text = pass_text(
        game,
        await service.participants.of(game),
        thinking_days(game, game.turn, game.day_of(move.user_input.at)),
        timing=await timing_of(service, move.snapshot, service.unit.now),
        sheet=stored.sheet,
    )
    service.reply(move.user_input, text, stored.buttons, about=game.id, dedup=stored.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredPreview:
    """The rest of a preview: its sheet, its buttons, and its message's key."""

    sheet: Text | None = None
    buttons: Buttons = ()
    key: str = ""


async def _store_preview(service: Service, move: _Move, written: str) -> _StoredPreview:
    """Store a move to be sent by a button; ask for a sheet that it needs (art. 4.2)."""
    user_input, snapshot = move.user_input, move.snapshot
    if await lacks_sheet(service, snapshot.game, move.photo):
        await service.dialogues.remember(user_input, WITHOUT_SHEET, f"{snapshot.game.id} {written}")
        return _StoredPreview(sheet=say("preview.needs_sheet", move=written))
    token = await service.previews.keep(user_input, snapshot, written, move.photo)
    await plan(service, token, is_new=True)
    return _StoredPreview(
        sheet=None if move.photo is None else say("preview.with_sheet"),
        buttons=preview_buttons(token, is_one_of_several=move.is_one_of_several),
        key=preview_key(token),
    )
