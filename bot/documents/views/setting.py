"""Facts on a game's sheets that its own events do not contain, and the labels."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import LABEL_KEYS
from bot.texts.messages import Plain, Text, say
from bot.texts.notices.conversation.channel import in_browser
from bot.texts.phase_names import has_one_phase
from engine.competitions.competition import Competition
from engine.ids import NO_ARBITER, PersonId, Seat
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.kinds import ARRANGED, CHAMPIONSHIP, GameKind
from engine.matches.match import Match

SIDES: Final = {Seat.RED: PlayerColour.RED, Seat.BLUE: PlayerColour.BLUE}
"""The colour in which each seat is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetting:
    """Facts about a game that the game's own events do not contain."""

    names: Mapping[PersonId, str]
    arbiters: tuple[str, ...]
    """The names of all arbiters, the chief arbiter first (art. 2.1); none in a friendly match."""
    competition: str
    """The competition's title, or the match's own; empty for a match without a title."""
    kind: GameKind = CHAMPIONSHIP
    """What the game has; it names a match without a title."""
    is_phase: bool = True
    """Whether the game belongs to a phase of a competition; otherwise no phase is named."""
    is_single: bool = False
    """Whether the match has one game, which is then called neither home nor return."""
    rated: bool | None = None
    """Whether the match counts for ratings; None if its players did not agree on it."""
    word_list_official: bool
    version: int = 0
    """The sequence number of the last event drawn."""
    today: date
    channel_settings: ChannelSettings = field(default_factory=ChannelSettings)
    """The channel of correspondence (art. 4.2, 6.1)."""
    in_browser: tuple[str, ...] = ()
    """The names of the players who take part in a browser (art. 6.1)."""


def arbiter_names(names: Mapping[PersonId, str], arbiters: Iterable[PersonId]) -> tuple[str, ...]:
    """Return the arbiters' names, in that order; a match without an arbiter has none."""
    return tuple(names[person] for person in arbiters if person != NO_ARBITER)


def arbiters_of(match: Match, competition: Competition | None) -> tuple[PersonId, ...]:
    """Return the arbiters that a sheet names, the chief arbiter first (art. 2.1)."""
    return (match.arbiter,) if competition is None else competition.arbiters


def setting_of(  # noqa: PLR0913  (one parameter for each fact of the setting)
    match: Match,
    competition: Competition | None,
    names: Mapping[PersonId, str],
    *,
    federation: str,
    is_official: bool,
    today: date,
    version: int = 0,
) -> GameSetting:
    """Return the setting of a match's game, in that competition or outside any.

    `names` has the players and the arbiters. A match outside competitions that is older than
    titles of matches has the title of the `federation`'s competitions, and names its phase.
    """
    is_older = match.title is None and match.kind is ARRANGED
    own_title = federation if is_older else match.title or ""
    return GameSetting(
        names=names,
        arbiters=arbiter_names(names, arbiters_of(match, competition)),
        competition=own_title if competition is None else competition.title,
        kind=match.kind,
        is_phase=is_older if competition is None else not has_one_phase(competition),
        is_single=match.is_single,
        rated=match.rated if match.is_by_request else None,
        word_list_official=is_official,
        version=version,
        today=today,
        channel_settings=match.channel_settings,
        in_browser=in_browser(match, names),
    )


def title_of(setting: GameSetting, plain: Plain) -> str:
    """Return the title of the sheets: of the competition, of the match, or the kind of game."""
    return setting.competition or plain(untitled(setting.kind, rated=bool(setting.rated)))


def untitled(kind: GameKind, *, rated: bool = False) -> Text:
    """Return the title of a match without one: what kind of match it is."""
    if not kind.counts:
        return say("match.practice")
    if kind.has_arbiter:
        return say("match.arranged")
    return say("match.friendly_rated" if rated else "match.friendly")


def labels(plain: Plain) -> dict[str, str]:
    """Return every label that the drawings need."""
    return {key: plain(say(key)) for key in LABEL_KEYS}
