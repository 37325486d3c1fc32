"""Checking any letter sequence against art. 1.3: every violation and its position.

The check does not depend on how the sequence was made. It reads the tiles from left to right, so it
also works for a sequence that an arbiter arranged by hand. Names say joker for a blank, as in the
rulesets.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import ClassVar, Final

from engine.rulesets import JokerRuns, Ruleset
from engine.tiles import JOKER, TileSet, load_tile_set

ARTICLE: Final = "1.3"


class SequenceRule(StrEnum):
    """The rules for a sequence, in the order in which violations are reported."""

    TILES = "tiles"
    """The sequence consists of exactly the tiles of the set."""
    RUNS = "runs"
    """Not too many vowels or consonants are in a row."""
    EARLY = "early"
    """The first tiles include no high-value tile and no blank."""
    JOKERS = "jokers"
    """Enough tiles separate two blanks."""
    RACKS = "racks"
    """Each opening rack has enough different vowels and consonants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One violation: the rule, the places it concerns, and the figures."""

    article: ClassVar[str] = ARTICLE
    rule: SequenceRule
    at: tuple[int, int]
    """First and last place, counted from 1."""
    detail: str
    """The tile and the figures in English, for the command line; nothing else shows them."""


def violations(
    sequence: str, rules: Ruleset, tiles: TileSet | None = None
) -> tuple[Violation, ...]:
    """Return every violation in a sequence, in the order of `SequenceRule`.

    `tiles` replaces the ruleset's own tile set. The places of each rule are:

    - tiles: first unknown and surplus tiles at their own places, then missing tiles over the whole
      sequence, then a wrong length at the missing or surplus places;
    - runs: each run that is too long, from its first to its last tile;
    - early: each tile that comes too early; jokers: from one blank to the next that is too near;
    - racks: each player's first tiles. A blank there is neither vowel nor consonant.
    """
    tiles = tiles or load_tile_set(rules.tile_set)
    return (
        *_tiles(sequence, tiles),
        *_runs(sequence, rules, tiles),
        *_early(sequence, rules, tiles),
        *_jokers(sequence, rules),
        *_racks(sequence, rules, tiles),
    )


def opening_racks(rules: Ruleset) -> tuple[slice, slice]:
    """Return the slices of a sequence that are Red's and Blue's opening racks."""
    return slice(0, rules.rack_size), slice(rules.rack_size, 2 * rules.rack_size)


def has_kinds(rack: str, rules: Ruleset, tiles: TileSet) -> bool:
    """Return whether a rack has enough different vowels and enough different consonants."""
    return min(_different(rack, tiles)) >= rules.opening_kinds


def _tiles(sequence: str, tiles: TileSet) -> Iterator[Violation]:
    """Yield unknown and surplus tiles, then missing ones, then a wrong length."""
    rule, seen = SequenceRule.TILES, Counter[str]()
    for place, tile in enumerate(sequence, start=1):
        if tile not in tiles.counts:
            yield Violation(rule=rule, at=(place, place), detail=f"unknown: {tile}")
            continue
        seen[tile] += 1
        if seen[tile] > tiles.counts[tile]:
            detail = f"{tile}: {seen[tile]} > {tiles.counts[tile]}"
            yield Violation(rule=rule, at=(place, place), detail=detail)
    for tile, count in sorted(tiles.counts.items()):
        if seen[tile] < count:
            yield Violation(rule=rule, at=(1, tiles.size), detail=f"{tile}: {seen[tile]} < {count}")
    length = len(sequence)
    if length < tiles.size:
        at = (length + 1, tiles.size)
        yield Violation(rule=rule, at=at, detail=f"length: {length} < {tiles.size}")
    elif length > tiles.size:
        at = (tiles.size + 1, length)
        yield Violation(rule=rule, at=at, detail=f"length: {length} > {tiles.size}")


def _runs(sequence: str, rules: Ruleset, tiles: TileSet) -> Iterator[Violation]:
    """Yield each run that is too long, by its first place."""
    found = []
    for name, letters in (("vowels", tiles.vowels), ("consonants", tiles.consonants)):
        for run in _stretches(sequence, letters, rules.joker_runs):
            if len(run) > rules.longest_run:
                first, last = run[0], run[-1]
                shown = sequence[first : last + 1]
                detail = f"{name}: {shown} ({len(run)} > {rules.longest_run})"
                at = (first + 1, last + 1)
                found.append(Violation(rule=SequenceRule.RUNS, at=at, detail=detail))
    yield from sorted(found, key=lambda violation: violation.at)


def _stretches(
    sequence: str, letters: frozenset[str], joker_runs: JokerRuns
) -> Iterator[tuple[int, ...]]:
    """Yield the places, from 0, of each longest run of these letters; an empty run may come too.

    A skipped blank is between the places of a run, but is none of them.
    """
    run: list[int] = []
    for place, tile in enumerate(sequence):
        if tile in letters or (tile == JOKER and joker_runs is JokerRuns.BOTH):
            run.append(place)
        elif not (tile == JOKER and joker_runs is JokerRuns.SKIPPED):
            yield tuple(run)
            run = []
    yield tuple(run)


def _early(sequence: str, rules: Ruleset, tiles: TileSet) -> Iterator[Violation]:
    """Yield each high-value tile and each blank of the early part."""
    for place, tile in enumerate(sequence[: rules.early_tiles], start=1):
        if tile == JOKER:
            detail = "joker"
        elif tile in tiles.counts and tiles.values[tile] > rules.early_value:
            detail = f"{tile}: {tiles.values[tile]} > {rules.early_value}"
        else:
            continue
        yield Violation(rule=SequenceRule.EARLY, at=(place, place), detail=detail)


def _jokers(sequence: str, rules: Ruleset) -> Iterator[Violation]:
    """Yield each pair of neighbouring blanks with too few tiles between them."""
    places = [place for place, tile in enumerate(sequence, start=1) if tile == JOKER]
    for first, last in pairwise(places):
        between = last - first - 1
        if between < rules.joker_gap:
            detail = f"between: {between} < {rules.joker_gap}"
            yield Violation(rule=SequenceRule.JOKERS, at=(first, last), detail=detail)


def _racks(sequence: str, rules: Ruleset, tiles: TileSet) -> Iterator[Violation]:
    """Yield each opening rack with too few kinds of letters, and its figures."""
    for where in opening_racks(rules):
        rack = sequence[where]
        if has_kinds(rack, rules, tiles):
            continue
        vowels, consonants = _different(rack, tiles)
        detail = f"{rack}: vowels {vowels}, consonants {consonants}, least {rules.opening_kinds}"
        at = (where.start + 1, where.stop)
        yield Violation(rule=SequenceRule.RACKS, at=at, detail=detail)


def _different(rack: str, tiles: TileSet) -> tuple[int, int]:
    """Return the number of different vowels and of different consonants in a rack."""
    letters = frozenset(rack)
    return len(letters & tiles.vowels), len(letters & tiles.consonants)
