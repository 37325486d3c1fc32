"""Questions to the arbiter about a move with an unlisted word: ask, withdraw, answer (art. 5.3).

The opponent is not notified before the move is made, because it is a plan. `engine.games.queries`
applies the answer. The arbiter gets the card of an ordinary case.
"""

from dataclasses import replace
from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.lookups.cases.ruling_results import RulingResult
from bot.service.notices.cases import cards as case_cards
from bot.service.notices.notifier import Notifier
from bot.service.notices.play.own_sheet import caption_of, pass_on
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.changes import GameChange
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Notice, Relayed, say
from bot.texts.notices.play.sheets import sheets
from engine.cases.case import Case
from engine.cases.decide import RefusedWords, ask_of_words, close_overtaken, withdraw
from engine.cases.events import CaseId
from engine.errors import RuleViolation
from engine.games.appraisal import UNKNOWN_WORD, appraise
from engine.games.commands import Place
from engine.games.events import PlacementMade, QueryClosed
from engine.games.queries import close_query, query
from engine.games.ruling_events import TimeGranted
from engine.notation import parse_placement


async def ask(
    recorder: Recorder, user_input: UserInput, snapshot: GameSnapshot, typed: str, at: datetime
) -> Case:
    """Ask the arbiter about the unlisted words of a move, typed at that instant; return the case.

    The game waits for the answer, and the author's days with it. The arbiters get the card.

    Raises:
        EngineError: the opponent is to move, or the move has another error.
    """
    seat = recorder.games.seat(user_input, snapshot.game)
    command = Place(by=seat, placement=parse_placement(typed))
    await recorder.closings.check_command(snapshot.game, command, at)
    arrived = await recorder.arrivals.arrival_before(snapshot.game, command, at)
    snapshot = await recorder.game_acts.record(snapshot, arrived, at)
    lexicon = await lexicon_of(recorder, snapshot.game)
    appraisal = appraise(snapshot.game, seat, command.placement, snapshot.game.day_of(at), lexicon)
    other_faults = [fault for fault in appraisal.faults if fault.code != UNKNOWN_WORD]
    if other_faults:
        raise RuleViolation(*other_faults)
    refused = RefusedWords(
        placement=typed,
        word=appraisal.word,
        unknown=tuple(dict.fromkeys(appraisal.unknown)),
        typed=at,
    )
    new = await recorder.cases.new_case(snapshot, user_input.at)
    waits = query(snapshot.game, seat, new.case, user_input.at, typed=at)
    events = ask_of_words(snapshot.game, new, user_input.person.id, refused)
    case = (await recorder.case_acts.begin(events, user_input.at)).case
    await recorder.game_acts.record(snapshot, waits, user_input.at)
    await case_cards.send(recorder, case)
    return case


async def open_about(readers: Readers, snapshot: GameSnapshot, placement: str) -> Case | None:
    """Return the open question about exactly that move; None if the game waits for none such."""
    if not snapshot.game.query:
        return None
    case = await readers.cases.get(CaseId(snapshot.game.query))
    return case if case.placement == placement else None


async def send_sheet(
    notifier: Notifier, case: Case, photo: Relayed, *, who: str, note: str
) -> None:
    """Send the arbiters the photographed sheet of the player's move (art. 4.2)."""
    for person in await case_cards.recipients(notifier, case):
        chat = await notifier.persons.address(person)
        if chat is not None:
            text = say("relayed.sheet", who=who, game=case.game, note=note)
            await notifier.notify(Notice(to=chat, text=text, relayed=photo, about=case.game))


async def drop(recorder: Recorder, snapshot: CaseSnapshot, at: datetime) -> None:
    """Withdraw the question at its author's request; it is their turn again."""
    withdrawn = withdraw(snapshot.case, snapshot.case.by, at)
    case = (await recorder.case_acts.record(snapshot, withdrawn, at)).case
    game = await recorder.games.load(case.game)
    await recorder.game_acts.record(game, close_query(game.game, case.id, at), at)


async def close_unneeded(recorder: Recorder, case: CaseId, change: GameChange) -> None:
    """Close the case that the game no longer waits for, unless it is answered; notify its author.

    `change`: the events after which the game no longer waits.
    """
    snapshot = await recorder.cases.load(case)
    if not snapshot.case.is_open:
        return
    game, at = change.before.game, change.at
    events = close_overtaken(snapshot.case, game, change.events, at, is_ruling=change.is_ruled)
    snapshot = await recorder.case_acts.record(snapshot, events, at)
    await recorder.sheet_photos.take_from_case(snapshot.case.by, case)
    text = say("query.over", case=case, placement=snapshot.case.placement)
    await recorder.notify_person(snapshot.case.by, text, about=snapshot.case.game, silent=True)


def is_quiet(ruled: RulingResult) -> bool:
    """Return whether only the author needs the answer: the move was a plan, or is on the board."""
    if not ruled.snapshot.case.is_query:
        return False
    ended_before = ruled.before.game.ended
    if ended_before is None:
        return all(
            isinstance(event, PlacementMade | QueryClosed | TimeGranted)
            for event in ruled.consequences.here.game_events
        )
    # The placement joins a game that stays as it ended; only its ruling may differ.
    ended = ruled.consequences.after.game.ended
    return ended is not None and replace(ended, ruling=ended_before.ruling) == ended_before


async def notify_of_answers(notifier: Notifier, ruled: RulingResult) -> None:
    """Notify the author of the answer: the move is made, or they must make another."""
    case, game = ruled.snapshot.case, ruled.consequences.after.game
    decided = case.rulings[-1]
    events = ruled.consequences.here.game_events
    placement = next((event for event in events if isinstance(event, PlacementMade)), None)
    sheet = await notifier.sheet_photos.take_from_case(case.by, case.id)
    if placement is not None and sheet is not None:
        caption = caption_of(sheet, case.placement)
        await pass_on(notifier, case.by, game, sheet, caption, arbiter_has_it=True)
    words = ", ".join(word.upper() for word in decided.ruling.words)
    who = await notifier.persons.name(decided.arbiter)
    facts = {"words": words, "who": who, "reason": decided.reason, "placement": case.placement}
    if placement is not None:
        text = say("query.upheld", sent=placement.sent.isoformat(), days=placement.days, **facts)
    else:
        seat = game.last_seat_of(case.by) or game.turn
        left = (await notifier.arrivals.clocks(game)).left[seat]
        text = say("query.not_upheld", game=game.id, left=left, **facts)
    member = await notifier.matches.member(await notifier.matches.get(game.match), case.by)
    if member.address is not None:
        after = await notifier.games.load(game.id)
        pictures = sheets(game.id, after.seq) if placement is not None else ()
        await notifier.notify(
            Notice(to=member.address, text=member.addressed(text), pictures=pictures, about=game.id)
        )
