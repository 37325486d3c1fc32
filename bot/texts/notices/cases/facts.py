"""Texts of the facts about a case: days, the move in dispute, its points, rulings on its words.

Pure. `bot.service.lookups.cases.facts` finds the facts.
"""

from datetime import date, datetime

from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import placement_text
from bot.texts.notices.participants import Participants
from engine.cases.case import Case, disputed, played_since, recomputed, standing_place
from engine.cases.events import CaseId, ClaimKind
from engine.games.deadlines import clocks
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.turns import exceeded
from engine.ids import Seat


def time_facts(game: Game, participants: Participants, on: date) -> list[Text]:
    """Return how many days each player has used by that day, running ones included (art. 7.1)."""
    time = clocks(game, on)
    lines = []
    for seat in Seat:
        used, allowance = time.used[seat], game.allowance(seat)
        over = exceeded(game, seat, on)
        lines.append(
            say(
                "case.days_over" if over else "case.days",
                colour=say(f"colour.{seat.value}"),
                who=participants.at(seat).name,
                used=used,
                allowance=allowance,
            )
        )
    return lines


def placement_facts(case: Case, game: Game, participants: Participants) -> list[Text]:
    """Return the move in dispute, whether it still counts, and the move in its place."""
    placement = disputed(case, game)
    if placement is None:
        return [say("placement.gone")]
    named = placement_text(placement, participants.at(placement.by).name)
    if placement in game.moves:
        return [say("case.placement", placement=named)]
    lines = [say("case.placement_void", placement=named)]
    since = played_since(game, placement)
    if since and case.kind is ClaimKind.WORD and case.is_open:
        lines.append(say("case.played_since", n=since))
    return lines


def query_facts(case: Case, game: Game, participants: Participants) -> list[Text]:
    """Return the move that waits for the arbiter's answer, or its outcome."""
    if case.is_of_words_alone:
        return [say("case.asked_alone")]
    if disputed(case, game) is not None:
        return placement_facts(case, game, participants)
    if not case.is_open:
        return [say("case.asked_unmade", placement=case.placement)]
    return [say("case.asked_placement", placement=case.placement, at=case.opened.isoformat())]


def points_facts(case: Case, game: Game) -> list[Text]:
    """Return the points of the move according to the rules (art. 5.3)."""
    place = standing_place(case, game)
    if place is None:
        return []
    is_right = is_counted_right(case, game)
    key = "case.counted_right" if is_right else "case.counted_wrong"
    return [say(key, points=recomputed(game, place))]


def is_counted_right(case: Case, game: Game) -> bool:
    """Return whether the case's move is valid and has the correct points (art. 5.3)."""
    place = standing_place(case, game)
    if place is None:
        return False
    move = game.moves[place]
    return isinstance(move, PlacementMade) and move.points == recomputed(game, place)


def earlier_ruling(word: str, case: CaseId, at: datetime, *, is_valid: bool) -> Text:
    """Return an earlier ruling on the word, with its case and instant."""
    return say(
        "case.word_was_valid" if is_valid else "case.word_was_invalid",
        word=word.upper(),
        case=case,
        at=at.isoformat(),
    )
