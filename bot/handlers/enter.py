"""`/introdu`: typing in the placement of a player who does not write himself (art. 4.2, 6.1, 9.6).

First his photographed sheet, then the placement on it, then the two days it states; each can come
in any order and nothing given is asked for again.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta

from bot.desk.cases import word_questions
from bot.desk.cases.queries import send_sheet
from bot.desk.desk import Desk
from bot.desk.entries import photo_of, with_photo
from bot.desk.games import SeenGame
from bot.handlers.case_own import query_buttons
from bot.handlers.relayed import is_picture
from bot.handlers.writing import split_game
from bot.language.i18n import faults_text
from bot.messages import BoardShown, Button, Buttons, Notice, Relayed, Text, say
from bot.office.shared import Said
from bot.words.dialogue import rows_of
from engine.errors import EngineError, Fault, GameStateError, NotationError
from engine.games.appraisal import refused_words
from engine.games.events import Passed, PlacementMade
from engine.ids import GameId, match_of
from engine.matches.match import Match
from engine.notation import format_placement, is_pass, parse_placement
from storage.entries import Entry

TOPIC = "entry"
MOST_DAYS = 56
"""Days offered as buttons: the whole of a thinking time and its leave."""
IN_A_ROW = 7
RECEIVED, SENT, ASK = "rec", "sent", "ask"


async def enter(desk: Desk, said: Said) -> None:
    """Handle `/introdu [GAME]`: begin, or take up again, an entry."""
    code, _ = split_game(said.args)
    if code:
        await _open_entry(desk, said, await desk.games.named(said, code))
        return
    found = await desk.entries.waiting_for(said.person.id)
    if len(found) == 1:
        await _open_entry(desk, said, found[0])
    elif found:
        buttons = []
        for seen in found:
            who = (await desk.games.cast(seen.game)).at(seen.game.turn).name
            label = say("entry.label", game=seen.game.id, who=who)
            buttons.append((Button(label, f"enter:{seen.game.id}"),))
        desk.reply(said, say("entry.which"), tuple(buttons))
    else:
        desk.reply(said, say("entry.none"))


async def game_named(desk: Desk, said: Said) -> None:
    """Handle the press that names the game: `enter:GAME`."""
    seen = await desk.games.visible(said, GameId(said.args))
    desk.edit(said, say("games.picked", game=seen.game.id))
    await _open_entry(desk, said, seen)


async def _open_entry(desk: Desk, said: Said, seen: SeenGame) -> None:
    entry = await desk.entries.open(said, seen)
    await desk.questions.ask(said, TOPIC, entry.token)
    await _go_on(desk, said, entry, seen)


async def answered(desk: Desk, said: Said, token: str) -> None:
    """Take the photograph, the placement, or both: a photograph with the placement under it."""
    own = await desk.entries.own(said, token)
    if own is None:
        await desk.questions.close(said)
        desk.reply(said, say("entry.stale"))
        return
    entry, seen = own
    sent, text = said.incoming.file, said.args.strip()
    if sent is not None:
        if not is_picture(sent):
            desk.reply(said, say("relayed.no_picture"))
            return
        sent = replace(sent, by=said.person.id)
        entry = with_photo(entry, sent)
        await _show_partner(desk, entry, seen, sent)
    try:
        if text:
            placement = "PAS" if is_pass(text) else format_placement(parse_placement(text))
            entry = replace(entry, placement=placement)
    except NotationError as error:
        desk.reply(said, say("entry.unreadable", faults=faults_text(error)))
        if sent is None:
            return
    await desk.entries.change(entry)
    await _go_on(desk, said, entry, seen)


async def _show_partner(desk: Desk, entry: Entry, seen: SeenGame, sent: Relayed) -> None:
    """Pass the sheet on to the partner, unless it is he who writes (art. 2.2, 6.1)."""
    cast = await desk.games.cast(seen.game)
    partner = cast.at(seen.game.turn.partner)
    if partner.chat is None or partner.id == entry.writer:
        return
    text = say("relayed.sheet", who=cast.at(seen.game.turn).name, game=seen.game.id, note=None)
    await desk.tell(Notice(to=partner.chat, text=text, relayed=sent, about=seen.game.id))


async def _go_on(desk: Desk, said: Said, entry: Entry, seen: SeenGame) -> None:
    """Ask for what is missing; once nothing is, show what would be entered."""
    who = (await desk.games.cast(seen.game)).at(seen.game.turn).name
    drop = ((Button(say("button.drop"), f"ent:{entry.token}:no"),),)
    if not entry.photo:
        text = say("entry.ask_photo", who=who, game=seen.game.id)
        desk.reply(said, text, drop)
    elif not entry.placement:
        rack = seen.game.side(seen.game.turn).rack
        desk.reply(said, say("entry.ask_placement", who=who, game=seen.game.id, rack=rack), drop)
    else:
        await _preview(desk, said, entry, seen)


async def _preview(desk: Desk, said: Said, entry: Entry, seen: SeenGame) -> None:
    try:
        text = await shown(desk, said, entry, seen)
    except EngineError as error:
        refused = say("entry.refused", typed=entry.placement, faults=faults_text(error))
        desk.reply(said, refused, _ask_button(entry, error), about=seen.game.id)
        return
    picture = BoardShown(seen.game.id, seen.seq, preview=entry.placement)
    pictures = (picture,) if entry.placement != "PAS" else ()
    desk.reply(said, text, _buttons(entry), pictures=pictures, about=seen.game.id)


def _ask_button(entry: Entry, error: EngineError) -> Buttons:
    """Return the button by which the arbiter is asked about words that are refused (art. 5.3)."""
    if not refused_words(error.faults):
        return ()
    return ((Button(say("button.query.ask"), f"ent:{entry.token}:{ASK}"),),)


async def _ask(desk: Desk, said: Said, entry: Entry, seen: SeenGame) -> None:
    """Put the words to the arbiter, with the sheet: the entry waits, and loses no day by it."""
    try:
        text = await shown(desk, said, entry, seen)
    except EngineError as error:
        words = refused_words(error.faults)
        if not words:
            raise
        arbiters = await desk.competitions.arbiters(
            (await desk.matches.load(seen.game.match)).match
        )
        photo = photo_of(entry) if said.person.id not in arbiters else None
        wanted = word_questions.Wanted(word_questions.ENTRY)
        case = await word_questions.put(desk, said, seen, words, wanted)
        if photo is not None:
            who = (await desk.persons.get(entry.person)).name
            await send_sheet(desk, case, photo, who=who, note=entry.placement)
        await desk.questions.close(said)
        facts = {"words": ", ".join(words), "case": case.id, "game": seen.game.id}
        desk.edit(said, Text("query.alone_asked_entry", facts), query_buttons(case))
        return
    desk.edit(said, text, _buttons(entry))  # they have been admitted since


async def shown(desk: Desk, said: Said, entry: Entry, seen: SeenGame) -> Text:
    """Return what the entry would put on the sheet.

    Raises:
        EngineError: the placement or the days are not possible.
    """
    events = await desk.entry_acts.decided(entry, seen, said.at)
    move = next(event for event in events if isinstance(event, PlacementMade | Passed))
    counted = say("entry.points", n=move.counted) if isinstance(move, PlacementMade) else None
    cast = await desk.games.cast(seen.game)
    return say(
        "entry.preview",
        who=cast.at(move.by).name,
        move=entry.placement,
        points=counted,
        received=entry.received.isoformat(),
        sent=entry.sent.isoformat(),
        days=move.days,
        left=seen.game.allowance(move.by) - seen.game.side(move.by).days - move.days,
        game=seen.game.id,
        round=move.round,
    )


def _buttons(entry: Entry) -> Buttons:
    key = f"ent:{entry.token}"
    received = say("button.received", on=entry.received.isoformat())
    sent = say("button.sent", on=entry.sent.isoformat())
    return (
        (Button(say("button.enter"), f"{key}:ok"), Button(say("button.drop"), f"{key}:no")),
        (Button(received, f"{key}:{RECEIVED}"), Button(sent, f"{key}:{SENT}")),
    )


async def pressed(desk: Desk, said: Said) -> None:
    """Handle the presses under an entry: `ent:TOKEN:ok|no|rec|sent[:DAY]`."""
    token, _, rest = said.args.partition(":")
    verb, _, day = rest.partition(":")
    own = await desk.entries.own(said, token)
    if own is None:
        desk.edit(said, say("entry.stale"))
        return
    entry, seen = own
    if verb == "no":
        await desk.entries.drop(entry)
        await desk.questions.close(said)
        desk.edit(said, say("entry.dropped", game=seen.game.id))
    elif verb == "ok":
        await _enter(desk, said, entry, seen)
    elif verb == ASK:
        await _ask(desk, said, entry, seen)
    elif verb in {RECEIVED, SENT}:
        await _day(desk, said, entry, seen, verb, day)


async def _day(  # noqa: PLR0913, PLR0917  (a press and what it is about)
    desk: Desk, said: Said, entry: Entry, seen: SeenGame, verb: str, day: str
) -> None:
    """Ask on which day it came or went, or take the day that was pressed."""
    if not day:
        key = f"ent:{entry.token}:{verb}"
        first = seen.game.received if verb == RECEIVED else entry.received
        days = [
            Button(say("button.day", on=on.isoformat()), f"{key}:{on.isoformat()}")
            for on in _days(first, desk.games.day(seen.game, said.at))
        ]
        question = say("entry.which_received" if verb == RECEIVED else "entry.which_sent")
        desk.edit(said, question, rows_of(days, IN_A_ROW))
        return
    try:
        on = date.fromisoformat(day)
    except ValueError as error:
        raise GameStateError(Fault("button_unknown")) from error
    changed = replace(entry, received=on) if verb == RECEIVED else replace(entry, sent=on)
    changed = replace(changed, sent=max(changed.sent, changed.received))
    text = await shown(desk, said, changed, seen)
    await desk.entries.change(changed)
    desk.edit(said, text, _buttons(changed))


def _days(first: date, last: date) -> list[date]:
    """Return the days from the first to the last, the latest ones if they are too many."""
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return days[-MOST_DAYS:]


async def _enter(desk: Desk, said: Said, entry: Entry, seen: SeenGame) -> None:
    """Make the placement if an arbiter enters it; lay it before him if the partner does."""
    if not (entry.photo and entry.placement):
        raise GameStateError(Fault("button_unknown"))
    match = (await desk.matches.load(seen.game.match)).match
    await desk.questions.close(said)
    if said.person.id in await desk.competitions.arbiters(match):
        await desk.entry_acts.make(entry, seen, said.at)
        desk.edit(said, await _done(desk, entry, seen))
        return
    text = await shown(desk, said, entry, seen)
    await desk.entries.change(replace(entry, asked=True, at=said.at))
    await _ask_arbiter(desk, entry, seen, text)
    desk.edit(said, say("entry.waits", move=entry.placement, game=seen.game.id))


async def _done(desk: Desk, entry: Entry, seen: SeenGame) -> Text:
    who = (await desk.persons.get(entry.person)).name
    return say("entry.done", who=who, move=entry.placement, game=seen.game.id)


async def ask_again(desk: Desk, said: Said, match: Match) -> None:
    """Lay what was entered in the match, and waits for a word, before the arbiter it has now."""
    for entry in await desk.entries.asked_of(match.arbiter):
        if match_of(entry.game_id) == match.code:
            seen = await desk.games.load(entry.game_id)
            with suppress(EngineError):  # not possible any more: whoever entered it is told so
                await _ask_arbiter(desk, entry, seen, await shown(desk, said, entry, seen))


async def _ask_arbiter(desk: Desk, entry: Entry, seen: SeenGame, shown_text: Text) -> None:
    """Give the main arbiter the photograph and what was read from it, with two buttons."""
    arbiter = (await desk.games.cast(seen.game)).arbiter
    if arbiter.chat is None:
        return
    by = (await desk.persons.get(entry.writer)).name
    text = say("entry.confirm", by=by, shown=shown_text)
    buttons = (
        (
            Button(say("button.confirm_entry"), f"entok:{entry.token}:yes"),
            Button(say("button.reject_entry"), f"entok:{entry.token}:no"),
        ),
    )
    notice = Notice(
        to=arbiter.chat,
        text=text,
        buttons=buttons,
        relayed=photo_of(entry),
        about=seen.game.id,
    )
    await desk.tell(notice)
    await desk.digests.ensure(await desk.persons.get(arbiter.id))


async def confirmed(desk: Desk, said: Said) -> None:
    """Handle the arbiter's press on what the partner has entered: `entok:TOKEN:yes|no`."""
    token, _, answer = said.args.partition(":")
    asked = await desk.entries.asked(said, token)
    if asked is None:
        desk.edit(said, say("entry.stale"))
        return
    entry, seen = asked
    facts = {"move": entry.placement, "game": seen.game.id}
    if answer == "yes":
        await desk.entry_acts.make(entry, seen, said.at)
        desk.edit(said, await _done(desk, entry, seen))
        told = Text("entry.was_confirmed", facts)
    else:
        await desk.entries.drop(entry)
        desk.edit(said, Text("entry.rejected", facts))
        told = Text("entry.was_rejected", facts)
    await desk.tell_person(entry.writer, told, about=seen.game.id)
