"""Counting and choosing patterns of vowels, consonants and blanks (art. 1.3, rules a–c).

A pattern says for each place in the sequence whether it is a vowel, a consonant or a blank.
`Patterns` counts the completions of every beginning, and so finds the pattern of any given number.
`engine.sequences.sequence` fills in the letters.

The counts are polynomials: the coefficient of x^m counts the completions with m vowels. A vowel in
front multiplies by x. Each polynomial is one whole number with its coefficients in slots of a fixed
width. So one addition or shift works on all of them. See docs/design/sequence.md.
"""

from dataclasses import dataclass
from math import comb

from engine.rulesets import JokerRuns

VOWEL, CONSONANT, JOKER_KIND = "VCJ"

_State = tuple[int, int, int, int, int]
"""Tiles placed, blanks to come, tiles before the next blank, vowel run, consonant run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterKind:
    """The tiles of one kind, vowels or consonants."""

    plain: str
    """The tiles that may be anywhere."""
    high_value: str
    """The tiles whose value is too high for the early part of the sequence."""

    @property
    def size(self) -> int:
        """Return the number of tiles."""
        return len(self.plain) + len(self.high_value)


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternConditions:
    """All inputs to the count of patterns; equal conditions share one table."""

    vowels: LetterKind
    consonants: LetterKind
    blanks: int
    longest_run: int
    joker_runs: JokerRuns
    early: int
    """The number of tiles at the beginning without a high-value tile or a blank."""
    joker_gap: int
    """The least number of tiles between two blanks."""

    @property
    def size(self) -> int:
        """Return the length of a sequence."""
        return self.vowels.size + self.consonants.size + self.blanks


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """All beginnings with the same completions; equal nodes are one object."""

    completions: int
    """The polynomial of their number, without its lowest coefficients that are 0."""
    least: int
    """The fewest vowels in any completion, which is the power of the first coefficient."""
    choices: "_Ways"


_Ways = tuple[tuple[str, int, _Node], ...]
"""The possible next kinds in order, each with the vowels it takes and the node it leads to."""


class Patterns:
    """Every pattern that the conditions allow, counted once for every way to fill it.

    Fillings are counted by the places of the high-value tiles; the other factors are the same for
    all patterns. Patterns are numbered in the order of their kinds: vowel, consonant, blank.
    """

    def __init__(self, conditions: PatternConditions) -> None:
        self.conditions = conditions
        self._early = min(conditions.early, conditions.size)
        # No coefficient can exceed the number of strings over three kinds, times the largest
        # weight.
        most: int = 3**conditions.size
        most *= comb(conditions.vowels.size, len(conditions.vowels.high_value))
        most *= comb(conditions.consonants.size, len(conditions.consonants.high_value))
        self._width = most.bit_length()
        self._mask = (1 << self._width) - 1
        self._start = self._node((0, conditions.blanks, 0, 0, 0), {}, {})
        self.count = self._ways(self._start, conditions.vowels.size)

    def pattern(self, number: int) -> str:
        """Return the pattern of that number, 0 ≤ number < `count`, as V, C and J (blank).

        Every pattern has as many numbers as there are ways to place the high-value tiles in it.

        Raises:
            IndexError: there is no pattern of that number.
        """
        if not 0 <= number < self.count:
            raise IndexError(number)
        node, vowels, kinds = self._start, self.conditions.vowels.size, []
        width, mask = self._width, self._mask  # local names: this loop is the cost of a draw
        for place in range(self.conditions.size):
            if place == self._early:
                number //= self._weight(vowels)
            *others, chosen = node.choices  # the last choice gets all remaining numbers
            for choice in others:
                _, taken, after = choice
                slot = vowels - taken - after.least
                if slot >= 0:
                    ways = after.completions >> width * slot & mask
                    if number < ways:
                        chosen = choice
                        break
                    number -= ways
            kind, taken, node = chosen
            kinds.append(kind)
            vowels -= taken
        return "".join(kinds)

    def _node(
        self, state: _State, known: dict[_State, _Node], nodes: dict[tuple[_Ways, bool], _Node]
    ) -> _Node:
        """Return the node of that state; each state and each node is counted only once."""
        if state in known:
            return known[state]
        choices = tuple(
            (kind, int(kind == VOWEL), self._node(after, known, nodes))
            for kind, after in self._choices(state)
        )
        is_whole = state[0] == self.conditions.size and state[1] == 0
        if (choices, is_whole) not in nodes:
            nodes[choices, is_whole] = self._counted(choices, is_whole=is_whole)
            if state[0] == self._early:
                nodes[choices, is_whole] = self._weighted(nodes[choices, is_whole])
        known[state] = nodes[choices, is_whole]
        return known[state]

    def _choices(self, state: _State) -> list[tuple[str, _State]]:
        """Return the possible next kinds in order, each with its state."""
        place, jokers, wait, vowel_run, consonant_run = state
        rules = self.conditions
        if place == rules.size:
            return []
        choices: list[tuple[str, _State]] = []
        after, waiting = place + 1, max(wait - 1, 0)
        if vowel_run < rules.longest_run:
            choices.append((VOWEL, (after, jokers, waiting, vowel_run + 1, 0)))
        if consonant_run < rules.longest_run:
            choices.append((CONSONANT, (after, jokers, waiting, 0, consonant_run + 1)))
        if jokers and not wait and place >= self._early:
            runs = _runs_after_blank(rules.joker_runs, vowel_run, consonant_run)
            if max(runs) <= rules.longest_run:
                gap = rules.joker_gap if jokers > 1 else 0
                choices.append((JOKER_KIND, (after, jokers - 1, gap, *runs)))
        return choices

    def _counted(self, choices: _Ways, *, is_whole: bool) -> _Node:
        """Return a node with the completions of all its choices; a whole pattern counts as one."""
        each = [(taken + after.least, after.completions) for _, taken, after in choices]
        least = min((power for power, completions in each if completions), default=0)
        total = sum(
            completions << self._width * (power - least)
            for power, completions in each
            if completions
        )
        return _Node(total + is_whole, least, choices)

    def _weighted(self, node: _Node) -> _Node:
        """Return the node with each coefficient times the ways to place the high-value tiles."""
        total = sum(
            self._ways(node, vowels) * self._weight(vowels) << self._width * (vowels - node.least)
            for vowels in range(node.least, self.conditions.vowels.size + 1)
        )
        return _Node(total, node.least, node.choices)

    def _weight(self, vowels: int) -> int:
        """Return the number of ways to place the high-value tiles after the early part.

        `vowels` is the number of vowels still to come there.
        """
        rules = self.conditions
        consonants = rules.size - self._early - rules.blanks - vowels
        if not 0 <= consonants <= rules.consonants.size:
            return 0
        return comb(vowels, len(rules.vowels.high_value)) * comb(
            consonants, len(rules.consonants.high_value)
        )

    def _ways(self, node: _Node, vowels: int) -> int:
        """Return the number of a node's completions with so many vowels."""
        if vowels < node.least:
            return 0
        return node.completions >> self._width * (vowels - node.least) & self._mask


def _runs_after_blank(reading: JokerRuns, vowels: int, consonants: int) -> tuple[int, int]:
    """Return the lengths of the vowel run and the consonant run after a blank."""
    if reading is JokerRuns.BOTH:
        return vowels + 1, consonants + 1
    if reading is JokerRuns.BREAKS:
        return 0, 0
    return vowels, consonants
