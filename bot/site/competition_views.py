"""The values of the templates of the front page, of a competition, and of overall standings."""

from collections.abc import Sequence
from typing import TypedDict

from bot.documents.render.standings.standings_view import OverallRow
from bot.site.contest import Contest, Series
from bot.texts.messages import Text
from engine.competitions.competition import Competition
from engine.ids import GameId


class ContestRow(TypedDict):
    """A competition on the front page."""

    code: str
    title: str
    path: str
    stage: Text
    first_day: str
    """The first day of the present phase, as an ISO date."""
    last_day: str
    players: int
    is_over: bool


class SignUpView(TypedDict):
    """An open sign-up on the competition's page."""

    day: str
    """The last day, as an ISO date."""
    places: Text
    limits: Sequence[Text]
    names: Sequence[str]
    waiting: int
    web: str
    """The link for browsers; "" if none may sign up."""
    link: str
    """The link to the bot; "" if its name is unknown."""


class BestTotalView(TypedDict):
    """The highest total found for the tiles of a leg."""

    said: Text
    game: GameId
    path: str
    words: Text
    """The word list of the search."""


class GroupView(TypedDict):
    """A group on the competition's page."""

    name: str
    is_only: bool
    path: str
    counted: int
    games: int
    rows: list[tuple[OverallRow, str]]
    """The first players of the table, each with the path of their page."""
    more: int
    """The number of the other players."""


class PhaseView(TypedDict):
    """A phase on the competition's page."""

    title: Text
    first_day: str
    """Its first day, as an ISO date: the planned one until it has started."""
    last_day: str
    stage: Text
    counted: int
    games: int
    entered: int
    overall: str
    """The path of the overall standings; "" with one group only."""
    groups: list[GroupView]
    seals: list[Text]
    best_totals: list[BestTotalView]


class CompetitionView(TypedDict):
    """The values of `competition.html`."""

    contest: Contest
    competition: Competition
    signing: SignUpView | None
    series: Series | None
    rulings: str
    data: str
    """The folder of the open data."""
    phases: list[PhaseView]
    """The latest first."""


class OverallView(TypedDict):
    """The values of `overall.html`."""

    competition: Competition
    up: str
    heading: Text
    counted: int
    games: int
    rows: list[tuple[OverallRow, str]]
    """All players in one order, each with the path of their page."""
