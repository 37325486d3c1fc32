"""Drawing the letter sequence from a seed: exactly uniform and verifiable by anyone (art. 1.3).

`draw` is a pure function of the seed and the ruleset. `engine.sequences.patterns` counts the
patterns of vowels, consonants and blanks and picks one. This module fills in the letters and
rejects a sequence with poor opening racks. docs/design/sequence.md specifies every step. Never
change a number here, because every published draw would become unverifiable.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from math import factorial, perm, prod

from engine.chance import SEED_BYTES, Chance
from engine.errors import Fault, RuleViolation
from engine.rulesets import Ruleset
from engine.sequences.check import ARTICLE, has_kinds, opening_racks
from engine.sequences.patterns import CONSONANT, VOWEL, LetterKind, PatternConditions, Patterns
from engine.tiles import JOKER, TileSet, load_tile_set

_LABEL = "tur-retur sequence 1"
_ATTEMPTS = 10_000  # about one draw in five is repeated under the federation's rules


def draw(seed: bytes, rules: Ruleset, tiles: TileSet | None = None) -> str:
    """Return the sequence of a seed, with `?` for a blank.

    All sequences that `engine.sequences.check` accepts are equally likely. `tiles` replaces the
    ruleset's own tile set.

    Raises:
        ValueError: the seed does not have 32 bytes.
        RuleViolation: `no_valid_sequence`, because these tiles cannot meet these rules.
    """
    tile_set = tiles or load_tile_set(rules.tile_set)
    patterns = _patterns(conditions(rules, tile_set))
    chance = Chance(_LABEL, seed)
    for _ in range(_ATTEMPTS if patterns.count else 0):
        pattern = patterns.pattern(chance.below(patterns.count))
        sequence = _fill(pattern, patterns.conditions, chance)
        if all(has_kinds(sequence[where], rules, tile_set) for where in opening_racks(rules)):
            return sequence
    raise RuleViolation(Fault("no_valid_sequence", ARTICLE, {"rules": rules.name}))


def commitment(seed: bytes) -> str:
    """Return the commitment to publish before the game: the seed's SHA-256 in hexadecimal.

    Raises:
        ValueError: the seed does not have 32 bytes.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


def further_seed(seed: bytes, number: int) -> bytes:
    """Return the seed of that number in a series; number 0 is the given seed."""
    if number == 0:
        return seed
    return sha256(b"tur-retur series 1" + seed + number.to_bytes(8, "big")).digest()


def conditions(rules: Ruleset, tiles: TileSet) -> PatternConditions:
    """Return the conditions on which the count of patterns depends, for these rules and tiles."""
    return PatternConditions(
        vowels=_kind(tiles.vowels & frozenset(tiles.counts), rules, tiles),
        consonants=_kind(tiles.consonants, rules, tiles),
        blanks=tiles.counts.get(JOKER, 0),
        longest_run=rules.longest_run,
        joker_runs=rules.joker_runs,
        early=rules.early_tiles,
        joker_gap=rules.joker_gap,
    )


@lru_cache(maxsize=8)
def _patterns(conditions: PatternConditions) -> Patterns:
    """Return the patterns of these conditions; rulesets with equal conditions share them."""
    return Patterns(conditions)


def _fill(pattern: str, rules: PatternConditions, chance: Chance) -> str:
    """Return the pattern filled with letters, each distribution of the tiles equally likely.

    Vowels and consonants are in separate bags, without high-value tiles until the early part is
    over. One number below the product of the bags' sizes decides all tiles taken.
    """
    early = pattern[: rules.early]
    kinds = {VOWEL: rules.vowels, CONSONANT: rules.consonants}
    bags = {name: list(kind.plain) for name, kind in kinds.items()}
    number = chance.below(
        prod(_ways_to_empty(kind, early.count(name)) for name, kind in kinds.items())
    )
    sequence = []
    for place, name in enumerate(pattern):
        if place == rules.early:
            for kind_name, kind in kinds.items():
                bags[kind_name] += kind.high_value
        if name in bags:
            bag = bags[name]
            number, index = divmod(number, len(bag))
            sequence.append(bag.pop(index))
        else:
            sequence.append(JOKER)
    return "".join(sequence)


def _ways_to_empty(kind: LetterKind, early: int) -> int:
    """Return the number of ways to draw all tiles, `early` of them before high-value ones."""
    return perm(len(kind.plain), early) * factorial(kind.size - early)


def _kind(letters: Iterable[str], rules: Ruleset, tiles: TileSet) -> LetterKind:
    """Return the sorted tiles of these letters, apart from those too valuable early on."""
    spread = [letter * tiles.counts[letter] for letter in sorted(letters)]
    dear = [same for same in spread if same and tiles.values[same[0]] > rules.early_value]
    plain = [same for same in spread if same not in dear]
    return LetterKind(plain="".join(plain), high_value="".join(dear))
