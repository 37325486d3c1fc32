"""A game step by step: each board, the rack, the points and the days; and both sheets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NotRequired, TypedDict

from bot.analysis.boards import laid_by
from bot.analysis.findings import Findings, TurnFinding
from bot.analysis.messages import words_of
from bot.documents.render.link_preview import GamePreview, PreviewPlayer, render_game_preview
from bot.documents.render.sheets.time_view import PlayerTime
from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import CompetitionSheetView, LaidTile
from bot.documents.views.boards import board_picture, laid_by_moves
from bot.documents.views.record import racks_before
from bot.documents.views.setting import SIDES, GameSetting
from bot.documents.views.sheets import competition_sheet, player_time
from bot.site import paths
from bot.site.board import TileView, place
from bot.site.contest import Contest
from bot.site.templating import SiteTexts
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text, say
from bot.texts.notices.matches.endings import ending_text
from engine.competitions.parts import ListedMatch
from engine.games.events import Passed
from engine.games.game import Game, Move, move_notation
from engine.games.turns import turn_of
from engine.ids import Leg, PersonId, Seat
from engine.matches.match import Match
from engine.tiles import JOKER

_COLOURS: Final = {PlayerColour.RED: "r", PlayerColour.BLUE: "b"}
"""The colours of `TileView`."""
_NO_DAY: Final = date.min
"""A placeholder date, because nothing in a finished game depends on the current day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicMatchView:
    """The public part of a match."""

    listed: ListedMatch
    match: Match | None
    """The match; None if it is not arranged yet."""
    games: Mapping[Leg, Game]
    """The public games."""
    is_drawn_so: Mapping[Leg, bool]
    """For each leg, whether its tiles follow from its seed."""


class StepView(TypedDict):
    """A move of a replay that counts, with its effects."""

    number: int
    """Its number in the replay, from 1."""
    round: int
    colour: str
    who: str
    written: str
    formed: tuple[str, ...]
    """The words formed across the main word."""
    points: int
    """The points that count under the player's cap."""
    made: int
    """The points of the move itself."""
    red: int
    """The total of Red after the move."""
    blue: int
    rack: str
    """The rack before the move."""
    days: int
    """The days of thinking time that the move used."""
    sent: str
    """The day of sending, as an ISO date."""
    tiles: list[TileView]
    missed: Text | None
    """The better play that the analysis found, if any, as the next two."""
    better: list[TileView]
    then: Text | None


class ReplayView(TypedDict):
    """The values of `replay.html`."""

    code: str
    leg: Text
    red: tuple[str, int]
    """The name of Red, and their score."""
    blue: tuple[str, int]
    how: Text | None
    """How the game ended."""
    steps: list[StepView]
    analysed: Text | None
    """The word list of the analysis; None if none is shown."""
    sheet: CompetitionSheetView
    times: list[PlayerTime]
    sequence: list[str]
    hand: int
    """The number of tiles on a full rack."""
    values: Mapping[str, int]
    """The points of each letter."""
    up: NotRequired[str]
    """This and the next three are added by the page around the replay."""
    up_title: NotRequired[str]
    match: NotRequired[str | None]
    """The path of the match's page; None if it has none."""
    picture: NotRequired[str]


def replay_view(
    public_match: PublicMatchView,
    game: Game,
    contest: Contest,
    texts: SiteTexts,
    findings: Findings | None,
) -> ReplayView:
    """Return the replay of a public game for the template; `findings` is its analysis if public."""
    title = contest.competition.title
    return {
        **game_view(game, contest.names, title, texts, findings),
        "up": paths.competition_path(contest.code),
        "up_title": title,
        "match": paths.match_path(public_match.listed.code),
        "picture": paths.picture_of(paths.game_path(game.id)),
    }


def game_view(
    game: Game,
    public_names: Mapping[PersonId, str],
    title: str,
    texts: SiteTexts,
    findings: Findings | None,
) -> ReplayView:
    """Return a public game for the template, under these public names and that title."""
    names = {side.person: texts.name(public_names[side.person]) for side in (game.red, game.blue)}
    setting = GameSetting(
        names=names,
        arbiters=(),  # the page does not name the arbiters either
        competition=title,
        word_list_official=True,  # the page does not name the word list
        today=_NO_DAY,
    )
    sheet = competition_sheet(game, setting, texts.plain)
    red, blue = names[game.red.person], names[game.blue.person]
    return {
        "code": game.id,
        "leg": say(f"leg.{game.leg.value}"),
        "red": (red, game.red.score),
        "blue": (blue, game.blue.score),
        "how": None if game.ended is None else ending_text(game.ended, red, blue),
        "steps": list(_steps(game, names, findings)),
        "analysed": None if findings is None else _word_list(findings),
        "sheet": sheet,
        "times": [player_time(game, seat, setting, texts.plain) for seat in Seat],
        "sequence": [tile.tile for tile in sheet.sequence],
        "hand": game.rules.rack_size,
        "values": game.tile_set.values,
    }


def replay_picture(game: Game, contest: Contest) -> bytes:
    """Return the picture that other sites show of the replay: the final board, in Romanian."""
    catalogue = load_catalogue(LANGUAGES[0])
    leg = catalogue.plain(say(f"leg.{game.leg.value}"))
    players = tuple(
        PreviewPlayer(
            SIDES[seat],
            catalogue.name(contest.names[game.side(seat).person]),
            game.side(seat).score,
        )
        for seat in Seat
    )
    preview = GamePreview(
        title=contest.competition.title,
        subtitle=f"{leg} · {game.id}",
        board=board_picture(game, Seat.RED, catalogue.plain),
        players=players,
    )
    return render_game_preview(preview)


def _steps(
    game: Game, names: Mapping[PersonId, str], findings: Findings | None
) -> Iterator[StepView]:
    """Yield the moves that count, each with its effects and the rack it was made from."""
    findings_by_move = {turn.move: turn for turn in findings.turns} if findings else {}
    totals = dict.fromkeys(Seat, 0)
    moves = zip(game.moves, laid_by_moves(game), racks_before(game), strict=True)
    for number, (move, laid, rack) in enumerate(moves, 1):
        finding = findings_by_move.get(number - 1)  # it counts moves from 0
        points = 0 if isinstance(move, Passed) else move.counted
        totals[move.by] += points
        row = turn_of(move).row
        yield {
            "number": number,
            "round": move.round,
            "colour": move.by.value,
            "who": names[game.side(move.by).person],
            "written": move_notation(move),
            "formed": _formed(move),
            "points": points,
            "made": points if isinstance(move, Passed) else move.points,
            "red": totals[Seat.RED],
            "blue": totals[Seat.BLUE],
            "rack": rack,
            "days": row.days,
            "sent": row.sent.isoformat(),
            "tiles": [_tile(laid_tile, game) for laid_tile in laid],
            "missed": _missed(finding),
            "better": _better(game, finding),
            "then": _then(finding),
        }


def _word_list(findings: Findings) -> Text:
    """Return the word list of an analysis."""
    return words_of(findings.edition, is_official=findings.official)


def _missed(turn: TurnFinding | None) -> Text | None:
    """Return the better play and the points lost, with the method of the figure, or None."""
    if turn is None or turn.best is None:
        return None
    best, lost = turn.best, turn.lost
    return say(f"site.missed.{turn.label}", best=best.notation, points=best.points, lost=lost)


def _better(game: Game, turn: TurnFinding | None) -> list[TileView]:
    """Return the tiles that the better play would have placed."""
    if turn is None or turn.best is None:
        return []
    return [_tile(laid_tile, game) for laid_tile in laid_by(game, turn, turn.best)]


def _then(turn: TurnFinding | None) -> Text | None:
    """Return the moves that would have followed the better play, or None if none were analysed."""
    if turn is None or not turn.continuation:
        return None
    return say("site.missed.then", line=turn.continuation)


def _formed(move: Move) -> tuple[str, ...]:
    """Return the words formed across the main word."""
    return () if isinstance(move, Passed) else move.words[1:]


def _tile(laid: LaidTile, game: Game) -> TileView:
    """Return the tile at its place on the board; a blank is worth nothing."""
    x, y = place(laid.square)
    is_blank = laid.letter.islower() or laid.letter == JOKER
    points = 0 if is_blank else game.tile_set.values[laid.letter]
    return TileView(x, y, laid.letter, points, _COLOURS[laid.side])
