"""Rulesets: named, frozen sets of every option a competition may choose.

A competition freezes one when it starts; the first event of each game carries it whole, so that a
later change of a default never touches a running game. Articles are those of the federation's
regulation in force from 1 May 2025.
"""

from dataclasses import dataclass, replace
from enum import StrEnum


class JokerRuns(StrEnum):
    """How a joker counts among vowels and consonants in a row (art. 1.3)."""

    BOTH = "both"
    """As a vowel and as a consonant: no window may be read as all of one kind."""
    BREAKS = "breaks"
    """It ends the run it stands in."""
    SKIPPED = "skipped"
    """It is left out, and its neighbours meet."""


class SequenceScope(StrEnum):
    """Which games share one letter sequence (art. 2.1)."""

    HOME = "home"
    """All home games of a phase; each return game has its own, for return games begin one by one,
    and a sequence that they share could be read in a match that is ahead."""
    LEG = "leg"
    """All return games share one too: only where they all start on one day."""
    PHASE = "phase"
    MATCH = "match"
    GAME = "game"


class WordPolicy(StrEnum):
    """What happens to a word that is not in the competition's list (art. 3, 5.2)."""

    REFUSE = "refuse"
    PARTNER = "partner"
    WARN = "warn"


class EndBonus(StrEnum):
    """Who gets the value of the tiles left in a hand when the other has gone out (art. 4.3)."""

    TRANSFER = "transfer"
    DEDUCT_ONLY = "deduct_only"
    DOUBLE = "double"

    @property
    def shares(self) -> tuple[int, int]:
        """Return what each point left brings who has gone out, and what it costs who holds it."""
        return {
            EndBonus.TRANSFER: (1, 1),
            EndBonus.DEDUCT_ONLY: (0, 1),
            EndBonus.DOUBLE: (2, 0),
        }[self]


class AbandonFloor(StrEnum):
    """How low the coefficient of the one who stays may fall (art. 9.1)."""

    WIDENING = "widening"
    """1.53 − 0.01n after n complete rounds."""
    FIXED = "fixed"
    """Never below 1.53."""


class Unfinished(StrEnum):
    """What a declared state is worth where the closing date finds a game unfinished (art. 9.4)."""

    SHARE = "share"
    """A point divided by the score and half a point each, as at an interruption (art. 9.2)."""
    SCORE = "score"
    """By the score, as if the game had come to its end (art. 8.1)."""


class NeverBegun(StrEnum):
    """What a return game is worth that never began before the closing date (art. 9.4)."""

    LEVEL = "level"
    """1 to each where the home game was played by both; otherwise as the home game says."""
    NOTHING = "nothing"
    """0 to each, unless a player did not show up to the home game (art. 9.1)."""


class PublicWhen(StrEnum):
    """When others than players and arbiters may see a game, once all on its sequence are over."""

    HOMOLOGATED = "homologated"
    """When its match is homologated, too (art. 8.5)."""
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
    rack_size: int = 7
    all_tiles_bonus: int = 50
    red_caps: tuple[int, ...] = (10, 30)
    """The most Red's placements of rounds I, II … count (art. 1.4)."""
    blue_caps: tuple[int, ...] = (20, 40)
    # The letter sequence, art. 1.3
    longest_run: int = 3
    joker_runs: JokerRuns = JokerRuns.BOTH
    early_tiles: int = 25
    early_value: int = 2
    joker_gap: int = 25
    opening_kinds: int = 2
    """Different vowels, and different consonants, among each player's first tiles."""
    sequence_scope: SequenceScope = SequenceScope.HOME
    # Words and the end of the game, art. 3, 4.3, 5.2
    word_policy: WordPolicy = WordPolicy.REFUSE
    end_bonus: EndBonus = EndBonus.TRANSFER
    passes_to_end: int = 4
    # Time, art. 7; all in days
    preliminary_days: int = 30
    final_days: int = 20
    leave_days: int = 10
    final_leave_days: int | None = None
    """Of a phase of finals; None: as many as of the others."""
    resend_days: int = 5
    dossier_days: int = 5
    opening_days: int = 5
    return_leg_days: int = 5
    results_days: int = 5
    auto_forfeit: bool = False
    time_zone: str = "Europe/Bucharest"
    # Coefficients, art. 9.1, 9.4
    abandon_floor: AbandonFloor = AbandonFloor.WIDENING
    unfinished: Unfinished = Unfinished.SCORE
    """What was stored before there was a choice went by the score."""
    never_begun: NeverBegun = NeverBegun.NOTHING
    """What was stored before there was a choice brought nobody anything."""
    # Who may see a game, art. 2.1, 8.5
    public_when: PublicWhen = PublicWhen.HOMOLOGATED

    def budget(self, phase: Phase) -> int:
        """Return the days of thinking time per player and game in that phase (art. 7.1)."""
        return self.final_days if phase is Phase.FINAL else self.preliminary_days

    def leave(self, phase: Phase) -> int:
        """Return the days of leave per player in that phase (art. 7.2)."""
        if phase is Phase.FINAL and self.final_leave_days is not None:
            return self.final_leave_days
        return self.leave_days


NATIONAL_2025 = Ruleset(name="cn-2025.3", unfinished=Unfinished.SHARE, never_begun=NeverBegun.LEVEL)
"""The national championship by correspondence, regulation of 1 May 2025, as it is read now."""
SECOND_READING = replace(NATIONAL_2025, name="cn-2025.2", never_begun=NeverBegun.NOTHING)
"""The same regulation as version 0.1.0 read it."""
FIRST_READING = replace(
    SECOND_READING,
    name="cn-2025",
    sequence_scope=SequenceScope.LEG,
    unfinished=Unfinished.SCORE,
)
"""The same regulation as this program read it first; a name always means the same rules."""

RULESETS = {
    rules.name: rules
    for reading in (NATIONAL_2025, SECOND_READING, FIRST_READING)
    for rules in (
        reading,
        replace(reading, name=f"{reading.name}-partner", word_policy=WordPolicy.PARTNER),
        replace(reading, name=f"{reading.name}-warn", word_policy=WordPolicy.WARN),
    )
}
"""Every ruleset that was ever shipped, by its name."""
