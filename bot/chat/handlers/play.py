"""Placements: typed, previewed, sent or dropped (art. 4).

A typed placement is never made at once: the player sees it on the board, priced and checked, and
sends it by a button. The preview is kept with the number of the game's last event; whatever happens
in between makes it stale, and a stale one says so instead of moving.
"""

from datetime import datetime

from bot.chat.handlers import own_proposals
from bot.chat.handlers.chat_offer import offer
from bot.chat.handlers.coming import must_run, nothing_running
from bot.chat.handlers.look import MOST_ASKED
from bot.chat.handlers.together import next_button
from bot.runtime.shared import Said
from bot.service.games import SeenGame
from bot.service.means import lacks_sheet
from bot.service.own_sheet import pass_on
from bot.service.previews import Typed, instant
from bot.service.ruled_words import lexicon_of
from bot.service.service import Service
from bot.texts.hints import hand_hint, hint_for
from bot.texts.i18n import fault_text, faults_text
from bot.texts.messages import BoardShown, Button, Buttons, Relayed, Text, say
from bot.texts.notices.whose_turn import turn_text
from engine.errors import EngineError, NotationError
from engine.games.appraisal import Appraisal, appraise, rack_after, refused_words
from engine.games.commands import Command, Pass, Place
from engine.games.game import thinking_days
from engine.games.natural_end import check_goes_on
from engine.ids import GameId, Seat
from engine.notation import (
    format_placement,
    is_pass,
    looks_like_placement,
    parse_placement,
    readings,
)
from engine.rulesets import WordPolicy
from engine.tiles import JOKER
from storage.previews import Preview

WITHOUT_SHEET = "without_sheet"
"""Under which a move is kept that waits for the photograph of its sheet."""
PASS = "PAS"  # noqa: S105  (a move, not a word that opens doors)


async def plain_text(service: Service, said: Said) -> None:
    """Take a text without a command: a placement, a pass, or something to be helped with."""
    text = said.args
    if is_pass(text) or looks_like_placement(text):
        await _choose_game(service, said, text)
        return
    if await own_proposals.typed(service, said):
        return
    hint = hint_for(text)
    if hint is not None or await service.games.played(said.person.id):
        buttons = () if hint else await offer(service, said, text)
        service.reply(said, say("play.unknown", hint=hint), buttons)
    else:
        service.reply(said, say("play.unknown_idle"))


async def place(service: Service, said: Said) -> None:
    """Handle `/depune H8 CASA`."""
    if not said.args:
        service.reply(said, say("play.how"))
        return
    await _choose_game(service, said, said.args)


async def announce_pass(service: Service, said: Said) -> None:
    """Handle `/pas`."""
    await _choose_game(service, said, PASS)


async def pass_pressed(service: Service, said: Said) -> None:
    """Handle the press under a board that announces a pass there: `pass:GAME`."""
    seen = await service.games.of_player(said, GameId(said.args))
    service.toast(said)
    await preview(service, said, seen, PASS)


async def with_photo(service: Service, said: Said, photo: Relayed) -> None:
    """Take a placement written under the photographed sheet that it is on (art. 4.2)."""
    await _choose_game(service, said, said.args, photo)


async def game_named(service: Service, said: Said) -> None:
    """Handle the press that says which game a typed placement is for: `pick:GAME`."""
    typed = await service.previews.take_typed(said)
    if typed is None:  # asked and answered: what the first press brought stays as it is
        service.toast(said, say("play.stale"))
        return
    seen = await service.games.of_player(said, GameId(said.args))
    service.edit(said, say("play.picked", game=seen.game.id, text=typed.text))
    await preview(service, _as_typed(typed, said, seen), seen, typed.text, typed.photo)


async def read_as(service: Service, said: Said) -> None:
    """Handle the press that says how a word of two letters is meant: `as:GAME:NUMBER`."""
    game, _, number = said.args.partition(":")
    typed = await service.previews.take_typed(said)
    if typed is None or number not in {"0", "1"}:
        service.toast(said, say("play.stale"))
        return
    seen = await service.games.of_player(said, GameId(game))
    text = readings(typed.text)[int(number)]
    service.edit(said, say("play.picked", game=seen.game.id, text=text))
    await preview(service, _as_typed(typed, said, seen), seen, text, typed.photo)


def _as_typed(typed: Typed, said: Said, seen: SeenGame) -> Said:
    """Return the answer at the instant of the text, unless somebody has moved since."""
    last = seen.game.last_move
    return said if last is not None and last.at > typed.said.at else typed.said


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


async def _choose_game(
    service: Service, said: Said, text: str, photo: Relayed | None = None
) -> None:
    """Find the game that a typed move is for: replied to, the only one on turn, or asked for."""
    replied = await service.games.replied_to(said)
    if replied is not None:
        await preview(service, said, replied, text, photo)
        return
    games = await service.games.listed(said.person.id)
    mine = [row for row in games if row.turn_person == said.person.id]
    mine = await service.closings.still_open(mine) or mine  # of those alone he hears what is past
    if len(mine) == 1 or (not mine and len(games) == 1):
        await preview(service, said, await service.games.of_row((mine or games)[0]), text, photo)
    elif mine:
        await service.previews.keep_typed(said, text, photo)
        service.reply(
            said,
            say("play.which", text=text),
            tuple(
                [
                    (Button(await service.games.label(row, said.person.id), f"pick:{row.game_id}"),)
                    for row in mine[:MOST_ASKED]
                ]
            ),
        )
    elif games:
        service.reply(said, say("play.nothing_on_turn"))
    else:
        service.reply(said, await nothing_running(service, said.person.id, say("play.no_games")))


async def preview(
    service: Service, said: Said, seen: SeenGame, text: str, photo: Relayed | None = None
) -> None:
    """Show what the move would do, with the buttons to send it or to drop it."""
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
    if is_pass(text):
        await _preview_pass(service, said, seen, seat, photo)
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
        refused = say("play.refused", typed=written, faults=faults, hint=hint, sheet=asked_with)
        service.reply(said, refused, buttons, about=seen.game.id)
        return
    sheet, to_send = await _kept(service, said, seen, written, photo)
    service.reply(
        said,
        _preview_text(seen, seat, judged, written, sheet),
        to_send,
        pictures=(BoardShown(seen.game.id, seen.seq, preview=written),),
        about=seen.game.id,
    )


async def _preview_pass(
    service: Service, said: Said, seen: SeenGame, seat: Seat, photo: Relayed | None
) -> None:
    sheet, to_send = await _kept(service, said, seen, PASS, photo)
    game = await service.arrivals.judged(seen.game)
    ends = seen.game.passes_in_a_row + 1 >= seen.game.rules.passes_to_end
    text = say(
        "preview.pass",
        game=seen.game.id,
        round=seen.game.round,
        days=thinking_days(game, seat, game.day_of(said.at)),
        ends=say("preview.pass_ends", n=seen.game.rules.passes_to_end) if ends else None,
        sheet=sheet,
    )
    service.reply(said, text, to_send, about=seen.game.id)


async def _kept(
    service: Service, said: Said, seen: SeenGame, move: str, photo: Relayed | None
) -> tuple[Text | None, Buttons]:
    """Keep a move to be sent by a button; one that lacks the sheet it needs is asked for (4.2)."""
    if await lacks_sheet(service, seen.game, photo):
        await service.previews.remember(said, WITHOUT_SHEET, f"{seen.game.id} {move}")
        return say("preview.needs_sheet", move=move), ()
    token = await service.previews.keep(said, seen, move, photo)
    return None if photo is None else say("preview.with_sheet"), _send_or_drop(token)


def _preview_text(
    seen: SeenGame, seat: Seat, judged: Appraisal, written: str, sheet: Text | None
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
    side = game.side(seat)
    left = game.allowance(seat) - side.days - judged.days
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
        rack=rack_after(game, seat, judged) or "—",
        days=judged.days,
        left=max(0, left),
        game=game.id,
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
        await _gone(service, said)
        return
    service.edit(said, say("play.dropped", placement=preview.placement))


async def send(service: Service, said: Said) -> None:
    """Handle the press that sends a preview: `send:TOKEN`."""
    preview = await service.previews.take(said, said.args)
    if preview is None:
        await _gone(service, said)
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


async def _gone(service: Service, said: Said) -> None:
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
