"""A placement or pass as it would be: shown to its author, then sent or dropped (art. 4).

What is typed is never made at once: the player sees it on the board, priced and checked, and sends
it by a button. The preview is kept with the number of the game's last event; whatever happens in
between makes it stale, and a stale one says so instead of moving.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.chat.handlers.coming import must_run
from bot.chat.handlers.together import next_button
from bot.runtime.shared import Said
from bot.service.games import SeenGame
from bot.service.means import lacks_sheet
from bot.service.own_sheet import pass_on
from bot.service.previews import instant, preview_key
from bot.service.ruled_words import lexicon_of
from bot.service.service import Service
from bot.texts.hints import hand_hint
from bot.texts.i18n import fault_text, faults_text
from bot.texts.messages import BoardShown, Button, Buttons, Relayed, Text, say
from bot.texts.notices.whose_turn import turn_text
from engine.errors import EngineError, NotationError
from engine.games.appraisal import Appraisal, appraise, rack_after, refused_words
from engine.games.commands import Command, Pass, Place
from engine.games.game import thinking_days
from engine.games.natural_end import check_goes_on
from engine.ids import Seat
from engine.notation import format_placement, is_pass, parse_placement, readings
from engine.rulesets import WordPolicy
from engine.tiles import JOKER
from storage.previews import Preview

WITHOUT_SHEET = "without_sheet"
"""Under which a move is kept that waits for the photograph of its sheet."""
PASS = "PAS"  # noqa: S105  (a move, not a word that opens doors)


async def _ask_reading(
    service: Service, said: Said, seen: SeenGame, text: str, photo: Relayed | None
) -> None:
    """Ask whether the small letter of a word of two is a joker, or written so by the phone."""
    await service.previews.keep_typed(said, text, photo)
    buttons = tuple(
        (Button(say(f"button.read_{key}", text=reading), f"as:{seen.game.id}:{number}"),)
        for number, (key, reading) in enumerate(
            zip(("plain", "joker"), readings(text), strict=True)
        )
    )
    service.reply(said, say("play.which_reading", text=text), buttons, about=seen.game.id)


async def show(  # noqa: PLR0913  (who, what, where, and how sure that is)
    service: Service,
    said: Said,
    seen: SeenGame,
    text: str,
    photo: Relayed | None = None,
    *,
    is_one_of_several: bool = False,
) -> None:
    """Show what the move would do, with the buttons to send it or to drop it.

    `is_one_of_several`: other games wait for him, too, and one of them may be meant.
    """
    seat = seen.game.seat_of(said.person.id)
    if seat is None:
        service.reply(said, say("play.not_your_game"))
        return
    must_run(seen)
    await service.closings.check(seen.game, Pass(by=seat), said.at)
    if seen.game.turn is not seat:
        service.reply(said, await _not_your_turn(service, seen))
        return
    check_goes_on(seen.game)
    await service.previews.note_opened(said, seen.game.id)
    if is_pass(text):
        await _show_pass(service, said, seen, photo, is_one_of_several=is_one_of_several)
        return
    if len(readings(text)) > 1 and JOKER in seen.game.side(seat).rack:
        await _ask_reading(service, said, seen, text, photo)
        return
    try:
        placement = parse_placement(text)
    except NotationError as error:
        service.reply(said, say("play.unreadable", faults=faults_text(error)))
        return
    lexicon = await lexicon_of(service, seen.game)
    game = await service.arrivals.judged(seen.game)
    judged = appraise(game, seat, placement, game.day_of(said.at), lexicon)
    written = format_placement(placement)
    if judged.faults:
        faults = [say("play.fault", fault=fault_text(fault)) for fault in judged.faults]
        hint = hand_hint(seen.game, seat, placement, judged)
        buttons: Buttons = ()
        asked_with: Text | None = None
        if refused_words(judged.faults) and not await lacks_sheet(service, seen.game, photo):
            token = await service.previews.keep(said, seen, written, photo)
            asked_with = None if photo is None else say("query.with_sheet")
            buttons = ((Button(say("button.query.ask"), f"ask:{token}"),),)
        partner = await _partner(service, seen)
        where = say("play.where", game=game.id, partner=partner) if is_one_of_several else None
        refused = say(
            "play.refused", typed=written, where=where, faults=faults, hint=hint, sheet=asked_with
        )
        service.reply(said, refused, buttons, about=seen.game.id)
        return
    kept = await _kept(service, said, seen, written, photo, is_one_of_several=is_one_of_several)
    service.reply(
        said,
        _preview_text(
            seen,
            judged,
            written=written,
            partner=await _partner(service, seen),
            sheet=kept.sheet,
        ),
        kept.buttons,
        pictures=(BoardShown(seen.game.id, seen.seq, preview=written),),
        about=seen.game.id,
        key=kept.key,
    )


async def _show_pass(
    service: Service, said: Said, seen: SeenGame, photo: Relayed | None, *, is_one_of_several: bool
) -> None:
    seat = service.games.seat(said, seen.game)
    kept = await _kept(service, said, seen, PASS, photo, is_one_of_several=is_one_of_several)
    game = await service.arrivals.judged(seen.game)
    ends = seen.game.passes_in_a_row + 1 >= seen.game.rules.passes_to_end
    text = say(
        "preview.pass",
        game=seen.game.id,
        partner=await _partner(service, seen),
        round=seen.game.round,
        days=thinking_days(game, seat, game.day_of(said.at)),
        ends=say("preview.pass_ends", n=seen.game.rules.passes_to_end) if ends else None,
        sheet=kept.sheet,
    )
    service.reply(said, text, kept.buttons, about=seen.game.id, key=kept.key)


async def _partner(service: Service, seen: SeenGame) -> str:
    """Return the name of who is not to move."""
    return (await service.games.cast(seen.game)).at(seen.game.turn.partner).name


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """What stands with a preview: of the sheet it is on, its buttons, and its message's key."""

    sheet: Text | None = None
    buttons: Buttons = ()
    key: str = ""


async def _kept(  # noqa: PLR0913  (who, what, where, and how sure that is)
    service: Service,
    said: Said,
    seen: SeenGame,
    move: str,
    photo: Relayed | None,
    *,
    is_one_of_several: bool,
) -> _Kept:
    """Keep a move to be sent by a button; one that lacks the sheet it needs is asked for (4.2)."""
    if await lacks_sheet(service, seen.game, photo):
        await service.previews.remember(said, WITHOUT_SHEET, f"{seen.game.id} {move}")
        return _Kept(sheet=say("preview.needs_sheet", move=move))
    token = await service.previews.keep(said, seen, move, photo)
    other = ((Button(say("button.other_game"), f"other:{token}"),),) if is_one_of_several else ()
    return _Kept(
        sheet=None if photo is None else say("preview.with_sheet"),
        buttons=(*_send_or_drop(token), *other),
        key=preview_key(token),
    )


def _preview_text(
    seen: SeenGame, judged: Appraisal, *, written: str, partner: str, sheet: Text | None
) -> Text:
    game = seen.game
    silent = game.rules.word_policy is WordPolicy.PARTNER
    words = [
        say(
            "preview.word"
            if silent
            else "preview.word_wrong"
            if word in judged.unknown
            else "preview.word_right",
            word=word,
        )
        for word in judged.words
    ]
    capped = judged.counted < judged.points
    side = game.side(game.turn)
    left = game.allowance(game.turn) - side.days - judged.days
    if left < 0:
        words.append(say("preview.late", n=-left))
    return say(
        "preview.placement",
        placement=written,
        points=judged.points,
        capped=say("preview.capped", counted=judged.counted) if capped else None,
        words=words,
        total=side.score + judged.counted,
        next=judged.next_tiles or "—",
        rack=rack_after(game, game.turn, judged) or "—",
        days=judged.days,
        left=max(0, left),
        game=game.id,
        partner=partner,
        round=game.round,
        sheet=sheet,
    )


def _send_or_drop(token: str) -> Buttons:
    return (
        (
            Button(say("button.send"), f"send:{token}"),
            Button(say("button.drop"), f"drop:{token}"),
        ),
    )


async def _not_your_turn(service: Service, seen: SeenGame) -> Text:
    cast = await service.games.cast(seen.game)
    return say(
        "play.not_your_turn",
        who=cast.at(seen.game.turn).name,
        since=seen.game.received.isoformat(),
        game=seen.game.id,
    )


async def drop(service: Service, said: Said) -> None:
    """Handle the press that drops a preview: `drop:TOKEN`."""
    preview = await service.previews.take(said, said.args)
    if preview is None:
        await gone(service, said)
        return
    service.edit(said, say("play.dropped", placement=preview.placement))


async def send(service: Service, said: Said) -> None:
    """Handle the press that sends a preview: `send:TOKEN`."""
    preview = await service.previews.take(said, said.args)
    if preview is None:
        await gone(service, said)
        return
    seen = await service.games.of_player(said, preview.game_id)
    if seen.step != preview.seq:
        service.edit(said, say("play.overtaken", placement=preview.placement))
        return
    photo = await service.previews.take_photo(said, preview.token)
    if await lacks_sheet(service, seen.game, photo):  # agreed since it was shown
        service.edit(said, say("play.needs_sheet", move=preview.placement))
        return
    seat = service.games.seat(said, seen.game)
    command: Command = Pass(by=seat)
    if preview.placement != PASS:
        command = Place(by=seat, placement=parse_placement(preview.placement))
    try:
        at = instant_of(preview, said)
        done = await service.game_acts.act(seen, command, at)
    except EngineError as error:
        service.edit(said, say("play.overtaken_by_rule", faults=faults_text(error)))
        return
    if photo is not None:
        await pass_on(service, said.person.id, done.game, photo, preview.placement)
    await service.previews.note_sent(said, preview.token)
    told = await _confirmation(service, done, seat, preview.placement)
    service.edit(said, told, await next_button(service, said))


def instant_of(preview: Preview, said: Said) -> datetime:
    """Return the instant that a preview counts from, whose button is pressed now (art. 7.1)."""
    return instant(preview.typed_at, preview.shown_at, said.at)


async def gone(service: Service, said: Said) -> None:
    """Answer a press on a preview that is no longer kept: sent, dropped or replaced by another.

    A second tap on `Trimite` must not wipe out the confirmation that the first one brought.
    """
    if await service.previews.was_sent(said, said.args):
        service.toast(said, say("play.already_sent"), alert=True)
    else:
        service.edit(said, say("play.stale"))


async def _confirmation(service: Service, done: SeenGame, seat: Seat, placement: str) -> Text:
    game, cast = done.game, await service.games.cast(done.game)
    last = next(move for move in reversed(game.moves) if move.by is seat and not move.conditional)
    return say(
        "play.sent",
        placement=placement,
        partner=cast.at(seat.partner).name,
        total=game.side(seat).score,
        days=last.days,
        left=game.allowance(seat) - game.side(seat).days,
        rack=game.side(seat).rack or "—",
        game=game.id,
        waits=turn_text(game, cast) if game.waits_for_acceptance else None,
    )
