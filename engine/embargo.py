"""The embargo: what of a game may be seen by whom, and what keeps it closed (art. 2.1).

One sequence serves a series of games, which are not played at one pace: what one table shows, its
letters above all, is help at another. So a game is its players' and its arbiters' alone until every
game on its sequence is over, those to come included. An analysis helps whoever reads it, the
players themselves too: they may have other games on the same sequence; it opens with the rest.

Pure: from how the games of a sequence stand at an instant. A game that a ruling resumes stands
differently from then on, and closes again what was open. Whoever shows anything of a game asks
here. Nothing of words to people, and nothing of who wishes to be named.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.errors import Fault
from engine.ids import GameId, Leg, PersonId, game_id
from engine.matches.match import Match, MatchStage
from engine.rulesets import PublicWhen


class Part(StrEnum):
    """What there is to see of a game, beside its result."""

    SEQUENCE = "sequence"
    SEED = "seed"
    BOARD = "board"
    """With the hands, as every sheet shows them."""
    PLACEMENTS = "placements"
    ANALYSIS = "analysis"


class Standing(StrEnum):
    """How far a game is, as the embargo sees it."""

    TO_COME = "to come"
    RUNNING = "running"
    OVER = "over"
    SETTLED = "settled"
    """Its match is homologated, or counts for nobody: nothing more is decided."""
    CALLED_OFF = "called off"
    """Its match was, before it began: there is nothing of it to be seen, and it keeps nobody."""


_PLAYING: Final = frozenset({Standing.TO_COME, Standing.RUNNING})
_NOT_BEGUN: Final = frozenset({Standing.TO_COME, Standing.CALLED_OFF})
_OF_THE_DRAW: Final = frozenset({Part.SEQUENCE, Part.SEED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One game as the embargo sees it, at an instant."""

    game: GameId
    seed: str
    """In hex; games of one seed have one sequence."""
    players: frozenset[PersonId]
    standing: Standing


@dataclass(frozen=True, slots=True)
class Closed:
    """Why a game is not to be seen by others."""

    game: GameId
    playing: tuple[GameId, ...]
    """The games on its sequence that are not over; itself, too, if it is not."""
    public_when: PublicWhen

    @property
    def fault(self) -> Fault:
        """Return the refusal: what is waited for, and by which article."""
        if self.playing:
            waited = len(self.playing)
            is_enough = self.public_when is PublicWhen.ENDED
            code = "embargo_ended" if is_enough else "embargo_playing"
            return Fault(code, "2.1", {"game": self.game, "games": waited})
        return Fault("embargo_homologation", "8.5", {"game": self.game})


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks."""

    person: PersonId | None = None
    """None: anybody at all."""
    is_arbiter: bool = False
    """Of these games."""


def closed(asked: Table, others: Iterable[Table], public_when: PublicWhen) -> Closed | None:
    """Return what keeps the game from everybody's eyes; None: all may see it.

    `others` are games of which some may be on its sequence. Rules: art. 2.1; the organiser says
    whether the results must be homologated first (art. 8.5).
    """
    on_it = {table.game: table for table in others if table.seed == asked.seed}
    on_it[asked.game] = asked
    playing = tuple(game for game, table in on_it.items() if table.standing in _PLAYING)
    is_settled = asked.standing is Standing.SETTLED or (
        asked.standing is Standing.OVER and public_when is PublicWhen.ENDED
    )
    return None if is_settled and not playing else Closed(asked.game, playing, public_when)


def may_see(
    part: Part,
    asked: Table,
    reader: Reader,
    others: Collection[Table],
    public_when: PublicWhen,
) -> bool:
    """Return whether he may see that part of the game, beside those that may share its sequence.

    Its players and arbiters see it from its beginning on. What it is drawn from, and what is drawn,
    nobody sees before that, unless he has a game on the same sequence that has begun.
    """
    if part is not Part.ANALYSIS and _concerns(asked, reader):
        if asked.standing not in _NOT_BEGUN:
            return True
        if part in _OF_THE_DRAW and any(
            other.seed == asked.seed
            and other.standing not in _NOT_BEGUN
            and _concerns(other, reader)
            for other in others
        ):
            return True
    return closed(asked, others, public_when) is None


def may_see_series(
    series: Collection[Table],
    reader: Reader,
    others: Collection[Table],
    public_when: PublicWhen,
) -> bool:
    """Return whether he may see the seed from which those of all the games of a series follow.

    Whoever has it has each of theirs: it is shown to who may see the seed of every sequence.
    """
    played = [table for table in series if table.standing is not Standing.CALLED_OFF]
    known = {
        table.seed for table in played if may_see(Part.SEED, table, reader, others, public_when)
    }
    return known == {table.seed for table in played}


def tables_of(match: Match) -> tuple[Table, Table]:
    """Return both games of a match as they stand."""
    begun = {one.leg for one in match.started}
    over = {one.leg for one in match.ended}
    home, back = (
        Table(
            game=game_id(match.code, leg),
            seed=match.seeds[leg],
            players=frozenset(match.people),
            standing=standing_of(match.stage, begun=leg in begun, over=leg in over),
        )
        for leg in Leg
    )
    return home, back


def standing_of(stage: MatchStage, *, begun: bool, over: bool) -> Standing:
    """Return how far a game of a match at that stage is."""
    if stage is MatchStage.CANCELLED:
        return Standing.SETTLED if begun else Standing.CALLED_OFF
    if stage is MatchStage.HOMOLOGATED:
        return Standing.SETTLED
    if over:
        return Standing.OVER
    return Standing.RUNNING if begun else Standing.TO_COME


def _concerns(table: Table, reader: Reader) -> bool:
    return reader.is_arbiter or reader.person in table.players
