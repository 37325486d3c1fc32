"""A game, its replay and its messages as JSON for the page. Pure. docs/app.md has the format.

Colours are `red` and `blue`, days ISO dates, instants ISO with their offset, squares in players'
notation. A tile is a letter; a blank is a lower-case letter on the board and `?` on a rack.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.documents.views.boards import laid_by_moves, sequence_of
from bot.documents.views.moves import ListedMove, moves_made, note
from bot.documents.views.record import racks_before
from bot.documents.views.setting import GameSetting, title_of
from bot.documents.views.sheets import player_time
from bot.service.context import reader_of
from bot.service.pure.play.condition_lines import condition_of, line_of, pair_text
from bot.texts.i18n import Catalogue
from bot.texts.messages import say
from bot.texts.notices.matches.endings import result_lines
from bot.texts.notices.matches.headline import NOBODY, headline
from bot.texts.notices.matches.legs import legs_of
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.turn import leave_lines, state_text
from bot.web.refusals import Json, faults_json
from engine.board import EMPTY, PREMIUMS, SIZE, Square
from engine.errors import Fault
from engine.games.appraisal import Appraisal
from engine.games.events import PlacementMade
from engine.games.game import Game, Move, Stage, index_of
from engine.ids import GameId, PersonId, Seat
from engine.matches.match import Match, MatchStage
from storage.conversation.chat import ChatLine
from storage.people.people import Person
from storage.play.conditions import StoredCondition
from storage.play.held_moves import HeldMove


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForPerson:
    """A game, and the facts that one person may see with it."""

    game: Game
    version: int
    person: PersonId
    participants: Participants
    setting: GameSetting
    today: date
    hindrance: Fault | None
    """Why the person can make no move now; None if they can."""
    conditions: Sequence[StoredCondition]
    """The person's own conditional moves."""
    others: Sequence[GameId]
    """The other games of the match that have started."""
    analysis: Fault | None
    """Why the person cannot ask for the analysis; None if they can."""
    finished_match: Match | None = None
    """The match, if all its games are over and it is with another person; otherwise None."""
    held: Json | None = None
    """The person's sent move that they may still take back, as `held_json` returns it."""


def game_json(seen: GameForPerson, catalogue: Catalogue) -> Json:
    """Return the game for the page."""
    return {
        **_match_json(seen, catalogue),
        **_state_json(seen, catalogue),
        **_board_json(seen.game),
        "placements": [
            _placement(seen.game, listed, catalogue) for listed in moves_made(seen.game)
        ],
        **_time_json(seen, catalogue),
        "conditions": [condition_json(condition, catalogue) for condition in seen.conditions],
        "held": seen.held,
    }


def _match_json(seen: GameForPerson, catalogue: Catalogue) -> Json:
    """Return what is the same during the whole game: people, competition and word list."""
    game, participants = seen.game, seen.participants
    seat = game.seat_of(seen.person)
    return {
        "game": game.id,
        "colour": None if seat is None else seat.value,
        "players": {each.value: catalogue.name(participants.at(each).name) for each in Seat},
        "arbiter": ", ".join(seen.setting.arbiters),
        "competition": title_of(seen.setting, catalogue.plain),
        "messages": participants.kind.has_reader,  # practice has no opponent to write to
        "rated": seen.setting.rated,
        "word_list": game.edition.name,
        "others": list(seen.others),
    }


def _state_json(seen: GameForPerson, catalogue: Catalogue) -> Json:
    """Return whose turn it is, what hinders the person, and how the game ended."""
    game, participants = seen.game, seen.participants
    state = state_text(game, participants, seen.person, seen.today)
    return {
        "version": seen.version,
        "stage": game.stage.value,
        "turn": game.turn.value if game.stage is Stage.RUNNING else None,
        "round": game.round,
        "state": catalogue.plain(state),
        "leave": [
            catalogue.plain(text)
            for text in leave_lines(game, participants.names, seen.person, seen.today)
        ],
        "result": _result(game, participants, catalogue),
        "end": _end(seen, catalogue),
        "analysis": None if seen.analysis is None else _fault(seen.analysis, catalogue),
        "hindrance": None if seen.hindrance is None else _fault(seen.hindrance, catalogue),
    }


def _board_json(game: Game) -> Json:
    """Return the board, the racks, the sequence of letters and the scores."""
    return {
        "board": board_rows(game),
        "premiums": list(PREMIUMS),
        "values": dict(game.tile_set.values),
        "rack_size": game.rules.rack_size,
        "racks": {each.value: game.side(each).rack for each in Seat},
        "sequence": game.sequence,
        "used": game.drawn,
        "owners": _owners(game),
        "scores": {each.value: game.side(each).score for each in Seat},
    }


def _time_json(seen: GameForPerson, catalogue: Catalogue) -> Json:
    """Return the thinking time of both players, and the days that matter now."""
    game = seen.game
    is_running = game.stage is Stage.RUNNING
    last_day = seen.participants.last_day(game).isoformat() if is_running else None
    return {
        "caps": {each.value: game.cap(each) if is_running else None for each in Seat},
        "clock": {each.value: _clock(seen, each, catalogue) for each in Seat},
        "received": game.received.isoformat(),
        "last_day": last_day,
        "today": seen.today.isoformat(),
    }


def held_json(held: HeldMove, seconds: int) -> Json:
    """Return a sent move that its author may still take back, for that many seconds."""
    return {"token": held.token, "placement": held.placement, "seconds": seconds}


def _result(game: Game, participants: Participants, catalogue: Catalogue) -> list[str]:
    """Return the lines on the winner and the coefficients of an ended game."""
    if game.ended is None:
        return []
    lines = result_lines(game.ended, game, participants)
    return [catalogue.plain(line) for line in lines]


def _end(seen: GameForPerson, catalogue: Catalogue) -> Json | None:
    """Return the end of the match in one sentence, and what a coefficient is (art. 8.1).

    None while the match is not over, or if there is nothing to say of it.
    """
    match = seen.finished_match
    if match is None:
        return None
    is_final = match.stage is MatchStage.HOMOLOGATED
    is_player = seen.person in match.people
    reader = seen.person if is_player else NOBODY
    names = {seen.game.side(seat).person: seen.participants.at(seat).name for seat in Seat}
    may_ask_again = is_player and is_final and not match.kind.has_arbiter
    head = headline(match, legs_of(match), names, reader if is_final else None)
    if head is None:
        return None
    return {
        "head": catalogue.plain(head),
        "coefficient": [catalogue.plain(say(key)) for key in ("article.8.1", "article.more.8.1")],
        "rematch": match.code if may_ask_again else None,
    }


def board_rows(game: Game) -> list[str]:
    """Return the board as strings of 15 characters, one a row; `.` is an empty square."""
    if game.board.is_empty:  # no square needs to be looked up
        return [EMPTY * SIZE] * SIZE
    return ["".join(game.board[Square(row, at)] for at in range(SIZE)) for row in range(SIZE)]


def _owners(game: Game) -> list[list[str | None]]:
    """Return for each tile of the sequence its player, or None, and its state."""
    return [
        [None if tile.side is None else tile.side.value, tile.state.value]
        for tile in sequence_of(game)
    ]


def _number(move: Move) -> int:
    """Return the move's number in `placements`, from 1."""
    return index_of(move) + 1


def _placement(game: Game, listed: ListedMove, catalogue: Catalogue) -> Json:
    """Return a move as JSON."""
    move, void = listed
    answer: Json = {
        "number": _number(move),
        "round": move.round,
        "colour": move.by.value,
        "pass": not isinstance(move, PlacementMade),
        "at": move.at.isoformat(),
        "received": move.received.isoformat(),
        "sent": move.sent.isoformat(),
        "days": move.days,
        "stands": void is None,
        "note": note(game, listed, catalogue.plain),
    }
    if isinstance(move, PlacementMade):
        answer |= {
            "position": move.square.position(move.axis),
            "word": move.word,
            "tiles": move.tiles,
            "words": list(move.words),
            "points": move.points,
            "counted": move.counted,
        }
    return answer


def _clock(seen: GameForPerson, seat: Seat, catalogue: Catalogue) -> Json:
    """Return a player's thinking time and leave as JSON."""
    time = player_time(seen.game, seat, seen.setting, catalogue.plain)
    used = sum(row.days for row in time.rows)
    return {
        "budget": time.budget,
        "used": used,
        "left": time.budget - used,
        "granted": time.granted,
        "leave_budget": time.leave_budget,
        "leave": [leave_day.day.isoformat() for leave_day in time.leave],
        "rows": [
            {
                "round": row.round,
                "received": row.received.isoformat(),
                "sent": None if row.sent is None else row.sent.isoformat(),
                "leave": row.leave,
                "days": row.days,
                "total": row.total,
                "article": row.article,
                "note": row.note,
            }
            for row in time.rows
        ],
    }


def condition_json(stored: StoredCondition, catalogue: Catalogue) -> Json:
    """Return a conditional move for its author."""
    return {
        "id": stored.id,
        "own": stored.own_move or None,
        "partner": stored.partner_move,
        "reply": stored.reply,
        "line": line_of(condition_of(stored)),
        "text": catalogue.plain(pair_text(condition_of(stored))),
    }


def preview_json(
    appraisal: Appraisal,
    lexicon: Container[str],
    *,
    faults: Sequence[Fault],
    catalogue: Catalogue,
) -> Json:
    """Return the effect of a move, and all errors in it."""
    return {
        "faults": faults_json(faults, catalogue),
        "words": words_json(appraisal.words, lexicon),
        "points": appraisal.points,
        "counted": appraisal.counted,
        "takes": appraisal.next_tiles,
        "days": appraisal.days,
    }


def words_json(words: Iterable[str], lexicon: Container[str]) -> list[Json]:
    """Return the words that a move forms, and whether each is valid."""
    # A blank in a word is in lower case; the list has capitals alone.
    return [{"word": word, "valid": word.upper() in lexicon} for word in words]


def tileless_preview_json(faults: Sequence[Fault], days: int, catalogue: Catalogue) -> Json:
    """Return the effect of a pass, or the errors of unreadable input; neither places tiles.

    `days`: the thinking days that it takes now.
    """
    return {
        "faults": faults_json(faults, catalogue),
        "words": [],
        "points": 0,
        "counted": 0,
        "takes": "",
        "days": days,
    }


def _fault(fault: Fault, catalogue: Catalogue) -> Json:
    return faults_json([fault], catalogue)[0]


def replay_json(game: Game) -> Json:
    """Return each move that counts: its number in `placements`, and the game right after it.

    The scores are of the moves alone, so the last ones may lack what the game's end added.
    """
    totals, rows = dict.fromkeys(Seat, 0), [[EMPTY] * SIZE for _ in range(SIZE)]
    steps = []
    for move, laid, rack in zip(game.moves, laid_by_moves(game), racks_before(game), strict=True):
        for tile in laid:
            rows[tile.square.row][tile.square.column] = tile.letter
        if isinstance(move, PlacementMade):  # a pass has no points
            totals[move.by] += move.counted
        steps.append(
            {
                "number": _number(move),
                "rack": rack,
                "board": ["".join(row) for row in rows],
                "scores": {seat.value: points for seat, points in totals.items()},
            }
        )
    return {"steps": steps}


def lines_json(
    lines: Sequence[ChatLine],
    me: Person,
    names: Mapping[PersonId, str],
    *,
    closed: str | None,
    muted: bool,
) -> Json:
    """Return the messages between the opponents, with times in the person's zone.

    `closed` is why they cannot write one.
    """
    zone = reader_of(me).zone
    return {
        "lines": [
            {
                "number": line.id,
                "own": line.author == me.id,
                "who": names[line.author],
                "at": line.at.astimezone(zone).isoformat(),
                "text": line.text,
            }
            for line in lines
        ],
        "closed": closed,
        "muted": muted,
    }
