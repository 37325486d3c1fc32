"""The search for a history in which a law is broken.

Each history is random: its beginning, its acts, and their values. Hypothesis does not draw them,
because it repeats values on purpose: of a hundred histories, fewer than thirty were different.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from random import Random
from typing import Any, ClassVar

EACH = 25
"""The acts of one history."""
TRIES = 400
"""The most shorter histories that are tried once a law was found broken."""

Draw = Callable[[Random], Any]
"""Returns a random value."""
Values = Mapping[str, Any]
Law = Callable[[Any], None]
"""A law: it raises `AssertionError` in a world in which the law is broken."""


class History:
    """A beginning and acts, each a method whose parameters are drawn."""

    usual: ClassVar[Mapping[str, int]]
    """The acts, each with its weight."""
    draws: ClassVar[Mapping[str, Draw]]
    """Random values of a parameter, by its name."""
    world: Any
    """The state, with the number of its `changes`."""

    begins: Callable[..., None]


@dataclass(frozen=True, slots=True)
class Act:
    """A beginning or an act, with its values."""

    name: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        values = ", ".join(f"{key}={value!r}" for key, value in self.values.items())
        return f"{self.name}({values})"


@dataclass(slots=True)
class Search:
    """A search: the histories and acts so far, and the first history that breaks the law."""

    machine: type[History]
    law: Law
    seed: str
    histories: int = 0
    steps: int = 0
    acts: list[Act] = field(default_factory=list)
    """The acts of the history that breaks the law."""
    why: str = ""
    """The reason why the law is broken; empty if it never was."""

    def runs(self, steps: int) -> None:
        """Check the law after each of so many acts in random histories, until it is broken."""
        while self.steps < steps and not self.why:
            self._one(Random(f"{self.seed} {self.histories}"))

    def _one(self, chance: Random) -> None:
        self.histories += 1
        history, looked, acts = self.machine(), -1, []
        names, weights = [*self.machine.usual], [*self.machine.usual.values()]
        for place in range(EACH):
            name = chance.choices(names, weights)[0] if place else "begins"
            acts.append(Act(name, self._drawn(name, chance)))
            self.steps += 1
            getattr(history, name)(**acts[-1].values)
            if looked != history.world.changes:
                looked = history.world.changes
                self.why = _fault(self.law, history.world)
            if self.why:
                self.acts = acts
                return

    def _drawn(self, name: str, chance: Random) -> Values:
        method, draws = getattr(self.machine, name), self.machine.draws
        return {key: draws[key](chance) for key in [*signature(method).parameters][1:]}

    def shortens(self) -> None:
        """Leave out acts without which the law is still broken, the last ones first."""
        for _ in range(TRIES):
            shorter = next(filter(self._breaks, self._without_one()), None)
            if shorter is None:
                return
            self.acts = shorter

    def _without_one(self) -> list[list[Act]]:
        places = range(len(self.acts) - 1, 0, -1)
        return [[*self.acts[:place], *self.acts[place + 1 :]] for place in places]

    def _breaks(self, acts: Sequence[Act]) -> bool:
        history = self.machine()
        for act in acts:
            getattr(history, act.name)(**act.values)
            why = _fault(self.law, history.world)
            if why:
                self.why = why
                return True
        return False


def _fault(law: Law, world: Any) -> str:
    """Return why the law is broken in this world; empty if it holds."""
    try:
        law(world)
    except AssertionError as error:
        return str(error) or "the law is broken"
    return ""
