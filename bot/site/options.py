"""What the organiser has settled for the site."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from bot.runtime.config.sections import FORMALLY

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

OFF, SUMMARY = "off", "summary"
"""Whether the rulings of a competition are on its pages: not at all, or what was ruled and why by
the regulation. What people wrote to each other never is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How the site is to be made."""

    address: str = ""
    """Where it will be read, `https://scrabble.example.org`, or empty: only what must be said with
    a whole address asks for it, such as the pictures that other sites show of a page."""
    robots: bool = False
    """Whether search engines are let in."""
    rulings: str = OFF
    left_out: frozenset[str] = frozenset()
    """Codes of competitions that are not on it."""
    only: str | None = None
    """The code of the one competition that is on it; None: all."""
    formal: bool = False
    """Whether Romanian readers are „dumneavoastră”."""

    def as_json(self) -> dict[str, object]:
        """Return it as JSON."""
        return {**asdict(self), "left_out": sorted(self.left_out)}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Options":
        """Return what `as_json` wrote."""
        return cls(**{**told, "left_out": frozenset(told["left_out"])})

    def has(self, code: str) -> bool:
        """Return whether the competition of that code is on the site."""
        return code not in self.left_out and self.only in {None, code}


def options_of(config: "Config", competition: str | None = None) -> Options:
    """Return what the configuration says; with a code, for a site of that competition alone."""
    public = config.public
    return Options(
        address=config.server.public_url,
        robots=public.robots,
        rulings=public.rulings,
        left_out=frozenset(code.strip().upper() for code in public.left_out.split(",")),
        only=None if competition is None else competition.upper(),
        formal=config.federation.address == FORMALLY,
    )
