"""Notices about a game: one for each participant who must be notified of events.

Pure: from the game after the events and its participants. Art. 2.2 sends both sheets to the
opponent and the arbiter after every move. The handler that received the move answers its author.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from bot.texts.buttons.cases import APART_FROM_SHEET, CLAIM
from bot.texts.buttons.matches import ACCEPTED, JUDGE
from bot.texts.messages import Buttons, Notice, Param, Text, say
from bot.texts.notices.cases.codes import placement_code
from bot.texts.notices.matches.endings import ending_text, proposal_card, result_lines
from bot.texts.notices.matches.practice import after_practice, practice_over
from bot.texts.notices.matches.request_texts import claim_button
from bot.texts.notices.participants import Member, Participants
from bot.texts.notices.play.sheets import captioned, sheets, turn_brought, turn_buttons
from bot.texts.notices.play.turn import form_of, is_closed, leave_lines, state_text, step, turn_text
from bot.texts.pictures import Picture
from engine.cases.events import ClaimKind
from engine.games.events import (
    Ending,
    Event,
    GameEnded,
    InterruptionDeclined,
    InterruptionProposed,
    Passed,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.games.game import Game, Move, Stage
from engine.ids import PersonId, Seat

TURN_COPIES: Final = frozenset({"leg.started_arbiter", "return.copy", "sheets.caption"})
"""The keys of the arbiter's copies that a running game causes turn by turn."""


def notices_of(
    events: Iterable[Event], game: Game, seq: int, participants: Participants
) -> list[Notice]:
    """Return the notices to the opponent and the arbiter about these events.

    `game` and `seq` are the state after the last event.
    """
    notices: list[Notice] = []
    events = tuple(events)
    moves = [event for event in events if isinstance(event, PlacementMade | Passed)]
    ends = any(isinstance(event, GameEnded) for event in events)
    for event in events:
        match event:
            case PlacementMade() | Passed() if ends:
                continue  # the end reports it: its sheets are those of the last move
            case PlacementMade() | Passed():
                if event is moves[0]:  # one message reports all the moves
                    notices += _moved(moves, game, seq, participants)
            case PlacementReturned():
                notices += _returned(event, game, seq, participants)
            case InterruptionProposed():
                notices += _interruption_proposed(event, game, participants)
            case InterruptionDeclined():
                notices += _declined(event, game, participants)
            case TimeExceeded():
                notices += _time_exceeded(event, game, participants)
            case GameEnded() if game.ended is not None:
                notices += _ended(game.ended, moves, game, seq, participants)
            case _:
                pass
    return notices


def move_text(move: Move, participants: Participants) -> Text:
    """Return one line about the move: word, author, points, and channel."""
    sentence = _move_sentence(move, participants)
    if move.conditional:
        return say("move.conditional", move=sentence)
    return say("move.entered", move=sentence) if move.entered_by is not None else sentence


def _move_sentence(move: Move, participants: Participants) -> Text:
    """Return the sentence about a move, with the points that count (art. 4.3)."""
    who = participants.at(move.by).name
    colour = say(f"colour.{move.by.value}")
    if isinstance(move, Passed):
        return say("move.pass", who=who, colour=colour, round=move.round)
    return say(
        "move.capped" if move.counted < move.points else "move.placement",
        who=who,
        colour=colour,
        round=move.round,
        position=move.square.position(move.axis),
        word=move.word,
        points=move.points,
        counted=move.counted,
    )


def score_text(game: Game, participants: Participants) -> Text:
    """Return the score line of a game."""
    return say(
        "game.score",
        red=participants.red.name,
        blue=participants.blue.name,
        red_score=game.red.score,
        blue_score=game.blue.score,
    )


def standing(
    game: Game, seq: int, participants: Participants, person: PersonId, today: date
) -> list[Notice]:
    """Return the game's present state for a player who takes it over or returns.

    The days left, the last day and the leaves are those of today (art. 7.1, 7.2).
    """
    seat = game.seat_of(person)
    if seat is None:
        return []
    lines = [score_text(game, participants), *leave_lines(game, participants.names, person, today)]
    if game.last_move is not None:
        lines.insert(0, move_text(game.last_move, participants))
    return _as_it_stands(lines, game, seq, participants, seat, today)


def _as_it_stands(  # noqa: PLR0913, PLR0917  (the lines, their reader, and the day)
    lines: list[Text],
    game: Game,
    seq: int,
    participants: Participants,
    seat: Seat,
    today: date | None = None,
) -> list[Notice]:
    """Return these lines and whose turn it is, with the board if the reader is to move.

    Without `today`, the day is the one on which the turn began.
    """
    member, turn = participants.at(seat), _whose_turn(game, participants, today)
    if game.stage is Stage.RUNNING and game.turn is seat:
        turn = [state_text(game, participants, member.id, today or game.received)]
        if not is_closed(participants, today or game.received):
            side = game.side(seat)
            if not side.moves and not game.waits_for_acceptance:
                turn.append(say("turn.how", **form_of(side.rack)))
            text = say("turn.board", body=[*lines, *turn], game=game.id)
            buttons = turn_buttons(game, participants.kind)
            return turn_brought(member, game, seq, text, (*_answer_buttons(game, seq), *buttons))
    text = captioned([*lines, *turn], game, seq)
    return _to([member], game, text, pictures=sheets(game.id, seq))


def _whose_turn(game: Game, participants: Participants, on: date | None = None) -> list[Text]:
    """Return whose turn it is; nothing once the game is over."""
    return [turn_text(game, participants, on)] if game.stage is Stage.RUNNING else []


def _moved(moves: Sequence[Move], game: Game, seq: int, participants: Participants) -> list[Notice]:
    """Return the notices about a move and the conditional replies that followed at once."""
    notices: list[Notice] = []
    for seat in (moves[0].by.partner, moves[0].by):
        first = next((n for n, move in enumerate(moves) if move.by is not seat), None)
        if first is not None:
            notices += _as_it_stands(
                _moves_lines(moves[first:], game, participants), game, seq, participants, seat
            )
    body = [*_moves_lines(moves, game, participants), *_whose_turn(game, participants)]
    copy = captioned(body, game, seq)
    return notices + _to(
        [participants.arbiter], game, copy, pictures=sheets(game.id, seq), silent=True
    )


def _moves_lines(moves: Sequence[Move], game: Game, participants: Participants) -> list[Text]:
    return [*(move_text(move, participants) for move in moves), score_text(game, participants)]


def _answer_buttons(game: Game, seq: int) -> Buttons:
    """Return the buttons by which the opponent accepts or disputes a move's words (art. 5.2).

    They name the step of the game, so they expire with the next event.

    The bot does not comment on the words; noticing a wrong one is the opponent's task.
    """
    move = game.last_move
    if not game.returnable or not isinstance(move, PlacementMade):
        return ()
    at = step(game, seq)
    return (
        *(
            (JUDGE.button(say("button.return_word", word=word.upper()), game.id, at, f"{n}"),)
            for n, word in enumerate(move.words)
        ),
        (JUDGE.button(say("button.accept_placement"), game.id, at, ACCEPTED),),
        (
            CLAIM.button(
                say("button.ask_arbiter"),
                game.id,
                ClaimKind.WORD,
                placement_code(game, move),
                where=APART_FROM_SHEET,
            ),
        ),
    )


def _returned(
    event: PlacementReturned, game: Game, seq: int, participants: Participants
) -> list[Notice]:
    """Return the messages about a returned move: to its author, and a copy to the arbiter."""
    words = ", ".join(word.upper() for word in event.words)
    author = say("return.author", who=participants.at(event.by).name, words=words, game=game.id)
    copy = say(
        "return.copy",
        who=participants.at(event.by).name,
        author=participants.at(event.by.partner).name,
        words=words,
        game=game.id,
    )
    buttons = turn_buttons(game, participants.kind)
    to_author = turn_brought(participants.at(event.by.partner), game, seq, author, buttons)
    return to_author + _to(
        [participants.arbiter], game, copy, pictures=sheets(game.id, seq), silent=True
    )


def _interruption_proposed(
    event: InterruptionProposed, game: Game, participants: Participants
) -> list[Notice]:
    """Return the proposal to end the game early, to the opponent, and a copy to the arbiter."""
    text, buttons = proposal_card(game, participants, event.by.partner)
    partner = participants.at(event.by.partner)
    copy = say("interruption.copy", who=participants.at(event.by).name, game=game.id)
    return [
        *_to([partner], game, text, buttons=buttons),
        *_to([participants.arbiter], game, copy, silent=True),
    ]


def _declined(event: InterruptionDeclined, game: Game, participants: Participants) -> list[Notice]:
    """Return that the proposed early end is declined, to the proposer and the arbiter."""
    text = say("interruption.declined", who=participants.at(event.by).name, game=game.id)
    return [
        *_to([participants.at(event.by.partner)], game, text),
        *_to([participants.arbiter], game, text, silent=True),
    ]


def _time_exceeded(event: TimeExceeded, game: Game, participants: Participants) -> list[Notice]:
    """Return the notices to both players; the arbiter's task list shows it unless the game ends."""
    who = participants.at(event.by).name
    if not participants.kind.has_claims:
        return []  # the notice of the end reports it
    budget = game.allowance(event.by)
    facts: dict[str, Param] = {"who": who, "n": event.days, "budget": budget, "game": game.id}
    if game.rules.auto_forfeit:
        return _to(
            (participants.red, participants.blue, participants.arbiter),
            game,
            say("time.forfeited", **facts),
        )
    if not participants.kind.has_arbiter:
        return _claimable(event, game, participants, facts)
    to_player = _to([participants.at(event.by)], game, say("time.exceeded_you", **facts))
    return to_player + _to(
        [participants.at(event.by.partner)], game, say("time.exceeded_partner", **facts)
    )


def _claimable(
    event: TimeExceeded, game: Game, participants: Participants, facts: dict[str, Param]
) -> list[Notice]:
    """Return the notices in a match without an arbiter: the opponent may claim the game."""
    late, partner = participants.at(event.by), participants.at(event.by.partner)
    you = say("requests.time_you", partner=partner.name, **facts)
    claim = say("requests.time_partner", **facts)
    return [
        *_to([late], game, you),
        *_to([partner], game, claim, buttons=((claim_button(game.id),),)),
    ]


def _ended(
    event: GameEnded, moves: Sequence[Move], game: Game, seq: int, participants: Participants
) -> list[Notice]:
    """Return the notices about the end, with the last moves; both sheets go out only once."""
    if not participants.kind.counts and event.ending in {Ending.TIME, Ending.NO_SHOW}:
        return practice_over(game, participants)
    text = say(
        "game.ended",
        moves=[move_text(move, participants) for move in moves],
        how=ending_text(event, participants.red.name, participants.blue.name),
        why=say("game.why", reason=event.reason) if event.reason else None,
        score=score_text(game, participants),
        result=result_lines(event, game, participants),
        game=game.id,
        version=seq,
    )
    pictures = sheets(game.id, seq)
    players = [participants.red, participants.blue]
    buttons = () if participants.kind.counts else after_practice(game)
    to_players = _to(players, game, text, pictures=pictures, buttons=buttons)
    return to_players + _to([participants.arbiter], game, text, pictures=pictures, silent=True)


def _to(  # noqa: PLR0913  (each is a field of the notice)
    members: Iterable[Member],
    game: Game,
    text: Text,
    *,
    pictures: tuple[Picture, ...] = (),
    silent: bool = False,
    buttons: Buttons = (),
) -> list[Notice]:
    """Return a notice for each recipient with a chat; a silent one is an arbiter's copy."""
    return [
        Notice(
            to=member.address,
            text=member.addressed(text),
            pictures=pictures,
            silent=silent,
            is_copy=silent,
            buttons=member.pressing(buttons),
            about=game.id,
        )
        for member in members
        if member.address is not None
    ]
