"""Final rulings: a chief arbiter's ruling, which no other arbiter may change (art. 10.1).

The check uses the effects of a ruling on the game, not only its kind. A ruling is final during the
game and afterwards, unless it ended the game. Art. 10.2 gives players a remedy against that one.
The chief arbiter of the moment of the ruling counts, so a handover changes nothing: the successor
may not change the ruling, and its author may do so only while they are the chief arbiter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.cases.case import ENDS, Case, disputed
from engine.cases.events import CaseRuled, ClaimKind, Ruling, RulingKind
from engine.cases.situation import Effect
from engine.errors import Fault, GameStateError
from engine.games.events import Ending, GameEnded
from engine.games.game import Game, Move, is_same
from engine.games.in_force import took_moves
from engine.games.ruling_events import RulingLifted
from engine.ids import PersonId
from engine.notation import listed_form

_ABOUT_WORDS = frozenset({RulingKind.WORD_VALID, RulingKind.WORD_INVALID, RulingKind.WORD_ACCEPTED})
_STANDS = frozenset({RulingKind.WORD_VALID, RulingKind.WORD_ACCEPTED, RulingKind.REJECTED})
"""The rulings by which a disputed placement stays."""
_TAKES_OFF = frozenset({RulingKind.RETURNED, RulingKind.ANNULLED, RulingKind.WORD_INVALID})
_OF_TIME = frozenset({Ending.TIME, Ending.BOTH_TIME, Ending.NO_SHOW, Ending.ABANDONED})


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCases:
    """The game, its arbiters, and all its cases."""

    served: tuple[tuple[datetime, PersonId], ...]
    """Every chief arbiter so far, each with the instant since which they were one."""
    game: Game
    """The current state of the game."""
    cases: tuple[Case, ...] = ()
    """The cases of the game."""
    over_since: datetime | None = None
    """The instant of the game's first end since it last ran; None: no ruling has changed it."""

    @property
    def main(self) -> PersonId:
        """The present chief arbiter."""
        return self.served[-1][1]


def check_final(known: GameCases, case: Case, by: PersonId, new: Ruling, effect: Effect) -> None:
    """Refuse a change to a final ruling, except by its author while they are the chief arbiter.

    The change may be another ruling in the same case, or one in another case with the opposite
    effect. `effect` is that of the new ruling on the game.

    Raises:
        GameStateError: `ruling_is_final`.
    """
    for other, was in final_rulings(known, case, new, effect):
        if {was.arbiter, known.main} != {by}:
            raise GameStateError(Fault("ruling_is_final", "10.1", {"case": other.id}))


def final_rulings(
    known: GameCases, case: Case, new: Ruling, effect: Effect
) -> Iterator[tuple[Case, CaseRuled]]:
    """Yield the final rulings that the new one changes, each with its case."""
    for other in (case, *(one for one in known.cases if one.id != case.id)):
        was = other.ruled
        if was is None or not _by_main(known, was) or not _is_final(known, was):
            continue
        if other.id == case.id or _undoes(known.game, new, effect, other, was):
            yield other, was


def _by_main(known: GameCases, was: CaseRuled) -> bool:
    """Return whether the chief arbiter made the ruling, who may have handed over right after it."""
    (_, first), *later = known.served
    then = [who for since, who in later if since < was.at]
    return was.arbiter == (then[-1] if then else first)


def _is_final(known: GameCases, was: CaseRuled) -> bool:
    """Return whether that ruling was made during the game and did not end it (art. 10.1)."""
    ended = known.game.ended
    return ended is None or was.at < (known.over_since or ended.at)


def _undoes(game: Game, new: Ruling, effect: Effect, other: Case, was: CaseRuled) -> bool:
    """Return whether the ruling reverses the decision of the earlier one."""
    if was.ruling.kind is RulingKind.LIFTED:
        return _lifts_otherwise(game, new, effect, other, was)
    return (
        (_says_otherwise(new, was.ruling) and not _corrects_another(game, new, was))
        or _ends_otherwise(effect, other, was.ruling)
        or _moves_otherwise(game, effect, other, was)
    )


def _lifts_otherwise(game: Game, new: Ruling, effect: Effect, other: Case, was: CaseRuled) -> bool:
    """Return whether the ruling makes again what the case has taken back.

    That was a ruling of the case itself, moves taken back by somebody, or an end of the game.
    """
    if was.ruling.move is None:
        made = [one.ruling for one in other.rulings[:-1]][-1:]
        return any((one.kind, one.seat, one.move) == (new.kind, new.seat, new.move) for one in made)
    if any(one.event.at == was.ruling.placed for one in game.log if took_moves(one.event)):
        return any(move.at < was.at for move in _removed(game, effect))
    ends = [event for event in effect.game_events if isinstance(event, GameEnded)]
    return any(event.arbiter is not None or event.ending in _OF_TIME for event in ends)


def _corrects_another(game: Game, new: Ruling, was: CaseRuled) -> bool:
    """Return whether both correct a score, but of different placements made in the same place."""
    if new.kind is not RulingKind.SCORE or new.move is None or new.move >= len(game.moves):
        return False
    corrected = [move.at for move, event in game.corrections if event.at == was.at]
    return bool(corrected) and game.moves[new.move].at not in corrected


def _says_otherwise(new: Ruling, was: Ruling) -> bool:
    """Return whether the two rulings decide the same question differently."""
    if new.kind in _ABOUT_WORDS and was.kind in _ABOUT_WORDS:
        same_words = {*map(listed_form, new.words)} & {*map(listed_form, was.words)}
        return new.kind is not was.kind and bool(same_words)
    if new.kind is RulingKind.REINSTATED:
        undoes = was.kind is RulingKind.EXCLUSION
    elif new.kind is RulingKind.EXTENSION:
        undoes = was.kind is new.kind and (new.number or 0) * (was.number or 0) < 0
    elif new.kind is RulingKind.PENALTY:  # several cases add up; lifting one reverses it
        undoes = was.kind is new.kind and not new.penalty
    else:
        undoes = was.kind is new.kind is RulingKind.SCORE
    return undoes and (new.seat, new.move) == (was.seat, was.move)


def _ends_otherwise(effect: Effect, other: Case, was: Ruling) -> bool:
    """Return whether the new ruling changes the earlier one's answer to “does the game continue?”.

    A rejected time claim, like a result that counts as played, means no loss by that time.
    """
    ends = [event for event in effect.game_events if isinstance(event, GameEnded)]
    opens = any(isinstance(one, RulingLifted) and one.move is None for one in effect.game_events)
    if was.kind in ENDS:
        return opens or bool(ends)  # another end instead
    if was.kind is RulingKind.AS_PLAYED or (
        was.kind is RulingKind.REJECTED and other.kind is ClaimKind.TIME
    ):
        seat = was.seat if other.against is None else effect.game.last_seat_of(other.against)
        return any(
            event.ending is Ending.BOTH_TIME or (event.ending in _OF_TIME and event.by is seat)
            for event in ends
        )
    return False


def _moves_otherwise(game: Game, effect: Effect, other: Case, was: CaseRuled) -> bool:
    """Return whether the new ruling removes a placement that should stay, or the reverse."""
    kind = was.ruling.kind
    if kind in _TAKES_OFF:
        return was.at in {one.ruled for one in effect.game_events if isinstance(one, RulingLifted)}
    made = disputed(other, game) if kind in _STANDS else None
    return made is not None and made in _removed(game, effect)


def _removed(game: Game, effect: Effect) -> list[Move]:
    """Return the valid moves that are not valid after the ruling."""
    return [move for move in game.moves if not any(is_same(move, one) for one in effect.game.moves)]
