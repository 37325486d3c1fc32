"""The organiser's options for the site."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from bot.runtime.config.settings import Config


class ShownRulings(StrEnum):
    """What pages show of rulings; they never show people's own words."""

    OFF = "off"
    SUMMARY = "summary"
    """The decision and its article."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOptions:
    """The options of a build."""

    address: str = ""
    """The site's address, `https://scrabble.example.org`, or empty.

    Only features that need absolute links use it, such as the pictures that other sites show of a
    page.
    """
    robots: bool = False
    """Whether search engines may index the site."""
    rulings: ShownRulings = ShownRulings.OFF
    left_out: frozenset[str] = frozenset()
    """Codes of competitions that are not on the site."""
    only: str | None = None
    """The code of the only competition on the site; None for all."""
    bot: str = ""
    """The bot's name at Telegram, for links to it; empty if unknown."""
    formal: bool = False
    """Whether the Romanian pages use the formal „dumneavoastră”."""

    def as_json(self) -> dict[str, object]:
        """Return the options as JSON."""
        return {**asdict(self), "left_out": sorted(self.left_out)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "SiteOptions":
        """Return the options that `as_json` wrote."""
        rulings, left_out = ShownRulings(stored["rulings"]), frozenset(stored["left_out"])
        return cls(**{**stored, "rulings": rulings, "left_out": left_out})

    def has(self, code: str) -> bool:
        """Return whether the competition of that code is on the site."""
        return code not in self.left_out and self.only in {None, code}


def options_of(config: Config, competition: str | None = None, bot: str = "") -> SiteOptions:
    """Return the options of the configuration; with a code, for a site of that competition only."""
    public = config.public
    return SiteOptions(
        address=config.server.public_url,
        robots=public.robots,
        rulings=ShownRulings(public.rulings),
        left_out=public.hidden_competitions,
        only=None if competition is None else competition.upper(),
        bot=bot,
        formal=config.federation.is_formal,
    )
