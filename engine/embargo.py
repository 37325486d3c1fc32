"""The embargo: which people may see which part of a game, and since when (art. 2.1).

Several games use one letter sequence, at different speeds, so one game shown would help players in
another. Only a game's players and arbiters see it until every game on its sequence is over,
including future ones. Nobody sees an analysis before that, as its players may have others on it.

Every part of the bot that shows a game asks this module. It is pure: its input is the state of the
games at one instant. A game that a ruling resumes is closed again. Messages to people and the wish
to be named are not handled here.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.errors import Fault
from engine.ids import GameId, Leg, PersonId, game_id
from engine.matches.match import Match, MatchStage
from engine.rulesets import PublicWhen


class GamePart(StrEnum):
    """The parts of a game that can be shown, apart from its result."""

    SEQUENCE = "sequence"
    SEED = "seed"
    BOARD = "board"
    """The board with both racks, as every sheet shows them."""
    PLACEMENTS = "placements"
    ANALYSIS = "analysis"


class GameProgress(StrEnum):
    """The progress of a game, as far as the embargo needs it."""

    TO_COME = "to come"
    RUNNING = "running"
    OVER = "over"
    SETTLED = "settled"
    """Its match is official, or cancelled after the game began. Nothing more will be decided."""
    CALLED_OFF = "called off"
    """Its match was cancelled before the game began. It has no content and delays no other game."""


_PLAYING: Final = frozenset({GameProgress.TO_COME, GameProgress.RUNNING})
_NOT_BEGUN: Final = frozenset({GameProgress.TO_COME, GameProgress.CALLED_OFF})
_OF_THE_DRAW: Final = frozenset({GamePart.SEQUENCE, GamePart.SEED})


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoedGame:
    """One game at an instant, with the facts that the embargo needs."""

    game: GameId
    seed: str
    """The seed in hexadecimal; games with the same seed have the same sequence."""
    players: frozenset[PersonId]
    progress: GameProgress


@dataclass(frozen=True, slots=True)
class EmbargoReason:
    """The reason why the public may not see a game."""

    game: GameId
    playing: tuple[GameId, ...]
    """The unfinished games on the sequence of the game, including the game itself."""
    public_when: PublicWhen

    @property
    def fault(self) -> Fault:
        """The refusal: how many games must end first, and the article."""
        if self.playing:
            waited = len(self.playing)
            is_enough = self.public_when is PublicWhen.ENDED
            code = "embargo_ended" if is_enough else "embargo_playing"
            return Fault(code, "2.1", {"game": self.game, "games": waited})
        return Fault("embargo_homologation", "8.5", {"game": self.game})


@dataclass(frozen=True, slots=True)
class GameReader:
    """The person who wants to see a game."""

    person: PersonId | None = None
    """The person who reads; None means the general public."""
    is_arbiter: bool = False
    """Whether the person is an arbiter of these games."""


def embargo_on(
    asked: EmbargoedGame, others: Iterable[EmbargoedGame], public_when: PublicWhen
) -> EmbargoReason | None:
    """Return the reason why the public may not see the game, or None if all may see it.

    `others` are games of which some may use its sequence. Rules: art. 2.1; `public_when` says
    whether the match must be official first (art. 8.5).
    """
    sharing = {other.game: other for other in others if other.seed == asked.seed}
    sharing[asked.game] = asked
    playing = tuple(code for code, game in sharing.items() if game.progress in _PLAYING)
    is_settled = asked.progress is GameProgress.SETTLED or (
        asked.progress is GameProgress.OVER and public_when is PublicWhen.ENDED
    )
    return None if is_settled and not playing else EmbargoReason(asked.game, playing, public_when)


def may_see(
    part: GamePart,
    asked: EmbargoedGame,
    reader: GameReader,
    others: Collection[EmbargoedGame],
    public_when: PublicWhen,
) -> bool:
    """Return whether the reader may see that part of the game; `others` may share its sequence.

    Players and arbiters of the game see it from its start. Before the start they see the seed and
    the sequence only if they have a started game on the same sequence.
    """
    if part is not GamePart.ANALYSIS and _concerns(asked, reader):
        if asked.progress not in _NOT_BEGUN:
            return True
        if part in _OF_THE_DRAW and any(
            other.seed == asked.seed
            and other.progress not in _NOT_BEGUN
            and _concerns(other, reader)
            for other in others
        ):
            return True
    return embargo_on(asked, others, public_when) is None


def may_see_series(
    series: Collection[EmbargoedGame],
    reader: GameReader,
    others: Collection[EmbargoedGame],
    public_when: PublicWhen,
) -> bool:
    """Return whether the reader may see the seed from which a series of games gets its seeds.

    That seed reveals all the others, so the reader must be allowed to see each of them.
    """
    played = [game for game in series if game.progress is not GameProgress.CALLED_OFF]
    known = {
        game.seed for game in played if may_see(GamePart.SEED, game, reader, others, public_when)
    }
    return known == {game.seed for game in played}


def both_games(match: Match) -> tuple[EmbargoedGame, EmbargoedGame]:
    """Return both games of a match, home leg first."""
    begun = {one.leg for one in match.started}
    over = {one.leg for one in match.ended}
    home, return_game = (
        EmbargoedGame(
            game=game_id(match.code, leg),
            seed=match.seeds[leg],
            players=frozenset(match.people),
            progress=GameProgress.SETTLED
            if leg in match.stated
            else progress_of(match.stage, begun=leg in begun, over=leg in over),
        )
        for leg in Leg
    )
    return home, return_game


def progress_of(stage: MatchStage, *, begun: bool, over: bool) -> GameProgress:
    """Return the progress of a game in a match at that stage."""
    if stage is MatchStage.CANCELLED:
        return GameProgress.SETTLED if begun else GameProgress.CALLED_OFF
    if stage is MatchStage.HOMOLOGATED:
        return GameProgress.SETTLED
    if over:
        return GameProgress.OVER
    return GameProgress.RUNNING if begun else GameProgress.TO_COME


def _concerns(game: EmbargoedGame, reader: GameReader) -> bool:
    """Return whether the reader plays or rules the game."""
    return reader.is_arbiter or reader.person in game.players
