"""Rulings that may fit a case, by the claim, the last ruling and the players.

`engine.cases.choices` checks which of them are possible in the current state.
"""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from engine.cases.case import Case
from engine.cases.disputes import disputed, recomputed, standing_place
from engine.cases.events import CaseRuled, ClaimKind, Ruling, RulingKind
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.queries import stands_as_asked
from engine.games.restoring import followers
from engine.ids import Seat

ON_SOMEBODY = (
    RulingKind.LOST_ON_TIME,
    RulingKind.NO_SHOW,
    RulingKind.ABANDONED,
    RulingKind.AS_PLAYED,
    RulingKind.WARNING,
    RulingKind.LOSS,
    RulingKind.EXCLUSION,
    RulingKind.REINSTATED,
)
"""The kinds of ruling that need only a player, and no figure."""
PENALTIES = tuple(map(Decimal, ("0.1", "0.2", "0.3", "0.5", "1")))
"""The suggested penalties in points; the arbiter may type any other from 0.1 to 1 (art. 10.3)."""
EXTENSIONS = (1, 2, 3, 5, 7, 10)
"""The suggested numbers of days."""
_AGAINST_HIM = {
    ClaimKind.TIME: (
        RulingKind.NO_SHOW,
        RulingKind.ABANDONED,
        RulingKind.AS_PLAYED,
    ),
    ClaimKind.CONDUCT: (RulingKind.WARNING, RulingKind.LOSS, RulingKind.EXCLUSION),
}
_ENDINGS = frozenset(
    {
        RulingKind.LOST_ON_TIME,
        RulingKind.BOTH_LOST_ON_TIME,
        RulingKind.NO_SHOW,
        RulingKind.ABANDONED,
        RulingKind.LOSS,
        RulingKind.LEVEL,
    }
)
"""The rulings that end a running game."""


def figures(case: Case, game: Game, kind: RulingKind) -> list[Ruling]:
    """Return the rulings of that kind with usual figures, the likeliest first."""
    found: list[Ruling] = []
    if kind is RulingKind.ANNULLED:
        found = [Ruling(kind=kind, move=keep) for keep in reversed(range(len(game.moves)))]
    elif kind is RulingKind.SCORE:
        found = [
            Ruling(kind=kind, move=place, number=recomputed(game, place))
            for place, move in enumerate(game.moves)
            if isinstance(move, PlacementMade) and place == (case.move if case.word else place)
        ]
    elif kind is RulingKind.EXTENSION:
        found = [
            Ruling(kind=kind, seat=seat, number=days)
            for seat in concerned(case, game)
            for days in EXTENSIONS
        ]
    elif kind is RulingKind.PENALTY:
        found = [
            Ruling(kind=kind, seat=seat, penalty=points)
            for seat in concerned(case, game)
            for points in PENALTIES
        ]
    return found


def answers(case: Case, game: Game, late: Sequence[Seat] = ()) -> list[Ruling]:
    """Return the rulings that answer the claim if it is right.

    `late` are the players who exceeded their time, the earliest first.
    """
    place = standing_place(case, game)
    found: list[Ruling] = []
    match case.kind:
        case ClaimKind.TIME:
            seats = concerned(case, game)
            found = [*_lost_on_time(seats, late), *_against(seats, case.kind)]
        case ClaimKind.CONDUCT:
            found = _against(concerned(case, game), case.kind)
        case ClaimKind.WORD:
            found = _about_words(case, game, place)
        case ClaimKind.QUERY:
            found = _answers_to_query(case, game)
        case ClaimKind.TECHNICAL if place is not None:
            last = place == len(game.moves) - 1
            kind = RulingKind.RETURNED if last else RulingKind.ANNULLED
            found = [Ruling(kind=kind, move=place)]
        case ClaimKind.ARITHMETIC if place is not None:
            right = recomputed(game, place)
            found = [Ruling(kind=RulingKind.SCORE, move=place, number=right)]
        case ClaimKind.TECHNICAL | ClaimKind.ARITHMETIC:
            found = [Ruling(kind=RulingKind.UPHELD)]
        case _:  # a case opened by an arbiter: the general rulings follow
            pass
    return found


def _against(seats: Sequence[Seat], kind: ClaimKind) -> list[Ruling]:
    """Return the rulings against these players that answer a claim of that kind."""
    return [_on(ruling, seat) for ruling in _AGAINST_HIM[kind] for seat in seats]


def _lost_on_time(seats: Sequence[Seat], late: Sequence[Seat]) -> list[Ruling]:
    """Return lost-on-time rulings for these players; if both are late, for each and for both.

    The player who exceeded the time first comes first (art. 7.2).
    """
    if len(late) < len(Seat):
        return [_on(RulingKind.LOST_ON_TIME, seat) for seat in seats]
    either = [_on(RulingKind.LOST_ON_TIME, seat) for seat in late]
    return [*either, Ruling(kind=RulingKind.BOTH_LOST_ON_TIME)]


def _about_words(case: Case, game: Game, place: int | None) -> list[Ruling]:
    """Return the rulings on a dispute about words; `place` is None if the placement is not valid.

    A returned or annulled placement may be restored, with the moves after it or alone; or the words
    are valid and the game continues as it is. A placement that the opponent accepted stays,
    whatever the ruling about its words.
    """
    words, invalid = case.words, RulingKind.WORD_INVALID
    valid = Ruling(kind=RulingKind.WORD_VALID, words=words)
    if place is None:
        again: list[Ruling] = []
        made = disputed(case, game)
        if made is not None:
            again = [replace(valid, move=case.move, placed=made.at)]
            later = followers(game, made)
            if later:
                again.insert(0, replace(again[0], number=later))
        return [*again, valid, Ruling(kind=invalid, words=words)]
    stands = Ruling(kind=RulingKind.WORD_ACCEPTED, words=words)
    if game.moves[place].at in {made.at for made in game.accepted}:  # its score may be corrected
        return [valid, stands]
    found = [valid, Ruling(kind=invalid, move=place, words=words)]
    return [*found, stands] if place < len(game.moves) - 1 else found


def _answers_to_query(case: Case, game: Game) -> list[Ruling]:
    """Return the rulings on whether refused words are valid (art. 5.3).

    One invalid word is enough to refuse the placement; each word can be named alone.
    """
    stands = stands_as_asked(game, case.move, case.placed)
    valid = Ruling(  # without a placement there is nothing to play
        kind=RulingKind.WORD_VALID,
        move=case.move,
        words=case.words,
        placed=case.placed,
        placement=case.placement,
    )
    wrong = [case.words]
    if len(case.words) > 1:
        wrong += [(word,) for word in case.words]
    place = case.move if stands else None
    query = None if stands else case.id
    return [
        valid,
        *(
            Ruling(kind=RulingKind.WORD_INVALID, move=place, words=words, query=query)
            for words in wrong
        ),
    ]


def reversals(case: Case) -> list[Ruling]:
    """Return the rulings that take the current one back, apart from other answers to the claim."""
    if case.ruled is None:
        return []
    was, found = case.ruled.ruling, list[Ruling]()
    match was.kind:
        case RulingKind.EXCLUSION:
            return [Ruling(kind=RulingKind.REINSTATED, seat=was.seat)]
        case RulingKind.REINSTATED:
            pass
        case RulingKind.WORD_VALID | RulingKind.WORD_INVALID if case.is_query:
            pass  # the other answer takes it back
        case RulingKind.LIFTED if was.move is None:
            pass  # that ruling can be made again
        case kind if kind in _ENDINGS:
            found = [lifting(case.ruled), Ruling(kind=RulingKind.LEVEL)]
        case _:
            found = [lifting(case.ruled)]
    return found


def lifting(was: CaseRuled) -> Ruling:
    """Return the ruling that takes this one back, as if it had never been made (art. 10.1)."""
    return Ruling(kind=RulingKind.LIFTED, placed=was.at)


def general(game: Game, late: Sequence[Seat] = ()) -> list[Ruling]:
    """Return the rulings possible in any game; `late` is as in `answers`."""
    others = (kind for kind in ON_SOMEBODY if kind is not RulingKind.LOST_ON_TIME)
    found = [*_lost_on_time(tuple(Seat), late)]
    found += [_on(kind, seat) for kind in others for seat in Seat]
    last = len(game.moves) - 1
    if last >= 0 and isinstance(game.moves[last], PlacementMade):
        found.append(Ruling(kind=RulingKind.RETURNED, move=last))
    return [*found, *_acts_taken_back(game), Ruling(kind=RulingKind.LEVEL)]


def _acts_taken_back(game: Game) -> list[Ruling]:
    """Return the rulings that restore the moves taken back last, and take back the game's end."""
    kind = RulingKind.LIFTED
    runs = game.voided[-1:]
    found = [Ruling(kind=kind, placed=run.event.at, move=run.moves_before) for run in runs]
    if game.ended is not None:
        found.append(Ruling(kind=kind, placed=game.ended.at, move=len(game.moves)))
    return found


def concerned(case: Case, game: Game) -> tuple[Seat, ...]:
    """Return the players a ruling may concern: the player claimed against, otherwise both."""
    seat = None if case.against is None else game.seat_of(case.against)
    return tuple(Seat) if seat is None else (seat,)


def _on(kind: RulingKind, seat: Seat) -> Ruling:
    return Ruling(kind=kind, seat=seat)
