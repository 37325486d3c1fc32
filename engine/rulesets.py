"""Rulesets: named, frozen sets of every option that a competition may choose.

A competition freezes a ruleset when it starts. The first event of each game stores the whole
ruleset, so a later change of a default never affects a running game. Articles refer to the
federation's regulation in force from 1 May 2025.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum


class JokerRuns(StrEnum):
    """The readings of a blank within a run of vowels or consonants (art. 1.3)."""

    BOTH = "both"
    """A blank counts as a vowel and as a consonant: no run with it may be too long as either."""
    BREAKS = "breaks"
    """A blank ends the run that contains it."""
    SKIPPED = "skipped"
    """A blank is ignored, and its neighbours become adjacent."""


class SequenceScope(StrEnum):
    """The games that share one letter sequence (art. 2.1)."""

    HOME = "home"
    """All home games of a phase.

    Each return game has its own sequence, because return games begin at different times; a player
    could read a shared one in a match that is ahead.
    """
    LEG = "leg"
    """All return games also share a sequence; only suitable if they all start on one day."""
    PHASE = "phase"
    MATCH = "match"
    GAME = "game"

    @property
    def joins_legs(self) -> bool:
        """Return whether both legs of a match use one sequence."""
        return self in {SequenceScope.PHASE, SequenceScope.MATCH}


class WordPolicy(StrEnum):
    """The treatment of a word that is not in the competition's list (art. 3, 5.2)."""

    REFUSE = "refuse"
    PARTNER = "partner"
    WARN = "warn"


class EndBonus(StrEnum):
    """The points for the value of the tiles left when one player has gone out (art. 4.3)."""

    TRANSFER = "transfer"
    DEDUCT_ONLY = "deduct_only"
    DOUBLE = "double"

    @property
    def shares(self) -> tuple[int, int]:
        """Gain of the player who went out and loss of the other, for each point of tiles left."""
        return {
            EndBonus.TRANSFER: (1, 1),
            EndBonus.DEDUCT_ONLY: (0, 1),
            EndBonus.DOUBLE: (2, 0),
        }[self]


class AbandonFloor(StrEnum):
    """The lowest coefficient of the player who stays after a resignation (art. 9.1)."""

    WIDENING = "widening"
    """1.53 − 0.01n after n complete rounds."""
    FIXED = "fixed"
    """Never below 1.53."""


class Unfinished(StrEnum):
    """The value of a declared state if the game is unfinished at the closing date (art. 9.4)."""

    SHARE = "share"
    """A point divided by the score, and half a point each, as in a game ended early (art. 9.2)."""
    SCORE = "score"
    """By the score, as if the game had ended normally (art. 8.1)."""


class NeverBegun(StrEnum):
    """The value of a return game that has not begun before the closing date (art. 9.4)."""

    LEVEL = "level"
    """1 for each player if both played the home game; otherwise the same as in the home game."""
    NOTHING = "nothing"
    """0 for each, unless a player did not appear for the home game (art. 9.1)."""


class PublicWhen(StrEnum):
    """The time from which the public may see a game, once all games on its sequence are over."""

    HOMOLOGATED = "homologated"
    """After its match is official, too (art. 8.5)."""
    ENDED = "ended"
    """At once."""


class Phase(StrEnum):
    """A phase of the competition; it sets the thinking time (art. 7.1)."""

    PRELIMINARY = "preliminary"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Every option of the rules, with the federation's own values as defaults."""

    name: str
    tile_set: str = "ro"
    """The name of the tile set (`engine.tiles.load_tile_set`)."""
    rack_size: int = 7
    """The most tiles on a rack (art. 1.1, 4.1)."""
    all_tiles_bonus: int = 50
    """The points for laying a whole rack in one move (art. 4.2)."""
    red_caps: tuple[int, ...] = (10, 30)
    """The points caps of Red's placements of rounds I, II … (art. 1.4)."""
    blue_caps: tuple[int, ...] = (20, 40)
    """The points caps of Blue's placements of rounds I, II … (art. 1.4)."""
    # The letter sequence, art. 1.3
    longest_run: int = 3
    """The most vowels, or consonants, in a row."""
    joker_runs: JokerRuns = JokerRuns.BOTH
    """The reading of a blank within a run of vowels or consonants."""
    early_tiles: int = 25
    """The number of tiles at the beginning without a high-value tile or a blank."""
    early_value: int = 2
    """The highest value of a tile among the `early_tiles`, in points."""
    joker_gap: int = 25
    """The least number of tiles between two blanks."""
    opening_kinds: int = 2
    """The least number of different vowels, and of consonants, in each player's opening rack."""
    sequence_scope: SequenceScope = SequenceScope.HOME
    """The games that share one letter sequence (art. 2.1)."""
    # Words and the end of the game, art. 3, 4.3, 5.2
    word_policy: WordPolicy = WordPolicy.REFUSE
    """The treatment of words that are not in the list."""
    end_bonus: EndBonus = EndBonus.TRANSFER
    """The points for tiles left when one player has gone out."""
    passes_to_end: int = 4
    """The number of passes in a row, by both players together, that ends the game (art. 4.3)."""
    # Time, art. 7; all in days
    preliminary_days: int = 30
    """Days of thinking time for each player and game before the finals (art. 7.1)."""
    final_days: int = 20
    """Days of thinking time for each player and game in the finals (art. 7.1)."""
    leave_days: int = 10
    """Days of leave for each player in a phase (art. 7.2)."""
    final_leave_days: int | None = None
    """Days of leave in the finals; None means the same as in other phases."""
    resend_days: int = 5
    """Days without an answer after which the sheets are sent again (art. 7.2)."""
    dossier_days: int = 5
    """Further days after which the arbiter gets the case file (art. 7.2)."""
    opening_days: int = 5
    """Days after which a Red player who has not moved is reminded (art. 7.2, 9.1)."""
    return_leg_days: int = 5
    """The most days from the end of the home game to the start of the return game (art. 7.1)."""
    results_days: int = 5
    """Days for players to object to results, or to report at the closing date (art. 8.5, 9.7)."""
    auto_forfeit: bool = False
    """Whether exceeded time ends the game without a ruling (art. 7.2)."""
    time_zone: str = "Europe/Bucharest"
    """The zone whose calendar dates count, as an IANA name."""
    # Coefficients, art. 9.1, 9.4
    abandon_floor: AbandonFloor = AbandonFloor.WIDENING
    """The lowest coefficient of the player who stays after a resignation."""
    unfinished: Unfinished = Unfinished.SCORE
    """The value of a declared state in an unfinished game; older stored rulesets use the score."""
    never_begun: NeverBegun = NeverBegun.NOTHING
    """The value of a return game that never began; older stored rulesets give 0 to each player."""
    # Who may see a game, art. 2.1, 8.5
    public_when: PublicWhen = PublicWhen.HOMOLOGATED
    """The time from which the public may see a game."""

    def cap(self, player: int, moves: int) -> int | None:
        """Return the points cap of a player's next move after so many of theirs (art. 1.4).

        `player` is 0 for Red and 1 for Blue. None means no cap, as for any further player.
        """
        caps = (self.red_caps, self.blue_caps)[player] if player < 2 else ()
        return caps[moves] if moves < len(caps) else None

    def budget(self, phase: Phase) -> int:
        """Return the days of thinking time per player and game in that phase (art. 7.1)."""
        return self.final_days if phase is Phase.FINAL else self.preliminary_days

    def leave(self, phase: Phase) -> int:
        """Return the days of leave per player in that phase (art. 7.2)."""
        if phase is Phase.FINAL and self.final_leave_days is not None:
            return self.final_leave_days
        return self.leave_days

    def results_due(self, since: date) -> date:
        """Return the last day to report or to object, from a closing or a proposal (8.5, 9.7)."""
        return since + timedelta(days=self.results_days)


def capped(points: int, cap: int | None) -> int:
    """Return the points that count under that cap (art. 1.4); None means no cap."""
    return points if cap is None else min(points, cap)


NATIONAL_2025 = Ruleset(name="cn-2025.3", unfinished=Unfinished.SHARE, never_begun=NeverBegun.LEVEL)
"""The national championship by correspondence: the current reading of the 1 May 2025 regulation."""
SECOND_READING = replace(NATIONAL_2025, name="cn-2025.2", never_begun=NeverBegun.NOTHING)
"""The same regulation as read by version 0.1.0."""
FIRST_READING = replace(
    SECOND_READING, name="cn-2025", sequence_scope=SequenceScope.LEG, unfinished=Unfinished.SCORE
)
"""The same regulation in the first reading of this program; a name never changes its rules."""

RULESETS = {
    rules.name: rules
    for reading in (NATIONAL_2025, SECOND_READING, FIRST_READING)
    for rules in (
        reading,
        replace(reading, name=f"{reading.name}-partner", word_policy=WordPolicy.PARTNER),
        replace(reading, name=f"{reading.name}-warn", word_policy=WordPolicy.WARN),
    )
}
"""Every ruleset that was ever shipped, by name."""
