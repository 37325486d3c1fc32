"""Questions to the arbiter about a move with an unlisted word: ask, withdraw, answer (art. 5.3).

The opponent is not notified before the move is made, because it is a plan. `engine.games.queries`
applies the answer. The arbiter gets the card of an ordinary case.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.cases.ruled_words import lexicon_of
from bot.service.play.own_sheet import noted, pass_on
from bot.texts.messages import Notice, Relayed, say
from bot.texts.notices.play.sheets import sheets
from engine.cases.case import Case
from engine.cases.decide import RefusedPlacement, ask_of_words, withdraw
from engine.cases.events import CaseId
from engine.errors import RuleViolation
from engine.games.appraisal import UNKNOWN_WORD, appraise
from engine.games.commands import Place
from engine.games.events import PlacementMade, QueryClosed
from engine.games.queries import close_query, query
from engine.notation import parse_placement

if TYPE_CHECKING:
    from bot.service.cases.cases import SeenCase
    from bot.service.cases.situation import Ruled
    from bot.service.play.games import SeenGame
    from bot.service.recording import Recorder


async def put(service: "Recorder", said: Said, seen: "SeenGame", typed: str, at: datetime) -> Case:
    """Ask the arbiter about the unlisted words of a move, typed at that instant.

    Raises:
        EngineError: the opponent is to move, or the move has another error.
    """
    seat = service.games.seat(said, seen.game)
    command = Place(by=seat, placement=parse_placement(typed))
    await service.closings.check_command(seen.game, command, at)
    arrived = await service.arrivals.before(seen.game, command, at)
    seen = await service.game_acts.record(seen, arrived, at)
    lexicon = await lexicon_of(service, seen.game)
    judged = appraise(seen.game, seat, command.placement, seen.game.day_of(at), lexicon)
    others = [fault for fault in judged.faults if fault.code != UNKNOWN_WORD]
    if others:
        raise RuleViolation.from_faults(others)
    asked = RefusedPlacement(
        placement=typed,
        word=judged.word,
        unknown=tuple(dict.fromkeys(judged.unknown)),
        typed=at,
    )
    new = await service.cases.new(seen, said.at)
    waits = query(seen.game, seat, new.case, said.at, typed=at)
    case = await service.case_acts.begin(
        ask_of_words(seen.game, new, said.person.id, asked), said.at
    )
    await service.game_acts.record(seen, waits, said.at)
    await case_cards.send(service, case.case)
    return case.case


async def waiting(service: "Recorder", seen: "SeenGame", placement: str) -> Case | None:
    """Return the open question about exactly that move, if the game waits for its answer."""
    if not seen.game.query:
        return None
    case = (await service.cases.load(CaseId(seen.game.query))).case
    return case if case.placement == placement else None


async def send_sheet(
    service: "Recorder", case: Case, photo: Relayed, *, who: str, note: str
) -> None:
    """Send the arbiters the photographed sheet of the player's move (art. 4.2)."""
    for person in await case_cards.recipients(service, case):
        chat = (await service.persons.get(person)).chat
        if chat is not None:
            text = say("relayed.sheet", who=who, game=case.game, note=note)
            await service.tell(Notice(to=chat, text=text, relayed=photo, about=case.game))


async def drop(service: "Recorder", seen: "SeenCase", at: datetime) -> None:
    """Withdraw the question at its author's request; it is their turn again."""
    case = (await service.case_acts.record(seen, withdraw(seen.case, seen.case.by, at), at)).case
    game = await service.games.load(case.game)
    await service.game_acts.record(game, close_query(game.game, case.id, at), at)


async def over(service: "Recorder", case: CaseId, at: datetime) -> None:
    """Close the case that the game no longer waits for, unless it has been answered."""
    seen = await service.cases.load(case)
    if not seen.case.is_open:
        return
    seen = await service.case_acts.record(seen, withdraw(seen.case, seen.case.by, at), at)
    await service.previews.take_asked_sheet(seen.case.by, case)
    text = say("query.over", case=case, placement=seen.case.placement)
    await service.tell_person(seen.case.by, text, about=seen.case.game, silent=True)


def is_quiet(ruled: "Ruled") -> bool:
    """Return whether only the author needs the answer: the move was a plan, or is on the board."""
    events = ruled.found.here.game_events
    plain = all(isinstance(event, PlacementMade | QueryClosed) for event in events)
    return ruled.seen.case.is_query and plain


async def tell_answered(service: "Recorder", ruled: "Ruled") -> None:
    """Notify the author of the answer: the move is made, or they must make another."""
    case, game = ruled.seen.case, ruled.found.after.game
    decided = case.rulings[-1]
    made = next(
        (one for one in ruled.found.here.game_events if isinstance(one, PlacementMade)), None
    )
    sheet = await service.previews.take_asked_sheet(case.by, case.id)
    if made is not None and sheet is not None:
        await pass_on(service, case.by, game, sheet, noted(sheet, case.placement), known=True)
    words = ", ".join(word.upper() for word in decided.ruling.words)
    who = (await service.persons.get(decided.arbiter)).name
    facts = {"words": words, "who": who, "reason": decided.reason, "placement": case.placement}
    if made is not None:
        text = say("query.upheld", sent=made.sent.isoformat(), days=made.days, **facts)
    else:
        seat = game.seat_of(case.by) or game.turn
        left = (await service.arrivals.clocks(game)).left(seat)
        text = say("query.not_upheld", game=game.id, left=left, **facts)
    member = await service.matches.member((await service.matches.load(game.match)).match, case.by)
    if member.chat is not None:
        after = await service.games.load(game.id)
        pictures = sheets(game.id, after.seq) if made is not None else ()
        await service.tell(
            Notice(to=member.chat, text=member.addressed(text), pictures=pictures, about=game.id)
        )
