"""`/introdu`: enters the move of a player who does not write themselves (art. 4.2, 6.1, 9.6).

It takes the photographed sheet, the move on it, and its two days. They may come in any order, and
nothing given is asked again.
"""

from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from bot.chat.play.entered_moves import entry_text, submit
from bot.chat.play.photographs import is_picture
from bot.chat.play.writing import named_first
from bot.chat.play.written_beside import beside_texts, check_no_talk
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.operations.cases import words_alone
from bot.service.operations.cases.word_queries import send_sheet
from bot.service.readers.play.entries import EntryInGame, photo_of, with_photo
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import ENTER, ENTRY, EntryAction
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Button, Buttons, Card, Notice, Relayed, Text, rows_of, say
from bot.texts.notices.cases.ruling_texts import query_buttons
from bot.texts.pictures import BoardShown
from engine.errors import EngineError, NotationError
from engine.games.appraisal import appraise, refused_words
from engine.games.game import until_closing
from engine.notation import PASS, format_placement, is_pass
from engine.written_placement import parse_written
from storage.play.entries import MoveEntry

_MOST_DAYS: Final = 56
"""The most days offered as buttons: a whole thinking time with its leave."""
_DAYS_IN_A_ROW: Final = 7
"""A week of day buttons, in columns of equal weekdays."""


async def enter(service: Service, user_input: UserInput) -> None:
    """Handle `/introdu [GAME]`: begin or continue an entry."""
    code = (await named_first(service, user_input, user_input.args)).code
    if code:
        await _open_entry(service, user_input, await service.named_games.of_code(user_input, code))
        return
    snapshots = await service.entries.waiting_for(user_input.person.id)
    if len(snapshots) == 1:
        await _open_entry(service, user_input, snapshots[0])
    elif snapshots:
        buttons = []
        for snapshot in snapshots:
            who = (await service.participants.of(snapshot.game)).at(snapshot.game.turn).name
            label = say("entry.label", game=snapshot.game.id, who=who)
            buttons.append((ENTER.button(label, snapshot.game.id),))
        service.reply(user_input, say("entry.which"), tuple(buttons))
    else:
        service.reply(user_input, say("entry.none"))


async def game_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button of the game: `enter:GAME`."""
    snapshot = await service.games.visible(user_input, ENTER.read(user_input.args).game)
    service.edit(user_input, say("games.picked", game=snapshot.game.id))
    await _open_entry(service, user_input, snapshot)


async def _open_entry(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Begin an entry for the game, and ask for what it needs."""
    entry = await service.entry_acts.open(user_input, snapshot)
    await service.questions.ask(user_input, Topic.ENTRY, entry.token)
    await _ask_next(service, user_input, entry, snapshot)


async def entry_given(service: Service, user_input: UserInput, token: str) -> None:
    """Store the photograph, the move, or both, and ask for what is missing."""
    opened = await service.entries.own(user_input, token)
    if opened is None:
        await service.questions.close(user_input)
        service.reply(user_input, say("entry.stale"))
        return
    entry, snapshot = opened.entry, opened.snapshot
    sent, text = user_input.incoming.file, user_input.args.strip()
    if sent is not None:
        if not is_picture(sent):
            service.reply(user_input, say("relayed.no_picture"))
            return
        sent = replace(sent, by=user_input.person.id)
        entry = with_photo(entry, sent)
        await _show_partner(service, entry, snapshot, sent)
    try:
        if text:
            entry = replace(
                entry, placement=await _stored_move(service, user_input, snapshot, text)
            )
    except NotationError as error:
        service.reply(user_input, say("entry.unreadable", faults=faults_text(error)))
        if sent is None:  # a photograph is stored in spite of its caption
            return
    await service.entry_acts.change(entry)
    await _ask_next(service, user_input, entry, snapshot)


async def _stored_move(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> str:
    """Return the move in its stored form; report differences in the text beside it (4.2).

    Raises:
        NotationError: the text is no move.
    """
    if is_pass(text):
        return PASS
    placement = parse_written(text).placement
    game, lexicon = snapshot.game, await lexicon_of(service, snapshot.game)
    appraisal = appraise(game, game.turn, placement, game.day_of(user_input.at), lexicon)
    check_no_talk(text, appraisal)
    if not appraisal.faults:
        total = game.side(game.turn).score + appraisal.counted
        for line in beside_texts(text, appraisal, total):
            service.reply(user_input, line, about=game.id)
    return format_placement(placement)


async def _show_partner(
    service: Service, entry: MoveEntry, snapshot: GameSnapshot, sent: Relayed
) -> None:
    """Forward the sheet to the opponent, unless the opponent is the writer (art. 2.2, 6.1)."""
    participants = await service.participants.of(snapshot.game)
    partner = participants.at(snapshot.game.turn.partner)
    if partner.address is None or partner.id == entry.writer:
        return
    text = say(
        "relayed.sheet",
        who=participants.at(snapshot.game.turn).name,
        game=snapshot.game.id,
        note=None,
    )
    await service.notify(
        Notice(
            to=partner.address,
            text=partner.addressed(text),
            relayed=sent,
            about=snapshot.game.id,
        )
    )


async def _ask_next(
    service: Service, user_input: UserInput, entry: MoveEntry, snapshot: GameSnapshot
) -> None:
    """Ask for what is missing; if nothing is, show the entry."""
    who = (await service.participants.of(snapshot.game)).at(snapshot.game.turn).name
    drop = ((_drop_button(entry),),)
    if not entry.photo:
        text = say("entry.ask_photo", who=who, game=snapshot.game.id)
        service.reply(user_input, text, drop)
    elif not entry.placement:
        rack = snapshot.game.side(snapshot.game.turn).rack
        service.reply(
            user_input, say("entry.ask_placement", who=who, game=snapshot.game.id, rack=rack), drop
        )
    else:
        await _show_entry(service, user_input, entry, snapshot)


async def _show_entry(
    service: Service, user_input: UserInput, entry: MoveEntry, snapshot: GameSnapshot
) -> None:
    """Show the entered move as it would be recorded, or why it is refused."""
    try:
        text = await entry_text(service, user_input, entry, snapshot)
    except EngineError as error:
        service.reply(user_input, *_refused_card(entry, error), about=snapshot.game.id)
        return
    picture = BoardShown(snapshot.game.id, snapshot.seq, preview=entry.placement)
    pictures = (picture,) if entry.placement != PASS else ()
    service.reply(user_input, text, _entry_rows(entry), pictures=pictures, about=snapshot.game.id)


def _refused_card(entry: MoveEntry, error: EngineError) -> Card:
    """Return why the entry is refused; its days can be changed, or it can be dropped."""
    text = say("entry.refused", typed=entry.placement, faults=faults_text(error))
    return Card(text, (*_ask_button(entry, error), (_drop_button(entry),), _day_buttons(entry)))


def _ask_button(entry: MoveEntry, error: EngineError) -> Buttons:
    """Return the button that asks the arbiter about refused words (art. 5.3)."""
    if not refused_words(error.faults):
        return ()
    return ((ENTRY.button(say("button.query.ask"), entry.token, EntryAction.ASK),),)


async def _ask_words(
    service: Service, user_input: UserInput, entry: MoveEntry, snapshot: GameSnapshot
) -> None:
    """Ask the arbiter about the words, with the sheet; the entry waits without losing days."""
    try:
        text = await entry_text(service, user_input, entry, snapshot)
    except EngineError as error:
        words = refused_words(error.faults)
        if not words:
            raise
        await _open_word_case(service, user_input, entry, snapshot, words)
        return
    service.edit(user_input, text, _entry_rows(entry))  # the words have been allowed since


async def _open_word_case(
    service: Service,
    user_input: UserInput,
    entry: MoveEntry,
    snapshot: GameSnapshot,
    words: tuple[str, ...],
) -> None:
    """Open a case about the words of an entry; an arbiter who entered it has its sheet."""
    match = (await service.matches.load(snapshot.game.match)).match
    arbiters = await service.competitions.arbiters(match)
    plan = words_alone.Plan(words_alone.PlanKind.ENTRY)
    case = await words_alone.ask(service, user_input, snapshot, words, plan)
    photo = photo_of(entry) if user_input.person.id not in arbiters else None
    if photo is not None:
        who = (await service.persons.get(entry.person)).name
        await send_sheet(service, case, photo, who=who, note=entry.placement)
    await service.questions.drop(user_input, Topic.ENTRY, entry.token)
    facts = {"words": ", ".join(words), "case": case.id, "game": snapshot.game.id}
    service.edit(user_input, Text("query.alone_asked_entry", facts), query_buttons(case))


def _entry_rows(entry: MoveEntry) -> Buttons:
    """Return the buttons of an entry: record it, drop it, or change a day."""
    record = ENTRY.button(say("button.enter"), entry.token, EntryAction.ENTER)
    return (record, _drop_button(entry)), _day_buttons(entry)


def _drop_button(entry: MoveEntry) -> Button:
    """Return the button that drops an entry."""
    return ENTRY.button(say("button.drop"), entry.token, EntryAction.DROP)


def _day_buttons(entry: MoveEntry) -> tuple[Button, Button]:
    """Return the buttons that change the days of an entry."""
    received_label = say("button.received", on=entry.received.isoformat())
    sent_label = say("button.sent", on=entry.sent.isoformat())
    return (
        ENTRY.button(received_label, entry.token, EntryAction.RECEIVED),
        ENTRY.button(sent_label, entry.token, EntryAction.SENT),
    )


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of an entry: `ent:TOKEN:ok|no|ask|rec|sent[:DAY]`."""
    token, action, day = ENTRY.read(user_input.args)
    opened = await service.entries.own(user_input, token)
    if opened is None:
        service.answer_late(user_input, say("entry.stale"))
        return
    entry, snapshot = opened.entry, opened.snapshot
    if action is EntryAction.DROP:
        await service.entry_acts.drop(entry)
        await service.questions.drop(user_input, Topic.ENTRY, token)
        service.edit(user_input, say("entry.dropped", game=snapshot.game.id))
    elif action is EntryAction.ENTER:
        await submit(service, user_input, entry, snapshot)
    elif action is EntryAction.ASK:
        await _ask_words(service, user_input, entry, snapshot)
    elif day is None:
        await _ask_day(service, user_input, opened, action)
    elif action is EntryAction.RECEIVED:
        sent_on = max(entry.sent, day)  # no answer is sent before the move arrives
        await _change_days(
            service, user_input, replace(entry, received=day, sent=sent_on), snapshot
        )
    else:
        sent_on = max(entry.received, day)
        await _change_days(service, user_input, replace(entry, sent=sent_on), snapshot)


async def _ask_day(
    service: Service, user_input: UserInput, opened: EntryInGame, action: EntryAction
) -> None:
    """Ask for the day on which the move arrived or was sent; without one, say why there is none."""
    entry, snapshot = opened.entry, opened.snapshot
    is_received, game = action is EntryAction.RECEIVED, snapshot.game
    first = game.received if is_received else entry.received
    last = until_closing(game, service.games.day(game, user_input.at))
    days = [
        ENTRY.button(say("button.day", on=on.isoformat()), entry.token, action, on)
        for on in _days(first, last)
    ]
    if not days:  # the sheet arrived after the closing
        await _change_days(service, user_input, entry, snapshot)
        return
    question = say("entry.which_received" if is_received else "entry.which_sent")
    service.edit(user_input, question, rows_of(days, _DAYS_IN_A_ROW))


async def _change_days(
    service: Service, user_input: UserInput, entry: MoveEntry, snapshot: GameSnapshot
) -> None:
    """Store the changed entry, and show it, or why it is refused; its days can be changed again."""
    await service.entry_acts.change(entry)
    try:
        text, rows = await entry_text(service, user_input, entry, snapshot), _entry_rows(entry)
    except EngineError as error:
        text, rows = _refused_card(entry, error)
    service.edit(user_input, text, rows)


def _days(first: date, last: date) -> list[date]:
    """Return the days from first to last; if too many, the latest; none if first is after last."""
    first = max(first, last - timedelta(days=_MOST_DAYS - 1))
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]
